"""What the river does: the numbers that rules state, its stones, the set-up, and the surges after each turn."""

import attrs

from tilewright.authoring import (
    SQUARE4,
    Board,
    Face,
    Folder,
    Log,
    draw,
    lift,
    option,
    ordered,
    pack,
    put_back,
    read_face,
)

from .state import HEAVY, LIGHT, STONES, FordState, crossed, first, is_light, rows


@attrs.frozen(kw_only=True)
class Options:
    """Options of the game; `--set`, editions and `compare` know them."""

    width: int = option(5, rule="FD-START-1", doc="cells of the river from west to east", low=3, high=7)
    height: int = option(5, rule="FD-START-1", doc="rows of the river from bank to bank", low=3, high=7)
    surges: int = option(4, rule="FD-START-2", doc="surges of each row", low=1, high=8)
    strength: int = option(2, rule="FD-FLOW-1", doc="surges after each turn", low=1, high=4)
    light: int = option(16, rule="FD-START-3", doc="light stones", low=8, high=30)
    heavy: int = option(6, rule="FD-START-3", doc="heavy stones", low=0, high=20)
    hand: int = option(2, rule="FD-HAND-1", doc="stones in each hand", low=1, high=4)


def load(folder: Folder, options: Options) -> tuple[Face, ...]:
    """The two kinds of stones; those that lie side by side are one region (FD-END-1)."""
    return tuple(read_face(name, "SSS SSS SSS", rotations=(0,)) for name in STONES)


def set_up(state: FordState, log: Log | None) -> None:
    """The bag and the river are filled, and hands are drawn (FD-START-1, FD-START-2, FD-START-3, FD-HAND-1)."""
    options = state.rules.options
    cells = frozenset(pack(x, y) for x in range(options.width) for y in range(options.height))
    state.stones = Board(SQUARE4, bounds=cells, scattered=True)
    kinds = [LIGHT] * options.light + [HEAVY] * options.heavy
    stones = [(f"{STONES[kind]} {n}", kind) for n, kind in enumerate(kinds)]
    state.bag = ordered(stones, state.streams["bag"][0])
    cards = [(f"row {row} {n}", row) for row in range(options.height) for n in range(options.surges)]
    state.river = ordered(cards, state.streams["river"][0])
    for _ in state.seats:
        state.hand.append(sorted(draw(state, "bag", log) for _ in range(options.hand)))


def flow(state: FordState, seat: int, log: Log | None) -> None:
    """The river surges, new rows count, and the hand is filled (FD-FLOW-1, FD-END-1, FD-END-2, FD-END-3)."""
    for _ in range(min(state.rules.options.strength, len(state.river))):
        state.past.append(draw(state, "river", log))
        surge(state, state.past[-1], log)
    now = rows(state)
    if now > state.reached:
        state.gain(seat, now - state.reached, state.rules.reason["reached"])
        state.reached = now
    hand = state.hand[seat]
    while state.bag and len(hand) < state.rules.options.hand:
        hand.append(draw(state, "bag", log))
    hand.sort()
    state.over = crossed(state) or not state.river


def surge(state: FordState, row: int, log: Log | None) -> None:
    """The westernmost stone of the row goes back into the bag, unless it is heavy (FD-FLOW-1, FD-FLOW-2)."""
    key = first(state.stones, row)
    if key is None or not is_light(state.stones, key):
        return
    put_back(state, "bag", lift(state, "stones", key), "bag")
    if log is not None:
        log.add("swept", cell=SQUARE4.text(key))
