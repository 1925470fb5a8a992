"""Words that Glen More adds to scenes: circuit, displays, what players own, warehouse, the turn in hand.

Tiles named on the circuit, on a display or in hand are taken from their stacks; start villages need not be named. Tiles
of stack 0 that stand nowhere have left the game. On a circuit that is not named, tiles that lie elsewhere make room for
the next ones. Cards that are not named belong to whoever has their tiles; as many scorings have taken place as stacks
have ended. Whose turn it is follows from the circuit, and the step in progress from what `turn` says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from tilewright.core.grid import SQUARE8
from tilewright.core.nouns import Given, Noun, listing, mapping
from tilewright.core.schedule import Decision, Phase, advance
from tilewright.core.strict import near

from . import state as states
from .circuit import last
from .land import spots
from .printed import START
from .state import DIE, RESOURCES, GlenMoreState, amount, figure, held
from .taking import DIFFERENT, GIVEN, MEMBERS

if TYPE_CHECKING:
    from tilewright.core.position import Position
    from tilewright.core.schedule import Node

Path = tuple[str | int, ...]
EMPTY = "empty"
MOST = 15
"""Cubes of one resource that a tile without a limit holds in a state."""
RESOURCE = {str(name): number for number, name in enumerate(RESOURCES)}
OWED = {**RESOURCE, "different": DIFFERENT, "members": MEMBERS}
MARKS = {"stepped": states.STEPPED, "die moved": states.DIE_MOVED, "no movement": states.NO_MOVEMENT}
CELLS = ("spots", "placed", "active", "activated")
TURN = ("advanced", "tile", "owed", *CELLS, "benefit", "ness", "points", "marks")

# Reading what stands under `given`


def _here(position: Position) -> GlenMoreState:
    return cast(GlenMoreState, position.state)


def _seat(state: GlenMoreState, name: Any, *path: str | int) -> int:
    try:
        return state.seat(str(name))
    except ValueError as error:
        raise Given(str(error), *path) from error


def _cell(text: Any, *path: str | int) -> int:
    try:
        return SQUARE8.read(str(text))
    except ValueError as error:
        raise Given(str(error), *path) from error


def _number(value: Any, most: int | None, *path: str | int) -> int:
    text = str(value)
    if not (text.isascii() and text.isdecimal()) or (most is not None and int(text) > most):
        bound = "" if most is None else f" up to {most}"
        raise Given(f"expected a whole number{bound}, got '{value}'", *path)
    return int(text)


def _known(what: str, numbers: Mapping[str, int], text: Any, *path: str | int) -> int:
    """The number of a tile, card, resource or mark by its name."""
    if str(text) not in numbers:
        raise Given(f"there is no {what} '{text}'{near(str(text), numbers)}", *path)
    return numbers[str(text)]


def _either(words: tuple[str, str], value: Any, *path: str | int) -> int:
    if value not in words:
        raise Given(f"expected {' or '.join(words)}, got '{value}'", *path)
    return words.index(value)


def _words(value: Any, what: str, *path: str | int) -> list[tuple[str, Path]]:
    """The words of a list or of a text, each with where it stands."""
    if isinstance(value, str):
        return [(word, path) for word in value.split()] if value != EMPTY else []
    return [(str(word), (*path, n)) for n, word in enumerate(listing(value, what, *path))]


def _by_player(state: GlenMoreState, value: Any, example: str) -> Iterator[tuple[int, str, Any]]:
    """Seat, name and value of a mapping from players."""
    for name, said in mapping(value, f"a mapping from player: {{anna: {example}}}").items():
        yield _seat(state, name, name), name, said


def _by_cell(position: Position, value: Any, example: str) -> Iterator[tuple[int, int, Any, Path]]:
    """Seat, cell, value and path of a mapping from players and the cells of their displays."""
    state = _here(position)
    for seat, name, cells in _by_player(state, value, example):
        for text, said in mapping(cells, f"a mapping from cell: {example}", name).items():
            cell = _cell(text, name, text)
            if cell not in state.displays[seat]:
                raise Given(f"{name} has no tile at {SQUARE8.text(cell)}", name, text)
            yield seat, cell, said, (name, text)


# Circuit and displays


def _take(position: Position, kind: int, *path: str | int) -> None:
    """One such tile is taken from its stack, or from a circuit that the position does not name."""
    state = _here(position)
    printed = state.printed.kinds[kind]
    if printed.stack == START:
        raise Given("start villages lie at 0,0 of each display and nowhere else", *path)
    if not position.take(f"stack{printed.stack}", kind):
        if "circuit" in position.words or kind not in state.chain:
            raise Given(f"there is no further {printed.id}", *path)
        state.chain.remove(kind)


def put_circuit(position: Position, items: Any) -> None:
    """The occupied spaces from the rear to the head; the player who is last there is to act."""
    state = _here(position)
    printed, players = state.printed, len(state.seats)
    for item in state.chain:
        if item >= 0:
            stack = printed.kinds[item].stack
            position.put_back(f"stack{stack}", item, below=stack > 0)
    state.chain.clear()
    for text, path in _words(items, "a list of players, tiles and die, from the rear to the head"):
        if text in printed.kind_number:
            _take(position, printed.kind_number[text], *path)
            state.chain.append(printed.kind_number[text])
            continue
        item = DIE if text == "die" else figure(_seat(state, text.removeprefix("player:"), *path))
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


def _next(state: GlenMoreState) -> None:
    """Whoever stands last, and has not passed, is to act."""
    seat = last(state, -1)
    if seat >= 0:
        state.stack[:] = [(frame[0], seat, *frame[2:]) for frame in state.stack]


def _on_circuit(state: GlenMoreState, item: int) -> str:
    if item >= 0:
        return state.printed.kinds[item].id
    if item == DIE:
        return "die"
    name = state.seats[-1 - item]
    return f"player:{name}" if name == "die" or name in state.printed.kind_number else name


def tell_circuit(state: GlenMoreState, key: str) -> str:
    """What stands on a space: `rear`, `head`, or the number of spaces from the rear; and the `length`."""
    chain = state.chain
    spaces = {"rear": 0, "head": len(chain) - 1, **{str(n): n for n in range(len(chain))}}
    if key == "length":
        return str(len(chain))
    if key not in spaces:
        raise ValueError(f"say rear, head, length, or a number of spaces up to {len(chain) - 1}")
    return _on_circuit(state, chain[spaces[key]])


def put_displays(position: Position, displays: Any) -> None:
    """These tiles lie in the displays, beside the start villages; whoever has a special place has its card."""
    state = _here(position)
    example = "{'1,0': s0_forest_road}"
    for seat, name, tiles in _by_player(state, displays, example):
        display = {0: state.printed.start}
        for text, said in mapping(tiles, f"a mapping from cell: {example}", name).items():
            cell = _cell(text, name, text)
            kind = _known("tile", state.printed.kind_number, said, name, text)
            if (cell, kind) == (0, state.printed.start):
                continue
            if cell in display:
                raise Given(f"another tile lies at {SQUARE8.text(cell)}", name, text)
            _take(position, kind, name, text)
            display[cell] = kind
        state.displays[seat] = display
        cards = {state.printed.kinds[kind].card for kind in display.values()}
        state.cards[seat] = sum(1 << card for card in cards if card is not None)


# What players own


def put_cards(position: Position, cards: Any) -> None:
    """The players named own exactly these cards; each exists once."""
    state = _here(position)
    for seat, name, said in _by_player(state, cards, "[loch_ness]"):
        state.cards[seat] = 0
        for text, path in _words(said, "a list of cards", name):
            state.cards[seat] |= 1 << _known("card", state.printed.card_number, text, *path)
    for number, card in enumerate(state.printed.cards):
        owners = [name for seat, name in enumerate(state.seats) if state.cards[seat] >> number & 1]
        if len(owners) > 1:
            raise Given(f"{' and '.join(owners)} cannot both have {card.id}")


def put_cubes(position: Position, cubes: Any) -> None:
    """Exactly these cubes lie on the tiles of the players named."""
    state, options = _here(position), position.state.rules.options
    for seat, _, _ in _by_player(state, cubes, "{'1,0': wood wood}"):
        state.cubes[seat] = {}
    for seat, cell, said, path in _by_cell(position, cubes, "{'1,0': wood wood}"):
        kind = state.printed.kinds[state.displays[seat][cell]]
        produces = kind.each.does == "produce"
        gets = kind.card is not None and state.printed.cards[kind.card].once.cubes
        if not produces and not gets and options.lochy_cubes != "any_tile":
            raise Given(f"no cubes lie on {kind.id}", *path)
        words, most = _words(said, "a list of cubes", *path), options.tile_capacity if produces else MOST
        if len(words) > most:
            raise Given(f"{kind.id} holds {most} cubes", *path)
        if words:
            pile = [_known("resource", RESOURCE, word, *at) for word, at in words]
            state.cubes[seat][cell] = sum(states.ONE[resource] for resource in pile)


def put_members(position: Position, members: Any) -> None:
    """Exactly these members stand on the tiles of the players named."""
    state = _here(position)
    for seat, _, _ in _by_player(state, members, "{'0,0': 1}"):
        state.members[seat] = {}
    for seat, cell, said, path in _by_cell(position, members, "{'0,0': 1}"):
        number = _number(said, None, *path)
        if number:
            state.members[seat][cell] = number


def _each(write: Callable[[GlenMoreState, int], Any]) -> Callable[[Any], dict[str, Any]]:
    """Every player's part."""
    return lambda state: {name: write(state, seat) for seat, name in enumerate(state.seats)}


def _amounts(name: str) -> Noun:
    """Barrels, chieftains, coins: a number for each player."""

    def put(position: Position, numbers: Any) -> None:
        state = _here(position)
        for seat, player, number in _by_player(state, numbers, "2"):
            getattr(state, name)[seat] = _number(number, None, player)

    def count(state: GlenMoreState, seat: int) -> int:
        return int(getattr(state, name)[seat])

    return Noun(name=name, put=put, write=_each(count), count=count, fields=(name,))


def _resource(name: str) -> Noun:
    """`anna has 2 wood`: the cubes on her tiles."""
    return Noun(name=name, count=lambda state, seat: held(state, seat)[RESOURCE[name]])


def _cards(state: GlenMoreState, seat: int) -> list[str]:
    return [card.id for number, card in enumerate(state.printed.cards) if state.cards[seat] >> number & 1]


def _pile(packed: int) -> list[str]:
    return [name for kind, name in enumerate(RESOURCES) for _ in range(amount(packed, kind))]


def _tile(state: GlenMoreState, seat: int, cell: int) -> str:
    kind = state.displays[seat].get(cell)
    return "free" if kind is None else state.printed.kinds[kind].id


def _told(tell: Callable[[GlenMoreState, int, int], str]) -> Callable[[Any, str], str]:
    """For `anna's tile 1,0 is ...`: what is told of a seat's cell."""

    def told(state: GlenMoreState, text: str) -> str:
        name, _, cell = text.partition(" ")
        return tell(state, state.seat(name), SQUARE8.read(cell))

    return told


# Warehouse, and what has happened in the game


def put_warehouse(position: Position, rows: Any) -> None:
    """So many spaces of each row hold coins, the cheapest first; rows that are not named hold none."""
    state = _here(position)
    state.warehouse = [0] * len(RESOURCES)
    said = {} if rows == EMPTY else mapping(rows, "a mapping from resource to spaces with coins: {wood: 2}")
    for name, number in said.items():
        row = _known("resource", RESOURCE, name, name)
        state.warehouse[row] = _number(number, len(state.printed.prices), name)


def tell_warehouse(state: GlenMoreState, key: str) -> str:
    if key not in RESOURCE:
        raise ValueError(f"there is no row '{key}'; rows are {', '.join(RESOURCES)}")
    return str(state.warehouse[RESOURCE[key]])


def put_scorings(position: Position, number: Any) -> None:
    _here(position).scorings = _number(number, 3)


def put_passed(position: Position, names: Any) -> None:
    state = _here(position)
    seats = {_seat(state, text, *path) for text, path in _words(names, "a list of players")}
    state.passed = sum(1 << seat for seat in seats)
    _next(state)


def put_iona(position: Position, said: Any) -> None:
    """Whether Iona Abbey has produced in this game (option iona_production)."""
    _here(position).iona = _either(("fresh", "produced"), said)


# The turn in hand


def put_turn(position: Position, turn: Any) -> None:
    """So far has the turn come; what is not said has not happened. The step in progress follows from it."""
    state = _here(position)
    states.fresh_turn(state)
    said = mapping(turn, f"a mapping with {', '.join(TURN)}")
    for word, value in said.items():
        if word in ("advanced", "points"):
            setattr(state, word, _number(value, None, word))
        elif word in CELLS:
            cells = {_cell(text, *path): None for text, path in _words(value, "a list of cells", word)}
            setattr(state, word, list(cells) if word == "activated" else sorted(cells))
        elif word == "tile":
            state.tile = _known("tile", state.printed.kind_number, value, word)
            _take(position, state.tile, word)
        elif word == "owed":
            state.owed = _owed(value)
        elif word == "benefit":
            state.benefit = -1 if value == "fill" else _number(value, None, word)
        elif word == "ness":
            state.ness = _either(("free", "used"), value, word)
        elif word == "marks":
            marks = enumerate(listing(value, f"a list of {', '.join(MARKS)}", word))
            state.marks = sum({_known("mark", MARKS, mark, word, n) for n, mark in marks})
        else:
            raise Given(f"there is no '{word}' in a turn; it has {', '.join(TURN)}", word)
    if said:
        state.stack[:] = [(*state.stack[0][:2], [step.name for step in _steps(state)].index("pay"))]


def _steps(state: GlenMoreState) -> tuple[Node, ...]:
    """The steps of a turn."""
    return cast(Phase, state.rules.nodes[state.stack[0][0]]).steps


def _owed(said: Any) -> list[int]:
    owed = [0] * (MEMBERS + 1)
    for name, value in mapping(said, f"a mapping from {', '.join(OWED)}, given", "owed").items():
        if name == "given":
            words = _words(value, "a list of resources", "owed", name)
            owed[GIVEN] = sum({1 << _known("resource", RESOURCE, word, *path) for word, path in words})
        else:
            owed[_known("cost", OWED, name, "owed", name)] = _number(value, MOST, "owed", name)
    return owed


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


# The position as a whole


def check(position: Position, nothing: Any) -> None:
    """What was not said follows from what was; the player to act stands last and can do something."""
    state = _here(position)
    words = position.words
    if "fields" in words:
        return
    if "circuit" not in words:
        _fill(position)
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
        _check_turn(state)
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


def _fill(position: Position) -> None:
    """The set-up's circuit gives up tiles that lie elsewhere; the next of unnamed stacks stand at the head.

    Amid a turn two spaces are empty, since the tile taken is gone.
    """
    state = _here(position)
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


def _check_turn(state: GlenMoreState) -> None:
    """Cells are those of the player whose turn it is, and something is left to be decided."""
    seat = state.stack[0][1]
    for word in CELLS[1:]:
        for cell in getattr(state, word):
            if cell not in state.displays[seat]:
                raise Given(f"{state.seats[seat]} has no tile at {SQUARE8.text(cell)}", "turn", word)
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


NOUNS: tuple[Noun, ...] = (
    Noun(
        name="circuit",
        put=put_circuit,
        write=lambda state: tuple(_on_circuit(state, item) for item in state.chain),
        tell=tell_circuit,
        fields=("chain",),
    ),
    Noun(
        name="displays",
        put=put_displays,
        write=_each(
            lambda state, seat: {
                SQUARE8.text(cell): _tile(state, seat, cell) for cell in state.displays[seat]
            }
        ),
        fields=("displays",),
    ),
    Noun(name="tiles", count=lambda state, seat: len(state.displays[seat]), tell=_told(_tile)),
    Noun(
        name="cards",
        put=put_cards,
        write=_each(_cards),
        count=lambda state, seat: len(_cards(state, seat)),
        tell=lambda state, name: ", ".join(_cards(state, state.seat(name))) or EMPTY,
        fields=("cards",),
    ),
    Noun(
        name="cubes",
        put=put_cubes,
        write=_each(
            lambda state, seat: {SQUARE8.text(cell): _pile(n) for cell, n in state.cubes[seat].items()}
        ),
        count=lambda state, seat: sum(held(state, seat)),
        tell=_told(lambda state, seat, cell: ", ".join(_pile(state.cubes[seat].get(cell, 0))) or EMPTY),
        fields=("cubes",),
    ),
    *(_resource(name) for name in RESOURCE),
    Noun(
        name="members",
        put=put_members,
        write=_each(lambda state, seat: {SQUARE8.text(cell): n for cell, n in state.members[seat].items()}),
        count=lambda state, seat: sum(state.members[seat].values()),
        tell=_told(lambda state, seat, cell: str(state.members[seat].get(cell, 0))),
        fields=("members",),
    ),
    _amounts("barrels"),
    _amounts("chieftains"),
    _amounts("coins"),
    Noun(
        name="warehouse",
        put=put_warehouse,
        write=lambda state: dict(zip(RESOURCES, state.warehouse, strict=True)),
        tell=tell_warehouse,
        fields=("warehouse",),
    ),
    Noun(name="scorings", put=put_scorings, write=lambda state: state.scorings, fields=("scorings",)),
    Noun(
        name="passed",
        put=put_passed,
        write=lambda state: [name for seat, name in enumerate(state.seats) if state.passed >> seat & 1],
        fields=("passed",),
    ),
    Noun(name="iona", put=put_iona, write=lambda state: ("fresh", "produced")[state.iona], fields=("iona",)),
    Noun(name="turn", put=put_turn, write=write_turn, tell=tell_turn, fields=TURN),
    Noun(name="", put=check),
)
"""The order matters: displays decide cards unless these are named, and cubes and members lie on their tiles."""
