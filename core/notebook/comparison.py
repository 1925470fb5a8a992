"""A comparison in a notebook or a script: `run = tilewright.compare("rebirth", b="castle=8", blocks=200, seed=1)`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from ..base.errors import UsageError
from ..lab.games.part_folder import opener
from ..lab.games.tabulate import long
from ..lab.report import answer, answered, chart, embedded, page, plain, shares, terminal
from ..lab.study import fail_if
from ..lab.study.findings import Findings
from ..lab.study.planning import planned
from ..lab.study.play import play
from ..lab.study.request import command, merged, once, pinned, wanted
from ..lab.study.requests import ComparisonRequest
from ..lab.study.run import findings
from ..text.strict import near
from ..training import adapt
from . import surroundings
from .keywords import request, takes
from .result import Frame, Picture, StudyResult


@attrs.define(eq=False, slots=False, repr=False)
class ComparisonResult(StudyResult):
    """A comparison that has been played. A notebook shows its answer; `print` shows what the command prints."""

    findings: Findings
    """Everything in the report."""
    met: bool | None = None
    """True if the condition of `fail_if` holds; None if there is none."""

    @cached_property
    def results(self) -> Frame:
        """A row for each metric of each variant and each of its parts (seats, bots): means, difference, interval, p,
        verdict. The columns are the fields of `MetricResult`."""
        return Frame.of_rows([plain(one) for one in self.findings.analysis.results])

    @cached_property
    def blocks(self) -> Frame:
        """The mean of each metric in each block: columns block, variant, metric, part, value (NaN if undefined)."""
        return Frame(long(self.findings.table))

    def picture(self) -> Picture:
        """Return the answer: the difference of each variant in each primary metric, with interval and verdict."""
        drawn = answered(self.findings)
        if drawn is None:
            raise UsageError("there is no picture: no block could be analysed")
        return Picture(drawn)

    def chart(self, metric: str, variant: str | None = None) -> Picture:
        """Return the distribution of a metric under the base and a variant (the first one), its course by round, or, of
        a rate, its shares by seat and bot."""
        names = [arm.name for arm in self.findings.arms[1:]]
        variant = names[0] if variant is None else variant
        if variant not in names:
            raise UsageError(f"there is no variant '{variant}'{near(variant, names)}")
        drawn = self._drawn(metric, variant)
        if drawn is None:
            known = [name for name in self.findings.table.metrics if self._drawn(name, variant)]
            listed = "run.results.columns['metric'] has all"
            raise UsageError(f"there is no chart of '{metric}' for '{variant}'{near(metric, known, listed)}")
        return Picture(drawn)

    def _drawn(self, metric: str, variant: str) -> str | None:
        declared = self.findings.table.metrics.get(metric)
        rate = declared is not None and declared.kind != "mean" and declared.by != "round"
        return (shares if rate else chart)(self.findings, metric, variant)

    def page(self) -> str:
        return page(self.findings)

    def __repr__(self) -> str:
        return f"<Run: {answer(self.findings)}>"

    def __str__(self) -> str:
        return terminal(self.findings, 100, False)

    def _repr_html_(self) -> str:
        return embedded(self.findings)


@takes(ComparisonRequest)
def compare(
    game: str | None = None,
    *,
    plan: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> ComparisonResult:
    """Play the same games under each ruleset and return what differs; `tilewright compare` does the same.

    The arguments are the settings of a plan file, under their names there: `b="castle=8"`, `variants={"few":
    "castle=3", "many": "castle=8"}`, `adapt=5`. Three differ: `modules` and `options` are those of `tilewright.load`,
    and `from_` begins from a position. `plan` names a file that has some of them. With `out` the blocks are kept in
    that folder, and an interrupted run is continued by the same call. `progress` is called with the number of newly
    finished blocks. UsageError or InvalidFile say what is wrong with a request.
    """
    said = request(ComparisonRequest, "compare", {"game": game, **settings})
    asked, _ = merged(said, Path(plan) if plan is not None else None)
    once(said, asked)
    begun, made = planned(asked, surroundings.drawn)
    asked = pinned(asked, made.variants[0].data)
    school = adapt.School(
        engine=asked.engine or "local",
        workers=asked.workers or 1,
        kept=surroundings.kept(),
        note=surroundings.note,
        progress=lambda text, games: nullcontext(lambda played: None),
    )
    if wanted(asked):
        made = adapt.planned(begun, made, school)
    condition = fail_if.of_plan(asked.fail_if, made)
    with surroundings.crew(asked, made, opener(made, asked.parts or ()), progress) as crew:
        if made.adaptation is not None:
            adapt.teach(made, adapt.missing(made, school), school)
            asked = attrs.evolve(
                asked,
                adapt=None,
                adapt_budget=made.adaptation.budget,
                trainings=len(made.adaptation.seeds),
            )
        found = findings(made, play(made, crew), command=command(asked, made.seed, "compare"))
        return ComparisonResult(found, condition.met(found.analysis) if condition is not None else None)
