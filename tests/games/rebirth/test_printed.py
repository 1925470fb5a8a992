"""The two maps of Rebirth against what is known of them, and the data folder as a whole."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any, get_args

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.land.grid import HEX, Hex
from tilewright.core.rules.assembly import Edition
from tilewright.core.text.checks import Provenance
from tilewright.core.text.folder import Folder
from tilewright.games.rebirth.checks import load_printed
from tilewright.games.rebirth.files import ENERGY, FOOD, KINDS, OPEN, SETTLEMENT, Certainty
from tilewright.games.rebirth.missions import METRICS
from tilewright.games.rebirth.printed import Printed

from ..converters import converter
from .facts import FACTS, lochs, picture, positions

CONVERTED = ("box", "editions", "maps/alternative", "maps/default", "missions", "tiles")


def folder() -> Folder:
    return Folder(files("tilewright.data") / "rebirth", "data/rebirth")


@pytest.fixture(params=["default", "alternative"], scope="module")
def printed(request: pytest.FixtureRequest) -> Printed:
    return load_printed(folder(), request.param)


def places(text: str) -> list[tuple[int, int]]:
    return [(int(row), int(column)) for row, column in re.findall(r"(\d+),(\d+)", text)]


def numbers(text: str) -> dict[str, int]:
    return {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", text)}


def where(printed: Printed, marked: tuple[bool, ...]) -> list[tuple[int, int]]:
    return [place for place, here in zip(positions(printed), marked, strict=True) if here]


def neighbours(row: int, column: int) -> set[tuple[int, int]]:
    """In rows and columns, as the notation of the picture defines them: in another way than the code."""
    shift = 0 if row % 2 else -1
    beside = {(row, column - 1), (row, column + 1)}
    return beside | {(r, column + c) for r in (row - 1, row + 1) for c in (shift, shift + 1)}


def test_the_picture_is_printed_back_to_the_letter(printed: Printed) -> None:
    assert picture(printed) == printed.map.picture
    assert picture(printed) == folder().document(f"maps/{printed.map_name}.yaml").content["picture"]


def test_settlements_ports_neutral_fields_and_lochs_are_those_known(printed: Printed) -> None:
    facts = FACTS[printed.map_name]
    for size, name in enumerate(("small", "medium", "large"), 1):
        known = [places(group) for group in facts[name].split()]
        found = [
            [positions(printed)[cell] for cell in cells]
            for cells in printed.settlements
            if len(cells) == size
        ]
        assert found == known
    assert where(printed, printed.port) == places(facts["ports"])
    assert where(printed, printed.neutral) == places(facts["neutral"])
    assert [(at.r, at.q + at.r // 2) for at in lochs(printed)] == places(facts["lochs"])


def test_the_counts_are_those_known(printed: Printed) -> None:
    counts = numbers(FACTS[printed.map_name]["counts"])
    assert printed.map.expected_counts == counts
    kinds = [printed.kind.count(kind) for kind in (FOOD, ENERGY, OPEN, SETTLEMENT)]
    assert kinds == [counts[name] for name in ("food", "energy", "open", "settlement_fields")]
    assert len(printed.kind) == counts["playable"] == sum(kinds)
    assert (
        "".join("FEO"[kind] for kind in printed.kind if kind != SETTLEMENT)
        == FACTS[printed.map_name]["farms"]
    )


def test_castles_and_cathedrals_touch_as_many_cells_as_known(printed: Printed) -> None:
    for kind in ("castles", "cathedrals"):
        known = numbers(FACTS[printed.map_name][kind])
        landmarks = getattr(printed, kind)
        cells = printed.castle_cells if kind == "castles" else printed.cathedral_cells
        at = printed.castles_at if kind == "castles" else printed.cathedrals_at
        assert {one.code: len(by) for one, by in zip(landmarks, cells, strict=True)} == known
        for number, (one, by) in enumerate(zip(landmarks, cells, strict=True)):
            beside = [c for c, place in enumerate(positions(printed)) if place in neighbours(*one.at)]
            assert list(by) == beside == [c for c, there in enumerate(at) if number in there]
    assert [c.name for c in printed.castles[:2]] == ["Edinburgh Castle", "Stirling Castle"]
    assert [c.code for c in printed.castles[:2]] == ["KE", "KS"]


def test_cells_are_in_reading_order_and_touch_the_six_around_them(printed: Printed) -> None:
    assert list(positions(printed)) == sorted(positions(printed))
    for cell, place in enumerate(positions(printed)):
        around = {c for c, other in enumerate(positions(printed)) if other in neighbours(*place)}
        assert set(printed.neighbours[cell]) == around
        assert len(printed.neighbours[cell]) == len(around)
        for other in around:
            assert cell in printed.neighbours[other]
            assert HEX.distance(HEX.key(printed.hexes[cell]), HEX.key(printed.hexes[other])) == 1


def test_hexes_are_axial_coordinates(printed: Printed) -> None:
    for cell, (row, column) in enumerate(positions(printed)):
        assert printed.hexes[cell] == Hex(column - (row - row % 2) // 2, row)
        assert printed.cell_at[printed.hexes[cell]] == cell
    edinburgh = printed.castles[0]
    assert (edinburgh.at, edinburgh.hex) == ((13, 8), Hex(2, 13))
    assert printed.castle_areas[0] == "south"


def test_sea_and_lochs_are_told_apart_and_the_border_is_sea(printed: Printed) -> None:
    """RB-AMB-15: a missing neighbour is sea, and only for `drawn_sea` it is not."""
    rows = [row.split() for row in printed.map.picture.splitlines()]
    drawn = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    for cell, place in enumerate(positions(printed)):
        beside = [drawn.get(at, "border") for at in neighbours(*place)]
        assert printed.loch[cell] == ("~~" in beside)
        assert printed.drawn_sea[cell] == (".." in beside)
        assert printed.sea[cell] == (".." in beside or "border" in beside)
    assert where(printed, printed.sea) != where(printed, printed.drawn_sea)


def test_areas_are_bands_of_rows(printed: Printed) -> None:
    areas = tuple(printed.map.areas)
    assert areas == ("north", "middle", "south")
    assert printed.area == tuple(areas[row // 6] for row, _ in positions(printed))


def test_it_says_what_is_at_a_hex(printed: Printed) -> None:
    at = dict(zip(positions(printed), printed.hexes, strict=True))
    assert printed.there(Hex(1, 0)) == "sea"
    assert printed.there(Hex(40, 0)) == "nothing"
    assert (printed.there(printed.castles[0].hex), printed.there(lochs(printed)[0])) == ("castle", "loch")
    assert printed.there(printed.cathedrals[0].hex) == "cathedral"
    assert printed.there(at[places(FACTS[printed.map_name]["ports"])[0]]) == "settlement"
    assert {printed.there(at[p]) for p in positions(printed)} == {"food", "energy", "open", "settlement"}
    first = printed.settlements[0]
    assert printed.settlement_name(0) == " ".join(str(printed.hexes[cell]) for cell in first)


def test_the_box_holds_what_the_rulebooks_say() -> None:
    """RB-COMP-1, RB-COMP-2, RB-SETUP-3, RB-SETUP-5, RB-CATH-5."""
    box = load_printed(folder()).box
    pieces = {piece.id: (piece.total, piece.per_colour) for piece in box.pieces}
    assert pieces["tiles"] == (144, 36)
    assert pieces["castles"] == (48, 12)
    assert pieces["cathedrals"] == (32, 8)
    assert pieces["missions"] == (32, None)
    played = {players: attrs.astuple(setup) for players, setup in box.setup.items()}
    assert played == {2: (32, 2, 0, 34, 100), 3: (0, 2, 0, 34, 102), 4: (0, 2, 9, 25, 100)}


def test_each_map_is_played_with_the_mix_it_is_made_for() -> None:
    even, uneven = load_printed(folder()), load_printed(folder(), "alternative")
    assert (even.mix_name, even.tiles) == ("even", (12, 12, 3, 3, 3, 3))
    assert (uneven.mix_name, uneven.tiles) == ("uneven", (9, 9, 6, 5, 4, 3))
    assert even.removal == (3, 3, 0, 1, 1, 1)
    assert dict(zip(KINDS, even.symbols, strict=True)) == {
        "food": 0,
        "energy": 0,
        **{f"settlement-{n}": n for n in (1, 2, 3, 4)},
    }
    with pytest.raises(UsageError, match=r"^there is no mix 'evn'; did you mean 'even'\?$"):
        load_printed(folder(), "default", "evn")
    with pytest.raises(UsageError, match=r"^there is no map 'ireland'; known: alternative, default$"):
        load_printed(folder(), "ireland")


def test_the_deck_has_a_card_for_each_cathedral_and_player() -> None:
    printed = load_printed(folder())
    assert sum(card.copies for card in printed.missions) == 32 == 4 * len(printed.cathedrals)
    points = {(card.kind, bool(card.area), card.points) for card in printed.missions}
    assert points == {
        ("unconditional", False, 0),
        ("most", False, 8),
        ("most", True, 5),
        ("control_any", False, 5),
    }
    assert all(set(card.text) == {"en", "de"} for card in printed.missions)
    assert {card.metric for card in printed.missions} == {"", *METRICS}


def test_nobody_mistakes_the_data_for_the_printed_game(printed: Printed) -> None:
    said = " ".join(tw.load("rebirth", options={"map": printed.map_name}).provenance())
    assert f"Map '{printed.map_name}'" in said and f"Mix of tiles '{printed.mix_name}'" in said
    assert "Floors" in said and "Glasgow" in said and "Edinburgh" not in said
    assert "24 of the 25 different mission cards are reconstructed." in said


@pytest.mark.parametrize("origin", get_args(Provenance))
@pytest.mark.parametrize("certainty", get_args(Certainty))
def test_where_a_mix_comes_from_can_be_said_whatever_its_file_states(origin: Any, certainty: Any) -> None:
    """Of the shipped mixes none is of high certainty, and none is from public sources."""
    rules = tw.load("rebirth")
    mix = attrs.evolve(rules.data.mix, settlements_provenance=origin, settlements_certainty=certainty)
    for lang, sure in (("en", " certainty)"), ("de", "(Sicherheit: "), ("pl", "(pewność: ")):
        said = [rules.words.told(one, lang) for one in attrs.evolve(rules.data, mix=mix).provenance()]
        [told] = [one for one in said if "'even'" in one]
        assert told.count(sure) == (2 if certainty else 1)


def test_what_the_editions_change() -> None:
    editions = folder().load("editions.yaml", dict[str, Edition])
    assert {name: edition.options for name, edition in editions.items()} == {
        "de": {"removal_with": "4"},
        "en": {"removal_with": "3"},
    }


def test_a_mission_has_a_short_name_and_a_text() -> None:
    words = tw.load("rebirth").words
    for card in load_printed(folder()).missions:
        assert words.texts(f"name.{card.id}.text")["en"] == card.text["en"]
        for lang in ("en", "de", "pl"):
            assert len({card.id, words.name(card.id, lang), words.name(f"{card.id}.text", lang)}) == 3


def test_the_script_fits_the_data() -> None:
    convert = converter("rebirth")
    cards = {card.id: (card.text["en"], card.text["de"]) for card in load_printed(folder()).missions}
    assert cards == convert.CARDS
    assert set(convert.MIXES.values()) == set(folder().document("tiles.yaml").content["mixes"])
    ours = [folder().text(f"{name}.yaml") for name in CONVERTED]
    assert all(text.splitlines()[1] == convert.SEE.strip() for text in ours)
