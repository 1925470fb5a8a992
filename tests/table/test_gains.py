"""What each choice surely brings: what playing it brings, the same whatever is hidden, and what stands out of it."""

from __future__ import annotations

import pytest

from tilewright.core.base.chance import Stream
from tilewright.core.rules.events import Log
from tilewright.core.rules.state import State
from tilewright.core.table.preview import Gain, foresee_all, plates
from tilewright.core.table.table import Table

from . import games
from .games import decisions
from .test_end_now import EVERY, seated


class UntilChance(Log):
    """Notes the points as they are before the first outcome of chance."""

    def __init__(self, after: State) -> None:
        super().__init__()
        self.after, self.points = after, list[tuple[int, ...]]()

    def outcome(self, source: str, value: str, to: int = -1) -> None:
        self.points.append(tuple(self.after.standing()))
        super().outcome(source, value, to)


def checked(at: Table, seed: int, every: int) -> int:
    """Check some decisions of a random game; return how many moves brought something."""
    told, counted = 0, at.match.rules.counted()
    for number, chair in enumerate(decisions(at, seed)):
        if number % every != seed % every:
            continue
        state, seat, view, hidden = at.match.state, chair.seat, chair.view, chair.show.hidden
        assert seat is not None
        found = foresee_all(view, view.legal(), at.bots, hidden)
        other = view.determinize(Stream(number, "other")).view(seat)
        some = [*view.legal()][:: max(1, len(found) // 4)]
        assert foresee_all(other, some, at.bots, hidden) == {action: found[action] for action in some}
        unsure = any(who == seat for who, _ in chair.ended().unsure)
        for action, (_, gain) in found.items():
            after = state.clone()
            log = UntilChance(after)
            after.apply(action, log)
            now = [*log.points, tuple(after.standing())][0][seat] - state.standing()[seat]
            if not after.over:
                assert gain.now == now, str(action)
                if not (log.outcomes or unsure or counted):
                    assert gain.later == ended(after, seat) - ended(state, seat), str(action)
            elif not unsure:
                assert gain == Gain(now - (0 if counted else ended(state, seat))), str(action)
            told += any(gain)
    return told


def ended(state: State, seat: int) -> int:
    """What the end would bring the seat now."""
    lines = state.rules.ended(state) if state.rules.game.ended is not None else []
    return sum(line.amount for line in lines if line.seat == seat)


@pytest.mark.parametrize("kind", EVERY)
def test_a_gain_is_what_playing_the_move_brings(kind: str) -> None:
    assert checked(seated(kind, 4), 4, 43) > 2


def test_a_gain_is_counted_as_the_game_counts() -> None:
    """Where something else than points says who is ahead, that is what a gain is."""
    assert checked(games.seated("dominoes", (), 2, 2, 3), 3, 7) > 2


def test_what_is_above_the_commonest_stands_out() -> None:
    gains = {
        "a": Gain(1),
        "b": Gain(1, 8),
        "c": Gain(5),
        "d": Gain(5, 8),
        "e": Gain(1, -3),
        "f": Gain(1),
        "g": Gain(0),
    }
    assert plates(gains) == {"b": "(+8)", "c": "+5", "d": "+5 (+8)"}
    assert plates({"a": Gain(-3), "b": Gain(-3), "c": Gain(-1)}) == {"c": "-1"}
    assert plates({"a": Gain(0, -1), "b": Gain(0, -1), "c": Gain(0)}) == {"c": "(0)"}
    assert plates({"a": Gain(2), "b": Gain(1)}) == {"a": "+2"} and not plates({})
