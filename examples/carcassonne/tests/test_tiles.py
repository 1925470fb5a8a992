"""The 72 tiles against a table written by hand, and what the reader of pictures says of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from carcassonne.tiles import AT_PORT, read_tile

import tilewright as tw
from tilewright.authoring import InvalidFile

RULES = tw.load("carcassonne")
TABLE = """
A 2 FFRF - s 01234567
B 4 FFFF - - 01234567
C 1 CCCC nesw - -
D 4 CRFR n ew 27+ 3456
E 5 CFFF n - 234567+
F 2 FCFC ew - 01+ 45+
G 1 FCFC ew - 01+ 45+
H 3 FCFC e/w - 0145+
I 2 FCCF e/s - 0167+
J 3 CRRF n es 2567+ 34
K 3 CFRR n sw 2347+ 56
L 3 CRRR n e/s/w 27+ 34 56
M 2 CFFC nw - 2345+
N 3 CFFC nw - 2345+
O 2 CRRC nw es 25+ 34
P 3 CRRC nw es 25+ 34
Q 1 CCFC new - 45+
R 3 CCFC new - 45+
S 2 CCRC new s 4+ 5+
T 1 CCRC new s 4+ 5+
U 8 RFRF - ns 1234 0567
V 9 FFRR - sw 012347 56
W 4 FRRR - e/s/w 0127 34 56
X 1 RRRR - n/e/s/w 12 34 56 07
"""
"""Id, count, sides from north clockwise, cities, roads, fields. These by half sides, clockwise from 0, the western half
of the north; a + for those that lie at a city (at all of the tile's)."""
SHIELDS, CLOISTERS = "CFMOQS", "AB"


def test_the_box() -> None:
    """CA-SETUP-1: 24 kinds, 72 tiles, 10 shields, 6 cloisters; all but the start tile are drawn."""
    tiles = RULES.data.tiles
    assert len(tiles) == 24 and sum(tile.count for tile in tiles) == 72
    assert "".join(tile.id for tile in tiles if any(sum(a.marks) for a in tile.face.areas)) == SHIELDS
    assert "".join(tile.id for tile in tiles if any(a.terrain == "M" for a in tile.face.areas)) == CLOISTERS
    state = RULES.new(3)
    assert len(state.bag) + len(state.drawn) == 71  # type: ignore[attr-defined]


@pytest.mark.parametrize("line", TABLE.strip().splitlines(), ids=lambda line: line[0])
def test_a_tile(line: str) -> None:
    id, count, edges, cities, roads, *fields = line.split()
    tile = RULES.data.by_id[id]
    assert (tile.count, tile.face.edges, tile.face.ports) == (int(count), edges, 3)

    def said(terrain: str) -> str:
        """The sides of each area of the terrain; it reaches none but by the middle."""
        groups = [area.sides for area in tile.face.areas if area.terrain == terrain]
        assert all(port % 3 == 1 for group in groups for port in group)
        return "/".join("".join("nesw"[port // 3] for port in group) for group in groups) or "-"

    assert said("C") == cities
    assert said("R") == roads
    everywhere = {number for number, area in enumerate(tile.face.areas) if area.terrain == "C"}
    found = []
    for number, area in enumerate(tile.face.areas):
        if area.terrain == "F":
            # By half sides: a first port is the first half, a last one the second half, a middle one both.
            reached = [
                2 * (port // 3) + half for port in area.sides for half in ((0,), (0, 1), (1,))[port % 3]
            ]
            fed = {city for field, city in tile.borders if field == number}
            assert fed in (set(), everywhere)
            found.append("".join(map(str, sorted(reached))) + "+" * bool(fed))
    assert sorted(found) == sorted({*fields} - {"-"})
    assert {field for field, _ in tile.borders} <= {
        number for number, area in enumerate(tile.face.areas) if area.terrain == "F"
    }


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("line", TABLE.strip().splitlines(), ids=lambda line: line[0])
def test_names_of_features(line: str, turn: int) -> None:
    """A side names the city, road or field in its middle, a corner the field at either half side next to it."""
    id, _, edges, cities, roads, *fields = line.split()
    numbers, areas = RULES.data.by_id[id].numbers[turn], RULES.data.by_id[id].face.areas
    expected: dict[str, tuple[str, str]] = {"cloister": ("M", "")} if id in CLOISTERS else {}
    for terrain, groups in (("C", cities), ("R", roads)):
        for group in groups.split("/") if groups != "-" else ():
            expected |= {"nesw"[("nesw".index(side) + turn) % 4]: (terrain, group) for side in group}
    for field in {*fields} - {"-"}:
        for half in map(int, field.strip("+")):
            corner = ((half + 1) // 2 - 1 + turn) % 4
            expected[("ne", "se", "sw", "nw")[corner]] = ("F", field.strip("+"))
            if edges[half // 2] == "F":
                expected["nesw"[(half // 2 + turn) % 4]] = ("F", field.strip("+"))
    assert {*numbers} == {*expected}
    assert all(areas[number].terrain == expected[name][0] for name, number in numbers.items())
    together = {name: {other for other in expected if expected[other] == expected[name]} for name in expected}
    assert {
        name: {other for other in numbers if numbers[other] == numbers[name]} for name in numbers
    } == together


def test_what_is_drawn_covers_every_side_once() -> None:
    """Fields on both sides of a road are one ground."""
    spots = RULES.game.sheets["tiles"](RULES).boards[0].spots
    for spot in spots:
        assert sorted(side for ground in spot.areas for side in ground.sides) == ["e", "n", "s", "w"]
    drawn = {spot.name[0]: "".join(sorted(side for way in spot.ways for side in way.sides)) for spot in spots}
    lines = [line.split() for line in TABLE.strip().splitlines()]
    assert drawn == {
        id: "".join(sorted(roads.replace("/", "").strip("-"))) for id, _, _, _, roads, *_ in lines
    }


def test_turning() -> None:
    """A tile turned three quarters shows in the west what it showed in the north."""
    tile = RULES.data.by_id["J"]
    called = [{number: name for name, number in reversed(numbers.items())} for numbers in tile.numbers]
    assert [tuple(names[number] for number in range(4)) for names in called] == [
        ("n", "e", "ne", "se"),
        ("e", "s", "ne", "sw"),
        ("s", "n", "ne", "nw"),
        ("w", "n", "se", "ne"),
    ]
    assert tile.face.turned(3).edges == "RRFC"
    assert tile.numbers[3]["w"] == tile.numbers[0]["n"] == 0
    assert tile.numbers[3]["ne"] == tile.numbers[0]["se"]


PLAIN = "FFFFF FFFFF FFFFF FFFFF FFFFF"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("FFF FFF FFF", "5 rows of 5"),
        (PLAIN.replace("F", "x", 1), "letter 'x'"),
        ("FFMFF FFFFF FFFFF FFFFF FFFFF", "side n shows FMF, not CCC, FFF or FRF"),
        ("FFFFF FFFFF FFCFF FFFFF FFFFF", "a city reaches no side"),
        ("FFFFF FMFMF FFFFF FFFFF FFFFF", "two cloisters"),
        ("FFRFF FFRFF RRRFF FFRFF FFRFF", r"write \+ where roads end"),
        ("FFFFF FFFFF FFRFF FFFFF FFFFF", "a road leaves the tile at one or two sides"),
        ("FCCCF FFFFC FFFFC FFFFC FFFFF", "a field reaches no side"),
        ("F.RFF FFRFF FF+FF FFFFF FFFFF", r"side n shows \.RF"),
        ("F.F.F FFFFF FFFFF FFFFF FFFFF", r"side n shows \.F\."),
        ("FFFRF FFFRR FFFFF FFFFF FFFFF", "side n shows FFR"),
        ("FFRFF FF+FF FRRRF FFFFF FFFFF", "a road leaves"),
        ("FFRF. FFR.F FF+RR FFFFF FFFFF", "two fields meet at corner ne"),
    ],
)
def test_a_wrong_picture(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_tile("Z", 1, text)


def test_mistakes_are_named_with_their_line(tmp_path: Path) -> None:
    text = RULES.folder.text("tiles.yaml")
    (tmp_path / "tiles.yaml").write_text(text.replace("FFMFF", "FFmFF", 1), "utf-8")
    with pytest.raises(InvalidFile, match=r"tiles\.yaml:1\d.*letter 'm'"):
        tw.load("carcassonne", data=tmp_path)
    (tmp_path / "tiles.yaml").write_text(text.replace("count: 9", "count: 8"), "utf-8")
    with pytest.raises(InvalidFile, match="the tiles make 71"):
        tw.load("carcassonne", data=tmp_path)


def test_ports_lie_clockwise_around_the_picture() -> None:
    """Three on each side, from left to right as seen from the middle, and no corner."""
    rows_and_columns = [divmod(at, 5) for at in AT_PORT]
    assert rows_and_columns[:3] == [(0, 1), (0, 2), (0, 3)]
    assert rows_and_columns[3:] == [(column, 4 - row) for row, column in rows_and_columns[:-3]]
