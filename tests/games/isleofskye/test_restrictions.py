"""What bots can be forbidden in Isle of Skye never happens while something else is legal, modules included."""

from __future__ import annotations

from typing import cast

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.bots.restrictions import known, read
from tilewright.core.rules.actions import Action
from tilewright.games.isleofskye.actions import Build, Buy, Drop, Price
from tilewright.games.isleofskye.catalogue import Catalogue
from tilewright.games.isleofskye.modules._druids.actions import Draw, Take
from tilewright.games.isleofskye.modules._outskirts.actions import BuildOutskirt
from tilewright.games.isleofskye.state import IsleOfSkyeState
from tilewright.games.isleofskye.tiles import BARREL

from ..forbidden import Forbidden, watched

MODULES = ["bonus", "druids", "outskirts", "tunnel"]


def dear(state: IsleOfSkyeState, action: Action) -> bool:
    return isinstance(action, Price) and action.gold > 2


def auction(state: IsleOfSkyeState, action: Action) -> bool:
    return isinstance(action, Buy) or (isinstance(action, Price) and action.gold > 1)


def barrel(state: IsleOfSkyeState, action: Action) -> bool:
    found = cast(Catalogue, state.rules.assembled)
    marks = {tile.id: tile.marks for tile in found.tiles}
    tile = getattr(action, "tile", None)
    return tile is not None and not isinstance(action, Drop) and bool(marks[tile][BARREL])


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("random!price<=2", dear),
        ("greedy!price<=2", dear),
        ("random!no-auction", auction),
        ("greedy!no-auction", auction),
        ("greedy!no-tile=barrel", barrel),
        ("search:1!no-tile=barrel,price<=2", dear),
    ],
)
def test_what_is_forbidden_never_happens(text: str, forbidden: Forbidden) -> None:
    assert watched(tw.load("isleofskye"), text, forbidden, 6)[0] > 4


def test_tiles_of_modules_are_forbidden_too() -> None:
    assert watched(tw.load("isleofskye", modules=MODULES), "random!no-tile=barrel", barrel, 2)[0] > 4


def test_no_contest_adds_nothing_to_what_is_compared() -> None:
    rules = tw.load("isleofskye")
    found = cast(Catalogue, rules.assembled)
    kept, builder = 0, bots.make("random!no-contest", rules)
    for seed in range(4):
        state = rules.new(2, seed)
        here = cast(IsleOfSkyeState, state)
        compared = [number for number in here.scoring if found.scorings[number].kind == "majority"]
        n = 0
        while not state.over:
            seat = state.to_act[0]
            action = builder.choose(state.view(seat), Stream(seed, f"bot:{n}"))
            if isinstance(action, Build) and compared:
                others = [move for move in state.legal(seat) if isinstance(move, Build)]
                grown = [grows(here, move, compared) for move in others]
                assert not grows(here, action, compared) or all(grown)
                kept += any(grown) and not all(grown)
            state.apply(action)
            n += 1
    assert kept > 4


def grows(state: IsleOfSkyeState, action: Build, compared: list[int]) -> bool:
    """Whether an amount that is compared grows, by building on a clone."""
    from tilewright.games.isleofskye.territory import territory

    found = cast(Catalogue, state.rules.assembled)
    before = territory(state, action.seat)
    now = [found.scorings[number].total(before) for number in compared]
    after = state.clone()
    after.waiting[action.seat] = [*after.waiting[action.seat], 0]  # so that the step goes on
    after.apply(action)
    then = [found.scorings[number].total(territory(after, action.seat)) for number in compared]
    return any(late > early for early, late in zip(now, then, strict=True))


def dolmen(state: IsleOfSkyeState, action: Action) -> bool:
    return isinstance(action, (Take, Draw))


def outskirt(state: IsleOfSkyeState, action: Action) -> bool:
    return isinstance(action, BuildOutskirt)


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(
    ("module", "text", "forbidden"), [("druids", "no-dolmen", dolmen), ("outskirts", "no-outskirt", outskirt)]
)
def test_what_modules_forbid_never_happens(module: str, text: str, forbidden: Forbidden, bot: str) -> None:
    """Only with the module is it known; without the restriction a greedy bot does it."""
    rules = tw.load("isleofskye", modules=[module])
    assert known(rules).keys() - known(tw.load("isleofskye")).keys() == {text}
    assert watched(rules, f"{bot}!{text}", forbidden, 3)[0] > 2
    if bot == "greedy":
        with pytest.raises(AssertionError):
            watched(rules, bot, forbidden, 3)


def test_what_can_be_said() -> None:
    rules = tw.load("isleofskye")
    assert set(known(rules)) == {"one-step", "no-auction", "price", "no-contest", "no-tile"}
    for text in ("no-tile=L07", "no-tile=scroll", "no-tile=per_farm", "no-tile=sheep", "price<=0"):
        assert read(text, rules)
    for text, said in (
        ("no-tile=shep", "did you mean 'sheep'"),
        ("price=3", "write it as price<=N"),
        ("price<=many", "is not a whole number"),
        ("no-auctoin", "did you mean 'no-auction'"),
    ):
        with pytest.raises(UsageError, match=said):
            read(text, rules)
