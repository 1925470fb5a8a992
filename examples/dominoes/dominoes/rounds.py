"""What happens by itself: the set-up, a new row, whose turn comes, the points at the end."""

from tilewright.authoring import SQUARE4, Board, Log, Regions, draw, ordered, roll

from .files import CASTLE
from .state import Realms, worth


def set_up(state: Realms, log: Log | None) -> None:
    """Castles lie, the bag is filled, and chance names who begins (SR-SETUP-1, SR-ROW-2, SR-TURN-1)."""
    players, names = len(state.seats), state.rules.pieces["tile"]
    for _ in state.seats:
        state.realms.append(Board(SQUARE4, Regions(mark_kinds=1), matching=False))
        state.realms[-1].place(0, CASTLE)
        state.discards.append([])
    state.bag = ordered([(name, n) for n, name in enumerate(names) if n], state.streams["bag"][0])
    last = roll(state, "start", state.seats, log) - 1
    state.order = [(last - n) % players for n in range(players)]
    if players == 2 and state.rules.options.markers == 2:
        state.order = state.order[::-1] + state.order


def draw_row(state: Realms, seat: int, log: Log | None) -> None:
    """The row of the last round is to be placed, and a new one is drawn if one is left (SR-ROW-1 to SR-TURN-2)."""
    if state.row:
        state.waiting, state.order = state.row[::-1], state.takers[::-1]
    count, dominoes = len(state.order), len(state.rules.data) - 1
    rounds = min(state.rules.options.dominoes * len(state.seats), dominoes) // count
    state.row = sorted(draw(state, "bag", log) for _ in range(count if state.turns < rounds * count else 0))
    state.takers = [-1] * len(state.row)


def next_seat(state: Realms, seat: int) -> int:
    """The seat of the next marker; -1 once all have had their turn."""
    return state.order[-1] if state.order else -1


def end_turn(state: Realms, seat: int, log: Log | None) -> None:
    """The next marker's turn comes (SR-TURN-2)."""
    state.order.pop()


def score(state: Realms, seat: int, log: Log | None) -> None:
    """The realms are counted, and the game is over (SR-END-1 to SR-END-4)."""
    for owner in range(len(state.seats)):
        for key, points, cell in worth(state, owner):
            state.gain(owner, points, state.rules.reason[key], cell)
    state.over = True
