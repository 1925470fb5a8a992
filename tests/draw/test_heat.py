"""Heat maps of boards of all three games: which cells are coloured how, and cells that the board does not have yet."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tilewright.core.draw.heat import LESS, MORE, Heat, draw_heat
from tilewright.core.rules.assembly import load

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", ["rebirth", "isleofskye", "glenmore"])
def test_colours_frames_and_numbers(game: str) -> None:
    rules = load(game)
    show = rules.show(rules.new(["anna", "bruno"], 1).view(None))
    number = next(n for n, one in enumerate(show.boards) if not one.in_line and not one.kind)
    here = show.boards[number].spots[0].at
    heat = {
        here: Heat(size=1.0, firm=True, label="+34", said="more <here>"),
        (40, 41): Heat(size=-0.5, firm=True, label="-12"),
        (41, 41): Heat(size=-1.0, label="-3", said="luck"),
        (42, 41): Heat(size=0.0),
    }
    drawn = ElementTree.fromstring(draw_heat(show, number, heat))
    layers = {
        name: [one for one in drawn.iter(f"{SVG}g") if one.get("class") == name] for name in ("firm", "faint")
    }
    fills = [[one.get("fill") for one in layer.iter(f"{SVG}path")] for layer in layers["firm"]]
    assert sorted(fills) == sorted([[MORE], [LESS]])
    labels = {text.text for layer in layers["firm"] for text in layer.iter(f"{SVG}text")}
    assert labels == {"+34", "-12"}
    assert not [text for layer in layers["faint"] for text in layer.iter(f"{SVG}text")]
    faint = [path for layer in layers["faint"] for path in layer.iter(f"{SVG}path")]
    assert [path.get("fill") for path in faint] == [LESS, "none", "none"], "open cells have an outline"
    assert float(faint[0].get("fill-opacity", 1)) <= 0.25
    assert any("more <here>" in (one.text or "") for one in drawn.iter(f"{SVG}title"))
