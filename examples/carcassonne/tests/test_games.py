"""Whole random games: the conformance kit, meeples and points, speed of the lists, greedy play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from carcassonne.state import free, in_hand, measure
from carcassonne.steps import Meeple, Pass
from carcassonne.tiles import FIELD, WHERE

import tilewright as tw
from tilewright import testing
from tilewright.authoring import SQUARE4, Action, PlaceTile, Rotation, State, Stream, lying
from tilewright.testing import bots, play_out

RULES = tw.load("carcassonne")


def moves(state: Any, seat: int) -> list[Action]:
    """Everything that can be typed, on all cells around the land."""
    cells = {near for cell in state.tiles for near in (cell, *SQUARE4.neighbours(cell))}
    placed = [
        PlaceTile(seat, SQUARE4.at(cell), Rotation(turn)) for cell in sorted(cells) for turn in range(4)
    ]
    return [*placed, *(Meeple(seat, where) for where in WHERE), Pass(seat)]


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


def region_meeples(state: Any) -> dict[int, Counter[int]]:
    """By region, how often each seat is in it; only those that somebody is in."""
    regions = state.tiles.regions
    counts = {root: Counter(dict(enumerate(regions.seats(root)))) for root in regions.roots()}
    return {root: +count for root, count in counts.items() if +count}


def kind(state: Any, cell: int) -> str:
    """What the meeple on a cell stands on."""
    found: str = state.tiles.regions.kind(state.area(cell, state.meeples[cell][1]))
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game(players: int) -> None:
    """CA-SETUP-2, CA-SCORE-3, CA-END-1: meeples are in hand or on the land, points are lines, farmers stay."""
    farmers: set[tuple[int, int]] = set()
    for state, _ in played(RULES, players, seed=players):
        here: State = state
        standing: dict[int, Counter[int]] = {}
        for cell, (seat, where) in state.meeples.items():
            root = state.tiles.regions.find(state.area(cell, where))
            standing.setdefault(root, Counter())[seat] += 1
        assert region_meeples(state) == standing
        for seat in range(players):
            assert in_hand(state)[seat] + sum(one[seat] for one in standing.values()) == 7
            assert sum(line.amount for line in here.score_lines(seat)) == state.scores[seat]
        now = {(cell, seat) for cell, (seat, _) in state.meeples.items() if kind(state, cell) == FIELD}
        assert farmers <= now
        farmers = now
    assert state.turns + len(state.aside) == 71 and not state.bag and not state.drawn
    assert state.over and lying(state).total() == 72


def test_placements_listed() -> None:
    """In random play of two some 32.7 placements are listed a turn, as independent engines count them."""
    listed = [
        len(state.legal(state.to_act[0]))
        for seed in range(24)
        for state, action in played(RULES, 2, seed)
        if isinstance(action, PlaceTile)
    ]
    assert 31.4 < sum(listed) / len(listed) < 34.0
    assert 69 < len(listed) / 24 <= 71


def test_other_names_of_a_field_mean_the_same() -> None:
    """CA-MEEPLE-1: a field may be named by any of its corners; it is listed once."""
    state: Any = RULES.new(["anna", "bruno"], 1)
    state.apply(state.legal(state.to_act[0])[0])
    seat = state.to_act[0]
    open_features = set(free(state.tiles, state.latest, True))
    for where in WHERE:
        legal = state.numbers(state.latest).get(where) in open_features
        assert (state.check(Meeple(seat, where)) is None) == legal
    assert len(state.legal(seat)) == len(open_features) + 1
    found: dict[int, list[Any]] = {}
    for where in WHERE:
        if state.numbers(state.latest).get(where) in open_features:
            after = state.clone()
            after.play(Meeple(seat, where))
            found.setdefault(state.numbers(state.latest)[where], []).append(after)
    assert any(len(same) > 1 for same in found.values())
    assert all(after == same[0] for same in found.values() for after in same)


def test_greedy_beats_random() -> None:
    greedy, random = bots.make("greedy", RULES), bots.make("random", RULES)
    for seed in range(4):
        state = RULES.new(2, seed)
        seats = [greedy, random] if seed % 2 else [random, greedy]
        play_out(RULES, state, seats, seed)
        mine, theirs = state.scores[seats.index(greedy)], state.scores[seats.index(random)]
        assert mine > theirs + 20


def completed(state: Any) -> bool:
    """True if something with meeples is complete, and about to score."""
    regions = state.tiles.regions
    roots = {regions.find(state.area(cell, where)): cell for cell, (_, where) in state.meeples.items()}
    return any(
        not measure(state.tiles, cell, root)[2] for root, cell in roots.items() if regions.kind(root) != FIELD
    )


@pytest.mark.parametrize("random", [False, True], ids=["defaults", "random weights"])
def test_choices_are_their_lines(random: bool) -> None:
    """A move's worth is the sum of its lines; a tile that completes nothing brings what the position gains by it."""
    weights, stream = RULES.weights, Stream(7, "weights")
    if random:
        drawn = {
            one.name: one.low + (one.high - one.low) * stream.below(101) / 100 for one in weights.declared()
        }
        weights = weights.changed(drawn)
    compared = 0
    for number, (state, _) in enumerate(played(RULES, 3, seed=8)):
        if state.over or number % 4:
            continue
        seat = state.to_act[0]
        view = state.view(seat).weighed(weights)
        now = RULES.totals([state.view(one).weighed(weights) for one in range(3)])
        for choice in RULES.choices(view):
            assert choice.worth == sum(points for _, points in choice.lines)
            after = state.clone()
            after.apply(choice.action)
            if isinstance(choice.action, PlaceTile) and after.latest in after.tiles and not completed(after):
                then = RULES.totals([after.view(one).weighed(weights) for one in range(3)])
                gains = [b - a for a, b in zip(now, then, strict=True)]
                lines, own = dict(choice.lines), gains.pop(seat)
                assert lines.get("tile", 0.0) == pytest.approx(own, abs=1e-9)
                others = -view.weights.denial * sum(gains) / 2
                assert lines.get("others", 0.0) == pytest.approx(others, abs=1e-9)
                compared += 1
    assert compared > 100


@pytest.mark.parametrize("edition", ["current", "first"])
def test_when_no_tile_is_left_a_position_is_worth_what_the_end_brings(edition: str) -> None:
    """CA-END-2 to CA-END-4, CA-FIELD-2, CA-FIELD-3: nothing is hoped for any more."""
    rules, compared = tw.load("carcassonne", edition=edition), 0
    for seed in range(12):
        for state, _ in played(rules, 3, seed):
            if state.bag or state.over:
                continue
            gained = Counter({line.seat: 0 for line in rules.ended(state)})
            for line in rules.ended(state):
                gained[line.seat] += line.amount
            views = [state.view(seat) for seat in range(3)]
            assert rules.totals(views) == pytest.approx([state.scores[n] + gained[n] for n in range(3)])
            compared += {line.reason for line in rules.ended(state)} >= {"field"} or edition == "first"
    assert compared > 4


def test_features_count_meeples_and_what_they_stand_on() -> None:
    shared = False
    for state, _ in (one for seed in (6, 9) for one in played(RULES, 3, seed)):
        found = RULES.features(state.view(0))
        shared |= any(max(count.values()) > 1 for root, count in region_meeples(state).items()
                      if state.tiles.regions.kind(root) == FIELD)  # fmt: skip
        assert found["meeples"] == in_hand(state)
        for seat in range(3):
            here = [cell for cell, (owner, _) in state.meeples.items() if owner == seat]
            grounds = ("tied_up", "farmers", "cities", "roads", "cloisters")
            assert bool(here) >= any(found[name][seat] for name in grounds)
            assert found["farmers"][seat] == sum(kind(state, cell) == FIELD for cell in here)
    assert shared, "a field with several farmers of one player would show a wrong count"


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
            assert len(shown) == len(state.tiles)
            assert sum(len(spot.pieces) for spot in shown) == len(state.meeples)
    assert len(RULES.game.sheets["tiles"](RULES).boards[0].spots) == 24


def test_orders_are_shared_and_frozen() -> None:
    """The same placement is the same object in every match; nobody can change it."""
    one, two = RULES.new(2, 3), RULES.new(2, 3)
    seat = one.to_act[0]
    assert one.legal(seat)[0] is two.legal(seat)[0]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.legal(seat)[0].seat = 1  # type: ignore[misc]
