"""The panels beside Isle of Skye's drawings: what would be scored, players and rounds."""

from __future__ import annotations

from typing import cast

import pytest

from tilewright.games.isleofskye.actions import Build
from tilewright.games.isleofskye.show import show

from ...cases import cases
from .showing import NAMES, game, lay, new, panel, rebuilt, step, table

# -- scoring -------------------------------------------------------------------------------------------------------


def test_the_preview_of_a_territory_by_hand() -> None:
    """Anna's L16 has three sheep, and its water meets the castle's in the east; on bruno's water there is a ship."""
    state = new(scoring=("all_sheep", "closed_regions", "most_ships", "most_gold"))
    lay(state, 0, "L16 1,0 r1")
    lay(state, 1, "L69 1,0 r1")
    state.gold = [8, 3]
    what = show(state.view(0))
    rows = table(panel(what, "Scoring tiles"))
    preview = {row["#0"] or row["#1"].strip(): (row["left"], row["anna"], row["bruno"]) for row in rows}
    assert preview["A"] == ("3", "3", "0")  # IS-ST-3: one point for each sheep
    # The castle's water is closed between castle and L16; the other one of L16 is open.
    assert preview["B"][1] == "1"
    assert preview["C"] == ("3", "0", "5")
    assert preview["D"] == ("3", "?", "?")  # bruno's gold is hidden (IS-PRICE-5)
    counted = [(row["anna"], row["bruno"]) for row in rows if row["#1"].strip() == "counted"]
    assert counted == [("0", "1"), ("8", "?")]
    assert preview["this round: A"][1:] == ("3", "0")
    sources = {
        row["#0"]: row["#1"].replace("\xa0", " ") for row in table(panel(what, "Points by source: anna"))
    }
    assert sources["A"] == "3 at 1,0"
    assert sources["B"] == "1 at 0,0 1,0"
    open_state = new(scoring=("all_sheep", "closed_regions", "most_ships", "most_gold"), gold_secrecy="open")
    open_state.gold = [8, 3]
    rows = table(panel(show(open_state.view(1)), "Scoring tiles"))
    assert next((row["anna"], row["bruno"]) for row in rows if row["#0"] == "D") == ("5", "2")


@pytest.mark.parametrize(("count", "seed"), [(2, 51), (4, 52)])
def test_the_preview_is_what_is_scored(count: int, seed: int) -> None:
    """Before the last tile of a round is built each way, against the points that building it brings."""
    checked = 0
    for state in game(count, seed, gold_secrecy="open"):
        if step(state) != "build" or sum(map(len, state.waiting)) > 1:
            continue
        seat = state.to_act[0]
        for action in list(state.legal(seat))[:4]:
            laid, scored = state.clone(), state.clone()
            laid.territories[seat] = rebuilt(state, seat, cast(Build, action))
            scored.apply(action)
            rows = table(panel(show(laid.view(0)), "Scoring tiles"))
            sums = next(row for row in rows if row["#1"].startswith("this round"))
            for owner, name in enumerate(NAMES[:count]):
                lines = scored.score_lines(owner)[len(state.score_lines(owner)) :]
                gained = sum(line.amount for line in lines if line.source in ("A", "B", "C", "D"))
                assert sums[name] == str(gained)
                checked += gained > 0
    assert checked > 10


def test_what_they_score_stands_there_in_words() -> None:
    state = new(scoring=("squares", "mountain_brochs", "columns", "largest_lake"))
    texts = {row["#0"]: row["#1"] for row in table(panel(show(state.view(0)), "What they score"))}
    assert texts["A"] == "2 VP for each block of two by two tiles. A tile may be part of several."
    assert texts["B"].startswith("For each mountain 1/3/6 VP")
    assert "at least 3 tiles" in texts["C"]
    assert texts["D"] == "2 VP for each tile of the largest closed water."


def test_scrolls_are_shown_with_their_worth() -> None:
    """L34 has a scroll for each two sheep, in open land; three sheep are on L27 (IS-SCR-1, IS-SCR-8, IS-SCR-10)."""
    state = new()
    lay(state, 1, "L34 0,-1 r3", "L27 1,0 r3")
    rows = table(panel(show(state.view(0)), "Scrolls"))
    assert rows == [{"#0": "R", "#1": "sheep scroll", "at": "0,-1", "region": "open", "points": "1"}]


# -- players and rounds --------------------------------------------------------------------------------------------


def test_the_players_table_counts_what_lies_in_the_territories() -> None:
    state = new()
    lay(state, 0, "L32 0,1 r0")
    shown = show(state.view(0))
    players, rows = table(panel(shown, "Players")), table(panel(shown, "Marks"))
    anna = rows[0]
    assert (anna["tiles"], anna["sheep"], anna["cattle"], anna["whisky barrels"], anna["farm"]) == (
        "2", "1", "2", "1", "0"
    )  # fmt: skip
    assert players[0]["income"] == "6"  # 5 for the castle, 1 for whisky on its road (IS-INC-1, IS-INC-2)
    assert players[1]["income"] == "5"
    bag = rows[2]
    assert bag["#1"] == "in the bag" and bag["tiles"] == str(73 - 6)


def test_the_next_income_counts_who_is_ahead() -> None:
    """IS-INC-3, IS-INC-5: in round 3 one gold for each player ahead, two in round 4."""
    for number, gold in ((0, "5"), (1, "6"), (2, "7")):
        state = new()
        state.round = number
        state.gain(1, 4, state.rules.reason["all_sheep"], 0)
        assert table(panel(show(state.view(0)), "Players"))[0]["income"] == gold
    state.round = 5
    assert table(panel(show(state.view(0)), "Players"))[0]["income"] == ""


@pytest.mark.parametrize(("count", "letters_of", "gold"), cases(__file__, "the_round_track"))
def test_the_round_track(count: int, letters_of: list[str], gold: list[str]) -> None:
    """IS-END-5, IS-INC-5."""
    state = new(count)
    state.round = 2
    rows = table(panel(show(state.view(0)), "Rounds"))
    assert [row["scored"] for row in rows] == letters_of
    assert [row["gold for each player ahead"] for row in rows] == gold
    assert [row["#0"] for row in rows] == ["", "", ">"] + [""] * (len(rows) - 3)
