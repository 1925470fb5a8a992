"""Levels beside people: shares that can be worked out by hand, and temperatures on the line between those of levels."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log

import attrs
import pytest

import tilewright as tw
from tilewright.core.bots import levels
from tilewright.core.bots.human_error import temperature, warmth
from tilewright.core.bots.levels import LEVELS
from tilewright.core.simulation.level_anchors import GAP, Anchor, Anchors, anchored, usual
from tilewright.core.simulation.wilson import Z
from tilewright.core.table.saved_games import SavedGame

from ..toys import meadow
from .finished import even, over

GAME = tw.load("rebirth")
RULES = attrs.evolve(
    GAME,
    game=attrs.evolve(
        GAME.game,
        levels=lambda rules: {
            "easy": "greedy~4.9/4.1/3.4",
            "normal": "greedy~3.6/2.9/2.1",
            "hard": "greedy~2.7/1.9/1.2",
            "expert": "search:10:4~2/0.9/0",
            "master": "search:20:4",
        },
    ),
)
"""Levels of two bots, so that what is expected does not change when the levels of a game are made anew."""
HARD = LEVELS.index("hard")
HALF = [0.5] * len(LEVELS)


def made(games: Sequence[SavedGame], wanted: Sequence[float] = HALF) -> dict[str, Anchor]:
    return {one.level: one for one in anchored(RULES, games, wanted).levels}


def won(who: str, level: str, games: int, lost: int) -> list[SavedGame]:
    return [over(who, f":{level}")] * games + [over(f":{level}", who)] * lost


def heat(anchor: Anchor, players: int = 2) -> float:
    found = anchor.heats[players]
    assert found is not None
    middle, low, high = found
    assert low < middle < high
    return middle


def test_what_people_win() -> None:
    """Anna and bruno each win 3 of 5 against hard, clara never does: people win 2 of 5 games against it."""
    lost = [over(":hard", "clara")] * 40
    found = made([*won("anna", "hard", 24, 16), *won("bruno", "hard", 24, 16), *lost])
    hard = found["hard"]
    assert (hard.games, hard.ahead, hard.below) == (120, 48, 1)
    share, low, high = hard.share
    assert low < share < high and share == pytest.approx(0.4, abs=0.03)
    assert hard.interval[0] < 0.4 < hard.interval[1] and found["easy"].games == 0
    assert found["easy"].share[0] > share > found["expert"].share[0]


def test_several_people_and_shared_places() -> None:
    games = [over("anna", ":hard", "bruno", ":easy"), over(["anna", ":hard"], "bruno", ":hard")] * 3
    hard = made(games)["hard"]
    # In the first game 1 pair of 2 is won; in the second, of 4 pairs, anna's one and a half and bruno's one.
    assert hard.games == 6 and hard.ahead == pytest.approx(3 * (1 / 2 + 2.5 / 4))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_temperatures_lie_on_the_line_between_those_of_levels(players: int) -> None:
    """Anna plays like hard, against hard and against easy: a level that is to be like her errs as hard does."""
    games = [*even("anna", "hard", 400), *won("anna", "easy", 348, 52)]
    found = made(games)
    own = {level: temperature(warmth(text)[1], players) for level, text in levels.of(RULES).items()}
    assert heat(found["hard"], players) == pytest.approx(own["hard"], rel=0.01)
    assert heat(found["easy"], players) == pytest.approx(own["hard"], rel=0.02)
    stays = made(games, [one.share[0] for one in found.values()])
    assert heat(stays["easy"], players) == pytest.approx(own["easy"], rel=1e-3)
    between = made(games, [0.72] * len(LEVELS))
    assert heat(between["hard"], players) == pytest.approx((own["easy"] * own["hard"]) ** 0.5, rel=0.02)
    assert heat(made(games, [0.4] * len(LEVELS))["hard"], players) < own["hard"]


@pytest.mark.parametrize("wanted", [0.5, 0.97])
def test_a_temperature_is_as_sure_as_what_it_follows_from(wanted: float) -> None:
    """Its interval is that of a formula of three strengths, whose slopes are found by trying."""
    games = [*even("anna", "hard", 400), *won("anna", "easy", 348, 52)]
    found = anchored(RULES, games, [wanted] * len(LEVELS))
    hot, cold = (temperature(warmth(levels.of(RULES)[level])[1], 2) for level in ("easy", "hard"))
    at = {who: found.ratings.strengths[who] for who in ("anna", ":hard", ":easy")}

    def formula(anna: float, hard: float, easy: float) -> float:
        slope = (hard - easy) / log(hot / cold)
        return log(cold) - (anna - log(wanted / (1 - wanted)) - hard) / slope

    middle, tiny = formula(*at.values()), 1e-6
    slopes = {
        who: (formula(*(value + tiny * (other == who) for other, value in at.items())) - middle) / tiny
        for who in at
    }
    _, error = found.ratings.sure(slopes)
    heats = found.levels[HARD].heats[2]
    assert heats is not None
    assert [log(one) for one in heats] == pytest.approx(
        [middle, middle - Z * error, middle + Z * error], abs=1e-4
    )


def test_a_level_without_an_error_has_no_temperature_to_change() -> None:
    expert = made([*even("anna", "hard", 400), *even("anna", "expert", 400)])["expert"]
    own = levels.of(RULES)["expert"]
    assert expert.missing == 0 and [n for n, one in expert.heats.items() if one is None] == [
        n for n in (2, 3, 4) if temperature(warmth(own)[1], n) == 0
    ]


def test_as_many_games_as_are_missing_suffice() -> None:
    games = even("anna", "hard", 6)
    hard = made(games)["hard"]
    assert hard.missing > 0 and set(hard.heats.values()) == {None}
    enough = made([*games, *even("anna", "hard", hard.missing + 1)])["hard"]
    assert enough.missing <= 2 < hard.missing
    assert made([*games, *even("anna", "hard", hard.missing // 2)])["hard"].missing > 2, "half as many do not"
    assert made(games)["easy"].missing > hard.missing - 3, "what is further away is no better known"


def test_without_people_nothing_is_said() -> None:
    for games in ([], [over(":easy", ":hard")] * 20, even("anna", "hard", 2)):
        found = anchored(RULES, games, HALF)
        assert (found.levels, found.median, found.people) == ([], None, {})


def of_people(*people: str) -> Anchors:
    games = [game for who, level in zip(people, ("easy", "hard", "expert", "expert"), strict=False)
             for game in even(who, level, 60)]  # fmt: skip
    return anchored(RULES, games, HALF)


def test_the_median_person() -> None:
    three, two = of_people("Anna", "bruno", "clara"), of_people("Anna", "bruno")
    assert [*three.people.values()] == ["Anna", "bruno", "clara"] and three.people["anna"] == "Anna"
    assert three.median is not None and two.median is not None
    assert three.median[0] == pytest.approx(three.ratings.strengths["bruno"])
    ends = [two.ratings.strengths[who] for who in ("anna", "bruno")]
    assert two.median[0] == pytest.approx(sum(ends) / 2) and ends[0] < two.median[0] < ends[1]
    assert two.median[1] < two.median[0] < two.median[2]


def test_levels_of_another_bot_count_and_are_told() -> None:
    today = levels.settled("hard", RULES)
    games = [
        over("anna", f":{today}"),
        over(f":{today}", "anna"),
        over("anna", ":hard=greedy"),
        over("anna", ":greedy"),
    ]
    found = anchored(RULES, games, HALF)
    assert (found.others, found.levels[HARD].games) == (1, 3)
    head = games[2].head
    assert head is not None
    elsewhere = attrs.evolve(games[2], head=attrs.evolve(head, modules={"ireland": "1"}))
    assert anchored(RULES, [*games[:2], elsewhere], HALF).others == 0, "there another bot may play the level"


def test_a_game_whose_levels_have_no_temperatures() -> None:
    rules = tw.load(meadow.PLUGIN)
    games = [over(*pair, game=rules.game.name) for pair in (("anna", ":hard"), (":hard", "anna"))] * 60
    hard = anchored(rules, games, HALF).levels[HARD]
    assert (
        hard.missing == 0
        and hard.share[0] == pytest.approx(0.5, abs=0.02)
        and set(hard.heats.values()) == {None}
    )


def test_the_usual_shares_are_as_far_apart_as_levels_should_be() -> None:
    found = usual()
    assert len(found) == len(LEVELS) and sum(found) == pytest.approx(len(LEVELS) / 2)
    odds = [share / (1 - share) for share in found]
    assert [one / other for one, other in pairwise(odds)] == pytest.approx([exp(GAP)] * (len(LEVELS) - 1))
