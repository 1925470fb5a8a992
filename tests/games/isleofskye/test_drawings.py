"""Tiles changed by clicks: what each click makes of the record, and that it looks as on the table."""

from __future__ import annotations

from typing import Any

import pytest

from tilewright.games.isleofskye.drawings.unfinished import CENTRE
from tilewright.games.isleofskye.files import Castle
from tilewright.games.isleofskye.modules import tunnel
from tilewright.games.isleofskye.modules._druids.files import DruidTile
from tilewright.games.isleofskye.modules._outskirts.files import Side as OutskirtSide

from ...cases import cases
from .clicks import SE, E, N, S, W, click, content, desk, drawing, tile

PARTS = {"north": N, "east": E, "south": S, "west": W, "south-east": SE, "centre": CENTRE, "outside": (3, 0)}
"""What the tables call the parts of a tile."""

# -- land and roads --------------------------------------------------------------------------------------------------


def test_land_is_painted_part_by_part() -> None:
    record = tile(".P. PPM .M.")
    record = click(record, "W", N)
    record = click(record, "M", SE)
    record = click(record, "blank", CENTRE)
    assert record == tile(".W. P.M .MM")


def test_sides_always_show_land() -> None:
    with pytest.raises(ValueError, match="Each side shows land"):
        click(tile(".P. PPM .M."), "blank", W)


def test_roads_are_led_to_sides_and_back() -> None:
    record = tile(".P. PPM .M.")
    record = click(record, "road 1", S)
    record = click(record, "road 1", N)
    assert record == tile(".P. PPM .M.", road=["ns"])
    assert list(record) == ["id", "face", "road", "provenance"]
    record = click(record, "road 4", E)  # the next one, whatever its number
    assert record["road"] == ["ns", "e"]
    record = click(record, "road 2", N)  # a side has one road
    assert record["road"] == ["s", "ne"]
    record = click(record, "road 1", S)  # a road without sides is none
    assert record["road"] == ["ne"]
    record = click(click(record, "road 1", N), "road 1", E)
    assert record == tile(".P. PPM .M.")
    with pytest.raises(ValueError, match="click on one of the four sides"):
        click(record, "road 1", CENTRE)


# -- marks -----------------------------------------------------------------------------------------------------------


def test_marks_are_counted_in_their_area() -> None:
    record = tile(".P. WWW .P.")
    for tool, part in [
        ("sheep", N),
        ("sheep", N),
        ("sheep", S),
        ("ship", CENTRE),
        ("scroll per_farm", S),
        ("scroll per_farm", S),
    ]:
        record = click(record, tool, part)
    assert record["has"] == ["2 sheep n", "sheep s", "ship W", "scroll per_farm s", "scroll per_farm s"]
    for part in (N, S, S, S, N, E):
        record = click(record, "less", part)
    assert record == tile(".P. WWW .P.")
    with pytest.raises(ValueError, match="This area has no mark"):
        click(record, "less", N)


@pytest.mark.parametrize(("tool", "part", "said"), cases(__file__, "what_cannot_be_put_there"))
def test_what_cannot_be_put_there(tool: str, part: str, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        click(tile(".P. WWM .M."), tool, PARTS[part])
    assert str(caught.value).startswith(said)


def test_castles_have_a_castle() -> None:
    assert click(tile(".P. WPM .P."), "castle", CENTRE, Castle)["has"] == ["castle P"]


@pytest.mark.parametrize(
    ("before", "has", "tool", "part", "after"), cases(__file__, "marks_follow_their_area")
)
def test_marks_follow_their_area(before: str, has: list[str], tool: str, part: str, after: list[str]) -> None:
    assert click(tile(before, has=has), tool, PARTS[part])["has"] == after


# -- modules ---------------------------------------------------------------------------------------------------------


def test_entrances_are_put_in_mountains() -> None:
    record = tile(".W. PMM .MM", entrances=[])
    module: dict[str, Any] = {"kind": tunnel.TunnelTile, "module": "tunnel"}
    for tool, part in [("road 1", W), ("road 2", E), ("road 2", S), ("points vp", W)]:
        record = click(record, tool, part, **module)
    record = click(record, "entrance 1", CENTRE, **module)
    record = click(record, "entrance 2", E, **module)
    assert record == tile(".W. PMM .MM", road=["w", "es"], has=["points vp P"], entrances=["w M", "e M"])
    shown = drawing(tunnel.TunnelTile, "tunnel").show(record, desk("tunnel")).boards[0].spots[0]
    assert [[mark.on or mark.role for mark in area.marks] for area in shown.areas] == [
        [],
        ["tunnel", "tunnel"],
        ["points"],
    ]
    # The entrance of a road that leaves elsewhere now, and of a mountain that is called otherwise.
    assert click(record, "road 2", E, **module)["entrances"] == ["w M", "s M"]
    assert click(record, "M", N, **module)["entrances"] == ["w M", "e M"]
    parted = click(click(record, "blank", SE, **module), "blank", CENTRE, **module)
    assert parted["entrances"] == ["w M", "e M"]  # it fell in two, so nobody knows
    assert click(record, "entrance 1", E, **module)["entrances"] == ["e M"]
    for tool, part, said in [
        ("entrance 1", N, "This is found here only: mountain."),
        ("entrance 3", E, "The tile has no such road."),
        ("entrance x", E, "The tile has no such road."),
    ]:
        with pytest.raises(ValueError, match=said):
            click(record, tool, part, **module)


def test_entrances_follow_their_mountain() -> None:
    module: dict[str, Any] = {"kind": tunnel.TunnelTile, "module": "tunnel"}
    record = tile(".P. PPM .W.", road=["n"], entrances=["n M"])
    assert click(record, "M", W, **module)["entrances"] == ["n e"]


def test_a_road_that_is_gone_enters_no_mountain() -> None:
    module: Any = {"kind": tunnel.TunnelTile, "module": "tunnel"}
    record = tile(".P. PMM .MM", road=["n", "w"], has=["broch M"], entrances=["n M", "w M"])
    one = click(record, "road 1", N, **module)
    assert one == tile(".P. PMM .MM", road=["w"], has=["broch M"], entrances=["w M"])
    assert click(one, "road 2", S, **module)["entrances"] == ["w M"]
    bare = click(one, "less", E, **module)
    assert bare["entrances"] == [] and bare["has"] == ["broch M"]  # the mark is next
    assert "has" not in click(bare, "less", E, **module)


def test_a_tile_can_begin_with_neither_roads_nor_marks() -> None:
    assert click(tile(".P. PMM .MM", road=["n"], has=["broch M"]), "clear", N) == tile(".P. PMM .MM")
    record = tile(".P. PMM .MM", road=["n"], has=["broch M"], entrances=["n M"])
    assert click(record, "clear", N, tunnel.TunnelTile, "tunnel") == tile(".P. PMM .MM", entrances=[])


def test_both_sides_of_an_outskirt() -> None:
    record = content("modules/outskirts/outskirts.yaml")[1]["back"]
    after = click(record, "less", N, OutskirtSide, "outskirts")
    after = click(after, "R", CENTRE, OutskirtSide, "outskirts")
    assert after["face"] == ".P.\nRRM\nRR.\n"
    assert after["has"] == ["sheep P"]
    with pytest.raises(ValueError, match="This part shows no land"):
        click(after, "sheep", CENTRE, OutskirtSide, "outskirts")


def test_druids_have_tablets_and_scrolls_of_their_own() -> None:
    record = tile(".P. WWM .M.", price="3")
    record = click(record, "tablet bag_tablet", N, DruidTile, "druids")
    record = click(record, "scroll per_harbour", W, DruidTile, "druids")
    assert record["has"] == ["tablet bag_tablet P", "scroll per_harbour W"]
    named = {
        tool.name: (tool.group, tool.title) for tool in drawing(DruidTile, "druids").tools({}, desk("druids"))
    }
    assert named["tablet bag_tablet"][0] == "Stone tablets"
    assert "scroll per_farm" not in named
