"""States: set-up, playing with and without checks, refusals, points, copies, the packed form."""

from __future__ import annotations

import copy
import json
from typing import Any, cast

import attrs
import pytest

import tilewright as tw
from tilewright.authoring import NOTHING
from tilewright.core.base.errors import UsageError
from tilewright.core.land.grid import HEX
from tilewright.core.rules.actions import Illegal
from tilewright.core.rules.events import Event, Log
from tilewright.core.rules.packing import state_schema
from tilewright.core.rules.schedule import Phase, clockwise
from tilewright.core.rules.state import ScoreLine, State, by_score
from tilewright.core.rules.zones import public

from ..cases import cases
from ..toys import auction, meadow, nim, river
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm

NIM = tw.load(nim.PLUGIN)


def fresh(heap: int = 7) -> nim.Nim:
    state = cast(nim.Nim, NIM.new(["anna", "bruno"], 1))
    state.heap = heap
    return state


# -- set-up ------------------------------------------------------------------------------------------------------


def test_players_are_named_or_counted() -> None:
    assert NIM.new(3).seats == ("player1", "player2", "player3")
    assert NIM.new(["anna", "b-2_x"]).seats == ("anna", "b-2_x")


@pytest.mark.parametrize(("seats", "said"), cases(__file__, "impossible_players"))
def test_players_that_cannot_be(seats: Any, said: str) -> None:
    with pytest.raises(UsageError) as error:
        NIM.new(seats)
    assert str(error.value).startswith(said)


def test_the_seed_makes_the_game() -> None:
    rules = tw.load(meadow.PLUGIN)
    assert rules.new(3, 7) == rules.new(3, 7) != rules.new(3, 8)


def test_a_blank_state_has_seats_streams_and_slices_alone() -> None:
    state = tw.load(harvest, modules=[storm]).blank(["anna", "bruno"], 7)
    assert (state.scores, state.sealed, state.stack) == ([0, 0], [(), ()], [])
    assert sorted(state.streams) == ["bag", "goals", "module:storm", "start"]
    assert storm.sky(state) == storm.Sky()


def test_a_player_is_found_by_name_in_any_case() -> None:
    assert (fresh().seat("anna"), fresh().seat("BRUNO")) == (0, 1)
    with pytest.raises(ValueError, match="there is no player 'clara'; playing: anna, bruno"):
        fresh().seat("clara")


# -- playing -----------------------------------------------------------------------------------------------------


def test_a_whole_game() -> None:
    state = fresh()
    for taken in (3, 2, 1, 1):
        assert not state.over and state.winners == ()
        state.play(nim.Take(state.to_act[0], taken))
    assert state.over and state.to_act == () and state.step is None
    assert (state.scores, state.ranking(), state.winners, state.turns) == ([0, 1], [(1,), (0,)], (1,), 3)


def test_apply_trusts_and_play_checks() -> None:
    state = fresh()
    before = state.clone()
    with pytest.raises(Illegal) as error:
        state.play(nim.Take(0, 9))
    assert str(error.value) == "take 9: 9 cannot be taken (NM-TAKE-1)"
    assert error.value.refusal.rules == ("NM-TAKE-1",) and state == before
    state.apply(nim.Take(0, 2))
    assert state.heap == 5 and state.to_act == (1,)


@pytest.mark.parametrize(
    ("heap", "action", "key", "rule"),
    [
        (0, nim.Take(0, 1), "game_is_over", "NM-TURN-1"),
        (7, nim.Take(1, 1), "not_your_turn", "NM-TURN-1"),
        (7, nim.Take(9, 1), "not_your_turn", "NM-TURN-1"),
        (7, auction.Keep(0), "not_now", "NM-TURN-1"),
        (2, nim.Take(0, 3), "wrong_count", "NM-TAKE-1"),
    ],
)
def test_why_an_action_is_refused(heap: int, action: Any, key: str, rule: str) -> None:
    state = fresh(heap)
    state.over = not heap
    refusal = state.check(action)
    assert refusal is not None and [(r.key, r.rule) for r in refusal.reasons] == [(key, rule)]
    assert NIM.say_refusal(refusal, state.seats).endswith(f"({rule})")


def test_a_refusal_without_a_reason_is_a_mistake_of_the_rules() -> None:
    class Mute(nim.TakeStep):
        def explain(self, state: State, action: Any) -> list[Any]:
            return []

    rules = tw.load(nim.bent(phases=lambda r: [Phase("turn", clockwise(rounds=True), [Mute()])]))
    with pytest.raises(AssertionError, match="step take refuses take 9 without a reason"):
        rules.new(2).check(nim.Take(0, 9))


def test_seats_that_are_not_to_act_have_nothing_legal() -> None:
    state = fresh(2)
    assert [str(a) for a in state.legal(0)] == ["take 1", "take 2"]
    assert not len(state.legal(1)) and not len(state.legal(7))
    state.over = True
    assert not len(state.legal(0))


def test_events_go_to_a_log_that_is_given() -> None:
    state, log = fresh(), Log()
    state.play(nim.Take(0, 3), log)
    assert log.events == [Event("taken", {"seat": 0, "count": 3})]
    assert NIM.say_event(log.events[0], state.seats, None) == "anna takes 3"


def test_a_secret_is_told_to_its_owner_alone() -> None:
    log = Log()
    log.add_private("drawn", 1, "own_drawn", {"tile": "L07"}, seat=1)
    [event] = log.events
    assert event.told_to(1) == ("own_drawn", {"seat": 1, "tile": "L07"})
    assert event.told_to(0) == event.told_to(None) == ("drawn", {"seat": 1})


# -- points ------------------------------------------------------------------------------------------------------


def test_points_are_lines() -> None:
    state = fresh()
    last = NIM.reason["last"]
    for seat, amount in ((0, 3), (1, 2), (0, -1)):
        state.gain(seat, amount, last)
        state.turns += 1
    assert state.scores == [2, 2]
    assert state.score_lines(0) == [
        ScoreLine(0, 3, "last", "", "NM-END-1", 0),
        ScoreLine(0, -1, "last", "", "NM-END-1", 2),
    ]
    assert [line.seat for line in state.score_lines()] == [0, 1, 0]


@pytest.mark.parametrize("cell", ["0,0", "1,0", "-1,0", "1,-1", "-2,-2"])
def test_a_line_names_its_source(cell: str) -> None:
    """Cells west and north of the first have negative keys, and are sources all the same."""
    state = tw.load(meadow.PLUGIN).new(2, 1)
    state.gain(0, 2, state.rules.reason["neighbour"], HEX.read(cell))
    state.gain(0, 2, state.rules.reason["neighbour"])
    state.gain(0, 2, state.rules.reason["neighbour"], NOTHING)
    assert [line.source for line in state.score_lines(0)] == [cell, "", ""]


def test_points_carried_over_have_no_rule() -> None:
    state = fresh()
    state.gain(0, 5, NIM.reason["carried_over"])
    assert (state.score_lines()[0].reason, state.score_lines()[0].rule) == ("carried_over", "")


def test_equal_scores_share_a_place() -> None:
    assert by_score([3, 5, 3, 1]) == [(1,), (0, 2), (3,)]


# -- copying, comparing, packing -----------------------------------------------------------------------------------


def test_a_clone_is_equal_and_independent() -> None:
    state = tw.load(harvest, modules=[storm]).new(3, 5)
    other = state.clone()
    assert other == state and other is not state and other.rules is state.rules
    other.play(other.legal(other.to_act[0])[0])
    assert other != state and state == tw.load(harvest, modules=[storm]).new(3, 5)


def test_states_of_other_kinds_or_options_are_not_equal() -> None:
    longer = tw.load(nim.PLUGIN, options={"heap": 8})
    assert longer.blank(["anna", "bruno"], 1) != NIM.blank(["anna", "bruno"], 1)
    assert (
        tw.load(nim.PLUGIN).new(["anna", "bruno"], 1) == fresh()
    )  # rules assembled twice are the same rules
    assert fresh() != river.River(NIM, ("anna", "bruno")) and fresh() != 7
    with pytest.raises(TypeError, match="unhashable"):
        hash(fresh())


def test_a_packed_state_names_steps_and_reasons() -> None:
    state = fresh()
    state.gain(0, 3, NIM.reason["last"])
    packed = json.loads(json.dumps(state.to_dict()))
    assert packed["stack"] == [["phase turn", 0, 1], ["take", 0]] and packed["ledger"] == [
        [0, 3, "last", NOTHING, 0]
    ]
    assert packed["heap"] == 7 and "rules" not in packed
    assert NIM.restore(packed) == state


def test_a_state_saved_without_a_module_does_not_depend_on_its_numbers() -> None:
    """Steps and reasons are saved by name, because modules move the numbers."""
    plain, stormy = tw.load(harvest), tw.load(harvest, modules=[storm])
    state = plain.new(2, 3)
    packed = state.to_dict()
    assert plain.reason["goal"] == stormy.reason["goal"] and len(stormy.nodes) > len(plain.nodes)
    packed["slices"] = stormy.new(2, 3).to_dict()["slices"]
    packed["streams"] |= {"module:storm": [1, 0]}
    again = stormy.restore(packed)
    assert again.step is not None and again.step.name == "place"


def test_boards_come_back_with_their_faces() -> None:
    state = tw.load(harvest).new(2, 3)
    for _ in range(6):
        state.play(state.legal(state.to_act[0])[0])
    back = state.rules.restore(json.loads(json.dumps(state.to_dict())))
    assert back == state and list(back.legal(back.to_act[0])) == list(state.legal(state.to_act[0]))


@pytest.mark.parametrize("spoil", ["heap", "stack", "ledger"])
def test_what_no_state_wrote_cannot_be_restored(spoil: str) -> None:
    packed = fresh().to_dict()
    if spoil == "heap":
        del packed["heap"]
    else:
        packed[spoil] = [["nowhere", 0, "nothing", 0, 0]]
    with pytest.raises(KeyError):
        NIM.restore(packed)


def test_the_digest_changes_with_every_field() -> None:
    state = tw.load(auction.PLUGIN).new(2, 7)
    digests = {state.digest()}
    for name, value in {
        "turns": 5,
        "over": True,
        "round": 9,
        "seen": [("deck", 1, 1)],
        "sealed": [(1,), ()],
    }.items():
        other = state.clone()
        setattr(other, name, value)
        digests.add(other.digest())
    other = state.clone()
    other.streams["deck"] = (other.streams["deck"][0], 1)
    assert len(digests | {other.digest()}) == 7 and all(len(d) == 16 for d in digests)


def test_the_schema_changes_with_the_fields() -> None:
    @attrs.define(eq=False)
    class Longer(nim.Nim):
        more: int = public(default=0)

    schemas = {state_schema(tw.load(p)) for p in (nim.PLUGIN, nim.bent(state=Longer), harvest)}
    schemas |= {state_schema(tw.load(harvest, modules=[storm]))}
    assert len(schemas) == 4 and state_schema(tw.load(nim.PLUGIN)) == state_schema(NIM)


def test_rules_are_shared_by_copies_of_any_kind() -> None:
    assert copy.deepcopy(NIM) is NIM
    assert repr(tw.load(harvest, modules=[storm])).startswith("<rules of harvest+storm, options ")
