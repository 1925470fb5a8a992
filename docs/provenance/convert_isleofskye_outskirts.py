"""Convert a list of Isle of Skye's components (module Outskirts) into `data/isleofskye/modules/outskirts`.

    python docs/provenance/convert_isleofskye_outskirts.py COMPONENTS.yaml data/isleofskye/modules/outskirts

Only `outskirts.yaml` comes from the list; box, rules, messages and README were written by hand. What the list says is
checked against what this script expects; a fact that is not so stops the conversion.
"""

from __future__ import annotations

import sys
from pathlib import Path

from components import Facts, expect, files, write
from convert_isleofskye import OURS, fields, item, seen

CURVE = "R"
THEMES = {
    "O1": ("sheep farm on an island", "Schafhof auf einer Insel"),
    "O2": ("new distillery", "neue Brennerei"),
    "O3": ("beacon", "Leuchtfeuer"),
    "O4": ("livestock farm", "Hof mit Vieh"),
    "O5": ("pub in the broch", "Wirtshaus im Broch"),
    "O6": ("better roads", "bessere Straßen"),
}


def drawing(name: str, edges: str, areas: list[Facts]) -> str:
    """Three rows of three letters; the curve's letter fills the corner between the two curved sides."""
    expect(edges[2:], "--", f"{name}: curved sides")
    north, east = edges[:2]
    joined = any(area["e"] == "NE" for area in areas)
    inside = [area["t"] for area in areas if not area["e"]]
    centre = inside[0] if inside else (north if joined else ".")
    drawn = f".{north}{north if joined else '.'}\n{CURVE}{centre}{east}\n{CURVE * 2}."
    land = [(terrain, sides) for terrain, sides in seen(drawn) if terrain != CURVE]
    expect(land, sorted((area["t"], area["e"]) for area in areas), f"{name}: areas of the drawing")
    return drawn


def side(tile: Facts, name: str) -> Facts:
    """What one side shows."""
    said: Facts = {"face": drawing(tile["id"], tile["edges"], tile["areas"])}
    roads = ["".join(road).lower() for road in tile[f"roads_{name}"]]
    if roads:
        said["road"] = roads
    has, pays = [], True
    for theirs, where in tile[name].items():
        area = tile["areas"][where["area"]]
        alone = [one["t"] for one in tile["areas"]].count(area["t"]) == 1
        pays = pays and theirs != "whisky_dry"
        mark = OURS[theirs.removesuffix("_dry")]
        place = area["t"] if alone else area["e"][0].lower()
        has.append(f"{mark} {place}" if where["count"] == 1 else f"{where['count']} {mark} {place}")
    said |= {"has": has} if has else {}
    return said if pays else said | {"pays": False}


def outskirts(facts: Facts) -> str:
    text = "# The outskirts of one set, both sides. Notation and provenance: README.md in this folder.\n\n"
    expect([tile["id"] for tile in facts["outskirts"]], [*THEMES], "outskirts: ids")
    for tile in facts["outskirts"]:
        expect((tile["prov"], tile["curved"]), ("reconstructed", ["S", "W"]), tile["id"])
        english, german = THEMES[tile["id"]]
        said: Facts = {"id": tile["id"], "names": {"en": english, "de": german}}
        text += item(said)
        for name in ("front", "back"):
            text += f"  {name}:\n" + fields(side(tile, name), "    ")
        text += f"  provenance: {tile['prov']}\n"
    return text


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    return files(components, {"outskirts": outskirts})


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
