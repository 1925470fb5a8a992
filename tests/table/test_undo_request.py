"""Taking back among people: one's own alone up to the last new information, beyond that if everyone agrees."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.bots.random import Random
from tilewright.core.play.match import Match
from tilewright.core.table.table import Table
from tilewright.core.table.table_request import TableRequest

from ..toys import auction, nim

ANNA, BRUNO, CLARA = range(3)
NAMES = ["anna", "bruno", "clara"]
RULES = {"nim": tw.load(nim.PLUGIN, options={"heap": 20}), "auction": tw.load(auction.PLUGIN)}


def heap(*counts: int, people: int = 3, **given: Any) -> Table:
    """A table at which so much was taken; the last seats are bots."""
    rules = RULES["nim"]
    bots = {name: Random(rules) for name in NAMES[people:]}
    at = Table(Match(rules, NAMES, bots=bots), one_keyboard=False, **given)
    for count in counts:
        take(at, count)
    return at


def take(at: Table, count: int) -> None:
    seat = at.to_act[0]
    at.chair(seat).play(nim.Take(seat, count))


def taken(at: Table) -> list[int]:
    found: list[int] = at.match.state.log  # type: ignore[attr-defined]
    return found


def refused(at: Table, what: str, seat: int) -> str:
    """Why the table refuses; nothing has changed then."""
    before = at.wish, at.answered, at.revision, at.match.state
    with pytest.raises(UsageError) as error:
        getattr(at, what)(seat)
    assert before == (at.wish, at.answered, at.revision, at.match.state)
    return str(error.value)


# -- alone ---------------------------------------------------------------------------------------------------------


def test_a_seat_takes_back_nothing_but_its_own_alone() -> None:
    at = heap(1, 2)
    assert [at.can_take_back(seat) for seat in range(3)] == [False, True, False]
    for seat in (ANNA, CLARA):
        assert "there is nothing to undo" in refused(at, "take_back", seat)
    at.take_back(BRUNO)
    assert taken(at) == [1]
    # Anna's move is no longer the last one that she may take back alone: bruno has decided since.
    assert not at.can_take_back(ANNA) and not at.can_take_back(BRUNO)


def test_at_one_keyboard_the_move_before_can_be_taken_back_by_whoever_sits_there() -> None:
    at = heap(1, 2)
    at.one_keyboard = True
    assert at.can_take_back(CLARA)
    at.take_back(CLARA)
    assert taken(at) == [1]


def test_what_was_taken_back_is_new_again_when_it_is_played_again() -> None:
    at = heap(1, 2)
    at.take_back(BRUNO)
    take(at, 3)
    assert [one.number for one in at.chair(ANNA).missed()] == [1, 2]


# -- together ------------------------------------------------------------------------------------------------------


def test_it_goes_back_when_the_last_one_has_agreed() -> None:
    at = heap(1, 2, 3, 1)
    revisions = [at.revision]
    wish = at.ask_back(BRUNO)
    assert wish == at.wish == TableRequest(BRUNO, 1, (), (ANNA, CLARA))
    revisions.append(at.revision)
    assert (
        not at.agree(CLARA)
        and at.wish == TableRequest(BRUNO, 1, (CLARA,), (ANNA,))
        and taken(at) == [1, 2, 3, 1]
    )
    revisions.append(at.revision)
    assert at.agree(ANNA)
    revisions.append(at.revision)
    assert revisions == sorted(set(revisions))
    assert taken(at) == [1] and at.to_act == (BRUNO,) and at.wish is None
    assert at.answered == TableRequest(BRUNO, 1, (CLARA, ANNA), (), "agreed")
    assert [one.number for one in at.chair(ANNA).missed()] == [1]
    assert not at.chair(BRUNO).moved((2,)), "what a move has changed that is gone"
    take(at, 1)
    assert at.answered is None and [one.number for one in at.chair(ANNA).missed()] == [1, 2]


def test_asking_again_reaches_further_back() -> None:
    at = heap(1, 1, 1, 2, 2, 2)
    for left in (4, 1):
        assert at.ask_back(BRUNO).number == left
        assert not at.agree(ANNA) and at.agree(CLARA)
        assert len(taken(at)) == left
    assert "none of your decisions stands" in refused(at, "ask_back", BRUNO)


@pytest.mark.parametrize(
    ("answers", "end", "by"),
    [
        ([("decline", ANNA)], "declined", ANNA),
        ([("agree", ANNA), ("decline", CLARA)], "declined", CLARA),
        ([("agree", ANNA), ("decline", ANNA)], "declined", ANNA),
        ([("agree", ANNA), ("decline", BRUNO)], "withdrawn", -1),
    ],
)
def test_one_who_declines_ends_it(answers: list[tuple[str, int]], end: str, by: int) -> None:
    at = heap(1, 2, 3)
    at.ask_back(BRUNO)
    for what, seat in answers:
        getattr(at, what)(seat)
    assert at.wish is None and at.answered is not None and (at.answered.end, at.answered.by) == (end, by)
    assert taken(at) == [1, 2, 3]
    assert "nobody asks" in refused(at, "agree", CLARA)


@pytest.mark.parametrize("what", ["play", "take back", "redo"])
def test_whatever_is_played_meanwhile_ends_it(what: str) -> None:
    at = heap(1, 2, 3)
    if what == "redo":
        at.take_back(CLARA)
    at.ask_back(ANNA)
    if what == "play":
        take(at, 1)
    elif what == "take back":
        at.take_back(CLARA)
    else:
        at.redo(CLARA)
    assert at.wish is None and at.answered is not None and at.answered.end == "overtaken"


def test_bots_are_taken_back_as_well_and_play_again() -> None:
    at = heap(1, 2, people=2)
    assert at.next_bot() == CLARA
    first = at.think()
    at.play(first)
    assert at.ask_back(ANNA).waiting == (BRUNO,), "bots are not asked"
    assert at.agree(BRUNO)
    assert taken(at) == [] and at.to_act == (ANNA,) and at.next_bot() is None
    take(at, 1)
    take(at, 2)
    assert at.next_bot() == CLARA and at.think() == first


# -- what is refused -----------------------------------------------------------------------------------------------


def test_what_cannot_be_asked_is_refused_with_a_sentence() -> None:
    at = heap(1, 2, 3, people=2)
    assert "only people" in refused(at, "ask_back", CLARA)
    assert refused(heap(1, people=3), "ask_back", ANNA) == "you can take your last move back yourself: undo"
    assert "none of your decisions" in refused(heap(1), "ask_back", BRUNO)
    assert "switched off" in refused(heap(1, 1, undo=False), "ask_back", ANNA)
    assert "what-if" in refused(heap(1, 1, people=1), "ask_back", ANNA)
    assert "nobody asks" in refused(at, "agree", ANNA) and "nobody asks" in refused(at, "decline", ANNA)
    assert at.can_ask_back(ANNA) and not at.can_ask_back(CLARA)
    at.ask_back(ANNA)
    assert not at.can_ask_back(BRUNO)
    assert refused(at, "ask_back", BRUNO).startswith("anna asks to take something back already")
    for seat in (ANNA, CLARA):
        assert refused(at, "agree", seat) == "your answer is not awaited"
    over = heap(3, 3, 3, 3, 3, 3, 2)
    assert over.over and "the match is over" in refused(over, "ask_back", CLARA)


def test_where_people_sit_apart_the_end_stays() -> None:
    """From then on a replay shows every hand to everybody, and nobody may play on knowing them."""
    at = heap(3, 3, 3, 3, 3, 3, 2)
    assert at.match.can_undo(ANNA) and not at.can_take_back(ANNA)
    assert refused(at, "take_back", ANNA) == "the match is over, and its end cannot be taken back"
    at.one_keyboard = True
    at.take_back(ANNA)
    assert not at.over


def test_a_trial_needs_nobodys_leave() -> None:
    trial = heap(1, 2).chair(CLARA).what_if()
    assert "yourself" in refused(trial, "ask_back", CLARA)


# -- what is said --------------------------------------------------------------------------------------------------


def test_it_is_said_what_would_be_taken_back_and_who_is_asked() -> None:
    at = heap(1, 2, 3, 1)
    chair = at.chair(CLARA)
    assert chair.wished() == ()
    at.ask_back(BRUNO)
    at.agree(ANNA)
    assert chair.wished() == (
        "bruno asks to take back everything after this move of anna: take 1",
        "3 decisions would be taken back (anna 1, bruno 1, clara 1)",
        "clara: takes 3",
        "bruno: takes 2",
        "anna: takes 1",
        "still to agree: clara",
    )
    at.decline(CLARA)
    assert chair.wished() == at.chair(None).wished() == ("clara does not agree, so nothing is taken back",)
    at.ask_back(CLARA)
    at.decline(CLARA)
    assert chair.wished() == ("clara no longer asks to take anything back",)
    take(at, 1)
    assert chair.wished() == ()


def bidding() -> Table:
    state: Any = RULES["auction"].new(NAMES, 4)
    state.hand = [[0, 1, 3], [1, 2, 3], [0, 0, 2]]
    at = Table(Match(state.rules, start=state), one_keyboard=False)
    for seat, move in [(0, "pick stag"), (0, "offer 2"), (1, "pick owl"), (1, "offer 1"), (2, "pick owl")]:
        at.match.play(move, seat)
    return at


def test_secret_steps_are_told_to_their_own_seat_alone() -> None:
    """Anna asks while others bid in secret: nobody learns how far they are."""
    at = bidding()
    at.match.play("offer 0", CLARA)
    for seat, move in [(0, "slip fox"), (1, "keep"), (2, "keep"), (1, "pick stag")]:
        at.match.play(move, seat)
    at.ask_back(ANNA)
    told = {seat: at.chair(seat).wished() for seat in (ANNA, BRUNO, CLARA, None)}
    known: list[tuple[int | None, str]] = [(ANNA, "fox"), (CLARA, "a card"), (None, "a card")]
    for viewer, slipped in known:
        assert told[viewer][1] == "3 decisions would be taken back (anna 1, bruno 1, clara 1)"
        assert told[viewer][-2] == "and whatever has been decided in secret since"
        assert next(one for one in told[viewer] if "slips" in one).startswith(
            f"anna: slips {slipped} into"
        ), told
        assert len(told[viewer]) == 7
    assert told[BRUNO][1] == "4 decisions would be taken back (anna 1, bruno 2, clara 1)"
    assert not at.agree(BRUNO) and at.agree(CLARA)
    assert at.to_act == (ANNA,) and not any(at.match.state.sealed)


def test_a_secret_round_goes_back_to_its_beginning_after_the_reveal() -> None:
    at = bidding()
    assert refused(at, "ask_back", ANNA).startswith("you can take your last move back yourself")
    at.match.play("offer 0", CLARA)
    assert at.ask_back(BRUNO).number == 0
    assert at.chair(CLARA).wished()[:2] == (
        "bruno asks to begin the match again",
        "6 decisions would be taken back (anna 2, bruno 2, clara 2)",
    )
    assert not at.agree(ANNA) and at.agree(CLARA)
    assert len(at.to_act) == 3 and not any(at.match.state.sealed)
