"""What a seat decides in its turn: which crate of the quay it stows, and where."""

from collections.abc import Iterator

from tilewright.authoring import Allows, Frame, Log, PlaceOneOf, PlacingStep, Reason

from .state import Ships


class StowStep(PlacingStep[Ships]):
    """A crate of the quay goes into the hold and takes hours; a ship that can stow none sails (BT-STOW, BT-TIME)."""

    name, onto, hand, actions = "stow", "holds", "quay", (PlaceOneOf,)
    touching, held = "BT-STOW-1", "BT-QUAY-1"
    rules = ("BT-STOW", "BT-TIME", "BT-QUAY")

    def takes(self, state: Ships, piece: int) -> int:
        """The hours that a crate of the quay takes: its own, and one for each before it (BT-TIME-2, BT-QUAY-2)."""
        own: int = state.rules.data.hours[piece]
        return own + state.quay.index(piece)

    def allows(self, state: Ships, seat: int) -> Allows:
        left = state.rules.options.hours - state.clock[seat]
        late = {piece for piece in state.quay if self.takes(state, piece) > left}
        return lambda piece, key, rotation: piece not in late

    def forbids(self, state: Ships, seat: int, piece: int, key: int, rotation: int) -> Iterator[Reason]:
        left = state.rules.options.hours - state.clock[seat]
        takes = self.takes(state, piece) if piece in state.quay else 0
        if takes > left:
            yield Reason("too_late", "BT-TIME-1", {"hours": takes, "left": left})

    def advance(self, state: Ships, frame: Frame, log: Log | None) -> bool:
        seat = frame[1]
        if not self.stuck(state, seat):
            return True
        state.clock[seat] = state.rules.options.hours
        if log is not None:
            log.add("sails", seat=seat)
        state.stack.pop()
        return False

    def play(self, state: Ships, action: PlaceOneOf, log: Log | None) -> bool:
        state.clock[action.seat] += self.takes(state, self.piece(state, action))
        return super().play(state, action, log)
