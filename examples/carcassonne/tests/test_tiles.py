"""The 72 tiles against a table written by hand, and what the reader of pictures says of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from carcassonne.letters import HALVES, SIDES, read_picture

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
    tile = RULES.data.tiles[RULES.data.by_id[id]]
    picture = tile.picture
    assert (tile.count, tile.face.edges) == (int(count), edges)

    def said(groups: list[tuple[int, ...]]) -> str:
        return "/".join("".join(SIDES[side] for side in group) for group in groups) or "-"

    areas = [area for area in tile.face.areas if area.terrain == "C"]
    assert said([area.sides for area in areas]) == cities
    assert said(list(tile.face.roads)) == roads
    halves: dict[int, str] = {}
    for side, numbers in enumerate(picture.at_side):
        for half, number in enumerate(numbers * 2 if len(numbers) == 1 else numbers):
            halves[number] = halves.get(number, "") + str(2 * side + half)
    everywhere = tuple(range(len(areas)))
    found = {text + "+" * bool(picture.fields[n].cities) for n, text in halves.items()}
    assert found == {*fields} - {"-"}
    assert all(field.cities in ((), everywhere) for field in picture.fields)
    assert len(picture.fields) == len(found)


def test_turning() -> None:
    """A tile turned three quarters shows in the west what it showed in the north."""
    tile = RULES.data.tiles[RULES.data.by_id["J"]]
    assert [lie.names for lie in tile.lies] == [
        ("n", "e", "ne", "se"),
        ("e", "s", "ne", "sw"),
        ("s", "n", "ne", "nw"),
        ("w", "n", "se", "ne"),
    ]
    assert tile.lies[3].face.edges == "RRFC"
    assert tile.lies[3].number["w"] == tile.lies[0].number["n"] == 0
    assert tile.lies[3].number["ne"] == tile.lies[0].number["se"]


PLAIN = "FFFFF FFFFF FFFFF FFFFF FFFFF"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("FFF FFF FFF", "5 rows of 5"),
        (PLAIN.replace("F", "x", 1), "letter 'x'"),
        ("FFMFF FFFFF FFFFF FFFFF FFFFF", "the middle of side n is 'M'"),
        ("FFFFF FFFFF FFCFF FFFFF FFFFF", "a city reaches no side"),
        ("FFFFF FMFMF FFFFF FFFFF FFFFF", "two cloisters"),
        ("FFRFF FFRFF RRRFF FFRFF FFRFF", r"write \+ where roads end"),
        ("FFFFF FFFFF FFRFF FFFFF FFFFF", "a road leaves the tile at one or two sides"),
        ("FCCCF FFFFC FFFFC FFFFC FFFFF", "a field reaches no side"),
        ("F.RFF FFRFF FF+FF FFFFF FFFFF", "side n has no field beside its middle"),
        ("F.F.F FFFFF FFFFF FFFFF FFFFF", "side n has no field beside its middle"),
        ("FFFRF FFFRR FFFFF FFFFF FFFFF", "a road leaves"),
    ],
)
def test_a_wrong_picture(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        read_picture("Z", text)


def test_mistakes_are_named_with_their_line(tmp_path: Path) -> None:
    text = RULES.folder.text("tiles.yaml")
    (tmp_path / "tiles.yaml").write_text(text.replace("FFMFF", "FFmFF", 1), "utf-8")
    with pytest.raises(InvalidFile, match=r"tiles\.yaml:1\d.*letter 'm'"):
        tw.load("carcassonne", data=tmp_path)
    (tmp_path / "tiles.yaml").write_text(text.replace("count: 9", "count: 8"), "utf-8")
    with pytest.raises(InvalidFile, match="the tiles make 71"):
        tw.load("carcassonne", data=tmp_path)


def test_halves_lie_beside_the_middles() -> None:
    assert [len({*pair}) for pair in HALVES] == [2] * 4 and len({at for pair in HALVES for at in pair}) == 8
