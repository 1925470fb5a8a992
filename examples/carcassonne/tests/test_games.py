"""Whole random games: the conformance kit, meeples and points, speed of the lists, greedy play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from carcassonne.actions import Meeple, Pass, Place, Rotation
from carcassonne.printed import WHERE
from carcassonne.state import conserved

import tilewright as tw
from tilewright import testing
from tilewright.authoring import SQUARE4, Action, State, Stream
from tilewright.testing import bots, play_out

RULES = tw.load("carcassonne")


def moves(state: Any, seat: int) -> list[Action]:
    """Everything that can be typed, on all cells around the land."""
    cells = {near for cell in state.land.board for near in (cell, *SQUARE4.neighbours(cell))}
    placed = [Place(seat, SQUARE4.at(cell), Rotation(turn)) for cell in sorted(cells) for turn in range(4)]
    return [*placed, *(Meeple(seat, where) for where in WHERE), Pass(seat)]


@pytest.mark.filterwarnings("error::tilewright.testing.Warned")
@pytest.mark.parametrize("edition", ["current", "first"])
def test_the_kit_holds(edition: str) -> None:
    rules = tw.load("carcassonne", edition=edition)
    seats = [2] if edition == "current" else [5]
    names = [name for name in testing.CHECKS if name != "options" or edition == "current"]
    testing.conforms(rules, names, games=1, seats=seats, every=40, conceivable=moves)


def played(rules: tw.Rules, players: int, seed: int) -> Iterator[tuple[Any, Action | None]]:
    """The positions of a random game, each with the action that is played next."""
    state, stream = rules.new(players, seed), Stream(seed, "whole")
    while not state.over:
        action = stream.pick(list(state.legal(state.to_act[0])))
        yield state, action
        state.apply(action)
    yield state, None


def land_meeples(state: Any) -> list[int]:
    """By seat, how many meeples the regions hold."""
    found = [0] * len(state.seats)
    for regions in (state.land.board.regions, state.land.board.roads, state.land.fields):
        for root in regions.roots():
            found = [a + b for a, b in zip(found, regions.seats(root), strict=True)]
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game(players: int) -> None:
    """CA-SETUP-2, CA-SCORE-3, CA-END-1: meeples are in hand or on the land, points are lines, farmers stay."""
    farmers: set[tuple[int, int]] = set()
    for state, _ in played(RULES, players, seed=players):
        here: State = state
        standing = Counter(seat for _, seat in state.land.meeples.values())
        regions = land_meeples(state)
        for seat in range(players):
            assert state.supply[seat] + standing[seat] == 7 and regions[seat] == standing[seat]
            assert sum(line.amount for line in here.score_lines(seat)) == state.scores[seat]
        lies = state.land.lie
        now = {(c, s) for c, (n, s) in state.land.meeples.items() if n >= lies(c).fields_from}
        assert farmers <= now
        farmers = now
    assert state.turns + len(state.aside) == 71 and not state.bag and not state.drawn
    assert state.over and sum(conserved(state).values()) == 72 + 7 * players


def test_placements_listed() -> None:
    """In random play of two some 32.7 placements are listed a turn, as independent engines count them."""
    listed = [
        len(state.legal(state.to_act[0]))
        for seed in range(24)
        for state, action in played(RULES, 2, seed)
        if isinstance(action, Place)
    ]
    assert 31.4 < sum(listed) / len(listed) < 34.0
    assert 69 < len(listed) / 24 <= 71


def test_other_names_of_a_field_mean_the_same() -> None:
    """CA-MEEPLE-1: a field may be named by any of its corners; it is listed once."""
    state: Any = RULES.new(["anna", "bruno"], 1)
    state.apply(state.legal(state.to_act[0])[0])
    seat = state.to_act[0]
    lie = state.land.lie(state.latest)
    free = set(state.land.free(state.latest, True))
    for where in WHERE:
        legal = lie.number.get(where) in free
        assert (state.check(Meeple(seat, where)) is None) == legal
    assert len(state.legal(seat)) == len(free) + 1


def test_greedy_beats_random() -> None:
    greedy, random = bots.make("greedy", RULES), bots.make("random", RULES)
    for seed in range(4):
        state = RULES.new(2, seed)
        seats = [greedy, random] if seed % 2 else [random, greedy]
        play_out(RULES, state, seats, seed)
        mine, theirs = state.scores[seats.index(greedy)], state.scores[seats.index(random)]
        assert mine > theirs + 20


@pytest.mark.parametrize("random", [False, True], ids=["defaults", "random weights"])
def test_worths_are_those_of_choices(random: bool) -> None:
    """The quick questions answer as the slow ones do, whatever the weights."""
    weights, stream = RULES.weights, Stream(7, "weights")
    if random:
        drawn = {
            one.name: one.low + (one.high - one.low) * stream.below(101) / 100 for one in weights.declared()
        }
        weights = weights.changed(drawn)
    for number, (state, _) in enumerate(played(RULES, 3, seed=8)):
        views = [state.view(seat).weighed(weights) for seat in range(3)]
        sums = [sum(points for _, points in RULES.appraise(view, seat)) for seat, view in enumerate(views)]
        assert RULES.totals(views) == sums
        if not state.over and not number % 4:
            view = views[state.to_act[0]]
            choices = RULES.choices(view)
            assert [choice.worth for choice in choices] == list(RULES.worths(view, view.legal()))
            assert all(choice.worth == sum(points for _, points in choice.lines) for choice in choices)


def test_features_count_meeples_and_what_they_stand_on() -> None:
    for state, _ in played(RULES, 3, seed=9):
        found = RULES.features(state.view(0))
        assert found["meeples"] == state.supply
        for seat in range(3):
            here = [cell for cell, (_, owner) in state.land.meeples.items() if owner == seat]
            grounds = ("tied_up", "farmers", "cities", "roads", "cloisters")
            assert bool(here) >= any(found[name][seat] for name in grounds)
            farmers = sum(number >= state.land.lie(cell).fields_from for cell, (number, owner)
                          in state.land.meeples.items() if owner == seat)  # fmt: skip
            assert found["farmers"][seat] == farmers


def test_what_is_drawn() -> None:
    """Every legal action is offered, every tile and meeple is shown, in both languages."""
    for number, (state, action) in enumerate(played(RULES, 3, 5)):
        if number % 20 and action is not None:
            continue
        for lang in ("en", "de"):
            seat = state.to_act[0] if state.to_act else 0
            show = RULES.show(state.view(seat), lang)
            assert [offer.action for offer in show.offers] == list(state.legal(seat))
            shown = [spot for spot in show.boards[0].spots if spot.areas]
            assert len(shown) == len(state.land.board)
            assert sum(len(spot.pieces) for spot in shown) == len(state.land.meeples)
    assert len(RULES.game.sheets["tiles"](RULES).boards[0].spots) == 24


def test_orders_are_shared_and_frozen() -> None:
    """The same placement is the same object in every match; nobody can change it."""
    one, two = RULES.new(2, 3), RULES.new(2, 3)
    seat = one.to_act[0]
    assert one.legal(seat)[0] is two.legal(seat)[0]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.legal(seat)[0].seat = 1  # type: ignore[misc]
