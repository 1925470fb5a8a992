"""What happens by itself: the set-up, whose turn comes, a new crate on the quay, the points at the end."""

from tilewright.authoring import SQUARE4, Board, Log, draw, ordered

from .state import Ships, worth


def set_up(state: Ships, log: Log | None) -> None:
    """Ships are empty, and crates come from the bag onto the quay (BT-SHIP-1, BT-QUAY-1)."""
    data, names = state.rules.data, state.rules.pieces["tile"]
    for _ in state.seats:
        state.holds.append(Board(SQUARE4, matching=False, bounds=data.hold, scattered=True))
        state.clock.append(0)
    state.bag = ordered([(name, n) for n, name in enumerate(names)], state.streams["bag"][0])
    refill(state, 0, log)


def refill(state: Ships, seat: int, log: Log | None) -> None:
    """The quay is filled at its far end (BT-QUAY-1)."""
    while state.bag and len(state.quay) < state.rules.options.quay:
        state.quay.append(draw(state, "bag", log))


def earliest(state: Ships, seat: int) -> int:
    """The seat for which it is earliest, the first of several in seating order; -1 once all have sailed (BT-TURN-1)."""
    hour = min(state.clock)
    return state.clock.index(hour) if hour < state.rules.options.hours else -1


def score(state: Ships, seat: int, log: Log | None) -> None:
    """The holds are counted, and the game is over (BT-END-1 to BT-END-3)."""
    for owner in range(len(state.seats)):
        for key, points, cell in worth(state, owner):
            state.gain(owner, points, state.rules.reason[key], cell)
    state.over = True
