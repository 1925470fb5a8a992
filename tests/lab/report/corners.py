"""The corners that a run may reach: sequential, factorial, failures, nothing at all, and words that attack."""

from __future__ import annotations

import base64
from functools import cache
from typing import Any, TypeVar

import attrs

from tilewright.core.lab.games.bans import BanValue
from tilewright.core.lab.stats.block_table import (
    Analysis,
    Effect,
    Interaction,
    MetricResult,
    SequentialResult,
    Shift,
)
from tilewright.core.lab.stats.seed_share import Luck
from tilewright.core.lab.study.adaptation import AdaptedVariant
from tilewright.core.lab.study.findings import Divergence, FailedGame, Findings, Shown, Worker
from tilewright.core.lab.study.moments import Moment
from tilewright.core.lab.study.relearning import Pupil, Relearned, TrainingShare, VictoryShare
from tilewright.core.lab.study.where import MomentChange, PlaceChange, PlaceMap, WhereAndWhen

from .made import METRICS, NAN, board, made

T = TypeVar("T", MetricResult, Shift, Interaction, Luck)
HOSTILE = "<script>alert('x')</script> & \"quoted\" \u202eturned\x1b[31m \ud800 ]]> -->"
HOSTILE += "\x9b31m\x00\u2028\ufffe javascript:"
LONG = "a_very_long_name_without_any_place_to_break_it_" * 4


def with_path(found: Findings) -> Findings:
    looks = tuple((20 * n, 0.31 * n - 0.4 * (n % 3)) for n in range(1, 11))
    path = SequentialResult(
        metric="margin", variant="B", looks=looks, lower=-2.94, upper=2.94, decision="differs",
        cap=2000, estimate=1.31, low=0.2, high=2.6,
    )  # fmt: skip
    return attrs.evolve(
        found,
        analysis=attrs.evolve(found.analysis, paths=[path]),
        stopped="The upper bound was crossed at block 200.",
        aa={one.name: (n + 0.5) / len(METRICS) for n, one in enumerate(METRICS)},
    )


def with_factors(found: Findings) -> Findings:
    terms = [("river",), ("mill",), ("ferry",), ("river", "mill"), ("river", "ferry"), ("mill", "ferry")]
    effects = [
        Effect(metric=name, term=term, estimate=e, low=e - 0.8, high=e + 0.8, p=p, adjusted=min(1, 3 * p))
        for name in ("margin", "turns")
        for term, e, p in zip(terms, (2.2, -0.1, 0.4, -1.4, 0.1, 0.3), (0.0001, 0.8, 0.31, 0.002, 0.8, 0.5))
    ]
    return attrs.evolve(found, analysis=attrs.evolve(found.analysis, effects=effects))


def with_failures(found: Findings) -> Findings:
    failures = [
        FailedGame(
            variant="B",
            block=n,
            seed=400 + n,
            error="TurnLimit: 500 turns without an end",
            record=f"failed/{n}.jsonl",
        )
        for n in range(20)
    ]
    return attrs.evolve(
        found,
        audit=attrs.evolve(found.audit, failures=failures, p=None),
        deviations=["stopped at block 120 of 400 by Ctrl-C"],
        restricted=[
            BanValue(
                bot=bot,
                full="greedy",
                variant=name,
                value=v,
                low=v - 0.05,
                high=v + 0.05,
                blocks=40,
                change=0.11,
                change_low=0.02,
            )
            for bot, by in (("greedy!no-contest", 0.04), ("greedy!one-step", 0.21))
            for name, v in (("A", by), ("B", by + 0.11))
        ],
    )


def with_relearned(found: Findings, *, known: bool = True) -> Findings:
    """Adapted players of one variant, or of one whose games have all failed."""
    change = AdaptedVariant.of("B")
    low, high = (0.58, 0.71) if known else (NAN, NAN)
    duel, control, edge = (
        VictoryShare(share=middle if known else NAN, low=low - by, high=high - by, games=240 if known else 0)
        for middle, by in ((0.64, 0.0), (0.52, 0.12), (0.12, 0.52))
    )
    learning = [one for one in found.analysis.results if one.variant == change.adapted and not one.part]
    pupil = Pupil(
        ruleset="A", file="0123456789abcdef.yaml", budget="3x8,2x150,8,40", games=492, against="greedy",
        share=0.8, low=0.65, high=0.9,
    )  # fmt: skip
    return attrs.evolve(
        found,
        arms=[attrs.evolve(one, trained="B" if one.name == change.adapted else "A") for one in found.arms],
        trainings=2,
        pupils=[
            attrs.evolve(pupil, ruleset=ruleset, training=number) for ruleset in "AB" for number in (1, 2)
        ],
        relearned=[
            Relearned(
                change=change,
                learning=learning,
                duel=duel,
                control=control,
                edge=edge,
                claim="adapted" if known else "not resolved",
                trainings=[
                    TrainingShare(duel=duel.share + by, control=control.share) for by in (-0.03, 0.03)
                ],
            )
        ],
    )


def with_where(found: Findings, words: str = "mill", variant: str = "B") -> Findings:
    """Ten places and a source of points that differ, others that luck explains."""
    places = [
        PlaceChange(at=(n, -n), place=f"{words} {n}", base=0.4, variant=0.4 + 0.05 * (n % 5 - 2), base_first=0.2,
                    variant_first=0.1, p=0.001 if n % 5 - 2 else 1.0)
        for n in range(12)
    ]  # fmt: skip
    moments = [
        MomentChange(kind=kind, name=words, rounds=(n, n), base=1.0, variant=1.0 + n, p=0.2 / (1 + n) ** 2)
        for kind in ("move", "points")
        for n in range(1, 4)
    ]
    drawn = PlaceMap(move=words, board=words, shared=True, places=places, picture=board(3))
    bare = PlaceMap(move="pass", board="", shared=False, places=[])
    one = WhereAndWhen(variant=variant, blocks=40, alpha=0.05, maps=[drawn, bare], moments=moments)
    return attrs.evolve(found, where=[one])


def without_difference(found: Findings) -> Findings:
    """The same rules twice: every difference is exactly 0."""
    still = [
        attrs.evolve(
            one, variant_mean=one.base_mean, difference=0.0, low=0.0, high=0.0, low90=0.0, high90=0.0, interval="none",
            effect=None, superiority=0.5, p=1.0, adjusted=1.0, correlation=None, gain=None, needed=None,
            verdict="equivalent" if one.margin is not None else "not resolved",
        )
        for one in found.analysis.results
    ]  # fmt: skip
    arms = [attrs.evolve(one, differing={}, text="") for one in found.arms]
    return attrs.evolve(
        found,
        arms=arms,
        analysis=attrs.evolve(found.analysis, results=still, shifts=[], interactions=[]),
        divergences=[Divergence(variant="B", never=1.0, median_round=None)],
        watch=[],
        luck=[],
    )


def blank(one: T, **kept: Any) -> T:
    """The same with NaN for each number that has a fraction, also in rows of them, except for what is kept."""
    unknown: dict[str, Any] = {}
    for field in attrs.fields(type(one)):
        value = getattr(one, field.name)
        if isinstance(value, float):
            unknown[field.name] = NAN
        elif isinstance(value, tuple) and value and isinstance(value[0], float):
            unknown[field.name] = (NAN,) * len(value)
    return attrs.evolve(one, **{**unknown, **kept})


def with_nothing(found: Findings) -> Findings:
    """NaN and None wherever a type allows it."""
    empty = [
        blank(one, blocks=0, interval="none", effect=None, odds_ratio=NAN, p_equivalent=NAN, margin=one.margin,
              verdict="not resolved", needed=None)
        for one in found.analysis.results
    ]  # fmt: skip
    shifts = [blank(one) for one in found.analysis.shifts]
    tests = [blank(one) for one in found.analysis.interactions]
    table = attrs.evolve(
        found.table,
        means={key: values * NAN for key, values in found.table.means.items()},
        games={key: values * NAN for key, values in found.table.games.items()},
        curves={key: values * NAN for key, values in found.table.curves.items()},
    )
    unknown = dict.fromkeys(("entropy", "entropy_by_lot", "span_by_lot", "trimmed_by_lot"))
    return attrs.evolve(
        found,
        table=table,
        analysis=attrs.evolve(found.analysis, results=empty, shifts=shifts, interactions=tests),
        divergences=[Divergence(variant="B", never=NAN, median_round=NAN)],
        audit=attrs.evolve(found.audit, p=NAN),
        luck=[blank(one, outliers=(), **unknown) for one in found.luck],
        aa={"margin": NAN},
        seconds=NAN,
    )


def _attacked(one: Shown, words: str) -> Moment | None:
    if one.moment is None:
        return None
    told = dict.fromkeys(("variant", "said", "record", "command", "review"), words)
    sides = {name: attrs.evolve(getattr(one.moment, name), **told) for name in ("base", "variant")}
    return attrs.evolve(one.moment, **sides)


def hostile(found: Findings) -> Findings:
    """Make an attack of every text from outside, or make it too long."""
    words = HOSTILE + LONG
    names = {"B": HOSTILE}
    metrics = {
        name: attrs.evolve(one, title=words if n % 2 else LONG, unit="<b>")
        for n, (name, one) in enumerate(found.table.metrics.items())
    }
    renamed = {(names.get(v, v), m, p): values for (v, m, p), values in found.table.means.items()}
    table = attrs.evolve(
        found.table,
        variants=("A", HOSTILE),
        metrics=metrics,
        means=renamed,
        games={(names.get(v, v), m): values for (v, m), values in found.table.games.items()},
        curves={(names.get(v, v), m): values for (v, m), values in found.table.curves.items()},
    )
    analysis = attrs.evolve(
        found.analysis,
        results=[attrs.evolve(one, variant=HOSTILE) for one in found.analysis.results],
        shifts=[attrs.evolve(one, variant=HOSTILE) for one in found.analysis.shifts],
        interactions=[attrs.evolve(one, variant=HOSTILE) for one in found.analysis.interactions],
    )
    other = attrs.evolve(
        found.arms[1], name=HOSTILE, text=words, version=words, modules=(words,), edition=words, option_hash=words,
        differing={words: (words, [words]), "many": ({"a": 1}, None)}, notes=(words,),
    )  # fmt: skip
    watch = [
        attrs.evolve(
            one, why=words, variant=words, seats=(words, words), command=words, moment=_attacked(one, words)
        )
        for one in found.watch
    ]
    picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    watch[0] = attrs.evolve(watch[0], picture=picture)
    return attrs.evolve(
        found,
        question=words,
        arms=[found.arms[0], other],
        panel=[(words, "greedy")],
        command=words,
        version=words,
        plan_hash=words,
        deviations=[words],
        table=table,
        analysis=analysis,
        watch=watch,
        luck=[
            attrs.evolve(one, variant=words, outliers=(attrs.evolve(one.outliers[0], command=words),))
            for one in found.luck
        ],
        limits=[words],
        stopped=words,
        divergences=[attrs.evolve(one, variant=words) for one in found.divergences],
        audit=attrs.evolve(
            found.audit,
            workers=[
                Worker(name=words, games=3, wins=(1.0, 2.0)),
                Worker(name="2", games=0, wins=(0.0, 0.0)),
            ],
            failures=[FailedGame(variant=HOSTILE, block=1, seed=2, error=words, record=words)],
        ),
        restricted=[BanValue(bot=words, full=words, variant="A", value=0.1, low=0.0, high=0.2, blocks=9)],
    )


@cache
def cases() -> dict[str, Findings]:
    """All of them by name."""
    one = made()
    return {
        "two": one,
        "three": made(("B", "with the river"), seed=2),
        "many": made(tuple(f"V{n}" for n in range(12)), 24, seed=3),
        "factors": with_factors(made(("B", "C"), 60)),
        "sequential": with_path(one),
        "adapted": with_relearned(made(("B shock", "B adapted"), 60)),
        "unlearned": with_relearned(with_nothing(made(("B shock", "B adapted"), 3)), known=False),
        "failures": with_failures(made(blocks=40)),
        "where": with_where(one),
        "same": without_difference(one),
        "still": made(effect=0.0),
        "single": made(blocks=1),
        "none": with_nothing(made(blocks=3)),
        "empty": attrs.evolve(
            made(blocks=2),
            analysis=Analysis(variants=("A", "B"), blocks=0, results=[], shifts=[], interactions=[]),
        ),
        "hostile": with_where(hostile(made(blocks=30)), HOSTILE + LONG, HOSTILE),
    }


def decoded(uri: str) -> str:
    """The picture in a data URI."""
    return base64.b64decode(uri.partition("base64,")[2]).decode()
