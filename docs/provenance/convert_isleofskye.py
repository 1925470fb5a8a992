"""Convert a list of Isle of Skye's components (base game) into data files of `data/isleofskye`.

    python docs/provenance/convert_isleofskye.py COMPONENTS.yaml data/isleofskye

COMPONENTS.yaml is the research file in which every fact about the box was collected with its source. What it knows is
converted: box, landscape, castles, tracks, scrolls, scoring. Tiles are redrawn in three rows of three letters; each
drawing is read back by a search from letter to letter, which has to find the areas that were drawn. Written by hand
are rules.yaml, messages.yaml and README.md, and what stands below: words, pieces and sources that the list leaves
out. A fact that is not as this script expects it stops the conversion. The files in data/isleofskye are the truth
from here on; this script says where they came from. With TILEWRIGHT_COMPONENTS a test compares the two.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

from components import Facts, expect, files, folded, scalar, total, write

SEE = "\n# Notation and provenance: README.md in this game's folder."
MATERIAL, SCORING_TEXT, END = "001 Spielmaterial", "001 Wertungsplättchen", "001 Spielende und Schlusswertung"

PIECES = {"tiles": 73, "castles": 5, "scoring": 16}
OTHER_PIECES = {
    "boards": 1,
    "start_player_tiles": 1,
    "screens": 5,
    "round_markers": 1,
    "score_markers": 5,
    "bags": 1,
    "discard_markers": 5,
}
"""Pieces that COMPONENTS.yaml does not list; IS-COMP-1."""

TERRAINS = {"P": ("pasture", "Weideland"), "M": ("mountain", "Gebirge"), "W": ("water", "Gewässer")}
MARKS = {
    "sheep": ("sheep", "sheep", "Schaf"),
    "cattle": ("cattle", "cattle", "Rind"),
    "farm": ("farm", "farm", "Bauernhof"),
    "broch": ("broch", "broch", "Broch"),
    "lighthouse": ("lighthouse", "lighthouse", "Leuchtturm"),
    "ship": ("ship", "ship", "Schiff"),
    "barrel": ("whisky", "whisky barrels", "Whiskyfässer"),
}
"""By mark: what COMPONENTS.yaml calls it, and its name in English and German. The order is that of `has`."""
OURS = {theirs: ours for ours, (theirs, _, _) in MARKS.items()} | {"castle": "castle"}

SCROLLS = {
    "per_2_sheep": ("per_sheep", "sheep", 2, "sheep // 2", "IS-SCR-1", "sheep scroll", "Schafe"),
    "per_2_whisky": ("per_barrel", "barrel", 2, "tiles with whisky // 2", "IS-SCR-2", "whisky scroll", "Whiskyfässer"),
    "per_2_ships": ("per_ship", "ship", 2, "ships // 2", "IS-SCR-3", "ship scroll", "Schiffe"),
    "per_cattle": ("per_cattle", "cattle", 1, "cattle", "IS-SCR-4", "cattle scroll", "Rinder"),
    "per_broch": ("per_broch", "broch", 1, "brochs", "IS-SCR-5", "broch scroll", "Brochs"),
    "per_farm": ("per_farm", "farm", 1, "farms", "IS-SCR-6", "farm scroll", "Bauernhöfe"),
    "per_lighthouse": (
        "per_lighthouse", "lighthouse", 1, "lighthouses", "IS-SCR-7", "lighthouse scroll", "Leuchttürme",
    ),
}  # fmt: skip
"""By kind in COMPONENTS.yaml: ours, what counts, so many for a point, `vp` there, rule, name, German word."""

CASTLES = {
    "C_blue": ("blue castle", "blaue Burg"),
    "C_yellow": ("yellow castle", "gelbe Burg"),
    "C_red": ("red castle", "rote Burg"),
    "C_white": ("white castle", "weiße Burg"),
    "C_green": ("green castle", "grüne Burg"),
}

JOINS = {
    "L20": [("P", "N"), ("M", "EW"), ("P", "S")],
    "L51": [("P", "N"), ("W", "E"), ("P", "S"), ("M", "W")],
    "L71": [("P", "N"), ("M", "E"), ("P", "S"), ("W", "W")],
}
"""The areas as src1 has them, where the transcriptions differ in what is joined."""

# By key in COMPONENTS.yaml: our id, the number n of its rule IS-ST-n, kind, points, least, `vp` there, then the names
# and texts in English and German.
SCORING: dict[str, tuple[str, int, str, Any, int, str, tuple[str, str], tuple[str, str]]] = {
    "squares": (
        "squares", 1, "each", 2, 0, "2 per 2x2 block of tiles, blocks may overlap",
        ("squares", "Quadrate"),
        (
            "{points} VP for each block of two by two tiles. A tile may be part of several.",
            "{points} SP für jeden Block aus zwei mal zwei Plättchen. Ein Plättchen darf zu mehreren gehören.",
        ),
    ),
    "completed_areas": (
        "closed_regions", 2, "each", 1, 0, "1 per completed area",
        ("closed regions", "abgeschlossene Gebiete"),
        ("{points} VP for each closed region.", "{points} SP für jedes abgeschlossene Gebiet."),
    ),
    "sheep": (
        "all_sheep", 3, "each", 1, 0, "1 per sheep",
        ("all sheep", "alle Schafe"),
        ("{points} VP for each sheep.", "{points} SP für jedes Schaf."),
    ),
    "completed_areas_3": (
        "large_regions", 4, "each", 3, 3, "3 per completed area of at least 3 tiles",
        ("large closed regions", "große abgeschlossene Gebiete"),
        (
            "{points} VP for each closed region on at least {least} tiles.",
            "{points} SP für jedes abgeschlossene Gebiet auf mindestens {least} Plättchen.",
        ),
    ),
    "brochs_in_mountains": (
        "mountain_brochs", 5, "table", [1, 3, 6], 0, "per mountain area with 1 / 2 / 3 or more brochs: 1 / 3 / 6",
        ("brochs in the mountains", "Brochs im Gebirge"),
        (
            "For each mountain {points} VP with 1, 2, 3 or more brochs in it. It need not be closed.",
            "Für jedes Gebirge {points} SP bei 1, 2, 3 oder mehr Brochs darin. Es muss nicht abgeschlossen sein.",
        ),
    ),
    "building_sets": (
        "building_sets", 6, "each", 5, 0, "5 per set of broch, farm and lighthouse",
        ("sets of buildings", "Gebäudesets"),
        (
            "{points} VP for each set of a broch, a farm and a lighthouse. A building is part of one set only.",
            "{points} SP für jedes Set aus Broch, Bauernhof und Leuchtturm. Ein Gebäude gehört nur zu einem Set.",
        ),
    ),
    "whisky_majority": (
        "most_barrels", 7, "majority", [5, 2], 1, "5 / 2 for most / second most tiles with whisky",
        ("most tiles with barrels", "meiste Plättchen mit Fässern"),
        (
            "{points} VP for the most and second most tiles with whisky barrels, connected by road or not.",
            "{points} SP für die meisten und zweitmeisten Plättchen mit Whiskyfässern, ob mit Straße oder ohne.",
        ),
    ),
    "ship_majority": (
        "most_ships", 8, "majority", [5, 2], 1, "5 / 2 for most / second most ships",
        ("most ships", "meiste Schiffe"),
        ("{points} VP for the most and second most ships.", "{points} SP für die meisten und zweitmeisten Schiffe."),
    ),
    "farm_animals": (
        "farm_animals", 9, "each", 1, 0,
        "1 per sheep or cattle on, or orthogonally or diagonally next to, a tile with a farm",
        ("animals at farms", "Tiere an Bauernhöfen"),
        (
            "{points} VP for each sheep and cattle whose tile has a farm, or touches one that has, also at a corner.",
            "{points} SP für jedes Schaf und Rind mit einem Bauernhof auf oder neben seinem Plättchen, auch über Eck.",
        ),
    ),
    "gold_majority": (
        "most_gold", 10, "majority", [5, 2], 1, "5 / 2 for most / second most gold, gold is shown",
        ("most gold", "meistes Gold"),
        (
            "{points} VP for the most and second most gold. Everybody shows theirs.",
            "{points} SP für das meiste und zweitmeiste Gold. Alle zeigen ihres vor.",
        ),
    ),
    "cattle_on_road": (
        "cattle_on_road", 11, "each", 2, 0, "2 per cattle connected to the castle by road",
        ("cattle on the road", "Rinder an der Straße"),
        (
            "{points} VP for each cattle connected to the own castle by road.",
            "{points} SP für jedes Rind, das über Straßen mit der eigenen Burg verbunden ist.",
        ),
    ),
    "ship_and_lighthouse": (
        "harbours", 12, "each", 3, 0, "3 per water area with at least one ship and one lighthouse",
        ("harbours", "Häfen"),
        (
            "{points} VP for each water with a ship and a lighthouse in it. It need not be closed.",
            "{points} SP für jedes Gewässer mit einem Schiff und einem Leuchtturm. Es muss nicht abgeschlossen sein.",
        ),
    ),
    "tiles_on_road": (
        "road_tiles", 13, "each", 1, 0, "1 per tile connected to the castle by road",
        ("tiles on the road", "Plättchen an der Straße"),
        (
            "{points} VP for each tile connected to the own castle by road.",
            "{points} SP für jedes Plättchen, das über Straßen mit der eigenen Burg verbunden ist.",
        ),
    ),
    "columns": (
        "columns", 14, "each", 3, 3, "3 per vertical line (unbroken run, IS-AMB-5) of at least 3 connected tiles",
        ("columns", "Spalten"),
        (
            "{points} VP for each vertical line of at least {least} tiles without a gap.",
            "{points} SP für jede senkrechte Reihe aus mindestens {least} Plättchen ohne Lücke.",
        ),
    ),
    "largest_completed_water": (
        "largest_lake", 15, "each", 2, 0, "2 per tile of the largest completed water area",
        ("largest closed water", "größtes abgeschlossenes Gewässer"),
        (
            "{points} VP for each tile of the largest closed water.",
            "{points} SP für jedes Plättchen des größten abgeschlossenen Gewässers.",
        ),
    ),
    "completed_mountains": (
        "closed_mountains", 16, "each", 2, 0, "2 per completed mountain area",
        ("closed mountains", "abgeschlossene Gebirge"),
        ("{points} VP for each closed mountain.", "{points} SP für jedes abgeschlossene Gebirge."),
    ),
}  # fmt: skip


# How things are written


def fields(said: Facts, indent: str = "") -> str:
    """Each field on a line of its own; drawings and records on several."""
    text = ""
    for key, value in said.items():
        if key == "face":
            text += f"{indent}face: |\n" + textwrap.indent(value, f"{indent}  ") + "\n"
        elif key in ("alternative", "text") and isinstance(value, dict):
            text += f"{indent}{key}:\n" + fields(value, f"{indent}  ")
        else:
            text += folded(f"{indent}{key}: {scalar(value)}", f"{indent}  ")
    return text


def item(said: Facts) -> str:
    """A list item."""
    return textwrap.indent(fields(said), "  ").replace("  ", "- ", 1)


# Tiles


def drawn(name: str, edges: str, areas: list[tuple[str, str]]) -> str:
    """Three rows of three letters that show these areas: terrain and sides of each, no sides where it is enclosed.

    Corners show what they join, else a dot; the centre is the first letter with which the drawing reads back.
    """
    owner = {side: number for number, (_, sides) in enumerate(areas) for side in sides}
    expect(
        "".join(areas[owner[side]][0] for side in "NESW"), edges, f"{name}: terrain of the areas at the sides"
    )
    north, east, south, west = [*edges]
    corner = {
        a + b: edges["NESW".index(a)] if owner[a] == owner[b] else "." for a, b in ("NE", "SE", "SW", "NW")
    }
    for centre in [terrain for terrain, _ in sorted(areas, key=lambda area: -len(area[1]))]:
        rows = (
            corner["NW"] + north + corner["NE"],
            west + centre + east,
            corner["SW"] + south + corner["SE"],
        )
        drawing = "\n".join(rows)
        if seen(drawing) == sorted((terrain, "".join(sides)) for terrain, sides in areas):
            return drawing
    raise SystemExit(f"{name}: no drawing shows {areas}")


def seen(drawing: str) -> list[tuple[str, str]]:
    """The areas of a drawing, sorted: equal letters side by side, searched from letter to letter.

    A group that holds no side is an area if it holds the centre; a dot is nothing.
    """
    rows = drawing.split()
    at = {(0, 1): "N", (1, 2): "E", (2, 1): "S", (1, 0): "W"}
    found, done = [], set()
    for start in product(range(3), repeat=2):
        if start in done or rows[start[0]][start[1]] == ".":
            continue
        group = [start]
        for r, c in group:
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                inside = min(near) >= 0 and max(near) <= 2
                if inside and near not in group and rows[near[0]][near[1]] == rows[start[0]][start[1]]:
                    group.append(near)
        done.update(group)
        sides = "".join(sorted((at[cell] for cell in group if cell in at), key="NESW".index))
        if sides or (1, 1) in group:
            found.append((rows[start[0]][start[1]], sides))
    return sorted(found)


def reading(name: str, tile: Facts) -> Facts:
    """Face, roads and marks in our notation."""
    areas = [(area["t"], area["e"]) for area in tile["areas"]]
    said: Facts = {"face": drawn(name, tile["edges"], areas)}
    roads = ["".join(sorted(road, key="NESW".index)).lower() for road in tile["roads"]]
    if roads:
        said["road"] = roads
    has = []
    for mark in (*OURS.values(), "scroll"):
        for area in tile["areas"]:
            terrain, sides = area["t"], area["e"]
            alone = [one["t"] for one in tile["areas"]].count(terrain) == 1
            where = terrain if alone else sides[0].lower()
            for theirs, count in area["f"].items():
                if theirs == "scroll" == mark:
                    has.append(f"scroll {SCROLLS[count][0]} {where}")
                elif theirs != "scroll" and OURS[theirs] == mark:
                    has.append(f"{mark} {where}" if count == 1 else f"{count} {mark} {where}")
    expect(len(has), sum(len(area["f"]) for area in tile["areas"]), f"{name}: marks")
    if has:
        said["has"] = has
    return said


def other(tile: Facts) -> tuple[str, Facts]:
    """The source of the reading that was not chosen, and the tile as it would be with it."""
    note = re.match(r"(\w+): src1 (.*?), src2 (.*?)[,;](?: src2 earlier .*;)? chose (\w+)", tile["note"])
    if note is None:
        raise SystemExit(f"{tile['id']}: note {tile['note']!r}")
    what, first, second, chosen = note.groups()
    changed: Facts = json.loads(json.dumps(tile))
    if what == "joins":
        expect((chosen, "centre" in first), ("src2", True), f"{tile['id']}: note")
        changed["areas"] = [{"t": terrain, "e": sides, "f": {}} for terrain, sides in JOINS[tile["id"]]]
        for area in tile["areas"]:
            if area["f"]:
                [home] = [one for one in changed["areas"] if area["t"] == one["t"] and area["e"] in one["e"]]
                home["f"] |= area["f"]
        return "src1", changed
    by_source = {"src1": first.removesuffix(" only"), "src2": second.removesuffix(" only")}
    [source] = [name for name, said in by_source.items() if said != chosen]
    if what == "roads":
        [road] = tile["roads"]
        expect("".join(road), chosen, f"{tile['id']}: roads")
        changed["roads"] = [[*by_source[source]]]
    else:
        mark = {"sheep": "sheep", "ships": "ship"}[what]
        [area] = [area for area in changed["areas"] if mark in area["f"]]
        expect(str(area["f"][mark]), chosen, f"{tile['id']}: {mark}")
        area["f"][mark] = int(by_source[source])
        if not area["f"][mark]:
            del area["f"][mark]
    return source, changed


def tile_item(tile: Facts) -> str:
    name = tile["id"]
    said: Facts = {"id": name} | reading(name, tile)
    said |= {"bridge": True} if tile.get("bridge") else {}
    said |= {"provenance": tile["prov"], "source_ids": [tile["src1"], tile["src2"]]}
    expect(tile["agree"], "disputed" if "note" in tile else "both", f"{name}: agree")
    if "note" in tile:
        source, changed = other(tile)
        found = reading(name, changed)
        differs = [key for key in ("face", "road", "has") if said.get(key) != found.get(key)]
        said["alternative"] = found | {"differs": differs, "source": source}
        said["note"] = tile["note"]
    return item(said)


def landscape(facts: Facts) -> str:
    known = facts["landscape"]
    expect([tile["id"] for tile in known], [f"L{n:02}" for n in range(1, 74)], "landscape: ids")
    expect([tile["src2"] for tile in known], [*range(1, 74)], "landscape: src2")
    expect(sorted(tile["src1"] for tile in known), [*range(1, 74)], "landscape: src1")
    text = f"# The landscape tiles, one of each. What a tile has not is left out.{SEE}\n\n"
    return text + "".join(map(tile_item, known))


def castles(facts: Facts) -> str:
    text = f"# The castle tiles, one of each colour. The castle points to its owner, in the south.{SEE}\n\n"
    expect([tile["id"] for tile in facts["castles"]], [*CASTLES], "castles: ids")
    for tile in facts["castles"]:
        expect(tile["agree"], "single", f"{tile['id']}: agree")
        english, german = CASTLES[tile["id"]]
        said = {"id": tile["id"], "names": {"en": english, "de": german}} | reading(tile["id"], tile)
        said |= {"provenance": tile["prov"], "note": "in src1 only"}
        text += item(said)
    return text


# The rest of the box


def counted(tiles: list[Facts]) -> Counter[str]:
    """Marks of each kind, tiles with barrels once each."""
    found: Counter[str] = Counter()
    for tile in tiles:
        for area in tile["areas"]:
            for mark, count in area["f"].items():
                found["scroll" if mark == "scroll" else OURS[mark]] += (
                    1 if mark in ("scroll", "whisky") else count
                )
    return found


def box(facts: Facts) -> str:
    tiles, totals, first = facts["landscape"], facts["totals"]["landscape"], facts["totals"]["landscape_src1"]
    chosen, else_ = counted(tiles), counted([other(tile)[1] if "note" in tile else tile for tile in tiles])
    expect({mark: chosen[mark] for mark in MARKS}, {m: totals[MARKS[m][0]] for m in MARKS}, "totals: marks")
    expect(
        {m: else_[m] for m in MARKS}, {m: first.get(MARKS[m][0], totals[MARKS[m][0]]) for m in MARKS}, "src1"
    )
    expect(chosen["scroll"], totals["scrolls"], "totals: scrolls")
    edges = Counter("".join(tile["edges"] for tile in tiles))
    expect({terrain: edges[terrain] for terrain in "PWM"}, totals["edges"], "totals: edges")
    expect(len(tiles), totals["tiles"], "totals: tiles")
    base = [tile for tile in facts["scoring_tiles"] if tile["set"] == "base"]
    expect({"tiles": len(tiles), "castles": len(facts["castles"]), "scoring": len(base)}, PIECES, "pieces")
    text = f"# What lies in the box; tiles, castles, scrolls, marks and sides are counted when it is loaded.{SEE}\n\n"
    text += "players: [2, 5]\n\npieces:\n"
    for piece, count in (PIECES | OTHER_PIECES).items():
        text += f"  {piece}: {total(count, 'rulebook', MATERIAL)}\n"
    coins = dict(facts["totals"]["coins"])
    gold, prov, note = coins.pop("gold_total"), coins.pop("prov"), coins.pop("note")
    expect(note, "treat the supply as unlimited", "coins: note")
    expect(sum(worth * count for worth, count in coins.items()), gold, "coins: gold_total")
    text += "\n# How many of each worth, and how much gold that is (IS-COMP-1); as a limit: option coins.\n"
    text += f"coins: {scalar({'of': coins, 'gold': gold, 'provenance': prov, 'source': MATERIAL})}\n"
    text += "\n# How often each letter of a round track is scored (IS-END-3).\n"
    text += f"scorings: {total(3, 'rulebook', '001 Rundenende und Wertung')}\n"
    text += "\n# Marks on the landscape tiles: `count` with the chosen reading of the disputed tiles, `alternative`\n"
    text += "# with the other one. Barrels are counted in tiles that show some.\nmarks:\n"
    source = "counted on the tiles"
    for mark, (_, english, german) in MARKS.items():
        said: Facts = {"names": {"en": english, "de": german}, "count": chosen[mark]}
        said |= {"alternative": else_[mark]} if else_[mark] != chosen[mark] else {}
        text += f"  {mark}:\n" + fields(said | {"provenance": "public-source", "source": source}, "    ")
    text += "\n# Sides of the landscape tiles, by terrain.\nterrains:\n"
    for terrain, (english, german) in TERRAINS.items():
        said = {"names": {"en": english, "de": german}, "count": edges[terrain]}
        text += f"  {terrain}:\n" + fields(said | {"provenance": "public-source", "source": source}, "    ")
    return text + f"\nscrolls: {total(chosen['scroll'], 'public-source', source)}\n"


def tracks(facts: Facts) -> str:
    text = f"# The round tracks of the board: which letters are scored in a round, gold for each player ahead.{SEE}\n"
    for side, players, name in (("front", [2, 4], "p2_to_4"), ("back", [5, 5], "p5")):
        known = facts["schedule"][name]
        expect([line["round"] for line in known["rounds"]], [*range(1, len(known["rounds"]) + 1)], name)
        text += f"\n{side}:\n  players: {players}\n  rounds:\n"
        for line in known["rounds"]:
            text += f"    - {scalar({'score': line['score'], 'catch_up': line['catch_up']})}\n"
        text += f"  provenance: {known['prov']}\n"
        source = {"front": "src1, src2c and src3 agree; 001 Einkommen shows the gold of round 5"}
        text += f"  source: {scalar(source.get(side, 'src1 and src3 agree, and so does a review'))}\n"
        if "rejected_alternative" in known:
            rejected = known["rejected_alternative"]
            text += "  # IS-AMB-22, option track: the letters as another source has them\n  alternative:\n"
            text += f"    score: {scalar(rejected['score'])}\n    source: {rejected['source']}\n"
            text += f"    note: {scalar(rejected['why'])}\n"
    return text


def scrolls(facts: Facts) -> str:
    known = facts["scrolls"]
    expect(
        known["rounding"], "floor first, then double when the area holding the scroll is complete", "rounding"
    )
    expect([kind["kind"] for kind in known["base"]], [*SCROLLS], "scrolls: kinds")
    text = f"# The kinds of scroll: `points` for each full `per` of what `counts` in the whole territory.{SEE}\n\n"
    for kind in known["base"]:
        ours, mark, per, vp, rule, english, german = SCROLLS[kind["kind"]]
        expect((kind["vp"], kind["copies"]), (vp, 2), f"scrolls: {kind['kind']}")
        said: Facts = {
            "id": ours,
            "names": {"en": english, "de": f"Schriftrolle für {german}"},
            "counts": mark,
        }
        said |= {"per": per, "points": 1, "copies": kind["copies"], "rule": rule}
        said |= {"provenance": "rulebook", "copies_provenance": "public-source", "source": END}
        text += item(said)
    return text


def scoring(facts: Facts) -> str:
    text = f"# The scoring tiles. In a text the numbers stand as {{points}} and {{least}}.{SEE}\n\n"
    known = {tile["key"]: tile for tile in facts["scoring_tiles"] if tile["set"] == "base"}
    expect(sorted(known), sorted(SCORING), "scoring_tiles: keys")
    ties = "all tied for most get 5 and second place is void; all tied for second get 2; nobody scores with 0"
    expect(facts["majority_ties"], ties, "majority_ties")
    for key, (name, number, kind, points, least, vp, names, texts) in SCORING.items():
        tile = known[key]
        wanted = (vp, "majority" if kind == "majority" else "solo", 1 if kind == "majority" else None)
        expect((tile["vp"], tile["type"], tile.get("minimum")), wanted, f"scoring_tiles: {key}")
        said: Facts = {"id": name, "number": number, "rule": f"IS-ST-{number}", "kind": kind}
        said |= {"points": points} | ({"least": least} if least else {})
        said["names"] = dict(zip(("en", "de"), names, strict=True))
        said["text"] = dict(zip(("en", "de"), texts, strict=True))
        said |= {"provenance": "rulebook", "source": SCORING_TEXT, "source_id": tile["id"]}
        text += item(said)
    return text


WRITERS = {
    "box": box,
    "landscape": landscape,
    "castles": castles,
    "tracks": tracks,
    "scrolls": scrolls,
    "scoring": scoring,
}


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    return files(components, WRITERS)


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
