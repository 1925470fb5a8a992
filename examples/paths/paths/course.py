"""The course of a game around its turns: the numbers that rules state, the tiles, the set-up, and the end of a turn."""

from collections.abc import Iterator, Sequence

import attrs

from tilewright.authoring import SQUARE4, Face, Folder, Log, draw, option, ordered, pack, put_back, roll

from .state import PORTS, PathsState, walking, within


@attrs.frozen(kw_only=True)
class Options:
    """Options of the game; `--set`, editions and `compare` know them."""

    size: int = option(6, rule="WP-START-1", doc="columns and rows of the board", low=4, high=7)
    hand: int = option(3, rule="WP-HAND-1", doc="tiles in each hand", low=1, high=4)
    reckless: bool = option(
        False, rule="WP-PLACE-2", doc="whether one may lead the own pawn out without need"
    )


def load(folder: Folder, options: Options) -> dict[str, Face]:
    """By name, the 35 tiles that differ however they are turned: all sides alike, the ways as roads (WP-TILE-1)."""
    tiles: dict[frozenset[tuple[int, ...]], Face] = {}
    for roads in pairings(range(len(PORTS))):
        face = Face(f"T{len(tiles) + 1:02}", "PPPP", roads=roads, ports=2)
        looks = [frozenset(face.turned(quarters).roads) for quarters in range(4)]
        if tiles.keys().isdisjoint(looks):
            tiles[looks[0]] = face
    return {face.name: face for face in tiles.values()}


def pairings(ports: Sequence[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every way to join these ports in pairs."""
    if not ports:
        yield ()
    for n in range(1, len(ports)):
        for others in pairings([*ports[1:n], *ports[n + 1 :]]):
            yield ((ports[0], ports[n]), *others)


def set_up(state: PathsState, log: Log | None) -> None:
    """Chance names a port of the rim for each pawn, and hands are drawn (WP-START-1, WP-START-2, WP-HAND-1)."""
    options = state.rules.options
    rim = {
        f"{SQUARE4.text(cell)} {PORTS[port]}": (cell, port)
        for cell in [pack(x, y) for y in range(options.size) for x in range(options.size)]
        for port in range(len(PORTS))
        if not within(state.board.beyond(cell, port)[0], options.size)
    }
    state.bag = ordered([(tile, n) for n, tile in enumerate(state.rules.data)], state.streams["bag"][0])
    for seat in range(len(state.seats)):
        free = [name for name, (cell, _) in rim.items() if cell not in state.cells]
        cell, port = rim[free[roll(state, "rim", free, log)]]
        state.cells.append(cell)
        state.ports.append(port)
        state.fell.append(0)
        state.hand.append([draw(state, "bag", log, seat) for _ in range(options.hand)])


def put_out(state: PathsState, seat: int) -> None:
    """The pawn of the seat is out, and its hand goes back into the bag, unseen (WP-OUT-3)."""
    state.fell[seat] = state.turns + 1
    while state.hand[seat]:
        put_back(state, "bag", state.hand[seat].pop(), "bag")


def end_turn(state: PathsState, seat: int, log: Log | None) -> None:
    """A hand is filled unless its pawn is out, and the game may be over (WP-HAND-1, WP-END-1, WP-END-2)."""
    while state.bag and not state.fell[seat] and len(state.hand[seat]) < state.rules.options.hand:
        state.hand[seat].append(draw(state, "bag", log, seat))
    state.over = len(walking(state)) < 2 or not any(state.hand)
