"""Isle of Skye's tiles are drawn as the list of components has them; the sheets of all that the box holds."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast
from xml.etree import ElementTree

import pytest
from rich.cells import cell_len

import tilewright as tw
from tilewright.core.draw.model import Diagram, Show, Spot
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.games.isleofskye.show import show
from tilewright.games.isleofskye.show.tiles import LOOKS, Wording
from tilewright.games.isleofskye.state import IsleOfSkyeState, catalogue
from tilewright.games.isleofskye.tiles import Tile

from ...cases import cases
from .facts import CASTLES, FACTS
from .showing import LANGUAGES, NAMES, SIDE_AT, SIDES, SVG, new, rules

# -- tiles ---------------------------------------------------------------------------------------------------------


def all_tiles() -> dict[str, Tile]:
    found = catalogue(new())
    return {tile.id: tile for tile in (*found.tiles, *found.castles)}


def letters(tile: Tile, rotation: int, small: bool) -> list[str]:
    """The tile's three rows in plain text."""
    face = tile.face.turned(rotation)
    tell = Wording(rules(), "en")
    spot = Spot(at=(0, 0), areas=tell.areas(tile, face), ways=tell.roads(tile, face), said="tile")
    board = Diagram(grid="row", spots=[spot], small=small)
    text = draw_text(Show(title="T", boards=[board], looks=LOOKS))
    return [row.ljust(7) for row in text.splitlines()[-3:]]


WORDS = cases(__file__, "words")
SCROLLS = {
    "per_2_sheep": "@s", "per_2_whisky": "@o", "per_2_ships": "@v", "per_cattle": "@c",
    "per_broch": "@b", "per_farm": "@f", "per_lighthouse": "@i",
}  # fmt: skip


def marks(fact: str) -> Counter[str]:
    """What a line of facts says is printed, in signs."""
    found: Counter[str] = Counter()
    for mark, value in re.findall(r"(\w+)=(\w+)", fact.split("|")[1]):
        if mark == "scroll":
            found[SCROLLS[value]] += 1
        elif mark == "castle":
            found["#"] += int(value)
        else:
            found[WORDS[mark]] += int(value)
    return found


def written(rows: list[str]) -> Counter[str]:
    """The signs in the rows of a tile: `2s` for two, `@f` for a scroll."""
    found: Counter[str] = Counter()
    for row in rows:
        for number, sign in re.findall(r"(\d?)(@[a-z]|[a-z#])", row):
            found[sign] += int(number or 1)
    return found


@pytest.mark.parametrize("name", [*FACTS, *CASTLES])
def test_tiles_are_drawn_as_the_list_of_components_has_them(name: str) -> None:
    """Sides, roads and marks of every tile, in every rotation."""
    fact, tile = (FACTS | CASTLES)[name], all_tiles()[name]
    edges, _, roads = (part.strip() for part in fact.split("|"))
    for rotation in range(4):
        rows = letters(tile, rotation, small=False)
        for number, side in enumerate(SIDES):
            row, columns = SIDE_AT[SIDES[(number + rotation) % 4]]
            road = any(side in way for way in roads.split())
            column = columns[-1] if road else columns[0]
            assert rows[row][column] == edges[number], (rotation, rows)
        turned = {SIDES[(SIDES.index(side) + rotation) % 4] for way in roads.split() for side in way}
        assert {"N": rows[0][3], "S": rows[2][3]}.items() >= {(s, "|") for s in turned & {*"NS"}}
        for side, column in (("W", 1), ("E", 5)):
            assert (rows[1][column] == "=") == (side in turned), (rotation, rows)
        assert [rows[0][3] == "|", rows[2][3] == "|"] == ["N" in turned, "S" in turned]
        assert written(rows) == marks(fact), (rotation, rows)


@pytest.mark.parametrize("name", [*FACTS, *CASTLES])
def test_small_tiles_show_sides_and_each_kind_of_mark(name: str) -> None:
    fact, tile = (FACTS | CASTLES)[name], all_tiles()[name]
    for rotation in range(4):
        rows = letters(tile, rotation, small=True)
        shown = [rows[0][1], rows[1][2], rows[2][1], rows[1][0]]
        assert "".join(shown) == "".join(fact[(n - rotation) % 4] for n in range(4))
        assert {sign for row in rows for sign in re.findall("[a-z#@]", row)} == {
            sign[0] for sign in marks(fact)
        }


@pytest.mark.parametrize(("name", "rows"), cases(__file__, "hard_tiles"))
def test_hard_tiles(name: str, rows: list[str]) -> None:
    """By hand: land within a tile, roads that do not meet, land that crosses the middle."""
    drawn = letters(all_tiles()[name], 0, small=False)
    assert drawn == rows


def test_pictures_show_every_mark_of_every_tile() -> None:
    made = rules()
    what = made.game.sheets["tiles"](made)
    root = ElementTree.fromstring(draw_svg(what))
    groups = [g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    known = FACTS | CASTLES
    assert len(groups) == len(known) == 78
    for group, (name, fact) in zip(groups, known.items(), strict=True):
        title = group.find(f"{SVG}title")
        assert title is not None and (title.text or "").startswith(name)
        [land] = [g for g in group.findall(f"{SVG}g") if g.find(f"{SVG}path") is not None]
        placed = [g for g in land.findall(f"{SVG}g") if "translate" in g.get("transform", "")]
        assert len(placed) == marks(fact).total(), name


# -- the sheets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheets(lang: str) -> None:
    made = rules()
    for sheet in made.game.sheets.values():
        what = sheet(made, lang)
        assert max(map(cell_len, draw_text(what).splitlines())) <= 80
        ElementTree.fromstring(draw_svg(what))
        assert list(what.caption) == made.provenance(lang)


def test_the_sheet_of_tiles_marks_what_is_disputed() -> None:
    """IS-AMB-25: the thirteen tiles on which the transcriptions differ."""
    disputed = {"L02", "L16", "L18", "L20", "L39", "L47", "L48", "L51", "L52", "L58", "L61", "L68", "L71"}
    made = rules()
    what = made.game.sheets["tiles"](made)
    land, castles = what.boards
    assert len(land.spots) == 73 and len(castles.spots) == 5
    assert {spot.name[:-1] for spot in land.spots if spot.name.endswith("?")} == disputed
    assert all(spot.said.endswith("public source") for spot in land.spots)
    rows = {row[0].text: row[1].text for shown in what.panels for row in shown.rows}
    assert len(rows) == 78
    assert {name for name, text in rows.items() if "[disputed]" in text} == disputed
    other = rules(disputed_tiles="L16")
    rows = {
        row[0].text: row[1].text for shown in other.game.sheets["tiles"](other).panels for row in shown.rows
    }
    assert (
        rows["L16"] == "water n; pasture e with 2 sheep; water s; mountain w [disputed, read the other way]"
    )


def test_the_sheet_of_scoring_tiles_has_sixteen() -> None:
    made = rules()
    (shown,) = made.game.sheets["scoring"](made).panels
    assert [row[0].text for row in shown.rows] == [f"IS-ST-{n}" for n in range(1, 17)]
    assert shown.rows[7][2].text == "5/2 VP for the most and second most ships."


def test_the_sheet_of_round_tracks_has_both_sides() -> None:
    made = rules()
    front, back = made.game.sheets["track"](made).panels
    assert (front.title, back.title) == ("Front, 2-4 players", "Back, 5 players")
    assert [len(front.rows), len(back.rows)] == [6, 5]


def test_each_letter_on_tiles_means_one_thing_with_all_modules() -> None:
    every = tw.load("isleofskye", ["druids", "tunnel", "bonus", "outskirts"])
    for lang in ("en", "de", "pl"):
        what = show(every.new(NAMES[:2], seed=1).view(0), lang)
        extended = every.show(every.new(NAMES[:2], seed=1).view(0), lang)
        assert len(extended.legend) > len(what.legend) + 2
        signs = Counter(ink.text for ink, _ in extended.legend)
        assert signs.most_common(1)[0][1] == 1, signs
    printed: dict[str, str] = {}
    wording = Wording(every, "en")
    for tile in catalogue(cast(IsleOfSkyeState, every.new(NAMES[:2], seed=1))).tiles:
        for number in range(len(tile.face.areas)):
            for ink in wording.marks(tile, tile.face, number):
                if len(ink.text) == 1:
                    assert printed.setdefault(ink.text, ink.on or ink.role) == (ink.on or ink.role), ink


def test_disputed_tiles_on_the_table_say_so() -> None:
    for options, said in (({}, "disputed"), ({"disputed": "alternative"}, "disputed, read the other way")):
        words = Wording(rules(**options), "en")
        found = [tile for tile in catalogue(new()).tiles if tile.disputed]
        assert len(found) == 13
        assert all(
            words.lying(tile, tile.face) == f"{words.shows(tile, tile.face)}; {said}" for tile in found
        )
        sure = next(tile for tile in catalogue(new()).tiles if not tile.disputed)
        assert words.lying(sure, sure.face) == words.shows(sure, sure.face)
