"""The circuit in scenes: figures, tiles and the die from the rear to the head."""

from __future__ import annotations

from typing import Any

from tilewright.authoring import (
    SEATS,
    Given,
    Position,
    seat_of,
    words_of,
)

from ..circuit import last
from ..printed import START
from ..state import (
    DIE,
    GlenMoreState,
    figure,
)


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


def item_word(state: GlenMoreState, item: int) -> str:
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
    return item_word(state, chain[spaces[key]])
