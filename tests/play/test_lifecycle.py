"""A bot hears of the beginning and the end of its games, wherever it plays, and is closed with its match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import PluginError
from tilewright.core.bots.human_error import Erring
from tilewright.core.bots.restrictions import Restricted
from tilewright.core.play.lifecycle import placed_last
from tilewright.core.play.match import Match, names_of
from tilewright.core.play.recorded_game import result
from tilewright.core.rules.actions import Action
from tilewright.core.rules.teams import opposite, sides, together
from tilewright.core.rules.views import View
from tilewright.core.simulation import games

RULES = tw.load("rebirth")


class Diary:
    """Plays at random and keeps what it hears. It is a guest, since it does not come with tilewright."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def begin(self, seats: Sequence[str]) -> None:
        self.heard.append(tuple(seats))

    def choose(self, view: View, stream: Stream) -> Action:
        if self.heard[-1] != "choose":
            self.heard.append("choose")
        return view.legal()[stream.below(len(view.legal()))]

    def ended(self, result: dict[str, Any]) -> None:
        self.heard.append(dict(result))
        result.clear()

    def close(self) -> None:
        self.heard.append("close")


def plain(diary: Diary) -> Any:
    return diary


def restricted(diary: Diary) -> Any:
    return Restricted(diary, [], "diary!nothing")


def erring(diary: Diary) -> Any:
    return Erring(diary, RULES, (0.0,), "diary~0")


@pytest.mark.parametrize("wrapped", [plain, restricted, erring])
def test_a_bot_with_two_seats_hears_of_a_match_once(wrapped: Any) -> None:
    diary = Diary()
    bot = wrapped(diary)
    match = Match(RULES, ["anna", "bruno"], seed=1, bots={"anna": bot, "bruno": bot})
    match.play_bots()
    match.close()
    assert diary.heard == [("anna", "bruno"), "choose", result(match.state), "close"]


def test_guests_cannot_change_what_others_hear() -> None:
    one, other = Diary(), Diary()
    match = Match(RULES, ["anna", "bruno"], seed=1, bots={"anna": one, "bruno": other})
    match.play_bots()
    assert one.heard[-1] == other.heard[-1] == result(match.state)


def test_bots_play_on_after_each_simulated_game(tmp_path: Path) -> None:
    diary, names = Diary(), names_of(2)
    for seed in (1, 2):
        state = RULES.new(names, seed)
        games.play_out(RULES, state, [diary, diary], seed)
        assert diary.heard == [names, "choose", result(state)]
        diary.heard.clear()
    plan = games.SimulationPlan(game="rebirth", out=str(tmp_path), bots=("random", "random"))
    row = games.one(plan, RULES, [diary, diary], 1)
    assert diary.heard[:2] == [names, "choose"] and diary.heard[2]["scores"] == row["scores"]
    assert len(diary.heard) == 3


def test_a_person_may_end_the_match_and_a_match_may_end_before() -> None:
    diary = Diary()
    match = Match(RULES, ["anna", "bruno"], seed=1, bots={"anna": diary})
    match.close()
    assert diary.heard == ["close"], "a bot that has not chosen anything has not begun"
    whole = Match(RULES, ["anna", "bruno"], seed=1, bots={"anna": diary})
    people: Mapping[str, Any] = {"bruno": bots.make("random", RULES)}
    while not whole.over:
        whole.play_bots()
        if not whole.over:
            whole.play(whole.choose(whole.state.to_act[0], people["bruno"]))
    assert diary.heard[1:] == [("anna", "bruno"), "choose", result(whole.state)]


class Broken(Diary):
    def begin(self, seats: Sequence[str]) -> None:
        raise SystemExit("no")


def test_a_guest_that_fails_in_begin_is_named() -> None:
    match = Match(RULES, ["anna", "bruno"], seed=1, bots={"anna": Broken()})
    with pytest.raises(PluginError, match="bot Broken: SystemExit: no"):
        match.play_bots()


ALONE, PAIRS, ALL = (sides(teams, 4, losable=True) for teams in (None, opposite, together))


def test_who_forfeits_is_last_and_the_first_of_them_comes_behind_the_others() -> None:
    ranking = [[2, 0], [3], [1]]
    assert placed_last(ranking, [], ALONE) == ranking
    assert placed_last(ranking, [3], ALONE) == [[2, 0], [1], [3]]
    assert placed_last(ranking, [0, 2], ALONE) == [[3], [1], [2], [0]]


def test_who_forfeits_takes_the_partners_along() -> None:
    assert placed_last([[0, 2], [1, 3]], [2], PAIRS) == [[1, 3], [0, 2]]
    assert placed_last([[0, 2], [1, 3]], [2, 3, 0], PAIRS) == [[0, 2], [1, 3]], (
        "who held out longest is ahead"
    )
    assert placed_last([[0, 1, 2, 3]], [2], ALL) == [[], [0, 1, 2, 3]]
    assert placed_last([[], [0, 1], [2, 3]], [1], ALONE) == [[], [0], [2, 3], [1]]
