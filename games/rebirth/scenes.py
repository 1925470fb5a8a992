"""Words of scenes that do more than set a field: tiles, neutral tiles, tiles laid aside, missions.

Castles that a scene does not name belong to the seat with the most next to them (to no seat at a full tie); cathedrals
that it does not name stand for every seat with a tile next to the field. Missions are dealt only where a scene names
them. "mission coast is met by anna and bruno" says whose board meets a card's condition, no matter who holds the card.
"""

from __future__ import annotations

from typing import Any

from tilewright.authoring import HEX, NOBODY, Given, Noun, Position, at_cells, listing, mapping, sequence

from .files import FIELDS, FOOD
from .missions import meeting
from .state import FREE, NEUTRAL, TILE, RebirthState, kind_of, owner, presence_at, rebuilt


def _cell(state: RebirthState, text: str) -> int:
    try:
        found = HEX.at(HEX.read(text))
    except ValueError as error:
        raise Given(str(error), text) from error
    cell = state.printed.cell_at.get(found)
    if cell is None:
        there = state.printed.there(found)
        more = "" if there == "nothing" else ", not a place for tiles"
        raise Given(f"{text} is {state.rules.words.name(there)}{more}", text)
    return cell


def _placed(state: RebirthState, neutral: bool) -> dict[int, tuple[int, int]]:
    """By cell, seat and kind of the neutral tiles or of all others."""
    return {
        cell: (owner(tile), kind_of(tile))
        for cell, tile in enumerate(state.tiles)
        if tile != FREE and (owner(tile) == NEUTRAL) == neutral
    }


def put_neutral(position: Position[RebirthState], hexes: Any) -> None:
    """Exactly these cells have neutral tiles: a hex, or `all food`, `all open but 3,4 5,6`."""
    state = position.state
    placed = _placed(state, neutral=False)
    for n, text in enumerate(
        listing(hexes, "a list of hexes, or of kinds of field: all food, all open but 3,4")
    ):
        try:
            cells = _all(state, str(text)) if str(text).startswith("all ") else [_cell(state, str(text))]
        except Given as error:
            raise Given(error.message, n) from error
        for cell in cells:
            placed[cell] = (NEUTRAL, FOOD)
    box = state.printed.box
    stock = box.each("tiles") * (box.colours - len(state.seats))
    laid = sum(1 for seat, _ in placed.values() if seat == NEUTRAL)
    if laid > stock:
        raise Given(f"{laid} neutral tiles; the colours without a player have {stock}")
    rebuilt(state, placed)


def _all(state: RebirthState, text: str) -> list[int]:
    """The cells of a kind of field, without those named after `but`."""
    kind, _, rest = text.removeprefix("all ").partition(" but ")
    if kind not in FIELDS:
        raise Given(f"'{kind}' is not a kind of field; kinds are {', '.join(FIELDS)}")
    spared = [_cell(state, word) for word in rest.split()]
    return [
        cell for cell, of in enumerate(state.printed.kind) if of == FIELDS.index(kind) and cell not in spared
    ]


def put_tiles(position: Position[RebirthState], tiles: Any) -> None:
    """These tiles lie on the map next to the neutral ones; castles and cathedrals follow unless they are named."""
    state = position.state
    placed = _placed(state, neutral=True)
    for text, said in mapping(tiles, "a mapping from hex to player and tile: {'3,4': anna food}").items():
        cell = _cell(state, text)
        tile = TILE.read(state, said, text)
        if cell in placed:
            raise Given("there is a neutral tile here (name the neutral ones: `neutral: []`)", text)
        _take(position, tile, text)
        placed[cell] = (owner(tile), kind_of(tile))
    rebuilt(state, placed)
    _follow(state)


def _take(position: Position[RebirthState], tile: int, *path: str | int) -> None:
    """The tile comes from its owner's supply."""
    if not position.take(f"tile.{owner(tile)}", kind_of(tile)):
        name, _, kind = TILE.write(position.state, tile).partition(" ")
        raise Given(f"{name} has no {kind} left", *path)


def _follow(state: RebirthState) -> None:
    """Castles and cathedrals as the tiles have them."""
    for castle in range(len(state.castles)):
        ranks = presence_at(state, castle)
        best = max(ranks)
        held = best > 0 and ranks.count(best) == 1 and ranks.index(best) != NEUTRAL
        state.castles[castle] = ranks.index(best) if held else -1
    for number, cells in enumerate(state.printed.cathedral_cells):
        seats = {owner(state.tiles[cell]) for cell in cells} - {owner(FREE), NEUTRAL}
        state.cathedrals[number] = sum(1 << seat for seat in seats)


def put_laid_aside(position: Position[RebirthState], tiles: Any) -> None:
    state = position.state
    state.laid_aside.clear()
    for n, said in enumerate(listing(tiles, "a list of tiles: [anna settlement-2]")):
        tile = TILE.read(state, said, n)
        _take(position, tile, n)
        state.laid_aside.append(tile)


def hold_one_tile(position: Position[RebirthState], nothing: Any) -> None:
    """Raises `Given` if a seat holds more than one tile, or more than a module allows."""
    state = position.state
    most = max([1, *(function(state.rules) for function in state.rules.calls("hand_size"))])
    for seat, held in enumerate(state.hand):
        if len(held) > most:
            one = "a hand holds one tile (RB-SETUP-8, RB-DRAW-1)"
            said = one if most == 1 else f"a hand holds at most {most} tiles"
            raise Given(said, "hand", state.seats[seat])


def _tell_tile(state: RebirthState, key: str) -> str:
    try:
        return TILE.say(state, state.tiles[_cell(state, key)])
    except Given as error:
        raise ValueError(error.message) from error


def _met_by(state: RebirthState, key: str) -> str:
    met = meeting(state, state.printed.missions[state.rules.things["mission"].find(key)])
    names = [name for seat, name in enumerate(state.seats) if met[seat]] or [NOBODY]
    return f"met by {' and '.join(', '.join(names).rsplit(', ', 1))}"


def _written(state: RebirthState, neutral: bool) -> dict[str, str]:
    return {
        str(state.printed.hexes[cell]): TILE.write(state, state.tiles[cell])
        for cell in _placed(state, neutral)
    }


NOUNS: tuple[Noun, ...] = (
    Noun(name="neutral", put=put_neutral, write=lambda state: list(_written(state, neutral=True))),
    Noun(
        name="tiles",
        put=put_tiles,
        write=lambda state: _written(state, neutral=False),
        tell=_tell_tile,
        fields=("free", "gaps", "groups", "presence"),
        means=at_cells(TILE),
    ),
    Noun(name="laid aside", put=put_laid_aside, means=sequence(TILE)),
    Noun(name="mission", tell=_met_by),
    Noun(name="", put=hold_one_tile),
)
"""The order matters: tiles decide castles and cathedrals unless these are named."""
