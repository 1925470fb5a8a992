"""Boards of Ireland made for tests, as a folder of data that takes the place of the game's own.

Fields touch several castles and round towers more often than on the map of the module, settlements and neutral tiles
lie as it happens, and cards may ask for other things.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import yaml

from ....cases import cases
from ....oracle.rebirth_ireland import MODULE
from ....oracle.rebirth_map import Cell, cell, neighbours

TOWERS = ["TT", *(f"T{letter}" for letter in "abcdefghijklm")]
SIZES = {"W": ("sprawling", 4), "L": ("large", 3), "M": ("medium", 2), "S": ("small", 1)}
COPIES = {"second_tile": 4, "draw_three": 2, "mission_card": 1, "doubling": 2, "thirteen": 3, "three": 2}
NEEDS = {"doubling": 2, "thirteen": 3}
CONDITIONS: dict[str, dict[str, Any]] = cases(__file__, "conditions")

Card = dict[str, Any]

USUAL: list[Card] = [
    {"id": name, "condition": condition, "first": 8, "later": 5} for name, condition in CONDITIONS.items()
]


def write(folder: Path, picture: str, cards: list[Card]) -> Path:
    """The board, the cards and the bonus tiles in a folder, which both implementations read."""
    marks = [line.split() for line in picture.splitlines()]
    at = {mark: [row, column] for row, line in enumerate(marks) for column, mark in enumerate(line)}
    ours = {"provenance": "reconstructed"}
    named = ours | {"name_provenance": "reconstructed"}
    castles = sorted(mark for mark in at if mark[0] == "K")
    chart = {
        **ours,
        "fits": "even",
        "expected_counts": counts([mark for line in marks for mark in line]),
        "settlements": {"W": {"name": "sprawling", "fields": 4}},
        "marks": {"+": "offshore"},
        "areas": {"all": [0, len(marks) - 1]},
        "areas_provenance": "reconstructed",
        "tie_breakers": ["KB"],
        "picture": picture,
        "castles": [{"code": code, "name": code, "at": at[code], **named} for code in castles],
        "cathedrals": [],
        "sites": {"towers": [{"code": code, "name": code, "at": at[code], **named} for code in TOWERS]},
    }
    deck = [card | ours | {"text": {"en": f"{card['id']}.", "de": f"{card['id']}."}} for card in cards]
    bonuses = [
        {"id": name, "copies": many, "needs": NEEDS.get(name, 1), **ours, "source": "a test"}
        for name, many in COPIES.items()
    ]
    module = folder / MODULE
    (module / "over" / "maps").mkdir(parents=True)
    for name, content in {
        "over/maps/ireland.yaml": chart,
        "cards.yaml": {"deck": len(deck), "cards": deck},
        "bonuses.yaml": {"bonuses": bonuses},
    }.items():
        (module / name).write_text(yaml.safe_dump(content), encoding="utf-8")
    return folder


def counts(marks: list[str]) -> dict[str, int]:
    """What the file of a map says of its picture."""
    first = Counter(mark[0] for mark in marks if mark not in ("..", "~~"))
    neutral = [mark[0] for mark in marks if mark[0] in "FEOSMLW" and mark[1] == "n"]
    settled, farms = sum(first[letter] for letter in SIZES), sum(first[letter] for letter in "FEO")
    inside = sum(letter in SIZES for letter in neutral)
    return {
        "playable": settled + farms,
        "food": first["F"],
        "energy": first["E"],
        "open": first["O"],
        **{f"{name}_settlements": first[letter] // fields for letter, (name, fields) in SIZES.items()},
        "settlement_fields": settled,
        "farm_fields": farms,
        "castles": first["K"],
        "cathedrals": 0,
        "towers": first["T"],
        "ports": 0,
        "offshore": sum(mark[1] == "+" for mark in marks),
        "neutral": len(neutral),
        "neutral_on_settlement_fields": inside,
        "neutral_on_farm_fields": len(neutral) - inside,
        "lochs": marks.count("~~"),
    }


# Boards at random

ROWS, COLUMNS = 13, 12


def random_board(folder: Path, random: Random) -> Path:
    """A board with towers and castles close together, at times with other cards."""
    picture = random_picture(random)
    usual = random.random() >= 0.7 and ring(picture, "K") >= 4
    return write(folder, picture, USUAL if usual else random_cards(random, picture))


def random_picture(random: Random) -> str:
    """A picture that the game accepts: 36 fields for settlements, 76 for farms at least, 24 for neutral tiles."""
    marks: dict[Cell, str] = {}
    free = {cell(row, column) for row in range(ROWS) for column in range(COLUMNS)}
    sizes = "WWWW" + "LLL" + "MMM" + "SSSSS" if random.random() < 0.5 else "WWWWWW" + "L" + "MM" + "SSSSS"
    for letter in sizes:
        group = random_settlement(random, free, marks, letter)
        free -= group
        marks.update(dict.fromkeys(group, letter))
    castles = ["KB", *(f"K{letter}" for letter in "abcdefghi"[: random.randint(3, 9)])]
    sites: list[Cell] = []
    for code in random.sample([*TOWERS, *castles], len(TOWERS) + len(castles)):
        fields = {near for site in sites for near in neighbours(site)} & free
        close = sorted({near for at in fields for near in neighbours(at)} & free)
        at = random.choice(close if close and random.random() < 0.7 else sorted(free))
        sites.append(at)
        free.remove(at)
        marks[at] = code
    farms = random.sample(sorted(free), random.randint(80, len(free)))
    marks.update({at: random.choice("FFEEO") for at in farms})
    settled = sorted((at for at, mark in marks.items() if mark in SIZES), key=lambda at: marks[at] != "W")
    inside = random.randint(4, 12)
    neutral = random.sample(settled[:16], inside) + random.sample(farms, 24 - inside)
    offshore = random.sample(sorted({*settled, *farms} - {*neutral}), 10)
    for second, places in (("n", neutral), ("+", offshore)):
        for at in places:
            marks[at] += second
    picture = ""
    for row in range(ROWS):
        line = [marks.get(cell(row, column), random.choice(["..", "~~"])) for column in range(COLUMNS)]
        picture += row % 2 * "  " + "  ".join(mark.ljust(2, ".") for mark in line) + "\n"
    return picture


def random_settlement(random: Random, free: set[Cell], marks: dict[Cell, str], letter: str) -> set[Cell]:
    """Fields for one settlement, which touches no other of its size."""
    open_ = {at for at in free if all(marks.get(near) != letter for near in neighbours(at))}
    while True:
        group = {random.choice(sorted(open_))}
        while len(group) < SIZES[letter][1]:
            edge = sorted({near for at in group for near in neighbours(at)} & open_ - group)
            if not edge:
                break
            group.add(random.choice(edge))
        else:
            return group


def random_cards(random: Random, picture: str) -> list[Card]:
    """Cards that ask for more or less than the usual ones, but no more than the board allows, with other numbers."""
    cards, most = [], {"castle": ring(picture, "K"), "tower": ring(picture, "T")}
    for name, condition in CONDITIONS.items():
        asked = dict(condition)
        if asked["type"] == "link":
            towers = random.randint(0, 4)
            asked |= {"towers": towers, "castles": random.randint(max(0, 2 - towers), 3)}
        else:
            low, high = {"around": (1, 5), "control": (1, 4), "touch": (2, 10)}.get(asked["type"], (2, 8))
            count = random.randint(low, high)
            asked["count"] = min(count, most.get(asked.get("what", ""), count))
        later = random.randrange(9)
        cards.append({"id": name, "condition": asked, "first": later + random.randrange(5), "later": later})
    return cards


def ring(picture: str, letter: str) -> int:
    """The most fields around one of these places."""
    lines = [line.split() for line in picture.splitlines()]
    marks = {cell(row, column): mark[0] for row, line in enumerate(lines) for column, mark in enumerate(line)}
    fields = {at for at, mark in marks.items() if mark in {*"FEO", *SIZES}}
    return max(len({*neighbours(at)} & fields) for at, mark in marks.items() if mark == letter)
