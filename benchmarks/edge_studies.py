"""The cells of edges.py about whole studies: stopping early, seats, searches, content, and blocks that drift."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from edge_intervals import Cell

from tilewright.core.lab.stats.block_table import Floats
from tilewright.core.lab.stats.sequential import Sequential


def stopping(runs: int) -> Iterator[Cell]:
    """The sequential test on skewed differences without an effect, and with the one that it looks for."""
    for name in ("exponential", "log-normal"):
        for effect in (0.3, 0.5, 1.0):
            for times in (0, 1):
                chance = np.random.default_rng(25)
                differs = blocks = 0
                for _ in range(runs // 5):
                    one = Sequential(metric="m", variant="B", effect=effect, cap=2000)
                    while one.decision is None:
                        drawn = chance.exponential(size=50) - 1
                        if name == "log-normal":
                            drawn = (chance.lognormal(0, 1, 50) - np.exp(0.5)) / np.sqrt((np.e - 1) * np.e)
                        one.add(drawn + times * effect)
                    differs += one.decision == "differs"
                    blocks += one.blocks
                yield [name, effect, f"{times} x"], [differs / (runs // 5), blocks / (runs // 5) / 100]


def seats(runs: int) -> Iterator[Cell]:
    """The gap between seats: its interval, and wrong equality where the margin is the truth."""
    from tilewright.core.lab.stats.seat_gap import compare, gap

    shown: Sequence[tuple[float, ...]] = (
        (0.5, 0.5),
        (0.6, 0.4),
        (1 / 3, 1 / 3, 1 / 3),
        (0.4, 0.3, 0.3),
        (0.25, 0.25, 0.25, 0.25),
        (0.2, 0.2, 0.2, 0.2, 0.2),
        (0.3, 0.2, 0.2, 0.2, 0.1),
    )
    for chances in shown:
        truth = max(chances) - min(chances)
        for blocks in (30, 100, 400):
            chance = np.random.default_rng([26, len(chances), blocks])
            held = wrong = between = 0
            for n in range(runs // 2):
                one, two = chance.multinomial(1, chances, size=(2, blocks)).astype(np.float64)
                found = gap(one, seed=n, resamples=500)
                held += found.low - 1e-9 <= truth <= found.high + 1e-9
                wrong += truth > 0 and found.within(truth)
                change = compare(one, two, seed=n, resamples=300)
                between += change.low <= 0 <= change.high
            text = ", ".join(f"{100 * share:.0f}" for share in chances)
            yield [text, blocks], [held / (runs // 2), wrong / (runs // 2), between / (runs // 2)]


def pairs(runs: int) -> Iterator[Cell]:
    """The difference between the gaps of two rulesets whose games are the same unless their luck is drawn again."""
    from tilewright.core.lab.stats.seat_gap import compare

    even, four, five = (0.5, 0.5), (0.25,) * 4, (0.2,) * 5
    shown: Sequence[tuple[tuple[float, ...], tuple[float, ...]]] = (
        (even, even),
        ((0.6, 0.4), (0.6, 0.4)),
        (four, four),
        (even, (0.6, 0.4)),
        ((0.6, 0.4), (0.4, 0.6)),
        ((0.3, 0.25, 0.25, 0.2), (0.35, 0.25, 0.2, 0.2)),
        (five, (0.3, 0.2, 0.2, 0.2, 0.1)),
    )
    for first, second in shown:
        truth = np.ptp(second) - np.ptp(first)
        for again in (0.0, 0.1, 1.0):
            for blocks in (30, 60, 200):
                chance = np.random.default_rng([28, len(first), blocks])
                held = wrong = 0
                width = 0.0
                for n in range(runs // 2):
                    luck = chance.random((2, blocks))
                    luck[1] = np.where(chance.random(blocks) < again, luck[1], luck[0])
                    one, two = (
                        np.eye(len(odds))[np.searchsorted(np.cumsum(odds)[:-1], drawn, side="right")]
                        for odds, drawn in zip((first, second), luck, strict=True)
                    )
                    margin = float(abs(truth))
                    seen = compare(one, two, seed=n, resamples=500)
                    held += seen.low - 1e-9 <= truth <= seen.high + 1e-9
                    wrong += -margin < seen.low90 and seen.high90 < margin
                    width += seen.high - seen.low
                text = [", ".join(f"{100 * share:.0f}" for share in odds) for odds in (first, second)]
                yield (
                    [*text, f"{100 * again:.0f} %", blocks],
                    [held / (runs // 2), wrong / (runs // 2), width / (runs // 2)],
                )


def confirmed(runs: int) -> Iterator[Cell]:
    """Five settings whose mean is the bound of their target: whatever is called met is wrong."""
    from tilewright.core.lab.design.confirmation import check
    from tilewright.core.lab.design.estimates import estimate
    from tilewright.core.lab.design.targets import Quantity, SearchTarget

    of = Quantity(name="m", title="m", kind="metric")
    shown = {
        "normal": lambda chance, shape: 10 + 3 * chance.normal(size=shape),
        "exponential": lambda chance, shape: chance.exponential(10, shape),
        "log-normal": lambda chance, shape: 10 * chance.lognormal(-0.5, 1, shape),
        "20 in 5 %, else 0": lambda chance, shape: 20.0 * (chance.random(shape) < 0.05),
        "20 in 5 %, and noise": lambda chance, shape: (
            20.0 * (chance.random(shape) < 0.05) + chance.normal(size=shape)
        ),
    }
    truth = {"20 in 5 %, else 0": 1.0, "20 in 5 %, and noise": 1.0}
    for name, drawn in shown.items():
        for blocks in (30, 100, 300):
            chance = np.random.default_rng([33, blocks])
            mean = truth.get(name, 10.0)
            target = SearchTarget(text="m", quantity=of, high=mean)
            easy = SearchTarget(text="m", quantity=of, high=1.5 * mean)
            met = held = told = 0
            for _ in range(runs // 2):
                checks = []
                for values in drawn(chance, (5, blocks)):
                    rows = [
                        {"block": n, "arms": {"panel 1": [{"values": {"m": one}}]}}
                        for n, one in enumerate(values.tolist())
                    ]
                    checks.append(estimate(of, rows, 0.05 / 5))
                met += any(check(target, one, {}).verdict == "met" for one in checks)
                held += all(one.low <= mean <= one.high for one in checks)
                told += sum(check(easy, one, {}).verdict == "met" for one in checks)
            yield [name, blocks], [met / (runs // 2), held / (runs // 2), told / (runs // 2) / 5]


def contents(runs: int) -> Iterator[Cell]:
    """Items that do nothing, in blocks that share their luck."""
    from tilewright.core.lab.content.draws import Dealt, sets
    from tilewright.core.lab.content.effects import fit

    for items, size, arms, blocks in ((10, 3, 3, 60), (16, 4, 4, 80), (8, 4, 2, 40)):
        names = tuple(map(str, range(items)))
        inside = Dealt(kind="x", items=names, drawn=sets(items, size, arms, blocks, 3)).inside(range(blocks))
        for skewed in (False, True):
            chance = np.random.default_rng([34, items])
            alarms = pairs = held = 0.0
            for _ in range(runs):
                luck = 2 * chance.normal(size=(blocks, 1))
                own = (
                    chance.exponential(size=(blocks, arms)) if skewed else chance.normal(size=(blocks, arms))
                )
                found = fit("m", luck + own, inside, names, 0.05)
                alarms += any(one.adjusted < 0.05 for one in found.items)
                pairs += any(one.adjusted < 0.05 for one in found.pairs)
                held += float(np.mean([one.low <= 0 <= one.high for one in found.items]))
            what = f"{size} of {items} items, {arms} sets, {'exponential' if skewed else 'normal'}"
            yield [what, blocks], [alarms / runs, pairs / runs, held / runs]


def trend(runs: int) -> Iterator[Cell]:
    """Blocks alike or not over time: how often a trend is told, and what a sequential test of 0.1 SD does."""
    blocks = 2000
    shown: dict[str, Callable[[np.random.Generator], Floats]] = {
        "alike": lambda chance: np.zeros(blocks),
        "another mean every 100 blocks, SD 0.25": lambda chance: np.repeat(
            chance.choice([-0.25, 0.25], size=blocks // 100), 100
        ),
        "from +0.4 to -0.4 SD": lambda chance: np.linspace(0.4, -0.4, blocks),
    }
    for name, mean in shown.items():
        differs = undecided = told = 0
        for n in range(runs // 5):
            chance = np.random.default_rng([35, n])
            values = chance.normal(size=blocks) + mean(chance)
            try:
                from tilewright.core.lab.stats.trend import drift

                told += drift(values)[0] < 0.01
            except ImportError:  # a version that looks for none
                pass
            test = Sequential(metric="m", variant="B", effect=0.1, cap=blocks)
            test.add(values)
            differs += test.decision == "differs"
            undecided += bool(getattr(test, "drifting", False))
        used = runs // 5
        yield [name], [told / used, differs / used, undecided / used]
