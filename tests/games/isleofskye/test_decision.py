"""What Isle of Skye and its modules say for a table: what is asked, what one needs, and what cells belong to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import cast

import attrs
import pytest

import tilewright as tw
from tilewright.core.draw.model import Show
from tilewright.core.land.grid import SQUARE4, pack, unpack
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import name_of
from tilewright.games.isleofskye.actions import Build, Drop, Price
from tilewright.games.isleofskye.state import HOME, IsleOfSkyeState, catalogue
from tilewright.games.isleofskye.territory import territory

from ..playing import decisions

ALL = ("druids", "tunnel", "outskirts", "bonus")


def rules(*modules: str, **options: object) -> Rules:
    return tw.load("isleofskye", modules=modules, options=options)


def game(count: int, seed: int, modules: Sequence[str] = ()) -> Iterator[IsleOfSkyeState]:
    """Every position of a random game, without the end."""
    return (state.clone() for state in decisions(rules(*modules), count, seed))


def shown(state: IsleOfSkyeState, seat: int | None, lang: str = "en") -> Show:
    return state.rules.show(state.view(seat), lang)


def step(state: IsleOfSkyeState) -> str:
    return name_of(state.rules.nodes[state.stack[-1][0]])


@pytest.mark.parametrize("modules", [(), ALL])
def test_every_step_asks_for_something_of_its_seats_alone(modules: Sequence[str]) -> None:
    asked: dict[str, set[str]] = {}
    for number, state in enumerate(game(3, 2, modules)):
        if number % 24 and step(state) in asked:
            continue
        seats = (*range(3), None) if number % 48 == 0 else state.to_act[:1]
        for seat in seats:
            what = shown(state, seat, "pl")
            assert bool(what.asks) == (seat in state.to_act)
            assert bool(what.status) == (seat is not None)
            if what.asks:
                asked.setdefault(step(state), set()).add(what.asks)
    assert {"price", "buy", "build"} <= asked.keys()
    assert bool(modules) == ("dolmen" in asked)


def test_the_status_counts_the_gold_that_is_left_to_stake() -> None:
    """IS-PRICE-4: gold at one tile is not there for another."""
    state = cast(IsleOfSkyeState, rules().new(3, seed=7))
    first, second, third = [state.rules.pieces["tile"][tile] for tile in state.offers[0]]
    assert shown(state, 0).asks == "drop one tile, price the others"
    gold = state.gold[0]
    state.play(Price(0, first, 3))
    said = [ink.text for ink in shown(state, 0).status]
    assert said[:2] == [f"gold {gold}", f"{gold - 3} free to stake"]
    state.play(Drop(0, second))
    assert shown(state, 0).asks == "set prices"
    assert str(gold - 3) not in " ".join(ink.text for ink in shown(state, 1).status)
    state.play(Price(0, third, 1))
    assert shown(state, 0).asks == ""


def test_a_scroll_that_is_scored_once_more_is_about_its_cell() -> None:
    """IS-TAB-2, with the choice left to the player (IS-AMB-29)."""
    made = rules("druids", **{"druids.rescoring": "choice"})
    for seed in range(40):
        for state in decisions(made, 2, seed):
            if step(state) == "rescore":
                what = shown(state, state.to_act[0])
                for offer in what.offers:
                    assert (offer.board, offer.at) == (0, attrs.astuple(offer.action.cell))  # type: ignore[attr-defined]
                assert what.asks == "score a scroll once more"
                assert made.ended(state)
                return
    raise AssertionError("no tablet was used")


def test_only_what_is_at_hand_is_now() -> None:
    for state in islice(game(4, 5), 0, None, 7):
        what = shown(state, state.to_act[0])
        boards = [board.title for board in what.boards if board.now]
        panels = [panel.title for panel in what.panels if panel.now]
        seat = state.seats[state.to_act[0]]
        if step(state) == "price":
            assert (boards, panels) == (["Your tiles"], [f"Prices of {seat}"])
        elif step(state) == "buy":
            assert boards == ["Market"] and panels == ["Places in your territory"]
        else:
            assert boards[0] == f"Territory of {seat}" and boards[1].startswith("To build")
            assert panels == ["Where tiles fit"]


def test_no_text_says_what_to_type() -> None:
    """How a choice is made is the business of a face: letters choose, and numbers are amounts."""
    for name, modules in (("isleofskye", ALL), ("glenmore", ()), ("rebirth", ())):
        made = tw.load(name, modules=modules)
        for folder in made.folders:
            for key, texts in folder.load("messages.yaml", dict[str, dict[str, str]]).items():
                if key.startswith("show."):
                    assert not {"type", "Type:", "Eingabe:"} & {*texts["en"].split(), *texts["de"].split()}, (
                        key
                    )


@pytest.mark.parametrize("modules", [(), ALL])
def test_cells_say_their_land_and_roads(modules: Sequence[str]) -> None:
    """IS-AREA-1, IS-ROAD-1: land reaches no farther than equal sides; the castle's road is the one that counts."""
    seen: Counter[str] = Counter()
    for number, state in enumerate(game(3, 6, modules)):
        if number % 25 != 24:
            continue
        what = shown(state, 1)
        assert what.about is not None
        titles = [board.title for board in what.boards]
        for seat, name in enumerate(state.seats):
            board = titles.index(f"Territory of {name}")
            home = territory(state, seat)
            castle = {unpack(cell) for cell in home.connected()}
            for cell in home.board:
                said = what.about(board, unpack(cell))
                face = home.board.face(cell)
                assert len(said.regions) <= len(face.areas) + len(face.roads) and said.fits is None
                assert all(unpack(cell) in one.spots for one in said.regions)
                assert all(
                    one.holder is not None and one.holder.role == f"seat {seat}" for one in said.regions
                )
                roads = [one for one in said.regions if one.name.startswith("road")]
                joined = [one for one in roads if one.note == "connected to the castle"]
                assert bool(joined) == (unpack(cell) in castle)
                assert all(one.spots == castle for one in joined)
                for one in said.regions:
                    if one not in roads:
                        assert one.spots <= flooded(state, seat, cell, one.name.split(",")[0])
                        assert (one.note == "closed") == (" open" not in one.note)
                        seen[one.note.split(" ")[-1]] += 1
    assert seen["closed"] and seen["open"]


def flooded(state: IsleOfSkyeState, seat: int, cell: int, land: str) -> frozenset[tuple[int, int]]:
    """The cells reached from one over sides of this land, whichever area of a tile they belong to."""
    board, letter = state.territories[seat], {"pasture": "P", "mountain": "M", "water": "W"}[land]
    waiting, reached = [cell], {cell}
    while waiting:
        here = waiting.pop()
        for side, offset in enumerate(SQUARE4.offsets):
            near = here + offset
            if near in board and near not in reached and board.face(here).edges[side] == letter:
                reached.add(near)
                waiting.append(near)
    return frozenset(map(unpack, reached))


@pytest.mark.parametrize("modules", [(), ALL])
def test_an_open_cell_says_how_many_tiles_of_the_bag_fit(modules: Sequence[str]) -> None:
    """Against the placements of every tile; which tile comes when stays unknown."""
    found = 0
    for number, state in enumerate(game(2, 8, modules)):
        if number % 15:
            continue
        what, board = shown(state, 0), state.territories[0]
        assert what.about is not None
        for cell in board.frontier:
            fit = sum(bool(board.fits(cell, catalogue(state).tiles[tile].face)) for tile in state.bag)
            assert what.about(0, unpack(cell)).fits == (fit, len(state.bag))
            found += fit
        assert what.about(0, (40, 40)).fits is None
        assert what.about(0, unpack(HOME)).fits is None
    assert found


def test_an_open_cell_says_what_a_tile_there_would_join() -> None:
    joined = 0
    for state in game(2, 9):
        if step(state) != "build":
            continue
        seat = state.to_act[0]
        what = shown(state, seat)
        assert what.about is not None
        for action in list(state.legal(seat))[::21]:
            assert isinstance(action, Build)
            at = (action.cell.x, action.cell.y)
            before = what.about(0, at)
            after = state.clone()
            after.apply(action)
            if after.over or pack(*at) not in after.territories[seat]:
                continue
            later = shown(after, seat)
            assert later.about is not None
            for region in (one for one in before.regions if not one.name.startswith("road")):
                assert any(region.spots | {at} <= one.spots for one in later.about(0, at).regions)
                joined += 1
    assert joined > 20


def test_outskirts_of_the_viewer_are_drawn() -> None:
    state = cast(IsleOfSkyeState, rules("outskirts").new(2, seed=1))
    (board,) = [board for board in shown(state, 1).boards if board.title.startswith("Outskirts")]
    assert board.title == "Outskirts of player2" and len(board.spots) == 6
    assert all("R" in spot.said or "curve" in spot.said or spot.areas for spot in board.spots)
    assert not [board for board in shown(state, None).boards if board.title.startswith("Outskirts")]


@pytest.mark.parametrize(("lang", "stem"), [("en", "drop"), ("de", "markier"), ("pl", "odrzu")])
def test_one_word_is_used_for_the_tile_that_goes_back(lang: str, stem: str) -> None:
    """The title, the move, what it does, its refusals, the table of prices and the event."""
    made = rules()
    keys = ("show.step_price", "move.drop", "one_is_marked", "nothing_to_mark", "show.marked", "tile_marked")
    for key in keys:
        said = made.words.say(key, {"seat": 0, "tile": 0}, ("anna",), lang, literal=True)
        assert stem in said.casefold(), said
    drop = next(one for one in made.new(2, seed=1).legal(0) if isinstance(one, Drop))
    assert stem in made.spoken(lang).say(str(drop))
