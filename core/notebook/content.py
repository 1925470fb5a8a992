"""A study of content in a notebook: `found = tilewright.content("isleofskye", kind="scoring", blocks=300)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from ..base.errors import UsageError
from ..lab.content import study as studies
from ..lab.games.store import RunFolder
from ..lab.games.tabulate import long
from ..lab.report import content as report
from ..lab.report import content_picture
from ..lab.stats.block_table import BlockTable, Effect
from ..lab.study.play import play
from ..lab.study.request import command, merged, pinned
from ..lab.study.requests import ContentRequest
from . import surroundings
from .keywords import request, takes
from .result import Frame, Picture, StudyResult


@attrs.define(eq=False, slots=False, repr=False)
class ContentResult(StudyResult):
    """A study of content that has been played. A notebook shows its answer; `print` shows what the command prints."""

    found: studies.ContentFindings
    """Everything in the report."""
    table: BlockTable = attrs.field(repr=False)
    """The block means by set."""

    @cached_property
    def items(self) -> Frame:
        """A row for each item and metric: metric, item, name, and its effect (estimate, low, high, p, and p adjusted
        over the items of the metric). Without enough blocks there are none."""
        return Frame.of_rows([self._row(one, ("item",)) for fit in self.found.fits for one in fit.items])

    @cached_property
    def pairs(self) -> Frame:
        """A row for each pair of items and primary metric, as far as the blocks tell pairs from items."""
        return Frame.of_rows(
            [self._row(one, ("first", "second")) for fit in self.found.fits for one in fit.pairs]
        )

    @cached_property
    def blocks(self) -> Frame:
        """The mean of each metric in each block: columns block, variant (`set 1` ...), metric, part, value."""
        return Frame(long(self.table))

    @cached_property
    def sets(self) -> Frame:
        """A row for each item in play: columns block, variant (`set 1` ...), item."""
        return Frame.of_rows(list(self._sets()))

    def chart(self, metric: str | None = None) -> Picture:
        """Return the effect of each item on a metric, by default the first primary one."""
        metric = self.found.primary[0] if metric is None else metric
        drawn = content_picture.chart(self.found, metric)
        if drawn is None:
            known = ", ".join(fit.metric for fit in self.found.fits if fit.items)
            said = (
                f"metrics with a chart: {known}" if known else "there are too few blocks to tell items apart"
            )
            raise UsageError(f"there is no chart of '{metric}'; {said}")
        return Picture(drawn)

    def page(self) -> str:
        return report.page(self.found)

    def __repr__(self) -> str:
        return f"<Study: {report.answers(self.found)[0]}>"

    def __str__(self) -> str:
        return report.terminal(self.found, 100)

    def _repr_html_(self) -> str:
        return content_picture.embedded(self.found)

    def _row(self, one: Effect, columns: tuple[str, ...]) -> dict[str, Any]:
        names = dict(zip(columns, one.term, strict=True))
        words = {f"{column} name": self.found.items[item] for column, item in names.items()}
        figures = {name: getattr(one, name) for name in ("estimate", "low", "high", "p", "adjusted")}
        return {"metric": one.metric, **names, **words, **figures}

    def _sets(self) -> Iterator[dict[str, Any]]:
        dealt = self.found.plan["content"]
        for block in self.table.blocks:
            for arm, chosen in enumerate(dealt["drawn"][block % len(dealt["drawn"])]):
                for item in chosen:
                    yield {"block": block, "variant": self.table.variants[arm], "item": dealt["items"][item]}


@takes(ContentRequest)
def content(
    game: str | None = None,
    kind: str | None = None,
    *,
    plan: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> ContentResult:
    """Measure which scoring tiles, missions or special places make what difference; `tilewright content` does the same.

    The arguments are the settings of a plan file: `blocks=300`, `bots="greedy"`, `primary=["score"]`; `modules` and
    `options` are those of `tilewright.load`. `plan` names a file that has some of them. With `out` the run is kept in
    that folder, with records of games to watch, and an interrupted one is continued by the same call. `progress` is
    called with the number of newly finished blocks. UsageError or InvalidFile say what is wrong with a request.
    """
    said = request(ContentRequest, "content", {"game": game, "kind": kind, **settings})
    asked, _ = merged(said, Path(plan) if plan is not None else None)
    made = studies.planned(asked, surroundings.drawn)
    asked = pinned(asked, made.variants[0].data)
    repeat = command(asked, made.seed, "content")
    with surroundings.crew(asked, made, RunFolder.of, progress) as crew:
        folder = crew.store.folder if crew.store is not None else None
        return ContentResult(*studies.study(made, play(made, crew), command=repeat, folder=folder))
