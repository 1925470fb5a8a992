"""Convert a list of Rebirth's components (Ireland side) into data files of `data/rebirth/modules/ireland`.

    python docs/provenance/convert_rebirth_ireland.py COMPONENTS.yaml data/rebirth/modules/ireland

Converted are the files of `over/`, which take the place of the game's own, the public mission cards and the bonus
tiles. Written by hand are rules, messages and README, and the wording of the cards, which stands below.
"""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

from components import Facts, files, write
from convert_rebirth import COLOURS, SITES, counted, opening, picture, scalar, sites

SEE = "\n# Notation and provenance: README.md in the module's folder."
COMPONENTS, SETUP = "EN, Ireland: Components", "EN, Ireland: Setup"
CARDS_TEXT, BONUS_TEXT = "EN, Ireland: Public Mission Cards", "EN, Ireland: Round Tower Bonuses"
TIE_BREAKERS = ["KB"]
"""Code of the castle that the list names in words."""
AREAS = {"north": [0, 5], "middle": [6, 11], "south": [12, 16]}
"""The list has none, since no card of this side speaks of areas."""

PIECES = {
    "tiles": ("", "tiles_per_colour"),
    "castles": ("", "castles_per_colour"),
    "cathedrals": ("", "cathedrals_per_colour"),
    "score_markers": ("", "score_counters_per_colour"),
    "score_achievements": ("", "scoring_achievements_per_colour"),
    "bonus_tiles": ("ireland_round_tower_bonus_tiles", ""),
    "public_missions": ("ireland_public_mission_cards", ""),
    "doubling_markers": ("", "ireland_doubling_markers_per_colour"),
}
NO_MISSIONS = {
    "id": "missions",
    "total": 0,
    "provenance": "rulebook",
    "source": COMPONENTS,
    "note": "the cards of the Scotland side stay in the box",
}

CARDS = {
    "link_3_towers": (
        "One connected area of your tiles touches at least three round towers.",
        "Ein zusammenhängendes Gebiet deiner Plättchen berührt mindestens drei Rundtürme.",
    ),
    "link_4_towers": (
        "One connected area of your tiles touches at least four round towers.",
        "Ein zusammenhängendes Gebiet deiner Plättchen berührt mindestens vier Rundtürme.",
    ),
    "link_2_castles": (
        "One connected area of your tiles touches at least two castles.",
        "Ein zusammenhängendes Gebiet deiner Plättchen berührt mindestens zwei Burgen.",
    ),
    "link_castle_2_towers": (
        "One connected area of your tiles touches a castle and at least two round towers.",
        "Ein zusammenhängendes Gebiet deiner Plättchen berührt eine Burg und mindestens zwei Rundtürme.",
    ),
    "tower_ring_3": (
        "You occupy at least three fields around one round tower.",
        "Du besetzt mindestens drei Felder um einen Rundturm.",
    ),
    "castle_ring_4": (
        "You occupy at least four fields around one castle.",
        "Du besetzt mindestens vier Felder um eine Burg.",
    ),
    "control_3_castles": (
        "You control at least three castles at the same time.",
        "Du kontrollierst mindestens drei Burgen zugleich.",
    ),
    "touch_8_towers": (
        "Your tiles touch at least eight different round towers.",
        "Deine Plättchen berühren mindestens acht verschiedene Rundtürme.",
    ),
    "six_settlements": (
        "You have tiles in at least six different settlements.",
        "Du hast Plättchen in mindestens sechs verschiedenen Siedlungen.",
    ),
    "influence_6": (
        "You have at least six symbols in one settlement.",
        "Du hast in einer Siedlung mindestens sechs Symbole.",
    ),
    "food_5": (
        "You own a food group of at least five tiles.",
        "Du hast eine Gruppe von mindestens fünf Nahrungs-Anlagen.",
    ),
    "energy_5": (
        "You own an energy group of at least five tiles.",
        "Du hast eine Gruppe von mindestens fünf Energie-Anlagen.",
    ),
}


def box(facts: Facts) -> str:
    text = f"# What lies in the box, and what each number of players uses of it on the Ireland side.{SEE}\n\n"
    players = facts["players"]
    text += f"players: {scalar([players['min'], players['max']])}\ncolours: {COLOURS}\n\npieces:\n"
    records = []
    for piece, (total, each) in PIECES.items():
        known = facts["components"][total or each]
        record: Facts = {"id": piece, "total": known["value"] * (1 if total else COLOURS)}
        if each:
            record["per_colour"] = known["value"]
        record |= {"provenance": known["provenance"], "source": COMPONENTS}
        records.append(record | ({"note": known["note"]} if "note" in known else {}))
    records.insert(3, NO_MISSIONS)
    for record in records:
        line = f"  - {scalar(record)}".replace(COMPONENTS, COMPONENTS.replace(" ", "~"))
        wrapped = textwrap.wrap(line, 108, subsequent_indent=" " * 5, break_on_hyphens=False)
        text += "\n".join(wrapped).replace("~", " ") + "\n"
    setup = facts["sides"]["ireland"]["setup"]
    renamed = {
        "neutral_tiles": "neutral_tiles",
        "set_aside_per_player": "set_aside",
        "removed_per_player": "removed",
        "played_per_player": "played",
        "tiles_on_board_at_end": "on_board",
    }
    text += "\n# Per player, but for neutral_tiles and on_board; `removed` as edition `de` has it. A second tile adds\n"
    text += "# one to `played` and `on_board`; each player may have four of them (RI-SETUP-8).\nsetup:\n"
    for count, numbers in setup["by_player_count"].items():
        least = {ours: numbers[theirs] for theirs, ours in renamed.items()}
        least |= {name: least[name][0] for name in ("played", "on_board")}
        text += f"  {count}: {scalar(least)}\n"
    text += "setup_provenance:\n"
    return text + "".join(f"  {ours}: {setup['provenance'][theirs]}\n" for theirs, ours in renamed.items())


def missions(facts: Facts) -> str:
    return f"# The mission cards of the Scotland side are not used (RI-COMP-1).{SEE}\n\ndeck: 0\ncards: []\n"


def chart(facts: Facts) -> str:
    known = facts["sides"]["ireland"]["maps"]["default"]
    counts: dict[str, int] = {}
    for name, count in known["expected_counts"].items():
        counts[name.replace("offshore_farms", "offshore")] = count
        if name in ("castles", "towers"):
            counts["cathedrals" if name == "castles" else "ports"] = 0
    text = f"# A map of Ireland, made by us: no source shows the printed one.{SEE}\n\n"
    text += opening(known)
    text += "\n# What the picture has beyond the marks of Scotland: letters of settlements, second letters of fields.\n"
    text += 'settlements: {W: {name: sprawling, fields: 4}}\nmarks: {"+": offshore}\n'
    text += counted(counts)
    text += "\n# First and last row of each area. No card of this side speaks of them.\n"
    text += f"areas: {scalar(AREAS)}\nareas_provenance: reconstructed\n"
    text += "\n# The castle that breaks ties for the most points; then the Hill of Tara does (RI-END-4, RI-END-5).\n"
    text += f"tie_breakers: {scalar(TIE_BREAKERS)}\n"
    text += picture(known)
    text += f"\ncastles: # {SITES}\n" + sites(known, "castles", 2)
    text += "\ncathedrals: []\n"
    return (
        text + "\nsites: # the same of what else stands on the map\n  towers:\n" + sites(known, "towers", 4)
    )


def condition(known: Facts) -> Facts:
    """A card's condition in our words."""
    kind = known["type"]
    if kind in ("link", "link_mixed"):
        linked = known if kind == "link_mixed" else {f"{known['what']}s": known["count"]}
        return {"type": "link", "towers": linked.get("towers", 0), "castles": linked.get("castles", 0)}
    if kind == "around_one":
        return {"type": "around", "what": known["what"], "count": known["spaces"]}
    if kind == "cluster":
        return {"type": "group", "what": known["kind"], "count": known["size"]}
    if kind in ("control", "touch"):
        return {"type": kind, "count": known["count"]}
    count = {"settlements": "different", "influence_in_one": "symbols"}[kind]
    return {"type": kind.partition("_")[0], "count": known[count]}


def cards(facts: Facts) -> str:
    known = facts["sides"]["ireland"]["missions"]
    text = "# The public mission cards. `first` is what the first player to fulfil a card scores, `later` what every\n"
    text += f"# later one does.{SEE}\n\ndeck: {known['deck_size']['value']}\ncards:\n"
    for card in known["cards"]:
        first, later = card["points"]
        text += f"  - id: {card['id']}\n    condition: {scalar(condition(card['condition']))}\n"
        text += f"    first: {first}\n    later: {later}\n    text:\n"
        for language, wording in zip(("en", "de"), CARDS[card["id"]], strict=True):
            text += f"      {language}: {scalar(wording)}\n"
        text += f"    provenance: {known['cards_provenance']}\n"
    return text


def bonuses(facts: Facts) -> str:
    known = facts["sides"]["ireland"]["round_towers"]
    text = "# The bonus tiles on the round towers. `needs` is how many of its towers a player must have touched;\n"
    text += f"# points and numbers of tiles are options.{SEE}\n\nbonuses:\n"
    for bonus in known["bonus_tiles"]:
        needs = bonus["copies"] if "needs" in bonus else 1
        record = {"id": bonus["id"], "copies": bonus["copies"], "needs": needs}
        text += f"  - {scalar(record | {'provenance': known['provenance'], 'source': BONUS_TEXT})}\n"
    return text


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    over = {"over/box": box, "over/missions": missions, "over/maps/ireland": chart}
    return files(components, over | {"cards": cards, "bonuses": bonuses})


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
