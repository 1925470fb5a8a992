"""The worth of missions, round towers and offshore fields to a seat, in points, from what it can see.

Points at once are exact. A mission or a set of round towers that is not complete counts in part, the more, the nearer
it is; so each card has an amount (towers linked, tiles around a castle) that is compared with what it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import attrs

from tilewright.authoring import Action, Choice, View, hook, weight

from ...farms import grown
from ...files import KINDS
from ...seat_moves import Moves
from ...settlements import influence
from ...state import presence_at
from ...state import weight as presence
from ...steps import cells_for
from .actions import ChooseTile, DoubleCard, UseBonus
from .cards import CASTLES, area, conditions_of
from .files import CARD, DOUBLING, DRAW, SECOND, THIRTEEN, THREE
from .state import NAME, options, part, printed

if TYPE_CHECKING:
    from ...printed import Printed
    from .files import Card, Condition

    Amount: TypeAlias = Callable[[int], int]


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


class Prospect:
    """Progress of one seat on cards and round towers in one position; computed when it is needed."""

    def __init__(self, view: View, seat: int) -> None:
        self.view, self.seat, self.bit = view, seat, 1 << seat
        self.tiles: Sequence[int] = view.tiles
        self.here = part(view)
        self.bonuses_at, self.touched = self.here.bonuses, self.here.touched
        self.printed: Printed = view.rules.data
        self.data = printed(view.rules)
        self.weights, self.options = _weights(view), options(view.rules)
        self.conditions = conditions_of(view.rules)
        self.areas: dict[int, int] = {}
        """By cell of an own tile, what its area touches (as `Conditions.touches`)."""
        self._find_areas()

    def _find_areas(self) -> None:
        tiles, seat, touches = self.tiles, self.seat, self.conditions.touches
        for cell, tile in enumerate(tiles):
            if tile >> 3 == seat and cell not in self.areas:
                found, reached = 0, area(self.view, seat, cell)
                for one in reached:
                    found |= touches[one]
                self.areas.update(dict.fromkeys(reached, found))

    # -- missions --------------------------------------------------------------------------------------------------

    def wanted(self) -> list[tuple[int, float]]:
        """The cards that the seat may still fulfil, each with what it would bring."""
        here, cards = self.here, self.data.cards
        found = []
        for number in here.display:
            if not here.fulfilled[number] & self.bit:
                card, taken = cards[number], here.fulfilled[number]
                times = 2 if here.doubled[number] & self.bit else 1
                found.append((number, float(times * (card.later if taken else card.first))))
        if self.view.seat == self.seat:
            for number in self.view.own_zone("private", NAME):
                if not here.fulfilled[number] & self.bit or self.options.private_lost == "end_only":
                    found.append((number, float(cards[number].first)))
        return found

    def value(self, share: float) -> float:
        """Returns how much of a card's points counts when this share of it is done."""
        return 1.0 if share >= 1 else self.weights.near * share * share

    def now(self, card: Card) -> float:
        """The share of what the card asks that the seat has."""
        asked, state, seat, tiles = card.condition, self.view, self.seat, self.tiles
        if asked.type == "link":
            return max((linked(asked, touched) for touched in {*self.areas.values()}), default=0.0)
        if asked.type == "around":
            around = self.printed.castle_cells if asked.what == "castle" else self.data.tower_cells
            found = max(sum([tiles[cell] >> 3 == seat for cell in cells]) for cells in around)
        elif asked.type == "control":
            found = state.castles.count(seat)
        elif asked.type == "touch":
            found = sum([seats >> seat & 1 for seats in self.here.touched])
        elif asked.type == "settlements":
            found = len(self._begun())
        elif asked.type == "influence":
            begun = [n for n in self._begun() if state.gaps[n]]
            found = max([influence(state, n)[0][seat] for n in begun], default=0)
        else:
            tile, links = seat << 3 | KINDS.index(asked.what), state.groups.links
            found = max([-link for link, here in zip(links, tiles, strict=True) if here == tile], default=0)
        return min(1.0, found / asked.count)

    def _begun(self) -> set[int]:
        """The settlements in which the seat has a tile."""
        return {self.printed.settlement_of[cell] for cell in self.areas} - {-1}

    def _amount(self, asked: Condition, kind: int) -> Amount:
        """From a cell, how much the seat has at it of what is asked once a tile of this kind lies there."""
        state, seat, tiles = self.view, self.seat, self.tiles
        settlement_of, castles_at, towers_at = (
            self.printed.settlement_of,
            self.printed.castles_at,
            self.data.towers_at,
        )
        if asked.type == "around":
            castle = asked.what == "castle"
            around = self.printed.castle_cells if castle else self.data.tower_cells
            own = [1 + sum([tiles[near] >> 3 == seat for near in cells]) for cells in around]
            at = castles_at if castle else towers_at
            return lambda cell: max([own[place] for place in at[cell]])
        if asked.type == "control":
            held, gain = state.castles.count(seat), presence(kind)
            takes = [self._takes(castle, gain) for castle in range(len(state.castles))]
            return lambda cell: held + sum([takes[castle] for castle in castles_at[cell]])
        if asked.type == "touch":
            return lambda cell: self.conditions.touched(state, seat, cell)
        if asked.type == "settlements":
            begun = self._begun()
            return lambda cell: len(begun) + (settlement_of[cell] not in begun)
        if asked.type == "influence":
            symbols = self.printed.symbols[kind]
            return lambda cell: influence(state, settlement_of[cell])[0][seat] + symbols
        size = grown(state, self.printed, seat << 3 | kind) if KINDS[kind] == asked.what else {}
        return lambda cell: 1 + size.get(cell, 0)

    def _takes(self, castle: int, gain: int) -> bool:
        """True if a tile with this presence would take the castle."""
        if self.view.castles[castle] == self.seat:
            return False
        ranks = presence_at(self.view, castle)
        mine, ranks[self.seat] = ranks[self.seat], 0
        return mine + gain > max(ranks)

    def missions(self, kind: int, cells: Sequence[int]) -> list[float]:
        """By cell, what a tile there brings of missions: points at once, and what comes nearer."""
        links: list[tuple[Condition, float, float]] = []
        others: dict[int, tuple[Amount, int, float, float]] = {}
        for number, points in self.wanted():
            card = self.data.cards[number]
            now = self.now(card)
            # One that is met already, on display, is so for want of a tile of the seat since.
            before, asked = self.value(min(now, 0.999)), card.condition
            if asked.type == "link":
                links.append((asked, points, before))
            elif asked.type != "group" or asked.what == KINDS[kind]:
                others[number] = self._amount(asked, kind), asked.count, points, before
        gained: dict[int, float] = {}
        relevant, areas, neighbours = self.conditions.relevant, self.areas, self.printed.neighbours
        touches = self.conditions.touches
        found = []
        for cell in cells:
            more = 0.0
            if links:
                touched = touches[cell]
                for other in neighbours[cell]:
                    if other in areas:
                        touched |= areas[other]
                if touched not in gained:
                    rises = [
                        points * (self.value(linked(asked, touched)) - before)
                        for asked, points, before in links
                    ]
                    gained[touched] = sum([rise for rise in rises if rise > 0])
                more = gained[touched]
            if others:
                for number in relevant[cell]:
                    if number in others:
                        amount, count, points, before = others[number]
                        rise = self.value(amount(cell) / count) - before
                        if rise > 0:
                            more += points * rise
            found.append(more)
        return found

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
        at = {towers: self.bonuses(towers) for towers in {*self.data.towers_at}}
        return [at[self.data.towers_at[cell]] for cell in cells]


def linked(asked: Condition, touched: int) -> float:
    """The share of what a link asks that an area has which touches these round towers and castles."""
    towers, castles = (touched & (1 << CASTLES) - 1).bit_count(), (touched >> CASTLES).bit_count()
    done = min(asked.towers, towers) + min(asked.castles, castles)
    return done / (asked.towers + asked.castles)


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
