"""Convert a list of Isle of Skye's components (tunnel tiles) into `data/isleofskye/modules/tunnel`.

    python docs/provenance/convert_isleofskye_tunnel.py COMPONENTS.yaml data/isleofskye/modules/tunnel

What comes from the list is `tunnels.yaml`, and the totals of `box.yaml`; rules, messages and README were written by
hand. Tiles are redrawn as those of the box are. A fact that is not as this script expects it stops the conversion.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from components import Facts, expect, files, total, write
from convert_isleofskye import MARKS, counted, item, reading

SEE = "\n# Notation and provenance: README.md in this folder."
CHAPTER = "001 Tunnel, Spielmaterial"
SYMBOL = "whisky_vp"
"""Barrels with the symbol, as the list calls them."""


def plain(tile: Facts) -> Facts:
    """The tile without entrances and symbols: as one of the box would be."""
    changed: Facts = json.loads(json.dumps(tile))
    changed["roads"] = [[node for node in road if node in "NESW"] for road in tile["roads"]]
    for area in changed["areas"]:
        if SYMBOL in area["f"]:
            area["f"]["whisky"] = area["f"].pop(SYMBOL)
    return changed


def place(tile: Facts, number: int) -> str:
    """What names an area: its terrain, or its first side where the tile has several of that terrain."""
    area = tile["areas"][number]
    alone = [one["t"] for one in tile["areas"]].count(area["t"]) == 1
    return str(area["t"] if alone else area["e"][0].lower())


def entrances(tile: Facts) -> list[str]:
    """For each entrance the first side at which its road leaves, and the mountain."""
    found = []
    for road in tile["roads"]:
        sides = [side for side in "NESW" if side in road]
        inner = [int(node[1:]) for node in road if node not in "NESW"]
        expect(bool(sides and inner), True, f"{tile['id']}: a side and an entrance for {road}")
        for number in inner:
            expect(tile["areas"][number]["t"], "M", f"{tile['id']}: terrain of an entrance")
            found.append(f"{sides[0].lower()} {place(tile, number)}")
    return found


def record(tile: Facts) -> str:
    expect(tile["prov"], "reconstructed", f"{tile['id']}: prov")
    said: Facts = {"id": tile["id"]} | reading(tile["id"], plain(tile))
    for number, area in enumerate(tile["areas"]):
        if SYMBOL in area["f"]:
            expect(area["f"][SYMBOL], 1, f"{tile['id']}: barrels")
            said["has"] = [*said["has"], f"points vp {place(tile, number)}"]
    return item(said | {"entrances": entrances(tile), "provenance": tile["prov"]})


def tunnels(facts: Facts) -> str:
    known = facts["tunnels"]
    expect([tile["id"] for tile in known], [f"T{n:02}" for n in range(1, 13)], "tunnels: ids")
    text = (
        f"# The tunnel tiles, one of each, as the game's own tiles are drawn; and their entrances.{SEE}\n\n"
    )
    return text + "".join(map(record, known))


def box(facts: Facts) -> str:
    known, wanted = facts["tunnels"], facts["totals"]["tunnels"]
    expect((len(known), wanted["prov"]), (wanted["tiles"], "rulebook"), "totals: tunnels")
    text = f"# What the module brings: totals that are counted when it is loaded.{SEE}\n\n"
    text += f"tiles: {total(len(known), 'rulebook', CHAPTER)}\n\n"
    source = "counted on the tiles"
    symbols = sum(SYMBOL in area["f"] for tile in known for area in tile["areas"])
    for name, count in (("entrances", sum(len(entrances(tile)) for tile in known)), ("vp_barrels", symbols)):
        text += f"{name}: {total(count, 'reconstructed', source)}\n"
    text += "\n# Barrels are counted in tiles that show some, with the symbol or without.\nmarks:\n"
    marks = counted([plain(tile) for tile in known])
    for mark in MARKS:
        text += f"  {mark}: {total(marks[mark], 'reconstructed', source)}\n"
    return text


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    return files(components, {"box": box, "tunnels": tunnels})


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
