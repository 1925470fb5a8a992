"""Relearning under a changed rule: compares the first shock with the game once the rule is learned, and says who wins
if players that have learned it meet players that have not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from ...bots import learned_file
from ..games.tabulate import Row, table, whole
from ..stats import intervals
from ..stats.analysis import analyse
from ..stats.block_table import NAN, Floats, MetricResult, Spec, mean_of
from ..stats.trainings import around, judged
from .adaptation import AdaptedVariant, is_adapted
from .plan import ComparisonPlan

Claim: TypeAlias = Literal[
    "untrained", "alike", "one training", "adapted", "better trained", "not resolved", "worse"
]
"""What the duel and its control show of the players that are trained under the changed rule."""


@attrs.frozen(kw_only=True)
class VictoryShare:
    """The share of the victory of adapted players who met as many printed ones, over blocks; 0.5 is even."""

    share: float = NAN
    low: float = NAN
    high: float = NAN
    """The 95 % (1 - alpha) interval over blocks and trainings; NaN with fewer than two of either."""
    games: int = 0


@attrs.frozen(kw_only=True)
class TrainingShare:
    """What the players of one training won, of the variant's against the base's."""

    duel: float
    control: float


@attrs.frozen(kw_only=True)
class Relearned:
    """The relearning that a variant demands of players."""

    change: AdaptedVariant
    learning: Sequence[MetricResult]
    """Each metric under the variant, with adapted players compared with printed ones, who are the base here."""
    duel: VictoryShare
    """Under the variant."""
    control: VictoryShare
    """The same two under the base, with the same seeds and seats."""
    edge: VictoryShare
    """The duel's share less the control's, block by block: 0 is even."""
    claim: Claim
    trainings: Sequence[TrainingShare] = ()
    """The shares of each training alone."""


@attrs.frozen(kw_only=True)
class Pupil:
    """The players of one training under one ruleset."""

    ruleset: str
    training: int = 1
    """Its number, from 1."""
    file: str
    """Its name."""
    budget: str
    games: int
    """Of training."""
    against: str
    """A bot that they were measured against, under their own rules and on fresh seeds."""
    share: float
    """Of the victory, in one seat against that bot in all others."""
    low: float
    high: float
    even: float = 0.5
    """What one seat of them has if all are equally good."""

    @property
    def weak(self) -> bool:
        """True if it surely loses to that bot, so that the training has failed."""
        return self.high < self.even


def relearned(plan: ComparisonPlan, rows: Sequence[Row]) -> Iterator[Relearned]:
    """Yield for each variant of a run with `--adapt` what players have to relearn."""
    made = plan.adaptation
    assert made is not None
    lessons = {
        name: [learned_file.read(Path(file)).players[str(plan.players)].lesson for file in files]
        for name, files in made.files.items()
    }
    weak = {one.ruleset for one in pupils(plan) if one.weak}
    which = np.array([plan.training(int(row["block"])) for row in rows], np.intp)
    for change in made.changes:
        seen = table(rows, (change.shock, change.adapted), plan.metrics)
        means = {
            key: values
            for key, values in seen.means.items()
            if not key[2] or seen.metrics[key[1]].kind == "gap"
        }
        seen = attrs.evolve(seen, means=means, games={}, curves={}, trainings=tuple(which.tolist()))
        found = judged(analyse(seen, plan.spec), seen)
        duel, control = (shares(rows, arm) for arm in (change.duel, change.control))
        one = _share(duel, rows, change.duel, plan.spec, 0.5, which)
        other = _share(control, rows, change.control, plan.spec, 0.5, which)
        edge = _share(duel - control, rows, change.duel, plan.spec, 0.0, which)
        each = [
            TrainingShare(duel=mean_of(duel[which == n]), control=mean_of(control[which == n]))
            for n in range(len(made.seeds))
        ]
        yield Relearned(
            change=change,
            learning=found.results,
            duel=one,
            control=other,
            edge=edge,
            claim="untrained"
            if weak & {change.variant, made.base}
            else "alike"
            if lessons[change.variant] == lessons[made.base]
            else claim(one, other, edge, each),
            trainings=each,
        )


def pupils(plan: ComparisonPlan) -> Iterator[Pupil]:
    """Yield the players that were trained for the plan, as their files describe them."""
    if plan.adaptation is None:
        return
    for ruleset, files in plan.adaptation.files.items():
        for number, file in enumerate(files, 1):
            one = learned_file.read(Path(file)).players[str(plan.players)]
            against = one.results[0]
            yield Pupil(
                ruleset=ruleset,
                training=number,
                file=Path(file).name,
                budget=one.budget,
                games=one.games,
                against=against.against,
                share=against.share,
                low=against.low,
                high=against.high,
                even=1 / plan.players,
            )


def claim(
    duel: VictoryShare, control: VictoryShare, edge: VictoryShare, trainings: Sequence[TrainingShare]
) -> Claim:
    """Return the claim that the shares support: "adapted" only if the players win more under the changed rule, do not
    win more without it as well, and do both in each training. A single training supports none."""
    if len(trainings) < 2:
        return "one training"
    if duel.low > 0.5:
        every = all(one.duel > max(0.5, one.control) for one in trainings)
        return "adapted" if every and edge.low > 0 and control.low <= 0.5 else "better trained"
    return "worse" if duel.high < 0.5 else "not resolved"


def shares(rows: Sequence[Row], arm: str) -> Floats:
    """By block, the adapted players' share of the victory, moved so that 0.5 is even; NaN if a game failed.

    With an odd number of seats they hold one more than half in every second block, and one less in the others.
    """
    found = np.full(len(rows), np.nan)
    for n, row in enumerate(rows):
        games = row["arms"][arm]
        if not whole(games):
            continue
        values = []
        for game in games:
            mine = [is_adapted(bot) for bot in game["bots"]]
            won = [mine[seat] for seat in game["winners"]] or mine  # nobody wins: even
            values.append(0.5 + sum(won) / len(won) - sum(mine) / len(mine))
        found[n] = sum(values) / len(values)
    return found


def _share(
    values: Floats, rows: Sequence[Row], arm: str, spec: Spec, even: float, trainings: NDArray[np.intp]
) -> VictoryShare:
    there = np.isfinite(values)
    known = values[there]
    games = sum(len(row["arms"][arm]) for row, used in zip(rows, there, strict=True) if used)
    if not len(known):
        return VictoryShare()
    drawn = intervals.weights(len(known), spec.resamples, spec.seed)
    [(below, above)] = intervals.of_means((known - even)[:, None], drawn, (1 - spec.alpha,))
    mean, ends = float(known.mean()), (float(below[0]) + even, float(above[0]) + even)
    low, high = around(mean, ends, known, trainings[there], 1 - spec.alpha)
    # Student's interval of a few may reach beyond what a share can be.
    least, most = (0.0, 1.0) if even else (-1.0, 1.0)
    if np.isfinite(low):
        low, high = max(least, low), min(most, high)
    return VictoryShare(share=mean, low=low, high=high, games=games)
