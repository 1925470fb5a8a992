"""A share that all seats have together is 1/n whatever the rules are; what is asked is how bots divide it."""

from __future__ import annotations

import attrs
import numpy as np
import pytest

from tilewright.core.lab.report.provenance import panel
from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.stats.block_table import BlockTable, Spec
from tilewright.core.lab.study.bot_shares import by_bot, part_of_all
from tilewright.core.meters.metrics import Metric

WIN = Metric(name="win", title="win share", group="balance", kind="rate", by="seat")
CHANCE = np.random.default_rng(5)


def table(**bots: tuple[float, float]) -> BlockTable:
    """Blocks of two players: how often each bot wins under both rules; the last one wins the rest."""
    means = {}
    for n, arm in enumerate("AB"):
        won = {bot: (CHANCE.random(200) < odds[n]).astype(float) for bot, odds in bots.items()}
        for seat in (1, 2):
            means[arm, "win", f"seat {seat}"] = CHANCE.random(200)
        means[arm, "win", ""] = np.full(200, 0.5)
        means |= {(arm, "win", f"bot {bot}"): share for bot, share in won.items()}
        if len(bots) == 1:
            means[arm, "win", "bot last"] = 1 - next(iter(won.values()))
    return BlockTable(
        variants=("A", "B"),
        metrics={"win": WIN},
        blocks=tuple(range(200)),
        means=means,
        games={},
        curves={},
        diverged={},
    )


def test_the_shares_of_bots_stand_for_what_is_1_over_n_by_construction() -> None:
    """Of two bots that divide the victory one is enough: the other's difference is the same with another sign."""
    seen, spec = by_bot(table(greedy=(0.5, 0.8)), Spec(primary=("win",), margins={"win": 0.05}))
    assert spec.primary == ("win.greedy",) and spec.margins["win.greedy"] == 0.05
    found = analyse(seen, spec)
    assert found.of("B", "win").verdict == "the same" or found.of("B", "win").family == "exploratory"
    assert found.of("B", "win.greedy").verdict == "differs"
    assert [one.metric for one in found.asked("B", "win")] == ["win.greedy"]
    assert seen.metrics["win.greedy"].title == "win share of greedy"


def test_three_bots_are_three_metrics() -> None:
    seen, spec = by_bot(table(a=(0.2, 0.2), b=(0.3, 0.3), c=(0.5, 0.5)), Spec(primary=("win",)))
    assert spec.primary == ("win.a", "win.b", "win.c")
    assert set(spec.primary) < set(seen.metrics)


@pytest.mark.parametrize("kind", ["one bot", "not constant", "by game"])
def test_other_metrics_stay_as_they_are(kind: str) -> None:
    made, spec = table(greedy=(0.5, 0.5)), Spec(primary=("win",))
    if kind == "one bot":
        made = attrs.evolve(made, means={key: one for key, one in made.means.items() if "bot" not in key[2]})
    elif kind == "not constant":
        made = attrs.evolve(made, means={**made.means, ("B", "win", ""): CHANCE.random(200)})
    else:
        made = attrs.evolve(made, metrics={"win": attrs.evolve(WIN, by="game")})
    assert by_bot(made, spec) == (made, spec) or by_bot(made, spec)[0] is made
    assert part_of_all(made, "win") == (kind == "one bot")


def test_a_level_is_called_as_it_was_typed() -> None:
    named = "normal=learned:anyway~1.9"
    seen = by_bot(table(**{named: (0.6, 0.7)}), Spec(primary=("win",), seed=1))[0]
    assert seen.metrics[f"win.{named}"].title == "win share of normal"
    assert panel([(named, "greedy"), (named, named)]) == "normal, greedy; all normal"
