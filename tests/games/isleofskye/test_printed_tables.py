"""Isle of Skye's box, tracks, scoring tiles, scrolls, options and rules, and what they were converted from."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import tilewright as tw
from tilewright.core.land.faces import draw_face
from tilewright.core.text.messages import filled
from tilewright.core.text.options import declared
from tilewright.games.isleofskye.files import ScoringTile
from tilewright.games.isleofskye.options import Options
from tilewright.games.isleofskye.printed import Printed, load_printed
from tilewright.games.isleofskye.scoring import SCORING, scorings
from tilewright.games.isleofskye.tiles import BARREL, MARKS

from ..converters import converter
from .boxes import SCROLL_KINDS, folder
from .facts import OTHER

CONVERTED = ("box", "castles", "landscape", "scoring", "scrolls", "tracks")
TOTALS = {"sheep": 28, "cattle": 15, "farm": 15, "broch": 14, "lighthouse": 15, "ship": 28, "barrel": 27}


def scoring_tile(printed: Printed, name: str) -> ScoringTile:
    return next(one for one in printed.scoring if one.id == name)


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


def test_the_lowest_stakes_can_always_be_laid() -> None:
    """IS-PRICE-7: whatever the options say, the income of a round is enough for them."""
    ranges = {option.name: option.values for option in declared(Options) if option.ranged}
    (income, _), (_, price), (_, drawn) = (
        ranges[name] for name in ("castle_income", "lowest_price", "tiles_drawn")
    )
    assert int(income) >= int(price) * (int(drawn) - 1)


# The converter


def test_the_script_fits_the_data(printed: Printed) -> None:
    convert = converter("isleofskye")
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


def test_facts_that_the_script_does_not_expect_stop_it() -> None:
    convert = converter("isleofskye")
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
    convert = converter("isleofskye")
    assert convert.seen(".P.\nMWW\n.P.") == [("M", "W"), ("P", "N"), ("P", "S"), ("W", "E")]
    assert convert.seen("WPW\nMPM\nWPW") == [("M", "E"), ("M", "W"), ("P", "NS")]
    assert convert.seen("PPP\nPWP\nPPP") == [("P", "NESW"), ("W", "")]
    for sides in combinations("NESW", 2):
        joined = "".join(sides)
        if joined not in ("NS", "EW"):
            edges = "".join("P" if side in sides else "M" for side in "NESW")
            rest = "".join(side for side in "NESW" if side not in sides)
            assert convert.drawn("X", edges, [("P", joined), ("M", rest)])
