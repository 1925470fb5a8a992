"""The plan of a comparison: everything that decides its numbers, checked and written down before a game is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from ...base.version import __version__
from ...meters.metrics import Metric
from ...meters.pace import own_pace
from ...rules.ruleset import Rules
from ..content.draws import Dealt
from ..games.block import BlockSide, BlockWork, orders
from ..games.code_digests import of_bots, others, ours
from ..games.duels import SKILL
from ..games.kept_plan import VERSION
from ..games.lines import digest
from ..games.store import Stated, ruleset
from ..games.variants import AGAIN, Variant
from ..stats.block_table import Spec
from .adaptation import Adaptation, turn
from .screen import Screen

BLOCKS = 400
CAP = 2000
"""Blocks after which a sequential run stops undecided, unless another cap is given."""
EFFECT = 0.1
PILOT = 30
USUAL = ("won", "standing", "score"), ("standing", "margin", "first_win"), ("score", "margin", "first_win")
"""Primary metrics if none are named, as far as they exist: the first of these sets whose first metric does."""
WHOLE = ("scores", "winners", "decisions", "values")
"""What a game has that has not failed."""
ASKED = (
    "blocks",
    "primary",
    "margins",
    "smallest",
    "alpha",
    "power",
    "pilot",
    "resamples",
    "sequential",
    "effect",
)
"""What a plan states of the analysis alone."""


@attrs.frozen(kw_only=True)
class ComparisonPlan(Stated):
    """A comparison, ready to run. Equal plans give equal rows."""

    variants: tuple[Variant, ...]
    """The first is the base."""
    rules: tuple[Rules, ...]
    """By variant."""
    players: int
    casts: tuple[tuple[str, ...], ...]
    rotate: bool
    blocks: int
    """Number of blocks; the maximum of a sequential run."""
    sequential: bool
    spec: Spec
    metrics: Mapping[str, Metric]
    """All metrics that are measured under at least one variant."""
    measured: tuple[tuple[str, ...], ...]
    """Names of the metrics measured, by variant."""
    unlike: Mapping[str, str] = attrs.field(factory=dict)
    """Metrics that variants measure in different ways, each with a sentence on what became of it."""
    seed: int
    start: str = ""
    """The value of `--from`; "" for whole games."""
    position: Mapping[str, Any] | None = None
    factors: Mapping[str, frozenset[str]] | None = None
    """In a factorial run, the factors switched on in each variant."""
    aa: bool = False
    effect: float = EFFECT
    """The effect that a sequential run distinguishes from none, in SD of the block differences."""
    adaptation: Adaptation | None = None
    """Of a run with `--adapt`: who has learned what, and the arms in which they meet."""
    covariates: tuple[str, ...] = ()
    """Numbers of the deal for which means are adjusted."""
    content: Dealt | None = None
    """Of a study of content: what is in play in each game. All its variants have the same rules."""
    holders: bool = True
    """Of such a study, whether games say who has which item; runs of older versions do not."""
    screen: Screen | None = None
    """Of a sweep, or of many single changes: what is looked for, and how the best are confirmed."""
    question: str = ""
    """The user's own words for the title of the report; not part of the hash, since no number depends on it."""
    version: str = __version__
    """The version of tilewright that began the run."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(one.name for one in self.variants)

    @property
    def skill(self) -> bool:
        """True if the casts are pairs of bots, of which the better one is counted."""
        return SKILL in self.metrics

    @property
    def fresh(self) -> range:
        """The blocks that only the base and the best of a screening play; an empty range if there is none."""
        return range(self.blocks, self.blocks + (self.screen.confirm if self.screen is not None else 0))

    def few(self, names: Sequence[str]) -> ComparisonPlan:
        """Return the same comparison of the base with these variants alone."""
        kept = [n for n, name in enumerate(self.names) if n == 0 or name in names]
        return attrs.evolve(
            self,
            variants=tuple(self.variants[n] for n in kept),
            rules=tuple(self.rules[n] for n in kept),
            measured=tuple(self.measured[n] for n in kept),
            screen=None,
            aa=False,
        )

    @property
    def games_in_block(self) -> float:
        """Games over all variants, averaged over the casts."""
        work = self.work("")
        return float(
            sum(
                sum(len(orders(cast, self.rotate)) for cast in casts) / len(casts)
                for casts in (side.casts or self.casts for side in work.sides)
            )
        )

    def texts(self, arm: str) -> list[dict[str, str]]:
        """For each training, by bot of the casts, the bot that plays for it in this arm, where it is another one."""
        return self.adaptation.texts(arm, self.casts) if self.adaptation is not None else []

    def training(self, block: int) -> int:
        """Return the number of the training whose players play this block."""
        made = self.adaptation
        return block // turn(self.casts) % len(made.seeds) if made is not None else 0

    def work(self, failed: str) -> BlockWork:
        """Return what a process needs to play the plan; records of failed games go to the folder `failed`."""
        sides = [
            BlockSide(variant=one, metrics=names, texts=tuple(self.texts(one.name)))
            for one, names in zip(self.variants, self.measured, strict=True)
        ]
        if self.content is not None:
            sides = [
                attrs.evolve(
                    side, content=self.content.kind, sets=self.content.named(arm), holders=self.holders
                )
                for arm, side in enumerate(sides)
            ]
        if self.aa:
            again = attrs.evolve(self.variants[0], name=AGAIN)
            sides.append(attrs.evolve(sides[0], variant=again, shift=self.fresh.stop))
        if self.adaptation is not None:
            variants = dict(zip(self.names, self.variants, strict=True))
            sides += self.adaptation.sides(variants, self.casts)
        return BlockWork(
            sides=tuple(sides),
            casts=self.casts,
            rotate=self.rotate,
            seed=self.seed,
            start=self.position,
            failed=failed,
            turn=turn(self.casts) if self.adaptation is not None else 1,
        )

    def stated(self) -> dict[str, Any]:
        spec = self.spec
        said: dict[str, Any] = {
            VERSION: self.version,
            "variants": {
                one.name: {"text": one.text, **ruleset(rules)}
                for one, rules in zip(self.variants, self.rules, strict=True)
            },
            "players": self.players,
            "bots": [list(cast) for cast in self.casts],
            "rotate": self.rotate,
            "blocks": self.blocks,
            "sequential": self.sequential,
            "effect": self.effect if self.sequential else None,
            "primary": list(spec.primary),
            "margins": dict(sorted(spec.margins.items())),
            "smallest": dict(sorted(spec.smallest.items())),
            "metrics": list(self.metrics),
            "alpha": spec.alpha,
            "power": spec.power,
            "pilot": spec.pilot,
            "resamples": spec.resamples,
            "aa": self.aa,
            "from": self.start,
            "position": digest(self.position) if self.position is not None else None,
            "seed": self.seed,
            **of_bots(dict.fromkeys(bot for cast in self.casts for bot in cast)),
        }
        if self.adaptation is not None:
            said |= self.adaptation.stated(self.casts)
        if "minutes" in self.metrics and (paces := [one for rules in self.rules if (one := own_pace(rules))]):
            said["pace"] = digest(paces)
        if self.covariates:
            said["covariates"] = list(self.covariates)
        if self.content is not None:
            said["content"] = attrs.asdict(self.content)
            said |= {"holders": True} if self.holders else {}
        if self.screen is not None:
            said |= self.screen.stated()
        if self.factors is not None:
            said["factorial"] = {name: sorted(on) for name, on in self.factors.items()}
        return said

    @property
    def games_key(self) -> str:
        """A digest of everything that decides the games: rules, data, code, bots, seed. Not of how many, nor of what
        is asked of them."""
        said = {key: value for key, value in self.stated().items() if key not in ASKED}
        codes = [ours(), *(others(rules) for rules in self.rules)]
        return digest({**said, "code of rules": codes, "again": self.blocks if self.aa else None})

    @property
    def timed(self) -> dict[str, Any]:
        return {"worker": "", "seconds": 0.0}

    def wrong(self, row: Mapping[str, Any], number: int, kept: Mapping[str, Any]) -> str:
        """Return why this row is not the block of this number; "" if it is."""
        if row.get("block") != number or not isinstance(row.get("arms"), dict):
            return f"expected block {number} here"
        own, casts = kept.get("duels", {}), kept.get("bots", ())
        base = next(iter(kept.get("variants", ())), None)
        try:
            few = kept.get("confirm") and number >= kept.get("blocks", 0)
            for arm in row["arms"] if few else {**kept.get("variants", {}), **own, **row["arms"]}:
                games, mine = row["arms"][arm], own.get(arm, casts)
                for game in games:
                    if mine and sorted(game["bots"]) != sorted(mine[number % len(mine)]):
                        return f"block {number} was not played by the bots of the plan"
                    parted = () if arm in own or arm == base else ("parted",)
                    wanted = ("seed", "players", *(() if "error" in game else (*WHOLE, *parted)))
                    if absent := [key for key in wanted if key not in game]:
                        return f"block {number} has a game without {', '.join(absent)}"
            if "seed" in kept and row["seed"] != kept["seed"] + number:
                return f"block {number} was not played with the seed of the plan"
            if list(row["cast"]) != list(casts[number % len(casts)] if casts else row["cast"]):
                return f"block {number} was not played by the cast of the plan"
        except (KeyError, TypeError, AttributeError) as error:
            return f"block {number} is damaged: {error!r}"
        return ""

    @property
    def option_values(self) -> dict[str, dict[str, Any]]:
        return {name: dict(rules.option_values) for name, rules in zip(self.names, self.rules, strict=True)}
