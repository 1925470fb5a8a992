"""Glen More's components: totals of the box, tiles and cards against known facts, options, and what was converted."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.text.folder import Folder
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.options import Options
from tilewright.games.glenmore.printed import ANY, START, Deal, Kind, Printed, load_printed

from ...cases import cases
from ..converters import converter

DATA = files("tilewright.data") / "glenmore"
CONVERTED = ("box", "cards", "tiles")
WOOD, STONE, SHEEP, CATTLE, GRAIN = range(5)


def folder(settings: dict[str, str] | None = None) -> Folder:
    """The game's data, with these values in place of ours."""
    return Folder(DATA, "data/glenmore", overrides=settings or {})


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed(folder())


def tile(printed: Printed, name: str) -> Kind:
    return printed.kinds[printed.kind_number[name]]


def cubes(text: str) -> tuple[int, ...]:
    """`2 wood, stone` as counts by resource."""
    found = dict.fromkeys(RESOURCES, 0)
    for number, name in re.findall(r"(\d*) ?(\w+)", text):
        found[name] += int(number or 1)
    return tuple(found.values())


# The box


def test_the_box_holds_what_the_rulebook_says(printed: Printed) -> None:
    """GM-COMP-1, GM-COMP-2, GM-COMP-4, GM-COMP-5, GM-COMP-8."""
    assert RESOURCES == ("wood", "stone", "sheep", "cattle", "grain")
    assert printed.box.players == (2, 5)
    assert sum(kind.count for kind in printed.kinds) == 72
    assert [len(stack) for stack in printed.stacks] == [8, 23, 19, 17]
    start = printed.kinds[printed.start]
    assert (start.id, start.stack, start.count) == ("start_village", START, 5)
    for number, stack in enumerate(printed.stacks):
        counts = Counter(stack)
        assert counts == {n: k.count for n, k in enumerate(printed.kinds) if k.stack == number}
    pieces = {name: piece.count for name, piece in printed.box.pieces.items()}
    assert [pieces[name] for name in RESOURCES] == [10, 10, 8, 8, 8]
    assert (pieces["members"], pieces["barrels"], pieces["coins"], pieces["pawns"]) == (25, 16, 33, 5)
    assert printed.die == (1, 1, 1, 2, 2, 3)
    assert printed.prices == (1, 2, 3)


def test_rivers_roads_and_members_come_to_their_totals(printed: Printed) -> None:
    """GM-SETUP-13, GM-AMB-13: no more than 25 members and 33 coins can ever be out."""
    laid = [kind for kind in printed.kinds if kind.stack != START]
    assert sum(kind.count for kind in laid if kind.river) == 16
    assert sum(kind.count for kind in laid if kind.road) == 17
    assert not any(kind.river and kind.road for kind in laid)
    assert printed.kinds[printed.start].river and printed.kinds[printed.start].road
    members = sum(kind.count * kind.once.member for kind in printed.kinds)
    assert (
        members + sum(card.once.member for card in printed.cards) == 25 == printed.box.pieces["members"].count
    )
    coins = sum(card.once.coins for card in printed.cards) + 5 * Options().start_coins
    assert coins == 33 == printed.box.pieces["coins"].count


def test_the_set_up_fills_all_spaces_but_one(printed: Printed) -> None:
    """GM-SETUP-5, GM-SETUP-9, GM-SETUP-10, GM-SETUP-12, GM-DIE-1, GM-DIE-3, GM-EV-11."""
    assert printed.spaces == 14
    setup = {n: (s.stack0, s.stack1, s.die, s.coins_on_first_space) for n, s in printed.setup.items()}
    assert setup == {
        2: (8, 2, True, True),
        3: (8, 1, True, True),
        4: (8, 1, False, False),
        5: (8, 0, False, False),
    }
    assert {n + s.stack0 + s.stack1 + s.die for n, s in printed.setup.items()} == {13}


def test_differences_score_as_the_board_says(printed: Printed) -> None:
    """GM-SCORE-4, GM-SCORE-5."""
    assert [printed.points(lead) for lead in range(8)] == [0, 1, 2, 3, 5, 8, 8, 8]


# Tiles: copied by hand from the list of components

FACTS: dict[str, list[Any]] = cases(__file__, "tiles")


@pytest.mark.parametrize("name", FACTS)
def test_tiles_are_as_printed(printed: Printed, name: str) -> None:
    """GM-TILE-1, GM-TILE-2, GM-TILE-7, GM-DIST-1, GM-GREY-1."""
    kind = tile(printed, name)
    lines = " ".join(line for line in ("river", "road") if getattr(kind, line))
    found = (
        kind.stack,
        kind.count,
        kind.frame,
        kind.kind,
        kind.cost.cubes,
        kind.once.member,
        kind.once.whisky,
        lines,
    )
    stack, count, frame, sort, cost, member, whisky, known_lines = FACTS[name]
    assert found == (stack, count, frame, sort, cubes(cost), member, whisky, known_lines)


def test_odd_costs(printed: Printed) -> None:
    """GM-TILE-8, GM-BLUE-3, GM-BLUE-4; everything else costs cubes or nothing."""
    odd = {k.id: (k.cost.whisky, k.cost.member, k.cost.different) for k in printed.kinds}
    assert {name: cost for name, cost in odd.items() if any(cost)} == {
        "s2_tavern": (1, 0, 0),
        "s3_tavern": (1, 0, 0),
        "loch_ness": (0, 1, 0),
        "loch_oich": (0, 0, 2),
    }
    assert sum(kind.count for kind in printed.kinds if kind.cost.free) == 38
    assert not any(max(kind.cost.cubes) > 1 for kind in printed.kinds)


def test_activations_that_take_nothing(printed: Printed) -> None:
    """GM-PROD-1, GM-GREY-2, GM-BRN-9, GM-BLUE-2, GM-SP-1."""
    made = {"quarry": STONE, "forest": WOOD, "meadow": SHEEP, "pasture": CATTLE, "grain": GRAIN}
    for kind in printed.kinds:
        each = kind.each
        if kind.kind == "production":
            assert (each.does, each.cube) == ("produce", made[kind.id.split("_")[1]])
            assert kind.frame == ("yellow" if each.cube in (WOOD, STONE) else "green")
        elif kind.frame == "grey":
            assert (each.does, each.movement) == ("move", 1)
        elif kind.frame == "blue":
            assert each.does == "nothing"
        elif kind.kind in ("abbey", "tavern"):
            assert not each.deals
        else:
            assert each.deals and each.vp == 0
    assert (tile(printed, "iona_abbey").each.does, tile(printed, "iona_abbey").each.cube) == ("produce", ANY)
    assert [tile(printed, f"s{n}_tavern").each.vp for n in (2, 3)] == [3, 4]


DEALS: dict[str, list[tuple[str, int, int]]] = cases(__file__, "deals")


@pytest.mark.parametrize("name", DEALS)
def test_deals_are_written_out(printed: Printed, name: str) -> None:
    """GM-DIST-2, GM-BRN-1, GM-BRN-2, GM-BRN-3, GM-BRN-8."""
    found = {attrs.astuple(deal) for deal in tile(printed, name).each.deals}
    assert found == {(cubes(give), vp, whisky) for give, vp, whisky in DEALS[name]}


def test_fairs_take_different_cubes(printed: Printed) -> None:
    """GM-BRN-4, GM-BRN-5, GM-BRN-6."""
    ladder = {1: 1, 2: 3, 3: 5, 4: 8, 5: 12}
    for name, most, ways in (
        ("s1_fair_small", 3, 25),
        ("s2_fair_medium_road", 4, 30),
        ("s3_fair_large", 5, 31),
    ):
        deals = tile(printed, name).each.deals
        assert len({deal.give for deal in deals}) == len(deals) == ways
        assert all(max(deal.give) == 1 and deal.vp == ladder[sum(deal.give)] for deal in deals)
        assert max(sum(deal.give) for deal in deals) == most


def test_the_grocer_takes_any_three(printed: Printed) -> None:
    """GM-BRN-7: equal ones too."""
    deals = tile(printed, "s3_grocer").each.deals
    assert len(deals) == 35
    assert {(sum(deal.give), deal.vp, deal.whisky) for deal in deals} == {(3, 8, 0)}
    assert Deal((0, 0, 0, 3, 0), 8) in deals


def test_names_in_three_languages(printed: Printed) -> None:
    """GM-EV-17: the Polish misprints are put right; a place has one name."""
    assert dict(tile(printed, "s1_grain").names) == {
        "en": "Wheat field",
        "de": "Getreidefeld",
        "pl": "Pole zbożowe",
    }
    assert dict(tile(printed, "s2_distillery").names) == {
        "en": "Distillery",
        "de": "Destille",
        "pl": "Gorzelnia",
    }
    assert dict(tile(printed, "s1_butcher_sheep").names) == {
        "en": "Butcher",
        "de": "Fleischerei",
        "pl": "Kram rzeźniczy",
    }
    for kind in printed.kinds:
        assert set(kind.names) == ({"en", "de", "pl"} if kind.card is None else {"en"})
    assert {tile(printed, name).names["en"] for name in ("iona_abbey", "armadale_castle")} == {
        "Iona Abbey",
        "Armadale Castle",
    }


# Cards


def test_each_card_has_one_tile(printed: Printed) -> None:
    """GM-COMP-3, GM-SP-0."""
    assert Counter(k.card.id for k in printed.kinds if k.card is not None) == dict.fromkeys(
        printed.card_number, 1
    )
    for kind in printed.kinds:
        if kind.card is not None:
            assert kind.id == kind.card.id and kind.count == 1
    sorts = Counter(kind.kind for kind in printed.kinds if kind.card is not None)
    assert sorts == {"castle": 7, "loch": 5, "abbey": 1}


def test_bonnets(printed: Printed) -> None:
    """GM-AMB-10, GM-SP-13; the other reading has those that the rules name."""
    bonnets = {"cawdor_castle": 3}
    bonnets |= dict.fromkeys(
        ("castle_of_mey", "castle_stalker", "castle_moil", "armadale_castle", "donan_castle"), 1
    )
    assert {card.id: card.bonnets for card in printed.cards if card.bonnets} == bonnets
    other = load_printed(folder(), Options(bonnets="cawdor_only"))
    assert {card.id: card.bonnets for card in other.cards if card.bonnets} == {"cawdor_castle": 3}


def test_effects(printed: Printed) -> None:
    """GM-SP-1 to GM-SP-14."""
    said: dict[str, dict[str, object]] = {}
    for card in printed.cards:
        known = {field.name: getattr(card, field.name) for field in attrs.fields(type(card))[6:]}
        said[card.id] = {
            f"{when}.{name}": value
            for when, effect in known.items()
            if effect is not None
            for name, value in attrs.asdict(effect).items()
            if value
        }
    assert said == cases(__file__, "effects")


# Options


def test_numbers_that_the_rules_state_are_options(printed: Printed) -> None:
    """GM-EV-1, GM-BRN-3, GM-BRN-8: they reach the tiles; other numbers are changed where they stand."""
    changed = load_printed(folder(), Options(grocer_vp=7, mixed_butcher_vp=6, bridge_vp=9))
    found = [tile(changed, n).each.deals[0].vp for n in ("s3_grocer", "s2_butcher_both", "s3_bridge_river")]
    assert found == [7, 6, 9]
    other = {
        "tiles.s2_tavern.each.vp": "5",
        "tiles.s3_grocer.each.vp": "10",
        "box.difference_vp.values.4": "6",
    }
    changed = load_printed(folder(other))
    assert tile(changed, "s2_tavern").each.vp == 5
    assert {deal.vp for deal in tile(changed, "s3_grocer").each.deals} == {10}
    assert changed.points(4) == 6


def test_nobody_mistakes_the_data_for_the_rulebook() -> None:
    said = " ".join(tw.load("glenmore").provenance())
    assert "all 64 kinds of tile come from public sources" in said
    assert "bonnets of 12 of the 13 cards come from public sources" in said
    assert "with 4 players are derived" in said and "with 3 players" not in said


# The converter


def test_the_script_fits_the_data(printed: Printed) -> None:
    convert = converter("glenmore")
    ours = {name: folder().text(f"{name}.yaml") for name in CONVERTED}
    assert all(text.splitlines()[1] == convert.SEE.strip() for text in ours.values())
    assert {card.id: card.rule for card in printed.cards} == {
        name: said[0] for name, said in convert.EFFECTS.items()
    }
    polish = {(kind.names["en"], kind.names["pl"]) for kind in printed.kinds if kind.card is None}
    assert polish == set(convert.POLISH.items())
    options = attrs.asdict(Options())
    for name, (option, points) in convert.STATED.items():
        assert options[option] == points == tile(printed, name).each.deals[0].vp
        assert f"- id: {name}\n" in ours["tiles"]
    ids = [one for item in folder().document("tiles.yaml").content for one in item["source_ids"]]
    assert sorted(map(int, ids)) == list(range(1, 73))


def test_facts_that_the_script_does_not_expect_stop_it() -> None:
    convert = converter("glenmore")
    grocer = {"id": "s3_grocer", "activation": {"kind": "exchange_any", "count": 3, "vp": 9}}
    with pytest.raises(SystemExit, match="s3_grocer: points: expected 8, found 9"):
        convert.each(grocer)
    with pytest.raises(SystemExit, match="x: activation: expected 'none', found 'dance'"):
        convert.each({"id": "x", "activation": {"kind": "dance"}})
