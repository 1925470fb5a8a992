"""Convert a list of Rebirth's components (Scotland side) into data files of `data/rebirth`.

    python docs/provenance/convert_rebirth.py COMPONENTS.yaml data/rebirth

COMPONENTS.yaml is the research file in which every fact about the box was collected with its source. What it
knows is converted: box, tiles, maps, missions, editions. Written by hand are rules.yaml, messages.yaml and
README.md, and the wording of the mission cards, which stands below. The files in data/rebirth are the truth from
here on; this script says where they came from. With TILEWRIGHT_COMPONENTS=COMPONENTS.yaml a test compares the two.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import components
import yaml
from components import Facts, files, write

SEE = "\n# Notation and provenance: README.md in this game's folder."
MIXES = {"even_12_12_12": "even", "ocr_9_9_18": "uneven"}
SOURCES = {"both": "004 and EN", "de": "004", "en": "EN"}

PIECES = {
    "tiles": ("tiles_total", "tiles_per_colour"),
    "castles": ("", "castles_per_colour"),
    "cathedrals": ("", "cathedrals_per_colour"),
    "missions": ("scotland_mission_cards", ""),
    "score_markers": ("", "score_counters_per_colour"),
    "score_achievements": ("", "scoring_achievements_per_colour"),
    "spare_tiles": ("spare_blank_tiles", ""),
}
COLOURS = 4
RENAMED = {"small": "in_small", "medium": "in_medium", "large": "in_large"}
"""Cards whose names would read like sizes of settlements."""

CARDS = {
    "bonus": ("No condition.", "Ohne Bedingung."),
    "castles_all": ("You control the most castles.", "Du kontrollierst die meisten Burgen."),
    "castles_north": (
        "You control the most castles in the north.",
        "Du kontrollierst die meisten Burgen im Norden.",
    ),
    "castles_middle": (
        "You control the most castles in the middle of the country.",
        "Du kontrollierst die meisten Burgen in der Landesmitte.",
    ),
    "castles_south": (
        "You control the most castles in the south.",
        "Du kontrollierst die meisten Burgen im Süden.",
    ),
    "food_group": ("You own the largest food group.", "Du hast die größte Gruppe von Nahrungs-Anlagen."),
    "energy_group": ("You own the largest energy group.", "Du hast die größte Gruppe von Energie-Anlagen."),
    "farm_groups": (
        "You own the most farm groups, food and energy together; a farm alone is a group too.",
        "Du hast die meisten Gruppen von Anlagen, Nahrung und Energie zusammen; auch eine einzelne zählt.",
    ),
    "any_group": (
        "You own the largest area of touching tiles, of whatever type.",
        "Du hast das größte Gebiet zusammenhängender Plättchen, gleich welcher Art.",
    ),
    "by_castles": ("You have the most tiles next to castles.", "Du hast die meisten Plättchen neben Burgen."),
    "by_cathedrals": (
        "You have the most tiles next to cathedrals.",
        "Du hast die meisten Plättchen neben Kathedralen.",
    ),
    "by_lochs": ("You have the most tiles next to lochs.", "Du hast die meisten Plättchen neben Seen."),
    "coast": ("You have the most tiles next to the sea.", "Du hast die meisten Plättchen am Meer."),
    "ports": ("You occupy the most ports.", "Du besetzt die meisten Häfen."),
    "in_small": (
        "You have the most tiles in small settlements.",
        "Du hast die meisten Plättchen in kleinen Siedlungen.",
    ),
    "in_medium": (
        "You have the most tiles in medium settlements.",
        "Du hast die meisten Plättchen in mittleren Siedlungen.",
    ),
    "in_large": (
        "You have the most tiles in large settlements.",
        "Du hast die meisten Plättchen in großen Siedlungen.",
    ),
    "medium_symbols": (
        "You have the most symbols in medium settlements.",
        "Du hast die meisten Siedlungssymbole in mittleren Siedlungen.",
    ),
    "large_symbols": (
        "You have the most symbols in large settlements.",
        "Du hast die meisten Siedlungssymbole in großen Siedlungen.",
    ),
    "settlement_spread": (
        "You have tiles in the most different settlements.",
        "Du hast Plättchen in den meisten verschiedenen Siedlungen.",
    ),
    "open_land": (
        "You have the most farms on fields without a symbol.",
        "Du hast die meisten Anlagen auf Feldern ohne Symbol.",
    ),
    "tiles_north": ("You have the most tiles in the north.", "Du hast die meisten Plättchen im Norden."),
    "tiles_middle": (
        "You have the most tiles in the middle of the country.",
        "Du hast die meisten Plättchen in der Landesmitte.",
    ),
    "tiles_south": ("You have the most tiles in the south.", "Du hast die meisten Plättchen im Süden."),
    "crown_castles": (
        "You control Edinburgh Castle or Stirling Castle.",
        "Du kontrollierst Edinburgh Castle oder Stirling Castle.",
    ),
}


def scalar(value: Any) -> str:
    """Return a value on one line; quoted if it is more than plain ASCII."""
    return components.scalar(value, "[A-Za-z0-9][A-Za-z0-9 _./-]*")


def prose(key: str, text: str, indent: int) -> str:
    """A longer text, folded."""
    inner = " " * (indent + 2)
    lines = textwrap.wrap(" ".join(text.split()), 108 - indent, break_on_hyphens=False)
    return f"{' ' * indent}{key}: >-\n" + "".join(f"{inner}{line}\n" for line in lines)


def box(facts: Facts) -> str:
    lines = [f"# What lies in the box, and what each number of players uses of it.{SEE}", ""]
    players = facts["players"]
    lines += [f"players: {scalar([players['min'], players['max']])}", f"colours: {COLOURS}", "", "pieces:"]
    for piece, (total, each) in PIECES.items():
        known = [facts["components"][name] for name in (total, each) if name]
        count = known[0]["value"] if total else known[0]["value"] * COLOURS
        record: Facts = {"id": piece, "total": count}
        if each:
            record["per_colour"] = known[-1]["value"]
        record |= {"provenance": known[0]["provenance"], "source": SOURCES[known[0]["src"]]}
        if "note" in known[0]:
            record["note"] = known[0]["note"]
        lines += textwrap.wrap(f"  - {scalar(record)}", 108, subsequent_indent=" " * 5)
    setup = facts["sides"]["scotland"]["setup"]
    renamed = {
        "neutral_tiles": "neutral_tiles",
        "set_aside_per_player": "set_aside",
        "removed_per_player": "removed",
        "played_per_player": "played",
        "tiles_on_board_at_end": "on_board",
    }
    lines += ["", "# Per player, but for neutral_tiles and on_board; `removed` as edition `de` has it."]
    lines += ["setup:"]
    for players, numbers in setup["by_player_count"].items():
        lines.append(f"  {players}: {scalar({ours: numbers[theirs] for theirs, ours in renamed.items()})}")
    origin = {ours: setup["provenance"][theirs] for theirs, ours in renamed.items()}
    lines += ["setup_provenance:", *(f"  {key}: {value}" for key, value in origin.items())]
    return "\n".join(lines) + "\n"


def tiles(facts: Facts) -> str:
    known = facts["tiles"]
    text = f"# The tiles of one colour: what kinds there are and how many of each.{SEE}\n\nkinds:\n"
    text += "  - {id: food, symbols: 0, provenance: rulebook, source: 004 and EN}\n"
    text += "  - {id: energy, symbols: 0, provenance: rulebook, source: 004 and EN}\n"
    for symbols in known["settlement_values"]["values"]:
        origin = {"provenance": known["settlement_values"]["provenance"], "source": "EN"}
        text += f"  - {scalar({'id': f'settlement-{symbols}', 'symbols': symbols} | origin)}\n"
    text += f"\ndefault_mix: {MIXES[known['default_mix']]}\nmixes:\n"
    for theirs, ours in MIXES.items():
        mix = known["mixes"][theirs]
        text += f"  {ours}:\n    food: {mix['food']}\n    energy: {mix['energy']}\n"
        text += f"    settlements: {scalar(mix['settlement_by_value'])}\n"
        text += f"    map: {mix['use_map']['scotland']}\n"
        for key, name in (("count", ""), ("settlement_by_value", "settlements_")):
            text += f"    {name}provenance: {mix[f'{key}_provenance']}\n"
            text += f"    {name}certainty: {mix[f'{key}_certainty']}\n"
            if f"{key}_reason" in mix:
                text += prose(f"{name}reason", re.sub(r" \(see field_\S+\)", "", mix[f"{key}_reason"]), 4)
        if "count_counter_evidence" in mix:
            text += prose("counter_evidence", mix["count_counter_evidence"], 4)
    removal = facts["removal"]
    text += (
        "\n# What each player returns to the box before shuffling. Option removal_with says with how many\n"
    )
    text += "# players that is done.\nremoval:\n"
    for kind in ("food", "energy"):
        text += f"  {kind}: {removal['tiles'][kind]}\n"
    text += f"  settlements: {scalar(removal['tiles']['settlement_by_value'])}\n  total: {removal['total']}\n"
    text += f"  provenance: {removal['provenance']['settlement_by_value']}\n"
    source = removal["src"].replace("both", "004 and EN").replace("en (glyphs lost in de)", "EN")
    return text + f"  source: {scalar(source)}\n"


def chart(facts: Facts, name: str) -> str:
    side = facts["sides"]["scotland"]
    known = side["maps"][name]
    areas = {}
    for area, rows in side["missions"]["areas"].items():
        if area != "provenance":
            areas[area] = [int(row) for row in re.findall("[0-9]+", rows)]
    text = f"# A map of Scotland, made by us: no source shows the printed one.{SEE}\n\n"
    text += opening(known)
    text += counted(known["expected_counts"])
    text += "\n# First and last row of each area that mission cards speak of.\n"
    text += f"areas: {scalar(areas)}\nareas_provenance: {side['missions']['areas']['provenance']}\n"
    text += picture(known)
    for kind in ("castles", "cathedrals"):
        text += f"\n{kind}: # {SITES}\n" + sites(known, kind, 2)
    return text


SITES = "at: [row, column] of the picture; provenance: of the place"


def opening(known: Facts) -> str:
    """How a map's file begins."""
    text = f"provenance: {known['provenance']}\nfits: {MIXES[known['fits_mix']]}\n"
    text += "fixed_by_facts:\n" + "".join(f"  {k}: {scalar(v)}\n" for k, v in known["fixed_by_facts"].items())
    return text + (f"note: {scalar(known['note'])}\n" if "note" in known else "")


def counted(counts: dict[str, int]) -> str:
    """The counts of a map."""
    text = "\n# Counted in the picture when the map is loaded.\nexpected_counts:\n"
    return text + "".join(f"  {key}: {count}\n" for key, count in counts.items())


def picture(known: Facts) -> str:
    """A map as it is drawn."""
    text = "\n# Row 0 is north; odd rows lie half a hex farther east. (|2: the text begins two columns in.)\n"
    return text + "picture: |2\n" + textwrap.indent(known["text"], "  ")


def sites(known: Facts, kind: str, indent: int) -> str:
    """What stands on a map, one line each."""
    text = ""
    for site in known[kind]:
        record = {"code": site["code"], "name": site["name"], "at": site["at"]}
        origin = {"provenance": known["provenance"], "name_provenance": site["name_provenance"]}
        text += f"{' ' * indent}- {scalar(record | origin)}\n"
    return text


KINDS = {"bonus": "unconditional"}
"""What the list calls a kind of card, and what we call it."""


def missions(facts: Facts) -> str:
    known = facts["sides"]["scotland"]["missions"]
    text = f"# The deck of mission cards.{SEE}\n\ndeck: {known['deck_size']['value']}\ncards:\n"
    for card in known["cards"]:
        name = RENAMED.get(card["id"], card["id"])
        text += f"  - id: {name}\n"
        for key in ("kind", "metric", "area", "castles", "points", "copies"):
            if key in card and not (key == "points" and card["kind"] == "bonus"):
                value = KINDS.get(card[key], card[key]) if key == "kind" else card[key]
                text += f"    {key}: {scalar(value)}\n"
        for language, wording in zip(("en", "de"), CARDS[name], strict=True):
            text += ("    text:\n" if language == "en" else "") + f"      {language}: {scalar(wording)}\n"
        if card["kind"] == "bonus":
            # Its points are a rule's number, so they are the option cathedral_bonus.
            text += f"    provenance: {known['bonus_card']['points_provenance']}\n"
            text += f"    copies_provenance: {known['bonus_card']['copies_provenance']}\n"
        else:
            text += f"    provenance: {known['cards_provenance']}\n"
    return text


def editions(facts: Facts) -> str:
    titles = {"de": "German rulebook, Scotland side", "en": "English rulebook v1.2b, to the letter"}
    text = f"# Named sets of option values. Without an edition the game is played as in `de`.{SEE}\n"
    for name, reading in facts["removal"]["readings"].items():
        text += f"\n{name}:\n  title: {scalar(titles[name])}\n"
        text += f"  options: {scalar({'removal_with': reading['remove_with'][0]})}\n"
        text += prose("source", f"{facts['removal']['edition_variant']}. {reading['note']}", 2)
    return text


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    facts = yaml.safe_load(components.read_text("utf-8"))
    maps = {f"maps/{name}.yaml": chart(facts, name) for name in facts["sides"]["scotland"]["maps"]}
    rest = {"box": box, "tiles": tiles, "missions": missions, "editions": editions}
    return files(components, rest) | maps


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
