"""How far a seat is on the missions, and what tiles would bring of them.

Each card has an amount (towers linked, tiles around a castle) that is compared with what it asks; one that is not met
counts in part, the more, the nearer it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from ...farms import grown
from ...files import KINDS
from ...settlements import influence
from ...state import presence_at
from ...state import weight as presence
from .cards import CASTLES, conditions_of
from .own_tiles import kept
from .state import NAME, options, part, printed

if TYPE_CHECKING:
    from tilewright.authoring import View

    from ...printed import Printed
    from .files import Card, Condition

    Amount: TypeAlias = Callable[[int], int]

BESIDE = "control", "touch", "influence"
"""Conditions that depend on more than the seat's own tiles."""


class MissionProgress:
    """Progress of one seat on cards in one position; computed when it is needed, and kept for its tiles."""

    def __init__(self, view: View, seat: int, near: float) -> None:
        """`near` is the share of a card's points that counts for what is done of it."""
        self.view, self.seat, self.bit, self.near = view, seat, 1 << seat, near
        self.tiles: Sequence[int] = view.tiles
        self.here = part(view)
        self.touched = self.here.touched
        self.printed: Printed = view.rules.data
        self.data = printed(view.rules)
        self.options = options(view.rules)
        self.conditions = conditions_of(view.rules)
        self.kept = kept(view.rules)
        self.own = self.kept.tiles_of(view, seat)
        self.areas = self.own.areas
        self.reached = sum([1 << tower for tower, seats in enumerate(self.touched) if seats & self.bit])
        """The round towers that the seat touches, as bits."""

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
        return 1.0 if share >= 1 else self.near * share * share

    def now(self, card: Card) -> float:
        """The share of what the card asks that the seat has."""
        asked, shares = card.condition, self.own.shares
        key = asked, self._beside(asked.type)
        found = shares.get(key)
        if found is None:
            found = shares[key] = self._now(asked)
        return found

    def _beside(self, asked: str) -> Hashable:
        """Returns what a condition of this type depends on besides the seat's tiles."""
        if asked == "control":
            held: int = self.view.castles.count(self.seat)
            return held
        if asked == "touch":
            return self.reached
        if asked == "influence":
            gaps = self.view.gaps
            return tuple([bool(gaps[number]) for number in self.own.begun])
        return 0

    def _now(self, asked: Condition) -> float:
        state, seat, tiles = self.view, self.seat, self.tiles
        if asked.type == "link":
            return max((linked(asked, touched) for touched in {*self.areas.values()}), default=0.0)
        if asked.type == "around":
            around = self.printed.castle_cells if asked.what == "castle" else self.data.tower_cells
            found = max(sum([tiles[cell] >> 3 == seat for cell in cells]) for cells in around)
        elif asked.type == "control":
            found = state.castles.count(seat)
        elif asked.type == "touch":
            found = self.reached.bit_count()
        elif asked.type == "settlements":
            found = len(self.own.begun)
        elif asked.type == "influence":
            begun = [n for n in self.own.begun if state.gaps[n]]
            found = max([influence(state, n)[0][seat] for n in begun], default=0)
        else:
            tile, links = seat << 3 | KINDS.index(asked.what), state.groups.links
            found = max([-link for link, here in zip(links, tiles, strict=True) if here == tile], default=0)
        return min(1.0, found / asked.count)

    def _amount(self, asked: Condition, kind: int) -> Amount:
        """From a cell, how much the seat has at it of what is asked once a tile of this kind lies there."""
        state, seat = self.view, self.seat
        settlement_of, castles_at, towers_at = (
            self.printed.settlement_of,
            self.printed.castles_at,
            self.data.towers_at,
        )
        if asked.type == "around":
            own, at = self._around(asked), castles_at if asked.what == "castle" else towers_at
            return lambda cell: max([own[place] for place in at[cell]])
        if asked.type == "control":
            held, takes = state.castles.count(seat), self._taken(presence(kind))
            return lambda cell: held + sum([takes[castle] for castle in castles_at[cell]])
        if asked.type == "touch":
            return lambda cell: self.conditions.touched(state, seat, cell)
        if asked.type == "settlements":
            begun = self.own.begun
            return lambda cell: len(begun) + (settlement_of[cell] not in begun)
        if asked.type == "influence":
            symbols = self.printed.symbols[kind]
            return lambda cell: influence(state, settlement_of[cell])[0][seat] + symbols
        size = grown(state, self.printed, seat << 3 | kind) if KINDS[kind] == asked.what else {}
        return lambda cell: 1 + size.get(cell, 0)

    def _around(self, asked: Condition) -> list[int]:
        """By castle or round tower, how many tiles the seat has around it once one more lies there."""
        around = self.printed.castle_cells if asked.what == "castle" else self.data.tower_cells
        tiles, seat = self.tiles, self.seat
        return [1 + sum([tiles[near] >> 3 == seat for near in cells]) for cells in around]

    def _taken(self, gain: int) -> tuple[bool, ...]:
        """By castle, True if a tile with this presence would take it."""
        found, seat = [], self.seat
        for castle, holder in enumerate(self.view.castles):
            ranks = presence_at(self.view, castle)
            mine, ranks[seat] = ranks[seat], 0
            found.append(holder != seat and mine + gain > max(ranks))
        return tuple(found)

    def missions(self, kind: int, cells: Sequence[int]) -> list[float]:
        """By cell, what a tile there brings of missions: points at once, and what comes nearer."""
        wanted = self.wanted()
        sorts = {self.data.cards[number].condition.type for number, _ in wanted}
        takes = self._taken(presence(kind)) if "control" in sorts else ()
        beside = {sort: self._beside(sort) for sort in BESIDE if sort in sorts}
        known = self.own.missions_of(("tile", kind, self.near, *wanted, takes, *beside.values()))
        new = [cell for cell in cells if cell not in known]
        if new:
            known |= self._missions(wanted, kind, takes, new)
        return [known[cell] for cell in cells]

    def _missions(
        self, wanted: Sequence[tuple[int, float]], kind: int, takes: tuple[bool, ...], cells: Sequence[int]
    ) -> dict[int, float]:
        links: list[tuple[int, float, float]] = []
        others: dict[int, dict[int, float]] = {}
        for number, points in wanted:
            card = self.data.cards[number]
            # One that is met already, on display, is so for want of a tile of the seat since.
            before, asked = self.value(min(self.now(card), 0.999)), card.condition
            if asked.type == "link":
                links.append((number, points, before))
            elif asked.type != "group" or asked.what == KINDS[kind]:
                key = number, self.near, points, before, self._basis(asked, kind, takes)
                rises = self.kept.rises.get(key)
                others[number] = self._rises(key, asked, kind) if rises is None else rises
        found = dict(zip(cells, self._linking(links, cells), strict=True))
        for number in sorted(others):
            for cell, more in others[number].items():
                if cell in found:
                    found[cell] += more
        return found

    def _basis(self, asked: Condition, kind: int, takes: tuple[bool, ...]) -> Hashable:
        """Returns what `_amount` depends on, for all cells."""
        if asked.type == "control":
            return self._beside("control"), takes
        if asked.type == "touch":
            return self.reached
        if asked.type == "settlements":
            return self.own.begun
        bases, tiles = self.own.bases, self.tiles
        found = bases.get(asked)
        if found is None:
            if asked.type == "around":
                found = tuple(self._around(asked))
            elif asked.type == "influence":
                found = tuple(
                    [(cell, tiles[cell]) for cell in self.areas if self.printed.settlement_of[cell] >= 0]
                )
            else:
                found = tuple([cell for cell in self.areas if tiles[cell] & 7 == kind])
            bases[asked] = found
        return (self.printed.symbols[kind], found) if asked.type == "influence" else found

    def _rises(
        self, key: tuple[int, float, float, float, Hashable], asked: Condition, kind: int
    ) -> dict[int, float]:
        """By cell where a tile of this kind brings something of a card, what it brings."""
        number, _, points, before, _ = key
        amount, found = self._amount(asked, kind), dict[int, float]()
        for cell in self.conditions.cells[number]:
            rise = self.value(amount(cell) / asked.count) - before
            if rise > 0:
                found[cell] = points * rise
        self.kept.keep(key, found)
        return found

    def _linking(self, links: Sequence[tuple[int, float, float]], cells: Sequence[int]) -> list[float]:
        """By cell, what a tile of any kind brings of links: (card, points, what counts of them now)."""
        if not links:
            return [0.0] * len(cells)
        known = self.own.missions_of(("links", self.near, *links))
        gained = self.kept.linking_of((self.near, *links))
        areas, neighbours, touches = self.areas, self.printed.neighbours, self.conditions.touches
        found = []
        for cell in cells:
            more = known.get(cell)
            if more is None:
                touched = touches[cell]
                for other in neighbours[cell]:
                    if other in areas:
                        touched |= areas[other]
                more = gained.get(touched)
                if more is None:
                    more = gained[touched] = self._linked(links, touched)
                known[cell] = more
            found.append(more)
        return found

    def _linked(self, links: Sequence[tuple[int, float, float]], touched: int) -> float:
        """Returns what links gain by an area that touches these round towers and castles."""
        cards = self.data.cards
        rises = [
            points * (self.value(linked(cards[number].condition, touched)) - before)
            for number, points, before in links
        ]
        return sum([rise for rise in rises if rise > 0])


def linked(asked: Condition, touched: int) -> float:
    """The share of what a link asks that an area has which touches these round towers and castles."""
    towers, castles = (touched & (1 << CASTLES) - 1).bit_count(), (touched >> CASTLES).bit_count()
    done = min(asked.towers, towers) + min(asked.castles, castles)
    return done / (asked.towers + asked.castles)
