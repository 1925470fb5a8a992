"""Findings made up for tests of reports, without playing a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from tilewright.core.lab.stats.block_table import (
    Analysis,
    BlockTable,
    Floats,
    Interaction,
    MetricResult,
    Shift,
    Spec,
)
from tilewright.core.lab.stats.seed_share import Luck, Outlier
from tilewright.core.lab.study.findings import Arm, Audit, Divergence, Findings, Shown, Worker
from tilewright.core.lab.study.moments import Moment, MomentSide
from tilewright.core.meters.metrics import Group, Metric

from ...cases import cases

NAN = float("nan")
OVER: tuple[tuple[Literal["seat", "bot"], float], ...] = (("seat", 0.31), ("bot", 0.0004))


def metric(
    name: str,
    title: str,
    group: Group,
    unit: str = "",
    kind: Literal["mean", "rate"] = "mean",
    by: Literal["game", "seat", "round"] = "game",
) -> Metric:
    return Metric(name=name, title=title, group=group, unit=unit, kind=kind, by=by)


METRICS = [
    metric("margin", "margin of the winner", "tension", "points"),
    metric("turns", "length of the game", "viability", "turns"),
    metric("first", "advantage of the first seat", "balance", kind="rate"),
    metric("score", "score", "balance", "points", by="seat"),
    metric("win", "share of wins", "balance", kind="rate", by="seat"),
    metric("ties", "shared victories", "viability", kind="rate"),
    metric("leads", "changes of the lead", "tension"),
    metric("branching", "moves to choose from", "choice", "moves"),
    metric("entropy", "entropy of kinds of action", "choice", "bits"),
    metric("price", "price paid for a tile", "economy", "gold"),
    metric("holes", "holes in the board", "tiles"),
    metric("gap", "leader's lead", "tension", "points", by="round"),
    metric("frontier", "open cells", "tiles", "cells", by="round"),
    *(
        metric(f"source.{name}", name, "sources", "points", by="seat")
        for name in (
            "castles",
            "rows",
            "harvest",
            "markets",
            "ships",
            "roads",
            "losses",
            "last tile",
            "towers",
        )
    ),
]


def result(
    name: str, base: Floats, other: Floats, variant: str, part: str = "", primary: bool = False, **more: Any
) -> MetricResult:
    """Return roughly the analysis of these block means."""
    apart = other - base
    apart = apart[np.isfinite(apart)]
    n = apart.size
    mean = float(apart.mean()) if n else NAN
    sd = float(apart.std(ddof=1)) if n > 1 else 0.0
    reach = 1.97 * sd / max(n, 1) ** 0.5
    p = 1.0 if not mean else 2 * (1 - 0.5 * (1 + np.tanh(0.8 * abs(mean) / max(reach / 1.97, 1e-9))))
    margin = more.pop("margin", None)
    equal = margin is not None and abs(mean) + 0.84 * reach < margin
    verdict = "equivalent" if equal else "differs" if p < 0.05 else "not resolved"
    told: dict[str, Any] = {
        "variant": variant,
        "metric": name,
        "part": part,
        "family": "primary" if primary else "exploratory",
        "blocks": int(n),
        "base_mean": float(np.nanmean(base)) if np.isfinite(base).any() else NAN,
        "variant_mean": float(np.nanmean(other)) if np.isfinite(other).any() else NAN,
        "difference": mean,
        "low": mean - reach,
        "high": mean + reach,
        "interval": "test" if sd else "none",
        "paired": True,
        "correlation": 0.71,
        "gain": 2.4,
        "effect": mean / sd if sd else None,
        "superiority": float(((apart > 0) + 0.5 * (apart == 0)).mean()) if n else NAN,
        "odds_ratio": 1.27 if name in ("first", "win") else None,
        "p": float(p),
        "adjusted": float(min(1.0, 1.4 * p)),
        "margin": margin,
        "low90": mean - 0.84 * reach,
        "high90": mean + 0.84 * reach,
        "p_equivalent": 0.01 if equal else None,
        "verdict": verdict,
        "needed": 4 * int(n) + 7 if verdict == "not resolved" else None,
    }
    return MetricResult(**{**told, **more})


def arm(name: str, text: str = "", **differing: tuple[object, object]) -> Arm:
    return Arm(
        name=name,
        text=text,
        game="meadow",
        version="1.2",
        modules=("river",) if "river" in text else (),
        edition=None,
        options={"hand": 3, "castle_points": 5},
        option_hash=f"{abs(hash(name)) % 16**8:08x}",
        data_digest="5f0c" * 16,
        differing=differing,
        notes=("the back of tile 7 is reconstructed",),
    )


def board(n: int, wide: int = 20) -> str:
    """An SVG with ids that would clash, by default as big as those of real games."""
    colours = ("#8fbf6a", "#d9c27a", "#7aa7c7")
    cells = [
        f'<g><title>cell {x},{y}</title><polygon id="metrics" points="{40 * x},{40 * y} {40 * x + 38},{40 * y} '
        f'{40 * x + 38},{40 * y + 38} {40 * x},{40 * y + 38}" fill="{colours[(x * y + n) % 3]}" stroke="#555555"/>'
        f'<text x="{40 * x + 8}" y="{40 * y + 24}" font-size="12" fill="#1a1a1a">L{x}{y}</text></g>'
        for x in range(wide)
        for y in range(14)
    ]
    size = 'viewBox="0 0 800 560" width="800" height="560"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(cells)}</svg>'


def games_to_watch(variants: Sequence[str]) -> list[Shown]:
    whys = cases(__file__, "whys")
    return [
        Shown(
            why=why,
            variant=variants[n % len(variants)],
            block=17 * n + 3,
            seed=9100 + n,
            seats=("greedy", "search:40"),
            scores=(61 + n, 58 - n),
            command=f"tilewright replay failed/block-{17 * n + 3}-{variants[n % len(variants)]}.jsonl",
            picture=board(n),
            moment=moment(variants[n % len(variants)], n) if n < 3 else None,
        )
        for n, why in enumerate(whys)
    ]


def moment(variant: str, n: int) -> Moment:
    """With two pictures, with one, without records."""
    base, other = (
        MomentSide(
            variant=name,
            said=f"{name}: anna plays mill {at}",
            record=f"watch/{n}.jsonl" if n else "",
            command=f"tilewright replay study/watch/{n}.jsonl --at 7" if n else "",
            review=f"tilewright review study/watch/{n}.jsonl" if n else "",
            picture=board(n if n == 1 else at, 3),
        )
        for at, name in enumerate(("A", variant))
    )
    return Moment(kind="points" if n == 1 else "decision", decision=7, turn=3, base=base, variant=other)


def made(
    variants: Sequence[str] = ("B",), blocks: int = 120, *, effect: float = 1.0, seed: int = 1
) -> Findings:
    """A comparison of the base A with these."""
    draw = np.random.default_rng(seed)
    names = ("A", *variants)
    means: dict[tuple[str, str, str], Floats] = {}
    games: dict[tuple[str, str], Floats] = {}
    curves: dict[tuple[str, str], Floats] = {}
    for k, one in enumerate(METRICS):
        size = 0.35 if one.kind == "rate" else 12.0 if one.name in ("score", "turns") else 4.0
        where = 0.5 if one.kind == "rate" else 6.0 * size if one.name in ("score", "turns") else 2.2 * size
        if one.name == "source.losses":
            where = -3.0
        shared = draw.normal(0, 0.6, blocks)
        for n, name in enumerate(names):
            moved = effect * n * (0.35, 0.02, -0.3, 0.2, 0.0)[k % 5] * size
            if one.by == "round":
                ends = 10 + draw.integers(0, 8, blocks)
                rounds = np.arange(18)[None, :]
                walk = 3 + 0.5 * rounds + moved * rounds / 12 + draw.normal(0, 2, (blocks, 18))
                curves[name, one.name] = np.where(rounds < ends[:, None], walk, NAN)
                continue
            values = where + moved + size * (shared[:, None] + draw.normal(0, 0.5, (blocks, 4))) * 0.8
            if one.kind == "rate":
                values = (values > 0.5).astype(float)
            elif one.name in ("score", "turns", "margin"):
                values = np.maximum(0, np.round(values))
            games[name, one.name] = values
            means[name, one.name, ""] = values.mean(axis=1)
            if one.by == "seat" and one.group != "sources":
                for seat in (1, 2):
                    means[name, one.name, f"seat {seat}"] = values[:, seat - 1 :: 2].mean(axis=1)
                for bot in ("greedy", "search:40"):
                    means[name, one.name, f"bot {bot}"] = values[:, : 2 + (bot == "greedy")].mean(axis=1)
    table = BlockTable(
        variants=names,
        metrics={one.name: one for one in METRICS},
        blocks=tuple(range(blocks)),
        means=means,
        games=games,
        curves=curves,
        diverged={name: np.full(blocks, 0.9) for name in variants},
    )
    spec = Spec(primary=("margin", "turns", "first"), margins={"turns": 2.0, "first": 0.05})
    results = [
        result(name, means["A", name, part], means[variant, name, part], variant, part,
               primary=name in spec.primary, margin=spec.margins.get(name))
        for variant in variants
        for (of, name, part) in means
        if of == variant
    ]  # fmt: skip
    shifts = [shift(variant, name, games) for variant in variants for name in ("margin", "turns", "score")]
    tests = [
        Interaction(variant=variant, metric=name, over=over, parts=("1", "2"), p=p)
        for variant in variants
        for name in ("score", "win")
        for over, p in OVER
    ]
    return Findings(
        question=f"meadow with 2 players: what does {' or '.join(variants)} change?",
        arms=[
            arm("A"),
            *(
                arm(
                    name,
                    f"castle_points={7 + n} with=river",
                    castle_points=(5, 7 + n),
                    modules=((), ("river",)),
                )
                for n, name in enumerate(variants)
            ),
        ],
        players=2,
        panel=[("random", "random"), ("greedy", "greedy"), ("greedy", "search:40")],
        spec=spec,
        plan={"game": "meadow", "blocks": blocks, "primary": list(spec.primary)},
        plan_hash="0123456789abcdef",
        deviations=[],
        seed=7,
        command="tilewright compare meadow --b 'castle_points=7 with=river' --bots 'random;greedy;greedy,search:40' "
        f"--blocks {blocks} --primary margin,turns,first --margin turns=2 --margin first=0.05 --seed 7 --out study",
        version="0.1.0",
        seconds=1284.2,
        table=table,
        analysis=Analysis(variants=names, blocks=blocks, results=results, shifts=shifts, interactions=tests),
        divergences=[Divergence(variant=name, never=0.104, median_round=3.0) for name in variants],
        audit=Audit(
            workers=[
                Worker(name="1", games=250, wins=(130.5, 119.5)),
                Worker(name="2", games=230, wins=(118.0, 112.0)),
            ],
            p=0.62,
            failures=[],
            games={name: 2 * blocks for name in names},
        ),
        watch=games_to_watch(names),
        luck=[luck_of(name) for name in names],
        limits=["Openings other than the printed ones were not tried."],
    )


def luck_of(variant: str) -> Luck:
    return Luck(
        variant=variant, seeds=120, games=480, shares=(0.55, 0.45), gap=0.1, gap_low=0.012, gap_high=0.188,
        gap_by_lot=0.036, gap_p=0.031, entropy=0.42, entropy_low=0.35, entropy_high=0.49, entropy_by_lot=0.81,
        span=61.5, span_by_lot=40.25, trimmed=20.0, trimmed_by_lot=18.5,
        outliers=tuple(
            Outlier(seed=n, lead=-31.5 - n, distance=-4.1 - n, command=f"tilewright play meadow --seed {n}")
            for n in range(7)
        ),
    )  # fmt: skip


def shift(variant: str, name: str, games: dict[tuple[str, str], Floats]) -> Shift:
    at = np.arange(1, 10) / 10
    base, other = (np.quantile(games[side, name], at) for side in ("A", variant))
    return Shift(
        variant=variant, metric=name, base=tuple(base.tolist()), other=tuple(other.tolist()),
        low=tuple((other - base - 0.8).tolist()), high=tuple((other - base + 0.9).tolist()),
        p=0.0004, spread=1.08, spread_low=0.97, spread_high=1.2,
    )  # fmt: skip
