"""Words that Rebirth adds to scenes: tiles, neutral tiles, castles, cathedrals, tiles laid aside, who is out, start.

Castles that a scene does not name belong to whoever has the most beside them (nobody at a full tie); cathedrals that it
does not name stand for everybody who has a tile beside the field. Missions are dealt only where a scene names them.
"mission coast is met by anna and bruno" says whose board meets a card's condition, whoever holds the card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from tilewright.core.grid import HEX
from tilewright.core.nouns import Given, Noun, listing, mapping, named, seat_of, words_of

from .files import FIELDS, FOOD, KINDS
from .missions import meeting
from .state import FREE, NEUTRAL, RebirthState, kind_of, owner, presence_at, rebuilt, tile_of

if TYPE_CHECKING:
    from tilewright.core.position import Position


NOBODY = "nobody"


def _here(position: Position) -> RebirthState:
    return cast(RebirthState, position.state)


def _cell(state: RebirthState, text: str) -> int:
    try:
        found = HEX.at(HEX.read(text))
    except ValueError as error:
        raise Given(str(error), text) from error
    cell = state.printed.cell_at.get(found)
    if cell is None:
        raise Given(f"{text} is {state.printed.there(found)}, not a place for tiles", text)
    return cell


def _placed(state: RebirthState) -> dict[int, tuple[int, int]]:
    return {cell: (owner(tile), kind_of(tile)) for cell, tile in enumerate(state.tiles) if tile != FREE}


def put_neutral(position: Position, hexes: Any) -> None:
    """Exactly these cells have neutral tiles: a hex, or `all food`, `all open but 3,4 5,6`."""
    state = _here(position)
    placed = {cell: tile for cell, tile in _placed(state).items() if tile[0] != NEUTRAL}
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
        raise Given(f"{laid} neutral tiles; the colours that nobody plays have {stock}")
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


def put_tiles(position: Position, tiles: Any) -> None:
    """These tiles lie on the map beside the neutral ones; castles and cathedrals follow unless they are named."""
    state = _here(position)
    placed = {cell: tile for cell, tile in _placed(state).items() if tile[0] == NEUTRAL}
    for text, said in mapping(tiles, "a mapping from hex to player and tile: {'3,4': anna food}").items():
        cell = _cell(state, str(text))
        name, _, kind_name = str(said).partition(" ")
        seat = seat_of(state, name, text)
        if kind_name not in KINDS:
            raise Given(f"'{kind_name}' is not a tile; tiles are {', '.join(KINDS)}", text)
        if cell in placed:
            raise Given("there is a neutral tile here (name the neutral ones: `neutral: []`)", text)
        kind = KINDS.index(kind_name)
        if not position.take(f"tile.{seat}", kind):
            raise Given(f"{name} has no further {kind_name}", text)
        placed[cell] = (seat, kind)
    rebuilt(state, placed)
    _follow(state)


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


def put_castles(position: Position, castles: Any) -> None:
    """The castles named belong to the seats named, or to nobody."""
    state = _here(position)
    for code, name in mapping(castles, "a mapping from castle to player: {KE: anna, KS: nobody}").items():
        number = named("castle", _numbers(_castle_codes(state)), code, code)
        state.castles[number] = -1 if name == NOBODY else seat_of(state, name, code)


def put_cathedrals(position: Position, cathedrals: Any) -> None:
    """The fields named have the cathedrals of exactly the seats named."""
    state = _here(position)
    for code, names in mapping(cathedrals, "a mapping from cathedral to players: {C1: anna bruno}").items():
        number = named("cathedral", _numbers(_cathedral_codes(state)), code, code)
        listed = words_of(names, "players: anna bruno", code)
        seats = {seat_of(state, name, *path) for name, path in listed if name != NOBODY}
        state.cathedrals[number] = sum(1 << seat for seat in seats)


def put_laid_aside(position: Position, tiles: Any) -> None:
    state = _here(position)
    state.laid_aside.clear()
    for n, said in enumerate(listing(tiles, "a list of tiles: [anna settlement-2]")):
        name, _, kind_name = str(said).partition(" ")
        seat = seat_of(state, name, n)
        if kind_name not in KINDS or not position.take(f"tile.{seat}", KINDS.index(kind_name)):
            raise Given(f"{name} has no {kind_name or 'tile named'} to lay aside", n)
        state.laid_aside.append(tile_of(seat, KINDS.index(kind_name)))


def put_out(position: Position, names: Any) -> None:
    state = _here(position)
    listed = listing(names, "a list of players: [anna]")
    state.out = sum(1 << seat for seat in {seat_of(state, name, n) for n, name in enumerate(listed)})


def put_start(position: Position, name: Any) -> None:
    state = _here(position)
    state.start = seat_of(state, name)


def check_hands(position: Position, nothing: Any) -> None:
    """Nobody holds more than one tile."""
    state = _here(position)
    for seat, held in enumerate(state.hand):
        if len(held) > 1:
            raise Given("a hand holds one tile (RB-SETUP-8, RB-DRAW-1)", "hand", state.seats[seat])


def _numbers(codes: list[str]) -> dict[str, int]:
    return {code: number for number, code in enumerate(codes)}


def _said(state: RebirthState, tile: int) -> str:
    if tile == FREE:
        return "free"
    return "neutral" if owner(tile) == NEUTRAL else f"{state.seats[owner(tile)]} {KINDS[kind_of(tile)]}"


def _tell_tile(state: RebirthState, key: str) -> str:
    try:
        return _said(state, state.tiles[_cell(state, key)])
    except Given as error:
        raise ValueError(error.message) from error


def _tell(codes: Callable[[RebirthState], list[str]], say: Callable[[RebirthState, int], str]) -> Any:
    def tell(state: RebirthState, key: str) -> str:
        known = codes(state)
        if key not in known:
            raise ValueError(f"there is no '{key}'; known: {', '.join(known)}")
        return say(state, known.index(key))

    return tell


def _castle_codes(state: RebirthState) -> list[str]:
    return [castle.code for castle in state.printed.castles]


def _cathedral_codes(state: RebirthState) -> list[str]:
    return [cathedral.code for cathedral in state.printed.cathedrals]


def _castle_owner(state: RebirthState, number: int) -> str:
    return state.seats[state.castles[number]] if state.castles[number] >= 0 else NOBODY


def _cathedral_owners(state: RebirthState, number: int) -> str:
    owners = [name for seat, name in enumerate(state.seats) if state.cathedrals[number] >> seat & 1]
    return " ".join(owners) or NOBODY


def _card_names(state: RebirthState) -> list[str]:
    return [card.id for card in state.printed.missions]


def _met_by(state: RebirthState, number: int) -> str:
    met = meeting(state, state.printed.missions[number])
    names = [name for seat, name in enumerate(state.seats) if met[seat]] or [NOBODY]
    return f"met by {' and '.join(', '.join(names).rsplit(', ', 1))}"


NOUNS: tuple[Noun, ...] = (
    Noun(
        name="neutral",
        put=put_neutral,
        write=lambda state: [
            str(state.printed.hexes[c]) for c, t in enumerate(state.tiles) if owner(t) == NEUTRAL
        ],
    ),
    Noun(
        name="tiles",
        put=put_tiles,
        write=lambda state: {
            str(state.printed.hexes[c]): _said(state, t)
            for c, t in enumerate(state.tiles)
            if owner(t) not in (owner(FREE), NEUTRAL)
        },
        count=lambda state, seat: sum(1 for tile in state.tiles if owner(tile) == seat),
        tell=_tell_tile,
        fields=("tiles", "free", "gaps", "groups", "presence"),
    ),
    Noun(
        name="castles",
        put=put_castles,
        write=lambda state: {code: _castle_owner(state, n) for n, code in enumerate(_castle_codes(state))},
        count=lambda state, seat: state.castles.count(seat),
        tell=_tell(_castle_codes, _castle_owner),
        fields=("castles",),
    ),
    Noun(
        name="cathedrals",
        put=put_cathedrals,
        write=lambda state: {
            code: _cathedral_owners(state, n) for n, code in enumerate(_cathedral_codes(state))
        },
        count=lambda state, seat: sum(1 for seats in state.cathedrals if seats >> seat & 1),
        tell=_tell(_cathedral_codes, _cathedral_owners),
        fields=("cathedrals",),
    ),
    Noun(
        name="laid aside",
        put=put_laid_aside,
        write=lambda state: [_said(state, tile) for tile in state.laid_aside],
        fields=("laid_aside",),
    ),
    Noun(
        name="out",
        put=put_out,
        write=lambda state: [name for seat, name in enumerate(state.seats) if state.out >> seat & 1],
        fields=("out",),
    ),
    Noun(name="start", put=put_start, write=lambda state: state.seats[state.start], fields=("start",)),
    Noun(name="mission", tell=_tell(_card_names, _met_by)),
    Noun(name="", put=check_hands),
)
"""The order matters: tiles decide castles and cathedrals unless these are named."""
