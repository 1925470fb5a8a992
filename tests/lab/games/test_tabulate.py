"""From rows to the table: means inside blocks, parts, what is missing, worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from tilewright.core.lab.games.bans import restricted
from tilewright.core.lab.games.tabulate import long, table
from tilewright.core.lab.study.audit import audit, lost_blocks
from tilewright.core.meters.metrics import Metric

from ...cases import cases

POINTS = Metric(name="points", title="points", group="balance", by="seat")
LENGTH = Metric(name="length", title="length", group="viability")
GAP = Metric(name="gap", title="gap", group="tension", by="round")
CASTLE = Metric(name="source.castle", title="castles", group="sources", by="seat")
METRICS = {metric.name: metric for metric in (POINTS, LENGTH, GAP, CASTLE)}


def game(bots: str, points: list[float], length: float | None = 4, **more: Any) -> dict[str, Any]:
    values = {"points": points, "length": length, "gap": more.pop("gap", [])}
    return {
        "bots": [*bots],
        "scores": [0] * len(bots),
        "values": values,
        "winners": [0],
        "parted": None,
        "seed": 1,
        **more,
    }


def row(block: int, cast: str, worker: str = "w", **arms: list[dict[str, Any]]) -> dict[str, Any]:
    return {"block": block, "seed": 1, "cast": [*cast], "arms": arms, "worker": worker, "seconds": 1.0}


FAILED: dict[str, Any] = cases(__file__, "failed")
ROWS = [
    row(
        0,
        "xy",
        A=[game("xy", [1, 2], 4, gap=[1, 3]), game("yx", [3, 6], None, gap=[3])],
        B=[game("xy", [2, 2], 5, parted=3), game("yx", [4, 6], 7)],
    ),
    row(1, "xx", worker="v", A=[game("xx", [5, 7])], B=[game("xx", [5, 7], 4)]),
    row(2, "xy", A=[game("xy", [1, 1]), game("yx", [1, 1])], B=[game("xy", [1, 1]), FAILED]),
    row(3, "xy", A=[FAILED, game("yx", [1, 1])], B=[game("xy", [9, 9]), game("yx", [9, 9])]),
]
for one in ROWS[0]["arms"]["B"]:
    one["values"]["source.castle"] = [2, 4]


def test_the_gap_is_that_of_the_best_and_the_worst_seat_of_all_blocks() -> None:
    """Seats win 1/2, 1 and 1/4 of their games in three blocks: seat 2 is the best and seat 3 the worst one."""
    metric = Metric(name="seats", title="seats", group="balance", by="seat", kind="gap")
    blocks: list[list[list[float]]] = [[[1, 1, 0], [0, 1, 0]], [[1, 1, 0]], [[0, 1, 0.75]]]
    rows = [
        row(n, "xxx", A=[{**game("xxx", []), "values": {"seats": seats}} for seats in games])
        for n, games in enumerate(blocks)
    ]
    found = table(rows, ("A",), {"seats": metric})
    assert found.means["A", "seats", "seat 1"].tolist() == [0.5, 1, 0]
    assert found.means["A", "seats", ""].tolist() == [1, 1, 0.25]
    assert ("A", "seats") not in found.games


def test_wins_of_pickers_above_their_seat_and_bot() -> None:
    """x wins 2/3 in seat 1 (won, won, lost), 1/4 in seat 2 (lost, half); y wins the rest."""
    picking = Metric(name="pick", title="pick", group="content", by="seat", over_wins=True)

    def played(bots: str, winners: list[int], *picked: int) -> dict[str, Any]:
        won = [(seat in winners) / len(winners) if seat in picked else None for seat in (0, 1)]
        return {**game(bots, []), "winners": winners, "values": {"pick": won}}

    rows = [
        row(0, "xy", A=[played("xy", [0], 0), played("yx", [0], 1)]),
        row(1, "xy", A=[played("xy", [0], 0, 1), played("yx", [0, 1], 1)]),
        row(2, "xy", A=[played("xy", [1])]),
    ]
    found = table(rows, ("A",), {"pick": picking})
    first = (1 - 2 / 3) + (0 - 1 / 4)
    second = (1 - 2 / 3) + (0 - 1 / 3) + (1 / 2 - 1 / 4)
    np.testing.assert_allclose(found.means["A", "pick", ""], [first / 2, second / 3, np.nan])
    assert ("A", "pick", "seat 1") not in found.means
    everybody = [
        row(
            n,
            "xyz",
            A=[
                {
                    **game("xyz", []),
                    "winners": won,
                    "values": {"pick": [float(s in won) / len(won) for s in range(3)]},
                }
            ],
        )
        for n, won in enumerate([[0], [1], [2], [0, 1], [0], [1, 2], [0, 1, 2]])
    ]
    assert not table(everybody, ("A",), {"pick": picking}).means["A", "pick", ""].any(), "exactly 0"


def test_blocks_know_their_cast() -> None:
    assert table(ROWS, ("A", "B"), METRICS).casts == (0, 1, 0, 0)


def test_means_inside_blocks() -> None:
    found = table(ROWS, ("A", "B"), METRICS)
    assert found.blocks == (0, 1, 2, 3)
    same = np.testing.assert_array_equal
    nan = np.nan
    same(found.means["A", "points", ""], [3, 6, 1, nan])
    same(found.means["B", "points", ""], [3.5, 6, nan, nan])
    same(found.means["A", "points", "seat 1"], [2, 5, 1, nan])
    same(found.means["A", "points", "seat 2"], [4, 7, 1, nan])
    same(found.means["A", "points", "bot x"], [(1 + 6) / 2, 6, 1, nan])
    same(found.means["A", "points", "bot y"], [(2 + 3) / 2, nan, 1, nan])
    same(found.means["A", "length", ""], [4, 4, 4, nan])
    assert ("A", "length", "seat 1") not in found.means


def test_single_games_curves_and_partings() -> None:
    found = table(ROWS, ("A", "B"), METRICS)
    nan = np.nan
    same = np.testing.assert_array_equal
    same(found.games["A", "length"], [[4, nan], [4, nan], [4, 4], [nan, nan]])
    same(found.games["A", "points"][1], [5, 7, nan, nan])
    same(found.curves["A", "gap"], [[2, 3], [nan, nan], [nan, nan], [nan, nan]])
    same(found.diverged["B"], [0.5, 0, nan, nan])
    assert "A" not in found.diverged and not any(key[1] == "gap" for key in found.means)


def test_a_source_that_rules_do_not_know_gives_nothing() -> None:
    found = table(ROWS, ("A", "B"), METRICS)
    np.testing.assert_array_equal(found.means["A", "source.castle", ""], [0, 0, 0, np.nan])
    np.testing.assert_array_equal(found.means["B", "source.castle", "seat 2"], [4, 0, np.nan, np.nan])


def test_one_bot_has_no_part_of_its_own() -> None:
    found = table(ROWS[1:2], ("A", "B"), METRICS)
    assert not [part for _, _, part in found.means if part.startswith("bot")]


def test_the_long_table_holds_every_mean() -> None:
    found = table(ROWS, ("A", "B"), METRICS)
    columns = long(found)
    assert {len(column) for column in columns.values()} == {4 * len(found.means)}
    at = [
        n
        for n, key in enumerate(zip(columns["block"], columns["variant"], columns["metric"], columns["part"]))
        if key == (1, "B", "points", "seat 2")
    ]
    assert [columns["value"][n] for n in at] == [7.0]


def test_failures_are_counted_and_cost_their_blocks() -> None:
    found = audit(ROWS, ("A", "B"))
    assert [(one.variant, one.block, one.seed, one.record) for one in found.failures] == [
        ("B", 2, 3, "there.jsonl"),
        ("A", 3, 3, "there.jsonl"),
    ]
    assert found.games == {"A": 7, "B": 7} and found.p is None
    assert [one.name for one in found.workers] == ["process 1", "process 2"]
    assert found.workers[0].games == 6 and found.workers[0].wins == (5.0, 0.0)
    assert lost_blocks(audit(ROWS, ("A", "B")).failures, ("A", "B")) == {"B": 2}


def test_the_audit_sees_a_process_that_cheats() -> None:
    fair = [row(n, "xy", f"w{n % 2}", A=[game("xy", [1, 1], winners=[n // 2 % 2])]) for n in range(80)]
    bent = [row(n, "xy", f"w{n % 2}", A=[game("xy", [1, 1], winners=[n % 2])]) for n in range(80)]
    honest, found = audit(fair, ("A",)).p, audit(bent, ("A",)).p
    assert honest is not None and honest > 0.5 and found is not None and found < 1e-6


def test_what_a_ban_costs() -> None:
    """The free bot wins one game and shares another, then wins both: 0.5 and 1 more than the banned one."""
    blocks = []
    for n, winners in enumerate(([0, 1], [0, 1])):
        games = [{**game("xy", [1, 1]), "bots": ["x", "x!slow"], "winners": [winners[0]]}]
        games.append(
            {**game("xy", [1, 1]), "bots": ["x!slow", "x"], "winners": [winners[1]] if n else [0, 1]}
        )
        blocks.append({**row(n, "xy", A=games, B=games), "cast": ["x", "x!slow"]})
    base, other = restricted(blocks, ("A", "B"), 0.05)
    assert base.bot == "x!slow" and base.full == "x" and base.blocks == 2
    assert base.value == 0.75 and base.low < 0.75 < base.high
    assert other.change == 0 and other.change_high == -other.change_low == 2 * (1 - 0.025**0.5)
    assert restricted(ROWS, ("A", "B"), 0.05) == []
