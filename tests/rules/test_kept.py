"""Fields that seats keep behind a screen: who is shown what, and when."""

from __future__ import annotations

import attrs

from tilewright.core.base.chance import Stream
from tilewright.core.rules.zones import kept

from ..toys import auction
from ..toys.broken.secrets import screened


@attrs.define(eq=False)
class Opened(auction.Auction):
    purse: list[int] = kept(open=lambda rules: True, factory=list)


def test_a_seat_sees_its_own_and_the_spectator_sees_none() -> None:
    state = screened().new(["anna", "bruno", "clara"])
    assert [state.view(seat).purse for seat in (0, 2)] == [[3, None, None], [None, None, 3]]
    assert state.view(None).purse == [None, None, None]
    assert state.view(None).to_dict()["purse"] == [None, None, None]


def test_everybody_sees_all_at_the_end_or_where_the_rules_keep_it_open() -> None:
    state = screened().new(["anna", "bruno"])
    state.over = True
    assert state.view(None).purse == state.view(1).purse == [3, 3]
    opened = screened(state=Opened).new(["anna", "bruno"])
    assert opened.view(None).purse == opened.view(1).purse == [3, 3]


def test_what_could_be_counted_along_is_recalled_and_not_dealt_anew() -> None:
    state = screened().new(["anna", "bruno"])
    assert state.view(0).recall("purse") == [3, 3]
    assert state.view(0).determinize(Stream(1, "dealt")).purse == [3, 3]  # type: ignore[attr-defined]
