"""Studies of games in which all win together: what is compared, and what does not apply."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.cli.shared import seats
from tilewright.core.lab.games.block import BlockPlayer, BlockSide, BlockWork
from tilewright.core.lab.games.game_columns import Chunk, RowArm
from tilewright.core.lab.games.parts import columns, rows_of, written
from tilewright.core.lab.games.variants import Variant
from tilewright.core.lab.stats.seed_share import in_order
from tilewright.core.lab.stats.variance import measured
from tilewright.core.meters.registry import meters_of
from tilewright.core.simulation.games import shares

from ...toys import haul

AGAINST = {
    "margin",
    "place",
    "seat_gap",
    "first_win",
    "first_lead",
    "ties",
    "score_range",
    "lead_changes",
    "interaction",
}


def variant(plugin: Any, **options: int) -> Variant:
    return Variant(name="it", game=cast(str, plugin), options=options)


def names(under: Variant) -> set[str]:
    return {metric.name for meter in meters_of(under.rules(), None) for metric in meter.metrics}


def games(under: Variant, players: int, blocks: int = 3) -> list[dict[str, Any]]:
    work = BlockWork(sides=(BlockSide(variant=under, metrics=None),), casts=(("random",) * players,), seed=5)
    return [game for block in range(blocks) for game in BlockPlayer(work).row(block)["arms"]["it"]]


def test_metrics_of_who_is_ahead_are_left_out_where_nobody_can_be() -> None:
    together, teams, alone = variant(haul.COOPERATIVE), variant(haul.TEAMS), variant(haul.SOLO)
    assert "won" in names(together) and not names(together) & AGAINST
    assert "won" not in names(teams) and {"margin", "place", "win", "lead_changes"} <= names(teams)
    assert not names(alone) & {*AGAINST, "won"} and "score" in names(alone)
    assert {"margin", "ties"} <= names(variant(haul.PLUGIN)), "with two players somebody is ahead"


@pytest.mark.parametrize(("goal", "won"), [(1, 1.0), (9, 0.0)])
def test_games_are_won_or_lost_by_all(goal: int, won: float) -> None:
    found = games(variant(haul.COOPERATIVE, goal=goal), 3)
    for game in found:
        assert game["values"]["won"] == won and game["values"]["win"] == [won] * 3
        assert shares(game) == in_order(game) == [won] * 3
        assert measured(game)["win"] == won
    assert RowArm([found]).wins.tolist() == [[won] * 3] * len(found)


def test_partners_share_a_victory_and_sides_are_ahead() -> None:
    found = games(variant(haul.TEAMS), 4)
    assert len(found) > 2
    for game in found:
        pairs = [game["scores"][0] + game["scores"][2], game["scores"][1] + game["scores"][3]]
        assert game["standing"] == pairs * 2
        values = game["values"]
        assert values["margin"] == abs(pairs[0] - pairs[1]) and values["ties"] == (pairs[0] == pairs[1])
        share = [(own > other) + (own == other) / 2 for own, other in (pairs, pairs[::-1])]
        assert values["win"] == shares(game) == share * 2
        assert 0 <= values["lead_changes"] < 12 and values["half_time_win"] in (0.0, 0.5, 1.0)


def test_a_large_run_keeps_the_shares_of_teams(tmp_path: Path) -> None:
    under = variant(haul.TEAMS)
    work = BlockWork(sides=(BlockSide(variant=under, metrics=None),), casts=(("random",) * 4,), seed=5)
    rows = [BlockPlayer(work).row(block) for block in range(3)]
    error = {
        key: rows[1]["arms"]["it"][0][key]
        for key in ("seed", "bots", "players")
        if key in rows[1]["arms"]["it"][0]
    }
    rows[1]["arms"]["it"][0] = {**error, "error": "Oops", "record": "x"}
    part = written(tmp_path / "00000000.parquet", "key", rows)
    assert rows_of(columns(part)) == rows
    by_column = Chunk.of_columns(columns(part)).arms["it"].wins
    assert np.array_equal(by_column, Chunk.of_rows(rows, ["it"]).arms["it"].wins, equal_nan=True)


def test_one_player_is_measured_by_points() -> None:
    [game, *_] = games(variant(haul.SOLO), 1)
    assert game["values"]["score"] == game["scores"] and game["values"]["win"] == [None]


def test_in_a_game_for_one_or_more_nobody_is_ahead_alone() -> None:
    [game, *_] = games(variant(haul.PLUGIN), 1)
    assert {
        name: game["values"][name] for name in ("margin", "ties", "first_win", "lead_changes", "score_range")
    } == {
        "margin": None,
        "ties": None,
        "first_win": None,
        "lead_changes": None,
        "score_range": None,
    }


def test_a_ladder_needs_somebody_to_play_against() -> None:
    with pytest.raises(UsageError, match="Haul: all players win together, so a ladder does not apply"):
        seats.rivals(variant(haul.COOPERATIVE).rules(), 3, "a ladder")
    with pytest.raises(UsageError, match="one player has no opponent"):
        seats.rivals(variant(haul.SOLO).rules(), 1, "a ladder")
    seats.rivals(variant(haul.TEAMS).rules(), 4, "a ladder")
