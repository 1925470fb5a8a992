"""A whole game of Rebirth at the oracle's table: whose turn it is, what may be done, what is drawn and scored.

What the oracle cannot know, the faces that are drawn, it is told, and it checks that they could be drawn.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from . import rebirth as rules
from .rebirth import Line, Position
from .rebirth_final import cards, final_lines, ranking
from .rebirth_map import DATA, Map, colour, load_map


class Seated:
    """What both sides of the board have in common: supplies, hands, and whose turn it is."""

    def __init__(self, chart: Map, seats: int, options: dict[str, Any]) -> None:
        self.position: Position = rules.new(chart, seats, options)
        self.options = options
        self.seats = seats
        mix = chart.fits if options["mix"] == "fitting" else options["mix"]
        self.supply = [colour(mix, removed=seats == options["removal_with"]) for _ in range(seats)]
        self.hand: list[list[str]] = [[] for _ in range(seats)]
        self.laid_aside: list[tuple[int, str]] = []
        self.out: set[int] = set()
        self.lines: list[Line] = []
        self.to_act: int | None = None
        self.over = False

    def begin(self, start: int, hands: list[str]) -> None:
        """Everybody has drawn a tile (RB-SETUP-8, RI-SETUP-7), and one begins (RB-SETUP-9)."""
        for seat, kind in enumerate(hands):
            self.draw(seat, kind)
        self._start_turn(start)

    def draw(self, seat: int, kind: str) -> None:
        """A tile comes from the supply into the hand (RB-DRAW-1, RI-DRAW-1)."""
        self._take(self.supply[seat], kind)
        self.hand[seat].append(kind)

    def end_turn(self) -> None:
        """The next seat clockwise that still has a tile follows; without one the game is over (RB-END-1, RI-END-1)."""
        assert self.to_act is not None
        for step in range(1, self.seats + 1):
            seat = (self.to_act + step) % self.seats
            if self.hand[seat] and seat not in self.out:
                self._start_turn(seat)
                return
        self.to_act = None
        self.over = True

    def _start_turn(self, seat: int) -> None:
        self.to_act = seat

    def _take(self, pile: Counter[str], what: str) -> None:
        assert pile[what] > 0, f"there is no {what} left"
        pile[what] -= 1

    def _placements(self, kind: str) -> set[str]:
        return {f"place {kind} {q},{r}" for q, r in rules.legal(self.position, kind)} or {f"lay-aside {kind}"}

    def _lay_aside(self, seat: int, kind: str) -> None:
        self.laid_aside.append((seat, kind))
        if self.options["no_place"] == "out":
            self.out.add(seat)


class Table(Seated):
    """One game, told move by move."""

    def __init__(self, seats: int, options: dict[str, Any], data: Path = DATA) -> None:
        chosen = rules.DEFAULTS | options
        super().__init__(load_map(chosen["map"], data), seats, chosen)
        self.deck: Counter[str] = Counter({name: card["copies"] for name, card in cards().items()})
        self.missions: list[list[str]] = [[] for _ in range(seats)]
        self.choice: list[str] = []
        """What the seat chooses from, after its tile is laid."""
        self.choosing = ""

    # What is told: chance

    def set_aside(self, seat: int, kinds: list[str]) -> None:
        """These tiles go out of the game (RB-SETUP-7)."""
        assert len(kinds) == self.options["set_aside"]
        for kind in kinds:
            self._take(self.supply[seat], kind)

    def receive(self, seat: int, card: str) -> None:
        """A mission card comes from the deck (RB-CATH-2)."""
        self._take(self.deck, card)
        self.missions[seat].append(card)
        assert len(self.missions[seat]) <= 8

    # What may be done

    def legal(self) -> set[str]:
        """All that the seat to act may do, in the game's notation."""
        if self.to_act is None:
            return set()
        if self.choosing == "castle":
            return {f"castle {code}" for code in self.choice}
        if self.choosing == "cathedral":
            decline = {"decline"} if self.options["cathedral_choice"] == "optional" else set()
            return {f"cathedral {code}" for code in self.choice} | decline
        return self._placements(*self.hand[self.to_act])

    def play(self, order: str) -> tuple[list[Line], list[str]]:
        """The order is carried out.

        Returns the points it brought and the cathedrals that were placed; a card must be told for each of them.
        Then `end_turn` must be called if no choice is open.
        """
        assert order in self.legal()
        seat = self.to_act
        assert seat is not None
        verb, *words = order.split()
        if verb == "place":
            q, r = map(int, words[1].split(","))
            lines = rules.lay(self.position, seat, self.hand[seat].pop(), (q, r))
            self.placed = (q, r)
            return lines, self._castles()
        if verb == "lay-aside":
            self._lay_aside(seat, self.hand[seat].pop())
            return [], []
        if verb == "castle":
            self.choosing = ""
            rules.contest(self.position, words[0], seat)
            return [], self._cathedrals()
        assert verb in ("cathedral", "decline")
        self.choosing = ""
        if verb == "decline":
            return [], []
        rules.visit(self.position, words[0], seat)
        if self.options["several_neighbours"] == "each":
            return [], [words[0], *self._cathedrals()]
        return [], [words[0]]

    def _castles(self) -> list[str]:
        """The castles beside the tile just laid (RB-AMB-8), then the cathedrals."""
        seat = self.to_act
        assert seat is not None
        beside = rules.castles_beside(self.position, self.placed)
        if self.options["several_neighbours"] == "one" and len(beside) > 1:
            self.choosing, self.choice = "castle", beside
            return []
        for code in beside:
            rules.contest(self.position, code, seat)
        return self._cathedrals()

    def _cathedrals(self) -> list[str]:
        """The cathedrals beside the tile just laid (RB-AMB-7, RB-AMB-8)."""
        seat = self.to_act
        assert seat is not None
        beside = rules.cathedrals_beside(self.position, self.placed, seat)
        several = self.options["several_neighbours"] == "one" and len(beside) > 1
        if beside and (several or self.options["cathedral_choice"] == "optional"):
            self.choosing, self.choice = "cathedral", beside
            return []
        for code in beside:
            rules.visit(self.position, code, seat)
        return beside

    def draws(self) -> bool:
        """Whether the seat to act draws a tile now."""
        seat = self.to_act
        assert seat is not None
        return not self.choosing and seat not in self.out and self.supply[seat].total() > 0

    def finish(self) -> list[Line]:
        """The final scoring."""
        return final_lines(self.position, self.missions)

    def ranking(self, scores: list[int]) -> list[set[int]]:
        """Who stands where at the end."""
        return ranking(self.position, scores)
