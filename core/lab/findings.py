"""Everything that a report tells, gathered once: the terminal's table, the page and the JSON are drawings of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from .luck import Luck
from .table import Analysis, Spec, Table


@attrs.frozen(kw_only=True)
class Arm:
    """One variant as it was played."""

    name: str
    """`A`, `B` or the name given."""
    text: str
    """As it was asked for: `castle_income=6 with=...`; "" for the rules as they are."""
    game: str
    version: str
    modules: tuple[str, ...]
    edition: str | None
    options: Mapping[str, object]
    option_hash: str
    data_digest: str
    differing: Mapping[str, tuple[object, object]]
    """Option (or `modules`, `edition`, `data`, `game`) to the base's value and this one's, where they differ."""
    notes: tuple[str, ...] = ()
    """What of its data is not the printed game."""


@attrs.frozen(kw_only=True)
class Failure:
    """A game that raised or met its turn limit."""

    variant: str
    block: int
    seed: int
    error: str
    record: str
    """Where its record is, or "" if none could be written."""
    endless: bool = False
    """Whether it met the turn limit."""


@attrs.frozen(kw_only=True)
class Divergence:
    """When games under a variant began to differ from the base's under the same luck."""

    variant: str
    never: float
    """Share of games that never did."""
    median_round: float | None
    """Of the first difference, among those that did, as the game counts turns."""


@attrs.frozen(kw_only=True)
class Worker:
    """What one process played."""

    name: str
    games: int
    wins: tuple[float, ...]
    """By seat of the first variant, shared wins in parts."""


@attrs.frozen(kw_only=True)
class Audit:
    """Whether the machine can be trusted."""

    workers: Sequence[Worker]
    p: float | None
    """Chi-squared of winners by worker; None where there is one worker or too little to test."""
    failures: Sequence[Failure]
    games: Mapping[str, int]
    """Variant to games played."""


@attrs.frozen(kw_only=True)
class Shown:
    """A game worth watching."""

    why: str
    """`largest gain of B in margin`, `most typical`, `longest` ..."""
    variant: str
    block: int
    seed: int
    seats: tuple[str, ...]
    """The bots by seat."""
    scores: tuple[int, ...]
    command: str
    """A command that plays it again to watch it."""
    picture: str
    """SVG of the final position; "" for games that draw none."""


@attrs.frozen(kw_only=True)
class Findings:
    """One comparison, whole."""

    question: str
    """In words: what is compared with what."""
    arms: Sequence[Arm]
    players: int
    panel: Sequence[tuple[str, ...]]
    """The casts: bots of one cast by seat before rotation."""
    spec: Spec
    plan: Mapping[str, Any]
    """As the plan file states it."""
    plan_hash: str
    deviations: Sequence[str]
    """Where the run departed from its plan; empty when it did not."""
    seed: int
    command: str
    """Reproduces it."""
    version: str
    """Of tilewright."""
    seconds: float
    table: Table
    analysis: Analysis
    divergences: Sequence[Divergence]
    audit: Audit
    watch: Sequence[Shown]
    restricted: Sequence[Mapping[str, Any]] = ()
    """Value of each restricted strategy under each variant: {bot, full, variant, value, low, high}."""
    luck: Sequence[Luck] = ()
    """What seats and seeds decide under each variant."""
    stopped: str = ""
    """Why a sequential run ended, in words; "" for a fixed number of blocks."""
    aa: Mapping[str, float] | None = None
    """Of an `--aa` run: metric to the p of the same rules against themselves on other blocks."""
    limits: Sequence[str] = ()
    """What was not tested, in sentences."""
