"""The displays: tiles, and the cubes and clan members on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tilewright.core.grid import SQUARE8
from tilewright.core.nouns import EMPTY, Given, Noun, mapping, whole_number, words_of

from ..files import RESOURCES
from ..state import ONE, GlenMoreState, amount, held
from .circuit import take
from .reading import RESOURCE, by_cell, by_player, cell_of, each, here, resource_of, tile_of

if TYPE_CHECKING:
    from tilewright.core.position import Position

MOST = 15
"""Cubes of one resource that a tile without a limit holds in a state."""


def put_displays(position: Position, displays: Any) -> None:
    """These tiles lie in the displays, beside the start villages; whoever has a special place has its card."""
    state = here(position)
    example = "{'1,0': s0_forest_road}"
    for seat, name, tiles in by_player(state, displays, example):
        display = {0: state.printed.start}
        for text, said in mapping(tiles, f"a mapping from cell: {example}", name).items():
            cell = cell_of(text, name, text)
            kind = tile_of(state, said, name, text)
            if (cell, kind) == (0, state.printed.start):
                continue
            if cell in display:
                raise Given(f"another tile lies at {SQUARE8.text(cell)}", name, text)
            take(position, kind, name, text)
            display[cell] = kind
        state.displays[seat] = display
        cards = [state.printed.kinds[kind].card for kind in display.values()]
        state.cards[seat] = sum(
            {1 << state.printed.card_number[card.id] for card in cards if card is not None}
        )


def put_cubes(position: Position, cubes: Any) -> None:
    """Exactly these cubes lie on the tiles of the players named."""
    state, options = here(position), position.state.rules.options
    for seat, _, _ in by_player(state, cubes, "{'1,0': wood wood}"):
        state.cubes[seat] = {}
    for seat, cell, said, path in by_cell(position, cubes, "{'1,0': wood wood}"):
        kind = state.printed.kinds[state.displays[seat][cell]]
        produces = kind.each.does == "produce"
        gets = kind.card is not None and kind.card.once.cubes
        if not produces and not gets and options.lochy_cubes != "any_tile":
            raise Given(f"no cubes lie on {kind.id}", *path)
        words, most = words_of(said, "a list of cubes", *path), options.tile_capacity if produces else MOST
        if len(words) > most:
            raise Given(f"{kind.id} holds {most} cubes", *path)
        if words:
            state.cubes[seat][cell] = sum(ONE[resource_of(word, *at)] for word, at in words)


def put_members(position: Position, members: Any) -> None:
    """Exactly these members stand on the tiles of the players named."""
    state = here(position)
    for seat, _, _ in by_player(state, members, "{'0,0': 1}"):
        state.members[seat] = {}
    for seat, cell, said, path in by_cell(position, members, "{'0,0': 1}"):
        number = whole_number(said, *path, least=0)
        if number:
            state.members[seat][cell] = number


def _tile(state: GlenMoreState, seat: int, cell: int) -> str:
    kind = state.displays[seat].get(cell)
    return "free" if kind is None else state.printed.kinds[kind].id


def pile_of(packed: int) -> list[str]:
    return [name for kind, name in enumerate(RESOURCES) for _ in range(amount(packed, kind))]


def _told(tell: Callable[[GlenMoreState, int, int], str]) -> Callable[[Any, str], str]:
    """For `anna's tile 1,0 is ...`: what is told of a seat's cell."""

    def told(state: GlenMoreState, text: str) -> str:
        name, _, cell = text.partition(" ")
        return tell(state, state.seat(name), SQUARE8.read(cell))

    return told


def _of_kind(name: str) -> Noun:
    """`anna has 2 wood`: the cubes on her tiles."""
    return Noun(name=name, count=lambda state, seat: held(state, seat)[RESOURCE[name]])


DISPLAYS = Noun(
    name="displays",
    put=put_displays,
    write=each(
        lambda state, seat: {SQUARE8.text(cell): _tile(state, seat, cell) for cell in state.displays[seat]}
    ),
    fields=("displays",),
)
TILES = Noun(name="tiles", count=lambda state, seat: len(state.displays[seat]), tell=_told(_tile))
CUBES = Noun(
    name="cubes",
    put=put_cubes,
    write=each(lambda state, seat: {SQUARE8.text(cell): pile_of(n) for cell, n in state.cubes[seat].items()}),
    count=lambda state, seat: sum(held(state, seat)),
    tell=_told(lambda state, seat, cell: ", ".join(pile_of(state.cubes[seat].get(cell, 0))) or EMPTY),
    fields=("cubes",),
)
CUBES_OF_A_KIND = tuple(map(_of_kind, RESOURCES))
MEMBERS = Noun(
    name="members",
    put=put_members,
    write=each(lambda state, seat: {SQUARE8.text(cell): n for cell, n in state.members[seat].items()}),
    count=lambda state, seat: sum(state.members[seat].values()),
    tell=_told(lambda state, seat, cell: str(state.members[seat].get(cell, 0))),
    fields=("members",),
)
