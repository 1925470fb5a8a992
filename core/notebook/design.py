"""A search in a notebook: `found = tilewright.design("rebirth", factors={"castle": "1 to 9"}, targets=[...])`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from ..base.errors import UsageError
from ..lab.design import sentences
from ..lab.design.charts import chart
from ..lab.design.confirmation import Confirmed
from ..lab.design.findings import SearchFindings, setting
from ..lab.design.folder import SearchFolder
from ..lab.design.page import embedded, page
from ..lab.design.plan import planned
from ..lab.design.run import design as searched
from ..lab.design.terminal import terminal
from ..lab.study.request import merged, pinned
from ..lab.study.requests import DesignRequest
from . import surroundings
from .keywords import called, request, takes
from .result import Frame, Picture, StudyResult

COLUMNS = ["role", "taken", "quantity", "target", "verdict", "value", "low", "high", "blocks", "searched"]
"""The columns of `DesignResult.results` that are not factors."""


@attrs.define(eq=False, slots=False, repr=False)
class DesignResult(StudyResult):
    """A search that has been played. A notebook shows its answer; `print` shows what the command prints."""

    found: SearchFindings
    """Everything in the report."""

    @property
    def confirmed(self) -> bool:
        """True if the setting that is taken meets every target for certain, on fresh blocks."""
        return self.found.chosen.holds

    @property
    def setting(self) -> dict[str, str]:
        """The setting that is taken, by factor: the confirmed one, or the nearest."""
        return setting(self.found.plan, self.found.chosen.candidate.values)

    @cached_property
    def results(self) -> Frame:
        """A row for each quantity of each confirmed setting, on fresh blocks: its factors, role (`finalist`, `random`,
        `base`), whether it is taken, quantity, target, verdict (None for a goal), value, low, high, blocks, and what
        the search's own blocks had said (`searched`)."""
        return Frame.of_rows([one for each in self.found.confirmed for one in self._results(each)])

    @cached_property
    def tried(self) -> Frame:
        """A row for each setting of the search: its factors, blocks, and each quantity as the search saw it."""
        return Frame.of_rows(
            [
                {**self._factors(one.candidate.values), "blocks": one.blocks, **one.values}
                for one in self.found.searched.tried
            ]
        )

    @cached_property
    def steps(self) -> Frame:
        """A row for each quantity of each step from the setting: factor, before, after, quantity, the difference with
        its interval, the margin, what it is (`better`, `no better` ...), and the targets that the step breaks."""
        found = self.found.steps
        return Frame.of_rows(
            [
                {
                    "factor": step.factor,
                    "before": step.before,
                    "after": step.after,
                    "quantity": name,
                    "difference": change.value,
                    "low": change.low,
                    "high": change.high,
                    "margin": found.margins[name],
                    "verdict": step.words[name],
                    "breaks": ", ".join(step.breaks),
                }
                for step in found.steps
                for name, change in step.changes.items()
            ]
        )

    def chart(self) -> Picture:
        """Return the trade-off between the two goals, or the first two quantities that vary, of all settings."""
        drawn = chart(self.found)
        if drawn is None:
            raise UsageError("there is no chart: less than two quantities vary between the settings")
        return Picture(drawn)

    def page(self) -> str:
        return page(self.found)

    def __repr__(self) -> str:
        return f"<Search: {sentences.answer(self.found)[0]}>"

    def __str__(self) -> str:
        return "\n".join(terminal(self.found, 100))

    def _repr_html_(self) -> str:
        return embedded(self.found)

    def _factors(self, values: Sequence[str]) -> Mapping[str, str]:
        """Return the values by factor; one that is named like another column is called `option NAME`."""
        taken = {*COLUMNS, *self.found.plan.quantities}
        named = setting(self.found.plan, values)
        return {f"option {name}" if name in taken else name: value for name, value in named.items()}

    def _results(self, one: Confirmed) -> list[dict[str, Any]]:
        checks = {check.quantity: check for check in one.checks}
        rows = []
        for name, seen in one.estimates.items():
            check = checks.get(name)
            rows.append(
                {
                    **self._factors(one.candidate.values),
                    "role": one.role,
                    "taken": one is self.found.chosen,
                    "quantity": name,
                    "target": check.target if check is not None else None,
                    "verdict": check.verdict if check is not None else None,
                    "value": seen.value,
                    "low": seen.low,
                    "high": seen.high,
                    "blocks": seen.blocks,
                    "searched": one.searched.get(name),
                }
            )
        return rows


@takes(DesignRequest)
def design(
    game: str | None = None,
    *,
    plan: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> DesignResult:
    """Find values of options that meet targets, and confirm them on fresh blocks; `tilewright design` does the same.

    The arguments are the settings of a plan file: `factors={"castle": "1 to 9"}` (or `range(1, 10)`), `targets=
    ["seat_gap under 5 %"]`, `goals=["minimise margin"]`, `budget=500`, `confirm=1000`; `modules` and `options` are
    those of `tilewright.load`. `plan` names a file that has some of them. With `out` the run is kept in that folder,
    and an interrupted one is continued by the same call. `progress` is called with the number of newly finished
    blocks. UsageError or InvalidFile say what is wrong with a request; it needs the extra `design`.
    """
    said = request(DesignRequest, "design", {"game": game, **settings})
    asked, document = merged(said, Path(plan) if plan is not None else None)
    made = planned(asked, document, surroundings.drawn)
    asked = pinned(asked, made.space.base.data)
    repeat = called("design", asked, made.seed)
    with surroundings.crew(asked, made, SearchFolder.of, progress) as crew:
        return DesignResult(searched(made, crew, repeat))
