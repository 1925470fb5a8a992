"""The turn in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tilewright.core.grid import SQUARE8
from tilewright.core.nouns import Given, Noun, listing, mapping, named, whole_number, words_of
from tilewright.core.schedule import Decision, Phase

from ..land import spots
from ..owing import BARRELS, DIFFERENT, GIVEN, MEMBERS
from ..state import DIE_MOVED, MOVED, NO_MOVEMENT, ONE, STEPPED, GlenMoreState, amount, fresh_turn
from .circuit import take
from .displays import MOST, pile_of
from .reading import RESOURCE, cell_of, either, here, resource_of, tile_of

if TYPE_CHECKING:
    from tilewright.core.position import Position
    from tilewright.core.schedule import Node

OWED = {**RESOURCE, "different": DIFFERENT, "members": MEMBERS, "barrels": BARRELS}
MARKS = {"stepped": STEPPED, "die moved": DIE_MOVED, "no movement": NO_MOVEMENT, "moved": MOVED}
CELLS = ("spots", "placed", "active", "activated")
WORDS = ("advanced", "tile", "owed", *CELLS, "gained", "benefit", "ness", "points", "marks")


def put_turn(position: Position, turn: Any) -> None:
    """So far has the turn come; what is not said has not happened. The step in progress follows from it."""
    state = here(position)
    fresh_turn(state)
    said = mapping(turn, f"a mapping with {', '.join(WORDS)}")
    for word, value in said.items():
        if word in ("advanced", "points"):
            setattr(state, word, whole_number(value, word, least=0))
        elif word in CELLS:
            cells = {cell_of(text, *path): None for text, path in words_of(value, "a list of cells", word)}
            setattr(state, word, list(cells) if word == "activated" else sorted(cells))
        elif word == "tile":
            state.tile = tile_of(state, value, word)
            take(position, state.tile, word)
        elif word == "owed":
            state.owed = _owed(value)
        elif word == "gained":
            state.gained = _gained(value)
        elif word == "benefit":
            state.benefit = -1 if value == "fill" else whole_number(value, word, least=0)
        elif word == "ness":
            state.ness = either(("free", "used"), value, word)
        elif word == "marks":
            marks = enumerate(listing(value, f"a list of {', '.join(MARKS)}", word))
            state.marks = sum({named("mark", MARKS, mark, word, n) for n, mark in marks})
        else:
            raise Given(f"there is no '{word}' in a turn; it has {', '.join(WORDS)}", word)
    if said:
        state.stack[:] = [(*state.stack[0][:2], [step.name for step in _steps(state)].index("pay"))]


def _steps(state: GlenMoreState) -> tuple[Node[Any], ...]:
    """The steps of a turn."""
    return cast(Phase, state.rules.nodes[state.stack[0][0]]).steps


def _owed(said: Any) -> list[int]:
    owed = [0] * (BARRELS + 1)
    for name, value in mapping(said, f"a mapping from {', '.join(OWED)}, given", "owed").items():
        if name == "given":
            words = words_of(value, "a list of resources", "owed", name)
            owed[GIVEN] = sum({1 << resource_of(word, *path) for word, path in words})
        else:
            number = named("cost", OWED, name, "owed", name)
            owed[number] = whole_number(value, "owed", name, least=0, most=MOST)
    return owed


def _gained(said: Any) -> dict[int, int]:
    """Cubes on the player's tiles that must stay there yet (option spend_gained)."""
    found = {}
    for text, cubes in mapping(said, "a mapping from cell: {'1,0': wood}", "gained").items():
        words = words_of(cubes, "a list of cubes", "gained", text)
        pile = [ONE[resource_of(word, *path)] for word, path in words]
        found[cell_of(text, "gained", text)] = sum(pile)
    return found


def write_turn(state: GlenMoreState) -> dict[str, Any]:
    """What has happened in the turn, and nothing else."""
    owed: dict[str, Any] = {
        name: state.owed[at] for name, at in OWED.items() if state.owed and state.owed[at]
    }
    if state.owed and state.owed[GIVEN]:
        owed["given"] = [name for name, n in RESOURCE.items() if state.owed[GIVEN] >> n & 1]
    found = {
        "advanced": state.advanced,
        "tile": state.printed.kinds[state.tile].id if state.tile >= 0 else "",
        "owed": owed,
        **{word: [SQUARE8.text(cell) for cell in getattr(state, word)] for word in CELLS},
        "gained": {SQUARE8.text(cell): pile_of(packed) for cell, packed in state.gained.items()},
        "benefit": "fill" if state.benefit < 0 else state.benefit,
        "ness": "used" if state.ness else "",
        "points": state.points,
        "marks": [word for word, bit in MARKS.items() if state.marks & bit],
    }
    return {word: value for word, value in found.items() if value}


def tell_turn(state: GlenMoreState, key: str) -> str:
    """How many spaces the figure has advanced, or movement points are left: "turn points is 2"."""
    if key not in ("advanced", "points"):
        raise ValueError("say advanced or points")
    return str(getattr(state, key))


def check_turn(state: GlenMoreState) -> None:
    """Cells are those of the player whose turn it is, and something is left to be decided."""
    seat = state.stack[0][1]
    for word in CELLS[1:]:
        for cell in getattr(state, word):
            if cell not in state.displays[seat]:
                raise Given(f"{state.seats[seat]} has no tile at {SQUARE8.text(cell)}", "turn", word)
    for cell, pile in state.gained.items():
        if any(amount(pile, n) > amount(state.cubes[seat].get(cell, 0), n) for n in range(5)):
            raise Given(f"{SQUARE8.text(cell)} does not hold these cubes", "turn", "gained")
    if len(state.placed) > 1:
        raise Given("one tile is placed in a turn", "turn", "placed")
    kind = state.printed.kinds[state.tile]
    if state.tile >= 0 and not state.spots and not spots(state, seat, kind):
        raise Given(f"{kind.id} has no place in the display of {state.seats[seat]}", "turn", "tile")
    if state.owed and state.tile < 0:
        raise Given("nothing is owed without a tile", "turn", "owed")
    later = [step for step in _steps(state) if isinstance(step, Decision) and step.name != "take"]
    if len(state.stack) == 1 and not any(step.needed(state, seat) for step in later):
        raise Given("nothing is left to be decided in this turn", "turn")


TURN = Noun(name="turn", put=put_turn, write=write_turn, tell=tell_turn, fields=WORDS)
