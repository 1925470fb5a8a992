"""Bundles of blocks say what their blocks say: the same means, and intervals as wide."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import BlockTable, Spec
from tilewright.core.lab.study.sums import MOST, Bundles
from tilewright.core.meters.metrics import Metric

BLOCKS = 2400
METRICS = {
    "points": Metric(name="points", title="points", group="balance"),
    "skewed": Metric(name="skewed", title="skewed", group="balance"),
    "wins": Metric(name="wins", title="wins", group="balance", kind="rate"),
    "rare": Metric(name="rare", title="rare", group="balance", kind="rate"),
    "never": Metric(name="never", title="never", group="balance", kind="rate"),
}


@pytest.fixture(scope="module")
def blocks() -> BlockTable:
    """Two casts in turn, the second of which scores more; some blocks without a value."""
    chance, second = np.random.default_rng(4), np.arange(BLOCKS) % 2
    luck = chance.normal(40, 9, BLOCKS)
    one = {
        "points": luck + 20 * second,
        "skewed": chance.exponential(3, BLOCKS),
        "wins": chance.integers(0, 3, BLOCKS) / 2,
        "rare": np.zeros(BLOCKS),
        "never": np.zeros(BLOCKS),
    }
    other = {
        "points": luck + 22 * second + chance.normal(0.2, 4, BLOCKS),
        "skewed": chance.exponential(3.4, BLOCKS),
        "wins": np.where(chance.random(BLOCKS) < 0.3, chance.integers(0, 3, BLOCKS) / 2, one["wins"]),
        "rare": (np.arange(BLOCKS) % 800 == 17).astype(float),
        "never": np.zeros(BLOCKS),
    }
    one["skewed"][[5, 900]] = np.nan
    means = {
        (name, metric, ""): values
        for name, arm in (("A", one), ("B", other))
        for metric, values in arm.items()
    }
    return BlockTable(
        variants=("A", "B"),
        metrics=METRICS,
        blocks=tuple(range(BLOCKS)),
        means=means,
        games={},
        curves={},
        diverged={"B": np.ones(BLOCKS)},
        casts=tuple(second.tolist()),
    )


def bundled(table: BlockTable) -> BlockTable:
    sums = Bundles(BLOCKS, 2)
    for first in range(0, BLOCKS, 500):
        here = slice(first, first + 500)
        part = attrs.evolve(
            table,
            blocks=table.blocks[here],
            means={key: values[here] for key, values in table.means.items()},
            diverged={"B": table.diverged["B"][here]},
        )
        sums.add(part)
    return sums.table(table)


def test_bundles_say_what_their_blocks_say(blocks: BlockTable) -> None:
    sums = bundled(blocks)
    assert len(sums.blocks) == 480 <= MOST and sums.size == 5
    spec = Spec(
        primary=("points", "wins", "rare"), margins={"never": 0.01, "rare": 0.01}, seed=1, resamples=600
    )
    one, two = (analyse(table, spec) for table in (blocks, sums))
    for metric in METRICS:
        mine, theirs = one.of("B", metric), two.of("B", metric)
        wide = mine.high - mine.low
        assert abs(theirs.difference - mine.difference) < 0.08 * wide, metric
        assert 0.9 < (theirs.high - theirs.low) / wide < 1.12, metric
        assert theirs.verdict == mine.verdict, metric
        assert theirs.blocks == mine.blocks or metric == "skewed"
        assert theirs.differing == mine.differing and abs(theirs.superiority - mine.superiority) < 1e-3, (
            metric
        )
        if mine.effect:
            assert theirs.effect is not None and abs(theirs.effect / mine.effect - 1) < 0.12, metric
        if mine.needed is not None:
            assert theirs.needed is not None and 0.6 < theirs.needed / mine.needed < 1.6, metric


def test_rare_events_are_counted_in_blocks(blocks: BlockTable) -> None:
    """Three of 2,400 blocks: at most 0.0037, where bundles alone would allow for 0.011."""
    found = analyse(bundled(blocks), Spec(primary=("rare",), seed=1, resamples=600)).of("B", "rare")
    assert found.low <= 0 and 0.0030 < found.high < 0.0042
    never = analyse(bundled(blocks), Spec(primary=("never",), seed=1, resamples=600)).of("B", "never")
    assert -0.0018 < never.low < -0.0012 and 0.0012 < never.high < 0.0018
