"""Majorities and their ties, by the examples of the three games' rules."""

from __future__ import annotations

import doctest
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilewright.core.land import majority as module
from tilewright.core.land.majority import Difference, Friendly, Preference, Prize, prizes, seats_after

from ..cases import cases

pytestmark = pytest.mark.quick

amounts = st.lists(st.integers(0, 4), min_size=1, max_size=5)
BLUE, PINK, ORANGE, BEIGE = range(4)


def points(won: tuple[Prize, ...], seats: int) -> list[int]:
    """What each seat gets in all."""
    return [sum(prize.points for prize in won if prize.seat == seat) for seat in range(seats)]


# -- friendly ties: Isle of Skye -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ships", "expected"), cases(__file__, "friendly_ties_pay_everyone_in_full_and_void_the_second_prize")
)
def test_friendly_ties_pay_everyone_in_full_and_void_the_second_prize(
    ships: list[int], expected: list[int]
) -> None:
    """IS-ST-8, IS-ST-MAJ, IS-AMB-4: a shared first place has no second, a shared second is paid to each."""

    assert expected == points(prizes(ships, Friendly((5, 2))), len(ships))


def test_a_prize_says_seat_place_and_points() -> None:
    """Enough for a score line, best prize first, then by seat."""

    assert (Prize(2, 1, 5), Prize(0, 2, 2), Prize(3, 2, 2)) == prizes([1, 0, 6, 1], Friendly((5, 2)))


def test_the_lowest_amount_that_wins_may_be_set() -> None:
    """IS-ST-MAJ asks for one item; a variant may ask for two, or for none."""

    assert points(prizes([1, 2, 0], Friendly((5, 2), least=2)), 3) == [0, 5, 0]
    assert points(prizes([1, 0, 0], Friendly((5, 2), least=0)), 3) == [5, 2, 2]
    assert points(prizes([0, 0], Preference((5, 2), order=(0, 1), least=0)), 2) == [5, 2]


@given(amounts, st.lists(st.integers(1, 9), min_size=1, max_size=3))
def test_friendly_prizes_by_counting_who_has_more(counts: list[int], ladder: list[int]) -> None:
    """A seat's prize is the one after as many as there are seats that have more; equal amounts, equal prizes."""
    won = {prize.seat: prize for prize in prizes(counts, Friendly(tuple(ladder)))}
    for seat, count in enumerate(counts):
        better = len([other for other in counts if other > count])
        expected = ladder[better] if count and better < len(ladder) else None
        assert expected == (won[seat].points if seat in won else None)


# -- an order of preference: settlements of Rebirth ------------------------------------------------------------------


def settlement(symbols: list[int], ladder: tuple[int, ...], finisher: int, sole: bool = False) -> list[int]:
    order = seats_after(after=finisher, seats=len(symbols))
    return points(prizes(symbols, Preference(ladder, order, sole)), len(symbols))


def test_medium_settlement() -> None:
    """RB-SET-3, RB-SET-6: Pink finishes with 2 symbols against Blue's 1, so Pink gets 5 and Blue 3."""

    assert settlement([1, 2], (5, 3), finisher=PINK) == [3, 5]


@pytest.mark.parametrize(("finisher", "expected"), [(BLUE, [3, 5]), (PINK, [5, 3])])
def test_medium_tie_is_lost_by_the_finisher(finisher: int, expected: list[int]) -> None:
    """RB-SET-4: the finisher gets MED2, the other MED1."""

    assert expected == settlement([2, 2], (5, 3), finisher)


def test_a_settlement_of_one_player_pays_all_prizes() -> None:
    """RB-SET-5, RB-SET-7: 5 + 3 and 8 + 5, as two prizes of one seat."""
    won = prizes([0, 3, 0], Preference((5, 3), order=(0, 1, 2), sole=True))

    assert (Prize(PINK, 1, 5), Prize(PINK, 2, 3)) == won
    assert settlement([0, 0, 4], (8, 5), finisher=ORANGE, sole=True) == [0, 0, 13]


def test_the_only_player_beside_a_neutral_tile_gets_the_first_prize() -> None:
    """RB-AMB-5: not the sole owner, so the caller does not say so."""

    assert settlement([3, 0], (5, 3), finisher=BLUE) == [5, 0]


def test_large_settlement_pays_two_of_three() -> None:
    """RB-SET-7: most symbols 8, second 5, fewer nothing."""

    assert settlement([2, 3, 1, 0], (8, 5), finisher=ORANGE) == [5, 8, 0, 0]


def test_symbols_of_several_tiles_add_up() -> None:
    """RB-SET-8, RB-SET-10: Blue's two tiles with one symbol each against the 3 with which Pink finishes."""

    assert settlement([1 + 1, 3], (8, 5), finisher=PINK) == [5, 8]


@pytest.mark.parametrize(
    ("symbols", "finisher", "expected"),
    [
        ([2, 2, 2], BLUE, [0, 8, 5]),
        ([2, 2, 2], PINK, [5, 0, 8]),
        ([2, 2, 2], ORANGE, [8, 5, 0]),
        ([1, 3, 1, 0], BLUE, [0, 8, 5, 0]),
        ([1, 0, 1, 3], ORANGE, [5, 0, 0, 8]),
        ([0, 1, 0, 1], BLUE, [0, 8, 0, 5]),
        ([0, 1, 2, 1], ORANGE, [0, 0, 8, 5]),
    ],
)
def test_ties_go_clockwise_from_the_finisher_who_loses_each(
    symbols: list[int], finisher: int, expected: list[int]
) -> None:
    """RB-SET-9, RB-AMB-14: for the first prize and for the second, whoever is tied."""

    assert expected == settlement(symbols, (8, 5), finisher)


def test_a_third_prize() -> None:
    """RI-SPR-6: Blue 12, Pink 8; Orange and Beige equal, and Beige sits nearer clockwise after Blue: 5."""
    blue, beige, orange, pink = range(4)
    expected = {blue: 12, pink: 8, beige: 5, orange: 0}

    assert [expected[seat] for seat in range(4)] == settlement([4, 1, 1, 2], (12, 8, 5), finisher=blue)


def test_an_order_must_name_every_seat_and_a_sole_owner_must_be_alone() -> None:
    """What the caller got wrong is refused."""
    for order in ((0,), (0, 0), (0, 2)):
        with pytest.raises(ValueError, match="does not name each of 2 seats once"):
            prizes([1, 1], Preference((5, 3), order))
    for counts in ([1, 2], [0, 0]):
        with pytest.raises(ValueError, match="sole owner"):
            prizes(counts, Preference((5, 3), (0, 1), sole=True))


@given(amounts, st.data())
def test_an_order_of_preference_leaves_no_tie(counts: list[int], data: st.DataObject) -> None:
    """Each prize in turn goes to the seat that beats every other one that is left, by amount or by preference."""
    order = tuple(data.draw(st.permutations(range(len(counts)))))
    left = {seat for seat, count in enumerate(counts) if count}
    expected = []
    for place, worth in ((1, 8), (2, 5), (3, 3)):
        for seat in sorted(left):
            others = left - {seat}
            if all((counts[seat], order.index(o)) > (counts[o], order.index(seat)) for o in others):
                expected.append(Prize(seat, place, worth))
        left -= {prize.seat for prize in expected}

    assert tuple(expected) == prizes(counts, Preference((8, 5, 3), order))


def test_clockwise_ends_with_the_seat_it_starts_after() -> None:
    """Everybody once, the finisher last."""

    assert [seats_after(after, 3) for after in range(3)] == [(1, 2, 0), (2, 0, 1), (0, 1, 2)]


# -- difference to the lowest: Glen More ---------------------------------------------------------------------------

LADDER = Difference((0, 1, 2, 3, 5, 8))


@pytest.mark.parametrize(
    ("counts", "expected"), cases(__file__, "the_lead_over_the_lowest_is_read_off_the_ladder")
)
def test_the_lead_over_the_lowest_is_read_off_the_ladder(counts: list[int], expected: list[int]) -> None:
    """GM-SCORE-4, GM-SCORE-5; the first four are counts that give the worked example of GM-SCORE-6."""

    assert expected == points(prizes(counts, LADDER), len(counts))


def test_the_worked_example_of_three_categories() -> None:
    """GM-SCORE-3, GM-SCORE-6: barrels, chieftains with bonnets, cards of Anna, Bruno, Clara and Danny."""
    barrels, chieftains, cards = [3, 0, 3, 6], [2, 1, 4, 0], [2, 2, 1, 1]
    won = [points(prizes(counts, LADDER), 4) for counts in (barrels, chieftains, cards)]

    assert list(zip(*won, strict=True)) == [(3, 2, 1), (0, 1, 1), (3, 5, 0), (8, 0, 0)]


def test_a_ladder_prize_says_the_place_by_amount() -> None:
    """Tied seats share a place; nothing on the ladder, no prize."""

    assert (Prize(1, 1, 8), Prize(0, 2, 1), Prize(2, 2, 1)) == prizes([3, 8, 3, 2], LADDER)
    with pytest.raises(ValueError):
        Difference(())


@given(amounts, st.integers(0, 9))
def test_only_the_differences_count(counts: list[int], more: int) -> None:
    """Everybody having as much more changes nothing."""

    assert prizes(counts, LADDER) == prizes([count + more for count in counts], LADDER)


# -- all policies --------------------------------------------------------------------------------------------------


def test_a_policy_of_ones_own() -> None:
    """Any object with `share` will do: here tied seats split the prize, rounded down."""

    class Split:
        def share(self, amounts: Sequence[int]) -> Iterator[Prize]:
            first = [seat for seat, amount in enumerate(amounts) if amount == max(amounts)]
            for seat in reversed(first):
                yield Prize(seat, 1, 7 // len(first))

    assert (Prize(0, 1, 3), Prize(2, 1, 3)) == prizes([2, 1, 2], Split())


def test_nobody_wins_where_nobody_is_compared() -> None:
    """No seats, no prizes, no error."""

    assert () == prizes([], Friendly((5, 2))) == prizes([], Preference((5, 2), ())) == prizes([], LADDER)


def test_the_examples_in_the_docstrings_hold() -> None:
    """They are run as they are printed."""

    assert doctest.testmod(module) == (0, 7)
