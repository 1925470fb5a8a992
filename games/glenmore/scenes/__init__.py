"""Words that Glen More adds to scenes next to those of its fields: the circuit, the displays, the turn in hand.

Tiles named on the circuit, on a display or in hand are taken from their stacks; start villages need not be named. Tiles
of stack 0 that stand nowhere have left the game. On a circuit that is not named, tiles that lie elsewhere make room for
the next ones. Cards that are not named belong to the owners of their tiles; as many scorings have taken place as stacks
have ended. Whose turn it is follows from the circuit, and the step in progress from what `turn` says of it.
"""

from __future__ import annotations

from typing import Any

from tilewright.authoring import (
    SEATS,
    Given,
    Noun,
    Position,
    advance,
)

from ..circuit import last
from ..state import (
    DISPLAYS,
    GlenMoreState,
)
from .circuit import fill, item_word, put_circuit, put_passed, tell_circuit
from .displays import cubes_of, look_at_pieces, put_displays
from .turn import PARTS, TurnMeaning, look_at_turn, put_turn, tell_turn, write_turn


def check(position: Position[GlenMoreState], nothing: Any) -> None:
    """Fills in what was not named; checks that the player to act stands last and can do something."""
    state = position.state
    given = position.words
    look_at_pieces(state)
    if "fields" in given:
        return
    if "circuit" not in given:
        fill(position)
    ended = next((n for n, stack in enumerate(state.stacks()[1:]) if stack), 3)
    if "scorings" not in given:
        state.scorings = ended
    if state.over or "stack" in given:
        return
    if not state.stack3:
        raise Given("once stack 3 has ended the game is over (GM-FINAL-1)", "stack3")
    if state.stack1 and not state.stack2:
        raise Given("stack 2 does not end before stack 1 (GM-TURN-10)", "stack2")
    if state.scorings != ended:
        raise Given(f"{ended} of the stacks 1 to 3 have ended, so it is {ended} (GM-SCORE-1)", "scorings")
    if state.advanced and len(state.chain) > state.printed.spaces - 2:
        raise Given("during a turn two spaces of the circuit are empty (GM-TURN-9)", "circuit")
    if "turn" in given:
        look_at_turn(state)
    path = [word for word in ("to act", "turn", "circuit", "passed") if word in given][:1]
    ahead = state.clone()
    advance(ahead, None)
    seat, stands = state.stack[0][1], last(ahead, -1)
    if ahead.step is None:
        return
    if ahead.step.name == "take" and seat != stands:
        other = "nobody" if stands < 0 else state.seats[stands]
        raise Given(f"{state.seats[seat]} is to act, but {other} stands last (GM-TURN-2)", *path)
    if ahead.step.name == "take" and ahead.chain[0] >= 0 and state.rules.options.die_removal == "all":
        raise Given("tiles behind the last figure have left the game (GM-TURN-11)", *path)
    if not len(ahead.legal(ahead.to_act[0])):
        raise Given(f"{state.seats[seat]} can do nothing here", *path)


NOUNS: tuple[Noun, ...] = (
    Noun(
        name="circuit",
        put=put_circuit,
        write=lambda state: tuple(item_word(state, item) for item in state.chain),
        tell=tell_circuit,
        fields=("chain",),
    ),
    Noun(name="displays", put=put_displays, means=DISPLAYS),
    Noun(
        name="tiles",
        count=lambda state, seat: len(state.displays[seat]),
        tell=lambda state, key: DISPLAYS.tell(state, state.displays, key),
    ),
    *map(cubes_of, range(5)),
    Noun(name="passed", put=put_passed, means=SEATS),
    Noun(
        name="turn", put=put_turn, write=write_turn, tell=tell_turn, fields=tuple(PARTS), means=TurnMeaning()
    ),
    Noun(name="", put=check),
)
"""The order matters: displays decide cards unless these are named, and a tile in hand is taken after all others."""
