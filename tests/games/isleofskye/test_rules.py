"""What no scene can say of Isle of Skye's rules: what is logged and refused, lots, variants of the data, views.

Everything else is tests/scenes/isleofskye, and the oracle plays whole games beside the rules; see test_pricing as well.
"""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.land.grid import SQUARE4
from tilewright.core.rules.actions import Illegal
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.scenes import scene as scenes
from tilewright.games.isleofskye.round_end import scored
from tilewright.games.isleofskye.state import IsleOfSkyeState, catalogue
from tilewright.games.isleofskye.territory import homes, territory

from ...cases import cases
from ..scenery import back, logged

NAMES = ["anna", "bruno", "clara"]
ANNA, BRUNO, CLARA = range(3)
Told = list[tuple[str, dict[str, Any]]]
MARKET = (
    "step: buy, start: bruno, gold: {anna: 2, bruno: 4, clara: 3}, "
    "offers: {anna: [L07, L12], bruno: [L44, L45], clara: [L31, L30]}, "
    "stakes: {anna: {L07: 4, L12: 5}, bruno: {L44: 1, L45: 6}, clara: {L31: 3, L30: 7}}"
)
WATERS = "'0,1': L44, '0,-1': L53, '-1,0': L49 r3"
"""Around the castle: what these leave open are water sides alone."""
VALLEY = f"{WATERS}, '1,0': L07 r1, '1,1': L47 r2, '2,0': L69 r1, '2,1': L17 r1"
FOLD = "'0,1': L34, '0,-1': L16 r3, '1,1': L69, '2,1': L73"


def position(given: str, rules: Rules | None = None, players: int = 3) -> IsleOfSkyeState:
    text = f"{{game: isleofskye, players: [{', '.join(NAMES[:players])}], given: {{{given}}}}}"
    return cast(IsleOfSkyeState, back(text, rules))


def told(log: Log, *keys: str) -> Told:
    """The events with these keys, in their order."""
    return [(event.key, dict(event.args)) for event in log.events if event.key in keys]


def fresh(seats: int, seed: int = 0, log: Log | None = None) -> IsleOfSkyeState:
    return cast(IsleOfSkyeState, tw.load("isleofskye").new(seats, seed, log))


def named(state: IsleOfSkyeState, tiles: list[int]) -> list[str]:
    return [state.rules.pieces["tile"][tile] for tile in tiles]


# What is drawn by lot


def test_two_to_five_play() -> None:
    """IS-COMP-1: there are castles and screens for five."""
    for wrong in (1, 6):
        with pytest.raises(UsageError):
            tw.load("isleofskye").new(wrong)


def test_scoring_tiles_bag_and_start_player_are_drawn() -> None:
    """IS-SETUP-2, IS-SETUP-8, IS-SETUP-10: every tile is there once, and any may come first."""
    games = [fresh(3, seed) for seed in range(120)]
    for state in games:
        assert sorted([*state.scoring, *state.box]) == list(range(16))
        drawn = [tile for tiles in state.offers for tile in tiles]
        assert sorted([*state.bag, *drawn]) == list(range(73))
    assert len({state.scoring[0] for state in games}) > 10
    assert len({state.bag[-1] for state in games}) > 30
    assert all(20 < count < 60 for count in Counter(state.start for state in games).values())


def test_returned_tiles_lie_anywhere_in_the_bag() -> None:
    """IS-DISC-1, IS-BUILD-7: one that nobody could build among seven, one that was marked among twelve."""
    left = first = 0
    for seed in range(0, 210 * 7919, 7919):
        state = position(
            f"step: build, waiting: {{anna: [L19]}}, territories: {{anna: {{{WATERS}}}}}, "
            f"bag: [L01, L02, L03, L04, L05, L06], streams: {{bag: {seed}+0}}",
            players=2,
        )
        left += named(state, state.bag) == ["L19"]
        state = position(
            "offers: {anna: [L07, L31, L12]}, step: remove, stakes: {anna: {L07: 1, L31: marked, L12: 1}}, "
            f"bag: [L50, L51, L52, L53, L54, L55, L56, L57, L58, L59, L60], streams: {{bag: {seed}+0}}",
            players=2,
        )
        assert len(state.bag) == 12
        first += named(state, state.bag)[-1] == "L31"
    assert 14 <= left <= 52 and 7 <= first <= 32


# What is logged


def test_buying_is_logged() -> None:
    """IS-BUY-1, IS-BUY-3, IS-BUY-6: what goes to whom for how much, and what is kept."""
    log = logged(position(MARKET), "buy L31", "pass", "buy L44")
    assert told(log, "tile_bought", "passed", "tile_kept") == [
        ("tile_bought", {"seat": BRUNO, "tile": "L31", "other": CLARA, "gold": 3}),
        ("passed", {"seat": CLARA}),
        ("tile_bought", {"seat": ANNA, "tile": "L44", "other": BRUNO, "gold": 1}),
        ("tile_kept", {"seat": BRUNO, "tile": "L45", "gold": 6}),
        ("tile_kept", {"seat": CLARA, "tile": "L30", "gold": 7}),
        ("tile_kept", {"seat": ANNA, "tile": "L07", "gold": 4}),
        ("tile_kept", {"seat": ANNA, "tile": "L12", "gold": 5}),
    ]


def test_building_is_logged() -> None:
    """IS-BUILD-5, IS-END-2, IS-END-4, IS-INC-1, IS-PRICE-1: a tile laid, one without a place, and the next round."""
    state = position(
        f"step: build, round: 2, start: anna, waiting: {{anna: [L19, L66]}}, territories: {{anna: {{{WATERS}}}}}, "
        "gold: {anna: 2, bruno: 0}, scoring: [columns, squares, harbours, road_tiles], "
        "bag: [L01, L02, L03, L04, L05]",
        players=2,
    )
    log = logged(state, "build L66 1,0 r1")
    assert [(event.key, dict(event.args)) for event in log.events][:-2] == [
        ("tile_laid", {"seat": ANNA, "tile": "L66", "cell": "1,0", "rotation": "r1"}),
        ("tile_returned", {"seat": ANNA, "tile": "L19"}),
        ("letter_scored", {"letter": "B", "scoring": "squares"}),
        ("round_begins", {"seat": BRUNO, "round": 3}),
        ("income", {"seat": BRUNO, "gold": 5, "source": "castle_income"}),
        ("income", {"seat": ANNA, "gold": 5, "source": "castle_income"}),
        ("income", {"seat": ANNA, "gold": 1, "source": "barrel_income"}),
    ]
    offered = [", ".join(named(state, offers)) for offers in state.offers]
    assert told(log, "tiles_drawn") == [
        ("tiles_drawn", {"seat": BRUNO, "tiles": offered[BRUNO]}),
        ("tiles_drawn", {"seat": ANNA, "tiles": offered[ANNA]}),
    ]


def test_what_a_tile_does_is_logged() -> None:
    """IS-AREA-1, IS-ROAD-1, IS-INC-2: the region that it closes, the road and the barrels that it connects."""
    land = f"{WATERS}, '1,0': L07 r1, '1,1': L47 r2, '2,1': L17 r1"
    state = position(f"step: build, waiting: {{anna: [L69]}}, territories: {{anna: {{{land}}}}}", players=2)
    log = logged(state, "build L69 2,0 r1")
    assert told(log, "region_closed") == [("region_closed", {"seat": ANNA, "terrain": "P", "size": 4})]
    log = logged(position("step: build, waiting: {anna: [L31]}", players=2), "build L31 0,1 r0")
    assert told(log, "road_connected", "barrels_connected") == [
        ("road_connected", {"seat": ANNA, "tiles": 1}),
        ("barrels_connected", {"seat": ANNA, "tiles": 1}),
    ]


def test_the_final_scoring_is_logged() -> None:
    """IS-ROUND-3: once, after the last round."""
    state = position("step: buy, to act: bruno, round: 6", players=2)
    log = logged(state, "pass")
    assert [event.key for event in log.events].count("final_scoring") == 1
    assert "round_begins" not in [event.key for event in log.events]


def test_refusals_are_said() -> None:
    """IS-BUY-1, IS-BUY-2, IS-BUY-4, IS-BUILD-1, IS-BUILD-2, IS-BUILD-3: in words, with what is there and should be."""
    market, site = position(MARKET), position("step: build, waiting: {anna: [L31], bruno: [L24]}")
    for state, order, said in (
        (market, "buy L12", "L12 costs 5, and you have 4 gold (IS-BUY-2)"),
        (market, "buy L44", "L44 is your own; you can only buy from others (IS-BUY-1)"),
        (market, "buy L01", "no other player offers L01 (IS-BUY-4)"),
        (site, "build L24 0,1 r0", "L24 is not among the tiles that you still have to build (IS-BUILD-1)"),
        (site, "build L31 0,0 r0", "there is a tile on 0,0 already (IS-BUILD-2)"),
        (site, "build L31 2,0 r0", "2,0 shares no side with your territory (IS-BUILD-2)"),
        (
            site,
            "build L31 0,1 r1",
            "0,1: the side to the south has to be pasture, but the tile shows water (IS-BUILD-3)",
        ),
    ):
        with pytest.raises(Illegal) as refused:
            logged(state, order)
        assert str(refused.value) == f"{order}: {said}"


# Variants of the data


def second_l66(folder: Path) -> Path:
    """Data in which there are two L66, with everything that is counted."""
    data = files("tilewright.data") / "isleofskye"
    land = (data / "landscape.yaml").read_text("utf-8")
    box = yaml.safe_load((data / "box.yaml").read_text("utf-8"))
    (folder / "landscape.yaml").write_text(land.replace("- id: L66\n", "- id: L66\n  copies: 2\n"), "utf-8")
    box["pieces"]["tiles"]["count"] += 1
    box["marks"]["ship"]["count"] += 2
    box["marks"]["ship"]["alternative"] += 2
    box["terrains"]["W"]["count"] += 3
    box["terrains"]["M"]["count"] += 1
    (folder / "box.yaml").write_text(yaml.safe_dump(box), "utf-8")
    return folder


def test_of_equal_tiles_the_cheapest_is_bought(tmp_path: Path) -> None:
    """IS-BUY-2, IS-PRICE-3: of two players or of one; each copy has a price of its own, also written as a scene."""
    rules = tw.load("isleofskye", data=second_l66(tmp_path))
    state = position(
        "step: buy, gold: {anna: 9}, offers: {bruno: [L66, L01], clara: [L66]}, "
        "stakes: {bruno: {L66: 5, L01: 1}, clara: {L66: 3}}",
        rules,
    )
    logged(state, "buy L66")
    assert named(state, state.offers[BRUNO]) == ["L66", "L01"] and not state.offers[CLARA]
    assert state.gold[ANNA] == 6
    state = position(
        "step: buy, gold: {anna: 9}, offers: {bruno: [L66, L01, L66]}, stakes: {bruno: {L66: [5, 3], L01: 1}}",
        rules,
    )
    assert state.stakes[BRUNO] == [5, 1, 3]
    assert back(scenes.export(state), rules) == state
    logged(state, "buy L66")
    assert state.stakes[BRUNO] == [5, 1] and state.gold[ANNA] == 6


def points(state: IsleOfSkyeState, tile: str) -> list[int]:
    """What a scoring tile would bring everybody."""
    state.scoring[0] = state.rules.pieces["scoring"].index(tile)
    return scored(state, 0, homes(state))


@pytest.mark.parametrize(
    ("setting", "value", "tile", "expected"), cases(__file__, "numbers_on_scoring_tiles_can_be_changed")
)
def test_numbers_on_scoring_tiles_can_be_changed(
    setting: str, value: int, tile: str, expected: list[int]
) -> None:
    """IS-ST-1, IS-ST-4, IS-ST-5, IS-ST-8, IS-ST-14: with two tiles as a column, each of the valley's three is one."""
    rules = tw.load("isleofskye", options={f"data:scoring.{setting}": value})
    assert points(position(f"territories: {{anna: {{{VALLEY}}}}}", rules, 2), tile) == expected


# Views and previews


def test_sources_name_the_cells_and_add_up() -> None:
    """IS-ST-1 to IS-ST-17: what a preview shows of each tile is what it scores."""
    for land in (VALLEY, FOLD):
        state = position(f"territories: {{anna: {{{land}}}}}", players=2)
        home = territory(state, ANNA)
        for tile in catalogue(state).scorings:
            sources = list(tile.sources(home))
            assert sum(tile.worth(source) for source in sources) == tile.total(home)
            for _, cells in sources:
                assert len(set(cells)) == len(cells) and all(cell in home.board for cell in cells)
    home = territory(position(f"territories: {{anna: {{{VALLEY}}}}}", players=2), ANNA)
    squares = next(tile for tile in catalogue(state).scorings if tile.id == "squares")
    assert [sorted(map(SQUARE4.text, cells)) for _, cells in squares.sources(home)] == [
        ["0,0", "0,1", "1,0", "1,1"],
        ["1,0", "1,1", "2,0", "2,1"],
    ]


def test_a_view_scores_what_it_sees() -> None:
    """IS-AMB-23, IS-ST-10: the gold of others is not known; open, or of the own, it is."""
    for secrecy, expected in (("hidden", [5, 0]), ("open", [2, 5])):
        rules = tw.load("isleofskye", options={"gold_secrecy": secrecy})
        state = position("gold: {anna: 3, bruno: 8}", rules, 2)
        assert points(state, "most_gold") == [2, 5]
        view = state.view(ANNA)
        assert scored(view, 0, homes(view)) == expected
