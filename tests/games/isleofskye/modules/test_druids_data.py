"""Druids: the data are what the list of components says, and what is broken is said."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.games.isleofskye.modules._druids.state import NAME

from ...converters import converter
from .folders import text

# -- data ------------------------------------------------------------------------------------------------------------


def test_data_are_what_the_list_of_components_says() -> None:
    """Every file that was converted is what the script makes of the list today."""
    components = os.environ.get("TILEWRIGHT_COMPONENTS")
    if not components:
        pytest.skip("TILEWRIGHT_COMPONENTS names no folder")
    for name, made in converter(f"isleofskye_{NAME}").convert(Path(components) / "isleofskye.yaml").items():
        assert text(NAME, name) == made, name


BROKEN: dict[str, tuple[str, str, str, list[str]]] = {
    "a price beyond the range": (
        "druids.yaml",
        "- id: D07\n  price: 0",
        "- id: D07\n  price: 9",
        ["druids.yaml:58:10: D07.price: prices are 0 to 8 (box.yaml), not 9"],
    ),
    "an unknown tablet": (
        "druids.yaml",
        "has: [broch M, tablet scroll_tablet M]",
        "has: [broch M, tablet scrolls M]",
        ["druids.yaml:20:18: D02.has.1: there is no tablet 'scrolls'; did you mean 'scroll_tablet'?"],
    ),
    "a castle, and a tablet too few": (
        "druids.yaml",
        "has: [cattle P, tablet own_tile_tablet P]",
        "has: [cattle P, castle P]",
        [
            "druids.yaml:28:19: D03.has.1: a castle stands on castle tiles only",
            "tablets.yaml:18:11: own_tile_tablet.copies: druids.yaml has 1",
        ],
    ),
    "one sheep more": (
        "druids.yaml",
        "has: [sheep P, tablet scroll_tablet P]",
        "has: [2 sheep P, tablet scroll_tablet P]",
        ["box.yaml:16:18: marks.sheep.count: druids.yaml has 13"],
    ),
    "a text with another number": (
        "tablets.yaml",
        "{gold} less and is",
        "{silver} less and is",
        [
            "tablets.yaml:34:9: bag_tablet.text.en: a text may name {gold} and {tiles} in braces, and nothing else"
        ],
    ),
    "a surcharge below 0": (
        "dolmen.yaml",
        "surcharges: [4, 3, 2, 1, 0]",
        "surcharges: [4, 3, 2, 1, -1]",
        ["dolmen.yaml:5:1: surcharges: expected gold for each space, 0 or more"],
    ),
    "a line of no length": (
        "scrolls.yaml",
        "counts: rows\n  least: 3\n",
        "counts: rows\n",
        ["scrolls.yaml:104:3: per_row: how many tiles a line needs is missing (least)"],
    ),
    "an unknown scoring tile": (
        "scoring.yaml",
        "- id: open_water\n",
        "- id: open_sea\n",
        [
            "scoring.yaml:4:7: open_sea.id: no function counts the scoring tile 'open_sea'; did you mean 'open_water'?"
        ],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_data(name: str, tmp_path: Path) -> None:
    """What does not work out is said with file, line and field."""
    file, before, after, said = BROKEN[name]
    folder = tmp_path / "modules" / NAME
    folder.mkdir(parents=True)
    assert text(NAME, file).count(before) == 1
    (folder / file).write_text(text(NAME, file).replace(before, after), "utf-8")
    with pytest.raises(InvalidFile) as caught:
        tw.load("isleofskye", modules=[NAME], data=tmp_path)
    assert sorted(line.rpartition(f"/{NAME}/")[2] for line in str(caught.value).splitlines()) == sorted(said)
