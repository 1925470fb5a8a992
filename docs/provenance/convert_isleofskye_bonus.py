"""Convert a list of Isle of Skye's components (bonus scoring tiles) into `data/isleofskye/modules/bonus`.

    python docs/provenance/convert_isleofskye_bonus.py COMPONENTS.yaml data/isleofskye/modules/bonus

Only `scoring.yaml` comes from the list; box, rules, messages and README were written by hand, and so were the words
below. A fact that is not as this script expects it stops the conversion.
"""

from __future__ import annotations

import sys
from pathlib import Path

from components import Facts, expect, files, write
from convert_isleofskye import item

SOURCE = "001 Bonus Wertungsplättchen"
# By key in the list: our id, the number n of its rule IS-ST-Bn, points, least, `vp` there, names and texts.
SCORING: dict[str, tuple[str, int, int, int, str, tuple[str, str], tuple[str, str]]] = {
    "rows": (
        "rows", 1, 3, 3, "3 per horizontal line (unbroken run, IS-AMB-5) of at least 3 connected tiles",
        ("rows", "Zeilen"),
        (
            "{points} VP for each horizontal line of at least {least} tiles without a gap.",
            "{points} SP für jede waagerechte Reihe aus mindestens {least} Plättchen ohne Lücke.",
        ),
    ),
    "score_a_scroll": (
        "own_scroll", 2, 1, 0, "value of one own scroll, doubled in a completed area",
        ("one own scroll", "eine eigene Schriftrolle"),
        (
            "The points of one own scroll, twice as many if it lies in a closed region.",
            "Die Punkte einer eigenen Schriftrolle, doppelt so viele, wenn sie in einem abgeschlossenen Gebiet liegt.",
        ),
    ),
}  # fmt: skip


def scoring(facts: Facts) -> str:
    text = "# The bonus scoring tiles, written as those of the box.\n"
    text += "# Notation and provenance: README.md in this folder.\n\n"
    known = {tile["key"]: tile for tile in facts["scoring_tiles"] if tile["set"] == "bonus"}
    expect(sorted(known), sorted(SCORING), "scoring_tiles: keys")
    for key, (name, number, points, least, vp, names, texts) in SCORING.items():
        tile = known[key]
        expect((tile["vp"], tile["type"]), (vp, "solo"), f"scoring_tiles: {key}")
        said: Facts = {"id": name, "number": number, "rule": f"IS-ST-B{number}", "kind": "each"}
        said |= {"points": points} | ({"least": least} if least else {})
        said["names"] = dict(zip(("en", "de"), names, strict=True))
        said["text"] = dict(zip(("en", "de"), texts, strict=True))
        said |= {"provenance": "rulebook", "source": SOURCE, "source_id": tile["id"]}
        text += item(said)
    return text


def convert(components: Path) -> dict[str, str]:
    """Return the text of every file that comes from the components, by its name."""
    return files(components, {"scoring": scoring})


if __name__ == "__main__":
    write(convert(Path(sys.argv[1])), sys.argv[2])
