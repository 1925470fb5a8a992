"""A choice built up in parts reaches every legal move and no other, in every game."""

from __future__ import annotations

import pytest

from tilewright.core.draw.model import Offer
from tilewright.core.table.choosing import KIND, ChoiceTarget, Choosing, Labels, letters, verb
from tilewright.core.table.typed_choice import asked, picked, read

from .games import KINDS, decisions, table


def leaves(choosing: Choosing) -> list[str]:
    """The moves behind all targets, found as a person would: by picking until one is left."""
    found: list[str] = []
    for target in choosing.targets():
        if target.action is not None:
            found.append(str(target.action))
            continue
        after = choosing.take(target)
        assert len(after.left) < len(choosing.left), "a pick that changes nothing asks the same again"
        found += leaves(after)
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_move_can_be_reached_and_only_once(kind: str) -> None:
    for n, chair in enumerate(decisions(table(kind), most=60)):
        if n % 4 == 0:
            legal = [str(action) for action in chair.view.legal()]
            assert sorted(leaves(chair.choosing)) == sorted(legal)


@pytest.mark.parametrize("kind", KINDS)
def test_parts_can_be_picked_in_any_order(kind: str) -> None:
    """Whatever the order, the same parts leave the same moves, and going back undoes exactly the last one."""
    for n, chair in enumerate(decisions(table(kind, seed=8), most=40)):
        choosing = chair.choosing
        if n % 5 or len(choosing.left) < 3:
            continue
        for offer in choosing.left[:3]:
            parts = [part.slot for part in choosing.parts]
            values = {
                slot: verb(offer.action) if slot == KIND else getattr(offer.action, slot) for slot in parts
            }
            forth, back = choosing, choosing
            for slot in parts:
                forth = forth.pick(slot, values[slot])
            for slot in reversed(parts):
                back = back.pick(slot, values[slot])
            assert forth.left == back.left and offer in forth.left
            if parts:
                assert back.back().left == choosing.left or len(parts) > 1
                assert forth.back().back().left if len(parts) > 1 else forth.back().left == choosing.left


def test_a_number_is_an_amount_or_nothing() -> None:
    """A number means a price where prices are asked, and nothing on Rebirth's map; it is never a position in a list."""
    prices = next(decisions(table("isleofskye")))
    part = prices.choosing.amounts()
    assert part is not None and part.slot == "gold" and min(part.values) == 1
    assert next(decisions(table("rebirth"))).choosing.amounts() is None
    ahead = next(decisions(table("glenmore"))).choosing.amounts()
    assert ahead is not None and ahead.slot == "space"


def test_a_part_that_no_move_has_is_refused() -> None:
    chair = next(decisions(table("isleofskye")))
    with pytest.raises(ValueError, match="no move"):
        chair.choosing.pick(KIND, "build")
    with pytest.raises(ValueError, match="no move"):
        chair.choosing.point((0, (40, 40)))


def test_moves_without_a_spot_are_targets_of_their_own() -> None:
    chair = next(decisions(table("rebirth")))
    bare = Choosing(tuple(Offer(action=offer.action) for offer in chair.choosing.left))
    assert all(target.where is None for target in bare.targets())
    assert len(leaves(bare)) == len(bare.left)


def test_letters_are_different_and_avoid_what_is_taken() -> None:
    assert letters(3) == ["a", "b", "c"]
    assert letters(3, taken={"a", "c"}.__contains__) == ["b", "d", "e"]
    many = letters(60, taken=lambda word: word in ("no", "ab"))
    assert len(set(many)) == 60 and {len(word) for word in many} == {2} and "ab" not in many


@pytest.mark.parametrize("kind", KINDS)
def test_a_letter_means_the_same_until_the_move_is_played(kind: str) -> None:
    """Whatever is picked and given up again; and none is the beginning of another one."""
    deep = 0
    for n, chair in enumerate(decisions(table(kind, seed=3), most=60)):
        if n % 3:
            continue
        labels = Labels()
        meant: dict[str, object] = {}
        path = [chair.choosing]
        while path:
            choosing = path.pop()
            targets = choosing.targets()
            given = labels.of(targets, lambda word: word in ("b", "no"))
            assert [*given.values()] == targets and not {"b", "no"} & {*given}
            for label, target in given.items():
                parts = (target.where, target.slot, target.value)
                key = target.action if parts == (None, None, None) else parts
                assert meant.setdefault(label, key) == key
            path += [choosing.take(target) for target in targets if target.action is None][:3]
            deep += bool(choosing.picked)
        every = [*labels.means]
        assert not any(one != other and other.startswith(one) for one in every for other in every)
    assert deep or not kind.startswith("isleofskye"), "moves of this game are whole after one letter"


def test_a_thing_keeps_its_letter_whatever_was_picked_before_it() -> None:
    """Isle of Skye: the tiles before the shield have theirs at every price, and each leads to that tile."""
    chair = next(decisions(table("isleofskye")))
    labels = Labels()
    first = labels.of(chair.choosing.targets())
    for price in (1, 2, 1):
        narrowed = chair.choosing.pick("gold", price)
        given = labels.of(narrowed.targets())
        assert {label: target.where for label, target in given.items()} == {
            label: target.where for label, target in first.items()
        }
        for label, target in given.items():
            found = read(label, chair, narrowed, labels.means)
            assert found == [target.action] and getattr(target.action, "gold", 0) == price


def test_letters_that_choose_nothing_now_are_given_anew_when_there_are_no_others() -> None:
    labels = Labels()
    targets = [ChoiceTarget((), where=(0, (n, 0))) for n in range(60)]
    first = labels.of(targets[:20])
    again = labels.of(targets[15:35])
    assert len(again) == 20 and {len(label) for label in again} == {1}
    assert [*again][:5] == [*first][15:], "what is still there keeps its letter"
    assert len(labels.of(targets)) == 60


def test_a_letter_of_an_earlier_part_begins_anew_with_it() -> None:
    chair = next(decisions(table("isleofskye")))
    labels = Labels()
    first, second, *_ = labels.of(chair.choosing.targets())
    narrowed = read(first, chair, chair.choosing, labels.means)
    assert isinstance(narrowed, Choosing)
    assert not {*labels.of(narrowed.targets())} & {first, second}
    other = read(second, chair, narrowed, labels.means)
    assert isinstance(other, Choosing) and other.left == chair.choosing.take(labels.means[second]).left


def test_the_next_part_is_asked_for() -> None:
    chair = next(decisions(table("isleofskye")))
    said = chair.table.said
    tile = str(chair.choosing.left[0].action).split()[1]
    assert picked(chair.choosing, chair) == ""
    assert asked(chair.choosing, said) == said("table.next.spot")
    tiles = chair.choosing.point(next(iter(chair.choosing.spots)))
    assert tile in picked(tiles, chair) and asked(tiles, said) == said("table.next.kind")
    prices = tiles.pick(KIND, "price")
    assert picked(prices, chair).startswith(f"price {tile}")
    assert asked(prices, said) == "now choose an amount (1-4)"
    assert "..." not in picked(prices, chair) and "... ..." not in picked(tiles, chair)
