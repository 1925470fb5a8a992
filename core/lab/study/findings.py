"""Everything in a report, gathered once; the terminal, the page and the JSON are three forms of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ...rules.ruleset import Rules
from ..games.bans import BanValue
from ..games.variants import Variant, differing
from ..stats.block_table import Analysis, BlockTable, Effect, Spec
from ..stats.seed_share import Luck
from ..stats.trend import Trend
from ..texts import text
from .covariates import Gain
from .moments import Drawing, Moment, svg
from .relearning import Pupil, Relearned
from .screening import Screening
from .skill import SkillPair
from .where import WhereAndWhen


@attrs.frozen(kw_only=True)
class Arm:
    """One variant as it was played."""

    name: str
    """`A`, `B` or the name given."""
    text: str
    """The change as it was written: `castle_income=6 with=...`; "" for the rules as they are."""
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
    """Notes on data that differ from the printed game."""
    trained: str = ""
    """The ruleset under which its players were trained, of a run with `--adapt`."""

    @classmethod
    def of(cls, variant: Variant, rules: Rules, base: Rules, trained: str = "") -> Arm:
        """Return the variant with its rules and its differences from the base."""
        return cls(
            name=variant.name,
            text=variant.text,
            game=rules.game.name,
            version=rules.game.version,
            modules=tuple(module.name for module in rules.modules),
            edition=rules.edition,
            options={**rules.option_values, **rules.overridden},
            option_hash=rules.option_hash,
            data_digest=rules.data_digest,
            differing=differing(base, rules),
            notes=tuple(rules.provenance()),
            trained=trained,
        )


@attrs.frozen(kw_only=True)
class FailedGame:
    """A game that raised or met its turn limit."""

    variant: str
    block: int
    seed: int
    error: str
    record: str
    """The path of its record, or "" if none could be written."""
    endless: bool = False
    """True if it met the turn limit."""
    bots: Mapping[str, str] = attrs.field(factory=dict)
    """Player to bot."""


@attrs.frozen(kw_only=True)
class Divergence:
    """The point at which games of a variant began to differ from those of the base with the same luck."""

    variant: str
    never: float
    """Share of games that never differed."""
    median_round: float | None
    """Median turn of the first difference among the others, as the game counts turns."""
    games: int = 0
    """Games whose decisions could be compared."""
    scores_only: float = 0.0
    """Share of these games in which all decisions were the same, but scores differ."""
    reacted: Mapping[str, float] = attrs.field(factory=dict)
    """By bot: the share of these games with it in which it was the first to decide otherwise."""

    handicap: bool = attrs.field(default=False, metadata={"reported": False})
    """True if the variant only gives points before the game, which nobody has to react to."""

    @property
    def unseen(self) -> bool:
        """True if all games are the same as under the base, decisions and points, as far as they are compared."""
        return self.games > 0 and self.never == 1

    @property
    def arithmetic(self) -> str:
        """A warning if scores differ although no bot ever decided otherwise, with what to do; else ""."""
        if not self.scores_only or self.handicap or any(self.reacted.values()):
            return ""
        same = f"all {self.games:,} games have" if self.games > 1 else "the only game has"
        return text("arithmetic", variant=self.variant, same=same)


@attrs.frozen(kw_only=True)
class Worker:
    """Games played by one process."""

    name: str
    games: int
    wins: tuple[float, ...]
    """Wins by seat under the first variant; a shared win counts in parts."""


@attrs.frozen(kw_only=True)
class Audit:
    """Checks on the run itself: workers and failed games."""

    workers: Sequence[Worker]
    p: float | None
    """Chi-squared test of winners by worker; None with one worker or too few games."""
    failures: Sequence[FailedGame]
    games: Mapping[str, int]
    """Number of games played under each variant."""


@attrs.frozen(kw_only=True)
class Shown:
    """A game worth watching."""

    why: str
    """`the largest gain of B in margin`, `a typical block for margin`, `the longest game` ..."""
    variant: str
    block: int
    seed: int
    seats: tuple[str, ...]
    """The bots by seat."""
    scores: tuple[int, ...]
    command: str
    """A command that plays it again to watch it."""
    _picture: Drawing = attrs.field(eq=False, metadata={"reported": False})
    moment: Moment | None = None
    """Where it parts from the base's game with the same luck; None if it never does, and for games of the base."""

    @property
    def picture(self) -> str:
        """SVG of the final position; "" for games that draw none. Reports as JSON leave it out."""
        return svg(self._picture)


@attrs.frozen(kw_only=True)
class Findings:
    """One comparison, whole."""

    question: str
    """The question in words."""
    arms: Sequence[Arm]
    players: int
    panel: Sequence[tuple[str, ...]]
    """The casts: bots of one cast by seat before rotation."""
    spec: Spec
    plan: Mapping[str, Any]
    """The plan as plain data, as in `plan.json`."""
    plan_hash: str
    deviations: Sequence[str]
    """How the run departed from its plan; empty if it did not."""
    seed: int
    command: str
    """The command that repeats the run."""
    version: str
    """The version of tilewright."""
    seconds: float
    table: BlockTable
    analysis: Analysis
    divergences: Sequence[Divergence]
    audit: Audit
    watch: Sequence[Shown]
    restricted: Sequence[BanValue] = ()
    """The value of each restricted strategy under each variant."""
    luck: Sequence[Luck] = ()
    """The influence of seats and seeds under each variant."""
    stopped: str = ""
    """Why a sequential run ended, in words; "" for a fixed number of blocks."""
    trainings: int = 0
    """The number of trainings of each ruleset, of a run with `--adapt`; with a single one there are no verdicts."""
    pupils: Sequence[Pupil] = ()
    """The players that were trained, of a run with `--adapt`: those of the base first."""
    relearned: Sequence[Relearned] = ()
    """For each variant of a run with `--adapt` what players have to relearn."""
    aa: Mapping[str, float] | None = None
    """Of an `--aa` run: for each metric the p of the base against itself on other blocks."""
    gains: Sequence[Gain] = ()
    """Of a run with `--covariates`, what the adjustment for the deal has brought, by variant and metric."""
    where: Sequence[WhereAndWhen] = ()
    """Of a report with `--where`, by variant how often each place was taken and what each round brought."""
    seat_effects: Sequence[Effect] = ()
    """Of a factorial run, the effects on the share of wins of `seat 1`, `seat 2` ... in the order of play."""
    skill: Sequence[SkillPair] = ()
    """Of a run with `--skill`: each pair of bots under each ruleset."""
    screening: Screening | None = None
    """Of a sweep, or of many single changes: what was found, and what fresh blocks say of the best."""
    trends: Sequence[Trend] = ()
    """Trends over the blocks in primary metrics, the surest first: such blocks are not alike, as all tests assume."""
    limits: Sequence[str] = ()
    """Sentences on what was not tested."""
    reused: str = ""
    """A sentence on the games that were not played, but taken from earlier runs; "" if there are none."""
