"""A comparison with players that have learned its rules: who plays which arm.

Each variant is played twice: with players trained as printed (under the base), who meet it unprepared, and with players
trained under it. Then the two meet each other, under the variant and, as a control, under the base: there both should
be even, or the difference between them is one of training and not of the rule.

Each ruleset is trained several times, and blocks are dealt among the trainings: what a single one brings is as much
luck as rule (`core/lab/stats/trainings.py`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import attrs

from ...base import limits
from ...base.chance import mix
from ...base.errors import UsageError
from ...bots import parted
from ..games.block import BlockSide
from ..games.variants import Variant

if TYPE_CHECKING:
    from ...rules.ruleset import Rules
    from .plan import ComparisonPlan

PUPIL = "learned"
"""The bot of a cast that stands for the players of the arm."""
ADAPTED, PRINTED = "adapted", "printed"
"""The two that meet in a duel."""

TRAININGS = 6
"""Trainings of each ruleset, if nobody says how many: of six means the interval is 2.6 standard errors wide to either
side, of three 4.3; with the correction for six tests it is 4.2 and 11."""

Casts: TypeAlias = tuple[tuple[str, ...], ...]


@attrs.frozen(kw_only=True)
class AdaptedVariant:
    """A variant, and the names of the four arms that are played for it."""

    variant: str
    shock: str
    adapted: str
    duel: str
    control: str

    @classmethod
    def of(cls, name: str) -> AdaptedVariant:
        return cls(
            variant=name,
            shock=f"{name} shock",
            adapted=f"{name} adapted",
            duel=f"{name} duel",
            control=f"{name} control",
        )


@attrs.frozen(kw_only=True)
class Adaptation:
    """The players of a comparison, and the arms that they play."""

    base: str
    changes: tuple[AdaptedVariant, ...]
    budget: str
    """Of each ruleset's training (`core/training/budget.py`)."""
    seeds: tuple[int, ...]
    """Of each ruleset's trainings, one for each."""
    files: Mapping[str, tuple[str, ...]]
    """By ruleset (the base and each variant as they were named), the files of its players, one for each training."""

    @property
    def duels(self) -> tuple[str, ...]:
        """The arms in which both kinds of players meet."""
        return tuple(arm for one in self.changes for arm in (one.duel, one.control))

    def trained(self, arm: str) -> str:
        """Return the ruleset under which the players of this arm, of one kind, are trained."""
        for one in self.changes:
            if arm == one.adapted:
                return one.variant
        return self.base

    def texts(self, arm: str, casts: Casts) -> list[dict[str, str]]:
        """Return for each training, by bot of these casts, the bot that plays for it in this arm."""
        more = ":unaware" if arm in {one.shock for one in self.changes} else ""
        names = sorted({text for cast in casts for text in cast if pupil(text)})
        return [
            {text: f"{PUPIL}:{file}{more}{text[len(PUPIL) :]}" for text in names}
            for file in self.files[self.trained(arm)]
        ]

    def sides(self, variants: Mapping[str, Variant], casts: Casts) -> list[BlockSide]:
        """Return the arms in which both kinds of players meet: of each change its duel and its control."""
        found = []
        met = mixed(casts)
        for one in self.changes:
            for name, under in ((one.duel, one.adapted), (one.control, self.base)):
                texts = []
                for adapted, printed in zip(self.files[one.variant], self.files[self.base], strict=True):
                    # Each is at home under its own rules, and plays as it has learned to under the other's.
                    own = {
                        ADAPTED: f"{PUPIL}:{adapted}" + ":unaware" * (name == one.control),
                        PRINTED: f"{PUPIL}:{printed}" + ":unaware" * (name == one.duel),
                    }
                    texts.append(
                        {kind + more: text + more for kind, text in own.items() for more in settings(casts)}
                    )
                rules = attrs.evolve(variants[under], name=name)
                found.append(BlockSide(variant=rules, metrics=(), casts=met, texts=tuple(texts)))
        return found

    def stated(self, casts: Casts) -> dict[str, object]:
        """Return all that decides who plays as plain data, for the plan. Files are named after what decides them."""
        stems = {name: [Path(file).stem for file in files] for name, files in self.files.items()}
        return {
            "adapt": self.budget,
            # As it was written when each ruleset had one training.
            "trained": {name: own if len(own) > 1 else own[0] for name, own in stems.items()},
            "duels": {arm: [list(cast) for cast in mixed(casts)] for arm in self.duels},
        }


def seeds(seed: int, trainings: int) -> tuple[int, ...]:
    """Return the seeds of so many trainings: the first is the run's own, and hardly any other run has the rest."""
    return (seed, *(mix(seed, n) % (1 << 32) for n in range(1, trainings)))


def turn(casts: Casts) -> int:
    """Return how many blocks in a row one training plays, so that each meets all casts, and all casts of the duels."""
    return math.lcm(len(casts), len(mixed(casts)))


def there(kept: Mapping[str, object]) -> int | None:
    """Return the trainings of each ruleset in the plan that a folder holds; None if it holds none."""
    trained = kept.get("trained")
    if not isinstance(trained, dict) or not trained:
        return None
    first = next(iter(trained.values()))
    return len(first) if isinstance(first, list) else 1


def many(asked: int | None, kept: int | None, blocks: int, casts: Casts) -> int:
    """Return the trainings of each ruleset: as asked, else as the folder has them, else as usual.

    UsageError if there are too many, or not a block for each of them.
    """
    found = asked if asked is not None else kept if kept is not None else TRAININGS
    limits.within("--trainings", found, limits.TRAININGS, 1)
    if blocks < (least := found * turn(casts)):
        raise UsageError(
            f"--blocks {blocks}: {found} trainings of each ruleset need at least {least} blocks; play more, or train "
            "fewer times with --trainings"
        )
    return found


def pupil(text: str) -> bool:
    """True if the bot of a cast stands for the trained players, with whatever restrictions or errors."""
    return text == PUPIL or text.startswith((f"{PUPIL}!", f"{PUPIL}~"))


def settings(casts: Casts) -> tuple[str, ...]:
    """Return the errors and restrictions of the trained players in these casts, "" for none: `~1.5!one-step`."""
    return tuple(dict.fromkeys(text[len(PUPIL) :] for cast in casts for text in cast if pupil(text)))


def mixed(casts: Casts) -> Casts:
    """Return the casts of a duel, half of each kind; with an odd number of seats each kind has the odd one in turn.

    All of them have the errors and restrictions that the trained players have in these casts, one after the other.
    """
    players = len(casts[0])
    few, many = players // 2, players - players // 2
    return tuple(
        (ADAPTED + more,) * count + (PRINTED + more,) * (players - count)
        for more in settings(casts)
        for count in dict.fromkeys((few, many))
    )


def is_adapted(bot: str) -> bool:
    """True if the bot of a duel is an adapted player, with whatever errors or restrictions."""
    return bot.startswith(ADAPTED)


def adapted(
    plan: ComparisonPlan, budget: str, seeds: Sequence[int], files: Mapping[str, Sequence[str]]
) -> ComparisonPlan:
    """Return the plan with trained players: each variant becomes two arms, and the duels are added.

    `seeds` are those of the trainings, `files` those of the players by ruleset and training. UsageError for a plan that
    cannot be played so.
    """
    base, *others = plan.names
    made = Adaptation(
        base=base,
        changes=tuple(map(AdaptedVariant.of, others)),
        budget=budget,
        seeds=tuple(seeds),
        files={name: tuple(own) for name, own in files.items()},
    )
    arms = [base, *(arm for one in made.changes for arm in (one.shock, one.adapted))]
    if taken := {*plan.names} & {*arms[1:], *made.duels}:
        raise UsageError(f"--adapt: the name '{min(taken)}' of a variant is taken; choose another one")
    order = [0, *(n for n in range(1, len(plan.names)) for _ in range(2))]
    factors = plan.factors
    if factors is not None:
        # What modules do together is asked of the game that people have learned.
        factors = {base: factors[base], **{one.adapted: factors[one.variant] for one in made.changes}}
    return attrs.evolve(
        plan,
        variants=tuple(
            attrs.evolve(plan.variants[n], name=name) for n, name in zip(order, arms, strict=True)
        ),
        rules=tuple(plan.rules[n] for n in order),
        measured=tuple(plan.measured[n] for n in order),
        factors=factors,
        adaptation=made,
    )


def check(
    variants: Sequence[Variant], rules: Sequence[Rules], casts: Sequence[Sequence[str]], sequential: bool
) -> None:
    """UsageError if players cannot be trained for this comparison, or training them would say nothing."""
    if sequential:
        raise UsageError(
            "--sequential tests one variant against the base, but --adapt plays each with two kinds of players; "
            "leave one of them out"
        )
    for cast in casts:
        if len(cast) < 2:
            raise UsageError("--adapt: adapted players meet printed ones, so at least two have to play")
        for text in cast:
            if parted(text)[0].startswith(f"{PUPIL}:"):
                raise UsageError(f"--adapt trains the players itself; write {PUPIL} instead of {text}")
        if not any(map(pupil, cast)):
            raise UsageError(
                f"--adapt: no bot in the cast {','.join(dict.fromkeys(cast))} learns; write {PUPIL} for the players "
                "that are trained, or compare this cast without --adapt"
            )
    base = rules[0]
    for one, own in zip(variants[1:], rules[1:], strict=True):
        if own.game.name != base.game.name:
            raise UsageError(
                f"--adapt: players of {base.game.name} cannot play {own.game.name} of variant {one.name}; compare "
                "different games without --adapt"
            )
        if own.option_hash == base.option_hash:
            raise UsageError(
                f"--adapt: the rules of variant {one.name} are those of the base, so there is nothing to learn anew"
            )
