"""People beside levels: played games are found again as strengths, whoever sat there and in whatever order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.bots import levels
from tilewright.core.bots.levels import LEVELS
from tilewright.core.play.match import Match
from tilewright.core.simulation.player_ratings import ENOUGH, MOST, Ratings, rated
from tilewright.core.table.saved_games import SavedGame, saves

from .finished import even, over

RULES = tw.load("rebirth")


def of(*games: SavedGame) -> Ratings:
    return rated(games, "rebirth")


def played(folder: Path, name: str, seats: dict[str, str], people: Sequence[str], seed: int) -> None:
    """A real game that these bots play; those of `people` are not told in its record."""
    texts = {seat: levels.settled(text, RULES) for seat, text in seats.items()}
    made = {seat: bots.make(text, RULES) for seat, text in texts.items()}
    told = {seat: text for seat, text in texts.items() if seat not in people}
    match = Match(RULES, list(made), seed=seed, bots=made, bot_names=told, record=folder / f"{name}.jsonl")
    while not match.over:
        match.play(match.choose(match.state.to_act[0]))
    match.close()


def test_people_who_play_like_bots_are_placed_there(tmp_path: Path) -> None:
    for n in range(12):
        pair = [("anna", "hard"), ("bot", ("easy", "normal", "hard")[n % 3])]
        played(tmp_path, f"anna{n}", dict(pair[:: 1 if n % 2 else -1]), ["anna"], n)
    for n in range(6):
        played(tmp_path, f"bruno{n}", {"bruno": "random", "bot": "easy"}, ["bruno"], n)
    found = rated(saves(tmp_path), "rebirth")
    anna, bruno = (found.standing(who) for who in ("anna", "bruno"))
    assert anna is not None and bruno is not None and anna.known and bruno.known
    low, at, high = (LEVELS[min(n, len(LEVELS) - 1)] for n in anna.places)
    assert at in ("normal", "hard", "expert") and LEVELS.index(low) <= LEVELS.index("hard") <= LEVELS.index(
        high
    )
    assert bruno.places[1] == -1 and bruno.level == LEVELS[0] and bruno.share < 0.3 and bruno.rating < 0
    assert (anna.games, bruno.games) == (12, 6)


@pytest.mark.parametrize("level", LEVELS)
def test_who_wins_half_against_a_level_plays_like_it(level: str) -> None:
    anna = of(*even("anna", level, 60)).standing("anna")
    assert anna is not None and anna.level == level and anna.places[1] == LEVELS.index(level) and anna.known
    assert anna.share == pytest.approx(0.5, abs=0.03) and anna.least < 0.5 < anna.most
    # Of 60 independent games, half of them won: 1.96 standard errors of 2 / sqrt(60), and hardly less for the prior.
    assert anna.high - anna.low == pytest.approx(2 * 1.96 * 2 / 60**0.5 * 173.7, rel=0.03)


def test_the_order_of_the_files_says_nothing() -> None:
    games = [
        over("anna", ":easy"),
        over("bruno", ["anna", ":hard"]),
        *even("bruno", "hard", 4),
        over("anna", "bruno"),
    ]
    one, other = of(*games), of(*reversed(games))
    assert one.strengths == pytest.approx(other.strengths) and one.played == other.played
    assert [*one.strengths] == [*other.strengths]


def test_people_are_compared_through_each_other() -> None:
    """Clara has met no level, and wins 3 of 4 against bruno, who plays like hard: two levels of 65 % are 78 %."""
    met = [over("clara", "bruno")] * 30 + [over("bruno", "clara")] * 10
    found = of(*even("bruno", "hard", 60), *met)
    strengths = found.strengths
    assert strengths["clara"] - strengths["bruno"] == pytest.approx(1.0986, abs=0.1)
    clara = found.standing("clara")
    assert clara is not None and clara.places[1] == LEVELS.index("master") and clara.known
    alone = of(*met).standing("clara")
    assert alone is not None and not alone.known, "without a level nobody knows how well both play"


def test_shared_places_and_games_of_three() -> None:
    shared = of(*[over(["anna", ":hard"])] * 20).strengths
    halves = of(*even("anna", "hard", 20)).strengths
    assert shared == pytest.approx(halves)
    three = [over("anna", ":normal", "bruno"), over("bruno", ":normal", "anna")] * 20
    found = of(*three)
    assert found.strengths["anna"] == pytest.approx(found.strengths["bruno"])
    anna = found.standing("anna")
    assert anna is not None and anna.games == 40
    ways = [("anna", ":hard", ":hard"), (":hard", "anna", ":hard"), (":hard", ":hard", "anna")]
    two = of(*[over(*places) for places in ways] * 10)
    assert two.strengths["anna"] == pytest.approx(two.strengths[":hard"], abs=0.1), (
        "each is first in 1 of 3 games"
    )


def test_levels_are_levels_whichever_bot_plays_them_and_people_are_not() -> None:
    found = of(over("Hard", ":hard=greedy"), over("HARD", ":hard=search:20:2"), over("hard", ":greedy~2"))
    assert found.played == {"hard": 3, ":hard": 2, ":greedy~2": 1}


@pytest.mark.parametrize(("won", "sign"), [(True, 1), (False, -1)])
def test_nobody_is_rated_beyond_all_bounds(won: bool, sign: int) -> None:
    level = LEVELS[-1] if won else LEVELS[0]
    pair = ("anna", f":{level}")
    for games in (1, ENOUGH, 500):
        anna = of(*[over(*pair[::sign])] * games).standing("anna")
        assert anna is not None and -3000 < anna.low < anna.rating < anna.high < 4000
        assert anna.known == (games >= ENOUGH)
    assert anna is not None and anna.places[1] == (len(LEVELS) if won else -1) and anna.level == level


def test_what_does_not_count() -> None:
    left = SavedGame(path=Path("x.jsonl"), changed=0.0, head=over("anna", ":easy").head)
    broken = SavedGame(path=Path("x.jsonl"), changed=0.0, problem="it is empty")
    other, begun = over("anna", ":easy", game="glenmore"), over("anna", ":easy", start=True)
    crowd = over([f"p{n}" for n in range(30)])
    found = of(left, broken, other, begun, over("anna"), crowd)
    assert not found.played and found.standing("anna") is None
    assert [*found.strengths] == [f":{level}" for level in LEVELS] + sorted(
        {*(f"p{n}" for n in range(30)), "anna"}
    )
    gaps = [above - below for below, above in zip(found.levels, found.levels[1:], strict=False)]
    assert gaps == pytest.approx([0.619] * (len(LEVELS) - 1), abs=0.01), "neighbours win 65 %"


def test_of_very_many_people_those_with_most_games_are_rated() -> None:
    names = [f"p{n}" for n in range(MOST + 5)]
    games = [over(one, other) for one, other in combinations(names[:8], 2)] * 2
    found = of(*games, *(over(name, ":easy") for name in names))
    assert len(found.strengths) == len(LEVELS) + MOST
    first = found.standing("p0")
    assert (
        first is not None and first.games == 15 and sum(found.standing(name) is None for name in names) == 5
    )
