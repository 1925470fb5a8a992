"""The turn in hand in scenes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from tilewright.authoring import (
    CELL,
    SQUARE8,
    Decision,
    Families,
    Given,
    Meaning,
    Node,
    Phase,
    Position,
    Schema,
    State,
    at_cells,
    bits,
    mapping,
    sequence,
    thing,
    whole,
    whole_number,
    words,
)
from tilewright.authoring import schema as schemas

from ..debt import BARRELS, DIFFERENT, GIVEN, MEMBERS
from ..files import RESOURCES
from ..placing_rules import spots
from ..state import (
    MOST,
    PILE,
    GlenMoreState,
    amount,
    fresh_turn,
)
from .circuit import take

OWED: dict[str, int] = {
    **{name: n for n, name in enumerate(RESOURCES)},
    "different": DIFFERENT,
    "members": MEMBERS,
    "barrels": BARRELS,
}
"""Positions of these costs in `owed`."""


class _Owed(Meaning):
    what = f"a mapping from {', '.join(OWED)}, given"

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> list[int]:
        owed = [0] * (BARRELS + 1)
        for name, said in mapping(value, self.what, *path).items():
            if name == "given":
                owed[GIVEN] = _RESOURCES.read(state, said, *path, name)
            elif name in OWED:
                owed[OWED[name]] = whole_number(said, *path, name, least=0, most=MOST)
            else:
                raise Given(f"expected {self.what}", *path, name)
        return owed

    def schema(self, things: Families) -> Schema:
        fields = {**dict.fromkeys(OWED, whole(0, MOST)), "given": _RESOURCES}
        return schemas.sparse(schemas.record({name: each.schema(things) for name, each in fields.items()}))

    def write(self, state: State, value: Sequence[int]) -> dict[str, Any]:
        owed: dict[str, Any] = {name: value[at] for name, at in OWED.items() if value[at]}
        if value[GIVEN]:
            owed["given"] = _RESOURCES.write(state, value[GIVEN])
        return owed


class _Benefit(Meaning):
    """Cubes of Loch Lochy, or `fill` while Loch Shiel waits."""

    def read(self, state: State, value: Any, *path: str | int, now: Any = None) -> int:
        return -1 if value == "fill" else whole_number(value, *path, least=0)

    def schema(self, things: Families) -> Schema:
        return schemas.either({"const": "fill"}, whole(0).schema(things))

    def write(self, state: State, value: int) -> str | int:
        return "fill" if value < 0 else value


_RESOURCES = bits("resource")
PARTS: dict[str, Meaning] = {
    "advanced": whole(least=0),
    "tile": thing("tile"),
    "owed": _Owed(),
    "spots": sequence(CELL),
    "placed": sequence(CELL),
    "active": sequence(CELL),
    "activated": sequence(CELL),
    "gained": at_cells(PILE, without=0),
    "benefit": _Benefit(),
    "ness": words("free", "used"),
    "points": whole(least=0),
    "marks": bits(words("stepped", "die moved", "no movement", "moved")),
}
"""The fields of the turn in hand; `marks` in the order of the state's bits."""


class TurnMeaning(Meaning):
    """The turn in hand, as editors know it."""

    def schema(self, things: Families) -> Schema:
        return schemas.sparse(schemas.record({word: part.schema(things) for word, part in PARTS.items()}))


def put_turn(position: Position[GlenMoreState], turn: Any) -> None:
    """The turn has come so far; anything not named has not happened. The step in progress follows from it."""
    state = position.state
    fresh_turn(state)
    said = mapping(turn, f"a mapping with {', '.join(PARTS)}")
    for word, value in said.items():
        if word not in PARTS:
            raise Given(f"there is no '{word}' in a turn; it has {', '.join(PARTS)}", word)
        setattr(state, word, PARTS[word].read(state, value, word))
    for word in ("spots", "placed", "active"):
        setattr(state, word, sorted({*getattr(state, word)}))
    state.activated = list(dict.fromkeys(state.activated))
    if "tile" in said:
        take(position, state.tile, "tile")
    if said:
        state.stack[:] = [(*state.stack[0][:2], [step.name for step in _steps(state)].index("pay"))]


def write_turn(state: GlenMoreState) -> dict[str, Any]:
    """The parts of the turn that have happened."""
    fields = {word: getattr(state, word) for word in PARTS if word != "tile" or state.tile >= 0}
    return {word: PARTS[word].write(state, value) for word, value in fields.items() if value}


def tell_turn(state: GlenMoreState, key: str) -> str:
    """The number of spaces advanced, or of movement points left: "turn points is 2"."""
    if key not in ("advanced", "points"):
        raise ValueError("say advanced or points")
    return str(getattr(state, key))


def _steps(state: GlenMoreState) -> tuple[Node[Any], ...]:
    """The steps of a turn."""
    return cast(Phase, state.rules.nodes[state.stack[0][0]]).steps


def look_at_turn(state: GlenMoreState) -> None:
    """The cells belong to the player whose turn it is, and something is left to be decided."""
    seat = state.stack[0][1]
    for word in ("placed", "active", "activated"):
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
