"""Words that Carcassonne adds to scenes: the tiles on the table, the meeples on them, features by cell and side.

Tiles are named in the order of placing, and the start tile lies at 0,0 unless another one does. Meeples that no scene
names are in hand. `region 0,0@n is open, 2 tiles, anna`: what has become of a feature, and whose meeples are there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from tilewright.core.grid import SQUARE4
from tilewright.core.nouns import Given, Noun, mapping, named, seat_of

from .land import SHIELD, Land
from .state import NOWHERE

if TYPE_CHECKING:
    from tilewright.core.position import Position

    from .state import Carcassonne

NOBODY = "nobody"


def put_tiles(position: Position, tiles: Any) -> None:
    """These tiles lie on the table, in this order, and no meeple is there."""
    state = cast("Carcassonne", position.state)
    printed, fresh = state.printed, Land.empty(len(state.seats))
    said = "a mapping from cell to tile and rotation: {'1,0': U r1}"
    given = {str(cell): str(text) for cell, text in mapping(tiles, said).items()}
    for placed in state.land.board:
        position.put_back("tile", printed.by_id[state.land.lie(placed).tile.id])
    if "0,0" not in given:
        given = {"0,0": printed.tiles[printed.start].id} | given
    for cell, text in given.items():
        id, _, turned = text.partition(" ")
        kind = named("tile", printed.by_id, id, cell)
        if turned not in ("", "r0", "r1", "r2", "r3"):
            raise Given(f"'{turned}' is not a rotation; write r0, r1, r2 or r3", cell)
        try:
            key = SQUARE4.read(cell)
        except ValueError as error:
            raise Given(str(error), cell) from error
        lie = printed.tiles[kind].lies[int(turned[1:] or 0)]
        if key in fresh.board:
            raise Given("a tile lies here already", cell)
        for side, letter in enumerate(fresh.board.wanted(key) if key in fresh.board.frontier else "...."):
            if letter not in (".", lie.face.edges[side]):
                raise Given(f"side {SQUARE4.directions[side]} must be {letter} here (CA-PLACE-2)", cell)
        if not position.take("tile", kind) and not position.trusted("tile"):
            raise Given(f"there is no further {id}", cell)
        fresh.place(key, lie)
    state.land, state.latest = fresh, NOWHERE
    state.supply = [state.rules.options.meeples] * len(state.seats)


def put_meeples(position: Position, meeples: Any) -> None:
    """Exactly these meeples stand on the land; all others are in hand."""
    state = cast("Carcassonne", position.state)
    seats, land = len(state.seats), state.land
    state.land = Land.from_dict({**land.to_dict(), "meeples": []}, state.printed)
    state.supply = [state.rules.options.meeples] * seats
    for cell, text in mapping(meeples, "a mapping from cell to player and place: {'1,0': anna n}").items():
        name, _, where = str(text).partition(" ")
        seat = seat_of(state, name, cell)
        try:
            key = SQUARE4.read(str(cell))
        except ValueError as error:
            raise Given(str(error), cell) from error
        if key not in land.board:
            raise Given("no tile lies here", cell)
        number = land.lie(key).number.get(where)
        if number is None:
            raise Given(f"the tile has nothing at '{where}'; it has {', '.join(land.lie(key).number)}", cell)
        if not state.supply[seat]:
            raise Given(f"{name} has no further meeple", cell)
        state.supply[seat] -= 1
        state.land.enter(key, number, seat)


def put_latest(position: Position, cell: Any) -> None:
    """That cell's tile is the one just placed."""
    state = cast("Carcassonne", position.state)
    try:
        key = SQUARE4.read(str(cell)) if cell != NOBODY else NOWHERE
    except ValueError as error:
        raise Given(str(error)) from error
    if key != NOWHERE and key not in state.land.board:
        raise Given("no tile lies here")
    state.latest = key


def put_start(position: Position, name: Any) -> None:
    state = cast("Carcassonne", position.state)
    state.start = seat_of(state, name)


def check_step(position: Position, nothing: Any) -> None:
    """A tile is drawn where one is to be placed, and one has just been placed where a meeple may be."""
    state = cast("Carcassonne", position.state)
    step = state.rules.nodes[state.stack[-1][0]].name
    if step == "place" and len(state.drawn) != 1:
        raise Given("one tile is drawn when it is to be placed: `drawn: U`", "drawn")
    if step in ("meeple", "score") and state.latest == NOWHERE:
        raise Given("say which tile has just been placed: `latest: '1,0'`", "step")
    fits = [state.printed.tiles[kind].face.fits for kind in state.drawn]
    if not all(any(fit[wanted] for wanted in state.land.board.frontier.values()) for fit in fits):
        raise Given("the drawn tile has no place; it would have been laid aside (CA-TURN-2)", "drawn")


def _tiles(state: Carcassonne) -> dict[str, str]:
    lies = {cell: state.land.lie(cell) for cell in state.land.board}
    return {SQUARE4.text(cell): f"{lie.tile.id} r{lie.face.rotation}" for cell, lie in lies.items()}


def _meeples(state: Carcassonne) -> dict[str, str]:
    return {
        SQUARE4.text(cell): f"{state.seats[seat]} {state.land.lie(cell).names[number]}"
        for cell, (number, seat) in sorted(state.land.meeples.items())
    }


def _tell_tile(state: Carcassonne, key: str) -> str:
    return _tiles(state).get(SQUARE4.text(SQUARE4.read(key)), NOBODY)


def _tell_meeple(state: Carcassonne, key: str) -> str:
    return _meeples(state).get(SQUARE4.text(SQUARE4.read(key)), NOBODY)


def _tell_feature(state: Carcassonne, key: str) -> str:
    """`open, 3 tiles, 1 shield, anna, bruno`; of fields and cloisters what they have of it."""
    at, _, where = key.partition("@")
    cell = SQUARE4.read(at)
    if cell not in state.land.board or where not in state.land.lie(cell).number:
        raise ValueError(f"there is nothing at '{key}'; write a cell and a place on its tile: 1,0@n")
    regions, area = state.land.feature(cell, state.land.lie(cell).number[where])
    size = regions.size(area)
    said = [f"{size} tile{'s' if size > 1 else ''}"]
    if regions is not state.land.fields and regions.open_edges(area):
        said.insert(0, "open")
    shields = regions.marks(area)[SHIELD] if regions.mark_kinds else 0
    said += [f"{shields} shield{'s' if shields > 1 else ''}"] * bool(shields)
    said += [name for name, count in zip(state.seats, regions.seats(area), strict=True) for _ in range(count)]
    return ", ".join(said)


NOUNS: tuple[Noun, ...] = (
    Noun(name="tiles", put=put_tiles, write=_tiles, tell=_tell_tile, fields=("land",)),
    Noun(
        name="meeples",
        put=put_meeples,
        write=_meeples,
        count=lambda state, seat: int(state.supply[seat]),
        tell=_tell_meeple,
        fields=("supply",),
    ),
    Noun(
        name="latest",
        put=put_latest,
        write=lambda state: SQUARE4.text(state.latest) if state.latest != NOWHERE else NOBODY,
        fields=("latest",),
    ),
    Noun(name="start", put=put_start, write=lambda state: state.seats[state.start], fields=("start",)),
    Noun(name="region", tell=_tell_feature),
    Noun(name="", put=check_step),
)
"""The order matters: meeples stand on tiles."""
