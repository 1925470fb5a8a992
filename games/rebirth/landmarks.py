"""Castles and cathedrals next to a tile just placed, and the choices that some options leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Action, Decision, Frame, Legal, Log, Reason, Rules, draw, listed

from .actions import ChooseCastle, ChooseCathedral, NoCathedral
from .state import RebirthState, presence_at

if TYPE_CHECKING:
    from .options import Options
    from .printed import Printed


class CastleStep(Decision[RebirthState]):
    """The seat chooses which castle the tile contests, if the option allows only one (RB-AMB-8)."""

    name = "castle"
    actions = (ChooseCastle,)
    rules = ("RB-CASTLE", "RB-AMB-8")

    def bind(self, rules: Rules) -> None:
        self.printed: Printed = rules.data
        self.numbers = rules.things["castle"].numbers
        self.castle_taken = rules.calls("castle_taken")

    def contest(self, state: RebirthState, seat: int, castle: int, log: Log | None) -> None:
        """The seat takes the castle if its tiles, then its farms, are more than any other's (RB-CASTLE-1 to -5)."""
        holder = state.castles[castle]
        if holder == seat:
            return
        presence = presence_at(state, castle)
        mine, presence[seat] = presence[seat], 0
        if mine > max(presence):
            state.castles[castle] = seat
            if log is not None:
                log.add("castle_taken", seat=seat, other=holder, castle=self.printed.castles[castle].name)
            for function in self.castle_taken:
                function(state, seat, castle, holder, log)

    def legal(self, state: RebirthState, seat: int) -> Legal:
        castles = self.printed.castles
        mask = state.stack[-1][2]
        return listed([ChooseCastle(seat, castles[n].code) for n in range(len(castles)) if mask >> n & 1])

    def play(self, state: RebirthState, action: ChooseCastle, log: Log | None) -> bool:
        self.contest(state, action.seat, self.numbers[action.castle], log)
        return False

    def explain(self, state: RebirthState, action: ChooseCastle) -> list[Reason]:
        if action in self.legal(state, action.seat):
            return []
        return [Reason("castle_not_beside", "RB-AMB-8", {"castle": action.castle})]


class CathedralStep(Decision[RebirthState]):
    """The seat chooses where it places cathedrals, if options leave a choice (RB-AMB-7, RB-AMB-8)."""

    name = "cathedral"
    actions = (ChooseCathedral, NoCathedral)
    rules = ("RB-CATH", "RB-AMB-7", "RB-AMB-8")

    def bind(self, rules: Rules) -> None:
        options: Options = rules.options
        self.printed: Printed = rules.data
        self.numbers = rules.things["cathedral"].numbers
        self.automatic = options.cathedral_choice == "automatic"
        self.one = options.several_neighbours == "one"

    def place(self, state: RebirthState, seat: int, cathedral: int, log: Log | None) -> None:
        """The seat has a cathedral there and one more mission (RB-CATH-1 to -3)."""
        state.cathedrals[cathedral] |= 1 << seat
        if log is not None:
            log.add("cathedral_placed", seat=seat, cathedral=self.printed.cathedrals[cathedral].name)
        if not state.deck:
            return
        card = draw(state, "deck", log, seat)
        state.missions[seat].append(card)
        state.missions[seat].sort()
        if log is not None:
            names = state.rules.pieces["mission"]
            log.add_private("mission_drawn", seat, "own_mission_drawn", {"mission": names[card]}, seat=seat)

    def advance(self, state: RebirthState, frame: Frame, log: Log | None) -> bool:
        mask = frame[2]
        if not self.automatic or (self.one and mask.bit_count() > 1):
            return True
        state.stack.pop()
        for n in range(len(self.printed.cathedrals)):
            if mask >> n & 1:
                self.place(state, frame[1], n, log)
        return False

    def legal(self, state: RebirthState, seat: int) -> Legal:
        mask = state.stack[-1][2]
        cathedrals = self.printed.cathedrals
        found: list[Action] = [
            ChooseCathedral(seat, cathedrals[n].code) for n in range(len(cathedrals)) if mask >> n & 1
        ]
        if not self.automatic:
            found.append(NoCathedral(seat))
        return listed(found)

    def play(self, state: RebirthState, action: ChooseCathedral | NoCathedral, log: Log | None) -> bool:
        if isinstance(action, NoCathedral):
            return False
        frame = state.stack[-1]
        chosen = self.numbers[action.cathedral]
        left = 0 if self.one else frame[2] & ~(1 << chosen)
        self.place(state, action.seat, chosen, log)
        if left:
            state.stack[-1] = (*frame[:2], left)
        return bool(left)

    def explain(self, state: RebirthState, action: ChooseCathedral | NoCathedral) -> list[Reason]:
        if action in self.legal(state, action.seat):
            return []
        if isinstance(action, NoCathedral):
            return [Reason("cathedral_is_automatic", "RB-CATH-1", {})]
        return [Reason("cathedral_not_beside", "RB-CATH-1", {"cathedral": action.cathedral})]
