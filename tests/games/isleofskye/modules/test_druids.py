"""Druids: whole games with all that is conserved, facts of the box, what scenes cannot say."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile
from tilewright.core.draw.text import draw_text
from tilewright.core.land.board import Board
from tilewright.core.land.grid import pack
from tilewright.core.rules.events import Log
from tilewright.core.scenes import scene as scenes
from tilewright.games.isleofskye.modules._druids.state import NAME, markers, part, spaces
from tilewright.games.isleofskye.scrolls import scroll_lines
from tilewright.games.isleofskye.state import HOME, conserved
from tilewright.games.isleofskye.territory import Territory
from tilewright.games.isleofskye.tiles import empty_territory

from ....cases import cases
from ....soak import watches
from ..boxes import text
from ..given import position

RULES = tw.load("isleofskye", modules=[NAME])
READINGS: list[dict[str, Any]] = cases(__file__, "readings")

# -- whole games -------------------------------------------------------------------------------------------------


def test_gold_tiles_and_tablets_are_where_they_belong() -> None:
    """IS-DR-5, IS-DR-8, IS-DR-12, IS-DR-17, IS-TAB-3, IS-TAB-5, IS-TAB-9: nothing is lost or made in random games."""
    seen: Counter[str] = Counter()
    for seed, (options, seats) in enumerate(product(READINGS, (2, 3, 4, 5))):
        log, chance = Log(), Stream(seed, "druids")
        state: Any = tw.load("isleofskye", modules=[NAME], options=options).new(seats, seed, log)
        look, pieces = watches.isleofskye(state, log), conserved(state)
        while not state.over:
            log = Log()
            state.apply(chance.pick(state.legal(state.to_act[0])), log)
            look(state, log)
            assert conserved(state) == pieces
            seen.update(event.key for event in log.events)
    for key in ("druid_taken", "bag_kept", "bag_refused", "own_bought", "tablet_taken", "scroll_rescored"):
        assert seen[key], (key, dict(seen))


# -- what scenes cannot say ------------------------------------------------------------------------------------------


def test_the_box() -> None:
    """IS-DR-1: 36 tiles with prices of 0 to 8, ten tablets, six scoring tiles, one dolmen, five 50/100 tiles."""
    known = RULES.module_data[NAME]
    assert (len(known.tiles), len(known.scoring), known.surcharges) == (36, 6, (4, 3, 2, 1, 0))
    assert sum(tablet.copies for tablet in known.tablets.values()) == 10
    assert {min(known.prices.values()), max(known.prices.values())} == {0, 8}
    assert len(RULES.pieces["scoring"]) == 22 and len(RULES.pieces["tile"]) == 109
    assert len(known.scrolls) == 12
    assert "dolmen_boards: {count: 1," in text(NAME, "box.yaml") and "vp_tiles: {count: 5," in text(
        NAME, "box.yaml"
    )


def test_provenance_is_said() -> None:
    """What is only pictured in the rulebook is marked as reconstructed."""
    said = RULES.provenance()
    assert "Terrain, roads, marks and prices of all 36 Druid tiles are reconstructed." in said
    assert "The numbers of copies of all 12 kinds of Druid scroll are reconstructed." in said
    assert "The numbers of copies of 2 of the 5 kinds of Druid tablet are derived." in said


def test_scoring_tiles_are_mixed_with_the_others() -> None:
    """IS-DR-3: in some games some of the four are the module's, in the share of 6 in 22."""
    counts: Counter[bool] = Counter()
    for seed in range(300):
        state: Any = RULES.new(2, seed)
        counts.update(number >= 16 for number in state.scoring)
    assert 0.2 < counts[True] / 1200 < 0.35


@pytest.mark.parametrize(
    ("score", "shown"), [(0, 0), (49, 0), (50, 50), (99, 50), (100, 100), (149, 100), (230, 100)]
)
def test_the_tiles_for_fifty_and_a_hundred_points(score: int, shown: int) -> None:
    """IS-DR-4: taken at 50, turned over at 100; points go on without a limit."""
    assert markers(score) == shown


def test_another_split_of_the_discount_tablets(tmp_path: Path) -> None:
    """IS-AMB-27: how the four are split is data; here three of 1 and one of 2."""
    folder = tmp_path / "modules" / NAME
    folder.mkdir(parents=True)
    tiles = text(NAME, "druids.yaml").replace("tablet discount_2 P", "tablet discount_1 P")
    tablets = text(NAME, "tablets.yaml")
    for name, copies in (("discount_1", 3), ("discount_2", 1)):
        head, _, rest = tablets.partition(f"- id: {name}\n")
        tablets = f"{head}- id: {name}\n{rest.replace('copies: 2', f'copies: {copies}', 1)}"
    (folder / "druids.yaml").write_text(tiles, "utf-8")
    (folder / "tablets.yaml").write_text(tablets, "utf-8")
    rules = tw.load("isleofskye", modules=[NAME], data=tmp_path)
    known = rules.module_data[NAME].tablets
    assert (known["discount_1"].copies, known["discount_2"].copies) == (3, 1)
    scene = cases(__file__, "split_counts")
    (one,) = scenes.read(scene, "split.yaml")
    assert not scenes.run(one, rules=rules).problems


def row_of(board: Board, name: str, cells: list[tuple[int, int]]) -> Board:
    """The board with this tile on more cells; what its edges show does not matter."""
    for x, y in cells:
        board.place(pack(x, y), RULES.assembled.faces[name])
    return board


def castle() -> Board:
    board = empty_territory()
    board.place(HOME, RULES.assembled.castles[0].face)
    return board


def test_a_row_counts_once_for_its_scroll() -> None:
    """IS-DSC-9, IS-DSC-8: two runs of three in one row are one row, two rows two; the castle counts as a tile."""
    kinds = RULES.assembled.scrolls
    one = Territory(row_of(castle(), "D36", [(-1, 0), (-2, 0)]), RULES.assembled)
    assert (kinds["per_row"].count(one), kinds["per_column"].count(one)) == (1, 0)
    more = [(-6, 0), (-5, 0), (-4, 0)]
    apart = Territory(row_of(one.board.clone(), "D36", more), RULES.assembled)
    assert kinds["per_row"].count(apart) == 1
    above = [(-6, 1), (-5, 1), (-4, 1), (-6, 2)]
    second = Territory(row_of(apart.board.clone(), "D36", above), RULES.assembled)
    assert (kinds["per_row"].count(second), kinds["per_column"].count(second)) == (2, 1)


def test_gold_is_read_and_not_used_up() -> None:
    """IS-DSC-5, IS-FINAL-4: two scrolls of gold both read all of it."""
    home = Territory(row_of(castle(), "D23", [(0, 1), (-1, 0)]), RULES.assembled, gold=14)
    assert [line.points for line in scroll_lines(home)] == [2, 2]


def begun(given: str) -> Any:
    """The state of a position of anna and bruno."""
    return position(given, rules=RULES, modules=NAME)


@pytest.mark.parametrize("given", cases(__file__, "bag_and_stacks_stay_apart_in_positions"))
def test_bag_and_stacks_stay_apart_in_positions(given: str) -> None:
    """IS-DR-2: what a position names nowhere lies where its kind belongs, and the dolmen is full."""
    state = begun(given)
    names, here = RULES.pieces["tile"], part(state)
    assert [names[tile] for tile in state.bag if names[tile].startswith("D")] == (
        ["D07"] if "bag" in given else []
    )
    assert not [tile for tile in (*here.pile, *here.dolmen) if names[tile].startswith("L")]
    assert len(here.dolmen) == 5
    every = [
        tile for place in RULES.places_of(state) if place.family == "tile" for tile in place.pieces(state)
    ]
    assert len(every) == len(set(every))


WRONG = cases(__file__, "wrong")


@pytest.mark.parametrize("name", WRONG)
def test_wrong_positions(name: str) -> None:
    """What cannot be is said with its field."""
    given, said = WRONG[name]
    with pytest.raises(InvalidFile) as caught:
        begun(given)
    assert str(caught.value).partition(": ")[2] == said


def test_a_position_of_tiles_drawn() -> None:
    """IS-DR-16: in the step `keep`, one of those named is to be kept."""
    state = begun("step: keep, druids.drawn: [L02, L03], start: bruno")
    assert [str(action) for action in state.legal(state.to_act[0])] == ["keep L02", "keep L03"]
    assert state.to_act == (1,)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_moment_is_drawn(lang: str) -> None:
    """The dolmen with its prices, what is drawn from the bag, tablets; each choice of the module stands on its tile."""
    steps: Counter[str] = Counter()
    rules = tw.load("isleofskye", modules=[NAME], options={"druids.rescoring": "choice"})
    for seed in range(20):
        state: Any = rules.new(["anna", "bruno"], seed)
        chance = Stream(seed, "drawn")
        while not state.over:
            seat = state.to_act[0]
            view = state.view(seat)
            if steps[state.step.name] < 3:
                steps[state.step.name] += 1
                show = rules.show(view, lang)
                drawn = draw_text(show)
                assert "Dolmen" in drawn
                for space in spaces(view):
                    assert f"{rules.pieces['tile'][space.tile]} {space.cost}" in drawn
                for offer in show.offers:
                    word, tile = (*str(offer.action).split(), "")[:2]
                    if word in ("take", "keep", "own"):
                        [spot] = [spot for spot in show.boards[offer.board].spots if spot.at == offer.at]
                        assert tile in spot.name
            state.apply(chance.pick(state.legal(seat)))
        draw_text(rules.show(state.view(None), lang))
        if len(steps) == 6 and min(steps.values()) == 3:
            break
    assert set(steps) == {"price", "buy", "dolmen", "keep", "build", "rescore"}
