"""The circuit as a chain: who is last, the refill, the die (GM-TURN-9 to -12, GM-DIE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Automatic, Log, Rules, draw, roll

from .member_departure import soonest
from .scoring import finish, score
from .state import DIE, DIE_MOVED, GlenMoreState, fresh_turn, unlaid

if TYPE_CHECKING:
    from tilewright.authoring import View

    from .options import Options
    from .printed import Printed


def last(state: GlenMoreState, seat: int) -> int:
    """The seat whose figure stands last and has not passed; -1 if all have passed (GM-TURN-2)."""
    for item in state.chain:
        if DIE < item < 0 and not state.passed >> (-1 - item) & 1:
            return -1 - item
    return -1


def last_turn(view: View) -> bool:
    """True if the last tile is surely laid before the view's seat moves again, which ends the game (GM-FINAL-1)."""
    assert view.seat is not None
    phase, _, at = view.stack[0]
    laid = any(isinstance(step, RefillStep) for step in view.rules.nodes[phase].steps[:at])
    return soonest(view, view.seat, view.chain, laid) >= unlaid(view)


class BeginStep(Automatic[GlenMoreState]):
    """A turn begins: nothing has happened in it yet."""

    name = "begin"

    def run(self, state: GlenMoreState, seat: int, log: Log | None) -> None:
        fresh_turn(state)


class RefillStep(Automatic[GlenMoreState]):
    """New tiles lie at the head, those left behind at the rear are gone; stacks that end are scored (GM-SCORE-1)."""

    name = "refill"

    def bind(self, rules: Rules) -> None:
        self.options: Options = rules.options
        self.late = self.options.trade_after_refill
        self.printed: Printed = rules.assembled
        self.faces = [str(pips) for pips in self.printed.die]

    def run(self, state: GlenMoreState, seat: int, log: Log | None) -> None:
        state.gained = {}
        if state.advanced:
            due = self.lay(state, log)
            while not self.ended(state):
                rear = next(n for n, item in enumerate(state.chain) if item < 0)
                if rear and self.clears(state):
                    gone = state.chain.pop(0)
                    if log is not None:
                        log.add("tile_removed", tile=self.printed.kinds[gone].id)
                    due += self.lay(state, log)
                elif state.chain[rear] == DIE:
                    due += self.roll(state, rear, log)
                else:
                    break
            for _ in range(due):
                self.score(state, log)
        if state.passed == (1 << len(state.seats)) - 1 and not state.over:
            finish(state, log)

    def ended(self, state: GlenMoreState) -> bool:
        """True if no more tiles are laid: the third scoring has taken place, or waits (GM-AMB-2, GM-AMB-22)."""
        return state.over or (self.late and self.options.scoring_time == "at_once" and not state.stack3)

    def clears(self, state: GlenMoreState) -> bool:
        """True if tiles at the rear leave the game now; after the die's move an option decides (GM-AMB-14)."""
        return self.options.die_removal == "all" or not state.marks & DIE_MOVED

    def lay(self, state: GlenMoreState, log: Log | None) -> int:
        """One tile of the current stack lies at the head. Return 1 if a scoring is due later on."""
        for number, stack in enumerate(state.stacks()):
            if stack:
                state.chain.append(draw(state, f"stack{number}", log))
                if log is not None:
                    log.add("tile_laid", tile=self.printed.kinds[state.chain[-1]].id)
                if number and not stack:
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
        score(state, log)
        if state.scorings == 3:
            finish(state, log)

    def roll(self, state: GlenMoreState, rear: int, log: Log | None) -> int:
        """The die moves on by as many tiles as it shows; the tile it lands on leaves the game (GM-DIE-4, GM-DIE-5)."""
        pips = self.printed.die[roll(state, "die", self.faces, log)]
        tiles = [n for n, item in enumerate(state.chain) if item >= 0 and n > rear]
        landed = tiles[min(pips, len(tiles)) - 1]
        gone = state.chain[landed]
        state.chain[landed] = DIE
        del state.chain[rear]
        state.marks |= DIE_MOVED
        if log is not None:
            log.add("die_rolled", pips=pips, tile=self.printed.kinds[gone].id)
        return self.lay(state, log)


class ThirdScoring(Automatic[GlenMoreState]):
    """The third scoring and the final accounting, where sales come between them and the refill (GM-AMB-22)."""

    name = "third scoring"

    def run(self, state: GlenMoreState, seat: int, log: Log | None) -> None:
        if state.scorings == 2 and not state.stack3:
            score(state, log)
            finish(state, log)
