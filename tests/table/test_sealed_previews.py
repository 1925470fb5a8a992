"""What a sealed move brings is the same for the first that decides and for the last, and true whatever others do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import tilewright as tw
from tilewright.core.play.match import Match
from tilewright.core.table.preview import Gain, MovePreview, foresee_all
from tilewright.core.table.table import Table

from ..toys import auction

if TYPE_CHECKING:
    from tilewright.core.rules.actions import Action


def offers(others: bool) -> tuple[Table, dict[Action, tuple[MovePreview, Gain]]]:
    """What anna's offers bring, when all others have decided or nobody has."""
    match = Match(tw.load(auction.PLUGIN), ["anna", "bruno", "clara"], seed=4)
    table = Table(match)
    for seat in (1, 2) if others else ():
        for _ in range(2):
            match.play(match.state.legal(seat)[0])
    match.play(match.state.legal(0)[0])
    view = match.state.view(0)
    return table, foresee_all(view, view.legal(), (), ())


def test_the_first_and_the_last_to_decide_read_the_same() -> None:
    """An offer is paid whatever others do, and whether it wins depends on them."""
    _, first = offers(others=False)
    table, last = offers(others=True)
    chair, legal = table.chair(0), table.match.state.legal(0)
    assert [gain for _, gain in first.values()] == [Gain(0), Gain(-1), Gain(-2), Gain(-3)]
    assert [(seen.lines, gain) for seen, gain in first.values()] == [
        (seen.lines, gain) for seen, gain in last.values()
    ]
    assert "-2 paid" in chair.said(legal[2])
    assert chair.nothing(legal[3]) == "nothing that is certain now"  # a victory depends on the others


def test_only_the_last_cannot_take_it_back() -> None:
    (_, first), (_, last) = offers(others=False), offers(others=True)
    assert not any(seen.final for seen, _ in first.values()) and all(seen.final for seen, _ in last.values())
    assert all(seen.seals for seen, _ in (*first.values(), *last.values()))
