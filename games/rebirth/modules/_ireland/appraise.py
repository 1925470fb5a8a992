"""The worth of missions, round towers and offshore fields to a seat, in points, from what it can see.

Points at once are exact. A mission or a set of round towers that is not complete counts in part, the more, the nearer
it is (`mission_progress`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from tilewright.authoring import Action, Choice, View, hook, weight

from ...files import KINDS
from ...seat_moves import Moves
from ...steps import cells_for
from .actions import ChooseTile, DoubleCard, UseBonus
from .files import CARD, DOUBLING, DRAW, SECOND, THIRTEEN, THREE
from .mission_progress import MissionProgress
from .own_tiles import MOST
from .state import NAME, part


@attrs.frozen(eq=False, kw_only=True)
class Weights:
    """Judgements of the module, in points or as shares."""

    near: float = weight(
        0.5, 0.0, 1.5, "share of a mission's points for what is done of it, which grows towards the end of it"
    )
    second_tile: float = weight(5.0, 0.0, 15.0, "a second tile")
    draw_three: float = weight(1.5, 0.0, 8.0, "a choice among three tiles")
    mission_card: float = weight(4.0, 0.0, 12.0, "a private mission not seen yet")
    doubling: float = weight(3.0, 0.0, 12.0, "the doubling marker")
    part_of_set: float = weight(
        0.6, 0.0, 1.5, "share of what a set of round towers brings for what is touched of it"
    )


def _weights(view: View) -> Weights:
    found: Weights = view.weights_of(NAME)
    return found


class Prospect(MissionProgress):
    """Progress of one seat on cards and round towers in one position; computed when it is needed."""

    def __init__(self, view: View, seat: int) -> None:
        self.weights = _weights(view)
        super().__init__(view, seat, self.weights.near)
        self.bonuses_at = self.here.bonuses

    # -- round towers ----------------------------------------------------------------------------------------------

    def bonuses(self, towers: Sequence[int]) -> float:
        """Returns what touching these round towers with one tile brings the seat."""
        weights, here = self.weights, self.here
        new = [self.bonuses_at[tower] for tower in towers if not self.touched[tower] & self.bit]
        found = 0.0
        for kind in dict.fromkeys(new):
            if kind == SECOND:
                found += (
                    weights.second_tile
                    if self.view.count("apart", self.seat, NAME) and not here.second
                    else 0.0
                )
            elif kind == DRAW:
                found += weights.draw_three if self.view.count("supply", self.seat) else 0.0
            elif kind == CARD:
                found += weights.mission_card if self.view.count("deck", module=NAME) else 0.0
            elif kind == THREE and self.options.three_points == "each":
                found += float(self.options.three * new.count(kind))
            elif kind == THREE:
                found += 0.0 if self._have(kind) else float(self.options.three)
            else:
                found += self._set(kind, new.count(kind)) - self._set(kind, 0)
        return found

    def _have(self, kind: int) -> int:
        """Returns how many round towers with this bonus the seat touches."""
        pairs = zip(self.touched, self.bonuses_at, strict=True)
        return sum([seats >> self.seat & 1 for seats, bonus in pairs if bonus == kind])

    def _set(self, kind: int, more: int) -> float:
        """Returns what the set of round towers with this bonus counts once the seat touches so many more of them."""
        whole = float(self.options.thirteen) if kind == THIRTEEN else self.weights.doubling
        share = (more + self._have(kind)) / self.data.bonuses[kind].needs
        return whole if share >= 1 else whole * self.weights.part_of_set * share * share

    def towers(self, cells: Sequence[int]) -> list[float]:
        """By cell, what the round towers bring that a tile there touches."""
        view, seat, here, known = self.view, self.seat, self.here, self.kept.towers
        left = bool(view.count("supply", seat)), bool(view.count("deck", module=NAME))
        again = bool(view.count("apart", seat, NAME)) and not here.second
        key = self.weights, self.bonuses_at, self.reached, left, again
        found = known.get(key)
        if found is None:
            if len(known) >= MOST:
                known.clear()
            at = {towers: self.bonuses(towers) for towers in {*self.data.towers_at}}
            found = known[key] = [at[towers] for towers in self.data.towers_at]
        return [found[cell] for cell in cells]


@hook
def cell_worths(view: View, kind: int, cells: Sequence[int]) -> Iterator[tuple[str, Sequence[float]]]:
    """Returns what placing a tile of this kind brings at each cell: offshore points, missions, round towers."""
    assert view.seat is not None
    prospect = Prospect(view, view.seat)
    offshore, points = prospect.data.offshore, float(prospect.options.offshore)
    yield "offshore", [points if offshore[cell] else 0.0 for cell in cells]
    yield "public_missions", prospect.missions(kind, cells)
    yield "towers", prospect.towers(cells)


@hook
def appraise_actions(view: View, actions: Sequence[Action]) -> list[Choice]:
    """The worth of choosing a tile, of doubling a card, of using a bonus."""
    found: list[Choice] = []
    seat = view.seat
    if seat is None or not isinstance(actions[0] if actions else None, (ChooseTile, DoubleCard, UseBonus)):
        return found
    prospect = Prospect(view, seat)
    for action in actions:
        label, worth = "", 0.0
        if isinstance(action, ChooseTile):
            label, kind = "drawn_tiles", KINDS.index(action.tile)
            cells = cells_for(view, kind)
            worth = max(Moves(view, kind).placements(cells), default=0.0)
        elif isinstance(action, DoubleCard):
            label = "public_missions"
            number = view.rules.things["card"].numbers[action.card]
            card, taken = prospect.data.cards[number], prospect.here.fulfilled[number]
            points = card.first if taken in (0, prospect.bit) else card.later
            worth = points * (1.0 if taken & prospect.bit else 0.2 + 0.6 * prospect.now(card))
        elif isinstance(action, UseBonus):
            label, kind = "towers", prospect.here.bonuses[view.rules.things["tower"].numbers[action.tower]]
            weights = prospect.weights
            worth = {
                SECOND: weights.second_tile,
                DRAW: weights.draw_three,
                CARD: weights.mission_card,
                DOUBLING: weights.doubling,
                THIRTEEN: float(prospect.options.thirteen),
                THREE: float(prospect.options.three),
            }[kind]
        else:
            continue
        found.append(Choice(action, worth, ((label, worth),) if worth else ()))
    return found


@hook
def appraise_lines(view: View, seat: int) -> list[tuple[str, float]]:
    """Returns what the seat's missions and round towers promise."""
    if view.over:
        return []
    prospect = Prospect(view, seat)
    return [("public_missions", _promised(prospect)), ("towers", _sets(prospect))]


def _promised(prospect: Prospect) -> float:
    """The points of cards not fulfilled, in part, and of private missions that are."""
    found = 0.0
    for number, points in prospect.wanted():
        found += points * prospect.value(min(0.999, prospect.now(prospect.data.cards[number])))
    if prospect.view.seat == prospect.seat and prospect.options.private_lost == "counts":
        held = prospect.view.own_zone("private", NAME)
        met = [number for number in held if prospect.here.fulfilled[number] & prospect.bit]
        found += sum(prospect.data.cards[number].first for number in met)
    return found


def _sets(prospect: Prospect) -> float:
    """Returns what sets of round towers promise that are not complete."""
    found = 0.0
    for kind in (DOUBLING, THIRTEEN):
        share = prospect._set(kind, 0)
        whole = float(prospect.options.thirteen) if kind == THIRTEEN else prospect.weights.doubling
        found += share if share < whole else 0.0
    return found


@hook
def add_features(view: View) -> Mapping[str, Sequence[float]]:
    """By name, numbers by seat: missions promised, sets of towers, towers touched, tiles that may come back."""
    here, seats = part(view), range(len(view.seats))
    prospects = [Prospect(view, seat) for seat in seats]
    return {
        "missions promised": [_promised(prospect) for prospect in prospects],
        "sets of towers": [_sets(prospect) for prospect in prospects],
        "towers touched": [float(sum(bits >> seat & 1 for bits in here.touched)) for seat in seats],
        "tiles set aside": [float(view.count("apart", seat, NAME)) for seat in seats],
        "cards doubled": [
            float(
                sum(
                    bits >> seat & 1
                    for bits, done in zip(here.doubled, here.fulfilled, strict=True)
                    if not done >> seat & 1
                )
            )
            for seat in seats
        ],
    }
