"""The circuit as a chain: who is last, the refill, the die (GM-TURN-9 to -12, GM-DIE)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tilewright.core.schedule import Automatic
from tilewright.core.zones import draw, roll

from .scoring import Scoring
from .state import DIE, DIE_MOVED, fresh_turn

if TYPE_CHECKING:
    from tilewright.core.events import Log
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from .state import GlenMoreState


def last(state: State, seat: int) -> int:
    """The seat whose figure stands last and has not passed; -1 when all have passed (GM-TURN-2)."""
    here = cast("GlenMoreState", state)
    for item in here.chain:
        if DIE < item < 0 and not here.passed >> (-1 - item) & 1:
            return -1 - item
    return -1


class BeginStep(Automatic):
    """A turn begins: nothing has happened in it yet."""

    name = "begin"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        fresh_turn(cast("GlenMoreState", state))


class RefillStep(Automatic):
    """New tiles lie at the head, those left behind at the rear are gone; stacks that end are scored (GM-SCORE-1)."""

    name = "refill"

    def bind(self, rules: Rules) -> None:
        self.options: Any = rules.options
        self.late: bool = self.options.trade_after_refill
        self.printed = rules.data
        self.scoring = Scoring(rules)
        self.stacks = {n: [p for p in rules.places[n] if p.name.startswith("stack")] for n in rules.places}

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("GlenMoreState", state)
        here.gained = {}
        if here.advanced:
            due = self.lay(here, log)
            while not self.ended(here):
                rear = next(n for n, item in enumerate(here.chain) if item < 0)
                if rear and self.clears(here):
                    gone = here.chain.pop(0)
                    if log is not None:
                        log.add("tile_removed", tile=self.printed.kinds[gone].id)
                    due += self.lay(here, log)
                elif here.chain[rear] == DIE:
                    due += self.roll(here, rear, log)
                else:
                    break
            for _ in range(due):
                self.score(here, log)
        if here.passed == (1 << len(here.seats)) - 1 and not here.over:
            self.scoring.finish(here, log)

    def ended(self, state: GlenMoreState) -> bool:
        """Whether no more tiles are laid: the third scoring has taken place, or waits (GM-AMB-2, GM-AMB-22)."""
        return state.over or (self.late and self.options.scoring_time == "at_once" and not state.stack3)

    def clears(self, state: GlenMoreState) -> bool:
        """Whether tiles at the rear leave the game now; after the die's move an option says (GM-AMB-14)."""
        return self.options.die_removal == "all" or not self.die_passed(state)

    def die_passed(self, state: GlenMoreState) -> bool:
        return bool(state.marks & DIE_MOVED)

    def lay(self, state: GlenMoreState, log: Log | None) -> int:
        """One tile of the current stack lies at the head. Returns 1 when a scoring is due later on."""
        for number, place in enumerate(self.stacks[len(state.seats)]):
            if place.pieces(state):
                state.chain.append(draw(state, place, log))
                if log is not None:
                    log.add("tile_laid", tile=self.printed.kinds[state.chain[-1]].id)
                if number and not place.pieces(state):
                    if self.options.scoring_time == "at_once":
                        self.score(state, log)
                        return 0
                    return 1
                return 0
        return 0

    def score(self, state: GlenMoreState, log: Log | None) -> None:
        """A scoring; after the third the final accounting follows at once (GM-FINAL-1). It may wait (GM-AMB-22)."""
        if state.scorings == 2 and self.late:
            return
        self.scoring.score(state, log)
        if state.scorings == 3:
            self.scoring.finish(state, log)

    def roll(self, state: GlenMoreState, rear: int, log: Log | None) -> int:
        """The die moves on by as many tiles as it shows; the tile it lands on leaves the game (GM-DIE-4, GM-DIE-5)."""
        faces = self.printed.die
        pips = faces[roll(state, "die", [str(face) for face in faces], log)]
        tiles = [n for n, item in enumerate(state.chain) if item >= 0 and n > rear]
        landed = tiles[min(pips, len(tiles)) - 1]
        gone = state.chain[landed]
        state.chain[landed] = DIE
        del state.chain[rear]
        state.marks |= DIE_MOVED
        if log is not None:
            log.add("die_rolled", pips=pips, tile=self.printed.kinds[gone].id)
        return self.lay(state, log)


class ThirdScoring(Automatic):
    """The third scoring and the final accounting, where sales come between them and the refill (GM-AMB-22)."""

    name = "third scoring"

    def bind(self, rules: Rules) -> None:
        self.scoring = Scoring(rules)

    def run(self, state: State, seat: int, log: Log | None) -> None:
        here = cast("GlenMoreState", state)
        if here.scorings == 2 and not here.stack3:
            self.scoring.score(here, log)
            self.scoring.finish(here, log)
