"""Matches: playing, bots, previews, scripts, and how far undo reaches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Diverged, TilewrightError, Unreadable, UsageError
from tilewright.core.play.match import Match
from tilewright.core.play.recorded_game import Played, learnt, result
from tilewright.core.rules.actions import Action, Illegal
from tilewright.core.rules.views import View

from ..toys import auction, meadow, nim, river
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm

pytestmark = pytest.mark.quick

ANNA, BRUNO = 0, 1
NAMES = ["anna", "bruno"]


class First:
    """Plays the first legal action, and notes what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[int | None, int, int]] = []

    def choose(self, view: View, stream: Stream) -> Action:
        self.given.append((view.seat, stream.key, stream.count))
        return view.legal()[0]


def nim_match(**given: Any) -> Match:
    return Match(tw.load(nim.PLUGIN), NAMES, **{"seed": 3, **given})


def river_match() -> Match:
    """Anna has just taken a tile and may use three of her own in any order."""
    state: Any = tw.load(river.PLUGIN).new(NAMES, 1)
    state.own = [[river.MILL, river.FARM], []]
    state.row = {2: river.MILL, 3: river.FARM, 4: river.FARM, 5: river.FARM, 6: river.FARM}
    state.pile, state.due = [river.MILL] * 10, []
    match = Match(state.rules, NAMES, start=state)
    match.play("take 2")
    return match


# -- playing -----------------------------------------------------------------------------------------------------


def test_a_match_is_played_by_typing() -> None:
    match = nim_match()
    played = match.play("Take 3")
    assert (played.number, played.seat, played.action, played.turn) == (1, ANNA, nim.Take(ANNA, 3), 0)
    assert played.turn_ended and not played.sealed and played.lines == ()
    assert [e.key for e in played.log.events] == ["taken"] and match.decisions == 1
    match.play(nim.Take(BRUNO, 3))
    played = match.play("take 1")
    assert match.over and [(line.seat, line.amount) for line in played.lines] == [(ANNA, 1)]
    assert result(match.state) == {"scores": [1, 0], "ranking": [[0], [1]], "winners": [0], "turns": 3}
    assert [p.number for p in match.played] == [1, 2, 3]


@pytest.mark.parametrize("move", ["take 9", "take", "jump 3", "take 1 take 1"])
def test_a_move_that_is_refused_loses_nothing(move: str) -> None:
    match = nim_match()
    match.play("take 1")
    state, count = match.state, match.decisions
    with pytest.raises((Illegal, Unreadable)):
        match.play(move)
    assert match.state is state and match.decisions == count and len(match.played) == 1
    assert match.can_undo()


def test_a_state_that_was_given_stays_as_it_was() -> None:
    start = tw.load(nim.PLUGIN).new(NAMES, 3)
    before = start.clone()
    match = Match(start.rules, start=start)
    assert match.state == start and match.state is not start
    match.play("take 3")
    assert start == before and match.state != before and match.state.seats == ("anna", "bruno")


def test_several_moves_on_a_line_are_read_for_whoever_is_to_act() -> None:
    match = Match(tw.load(auction.PLUGIN), NAMES, seed=4)
    assert [str(a) for a in match.read("offer 1; offer 2", BRUNO)] == ["offer 1", "offer 2"]
    assert {a.seat for a in match.read("offer 1", BRUNO)} == {BRUNO} and match.read("keep")[0].seat == ANNA


# -- bots --------------------------------------------------------------------------------------------------------


def test_bots_play_until_a_person_must_decide() -> None:
    bot = First()
    told: list[Played] = []
    match = nim_match(bots={"bruno": bot})
    match.play_bots()
    assert match.decisions == 0
    match.play("take 2")
    match.play_bots(told.append)
    assert [str(p.action) for p in told] == ["take 1"] and match.state.to_act == (ANNA,)
    match.play("take 3")
    match.play_bots()
    assert match.over


def test_a_bots_stream_depends_on_seed_player_and_decision_alone() -> None:
    def streams(seed: int) -> list[list[Any]]:
        one, other = First(), First()
        nim_match(bots={"anna": one, "bruno": other}, seed=seed).play_bots()
        return [one.given, other.given]

    anna, bruno = streams(3)
    assert streams(3) == [anna, bruno]
    assert {seat for seat, _, _ in anna} == {ANNA} and {seat for seat, _, _ in bruno} == {BRUNO}
    assert all(count == 0 for _, _, count in anna + bruno)
    keys = {key for given in (anna, bruno, *streams(4)) for _, key, _ in given}
    assert len(keys) == 14, "each decision of each player under each seed has a stream of its own"


def test_a_bot_for_somebody_who_does_not_play() -> None:
    with pytest.raises(UsageError, match="a bot is given for clara, who is not playing"):
        nim_match(bots={"clara": First()})


def test_a_match_without_end_is_stopped_at_the_limit() -> None:
    class Refilled(nim.TakeStep):
        def play(self, state: Any, action: Any, log: Any) -> bool:
            state.heap = 9
            return super().play(state, action, log)

    phase = nim.GAME.phases(tw.load(nim.PLUGIN))[0]
    phase.steps = (Refilled(),)
    match = Match(tw.load(nim.bent(phases=lambda rules: [phase])), NAMES, bots={n: First() for n in NAMES})
    with pytest.raises(TilewrightError, match="the match has reached its limit of 50 decisions"):
        match.play_bots()
    assert match.decisions == 50


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_shipped_bots_play_the_toys(name: str) -> None:
    for plugin in (meadow.PLUGIN, auction.PLUGIN, harvest):
        rules = tw.load(plugin, modules=[storm] if plugin is harvest else [])
        match = Match(rules, NAMES, seed=5, bots={n: bots.make(name, rules) for n in NAMES})
        match.play_bots()
        assert match.over
    with pytest.raises(UsageError, match="River says nothing of what a move is worth"):
        bots.make("greedy", tw.load(river.PLUGIN))


# -- previews and scripts ----------------------------------------------------------------------------------------


def test_a_preview_shows_what_would_come_of_it_and_changes_nothing() -> None:
    match = Match(tw.load(meadow.PLUGIN), NAMES, seed=3)
    state, before = match.state, match.state.clone()
    copy, log = match.preview(state.legal(state.to_act[0])[0])
    assert match.state is state and state == before and copy != state
    assert log.barrier and [o.source for o in log.outcomes] == ["bag", "sky"]
    with pytest.raises(Illegal):
        match.preview(meadow.Swap(1 - state.to_act[0]))


def test_a_script_feeds_chance_until_it_is_used_up() -> None:
    script = {"bag": ["wood", "pond", "pond"], "sky": ["rain"], "start": ["bruno"]}
    match = Match(tw.load(meadow.PLUGIN), NAMES, seed=3, script=script)
    state: Any = match.state
    assert state.to_act == (BRUNO,) and state.drawn == [meadow.KINDS.index("wood")] and state.weather == 1
    assert match.script.left() == {"bag": ["pond", "pond"]}
    played = match.play("lay 0,0")
    assert played.log.outcomes[0].value == "pond" and match.script.left() == {"bag": ["pond"]}
    copy, _ = match.preview(match.state.legal(ANNA)[0])
    assert match.script.left() == {"bag": ["pond"]}  # a preview uses nothing up
    match.play(match.state.legal(ANNA)[0])
    assert match.state == copy and match.script.left() == {}


def test_a_script_that_cannot_come_true_plays_nothing() -> None:
    match = Match(tw.load(meadow.PLUGIN), NAMES, seed=3, script={"bag": ["wood", "rock"]})
    state = match.state
    with pytest.raises(Diverged, match="the script wants 'rock' from bag"):
        match.play("lay 0,0")
    assert match.state is state


# -- taking back -------------------------------------------------------------------------------------------------


def test_undo_gives_back_the_states_of_a_turn_one_by_one() -> None:
    match = river_match()
    states = [match.state]
    for move in ("use 1", "use 0"):
        match.play(move)
        states.append(match.state)
    assert match.undo() is not None and match.state is states[1] and match.decisions == 2
    undone = match.undo(ANNA)
    assert undone is not None and str(undone.action) == "use 1" and match.state is states[0]
    assert not match.can_undo() and len(match.played) == 1
    for later in states[1:]:
        assert match.redo().seat == ANNA and match.state == later
    with pytest.raises(UsageError, match="there is nothing to redo"):
        match.redo()


def test_undo_stops_at_a_draw() -> None:
    match = river_match()  # taking a tile has drawn another one
    assert match.played[0].log.barrier and not match.can_undo()
    with pytest.raises(UsageError, match="there is nothing to undo"):
        match.undo()


def test_undo_stops_at_anothers_decision() -> None:
    match = nim_match()
    match.play("take 1")
    assert match.can_undo() and match.can_undo(ANNA) and not match.can_undo(BRUNO)
    with pytest.raises(UsageError):
        match.undo(BRUNO)
    match.play("take 2")
    assert match.can_undo(BRUNO) and not match.can_undo(ANNA)
    match.undo(BRUNO)
    assert match.state.to_act == (BRUNO,) and not match.can_undo()


def test_undo_never_reaches_behind_anothers_decision() -> None:
    """Nothing was drawn since, and the seat before had decided several times in a row: all that stays."""
    state: Any = river_match().state.clone()
    state.pile = []
    match = Match(state.rules, NAMES, start=state)
    for move in ("use 0", "use 1", "done"):
        match.play(move)
    assert match.state.to_act == (BRUNO,) and match.can_undo(ANNA)
    match.play("take 3")
    match.undo(BRUNO)
    assert match.state.to_act == (BRUNO,) and not match.can_undo()


def test_the_last_decision_of_the_game_may_be_taken_back() -> None:
    match = nim_match()
    for move in ("take 3", "take 3", "take 1"):
        match.play(move)
    assert match.over and match.undo() is not None and not match.over
    assert match.redo().action == nim.Take(ANNA, 1) and match.over


def test_a_new_decision_leaves_nothing_to_play_again() -> None:
    match = river_match()
    match.play("use 1")
    match.undo()
    match.play("use 0")
    with pytest.raises(UsageError):
        match.redo()
    assert str(match.state.score_lines()[0].source) == "mill"


def sealed_match() -> Match:
    state: Any = tw.load(auction.PLUGIN).new(NAMES, 4)
    state.hand = [[0, 1, 3], [1, 2, 3]]
    return Match(state.rules, start=state)


def test_sealed_steps_are_taken_back_by_their_seat_until_the_last_is_done() -> None:
    match = sealed_match()
    match.play("pick stag", ANNA)
    match.play("pick owl", BRUNO)
    match.play("offer 2", ANNA)
    assert match.can_undo(ANNA) and match.can_undo(BRUNO) and not match.can_undo()
    assert match.undo(ANNA) is None and match.state.sealed == [(3,), (2,)]
    assert [str(p.action) for p in match.played] == ["pick stag", "pick owl"]
    match.undo(ANNA)
    match.play("pick hare", ANNA)
    match.play("offer 0", ANNA)
    assert match.state.sealed == [(0, 0), (2,)]
    match.play("offer 1", BRUNO)
    assert not any(match.can_undo(seat) for seat in (ANNA, BRUNO, None))
    with pytest.raises(UsageError):
        match.undo(ANNA)
    assert [str(p.action) for p in match.played] == ["pick owl", "pick hare", "offer 0", "offer 1"]


def test_a_slipped_card_cannot_be_taken_back_once_another_is_drawn() -> None:
    match = sealed_match()
    for seat, move in ((ANNA, "pick stag"), (ANNA, "offer 0"), (BRUNO, "pick owl"), (BRUNO, "offer 0")):
        match.play(move, seat)
    match.play("slip fox")
    assert not match.can_undo()


def test_what_counts_as_new_knowledge() -> None:
    rules = tw.load(auction.PLUGIN)
    state: Any = rules.new(NAMES, 4)
    assert not learnt(state, state.clone())
    changes: dict[str, Any] = {
        "a stream": lambda s: s.streams.update(deck=(s.streams["deck"][0], 1)),
        "a hand": lambda s: s.played.append(s.hand[0].pop()),
        "a deck": lambda s: s.hand[1].append(s.deck.pop()),
        "a zone of a finished game": lambda s: setattr(s, "over", True),
    }
    for what, change in changes.items():
        after = state.clone()
        change(after)
        assert learnt(state, after), what
    sealed = state.clone()
    sealed.sealed = [(3,), (2, 1)]
    assert learnt(sealed, state)
    nothing: dict[str, Any] = {
        "points": lambda s: s.gain(0, 1, 1),
        "a round": lambda s: setattr(s, "round", 3),
    }
    for what, change in nothing.items():
        after = state.clone()
        change(after)
        assert not learnt(state, after), what


def test_an_outcome_without_stream_or_zone_is_a_barrier_too() -> None:
    """Chance may be asked for the value at a place: nothing moves, and yet somebody has learnt something."""

    class Told(nim.TakeStep):
        def play(self, state: Any, action: Any, log: Any) -> bool:
            if log is not None and action.count == 2:
                log.outcome("oracle", "yes")
            if log is not None and action.count == 3:
                log.reveal()
            return super().play(state, action, log)

    def phases(rules: Any) -> list[Any]:
        [phase] = nim.GAME.phases(rules)
        phase.steps = (Told(),)
        return [phase]

    for move, back in (("take 1", True), ("take 2", False), ("take 3", False)):
        match = Match(tw.load(nim.bent(phases=phases)), NAMES)
        match.play(move)
        assert match.can_undo() is back, move


# -- at the table ------------------------------------------------------------------------------------------------


def test_what_cannot_be_written_is_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = nim_match(record=tmp_path / "match.jsonl")
    state = match.state

    def full(*lines: Any) -> None:
        raise UsageError("no space left")

    assert match._writer is not None
    monkeypatch.setattr(match._writer, "write", full)
    with pytest.raises(UsageError, match="no space left"):
        match.play("take 1")
    assert match.state is state and match.decisions == 0 and not match.played


def test_a_closed_match_is_not_recorded_further(tmp_path: Path) -> None:
    match = nim_match(record=tmp_path / "match.jsonl")
    assert match.path == tmp_path / "match.jsonl"
    match.play("take 1")
    match.close()
    written = (tmp_path / "match.jsonl").read_bytes()
    match.play("take 1")
    assert match.path is None and (tmp_path / "match.jsonl").read_bytes() == written
