"""Words that Glen More adds to scenes next to those of its fields: the circuit, the displays, the turn in hand.

Tiles named on the circuit, on a display or in hand are taken from their stacks; start villages need not be named. Tiles
of stack 0 that stand nowhere have left the game. On a circuit that is not named, tiles that lie elsewhere make room for
the next ones. Cards that are not named belong to the owners of their tiles; as many scorings have taken place as stacks
have ended. Whose turn it is follows from the circuit, and the step in progress from what `turn` says of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from tilewright.authoring import (
    CELL,
    SEATS,
    SQUARE8,
    Decision,
    Families,
    Given,
    Meaning,
    Node,
    Noun,
    Phase,
    Position,
    Schema,
    State,
    advance,
    at_cells,
    bits,
    mapping,
    seat_of,
    sequence,
    thing,
    whole,
    whole_number,
    words,
    words_of,
)
from tilewright.authoring import schema as schemas

from .circuit import last
from .debt import BARRELS, DIFFERENT, GIVEN, MEMBERS
from .files import RESOURCES
from .placing_rules import spots
from .printed import START
from .state import (
    DIE,
    DISPLAYS,
    MOST,
    PILE,
    GlenMoreState,
    amount,
    cards_of,
    figure,
    fresh_turn,
    give_card,
    held,
    total,
)

# -- the circuit ---------------------------------------------------------------------------------------------------


def take(position: Position[GlenMoreState], kind: int, *path: str | int) -> None:
    """One such tile is taken from its stack, or from a circuit that the position does not name."""
    state = position.state
    printed = state.printed.kinds[kind]
    if printed.stack == START:
        raise Given("start villages lie at 0,0 of each display and nowhere else", *path)
    if not position.take(f"stack{printed.stack}", kind):
        if "circuit" in position.words or kind not in state.chain:
            raise Given(f"there is no {printed.id} left", *path)
        state.chain.remove(kind)


def put_circuit(position: Position[GlenMoreState], items: Any) -> None:
    """The occupied spaces from the rear to the head; the player who is last there is to act."""
    state = position.state
    printed, players = state.printed, len(state.seats)
    for item in state.chain:
        if item >= 0:
            stack = printed.kinds[item].stack
            position.put_back(f"stack{stack}", item, below=stack > 0)
    state.chain.clear()
    for text, path in words_of(items, "a list of players, tiles and die, from the rear to the head"):
        if text in printed.kind_number:
            take(position, printed.kind_number[text], *path)
            state.chain.append(printed.kind_number[text])
            continue
        item = DIE if text == "die" else figure(seat_of(state, text.removeprefix("player:"), *path))
        if item in state.chain:
            raise Given(f"{text} stands on the circuit already", *path)
        state.chain.append(item)
    missing = [name for seat, name in enumerate(state.seats) if figure(seat) not in state.chain]
    if missing:
        raise Given(f"{missing[0]} does not stand on the circuit")
    if (DIE in state.chain) != printed.setup[players].die:
        said = "does not play along" if DIE in state.chain else "does not stand on the circuit"
        raise Given(f"with {players} players the die {said} (GM-SETUP-5)")
    if len(state.chain) >= printed.spaces:
        raise Given(f"one of the {printed.spaces} spaces stays empty (GM-SETUP-11)")
    _next(state)


def put_passed(position: Position[GlenMoreState], names: Any) -> None:
    position.state.passed = SEATS.read(position.state, names)
    _next(position.state)


def _next(state: GlenMoreState) -> None:
    """The player whose figure stands last, and who has not passed, is to act."""
    seat = last(state, -1)
    if seat >= 0:
        state.stack[:] = [(frame[0], seat, *frame[2:]) for frame in state.stack]


def fill(position: Position[GlenMoreState]) -> None:
    """The set-up's circuit gives up tiles that lie elsewhere; the next tiles of unnamed stacks stand at the head.

    During a turn two spaces are empty, since the tile taken is gone.
    """
    state = position.state
    for family, kind, _ in list(position.missing):
        if kind in state.chain and family == f"stack{state.printed.kinds[kind].stack}":
            state.chain.remove(kind)
            position.put_back(family, kind)
    room = state.printed.spaces - 1 - bool(state.advanced) - len(state.chain)
    while room < 0:
        head = state.chain.pop()
        position.put_back(f"stack{state.printed.kinds[head].stack}", head)
        room += 1
    for number, stack in enumerate(state.stacks()):
        while room and stack and f"stack{number}" not in position.words:
            state.chain.append(stack.pop())
            room -= 1


def _item(state: GlenMoreState, item: int) -> str:
    """The word for a figure, tile or die on the circuit."""
    if item >= 0:
        return state.printed.kinds[item].id
    if item == DIE:
        return "die"
    name = state.seats[-1 - item]
    return f"player:{name}" if name == "die" or name in state.printed.kind_number else name


def tell_circuit(state: GlenMoreState, key: str) -> str:
    """The word for the space `rear`, `head`, or so many spaces from the rear; and the `length`."""
    chain = state.chain
    spaces = {"rear": 0, "head": len(chain) - 1, **{str(n): n for n in range(len(chain))}}
    if key == "length":
        return str(len(chain))
    if key not in spaces:
        raise ValueError(f"say rear, head, length, or a number of spaces up to {len(chain) - 1}")
    return _item(state, chain[spaces[key]])


# -- the displays --------------------------------------------------------------------------------------------------


def put_displays(position: Position[GlenMoreState], displays: Any) -> None:
    """These tiles lie in the displays, with the start villages; the owner of a special place has its card."""
    state = position.state
    before = state.displays
    state.displays = DISPLAYS.read(state, displays, now=before)
    for seat, display in enumerate(state.displays):
        if display is before[seat]:
            continue
        name = state.seats[seat]
        for cell, kind in display.items():
            if (cell, kind) == (0, state.printed.start):
                continue
            if cell == 0:
                raise Given("another tile lies at 0,0", name, SQUARE8.text(cell))
            take(position, kind, name, SQUARE8.text(cell))
        state.displays[seat] = {0: state.printed.start, **display}
        state.cards[seat] = 0
        for kind in display.values():
            card = state.printed.kinds[kind].card
            if card is not None:
                give_card(state, seat, card)


def look_at_pieces(state: GlenMoreState) -> None:
    """Cubes and members lie on tiles that can hold them, and each card has one owner."""
    for seat, name in enumerate(state.seats):
        display = state.displays[seat]
        for word, cells in (("cubes", state.cubes[seat]), ("members", state.members[seat])):
            for cell in cells:
                if cell not in display:
                    said = f"{name} has no tile at {SQUARE8.text(cell)}"
                    raise Given(said, word, name, SQUARE8.text(cell))
        for cell, pile in state.cubes[seat].items():
            kind = state.printed.kinds[display[cell]]
            produces = kind.each.does == "produce"
            gets = kind.card is not None and kind.card.once.cubes
            path = ("cubes", name, SQUARE8.text(cell))
            if not produces and not gets and state.rules.options.lochy_cubes != "any_tile":
                raise Given(f"no cubes lie on {kind.id}", *path)
            most = state.rules.options.tile_capacity if produces else MOST
            if total(pile) > most:
                raise Given(f"{kind.id} holds {most} cubes", *path)
    for card in state.printed.cards:
        owners = [name for seat, name in enumerate(state.seats) if card in cards_of(state, seat)]
        if len(owners) > 1:
            raise Given(f"{' and '.join(owners)} cannot both have {card.id}", "cards")


def _of_kind(number: int) -> Noun:
    """`anna has 2 wood`: the cubes on her tiles."""
    return Noun(name=RESOURCES[number], count=lambda state, seat: held(state, seat)[number])


# -- the turn in hand ----------------------------------------------------------------------------------------------

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


class _Turn(Meaning):
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


# -- the whole -----------------------------------------------------------------------------------------------------


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
        write=lambda state: tuple(_item(state, item) for item in state.chain),
        tell=tell_circuit,
        fields=("chain",),
    ),
    Noun(name="displays", put=put_displays, means=DISPLAYS),
    Noun(
        name="tiles",
        count=lambda state, seat: len(state.displays[seat]),
        tell=lambda state, key: DISPLAYS.tell(state, state.displays, key),
    ),
    *map(_of_kind, range(5)),
    Noun(name="passed", put=put_passed, means=SEATS),
    Noun(name="turn", put=put_turn, write=write_turn, tell=tell_turn, fields=tuple(PARTS), means=_Turn()),
    Noun(name="", put=check),
)
"""The order matters: displays decide cards unless these are named, and a tile in hand is taken after all others."""
