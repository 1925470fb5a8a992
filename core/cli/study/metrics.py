"""`metrics`: what the laboratory can measure of a game, with the meaning of each number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from ..shared import common
from ..shared.ruleset_words import USUAL, RulesetWords

if TYPE_CHECKING:
    from ...meters.metrics import Metric


FIELDS = ("name", "title", "group", "unit", "kind", "by", "costly", "doc")
"""What is said of a metric."""


def metrics(
    game: str,
    names: list[str] | None = None,
    ruleset: RulesetWords = USUAL,
    json: bool = False,
) -> None:
    """List what can be measured of a game."""
    from ...meters.metrics import Group
    from ...meters.registry import metrics_of

    rules = ruleset.rules(game)
    known = metrics_of(rules)
    chosen = _chosen(known, names or ())
    if json:
        common.emit(
            {"schema": 1, "game": rules.game.name, "metrics": [common.fields(one, *FIELDS) for one in chosen]}
        )
        return
    terminal = common.terminal()
    for group in get_args(Group):
        members = [one for one in chosen if one.group == group]
        if members:
            terminal.say(group, "bold")
        for one in members:
            terminal.wrapped(f"{one.name}: {one.title}{_kind(one)}. {one.doc}".rstrip(), "  ", "      ")
        if members:
            terminal.say()


def _chosen(known: dict[str, Metric], names: Sequence[str]) -> list[Metric]:
    """Return the metrics that fit one of the names, or all; a name that fits none is refused."""
    from fnmatch import fnmatchcase

    from ...meters.metrics import LISTED
    from ...text.strict import near

    for text in names:
        if not any(fnmatchcase(name, text) for name in known):
            raise common.usage(f"there is no metric '{text}'{near(text, known, LISTED)}")
    return [one for name, one in known.items() if not names or any(fnmatchcase(name, text) for text in names)]


def _kind(one: Metric) -> str:
    """Return in brackets what the numbers are: ` (points, by seat)`; "" for a plain number of a game."""
    words = {"mean": one.unit, "rate": "share", "gap": "gap between shares"}
    said = [words[one.kind], "" if one.by == "game" else f"by {one.by}", "costly" * one.costly]
    return f" ({', '.join(filter(None, said))})" if any(said) else ""
