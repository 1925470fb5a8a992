"""Streams: the published mixing function, independence, fair draws, piles that keep their order."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.base.chance import MASK, Stream, key_of, mix, ordered, salt
from tilewright.core.base.errors import PluginError
from tilewright.core.rules.zones import draw, put_back, roll

from ..toys import meadow

pytestmark = pytest.mark.quick

KEYS = st.integers(0, MASK)
NAMES = st.lists(st.text("abc", min_size=1, max_size=3), unique=True, max_size=8)


def spread(counts: Counter[int], sides: int) -> float:
    """Chi squared against every side as likely."""
    expected = counts.total() / sides
    return sum((counts[n] - expected) ** 2 / expected for n in range(sides))


def test_values_are_those_of_splitmix64() -> None:
    """The first three values for seed 0, as Java, Rust and C implementations give them."""
    assert [mix(0, n) for n in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_keys_are_the_same_on_every_machine() -> None:
    """Records hold seeds: another key for the same seed would break all of them."""
    assert key_of(7, "bag") == 0x8D5A391EC8F4C16F
    assert len({key_of(seed, purpose) for seed in range(50) for purpose in ("bag", "die", "bot:anna")}) == 150
    assert key_of(1, "2:bag") != key_of(12, "bag")


@given(KEYS, st.integers(1, 40))
def test_below_stays_below(key: int, n: int) -> None:
    stream = Stream.of(key)
    assert all(0 <= stream.below(n) < n for _ in range(20))
    assert stream.count == 20


@given(KEYS, st.lists(st.integers(), min_size=1))
def test_pick_and_shuffle_keep_what_they_are_given(key: int, items: list[int]) -> None:
    stream = Stream.of(key)
    assert stream.pick(items) in items
    shuffled = items.copy()
    stream.shuffle(shuffled)
    assert Counter(shuffled) == Counter(items)


def test_every_side_is_as_likely() -> None:
    stream = Stream(3, "die")
    assert (
        spread(Counter(stream.below(6) for _ in range(6000)), 6) < 20.5
    )  # 5 degrees of freedom, one in a thousand
    orders = list(permutations(range(3)))
    found: Counter[int] = Counter()
    for _ in range(6000):
        items = [0, 1, 2]
        stream.shuffle(items)
        found[orders.index((items[0], items[1], items[2]))] += 1
    assert spread(found, 6) < 20.5


def test_one_stream_does_not_touch_another() -> None:
    first, second = Stream(7, "bag"), Stream(7, "die")
    alone = [Stream(7, "die", n).bits() for n in range(5)]
    drawn = []
    for _ in range(5):
        first.bits()
        first.bits()
        drawn.append(second.bits())
    assert drawn == alone
    assert len({*drawn, *(Stream(7, "bag", n).bits() for n in range(10))}) == 15


def test_a_stream_of_a_key_starts_at_its_first_value() -> None:
    stream = Stream.of(key_of(7, "bag"))
    assert (stream.key, stream.count) == (Stream(7, "bag").key, 0)
    assert stream.bits() == Stream(7, "bag").bits()


@given(KEYS, NAMES, NAMES)
def test_more_pieces_leave_the_order_of_the_others_alone(key: int, names: list[str], more: list[str]) -> None:
    """A module may add tiles, and the box's own tiles still come in the same order."""
    own = [(name, name) for name in names]
    added = [(name, name) for name in more if name not in names]
    together = ordered([*added, *own], key)
    assert [name for name in together if name in names] == ordered(own, key)
    assert ordered(reversed(own), key) == ordered(own, key)


def test_every_piece_is_as_often_on_top() -> None:
    names = [(f"L{n:02}", n) for n in range(6)]
    tops = Counter(ordered(names, key_of(seed, "bag"))[-1] for seed in range(6000))
    assert spread(tops, 6) < 20.5
    again = Counter(ordered(names, key_of(seed, "bag"), returned=1)[-1] for seed in range(6000))
    assert spread(again, 6) < 20.5
    same = sum(
        ordered(names, key_of(s, "bag")) == ordered(names, key_of(s, "bag"), returned=1) for s in range(1000)
    )
    assert same < 10  # 1 in 720 by chance


def test_salt_depends_on_the_name_alone() -> None:
    assert salt("L07") == key_of(0, "L07") != salt("L08")


def test_a_roll_takes_one_value_of_its_stream() -> None:
    state = tw.load(meadow.PLUGIN).new(2, 7)
    before = dict(state.streams)
    key, count = before["sky"]
    assert roll(state, "sky", ("a", "b", "c")) == (mix(key, count) * 3) >> 64
    assert state.streams == before | {"sky": (key, count + 1)}


def test_a_piece_put_back_lies_at_any_height() -> None:
    state = tw.load(meadow.PLUGIN).new(2, 7)
    heights: Counter[int] = Counter()
    bag = state.rules.places[2][0]
    for seed in range(3000):
        state.streams["bag"] = (key_of(seed, "bag"), 0)
        pile = bag.pieces(state)
        pile[:] = [0, 0, 0]
        put_back(state, bag, 1, "bag")
        heights[pile.index(1)] += 1
        assert state.streams["bag"][1] == 1
    assert spread(heights, 4) < 16.3


def test_a_pile_that_does_not_exist_is_named_with_those_that_do() -> None:
    state = tw.load(meadow.PLUGIN).new(2, 1)
    with pytest.raises(PluginError, match="there is no zone 'bga'; the zones are bag, drawn"):
        draw(state, "bga")
