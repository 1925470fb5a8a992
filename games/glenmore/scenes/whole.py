"""What has happened in the game so far, and whether a position as a whole can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.nouns import Given, Noun, whole_number
from tilewright.core.schedule import advance

from ..circuit import last
from .circuit import fill
from .reading import either, here
from .turn import check_turn

if TYPE_CHECKING:
    from tilewright.core.position import Position

IONA_ABBEY = ("fresh", "produced")
"""Whether Iona Abbey has produced in this game (option iona_production)."""


def put_scorings(position: Position, number: Any) -> None:
    here(position).scorings = whole_number(number, least=0, most=3)


def put_iona(position: Position, said: Any) -> None:
    here(position).iona = either(IONA_ABBEY, said)


def check(position: Position, nothing: Any) -> None:
    """What was not said follows from what was; the player to act stands last and can do something."""
    state = here(position)
    words = position.words
    if "fields" in words:
        return
    if "circuit" not in words:
        fill(position)
    ended = next((n for n, stack in enumerate(state.stacks()[1:]) if stack), 3)
    if "scorings" not in words:
        state.scorings = ended
    if state.over or "stack" in words:
        return
    if not state.stack3:
        raise Given("where stack 3 has ended the game is over (GM-FINAL-1)", "stack3")
    if state.stack1 and not state.stack2:
        raise Given("stack 2 does not end before stack 1 (GM-TURN-10)", "stack2")
    if state.scorings != ended:
        raise Given(f"with as many stacks ended it is {ended} (GM-SCORE-1)", "scorings")
    if state.advanced and len(state.chain) > state.printed.spaces - 2:
        raise Given("amid a turn two spaces of the circuit are empty (GM-TURN-9)", "circuit")
    if "turn" in words:
        check_turn(state)
    path = [word for word in ("to act", "turn", "circuit", "passed") if word in words][:1]
    ahead = state.clone()
    advance(ahead, None)
    seat, stands = state.stack[0][1], last(ahead, -1)
    if ahead.step is None:
        return
    if ahead.step.name == "take" and seat != stands:
        other = "nobody" if stands < 0 else state.seats[stands]
        raise Given(f"{state.seats[seat]} is to act, but last stands {other} (GM-TURN-2)", *path)
    if ahead.step.name == "take" and ahead.chain[0] >= 0 and state.rules.options.die_removal == "all":
        raise Given("tiles behind the last figure have left the game (GM-TURN-11)", *path)
    if not len(ahead.legal(ahead.to_act[0])):
        raise Given(f"{state.seats[seat]} can do nothing here", *path)


SCORINGS = Noun(name="scorings", put=put_scorings, write=lambda state: state.scorings, fields=("scorings",))
IONA = Noun(name="iona", put=put_iona, write=lambda state: IONA_ABBEY[state.iona], fields=("iona",))
WHOLE = Noun(name="", put=check)
