"""Blocks: seatings, the same luck for everybody, exactly nothing between equal rules, failures kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core import bots
from tilewright.core.lab.games.block import BlockPlayer, BlockSide, BlockWork, Trace, orders, parted
from tilewright.core.lab.games.variants import Variant, variant
from tilewright.core.meters.metrics import Course
from tilewright.core.rules.actions import Action
from tilewright.core.simulation import games as simulate

from ...cases import cases
from ..site import STUCK
from ..site import site as site

BASE = Variant(name="A", game="rebirth")
FEW = ("score", "margin", "win")


def work(*texts: str, casts: tuple[tuple[str, ...], ...] = (("random", "random"),), **more: Any) -> BlockWork:
    """The base and a variant for each text."""
    variants = [BASE, *(variant(f"B{n}" if n else "B", text, BASE) for n, text in enumerate(texts))]
    return BlockWork(
        sides=tuple(BlockSide(variant=one, metrics=FEW) for one in variants), casts=casts, **more
    )


# -- seatings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cast", "rotate", "games"), cases(__file__, "each_seating_once"))
def test_each_seating_once(cast: str, rotate: bool, games: int) -> None:
    found = orders(cast, rotate)
    assert len(found) == games
    assert found[0] == tuple(range(len(cast)))
    for seat in range(len(cast)):
        sat = sorted(cast[order[seat]] for order in found)
        assert sat == sorted([*cast] * games)[:: len(cast)], "every bot sits in every seat equally often"


def test_bots_take_their_streams_along() -> None:
    """A player named is the same person in another seat: its luck does not change with the seat."""
    row = BlockPlayer(work(casts=(("random", "greedy"),))).row(0)
    one, two = row["arms"]["A"]
    assert one["players"] == ["player1", "player2"] and two["players"] == ["player2", "player1"]
    assert one["bots"] == ["random", "greedy"] and two["bots"] == ["greedy", "random"]


def test_seeds_are_equal_inside_a_block_and_distinct_between_blocks() -> None:
    player = BlockPlayer(work("castle=6", casts=(("random", "greedy"),), seed=40))
    rows = [player.row(block) for block in range(3)]
    for row in rows:
        assert {game["seed"] for games in row["arms"].values() for game in games} == {row["seed"]}
    assert [row["seed"] for row in rows] == [40, 41, 42]


def test_casts_are_dealt_in_turn() -> None:
    player = BlockPlayer(work(casts=(("random", "random"), ("greedy", "greedy"))))
    assert [player.row(block)["cast"][0] for block in range(3)] == ["random", "greedy", "random"]


def test_the_games_are_those_of_simulate() -> None:
    row = BlockPlayer(work(casts=(("greedy", "random"),), seed=7)).row(0)["arms"]["A"][0]
    plan = simulate.SimulationPlan(game="rebirth", bots=("greedy", "random"), seed=7)
    [alone] = simulate.run(plan)
    assert {key: row[key] for key in alone} == alone


# -- pairs -----------------------------------------------------------------------------------------------------------


def test_equal_rules_give_equal_games(site: Path) -> None:
    """A/A: the same rules, and rules that draw one number more which nobody uses, differ by exactly nothing."""
    player = BlockPlayer(work("", "with=idle", casts=(("random", "greedy"),)))
    assert player.rules[2].modules[0].name == "idle"
    for block in range(3):
        arms = player.row(block)["arms"]
        for n, game in enumerate(arms["A"]):
            for name in ("B", "B1"):
                other = arms[name][n]
                assert other["parted"] is None
                for key in ("scores", "winners", "decisions", "values"):
                    assert other[key] == game[key]


def test_a_difference_is_seen_in_its_turn(site: Path) -> None:
    arms = BlockPlayer(work("with=eager", "castle=8")).row(0)["arms"]
    assert arms["B"][0]["parted"] == 0
    assert arms["B1"][0]["parted"] == 67, "castles are scored when the last turn ends"
    assert sum(arms["B1"][0]["scores"]) > sum(arms["A"][0]["scores"])


def course(moves: str, *turns: tuple[int, int, list[int]]) -> Course:
    """A game of these moves, each by the seat of its digit."""
    return Course([Action(int(seat)) for seat in moves], [*turns])


SHORT = course("01", (0, 1, [0, 0]), (1, 2, [0, 3]))


@pytest.mark.parametrize(
    ("other", "turn", "seat"),
    [
        (SHORT, None, None),
        (course("01", (0, 1, [0, 0]), (1, 2, [0, 4])), 1, None),
        (course("01", (0, 1, [0, 0]), (2, 2, [0, 3])), 1, None),
        (course("00", (0, 1, [0, 0]), (1, 2, [0, 3])), 1, 0),
        (course("11", (0, 1, [5, 0]), (1, 2, [5, 3])), 0, 1),
        (course("0", (0, 1, [0, 0])), 1, None),
        (course("010", (0, 1, [0, 0]), (1, 2, [0, 3]), (4, 3, [0, 3])), 4, None),
        (course(""), 0, None),
    ],
)
def test_where_games_part_and_who_decides_otherwise(
    other: Course, turn: int | None, seat: int | None
) -> None:
    assert parted(Trace.of(SHORT), Trace.of(other)) == (turn, seat)


def test_a_shifted_side_has_luck_of_its_own() -> None:
    sides = work("").sides
    moved = attrs.evolve(sides[1], shift=100)
    arms = BlockPlayer(attrs.evolve(work(""), sides=(sides[0], moved))).row(3)["arms"]
    [later] = BlockPlayer(work("")).row(103)["arms"]["A"]
    assert arms["B"][0]["seed"] == 103 and arms["B"][0]["digest"] == later["digest"]


# -- from a position -------------------------------------------------------------------------------------------------


def test_blocks_from_a_position() -> None:
    rules = BASE.rules()
    state = rules.new(["anna", "bruno"], 5)
    for _ in range(60):
        state.apply(state.legal(state.to_act[0])[0])
    row = BlockPlayer(work("castle=6", casts=(("random", "greedy"),), start=state.to_dict())).row(0)
    assert len(row["arms"]["A"]) == 2
    for game in row["arms"]["A"]:
        assert game["players"] == ["anna", "bruno"] and game["decisions"] == 8
    assert row["arms"]["A"][0]["bots"] == ["random", "greedy"]


# -- failures --------------------------------------------------------------------------------------------------------


def test_a_failed_game_is_kept_with_its_record(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STUCK)
    bot = f"{tmp_path}/mine.py:Stuck"
    player = BlockPlayer(work("", casts=((bot, "random"),), failed=str(tmp_path / "failed")))
    games = [(block, game) for block in range(4) for game in player.row(block)["arms"]["B"]]
    failed = [(block, game) for block, game in games if "error" in game]
    assert 0 < len(failed) < len(games)
    for _, game in failed:
        assert game["error"] == "RuntimeError: no idea" and game["bots"] and "values" not in game
        assert Path(game["record"]).is_file()
        assert json.loads(Path(game["record"]).read_text().splitlines()[0])["seed"] == game["seed"]


def test_a_record_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(STUCK)
    (tmp_path / "file").write_text("")
    bot = f"{tmp_path}/mine.py:Stuck"
    player = BlockPlayer(work("", casts=((bot, bot),), failed=str(tmp_path / "file")))
    failed = [game for block in range(4) for game in player.row(block)["arms"]["A"] if "error" in game]
    assert failed and all("no record" in game["error"] and "record" not in game for game in failed)


def test_bots_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    make = bots.make

    def counted(text: str, rules: Any) -> Any:
        made.append(text)
        return make(text, rules)

    monkeypatch.setattr(bots, "make", counted)
    player = BlockPlayer(work("", casts=(("random", "random"), ("random", "greedy"))))
    player.row(0), player.row(1)
    assert made == ["greedy", "random"] * 2, "for each ruleset"
