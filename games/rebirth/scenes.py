"""Words that Rebirth adds to scenes: tiles, neutral tiles, castles, cathedrals, tiles laid aside, who is out.

Castles that a scene does not name belong to whoever has the most beside them (nobody at a full tie); cathedrals that it
does not name stand for everybody who has a tile beside the field. Missions are dealt only where a scene names them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from tilewright.core.grid import HEX
from tilewright.core.nouns import Given, Noun

from .chart import FOOD, KINDS
from .state import FREE, NEUTRAL, RebirthState, rebuilt

if TYPE_CHECKING:
    from tilewright.core.position import Position


def _here(position: Position) -> RebirthState:
    return cast(RebirthState, position.state)


def _cell(state: RebirthState, text: str) -> int:
    try:
        found = HEX.at(HEX.read(text))
    except ValueError as error:
        raise Given(str(error), text) from error
    cell = state.chart.cell_at.get(found)
    if cell is None:
        raise Given(f"{text} is {state.chart.there(found)}, no place for tiles", text)
    return cell


def _seat(state: RebirthState, name: str, *path: str | int) -> int:
    try:
        return state.seat(name)
    except ValueError as error:
        raise Given(str(error), *path) from error


def _placed(state: RebirthState) -> dict[int, tuple[int, int]]:
    return {cell: (tile >> 3, tile & 7) for cell, tile in enumerate(state.tiles) if tile != FREE}


def put_neutral(position: Position, cells: Any) -> None:
    """Exactly these cells have neutral tiles."""
    state = _here(position)
    placed = {cell: tile for cell, tile in _placed(state).items() if tile[0] != NEUTRAL}
    for text in cells or ():
        placed[_cell(state, str(text))] = (NEUTRAL, FOOD)
    rebuilt(state, placed)


def put_tiles(position: Position, tiles: Any) -> None:
    """These tiles lie on the map beside the neutral ones; castles and cathedrals follow unless they are named."""
    state = _here(position)
    placed = {cell: tile for cell, tile in _placed(state).items() if tile[0] == NEUTRAL}
    if not isinstance(tiles, Mapping):
        raise Given("expected a mapping from hex to player and tile: {'3,4': anna food}")
    for text, said in tiles.items():
        cell = _cell(state, str(text))
        name, _, kind_name = str(said).partition(" ")
        seat = _seat(state, name, text)
        if kind_name not in KINDS:
            raise Given(f"'{kind_name}' is no tile; tiles are {', '.join(KINDS)}", text)
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
        ranks = state.presence[castle * 8 : castle * 8 + 8]
        best = max(ranks)
        held = best > 0 and ranks.count(best) == 1 and ranks.index(best) != NEUTRAL
        state.castles[castle] = ranks.index(best) if held else -1
    for number, cells in enumerate(state.chart.cathedral_cells):
        seats = {state.tiles[cell] >> 3 for cell in cells if state.tiles[cell] != FREE} - {NEUTRAL}
        state.cathedrals[number] = sum(1 << seat for seat in seats)


def put_castles(position: Position, castles: Any) -> None:
    """The castles named belong to the seats named, or to nobody."""
    state = _here(position)
    for code, name in dict(castles or {}).items():
        number = _numbered([c.code for c in state.chart.castles], code, "castle")
        state.castles[number] = -1 if name == "nobody" else _seat(state, str(name), code)


def put_cathedrals(position: Position, cathedrals: Any) -> None:
    """The fields named have the cathedrals of exactly the seats named."""
    state = _here(position)
    for code, names in dict(cathedrals or {}).items():
        number = _numbered([c.code for c in state.chart.cathedrals], code, "cathedral")
        listed = names.split() if isinstance(names, str) else list(names)
        seats = [_seat(state, str(name), code) for name in listed if name != "nobody"]
        state.cathedrals[number] = sum(1 << seat for seat in set(seats))


def put_laid_aside(position: Position, tiles: Any) -> None:
    state = _here(position)
    state.laid_aside.clear()
    for n, said in enumerate(tiles or ()):
        name, _, kind_name = str(said).partition(" ")
        seat = _seat(state, name, n)
        if kind_name not in KINDS or not position.take(f"tile.{seat}", KINDS.index(kind_name)):
            raise Given(f"{name} has no {kind_name or 'tile named'} to lay aside", n)
        state.laid_aside.append(seat << 3 | KINDS.index(kind_name))


def put_out(position: Position, names: Any) -> None:
    state = _here(position)
    state.out = sum(1 << _seat(state, str(name), n) for n, name in enumerate(names or ()))


def put_start(position: Position, name: Any) -> None:
    state = _here(position)
    state.start = _seat(state, str(name))


def _numbered(codes: list[str], code: str, what: str) -> int:
    if code not in codes:
        raise Given(f"there is no {what} '{code}'; known: {', '.join(codes)}", code)
    return codes.index(code)


def _said(state: RebirthState, tile: int) -> str:
    if tile == FREE:
        return "free"
    return "neutral" if tile >> 3 == NEUTRAL else f"{state.seats[tile >> 3]} {KINDS[tile & 7]}"


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
    return [castle.code for castle in state.chart.castles]


def _cathedral_codes(state: RebirthState) -> list[str]:
    return [cathedral.code for cathedral in state.chart.cathedrals]


def _castle_owner(state: RebirthState, number: int) -> str:
    return state.seats[state.castles[number]] if state.castles[number] >= 0 else "nobody"


def _cathedral_owners(state: RebirthState, number: int) -> str:
    owners = [name for seat, name in enumerate(state.seats) if state.cathedrals[number] >> seat & 1]
    return " ".join(owners) or "nobody"


NOUNS: tuple[Noun, ...] = (
    Noun(
        name="neutral",
        put=put_neutral,
        write=lambda state: [
            str(state.chart.hexes[c]) for c, t in enumerate(state.tiles) if t != FREE and t >> 3 == NEUTRAL
        ],
    ),
    Noun(
        name="tiles",
        put=put_tiles,
        write=lambda state: {
            str(state.chart.hexes[c]): _said(state, t)
            for c, t in enumerate(state.tiles)
            if t != FREE and t >> 3 != NEUTRAL
        },
        count=lambda state, seat: sum(1 for tile in state.tiles if tile != FREE and tile >> 3 == seat),
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
        write=lambda state: {code: _cathedral_owners(state, n) for n, code in enumerate(_cathedral_codes(state))},
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
)
"""The order matters: tiles decide castles and cathedrals unless these are named."""
