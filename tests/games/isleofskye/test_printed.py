"""Isle of Skye's components: tiles against known facts, totals of the box, both readings, tracks, scoring, scrolls."""

from __future__ import annotations

import importlib.util
import os
import re
from collections import Counter
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.land.board import Board, spot
from tilewright.core.land.faces import Area, Face, draw_face
from tilewright.core.land.grid import SQUARE4
from tilewright.core.text.folder import Folder, Rule
from tilewright.core.text.messages import filled
from tilewright.core.text.options import declared
from tilewright.games.isleofskye.files import Drawn, ScoringTile
from tilewright.games.isleofskye.options import Options
from tilewright.games.isleofskye.printed import Printed, load_printed
from tilewright.games.isleofskye.scoring import SCORING, scorings
from tilewright.games.isleofskye.tiles import BARREL, CATTLE, MARKS, SHEEP, Tile, empty_territory, written

from .facts import CASTLES, FACTS, OTHER

ROOT = Path(__file__).resolve().parents[3]
DATA = files("tilewright.data") / "isleofskye"
CONVERTED = ("box", "castles", "landscape", "scoring", "scrolls", "tracks")
SCROLL_KINDS = {
    "per_2_sheep": "per_sheep",
    "per_2_whisky": "per_barrel",
    "per_2_ships": "per_ship",
    "per_cattle": "per_cattle",
    "per_broch": "per_broch",
    "per_farm": "per_farm",
    "per_lighthouse": "per_lighthouse",
}
"""The kinds of scroll by what the facts call them."""
TOTALS = {"sheep": 28, "cattle": 15, "farm": 15, "broch": 14, "lighthouse": 15, "ship": 28, "barrel": 27}


def folder(**overrides: str) -> Folder:
    """The game's data, with values in place of ours: `scoring__squares__points="3"`."""
    settings = {name.replace("__", "."): value for name, value in overrides.items()}
    return Folder(DATA, "data/isleofskye", overrides=settings)


@pytest.fixture(scope="module")
def printed() -> Printed:
    return load_printed(folder())


@pytest.fixture(scope="module")
def other() -> Printed:
    """With every disputed tile read the other way."""
    return load_printed(folder(), Options(disputed="alternative"))


def tile(printed: Printed, name: str) -> Tile:
    return next(one for one in (*printed.tiles, *printed.castles) if one.id == name)


def scoring_tile(printed: Printed, name: str) -> ScoringTile:
    return next(one for one in printed.scoring if one.id == name)


# Tiles


def known(fact: str) -> tuple[str, list[object], list[str]]:
    """Edges; areas as (terrain, sides, marks, scrolls); roads: as the facts state them."""
    edges, areas, roads = (part.strip() for part in fact.split("|"))
    found: list[object] = []
    for area in areas.split(", "):
        terrain, sides, marks = re.fullmatch(r"([PMW]):([NESW]*) ?(.*)", area).groups()  # type: ignore[union-attr]
        counts = dict(mark.split("=") for mark in marks.split())
        scroll = counts.pop("scroll", None)
        ours = {"barrel" if mark == "whisky" else mark: int(count) for mark, count in counts.items()}
        found.append((terrain, sides, ours, [SCROLL_KINDS[scroll]] if scroll else []))
    return edges, found, roads.split()


def shown(tile: Tile) -> tuple[str, list[object], list[str]]:
    """The same of a tile as it was loaded."""
    areas: list[object] = []
    for number, area in enumerate(tile.face.areas):
        marks = {mark: count for mark, count in zip(MARKS, area.marks) if count}
        scrolls = [kind for kind, where in tile.scrolls if where == number]
        areas.append((area.terrain, "".join("NESW"[side] for side in area.sides), marks, scrolls))
    return tile.face.edges, areas, ["".join("NESW"[side] for side in road) for road in tile.face.roads]


@pytest.mark.parametrize("name", [*FACTS, *CASTLES])
def test_tiles_are_as_known(printed: Printed, name: str) -> None:
    """IS-AMB-25: edges, areas, marks and roads; one reading of each was chosen."""
    assert shown(tile(printed, name)) == known((FACTS | CASTLES)[name])


@pytest.mark.parametrize("name", [*FACTS, *CASTLES])
def test_the_other_reading_is_as_known(other: Printed, name: str) -> None:
    """IS-AMB-25: of the disputed tiles; all others are the same."""
    assert shown(tile(other, name)) == known((FACTS | CASTLES | OTHER)[name])


def marks(**counts: int) -> tuple[int, ...]:
    return tuple(counts.get(mark, 0) for mark in MARKS)


BY_HAND = {
    "L07": Face(
        "L07",
        "WWWP",
        (Area("W", (0, 1, 2)), Area("P", (3,)), Area("M", (), marks(broch=1, barrel=1))),
        roads=((3,),),
    ),
    "L20": Face(
        "L20",
        "PMPM",
        (Area("P", (0, 2)), Area("M", (1,), marks(broch=1)), Area("M", (3,), marks(barrel=1))),
        roads=((0, 2, 3),),
    ),
    "L32": Face(
        "L32",
        "PPPM",
        (Area("P", (0, 1, 2), marks(cattle=2, sheep=1, barrel=1)), Area("M", (3,))),
        roads=((0, 2, 3),),
    ),
    "L33": Face(
        "L33",
        "MPPP",
        (Area("M", (0,)), Area("P", (1, 2, 3), marks(sheep=2))),
        roads=((0, 3), (1, 2)),
    ),
    "L61": Face(
        "L61",
        "WMMW",
        (Area("W", (0, 3), marks(ship=1, lighthouse=1)), Area("M", (1, 2))),
        roads=((1, 2),),
    ),
    "C_red": Face(
        "C_red",
        "PWPM",
        (Area("P", (0, 2), marks(castle=1)), Area("W", (1,)), Area("M", (3,))),
        roads=((0, 2, 3),),
        rotations=(0,),
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_some_faces_by_hand(printed: Printed, name: str) -> None:
    assert tile(printed, name).face == BY_HAND[name] == tw.load("isleofskye").assembled.faces[name]


def readings() -> list[tuple[str, str, dict[str, Any]]]:
    """Every drawing in the files: the tile's id, which reading, and the record as text."""
    found = []
    for file in ("landscape", "castles"):
        for record in folder().document(f"{file}.yaml").content:
            found.append((record["id"], "printed", record))
            if "alternative" in record:
                found.append((record["id"], "alternative", record["alternative"]))
    return found


@pytest.mark.parametrize(
    ("name", "which", "record"), readings(), ids=lambda x: x if isinstance(x, str) else ""
)
def test_a_tile_is_drawn_back_to_the_letter(
    printed: Printed, other: Printed, name: str, which: str, record: dict[str, Any]
) -> None:
    """From what was loaded to exactly what the file says."""
    loaded = tile(other if which == "alternative" else printed, name)
    again = Drawn(face=record["face"], road=tuple(record.get("road", ())), has=tuple(record.get("has", ())))
    assert f"{draw_face(loaded.face)}\n" == record["face"]
    assert written(loaded.face, loaded.symbols) == again


def test_sides_of_one_terrain_that_meet_at_a_corner_are_one_area(printed: Printed, other: Printed) -> None:
    """So it is on every tile of this game; across the tile they are one only where the drawing says so."""
    for one in (*printed.tiles, *other.tiles, *printed.castles):
        edges, area_at = one.face.edges, one.face.area_at
        assert all((edges[s - 1] == edges[s]) == (area_at[s - 1] == area_at[s]) for s in range(4)), one.id
    enclosed = [one.id for one in printed.tiles if not all(area.sides for area in one.face.areas)]
    assert " ".join(enclosed) == "L07 L09 L11 L15 L35 L40 L42 L45 L57 L64 L65 L68 L73"


def test_where_marks_stand_makes_no_difference_to_roads(printed: Printed, other: Printed) -> None:
    """IS-AMB-14, IS-ROAD-1: only two tiles have two roads, and no cattle or barrels; bridges are for show."""
    for one in (*printed.tiles, *other.tiles):
        if len(one.face.roads) > 1:
            assert one.id in ("L33", "L36") and not (one.marks[CATTLE] or one.marks[BARREL])
    bridges = [one.id for one in printed.tiles if one.bridge]
    assert " ".join(bridges) == "L09 L35 L39 L46 L52 L58 L61 L64 L67 L68 L71 L72"


def test_marks_lie_where_the_rules_count_them(printed: Printed, other: Printed) -> None:
    """IS-ST-5, IS-ST-12, IS-AMB-14: brochs in mountains, ships and lighthouses in water, animals in pasture."""
    homes = {
        "sheep": "P",
        "cattle": "P",
        "farm": "P",
        "broch": "M",
        "lighthouse": "W",
        "ship": "W",
        "castle": "P",
    }
    for one in (*printed.tiles, *other.tiles, *printed.castles):
        for area in one.face.areas:
            lying = [mark for mark, count in zip(MARKS, area.marks) if count]
            assert all(homes.get(mark, area.terrain) == area.terrain for mark in lying), one.id


# Totals


def test_the_box_holds_what_the_rulebook_says(printed: Printed) -> None:
    """IS-COMP-1, IS-SETUP-8."""
    pieces = {name: piece.count for name, piece in printed.box.pieces.items()}
    assert pieces == {
        "tiles": 73, "castles": 5, "scoring": 16, "boards": 1, "start_player_tiles": 1,
        "screens": 5, "round_markers": 1, "score_markers": 5, "bags": 1, "discard_markers": 5,
    }  # fmt: skip
    assert {piece.provenance for piece in printed.box.pieces.values()} == {"rulebook"}
    assert (printed.box.coins.of, printed.box.coins.gold) == ({1: 43, 2: 20, 5: 20, 10: 12}, 303)
    assert printed.box.players == (2, 5)
    assert [tile.copies for tile in printed.tiles] == [1] * 73
    assert [one.id for one in printed.tiles] == [f"L{n:02}" for n in range(1, 74)]


def test_the_totals_counted_on_the_faces(printed: Printed, other: Printed) -> None:
    """IS-COMP-1: marks, sides and scrolls; the other reading has three sheep and a ship fewer."""
    for reading, few in ((printed, {}), (other, {"sheep": 25, "ship": 27})):
        marks = {mark: sum(one.marks[kind] for one in reading.tiles) for kind, mark in enumerate(MARKS)}
        assert marks == TOTALS | {"castle": 0} | few
        assert sum(one.marks[BARREL] > 0 for one in reading.tiles) == 27
        assert Counter("".join(one.face.edges for one in reading.tiles)) == {"P": 107, "W": 96, "M": 89}
        kinds = Counter(kind for one in reading.tiles for kind, _ in one.scrolls)
        assert kinds == dict.fromkeys(SCROLL_KINDS.values(), 2)
    said = {mark: (total.count, total.alternative) for mark, total in printed.box.marks.items()}
    assert said == {mark: (n, {"sheep": 25, "ship": 27}.get(mark)) for mark, n in TOTALS.items()}
    assert {letter: sides.count for letter, sides in printed.box.terrains.items()} == {
        "P": 107,
        "M": 89,
        "W": 96,
    }
    assert printed.box.scrolls.count == 14


def test_the_totals_counted_in_the_text_of_the_file() -> None:
    """The same, without our reading: letters at the four middles, words in the lists."""
    text = re.sub(r"  alternative:\n(    .*\n)+", "", (DATA / "landscape.yaml").read_text("utf-8"))
    drawings = re.findall(r"^    (...)\n    (...)\n    (...)\n", text, re.MULTILINE)
    assert len(drawings) == 73
    sides = Counter("".join(top[1] + middle[0] + middle[2] + low[1] for top, middle, low in drawings))
    assert sides == {"P": 107, "W": 96, "M": 89}
    words: Counter[str] = Counter()
    for listed in re.findall(r"^  has: \[(.*)\]$", text, re.MULTILINE):
        for mark in listed.split(", "):
            number, what = re.fullmatch(r"(\d )?(\w+) .*", mark).groups()  # type: ignore[union-attr]
            words[what] += int(number or 1)
    assert words == TOTALS | {"scroll": 14}


def test_the_castles_are_two_mirrored_tiles(printed: Printed) -> None:
    """IS-SETUP-4, IS-SETUP-6, IS-ROAD-2, IS-ST-17."""
    assert [one.id for one in printed.castles] == ["C_blue", "C_yellow", "C_red", "C_white", "C_green"]
    assert [one.face.edges for one in printed.castles] == ["PWPM"] * 3 + ["PMPW"] * 2
    for one in printed.castles:
        assert one.face.rotations == (0,) and len(one.face.roads) == 1
        assert one.marks == marks(castle=1) and not one.scrolls
        assert one.face.roads[0] == tuple(s for s in range(4) if one.face.edges[s] != "W")


# The two readings


def test_each_disputed_tile_can_be_read_the_other_way(printed: Printed, other: Printed) -> None:
    """IS-AMB-25: all of them, single ones, all but single ones; ids and places stay."""
    assert [one.id for one in printed.tiles if one.disputed] == [*OTHER]
    assert (printed.otherwise, other.otherwise) == ((), (*OTHER,))
    some = load_printed(folder(), Options(disputed_tiles="L20, L02"))
    rest = load_printed(folder(), Options(disputed="alternative", disputed_tiles="L02 L20"))
    assert some.otherwise == ("L02", "L20")
    assert rest.otherwise == tuple(name for name in OTHER if name not in ("L02", "L20"))
    for number, (first, second) in enumerate(zip(printed.tiles, other.tiles, strict=True)):
        assert first.id == second.id and (first != second) == first.disputed
        named = first.id in ("L02", "L20")
        assert some.tiles[number] == (second if named else first)
        assert rest.tiles[number] == (first if named else second)
        assert first.face.edges == second.face.edges
    sheep = [sum(one.marks[SHEEP] for one in reading.tiles) for reading in (printed, some, rest, other)]
    assert sheep == [28, 28, 25, 25]


@pytest.mark.parametrize(("tiles", "wrong"), [("L03", "L03"), ("L20,47", "47"), ("L02 C_blue", "C_blue")])
def test_a_tile_that_is_not_disputed_is_refused(tiles: str, wrong: str) -> None:
    """And the disputed ones are named."""
    said = f"option disputed_tiles: '{wrong}' is not a disputed tile; these are: {', '.join(OTHER)}"
    with pytest.raises(UsageError, match=f"^{said}$"):
        load_printed(folder(), Options(disputed_tiles=tiles))


# On the board


def test_a_territory_of_printed_tiles(printed: Printed) -> None:
    """IS-BUILD-2, IS-BUILD-3, IS-BUILD-4, IS-ROAD-1: castle in the middle, tiles that fit, regions that hold marks."""
    board = empty_territory()
    board.place(0, tile(printed, "C_blue").face)
    north, east = SQUARE4.read("0,1"), SQUARE4.read("1,0")
    for name, key, rotation in (("L32", north, 0), ("L66", east, 2)):
        face = tile(printed, name).face
        assert rotation in board.fits(key, face), name
        board.place(key, face, rotation)
    land, roads = board.regions, board.roads
    pasture, water = board.area(0, 0), board.area(0, 1)
    assert land.marks(pasture) == marks(castle=1, cattle=2, sheep=1, barrel=1)
    assert (land.size(pasture), land.open_edges(pasture)) == (2, 3)
    assert land.marks(water) == marks(ship=2)
    assert roads.size(board.road(0, 0)) == 2
    again = Board.from_dict(
        board.to_dict(), SQUARE4, {one.id: one.face for one in (*printed.tiles, *printed.castles)}
    )
    assert again == board


def test_places_of_every_tile_beside_a_castle(printed: Printed) -> None:
    """IS-BUILD-2, IS-BUILD-3, IS-AMB-13: as the letters alone say."""
    board = empty_territory()
    castle = tile(printed, "C_white").face
    board.place(0, castle)
    for one in printed.tiles:
        edges = one.face.edges
        expected = {
            (SQUARE4.neighbours(0)[side], rotation)
            for side in range(4)
            for rotation in range(4)
            if edges[(side + 2 - rotation) % 4] == castle.edges[side]
        }
        assert {spot(place) for place in board.placements(one.face)} == expected


# Tracks, scoring tiles, scrolls


def test_the_round_tracks(printed: Printed) -> None:
    """IS-SETUP-1, IS-ROUND-1, IS-INC-3, IS-INC-5, IS-END-1, IS-END-3, IS-END-5."""
    tracks = {
        players: (
            " ".join("".join("ABCD"[n] for n in line.scored) for line in rounds),
            [r.catch_up for r in rounds],
        )
        for players, rounds in printed.tracks.items()
    }
    front = ("A B AC BD ACD BCD", [0, 0, 1, 2, 3, 4])
    assert tracks == {2: front, 3: front, 4: front, 5: ("AB AC BD ACD BCD", [0, 0, 1, 2, 3])}
    for rounds in printed.tracks.values():
        assert Counter(n for line in rounds for n in line.scored) == {0: 3, 1: 3, 2: 3, 3: 3}


def test_the_other_letters_for_five_players(printed: Printed) -> None:
    """IS-AMB-22: as one source has them; the gold is the same, and so are the other tracks."""
    changed = load_printed(folder(), Options(track="alternative")).tracks
    assert [line.scored for line in changed[5]] == [(0,), (1, 3), (0, 2), (1, 2, 3), (0, 1, 2, 3)]
    assert [line.catch_up for line in changed[5]] == [line.catch_up for line in printed.tracks[5]]
    assert [changed[players] for players in (2, 3, 4)] == [printed.tracks[2]] * 3


POINTS = {
    "squares": (2,), "closed_regions": (1,), "all_sheep": (1,), "large_regions": (3,), "mountain_brochs": (1, 3, 6),
    "building_sets": (5,), "most_barrels": (5, 2), "most_ships": (5, 2), "farm_animals": (1,), "most_gold": (5, 2),
    "cattle_on_road": (2,), "harbours": (3,), "road_tiles": (1,), "columns": (3,), "largest_lake": (2,),
    "closed_mountains": (2,),
}  # fmt: skip
"""In the order of IS-ST-1 to IS-ST-16."""


def test_the_scoring_tiles(printed: Printed) -> None:
    """IS-ST-20: numbered as the rules, and as the public sources number them."""
    assert {one.id: one.table for one in printed.scoring} == POINTS
    assert [*SCORING] == [*POINTS] == [one.id for one in printed.scoring]
    assert [(one.number, one.rule) for one in printed.scoring] == [(n, f"IS-ST-{n}") for n in range(1, 17)]
    pairs = "1=0, 2=8, 3=1, 4=9, 5=2, 6=10, 7=3, 8=11, 9=4, 10=12, 11=5, 12=13, 13=6, 14=14, 15=7, 16=15"
    assert ", ".join(f"{one.number}={one.source_id}" for one in printed.scoring) == pairs
    assert {one.id: one.least for one in printed.scoring if one.least} == {
        "large_regions": 3, "most_barrels": 1, "most_ships": 1, "most_gold": 1, "columns": 3,
    }  # fmt: skip
    assert {one.provenance for one in printed.scoring} == {"rulebook"}


def test_texts_state_the_numbers_in_effect(printed: Printed) -> None:
    """Changed numbers reach what is scored and what is said."""
    changed = load_printed(
        folder(scoring__columns__points="4", scoring__columns__least="5", scoring__most_ships__points__1="3")
    )
    for reading, expected in (
        (printed, ["3 VP for each vertical line of at least 3 tiles without a gap.", "5/2 VP for the most"]),
        (changed, ["4 VP for each vertical line of at least 5 tiles without a gap.", "5/3 VP for the most"]),
    ):
        columns, ships = scorings(
            [scoring_tile(reading, one) for one in ("columns", "most_ships")], SCORING, Options()
        )
        said = [filled(reading.names[f"{one.id}.text"], "en", one.numbers) for one in (columns, ships)]
        assert said[0] == expected[0]
        assert said[1].startswith(expected[1])
    assert scoring_tile(changed, "most_ships").table == (5, 3)


def test_the_scrolls(printed: Printed) -> None:
    """Each kind counts something, and there are two of it."""
    assert {one.id: (one.counts, one.per, one.points, one.copies) for one in printed.scrolls.values()} == {
        "per_sheep": ("sheep", 2, 1, 2),
        "per_barrel": ("barrel", 2, 1, 2),
        "per_ship": ("ship", 2, 1, 2),
        "per_cattle": ("cattle", 1, 1, 2),
        "per_broch": ("broch", 1, 1, 2),
        "per_farm": ("farm", 1, 1, 2),
        "per_lighthouse": ("lighthouse", 1, 1, 2),
    }
    assert [one.rule for one in printed.scrolls.values()] == [f"IS-SCR-{n}" for n in range(1, 8)]
    assert {one.counts for one in printed.scrolls.values()} == {*MARKS} - {"castle"}
    assert load_printed(folder(scrolls__per_sheep__per="3")).scrolls["per_sheep"].per == 3


def test_names_in_two_languages(printed: Printed) -> None:
    """Of marks, terrains, castles, scrolls and scoring tiles, and the texts of these; no name is there twice."""
    assert len(printed.names) == len(MARKS) - 1 + 3 + 5 + 7 + 16 + 16
    for names in printed.names.values():
        assert set(names) == {"en", "de"} and all(names.values())
    for language in ("en", "de"):
        said = [names[language] for names in printed.names.values()]
        assert len(said) == len(set(said))
    assert printed.names["broch"] == {"en": "broch", "de": "Broch"}
    assert printed.names["W"]["de"] == "Gewässer"


def test_nobody_mistakes_the_data_for_the_rulebook() -> None:
    said = tw.load("isleofskye").provenance()
    assert "Terrain, roads and marks of all 73 landscape tiles come from public sources." in said
    assert "Terrain, roads and marks of all 5 castle tiles come from public sources." in said
    assert "Two transcriptions disagree on 13 landscape tiles; we chose one reading for each." in said
    assert len(said) == 6
    some = tw.load("isleofskye", options={"disputed_tiles": "L71,L02"}).provenance()
    assert "Two transcriptions disagree on 13 landscape tiles; read the other way: L02, L71." in some


# Options and rules


def test_every_rule_names_options_that_exist() -> None:
    options = {option.name: option for option in declared(Options)}
    rules = folder().load("rules.yaml", dict[str, Rule])
    assert {name for rule in rules.values() for name in rule.options} == set(options)
    for name, option in options.items():
        assert name in rules[option.rule].options


def test_every_rule_has_words_and_a_source(printed: Printed) -> None:
    rules = folder().load("rules.yaml", dict[str, Rule])
    last = {
        "COMP": 3,
        "SETUP": 10,
        "ROUND": 3,
        "INC": 6,
        "PRICE": 7,
        "DISC": 2,
        "BUY": 7,
        "BUILD": 8,
        "AREA": 4,
    }
    last |= {"ROAD": 2, "END": 6, "FINAL": 4, "SCR": 10, "ST": 20}
    expected = {f"IS-{part}-{n}" for part, end in last.items() for n in range(1, end + 1)} | {"IS-ST-MAJ"}
    expected |= {f"IS-AMB-{n}" for n in (1, 2, 3, 4, 5, 6, 10, 12, 13, 14, 17, 22, 23, 25)}
    assert set(rules) == expected
    assert all(rule.text.endswith(".") and rule.source for rule in rules.values())
    untested = [name for name, rule in rules.items() if rule.untested]
    assert untested == ["IS-COMP-2", "IS-SETUP-7"]
    named = [one.rule for one in printed.scoring] + [one.rule for one in printed.scrolls.values()]
    assert set(named) <= set(rules)
    cited = {
        rule for one in rules.values() for rule in re.findall(r"IS-[A-Z]+-(?:\d+|MAJ)", one.text + one.source)
    }
    assert cited <= set(rules)


def test_the_lowest_stakes_can_always_be_laid() -> None:
    """IS-PRICE-7: whatever the options say, the income of a round is enough for them."""
    ranges = {option.name: option.values for option in declared(Options) if option.ranged}
    (income, _), (_, price), (_, drawn) = (
        ranges[name] for name in ("castle_income", "lowest_price", "tiles_drawn")
    )
    assert int(income) >= int(price) * (int(drawn) - 1)


# The converter


def converter() -> ModuleType:
    path = ROOT / "docs/provenance/convert_isleofskye.py"
    spec = importlib.util.spec_from_file_location("convert_isleofskye", path)
    assert spec is not None and spec.loader is not None
    convert = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(convert)
    return convert


def test_the_script_fits_the_data(printed: Printed) -> None:
    convert = converter()
    ours = {name: folder().text(f"{name}.yaml") for name in CONVERTED}
    assert sorted(convert.WRITERS) == sorted(CONVERTED)
    assert all(text.splitlines()[1] == convert.SEE.strip() for text in ours.values())
    assert [said[0] for said in convert.SCORING.values()] == [one.id for one in printed.scoring]
    assert [*convert.CASTLES] == [one.id for one in printed.castles]
    assert (*convert.MARKS, "castle") == MARKS
    assert set(convert.JOINS) <= set(OTHER)
    for one in (*printed.tiles, *printed.castles):
        areas = [(area.terrain, "".join("NESW"[s] for s in area.sides)) for area in one.face.areas]
        assert convert.drawn(one.id, one.face.edges, areas) == draw_face(one.face)
        assert convert.seen(draw_face(one.face)) == sorted(areas)


@pytest.mark.skipif("TILEWRIGHT_COMPONENTS" not in os.environ, reason="names the lists of components")
def test_the_files_are_what_the_converter_makes_of_the_components() -> None:
    """Isle of Skye's list lies beside the one that TILEWRIGHT_COMPONENTS names."""
    components = Path(os.environ["TILEWRIGHT_COMPONENTS"]).with_name("isleofskye.yaml")
    ours = {f"{name}.yaml": folder().text(f"{name}.yaml") for name in CONVERTED}
    assert converter().convert(components) == ours


def test_facts_that_the_script_does_not_expect_stop_it() -> None:
    convert = converter()
    two_lakes = [("P", "NESW"), ("W", ""), ("W", "")]
    with pytest.raises(SystemExit, match=r"X1: no drawing shows"):
        convert.drawn("X1", "PPPP", two_lakes)
    with pytest.raises(
        SystemExit, match=r"X1: terrain of the areas at the sides: expected 'PPPW', found 'PPPP'"
    ):
        convert.drawn("X1", "PPPW", [("P", "NESW")])
    with pytest.raises(SystemExit, match=r"X1: note 'nobody knows'"):
        convert.other({"id": "X1", "note": "nobody knows"})
    with pytest.raises(SystemExit, match=r"X1: roads: expected 'NE', found 'N'"):
        convert.other({"id": "X1", "note": "roads: src1 NE, src2 N only; chose NE", "roads": [["N"]]})


def test_the_drawings_of_the_script_are_read_by_search() -> None:
    """Its own reading, letter by letter: corners that belong to nothing are no areas."""
    convert = converter()
    assert convert.seen(".P.\nMWW\n.P.") == [("M", "W"), ("P", "N"), ("P", "S"), ("W", "E")]
    assert convert.seen("WPW\nMPM\nWPW") == [("M", "E"), ("M", "W"), ("P", "NS")]
    assert convert.seen("PPP\nPWP\nPPP") == [("P", "NESW"), ("W", "")]
    for sides in combinations("NESW", 2):
        joined = "".join(sides)
        if joined not in ("NS", "EW"):
            edges = "".join("P" if side in sides else "M" for side in "NESW")
            rest = "".join(side for side in "NESW" if side not in sides)
            assert convert.drawn("X", edges, [("P", joined), ("M", rest)])
