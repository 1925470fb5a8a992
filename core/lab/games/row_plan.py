"""The plan of a command that plays games or blocks one after the other, as its folder keeps it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from ...base.version import __version__
from ...rules.ruleset import Rules
from .code_digests import of_bots
from .kept_plan import VERSION
from .store import Stated, ruleset


@attrs.frozen(kw_only=True)
class RowPlan(Stated):
    """What decides every row, so that a folder is continued by the same command alone."""

    command: str
    rules: Rules
    seed: int
    settings: Mapping[str, Any]
    place: Callable[[int], Mapping[str, Any]]
    """What the row of this number says of its place: its seed, its bots."""
    whole: Sequence[str]
    """The keys of a row that has not failed."""
    timed: Mapping[str, Any]

    def stated(self) -> dict[str, Any]:
        return {
            VERSION: __version__,
            "command": self.command,
            **ruleset(self.rules),
            **self.settings,
            "seed": self.seed,
            **of_bots(self.settings.get("bots", ())),
        }

    def wrong(self, row: Mapping[str, Any], number: int, kept: Mapping[str, Any]) -> str:
        """Return why this is not the row of this number; "" if it is."""
        for key, value in self.place(number).items():
            if row.get(key) != value:
                return f"expected {key} {value} here"
        missing = [key for key in self.whole if key not in row and "error" not in row]
        return f"it has no {', '.join(missing)}" if missing else ""

    @property
    def option_values(self) -> dict[str, dict[str, Any]]:
        return {"rules": dict(self.rules.option_values)}
