"""Where and when things happen, against the records of the same games, read line by line."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tilewright.core import bots
from tilewright.core.lab.games.block import orders
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.lab.study.where import PlaceMap, WhereAndWhen, where
from tilewright.core.play.match import names_of
from tilewright.core.simulation.games import play_recorded

BLOCKS = 3


def asked(game: str, b: str, players: int) -> ComparisonRequest:
    return ComparisonRequest(game=game, b=b, bots="random", players=players, blocks=BLOCKS)


@cache
def told(game: str, b: str, players: int = 2, blocks: int = BLOCKS) -> tuple[ComparisonPlan, WhereAndWhen]:
    plan = made_of(asked(game, b, players), 4)
    [found] = where(plan, blocks)
    return plan, found


def by_cell(drawn: PlaceMap, base: bool) -> dict[str, float]:
    return {
        f"{one.at[0]},{one.at[1]}": one.base if base else one.variant
        for one in drawn.places
        if (one.base if base else one.variant)
    }


@pytest.mark.parametrize(
    ("game", "b", "players", "move", "slot"),
    [
        ("rebirth", "castle=8", 2, "place", 2),
        ("isleofskye", "castle_income=6", 2, "build", 2),
        ("glenmore", "start_coins=3", 3, "place", 1),
    ],
)
def test_places_points_and_moves_are_those_of_the_records(
    game: str, b: str, players: int, move: str, slot: int, tmp_path: Path
) -> None:
    plan, found = told(game, b, players)
    assert found.blocks == BLOCKS
    drawn = next(one for one in found.maps if one.move == move)
    differs = any(one.difference for one in drawn.places)
    assert drawn.picture.startswith("<svg") == differs and drawn.shared == (game == "rebirth")
    for rules, base in zip(plan.rules, (True, False), strict=True):
        cells, points, moves, games = Counter[str](), Counter[str](), Counter[str](), 0
        for block in range(BLOCKS):
            cast = plan.casts[0]
            for order in orders(cast):
                path = tmp_path / "record.jsonl"
                seats = tuple(names_of(players)[one] for one in order)
                made = [bots.make(text, rules) for text in cast]
                state, _, failed = play_recorded(rules, seats, made, cast, plan.seed + block, path)
                assert failed is None
                games += 1
                for line in map(json.loads, path.read_text("utf-8").splitlines()):
                    words = str(line.get("move", "")).split()
                    if words:
                        moves[words[0]] += 1
                    if words[:1] == [move]:
                        cells[words[slot]] += 1
                for one in state.score_lines():
                    points[one.reason] += one.amount
        assert by_cell(drawn, base) == pytest.approx({cell: n / games for cell, n in cells.items()})
        seen = defaultdict[tuple[str, str], float](float)
        for moment in found.moments:
            seen[moment.kind, moment.name] += moment.base if base else moment.variant
        for (kind, name), amount in seen.items():
            whole = moves[name] if kind == "move" else points[name]
            assert amount == pytest.approx(whole / games), (kind, name)


def test_equal_rules_are_played_alike() -> None:
    _, found = told("rebirth", "castle=5")
    assert found.maps and found.moments
    assert not [one for drawn in found.maps for one in drawn.places if one.difference or one.p < 1]
    assert not [one for one in found.moments if one.difference or one.p < 1]


def test_rounds_and_the_first_player_are_those_of_a_record(tmp_path: Path) -> None:
    """In Rebirth a round is a turn of each player; the scores at the ends of turns stand in the record."""
    plan, found = told("rebirth", "castle=8", blocks=1)
    rules, path = plan.rules[1], tmp_path / "record.jsonl"
    made = [bots.make(text, rules) for text in plan.casts[0]]
    play_recorded(rules, tuple(names_of(2)), made, plan.casts[0], plan.seed, path)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    moves = [(line["seat"], line["move"]) for line in lines if "move" in line]
    totals = [0, *(sum(line["scores"]) for line in lines if "turn" in line)]
    gained = dict[tuple[int, int], float]()
    for one in found.moments:
        if (one.kind, one.name) == ("move", "place"):
            assert one.variant == 2 * (one.rounds[1] - one.rounds[0] + 1)
        if one.kind == "points":
            gained[one.rounds] = gained.get(one.rounds, 0) + one.variant
    assert len(gained) == 12
    for (first, last), points in gained.items():
        assert points == totals[min(2 * last, len(totals) - 1)] - totals[2 * (first - 1)], (first, last)
    firsts = {move.split()[2] for seat, move in moves if seat == moves[0][0] and move.startswith("place")}
    [drawn] = found.maps
    assert {f"{one.at[0]},{one.at[1]}" for one in drawn.places if one.variant_first} == firsts


def test_rounds_cover_the_game_without_a_gap() -> None:
    _, found = told("rebirth", "castle=8", blocks=1)
    rounds = [one.rounds for one in found.moments if (one.kind, one.name) == ("move", "place")]
    assert rounds[0][0] == 1 and len(rounds) <= 12
    assert all(after == last + 1 for (_, last), (after, _) in pairwise(rounds))


def test_what_a_rule_is_known_to_change_is_found() -> None:
    """Ports that pay 20 are settled first."""
    request = ComparisonRequest(game="rebirth", b="port=20", bots="greedy", blocks=30)
    [found] = where(made_of(request, 1), 30)
    firsts = [one for one in found.told if one.name == "port" and one.rounds[0] == 1]
    assert firsts and firsts[0].difference > 10
    assert found.places and found.places[0][1].p < 0.05
