"""Stone tablets: own tiles in the first buying pass, and scrolls scored once more at the end (IS-TAB)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import SQUARE4, Decision, Extra, Frame, Legal, Log, Reason, Rules, listed

from ...scrolls import ScrollLine
from ...state import IsleOfSkyeState, from_start, tile_named
from ...territory import territory
from .actions import BuyOwn, Rescore
from .state import options, own_left, part, usable

if TYPE_CHECKING:
    from ...state import Readable


class OwnTiles(Extra[IsleOfSkyeState]):
    """The seat buys own offers in addition to buying from others, before or after (IS-TAB-3, IS-TAB-8).

    They leave the market at once. The gold laid at the tile goes to the bank; with option `own_tile_source` cash of
    the same amount takes its place, or is paid as well (IS-AMB-8).
    """

    step = "buy"
    actions = (BuyOwn,)
    rules = ("IS-TAB-3", "IS-TAB-8", "IS-AMB-8")

    def bind(self, rules: Rules) -> None:
        self.source = options(rules).own_tile_source

    def _slot(self, state: IsleOfSkyeState, seat: int, tile: int) -> int:
        """Returns the index of the seat's offer of this tile, of several the cheapest; -1 if there is none."""
        slots = [slot for slot, offer in enumerate(state.offers[seat]) if offer == tile]
        return min(slots, key=lambda slot: state.stakes[seat][slot], default=-1)

    def _cash(self, state: IsleOfSkyeState, seat: int, slot: int) -> int:
        """Returns the cash that the offer asks for."""
        return 0 if self.source == "laid" else state.stakes[seat][slot]

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        if not own_left(state, seat):
            return listed([])
        names = state.rules.pieces["tile"]
        tiles = [
            tile
            for tile in dict.fromkeys(state.offers[seat])
            if self._cash(state, seat, self._slot(state, seat, tile)) <= state.gold[seat]
        ]
        return listed([BuyOwn(seat, names[tile]) for tile in tiles])

    def play(self, state: IsleOfSkyeState, action: BuyOwn, log: Log | None) -> bool:
        seat = action.seat
        tile = tile_named(state, action.tile)
        slot = self._slot(state, seat, tile)
        stake = state.stakes[seat][slot]
        if self.source == "both":
            state.gold[seat] -= stake
        del state.offers[seat][slot]
        del state.stakes[seat][slot]
        state.waiting[seat].append(tile)
        part(state).own[seat] += 1
        if log is not None:
            paid = stake * 2 if self.source == "both" else stake
            log.add("own_bought", seat=seat, tile=action.tile, gold=paid)
        return True

    def explain(self, state: IsleOfSkyeState, action: BuyOwn) -> list[Reason]:
        seat = action.seat
        slot = self._slot(state, seat, tile_named(state, action.tile))
        reasons = []
        if not own_left(state, seat):
            reasons.append(Reason("no_own_tablet", "IS-TAB-3", {"seat": seat}))
        if slot < 0:
            reasons.append(Reason("not_your_offer", "IS-TAB-8", {"tile": action.tile}))
        elif self._cash(state, seat, slot) > state.gold[seat]:
            said = {"tile": action.tile, "price": self._cash(state, seat, slot), "gold": state.gold[seat]}
            reasons.append(Reason("cannot_pay", "IS-AMB-8", said))
        return reasons


def rescored(state: Readable, seat: int) -> list[ScrollLine]:
    """Returns what each scroll of the seat would bring a tablet now: its worth in an open region (IS-TAB-2)."""
    home = territory(state, seat)
    return [
        ScrollLine(kind, cell, False, home.catalogue.scrolls[kind].worth(home))
        for cell in home.board
        for kind, _ in home.tile(cell).scrolls
    ]


class RescoreStep(Decision[IsleOfSkyeState]):
    """Each scroll tablet scores an own scroll once more; several may score the same one (IS-TAB-2, IS-TAB-7).

    Which one: that worth most, without asking; or, with option `rescoring`, its owner's choice (IS-AMB-29). Then one
    seat after the other chooses; the frame holds whose turn it is, how many seats are done, and how many tablets
    this one has used.
    """

    name = "rescore"
    actions = (Rescore,)
    rules = ("IS-TAB-2", "IS-TAB-7", "IS-AMB-7", "IS-AMB-29")

    def bind(self, rules: Rules) -> None:
        self.choice = options(rules).rescoring == "choice"
        self.reason = rules.reason["rescored"]

    def advance(self, state: IsleOfSkyeState, frame: Frame, log: Log | None) -> bool:
        order = from_start(state)
        done, used = frame[2:] if len(frame) > 2 else (0, 0)
        while done < len(order):
            seat = order[done]
            left = len(usable(state, seat, "rescore")) - used
            lines = [line for line in rescored(state, seat) if line.points]
            if not lines or left <= 0:
                done, used = done + 1, 0
                continue
            if self.choice:
                state.stack[-1] = (self.index, seat, done, used)
                return True
            best = max(lines, key=lambda line: line.points)
            for _ in range(left):
                self._score(state, seat, best, log)
            done, used = done + 1, 0
        state.stack.pop()
        return False

    def _score(self, state: IsleOfSkyeState, seat: int, line: ScrollLine, log: Log | None) -> None:
        state.gain(seat, line.points, self.reason, line.cell)
        if log is not None:
            log.add("scroll_rescored", seat=seat, scroll=line.kind, points=line.points)

    def _lines(self, state: IsleOfSkyeState, seat: int) -> dict[Rescore, ScrollLine]:
        """Returns the choices, with only one of equal scrolls on one tile."""
        lines = [line for line in rescored(state, seat) if line.points]
        return {Rescore(seat, SQUARE4.at(line.cell), line.kind): line for line in lines}

    def legal(self, state: IsleOfSkyeState, seat: int) -> Legal:
        return listed(list(self._lines(state, seat)))

    def play(self, state: IsleOfSkyeState, action: Rescore, log: Log | None) -> bool:
        self._score(state, action.seat, self._lines(state, action.seat)[action], log)
        index, seat, done, used = state.stack[-1]
        state.stack[-1] = (index, seat, done, used + 1)
        return True

    def explain(self, state: IsleOfSkyeState, action: Rescore) -> list[Reason]:
        if action in self._lines(state, action.seat):
            return []
        said = {"cell": str(action.cell), "scroll": action.scroll}
        return [Reason("no_scroll_there", "IS-TAB-2", said)]
