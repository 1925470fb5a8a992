"""Convert a list of Glen More's components into data files of `data/glenmore`.

    python docs/provenance/convert_glenmore.py COMPONENTS.yaml data/glenmore

COMPONENTS.yaml is the research file in which every fact about the box was collected with its source. What it
knows is converted: box, tiles, cards. Written by hand are editions.yaml, rules.yaml, messages.yaml and README.md,
and what stands below: the Polish names, pieces that the list leaves out, the cards' effects in our notation. A fact
that is not as this script expects it stops the conversion. The files in data/glenmore are the truth from here on;
this script says where they came from. With TILEWRIGHT_COMPONENTS a test compares the two.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from components import Facts, expect, files, folded, scalar, total, write

SEE = "\n# Notation and provenance: README.md in this game's folder."
MATERIAL = "000 Spielmaterial"

POLISH = {
    "Starting village": "Osada początkowa",
    "Stone quarry": "Kamieniołom",
    "Forest": "Las",
    "Meadow": "Łąka",
    "Pasture": "Pastwisko",
    "Wheat field": "Pole zbożowe",
    "Village": "Osada",
    "Distillery": "Gorzelnia",
    "Butcher": "Kram rzeźniczy",
    "Annual fair": "Jarmark",
    "Tavern": "Tawerna",
    "Grocer": "Kramarz",
    "Bridge": "Most",
}
"""Names of the Polish rulebook, in the singular. Special places keep their names; two misprints are put right."""

STATED = {
    "s2_butcher_both": ("mixed_butcher_vp", 5),
    "s3_grocer": ("grocer_vp", 8),
    "s3_bridge_river": ("bridge_vp", 7),
}
"""Points that the rules state, and so are options: which one, and what it has to be by default."""

CONFIRMED = {"bonus": "once", "activation": "each", "activation_max": "each_most"}
"""Fields that have another name here."""

PIECES = {
    "members": ("clan_members", ""),
    "barrels": ("whisky_barrels", ""),
    "coins": ("coins", ""),
    "wood": ("wood", "green"),
    "stone": ("stone", "grey"),
    "sheep": ("sheep", "white"),
    "cattle": ("cattle", "brown"),
    "grain": ("grain", "yellow"),
}
UNLISTED = {
    "pawns": (5, "one for each player"),
    "chips": (58, "victory points: 18 of 1, 10 of 3, 15 of 5, 15 of 10"),
}
"""Pieces that COMPONENTS.yaml does not list; GM-COMP-5."""

EFFECTS: dict[str, tuple[str, str, str, Facts]] = {
    "iona_abbey": ("GM-SP-1", "game_end", "2 VP per yellow", {"final": {"frame": "yellow", "points": 2}}),
    "loch_lochy": ("GM-SP-2", "once_on_placing", "any 2 resources", {"once": {"cubes": 2}}),
    "loch_morar": ("GM-SP-3", "game_end", "2 VP per green", {"final": {"frame": "green", "points": 2}}),
    "loch_ness": ("GM-SP-4", "every_turn", "activate one own tile", {"every_turn": {"activate": 1}}),
    "loch_shiel": ("GM-SP-5", "once_on_placing", "without cubes gets 1 cube", {"once": {"restock": "true"}}),
    "loch_oich": ("GM-SP-6", "once_on_placing", "activate all own tiles", {"once": {"activate_all": "true"}}),
    "castle_stalker": ("GM-SP-7", "once_on_placing", "1 extra clan member", {"once": {"member": 1}}),
    "castle_moil": ("GM-SP-8", "once_on_placing", "1 whisky barrel", {"once": {"whisky": 1}}),
    "armadale_castle": ("GM-SP-9", "once_on_placing", "3 coins", {"once": {"coins": 3}}),
    "duart_castle": ("GM-SP-10", "game_end", "3 VP per village", {"final": {"kind": "village", "points": 3}}),
    "donan_castle": ("GM-SP-11", "once_on_placing", "2 whisky barrels", {"once": {"whisky": 2}}),
    "castle_of_mey": ("GM-SP-12", "every_scoring", "count double", {"every_scoring": {"chieftain": 2}}),
    "cawdor_castle": ("GM-SP-13", "every_scoring", "no effect besides", {}),
}
"""By card: its rule, and when and what COMPONENTS.yaml says in words, with that in our notation."""


def record(fields: Facts) -> str:
    """A list item, a field on each line."""
    text = "".join(folded(f"{key}: {scalar(value)}") for key, value in fields.items())
    return textwrap.indent(text, "  ").replace("  ", "- ", 1)


def box(facts: Facts) -> str:
    meta, board = facts["meta"], facts["warehouse"]
    known = meta["components"]
    expect(
        meta["track_spaces"]["value"] - meta["track_spaces"]["occupied_at_turn_end"], 1, "track_spaces: gap"
    )
    expect(meta["resources"]["value"], ["wood", "stone", "sheep", "cattle", "grain"], "resources")
    expect(meta["die_faces"]["used_with_players"], [2, 3], "die_faces: players")
    text = f"# What lies in the box, and what each number of players uses of it.{SEE}\n\nplayers: [2, 5]\n"
    spaces = total(meta["track_spaces"]["value"], meta["track_spaces"]["provenance"], "000 Spielvorbereitung")
    text += f"spaces: {spaces} # of the circuit\n\nstacks:\n"
    for stack, said in meta["stacks"].items():
        source = {
            "rulebook": "000 Spielvorbereitung",
            "derived": "from the set-up: GM-SETUP-9, GM-DIE-3",
        }.get(said["provenance"], "the tiles' backs")
        text += f"  {stack}: {total(said['count'], said['provenance'], source)}\n"
    text += "\n# Tiles with the river, and with the road; start villages, which have both, are left out.\n"
    for name, field in (("rivers", "river"), ("roads", "road")):
        count = sum(tile["count"] for tile in facts["tiles"] if tile[field] and tile["stack"] != "start")
        text += f"{name}: {total(count, 'public-source', 'counted on the tiles')}\n"
    text += "\n# Pieces are not a limit (GM-COMP-6); the numbers of tiles, cards and members are checked.\npieces:\n"
    text += f"  tiles: {total(meta['total_tiles']['value'], meta['total_tiles']['provenance'], MATERIAL)}\n"
    text += f"  cards: {total(len(facts['cards']), 'rulebook', MATERIAL)}\n"
    for piece, (name, colour) in PIECES.items():
        note = {"note": colour} if colour else {}
        expect(meta["cube_colours"].get(name, ""), colour, f"cube_colours: {name}")
        text += f"  {piece}: {total(known[name], known['provenance'], MATERIAL, **note)}\n"
    for piece, (count, words) in UNLISTED.items():
        text += folded(f"  {piece}: {total(count, 'rulebook', MATERIAL, note=words)}", "    ")
    faces, table, prices = meta["die_faces"], facts["scoring"]["difference_to_vp"], board["prices"]
    values = list(table["table"].values())
    expect([*table["table"]], list(range(len(values))), "difference_to_vp: differences")
    expect(table["above_5"], values[-1], "difference_to_vp: above_5")
    rows: dict[str, tuple[str, Facts]] = {
        "prices": ("the spaces of each warehouse row", row(prices["value"], prices, "000 Das Lager")),
        "difference_vp": (
            "points for 0, 1, 2 ... more than the lowest count; a larger difference scores as the last",
            row(values, table, "the board; some of its values are in 000 Die drei Wertungen"),
        ),
        "die": ("its faces", row(faces["value"], faces, MATERIAL)),
    }
    for name, (comment, said) in rows.items():
        text += f"\n# {name}: {comment}\n" + folded(f"{name}: {scalar(said)}")
    expect(board["start_state"]["2_3_players"]["coins_on"], [1], "warehouse with 2 and 3 players")
    expect(board["start_state"]["4_5_players"]["coins_on"], [], "warehouse with 4 and 5 players")
    text += "\n# Tiles laid out of stacks 0 and 1, whether the die plays, whether the warehouse begins with a coin on\n"
    text += "# each space of price 1. Coins that a player begins with: option start_coins.\nsetup:\n"
    for players, said in meta["setup_tiles_on_track"].items():
        line = {key: said[key] for key in ("stack0", "stack1", "die")}
        line |= {"coins_on_first_space": players <= 3, "provenance": said["provenance"]}
        text += f"  {players}: {scalar(line)}\n"
    return text


def row(values: list[int], said: Facts, source: str) -> Facts:
    return {"values": values, "provenance": said["provenance"], "source": source}


def tiles(facts: Facts) -> str:
    text = f"# Every kind of tile. Anything a tile lacks is left out.{SEE}\n"
    stack = None
    for tile in facts["tiles"]:
        if tile["stack"] != stack:
            stack = tile["stack"]
            text += f"\n# {'Start villages' if stack == 'start' else f'Stack {stack}'}\n"
        english, german = tile["name_en"], tile["name_de"]
        names = {"en": english}
        if english in POLISH:
            names |= {"de": german, "pl": POLISH[english]}
        else:
            expect(german, english, f"{tile['id']}: name of a special place")
        cost = {
            {"any_different": "different", "clan_member_or_chieftain": "member"}.get(k, k): n
            for k, n in tile["cost"].items()
        }
        once = {{"clan_member": "member"}.get(k, k): n for k, n in tile["bonus"].items() if k != "card"}
        fields: Facts = {"id": tile["id"], "names": names, "stack": stack}
        fields |= {"count": tile["count"]} if tile["count"] > 1 else {}
        fields |= {"frame": tile["frame"], "kind": tile["kind"]}
        fields |= {key: value for key, value in (("cost", cost), ("once", once)) if value}
        fields["each"] = each(tile)
        fields |= {key: True for key in ("river", "road") if tile[key]}
        fields |= {"card": tile["bonus"]["card"]} if "card" in tile["bonus"] else {}
        fields["provenance"] = tile["provenance"]
        fields["rulebook_confirms"] = [CONFIRMED.get(name, name) for name in tile["rulebook_confirms"]]
        expect(len(tile["source_ids"]), tile["count"], f"{tile['id']}: source_ids")
        fields["source_ids"] = tile["source_ids"]
        if "note" in tile:
            fields["note"] = tile["note"].replace("in the same repository", "of the same source")
        text += record(fields)
    return text


def each(tile: Facts) -> Facts:
    """What an activation does, in our notation."""
    said = dict(tile["activation"])
    kind, name = said.pop("kind"), tile["id"]
    option, points = STATED.get(name, ("", 0))
    if kind in ("produce", "produce_any"):
        expect(said["amount"], 1, f"{name}: amount")
        return {"does": "produce", "cube": said.get("resource", "any")}
    if kind == "movement":
        return {"does": "move", "points": said["points"]}
    if kind == "vp":
        return {"does": "score", "vp": said["vp"]}
    if kind == "exchange":
        [(what, number)] = said["get"].items()
        expect(number, points or number, f"{name}: points")
        return {"does": "exchange", "give": said["give"], what: option or number}
    if kind == "exchange_multi":
        return {"does": "several", "cube": said["resource"], "vp": said["vp_by_count"]}
    if kind == "exchange_distinct":
        return {"does": "different", "vp": said["vp_by_count"]}
    if kind == "exchange_any":
        expect(said["vp"], points, f"{name}: points")
        return {"does": "any", "count": said["count"], "vp": option}
    expect(kind, "none", f"{name}: activation")
    return {"does": "nothing"}


def cards(facts: Facts) -> str:
    text = f"# The cards of the 13 special places. Effects that a card lacks are left out.{SEE}\n\n"
    english = {tile["bonus"]["card"]: tile["name_en"] for tile in facts["tiles"] if "card" in tile["bonus"]}
    expect([card["id"] for card in facts["cards"]], [*EFFECTS], "cards")
    for card in facts["cards"]:
        rule, timing, words, effect = EFFECTS[card["id"]]
        expect((card["timing"], words in card["effect"]), (timing, True), f"{card['id']}: {card['effect']}")
        fields: Facts = {"id": card["id"], "names": {"en": english[card["id"]]}}
        fields |= {"bonnets": card["bonnets"]} if card["bonnets"] else {}
        fields |= effect | {"rule": rule, "provenance": card["provenance"]["effect"]}
        fields["bonnets_provenance"] = card["provenance"]["bonnets"]
        text += record(fields)
    return text


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    return files(components, {"box": box, "tiles": tiles, "cards": cards})


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
