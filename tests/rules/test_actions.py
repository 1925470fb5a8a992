"""The notation's grammar, half-typed moves, lazy lists of legal actions, refusals."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.base.errors import Unreadable
from tilewright.core.rules.actions import (
    NONE,
    Action,
    Legal,
    Reader,
    Reason,
    Refusal,
    Slot,
    Word,
    listed,
    notation,
    read_action,
    readers,
    verbs,
)
from tilewright.core.rules.typed_moves import kinds_now, say_kind

from ..cases import cases
from ..toys import auction, meadow, nim
from ..toys.harvest_dist import harvest

ANNA, BRUNO = 0, 1
NOBODY: Any = None
"""The readers below look at no state."""


@attrs.frozen(cache_hash=True)
class Place(Action):
    parts = notation("place [{tile}] [on] [at] {cell} [{turn}]")
    tile: str
    cell: str
    turn: str


@attrs.frozen(cache_hash=True)
class Price(Action):
    parts = notation("price {tile} {coins}")
    tile: str
    coins: int


@attrs.frozen(cache_hash=True)
class Pass(Action):
    parts = notation("pass")


@attrs.frozen(cache_hash=True)
class Peek(Action):
    parts = notation("peek {tile} at {cell}")
    secret = frozenset({"tile"})
    tile: str
    cell: str


def a_tile(state: Any, seat: int, text: str) -> str:
    if text.upper() in ("", "L07", "L31"):
        return text.upper() or "L07"
    raise ValueError(f"'{text}' is not a tile")


def a_cell(state: Any, seat: int, text: str) -> str:
    if "," not in text:
        raise ValueError(f"'{text}' is not a cell")
    return text


def a_turn(state: Any, seat: int, text: str) -> str:
    if text.lower() not in ("", "r0", "r1"):
        raise ValueError(f"'{text}' is not a rotation")
    return text.lower() or "r0"


def coins(state: Any, seat: int, text: str) -> int:
    return int(text)


KINDS = (Place, Price, Pass, Peek)
READERS = readers({"tile": a_tile, "cell": a_cell, "turn": a_turn, "coins": coins})


def test_a_plain_function_is_made_a_reader_and_a_reader_stays() -> None:
    assert isinstance(READERS["tile"], Reader) and READERS["tile"].read is a_tile
    assert readers(READERS) == READERS


def read(text: str) -> tuple[Action, int]:
    return read_action(KINDS, READERS, text.split(), NOBODY, ANNA)


def test_a_pattern_is_words_and_slots() -> None:
    assert notation("place [{tile}] [at] {cell}") == (
        Word("place"),
        Slot("tile", True),
        Word("at", True),
        Slot("cell"),
    )
    bare = type("Bare", (Action,), {"parts": notation("{tile}")})
    assert verbs((*KINDS, Action, bare)) == ("place", "price", "pass", "peek")


def test_an_action_is_written_with_every_slot_and_no_optional_word() -> None:
    assert str(Place(ANNA, "L07", "1,0", "r1")) == "place L07 1,0 r1"
    assert str(Pass(ANNA)) == "pass"


@pytest.mark.parametrize("text", cases(__file__, "what_may_be_left_out_takes_its_default"))
def test_what_may_be_left_out_takes_its_default(text: str) -> None:
    assert read(text) == (Place(ANNA, "L07", "1,0", "r0"), len(text.split()))


def test_what_follows_a_move_is_left_for_the_next() -> None:
    assert read("place 1,0 pass") == (Place(ANNA, "L07", "1,0", "r0"), 2)
    assert read("pass place 1,0") == (Pass(ANNA), 1)


@pytest.mark.parametrize(("text", "said", "follows"), cases(__file__, "half_typed"))
def test_a_half_typed_move_is_answered_with_what_may_follow(text: str, said: str, follows: list[str]) -> None:
    with pytest.raises(Unreadable) as error:
        read(text)
    assert (str(error.value), [*error.value.expected]) == (said, follows)


def test_the_kind_that_was_read_farthest_is_the_one_that_is_answered() -> None:
    """`pass` and `place` share a letter and no word; two kinds with one verb are both told."""

    @attrs.frozen(cache_hash=True)
    class Put(Action):
        parts = notation("place tower {cell}")
        cell: str

    with pytest.raises(Unreadable) as error:
        read_action((Place, Put), READERS, ["place", "tower"], NOBODY, ANNA)
    assert error.value.expected == ("<cell>",)
    with pytest.raises(Unreadable) as error:
        read_action((Put, Price, Pass), READERS, ["place"], NOBODY, ANNA)
    assert error.value.expected == ("tower",)
    with pytest.raises(Unreadable) as error:
        read_action((Place, Put), READERS, ["place"], NOBODY, ANNA)
    assert (str(error.value), error.value.expected) == ("the cell is missing", ("<cell>", "tower"))


def test_several_moves_stand_on_one_line() -> None:
    rules = tw.load(auction.PLUGIN)
    state = rules.new(2, 7)
    pick, offer, again = (auction.Pick(0, "hare"), auction.Offer(0, 2), auction.Pick(0, "fox"))
    assert rules.read_line("pick hare; offer 2", state, 0) == [pick, offer]
    assert rules.read_line("pick hare offer 2 pick fox", state, 0) == [pick, offer, again]
    assert rules.read_line("pick=hare fox", state, 0) == [pick, again]  # the verb need be said once only
    with pytest.raises(Unreadable, match="holds 2 moves where one was expected"):
        rules.read("pick hare offer 2", state, 0)
    with pytest.raises(Unreadable, match="there is no card 'badger'"):
        rules.read_line("pick hare badger", state, 0)
    with pytest.raises(Unreadable, match="'fox' is not a move"):
        rules.read_line("keep fox", state, 0)


def test_moves_of_the_step_that_waits_come_first() -> None:
    rules = tw.load(auction.PLUGIN)
    state = rules.new(2, 7)
    assert kinds_now(rules, state) == [auction.Pick, auction.Offer, auction.Slip, auction.Keep]
    for text in ("pick hare", "offer 0"):
        for seat in (0, 1):
            card = auction.KINDS[state.view(seat).hand[seat][0]]
            state.play(rules.read(text.replace("hare", card), state, seat))
    assert kinds_now(rules, state) == [auction.Slip, auction.Keep, auction.Pick, auction.Offer]


def test_a_secret_slot_is_heard_by_its_seat_alone() -> None:
    peek = Peek(BRUNO, "L31", "1,0")
    assert peek.told_to(BRUNO) == str(peek) == "peek L31 at 1,0"
    assert peek.told_to(ANNA) == peek.told_to(None) == "peek ? at 1,0"
    assert Price(BRUNO, "L31", 2).told_to(None) == "price L31 2"


# -- lists of legal actions --------------------------------------------------------------------------------------


def numbers(codes: list[int], seat: int = ANNA) -> Legal:
    def code(action: Any) -> int | None:
        return action.coins if isinstance(action, Price) and action.seat == seat else None

    return Legal(codes, lambda n: Price(seat, "L07", n), code)


CODES = st.lists(st.integers(0, 9), unique=True, max_size=6)


@given(CODES, CODES, CODES)
def test_joined_lists_are_one_sequence(first: list[int], second: list[int], third: list[int]) -> None:
    passing = listed([Pass(ANNA)])
    joined = (
        numbers(first)
        + passing
        + numbers(second, BRUNO)
        + listed([Place(ANNA, "L07", f"{n},0", "r0") for n in third])
    )
    expected: list[Action] = [Price(ANNA, "L07", n) for n in first]
    expected += [Pass(ANNA), *(Price(BRUNO, "L07", n) for n in second)]
    expected += [Place(ANNA, "L07", f"{n},0", "r0") for n in third]
    assert list(joined) == expected and len(joined) == len(expected)
    assert [joined[n] for n in range(len(joined))] == expected
    assert joined[-1] == expected[-1] and joined[1:3] == expected[1:3]
    assert all(action in joined and joined.index(action) == n for n, action in enumerate(expected))
    assert list(reversed(joined)) == expected[::-1]
    missing = [Price(seat, "L07", n) for seat in (ANNA, BRUNO) for n in range(10)]
    assert all((action in joined) == (action in expected) for action in [*missing, Pass(BRUNO)])


def test_a_list_is_not_built_to_be_asked() -> None:
    def built(code: int) -> Action:
        raise AssertionError("an action was built")

    legal = Legal(range(1000), built, lambda action: action.coins)
    assert len(legal) == 1000 and list(legal.codes) == [*range(1000)]
    assert Price(ANNA, "L07", 999) in legal and Price(ANNA, "L07", 1000) not in legal


def test_nothing_is_legal_in_the_empty_list() -> None:
    assert not len(NONE) and Pass(ANNA) not in NONE and list(NONE + numbers([1])) == list(numbers([1]))
    with pytest.raises(IndexError):
        _ = NONE[0]
    assert len(listed([])) == 0


def test_a_list_shows_its_first_few() -> None:
    assert repr(numbers([1, 2])) == "<2 legal: price L07 1, price L07 2>"
    assert repr(numbers(list(range(8)))).endswith("price L07 4, ...>")


def test_actions_are_equal_by_kind_seat_and_slots() -> None:
    assert (
        Place(ANNA, "L07", "1,0", "r0") == Place(ANNA, "L07", "1,0", "r0") != Place(BRUNO, "L07", "1,0", "r0")
    )
    assert len({Pass(ANNA), Pass(ANNA), Pass(BRUNO)}) == 2
    other: Action = nim.Take(ANNA, 1)
    assert Pass(ANNA) != other
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Pass(ANNA).seat = 1  # type: ignore[misc]


def test_a_refusal_names_every_rule() -> None:
    refusal = Refusal(Pass(ANNA), (Reason("a", "GM-1"), Reason("b", "GM-2")))
    assert refusal.rules == ("GM-1", "GM-2")


# -- the toys' notations -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "text", "action"),
    [
        (meadow.PLUGIN, "LAY Grass AT -1,2", "lay grass -1,2"),
        (meadow.PLUGIN, "swap", "swap"),
        (nim.PLUGIN, "Take 3", "take 3"),
        (harvest, "place edge on 1,0", "place edge 1,0 r0"),
        (harvest, "place EDGE 1,0 R2", "place edge 1,0 r2"),
    ],
)
def test_typed_moves_of_the_toys(rules: Any, text: str, action: str) -> None:
    loaded = tw.load(rules)
    assert str(loaded.read(text, loaded.new(2, 1), 1)) == action
    assert loaded.read(text, loaded.new(2, 1), 1).seat == 1


def test_a_kind_of_move_is_described_by_its_message_or_its_docstring() -> None:
    rules = tw.load("glenmore")
    buying = next(kind for kind in rules.kinds if verbs([kind]) == ("buy",))
    assert say_kind(rules, buying, "de") == rules.say("move.buy", {}, (), "de") != say_kind(rules, buying)
    bare = type("Bare", (Action,), {"__doc__": "\n    Does it.\n\n    Now.", "parts": notation("{tile}")})
    assert (
        say_kind(rules, bare) == "Does it."
        and say_kind(rules, type("Mute", (bare,), {"__doc__": None})) == ""
    )


@pytest.mark.parametrize(
    "doc",
    ["Use `no` steps. `rest`", "Use `no` steps. `rest`.", "Use `no` steps. `rest`, `rest 2`\n\n    `x`"],
)
def test_what_a_move_does_is_said_without_marks_and_examples(doc: str) -> None:
    kind = type("Rest", (Action,), {"__doc__": doc, "parts": notation("rest")})
    assert say_kind(tw.load("glenmore"), kind) == "Use no steps."
