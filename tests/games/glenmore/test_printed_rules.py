"""Glen More's options, editions and rules, and what its data were converted from."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import attrs
import pytest

import tilewright as tw
from tilewright.core.rules.assembly import Edition
from tilewright.core.text.folder import Folder
from tilewright.core.text.options import declared
from tilewright.games.glenmore.options import Options
from tilewright.games.glenmore.printed import Kind, Printed, load_printed

from ..converters import converter

ROOT = Path(__file__).resolve().parents[3]
DATA = files("tilewright.data") / "glenmore"
CONVERTED = ("box", "cards", "tiles")


def folder() -> Folder:
    return Folder(DATA, "data/glenmore")


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed(folder())


def tile(printed: Printed, name: str) -> Kind:
    return printed.kinds[printed.kind_number[name]]


# Options, editions, rules


def test_numbers_that_the_rules_state_are_options(printed: Printed) -> None:
    """GM-EV-1, GM-BRN-3, GM-BRN-8: they reach the tiles; other numbers are changed where they stand."""
    changed = load_printed(folder(), Options(grocer_vp=7, mixed_butcher_vp=6, bridge_vp=9))
    found = [tile(changed, n).each.deals[0].vp for n in ("s3_grocer", "s2_butcher_both", "s3_bridge_river")]
    assert found == [7, 6, 9]
    settings = {
        "tiles.s2_tavern.each.vp": "5",
        "tiles.s3_grocer.each.vp": "10",
        "box.difference_vp.values.4": "6",
    }
    changed = load_printed(Folder(DATA, "data/glenmore", overrides=settings))
    assert tile(changed, "s2_tavern").each.vp == 5
    assert {deal.vp for deal in tile(changed, "s3_grocer").each.deals} == {10}
    assert changed.points(4) == 6


def test_what_the_editions_change() -> None:
    """GM-EV-1, GM-EV-3, GM-EV-4, GM-EV-5, GM-EV-9, GM-EV-12."""
    options = {option.name: option for option in declared(Options)}
    editions = folder().load("editions.yaml", dict[str, Edition])
    assert list(editions) == ["alea-de", "polish", "yucata"]
    for edition in editions.values():
        for name, value in edition.options.items():
            options[name].read(value)
    for name, value in editions["alea-de"].options.items():
        assert options[name].read(value) == options[name].default
    assert editions["polish"].options == {
        "grocer_vp": "7",
        "vp_secrecy": "hidden",
        "lochy_cubes": "any_tile",
        "iona_production": "once",
    }
    assert editions["yucata"].options == {
        "vp_secrecy": "open",
        "promotions_first": "true",
        "last_member": "one_tile_left",
    }


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
