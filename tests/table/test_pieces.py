"""Pieces that can be picked first, such as one of several tiles in hand; those that a move takes from their place."""

from __future__ import annotations

import attrs
import pytest

from tilewright.core.bots.greedy import Greedy
from tilewright.core.draw.model import At, Diagram, Ink, Offer, Piece, Show, Spot
from tilewright.core.play.match import Match
from tilewright.core.rules.actions import Action
from tilewright.core.rules.assembly import load
from tilewright.core.table import choice_keys
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.preview import After, ghost, vacated
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


EMPTY = {
    "nothing is drawn": None,
    "a dot": Spot(at=(0, 0), face=((Ink("."),),)),
    "waves": Spot(at=(0, 0), face=((Ink("~"),),), ground="water"),
}


@pytest.mark.parametrize("drawn", EMPTY)
def test_a_piece_that_would_move_is_not_at_its_old_place_as_well(drawn: str) -> None:
    """Whatever a game draws where nothing lies. What moves on in one position only is not certain."""
    empty = EMPTY[drawn]

    def show(*pieces: At) -> Show:
        spots = [Spot(at=at, pieces=(Piece("A", "seat 0"),)) for at in pieces]
        free = [(x, 0) for x in range(4) if (x, 0) not in pieces and empty is not None]
        spots += [attrs.evolve(empty, at=at) for at in free] if empty is not None else []
        return Show(title="", boards=[Diagram(grid="square4", spots=spots)])

    now, moved, other = show((0, 0), (3, 0)), show((2, 0), (3, 0)), show((2, 0), (1, 0))
    offer = Offer(action=Action(0), at=(2, 0), piece=(0, (0, 0)))
    after = After(now, moved, moved)
    assert [(one.at, len(one.pieces)) for one in ghost(after, offer)] == [((2, 0), 1)]
    [left] = vacated(after, offer)
    assert left == (attrs.evolve(empty, at=(0, 0)) if empty is not None else Spot(at=(0, 0)))
    assert vacated(After(now, moved, other), offer) == (left,)
    assert vacated(After(now, now, moved), offer) == ()
