"""A comparison in a notebook or a script: `run = tilewright.compare("rebirth", b="castle=8", blocks=200, seed=1)`."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

import attrs
from platformdirs import user_data_path

from .. import disk
from ..errors import UsageError
from . import asked as asking
from .asked import Asked
from .engine import checked
from .findings import Findings
from .frame import Frame
from .making import made_of
from .report import answer, chart, embedded, page, plain, terminal
from .run import Crew, findings, play
from .store import Store, seed_of
from .tabulate import long


@attrs.frozen
class Picture:
    """A chart, which a notebook shows."""

    svg: str = attrs.field(repr=False)
    """A complete SVG document."""

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the SVG file; return its path. UsageError if it cannot be written."""
        disk.replace(path, self.svg + "\n")
        return Path(path)


@attrs.define(eq=False, slots=False, repr=False)
class Run:
    """A comparison that has been played. A notebook shows its answer; `print` shows what the command prints."""

    findings: Findings
    """Everything in the report."""

    @cached_property
    def results(self) -> Frame:
        """A row for each metric of each variant and each of its parts (seats, bots): means, difference, interval, p,
        verdict. The columns are the fields of `table.Result`."""
        rows = [plain(one) for one in self.findings.analysis.results]
        return Frame({name: [row[name] for row in rows] for name in rows[0]} if rows else {})

    @cached_property
    def blocks(self) -> Frame:
        """The mean of each metric in each block: columns block, variant, metric, part, value (NaN if undefined)."""
        return Frame(long(self.findings.table))

    def chart(self, metric: str, variant: str | None = None) -> Picture:
        """Return the distribution of a metric under the base and a variant (the first one), or its course by round."""
        names = [arm.name for arm in self.findings.arms[1:]]
        variant = names[0] if variant is None else variant
        drawn = chart(self.findings, metric, variant) if variant in names else None
        if drawn is None:
            known = [name for name in self.findings.table.metrics if chart(self.findings, name, names[0])]
            raise UsageError(
                f"there is no chart of '{metric}' for '{variant}'; metrics with a chart: {', '.join(known)}; "
                f"variants: {', '.join(names)}"
            )
        return Picture(drawn)

    def page(self) -> str:
        """Return the report as one self-contained HTML file."""
        return page(self.findings)

    def save(self, path: str | Path) -> Path:
        """Write the report; return its path. UsageError if it cannot be written."""
        disk.replace(path, self.page())
        return Path(path)

    def __repr__(self) -> str:
        return f"<Run: {answer(self.findings)}>"

    def __str__(self) -> str:
        return terminal(self.findings, 100, False)

    def _repr_html_(self) -> str:
        return embedded(self.findings)


def compare(
    game: str | None = None,
    *,
    a: str | None = None,
    b: str | None = None,
    variants: Mapping[str, str] | None = None,
    plan: str | Path | None = None,
    question: str | None = None,
    modules: Sequence[str] | None = None,
    edition: str | None = None,
    options: Mapping[str, object] | None = None,
    data: str | None = None,
    each: bool = False,
    factorial: Sequence[str] | None = None,
    bots: str | None = None,
    players: int | None = None,
    rotate: bool = False,
    blocks: int | None = None,
    sequential: bool = False,
    effect: float | None = None,
    primary: Sequence[str] | None = None,
    margins: Mapping[str, float] | None = None,
    smallest: Mapping[str, float] | None = None,
    metrics: Sequence[str] | None = None,
    covariates: Sequence[str] | None = None,
    aa: bool = False,
    seed: int | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    engine: str | None = None,
    progress: Callable[[int], None] = lambda blocks: None,
) -> Run:
    """Play the same games under each ruleset and return what differs; `tilewright compare` does the same.

    The arguments are the command's options: `b="castle=8"`, `variants={"few": "castle=3", "many": "castle=8"}`; `plan`
    names a file that has some of them. With `out` the blocks are kept in that folder, and an interrupted run is
    continued by the same call. `progress` is called with the number of newly finished blocks. UsageError or InvalidFile
    say what is wrong with a request.
    """
    said = Asked(
        question=question,
        game=game,
        with_=list(modules) if modules else None,
        edition=edition,
        set_={name: str(value) for name, value in options.items()} if options else None,
        data=data,
        a=a,
        b=b,
        variants=dict(variants) if variants else None,
        each=each or None,
        factorial=list(factorial) if factorial else None,
        bots=bots,
        players=players,
        rotate=rotate or None,
        blocks=blocks,
        sequential=sequential or None,
        effect=effect,
        primary=list(primary) if primary else None,
        margins=dict(margins) if margins else None,
        smallest=dict(smallest) if smallest else None,
        metrics=list(metrics) if metrics else None,
        covariates=list(covariates) if covariates else None,
        aa=aa or None,
        seed=seed,
        out=str(out) if out is not None else None,
        workers=workers,
        engine=engine,
    )
    asked = asking.merged(said, Path(plan) if plan is not None else None)
    _plain(asked)
    return _played(asked, progress)


def _plain(asked: Asked) -> None:
    """Raise UsageError for what only the command does."""
    for name, value in (("adapt", asked.adapt), ("adapt_budget", asked.adapt_budget), ("from", asked.from_)):
        if value is not None:
            raise UsageError(
                f"the plan's '{name}' needs the command: tilewright compare --plan FILE --out DIR"
            )


def _played(asked: Asked, progress: Callable[[int], None]) -> Run:
    engine = checked(asked.engine or "local")
    folder = Path(asked.out) if asked.out is not None else None
    seed = asked.seed
    if seed is None and folder is not None:
        seed = seed_of(folder)
    made = made_of(asked, secrets.randbits(128) if seed is None else seed)
    failed = (folder or user_data_path("tilewright", appauthor=False) / "games").resolve() / "failed"
    store = Store(folder, made.stated(), made.hash, warnings.warn) if folder is not None else None
    try:
        crew = Crew(
            engine=engine, workers=asked.workers or 1, store=store, failed=str(failed), progress=progress
        )
        return Run(findings(made, play(made, crew), command=asking.command(asked, made.seed)))
    finally:
        if store is not None:
            store.close()
