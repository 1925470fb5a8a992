"""A decision in words: what the player has done and brought about, and what happened by itself afterwards."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.table.narration import DecisionText, Narrator, one_line


def told(game: str, seed: int, most: int = 60) -> list[DecisionText]:
    """The first decisions of a random match, in words."""
    rules = tw.load(game)
    match, anybody = Match(rules, ["anna", "bruno", "clara"], seed=seed), make("random", rules)
    while not match.over and match.decisions < most:
        match.play(match.choose(match.state.to_act[0], anybody))
    teller = Narrator(match, None)
    return [teller.told(one) for one in teller.visible(match.played)]


def test_the_end_of_a_round_is_nobodys_deed() -> None:
    rounds = [one for one in told("isleofskye", 3) if "begins with" in one.then]
    assert len(rounds) > 1
    for one in rounds:
        assert one.deed.startswith(f"{one.who}: ") and "round" not in one.deed and "draws" not in one.deed
        assert "scored: " in one.then and "gold: the castle" in one.then
        scored = [line for line in one.lines if line.turn != one.turn]
        assert not scored or f"{one.who} +" in one.then.partition(";")[0] + " +"


def test_a_reveal_is_nobodys_deed() -> None:
    reveals = [one for one in told("isleofskye", 3) if " offers " in one.then]
    assert reveals and all(" offers " not in one.deed for one in reveals)


def test_a_market_that_is_filled_is_nobodys_deed() -> None:
    filled = [one for one in told("glenmore", 5) if "at the head" in one.then]
    assert filled and all("at the head" not in one.deed for one in filled)
    assert any("the die rolls" in one.then for one in filled)


@pytest.mark.parametrize("game", ["rebirth", "glenmore"])
def test_what_a_move_brings_about_in_its_own_turn_is_the_players(game: str) -> None:
    every = told(game, 5, 150)
    assert sum(one.deed == one_line(one, 99) for one in every) > len(every) * 0.7
    assert any(one.gained and one.gained in one.deed for one in every)
