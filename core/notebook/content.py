"""A study of content in a notebook: `found = tilewright.content("isleofskye", kind="scoring", blocks=300)`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs

from ..base import files
from ..base.errors import UsageError
from ..lab.content import request as asking
from ..lab.content import study as studies
from ..lab.content.request import Asked
from ..lab.games.engine import checked
from ..lab.games.store import Store
from ..lab.games.tabulate import long
from ..lab.report import content as report
from ..lab.report.item_effects import chart, embedded
from ..lab.stats.block_table import Effect, Table
from ..lab.study.planning import seeded
from ..lab.study.request import command, pinned
from ..lab.study.run import Crew, play
from . import surroundings
from .chart import Picture
from .columns import Frame
from .keywords import request, takes


@attrs.define(eq=False, slots=False, repr=False)
class Study:
    """A study of content that has been played. A notebook shows its answer; `print` shows what the command prints."""

    found: studies.Study
    """Everything in the report."""
    table: Table = attrs.field(repr=False)
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
        drawn = chart(self.found, metric)
        if drawn is None:
            known = ", ".join(fit.metric for fit in self.found.fits if fit.items)
            said = (
                f"metrics with a chart: {known}" if known else "there are too few blocks to tell items apart"
            )
            raise UsageError(f"there is no chart of '{metric}'; {said}")
        return Picture(drawn)

    def page(self) -> str:
        """Return the report as one self-contained HTML file."""
        return report.page(self.found)

    def save(self, path: str | Path) -> Path:
        """Write the report; return its path. UsageError if it cannot be written."""
        files.replace(path, self.page())
        return Path(path)

    def __repr__(self) -> str:
        return f"<Study: {report.answers(self.found)[0]}>"

    def __str__(self) -> str:
        return report.terminal(self.found, 100)

    def _repr_html_(self) -> str:
        return embedded(self.found)

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


@takes(Asked)
def content(
    game: str | None = None,
    kind: str | None = None,
    *,
    plan: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> Study:
    """Measure which scoring tiles, missions or special places make what difference; `tilewright content` does the same.

    The arguments are the settings of a plan file: `blocks=300`, `bots="greedy"`, `primary=["score"]`; `modules` and
    `options` are those of `tilewright.load`. `plan` names a file that has some of them. With `out` the run is kept in
    that folder, with records of games to watch, and an interrupted one is continued by the same call. `progress` is
    called with the number of newly finished blocks. UsageError or InvalidFile say what is wrong with a request.
    """
    said = request(Asked, "content", {"game": game, "kind": kind, **settings})
    asked = asking.merged(said, Path(plan) if plan is not None else None)
    engine = checked(asked.engine or "local")
    folder = Path(asked.out) if asked.out is not None else None
    made = seeded(asked.seed, asked.out, lambda seed: studies.plan_of(asked, seed), surroundings.drawn)
    store = Store(folder, made.stated(), made.hash, surroundings.note) if folder is not None else None
    try:
        crew = Crew(
            engine=engine,
            workers=asked.workers or 1,
            store=store,
            failed=surroundings.failed(folder),
            progress=progress or surroundings.silent,
        )
        repeat = command(pinned(asked, made.variants[0].data), made.seed, "content", ("game", "kind"))
        return Study(*studies.study(made, play(made, crew), command=repeat, folder=folder))
    finally:
        if store is not None:
            store.close()
