"""Convert a list of Isle of Skye's components (module Druids) into `data/isleofskye/modules/druids`.

    python docs/provenance/convert_isleofskye_druids.py COMPONENTS.yaml data/isleofskye/modules/druids

Converted are box, druids, tablets, dolmen, scrolls and scoring; rules, messages and README were written by hand, as was
what stands below: words and pieces that the list leaves out. What the list says is checked against what this script
expects; a fact that is not so stops the conversion.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from components import Facts, expect, files, folded, scalar, total, write
from convert_isleofskye import OURS, drawn, item

SEE = "\n# Notation and provenance: README.md in this folder.\n\n"
MATERIAL, TABLETS_TEXT = "001 Druiden, Spielmaterial", "001 Druidenplättchen mit Steintafeln"
PRICES_TEXT = "001 Ein Druidenplättchen vom Dolmen kaufen"
SCROLLS_TEXT, SCORING_TEXT = "001 Druidenplättchen mit Schriftrollen", "001 Die neuen Wertungsplättchen"

PIECES = {"dolmen_boards": 1, "vp_tiles": 5}
"""Pieces that COMPONENTS.yaml does not list; IS-DR-1."""

TABLETS: dict[str, tuple[str, str, dict[str, int], str, tuple[str, str], tuple[str, str]]] = {
    "rescore_scroll": (
        "scroll_tablet", "rescore", {}, "IS-TAB-2",
        ("scroll tablet", "Schriftrollen-Steintafel"),
        (
            "At the end, one own scroll scores once more, as if not in a closed region.",
            "Am Ende punktet eine eigene Schriftrolle noch einmal, als wäre ihr Gebiet nicht abgeschlossen.",
        ),
    ),
    "buy_own": (
        "own_tile_tablet", "own_tile", {"tiles": 1}, "IS-TAB-3",
        ("own-tile tablet", "Steintafel für eigene Plättchen"),
        (
            "In the first buying pass, also {tiles} of the own offers for the gold that lies at it.",
            "Im ersten Kaufdurchgang zusätzlich {tiles} eigenes Angebot für das Gold, das dort liegt.",
        ),
    ),
    "bag": (
        "bag_tablet", "bag", {"gold": 2, "tiles": 1}, "IS-TAB-4",
        ("bag tablet", "Beutel-Steintafel"),
        (
            "A tile from the bag costs {gold} less and is chosen from {tiles} more.",
            "Ein Plättchen aus dem Beutel kostet {gold} weniger und wird aus {tiles} mehr gewählt.",
        ),
    ),
    "discount_1": (
        "discount_1", "discount", {"gold": 1}, "IS-TAB-5",
        ("small discount tablet", "kleine Rabatt-Steintafel"),
        ("Other players are paid {gold} less.", "Mitspieler erhalten {gold} weniger."),
    ),
    "discount_2": (
        "discount_2", "discount", {"gold": 2}, "IS-TAB-5",
        ("large discount tablet", "große Rabatt-Steintafel"),
        ("Other players are paid {gold} less.", "Mitspieler erhalten {gold} weniger."),
    ),
}  # fmt: skip
"""By kind in COMPONENTS.yaml: our id, kind and numbers, the rule, names and texts in English and German."""

SCROLLS: dict[str, tuple[str, str, int, int, int, str, tuple[str, str]]] = {
    "per_completed_pasture": (
        "per_closed_pasture", "closed_pastures", 0, 1, 1, "IS-DSC-1",
        ("pasture scroll", "Schriftrolle für Weideland"),
    ),
    "per_completed_mountain": (
        "per_closed_mountain", "closed_mountains", 0, 1, 1, "IS-DSC-1",
        ("mountain scroll", "Schriftrolle für Gebirge"),
    ),
    "per_completed_water": (
        "per_closed_water", "closed_waters", 0, 1, 1, "IS-DSC-1",
        ("water scroll", "Schriftrolle für Gewässer"),
    ),
    "2_per_set_broch_farm_lighthouse": (
        "per_building_set", "building_sets", 0, 1, 2, "IS-DSC-2",
        ("scroll of building sets", "Schriftrolle für Gebäudesets"),
    ),
    "per_2_longest_road": (
        "per_road_tile", "road_tiles", 0, 2, 1, "IS-DSC-3",
        ("road scroll", "Schriftrolle für die längste Straße"),
    ),
    "per_water_lighthouse_ship": (
        "per_harbour", "harbours", 0, 1, 1, "IS-DSC-4",
        ("harbour scroll", "Schriftrolle für Häfen"),
    ),
    "per_5_gold": (
        "per_gold", "gold", 0, 5, 1, "IS-DSC-5",
        ("gold scroll", "Schriftrolle für Gold"),
    ),
    "per_set_sheep_cattle": (
        "per_animal_pair", "animal_pairs", 0, 1, 1, "IS-DSC-6",
        ("scroll of sheep with cattle", "Schriftrolle für Schaf und Rind"),
    ),
    "flat_3": ("flat_3", "nothing", 0, 1, 3, "IS-DSC-7", ("scroll of three", "Schriftrolle mit drei Punkten")),
    "flat_4": ("flat_4", "nothing", 0, 1, 4, "IS-DSC-7", ("scroll of four", "Schriftrolle mit vier Punkten")),
    "per_row": ("per_row", "rows", 3, 1, 1, "IS-DSC-8", ("scroll of rows", "Schriftrolle für Zeilen")),
    "per_column": ("per_column", "columns", 3, 1, 1, "IS-DSC-8", ("scroll of columns", "Schriftrolle für Spalten")),
}  # fmt: skip
"""By kind in COMPONENTS.yaml: ours, what counts, tiles that a line needs, so many for `points`, rule, names."""

# By key in COMPONENTS.yaml: our id, its rule, kind, points, least, per, `vp` there, then the names and texts.
SCORING: dict[str, tuple[str, str, str, Any, int, int, str, tuple[str, str], tuple[str, str]]] = {
    "open_water_edges": (
        "open_water", "IS-ST-D1", "each", 1, 0, 2, "1 per 2 open water edges, rounded down",
        ("open water", "offenes Wasser"),
        ("{points} VP for every {per} open water edges.", "{points} SP für je {per} offene Wasserkanten."),
    ),
    "largest_herd": (
        "largest_herd", "IS-ST-D2", "each", 2, 0, 1, "2 per cattle in the pasture area with most cattle",
        ("largest herd", "größte Herde"),
        (
            "{points} VP for each cattle of the largest herd: all cattle in one pasture.",
            "{points} SP für jedes Rind der größten Herde: alle Rinder im selben Weideland.",
        ),
    ),
    "lighthouse_majority": (
        "most_lighthouses", "IS-ST-D3", "majority", [5, 2], 1, 1, "5 / 2 for most / second most lighthouses",
        ("most lighthouses", "meiste Leuchttürme"),
        (
            "{points} VP for the most and second most lighthouses.",
            "{points} SP für die meisten und zweitmeisten Leuchttürme.",
        ),
    ),
    "longest_diagonal": (
        "longest_diagonal", "IS-ST-D4", "each", 2, 0, 1,
        "2 per tile on the fullest diagonal, gaps allowed, both directions",
        ("longest diagonal", "längste Diagonale"),
        (
            "{points} VP for each tile of the longest diagonal, up or down. It may have gaps.",
            "{points} SP für jedes Plättchen der längsten Diagonale, auf oder ab. Sie darf Lücken haben.",
        ),
    ),
    "largest_completed_mountain": (
        "largest_mountain", "IS-ST-D5", "each", 2, 0, 1, "2 per tile of the largest completed mountain area",
        ("largest closed mountain", "größtes abgeschlossenes Gebirge"),
        (
            "{points} VP for each tile of the largest closed mountain.",
            "{points} SP für jedes Plättchen des größten abgeschlossenen Gebirges.",
        ),
    ),
    "house_by_the_lake": (
        "house_by_the_lake", "IS-ST-D6", "each", 3, 0, 1, "3 per farm on a tile that is part of a completed water area",
        ("house by the lake", "Haus am See"),
        (
            "{points} VP for each farm whose tile is part of a closed water.",
            "{points} SP für jeden Bauernhof, dessen Plättchen Teil eines abgeschlossenen Gewässers ist.",
        ),
    ),
}  # fmt: skip


def words(pair: tuple[str, str]) -> dict[str, str]:
    return dict(zip(("en", "de"), pair, strict=True))


def has(tile: Facts) -> list[str]:
    """The marks in our notation: scrolls and tablets with their kinds last."""
    said = []
    for mark in (*OURS.values(), "scroll", "tablet"):
        for area in tile["areas"]:
            alone = [one["t"] for one in tile["areas"]].count(area["t"]) == 1
            where = area["t"] if alone else area["e"][0].lower()
            for theirs, count in area["f"].items():
                if theirs == mark == "scroll":
                    said.append(f"scroll {SCROLLS[count][0]} {where}")
                elif theirs == mark == "tablet":
                    said.append(f"tablet {TABLETS[count][0]} {where}")
                elif OURS.get(theirs) == mark:
                    said.append(f"{mark} {where}" if count == 1 else f"{count} {mark} {where}")
    expect(len(said), sum(len(area["f"]) for area in tile["areas"]), f"{tile['id']}: marks")
    return said


def box(facts: Facts) -> str:
    tiles = facts["druids"]
    marks: Counter[str] = Counter()
    for tile in tiles:
        for area in tile["areas"]:
            for kind, count in area["f"].items():
                marks[kind] += count if kind in OURS else 1
    known = facts["totals"]["druids"]
    expect((known["tiles"], known["tablets"], known["prov"]), (36, 10, "rulebook"), "totals: druids")
    counts = {"tiles": 36, "tablets": 10, "scoring": 6} | PIECES
    text = f"# What the module adds to the box; tiles, tablets, scrolls and scoring tiles are counted.{SEE}pieces:\n"
    for piece, count in counts.items():
        text += f"  {piece}: {total(count, 'rulebook', MATERIAL)}\n"
    text += "\n# Printed on the tiles (IS-DR-8).\n"
    prices = {"lowest": 0, "highest": 8, "provenance": "rulebook", "source": PRICES_TEXT}
    text += f"prices: {scalar(prices)}\n"
    text += "\n# Marks on the tiles. Barrels are counted in tiles that show some.\nmarks:\n"
    for theirs, ours in OURS.items():
        if theirs != "castle":
            text += f"  {ours}: {total(marks[theirs], 'reconstructed', 'counted on the tiles')}\n"
    return text + f"\nscrolls: {total(marks['scroll'], 'reconstructed', 'counted on the tiles')}\n"


def druids(facts: Facts) -> str:
    text = f"# The Druid tiles, one of each, with their printed prices. What a tile has not is left out.{SEE}"
    for tile in facts["druids"]:
        areas = [(area["t"], area["e"]) for area in tile["areas"]]
        said: Facts = {"id": tile["id"], "price": tile["price"]}
        said["face"] = drawn(tile["id"], tile["edges"], areas)
        roads = ["".join(sorted(road, key="NESW".index)).lower() for road in tile["roads"]]
        said |= ({"road": roads} if roads else {}) | ({"has": marks} if (marks := has(tile)) else {})
        text += item(said | {"provenance": tile["prov"]})
    return text


def tablets(facts: Facts) -> str:
    text = "# The stone tablets. In a text the numbers stand as {gold} and {tiles}." + SEE
    expect([tablet["kind"] for tablet in facts["tablets"]], [*TABLETS], "tablets: kinds")
    on_tiles = Counter(
        area["f"]["tablet"] for tile in facts["druids"] for area in tile["areas"] if "tablet" in area["f"]
    )
    for tablet in facts["tablets"]:
        ours, kind, numbers, rule, names, texts = TABLETS[tablet["kind"]]
        expect(on_tiles[tablet["kind"]], tablet["copies"], f"tablets: {tablet['kind']}")
        said: Facts = {"id": ours, "kind": kind} | numbers
        said |= {"copies": tablet["copies"], "names": words(names), "text": words(texts), "rule": rule}
        said |= {"provenance": "rulebook", "copies_provenance": tablet["copies_prov"], "source": TABLETS_TEXT}
        text += item(said)
    return text


def dolmen(facts: Facts) -> str:
    known = facts["dolmen"]
    expect(known["bag_action"], {"cost": 5, "draw": 2, "keep": 1}, "dolmen: bag_action")
    text = f"# The dolmen board. What a tile from the bag costs are the options bag_price and bag_drawn.{SEE}"
    text += "# By space, from left to right: gold on top of the printed price (IS-DR-3, IS-DR-8).\n"
    said = {
        "surcharges": known["surcharge_left_to_right"],
        "provenance": "rulebook",
        "source": "001 Spielaufbau",
    }
    return text + "".join(folded(f"{key}: {scalar(value)}") for key, value in said.items())


def scrolls(facts: Facts) -> str:
    known = facts["scrolls"]["druids"]
    expect([kind["kind"] for kind in known], [*SCROLLS], "scrolls: kinds")
    text = (
        f"# The kinds of scroll: `points` for each full `per` of what `counts` in the whole territory.{SEE}"
    )
    for kind in known:
        ours, counts, least, per, points, rule, names = SCROLLS[kind["kind"]]
        expect(kind["copies"], 2, f"scrolls: {kind['kind']}")
        said: Facts = {"id": ours, "names": words(names), "counts": counts}
        said |= {"least": least} if least else {}
        said |= {"per": per, "points": points, "copies": kind["copies"], "rule": rule}
        said |= {"provenance": "rulebook", "copies_provenance": "reconstructed", "source": SCROLLS_TEXT}
        text += item(said)
    return text


def scoring(facts: Facts) -> str:
    text = "# The scoring tiles. In a text the numbers stand as {points}, {least} and {per}." + SEE
    known = {tile["key"]: tile for tile in facts["scoring_tiles"] if tile["set"] == "druids"}
    expect([*known], [*SCORING], "scoring_tiles: keys")
    for number, (key, row) in enumerate(SCORING.items(), 1):
        name, rule, kind, points, least, per, vp, names, texts = row
        tile = known[key]
        wanted = (vp, "majority" if kind == "majority" else "solo", 1 if kind == "majority" else None)
        expect((tile["vp"], tile["type"], tile.get("minimum")), wanted, f"scoring_tiles: {key}")
        said: Facts = {"id": name, "number": number, "rule": rule, "kind": kind, "points": points}
        said |= ({"least": least} if least else {}) | ({"per": per} if per > 1 else {})
        said |= {"names": words(names), "text": words(texts)}
        said |= {"provenance": "rulebook", "source": SCORING_TEXT, "source_id": tile["id"]}
        text += item(said)
    return text


WRITERS = {
    "box": box,
    "druids": druids,
    "tablets": tablets,
    "dolmen": dolmen,
    "scrolls": scrolls,
    "scoring": scoring,
}


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    return files(components, WRITERS)


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
