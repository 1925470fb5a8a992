"""A whole game of Rebirth, Ireland, at the oracle's table: whose turn it is, what may be done, drawn and scored.

What the oracle cannot know, the faces that are drawn, it is told, and it checks that they could be drawn. A turn is
a generator: it stops at every decision, with a function that says what may be decided, and goes on with the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, TypeAlias

from . import rebirth as rules
from . import rebirth_ireland as ireland
from .rebirth import Line
from .rebirth_map import DATA, Cell
from .rebirth_table import Seated

Moves: TypeAlias = Generator[Callable[[], set[str]], str, None]

CARD = "card"
SECOND = "second tile"


class Table(Seated):
    """One game, told move by move.

    Told before the first turn: `set_aside` for each seat, `lay_bonuses`, `display`, `begin`. Then for each decision
    `play`, and what it names is told by `receive` and `draw_second`. Once the turn is `done`: `draw` as many times
    as `draws` says, then `end_turn`; once the game is over: `finish`.
    """

    def __init__(self, seats: int, options: dict[str, Any], data: Path = DATA) -> None:
        chosen = ireland.DEFAULTS | options
        super().__init__(ireland.load(chosen["map"], data), seats, chosen)
        self.aside: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.second: str | None = None
        """The second tile of the turn, from when it is told until it is laid; the hand is empty then."""

        self.cards = ireland.load_cards(data)
        self.displayed: list[str] = []
        self.deck: set[str] = {*self.cards}
        self.private: list[list[str]] = [[] for _ in range(seats)]
        self.fulfilled: dict[str, list[int]] = {card: [] for card in self.cards}
        """Who met a card's condition after an own tile, the first one first; also for cards that nobody sees."""
        self.doubled: list[str | None] = [None] * seats
        """The card that the seat's doubling marker lies on."""

        self.bonuses = ireland.load_bonuses(data)
        self.bonus: dict[str, str] = {}
        """The bonus tile on each tower."""
        self.touched: dict[str, set[int]] = {code: set() for code in self.position.map.towers}

        self.threes: set[int] = set()
        """Who has had the points of a tower with three points (RI-AMB-6)."""

        self._moves: Moves | None = None
        self._asking: Callable[[], set[str]] | None = None
        self._gained: list[Line] = []
        self._chances: list[str] = []
        self._cards_due = 0
        self._draw_threes = 0
        self._second_due = False
        self._just: dict[str, int] = {}
        """Displayed cards that the tile just laid fulfilled, with the points they brought."""
        self._fresh_marker = False
        """Whether the tile just laid brought the doubling marker."""

    # What is told: chance

    def set_aside(self, seat: int, kinds: list[str]) -> None:
        """These tiles lie apart (RI-SETUP-6)."""
        assert len(kinds) == self.options["set_aside"]
        for kind in kinds:
            self._take(self.supply[seat], kind)
            self.aside[seat][kind] += 1

    def lay_bonuses(self, bonus: dict[str, str]) -> None:
        """These bonus tiles lie on the towers (RI-SETUP-2)."""
        assert bonus.keys() == self.touched.keys()
        assert Counter(bonus.values()) == {name: entry["copies"] for name, entry in self.bonuses.items()}
        self.bonus = dict(bonus)

    def display(self, cards: list[str]) -> None:
        """These cards lie face up, the others are the deck (RI-SETUP-1)."""
        assert len(cards) == len({*cards}) == self.options["ireland.displayed"]
        assert {*cards} <= self.deck
        self.displayed = cards
        self.deck = self.deck - {*cards}

    def draw_second(self, seat: int, kind: str) -> None:
        """A tile set aside is to be placed at once (RI-TOW-2)."""
        assert seat == self.to_act and self._second_due and self.second is None
        if self._returns(kind):
            # It is mixed in again at once; nothing is left to decide in this turn (RI-AMB-11).
            assert self.aside[seat][kind] > 0
            assert self._moves is not None
            self._moves.close()
            self._moves = self._asking = None
            return
        self._take(self.aside[seat], kind)
        self.second = kind

    def _returns(self, kind: str) -> bool:
        """Whether a second tile goes back to the tiles set aside (RI-AMB-11)."""
        return self.options["ireland.second_no_place"] == "back" and not rules.legal(self.position, kind)

    def receive(self, seat: int, card: str) -> None:
        """A private mission comes from the deck (RI-TOW-5)."""
        assert seat == self.to_act and self._cards_due
        self._cards_due -= 1
        self.deck.remove(card)
        self.private[seat].append(card)

    # What may be done

    def legal(self) -> set[str]:
        """All that the seat to act may do, in the game's notation."""
        return set() if self._asking is None else self._asking()

    @property
    def choosing(self) -> str:
        """What is chosen now: "tile", "castle", "tower" or "card"; empty if a tile is to be laid, or nothing."""
        names = {"choose": "tile", "castle": "castle", "use": "tower", "forgo": "tower", "double": "card"}
        return names.get(min(self.legal(), default="").partition(" ")[0], "")

    @property
    def tile(self) -> str | None:
        """The tile that is to be laid now, if one is."""
        if self.to_act is None or self.done or self.choosing:
            return None
        return self.second or next(iter(self.hand[self.to_act]), None)

    @property
    def done(self) -> bool:
        """Whether all decisions of the turn have been made; then it is time to draw."""
        return self.to_act is not None and self._asking is None

    def play(self, order: str) -> tuple[list[Line], list[str]]:
        """The order is carried out.

        Returns the points it brought, and what has to be told now, in that order: "card" by `receive`, "second tile"
        by `draw_second`.
        """
        assert order in self.legal()
        assert self._moves is not None and not self._cards_due
        self._gained, self._chances = [], []
        self._asking = None
        try:
            self._asking = self._moves.send(order)
        except StopIteration:
            self._moves = None
        return self._gained, self._chances

    def draws(self) -> int:
        """How many tiles the seat to act draws now (RI-DRAW-1, RI-TOW-4, RI-AMB-4)."""
        seat = self.to_act
        if seat is None or not self.done or seat in self.out:
            return 0
        return self._drawn(seat, self._draw_threes)

    def _drawn(self, seat: int, draw_threes: int) -> int:
        """How many tiles a seat draws after so many draw-three bonuses in its turn; no more than there are."""
        drawn: int = self.options["ireland.drawn"]
        if draw_threes == 0:
            drawn = 1
        elif draw_threes > 1 and self.options["ireland.two_draws"] == "five":
            drawn += drawn - 1
        return min(drawn, self.supply[seat].total())

    def end_turn(self) -> None:
        assert self.done and not self._cards_due
        super().end_turn()

    def finish(self) -> list[Line]:
        """The final scoring (RI-END-2, RI-END-3, RI-AMB-8)."""
        lines = ireland.finish(self.position)
        for seat, held in enumerate(self.private):
            for name in held:
                card = self.cards[name]
                if self.options["ireland.private_lost"] == "end_only":
                    counts = ireland.met(self.position, seat, card["condition"])
                else:
                    counts = seat in self.fulfilled[name]
                if counts:
                    lines.append(Line(seat, card["first"], "private_mission", name))
        return lines

    def ranking(self, scores: list[int]) -> list[set[int]]:
        """Who stands where at the end."""
        return ireland.ranking(self.position, scores)

    # A turn

    def _start_turn(self, seat: int) -> None:
        super()._start_turn(seat)
        self._moves = self._turn(seat)
        self._asking = next(self._moves)

    def _turn(self, seat: int) -> Moves:
        """All decisions of a turn (RI-TURN-1)."""
        self._draw_threes, self._second_due = 0, False
        order = yield lambda: self._from_hand(seat)
        if order.startswith("choose "):
            # One of several is kept, the others go back (RI-TOW-4).
            kind = order.split()[1]
            self.hand[seat].remove(kind)
            self.supply[seat].update(self.hand[seat])
            self.hand[seat] = [kind]
            order = yield lambda: self._from_hand(seat)
        self.hand[seat] = []
        yield from self._lay(seat, order, second=False)
        if self._second_due:
            self._chances.append(SECOND)
            order = yield lambda: set() if self.second is None else self._placements(self.second)
            self.second = None
            yield from self._lay(seat, order, second=True)

    def _from_hand(self, seat: int) -> set[str]:
        """The one tile held is placed; of several, one that fits somewhere is chosen first."""
        held = {*self.hand[seat]}
        if len(self.hand[seat]) == 1:
            return self._placements(*held)
        fitting = {kind for kind in held if rules.legal(self.position, kind)}
        return {f"choose {kind}" for kind in fitting or held}

    def _lay(self, seat: int, order: str, second: bool) -> Moves:
        """A tile is placed and everything around it settled (RI-AMB-2)."""
        verb, kind, *where = order.split()
        if verb == "lay-aside":
            self._lay_aside(seat, kind)
            return
        q, r = map(int, where[0].split(","))
        self._just, self._fresh_marker = {}, False
        self._gained += ireland.lay(self.position, seat, kind, (q, r))
        self._gained += ireland.offshore(self.position, seat, (q, r))
        yield from self._castles(seat, (q, r))
        if self.options["ireland.order"] == "cards_first":
            self._check_cards(seat)
        yield from self._towers(seat, (q, r), second)
        if self.options["ireland.order"] == "towers_first":
            self._check_cards(seat)

    def _castles(self, seat: int, at: Cell) -> Moves:
        """The castles beside the tile just laid (RB-AMB-8)."""
        beside = rules.castles_beside(self.position, at)
        if self.options["several_neighbours"] == "one" and len(beside) > 1:
            order = yield lambda: {f"castle {code}" for code in beside}
            beside = [order.split()[1]]
        for code in beside:
            rules.contest(self.position, code, seat)

    # Cards

    def _check_cards(self, seat: int) -> None:
        """All cards that the seat meets for the first time after an own tile (RI-MIS-1 to RI-MIS-3, RI-MIS-6)."""
        for name, card in self.cards.items():
            others = self.fulfilled[name]
            if seat in others or not ireland.met(self.position, seat, card["condition"]):
                continue
            points = card["later"] if others else card["first"]
            others.append(seat)
            if name not in self.displayed:
                continue
            if self.doubled[seat] == name and not self._marker_sleeps():
                points *= 2
            self._just[name] = points
            self._gained.append(Line(seat, points, "public_mission", name))

    def _marker_sleeps(self) -> bool:
        """Whether the marker came with the very tile that fulfils its card (RI-AMB-7)."""
        return self._fresh_marker and self.options["ireland.own_mission"] == "single"

    def _may_double(self, seat: int) -> list[str]:
        """The displayed cards that the doubling marker may be laid on (RI-TOW-7, RI-AMB-5, RI-AMB-7)."""
        own = self._just if self.options["ireland.own_mission"] == "double" else {}
        return [name for name in self.displayed if seat not in self.fulfilled[name] or name in own]

    # Towers

    def _towers(self, seat: int, at: Cell, second: bool) -> Moves:
        """The towers that the seat touches for the first time with the tile just laid (RI-TOW-1, RI-AMB-12)."""
        new = [code for code in ireland.towers_beside(self.position, at) if seat not in self.touched[code]]
        if self.options["ireland.bonuses"] == "automatic":
            for code in new:
                yield from self._use(seat, code, second)
            return
        while True:
            asked = []
            for code in new:
                if self._matters(seat, code, second):
                    asked.append(code)
                else:
                    yield from self._use(seat, code, second)
            if not asked:
                return
            orders = {f"use {code}" for code in asked} | {"forgo"}
            order = yield orders.copy
            if order == "forgo":
                for code in asked:
                    self.touched[code].add(seat)
                return
            used = order.split()[1]
            yield from self._use(seat, used, second)
            new = [code for code in asked if code != used]

    def _ignored(self, second: bool) -> bool:
        """Whether a second-tile bonus is ignored now (RI-TOW-3)."""
        return second or self._second_due

    def _completes(self, seat: int, code: str) -> bool:
        """Whether a tower is the last one that its bonus needs (RI-TOW-7, RI-TOW-8); nothing is noted yet."""
        needs: int = self.bonuses[self.bonus[code]]["needs"]
        return needs == 1 or self._touched_of(seat, self.bonus[code]) == needs - 1

    def _touched_of(self, seat: int, bonus: str) -> int:
        """How many towers with this bonus the seat has touched."""
        return sum(seat in seats for code, seats in self.touched.items() if self.bonus[code] == bonus)

    def _matters(self, seat: int, code: str, second: bool) -> bool:
        """Whether the bonus of a tower would have an effect now."""
        bonus = self.bonus[code]
        if not self._completes(seat, code):
            return False
        if bonus == "second_tile":
            return not self._ignored(second) and self.aside[seat].total() > 0
        if bonus == "draw_three":
            return self._drawn(seat, self._draw_threes + 1) > self._drawn(seat, self._draw_threes)
        if bonus == "mission_card":
            return len(self.deck) > self._cards_due
        if bonus == "doubling":
            return bool(self._may_double(seat))
        if bonus == "three":
            return self.options["ireland.three_points"] == "each" or seat not in self.threes
        assert bonus == "thirteen", bonus
        return True

    def _use(self, seat: int, code: str, second: bool) -> Moves:
        """The seat touches a tower, and its bonus takes effect if it has one (RI-TOW-2 to RI-TOW-9)."""
        bonus = self.bonus[code]
        matters = self._matters(seat, code, second)
        ignored = bonus == "second_tile" and self._ignored(second) and self.aside[seat].total() > 0
        if ignored and self.options["ireland.ignored_bonus"] == "kept":
            # It is as if the tower had not been touched (RI-AMB-3).
            return
        self.touched[code].add(seat)
        if not matters:
            return
        if bonus == "second_tile":
            self._second_due = True
        elif bonus == "draw_three":
            self._draw_threes += 1
        elif bonus == "mission_card":
            self._cards_due += 1
            self._chances.append(CARD)
        elif bonus == "doubling":
            yield from self._double(seat)
        elif bonus == "three":
            self.threes.add(seat)
            self._gained.append(Line(seat, self.options["ireland.three"], "three_points", code))
        else:
            self._gained.append(Line(seat, self.options["ireland.thirteen"], "thirteen_points", code))

    def _double(self, seat: int) -> Moves:
        """The doubling marker is laid above a card (RI-TOW-7)."""
        order = yield lambda: {f"double {name}" for name in self._may_double(seat)}
        name = order.split()[1]
        self.doubled[seat] = name
        self._fresh_marker = True
        if name in self._just:
            self._gained.append(Line(seat, self._just[name], "public_mission", name))
