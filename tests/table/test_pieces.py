"""Pieces in hand that can be picked first: one of several tiles, before the place where it goes."""

from __future__ import annotations

import pytest

from tilewright.core.bots.greedy import Greedy
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.table import choice_keys
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.table import Table


@pytest.fixture(scope="module")
def building() -> Table:
    """Isle of Skye: a seat builds several tiles, each of which has several places."""
    rules = load("isleofskye")
    names = ("anna", "bruno", "clara")
    match = Match(rules, names, seed=5, bots={name: Greedy(rules) for name in names})
    while (
        len({offer.piece for offer in Table(match).chair(match.state.to_act[0]).choosing.offers} - {None}) < 2
    ):
        match.play(match.choose(match.state.to_act[0]))
    return Table(Match(rules, start=match.state))


def choice(at: Table) -> ChoiceCursor:
    seat = at.next_person()
    assert seat is not None
    return ChoiceCursor(at.chair(seat))


def test_a_click_on_a_tile_in_hand_leaves_the_places_of_that_tile(building: Table) -> None:
    made = choice(building)
    every = {offer.piece for offer in made.choosing.offers if offer.piece is not None}
    assert made.choosing.pieces == every and every <= {*made.choosing.lit}
    first, second = sorted(every)[0], sorted(every)[-1]
    choice_keys.clicked(made, first)
    assert {offer.piece for offer in made.choosing.left} == {first}
    assert made.choosing.pieces == every, "another one can be picked instead"
    choice_keys.clicked(made, second)
    assert {offer.piece for offer in made.choosing.left} == {second} and len(made.choosing.picked) == 1
    choice_keys.back(made)
    assert made.choosing.left == made.choosing.offers


def test_the_cursor_on_a_tile_in_hand_is_not_astray_and_enter_picks_it(building: Table) -> None:
    made = choice(building)
    piece = sorted(made.choosing.pieces)[0]
    made.point(piece)
    assert made.on_piece and made.picks and not made.astray and made.action is None
    assert choice_keys.enter(made).renewed
    assert {offer.piece for offer in made.choosing.left} == {piece}
    assert made.where in made.choosing.spots, "the cursor goes on to a place"


def test_tab_goes_to_the_tiles_in_hand(building: Table) -> None:
    made = choice(building)
    boards = {board for board, _ in made.choosing.pieces}
    seen = set()
    for _ in made.groups:
        choice_keys.tab(made, 1)
        seen |= {made.where[0]} if made.where is not None else set()
    assert boards <= seen


def test_the_picked_tile_shows_on_its_spot_as_it_would_lie(building: Table) -> None:
    made = choice(building)
    show = made.chair.show
    for offer in made.choosing.offers:
        if offer.piece is None:
            continue
        board, at = offer.piece
        there = next(one for one in show.boards[board].spots if one.at == at)
        assert there.name.split()[0] == str(offer.action).split()[1]


def test_one_piece_alone_is_no_choice(building: Table) -> None:
    made = choice(building)
    piece = sorted(made.choosing.pieces)[0]
    only = made.choosing.only([offer.action for offer in made.choosing.offers if offer.piece == piece])
    made.renew(only)
    assert not only.pieces and made.choosing.lit == (*made.choosing.spots,)
