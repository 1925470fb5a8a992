"""Data of Isle of Skye that does not work out is refused, and every place is named."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from tilewright.core.base.errors import InvalidFile
from tilewright.core.text.folder import Folder
from tilewright.games.isleofskye.printed import load_printed

DATA = files("tilewright.data") / "isleofskye"
FILES = ("box", "castles", "landscape", "scoring", "scrolls", "tracks")
L03 = "- id: L03\n  face: |\n    WW.\n    WWM\n    .MM\n"
L33 = "  road: [nw, es]\n  has: [2 sheep P]"
OTHERWISE = "with the other reading of the disputed tiles"

BROKEN: dict[str, tuple[str, str, str, list[str]]] = {
    # name: file, what is replaced, by what; then where (a text of the file, ^ before the place) and what is said
    "an edge of no terrain": (
        "landscape.yaml",
        L03,
        L03.replace("WWM", "WWX"),
        ["landscape.yaml | WW^X | L03.face: edge 'X' is not P, M or W"],
    ),
    "a corner and a centre of no terrain": (
        "landscape.yaml",
        L03,
        L03.replace("WW.\n    WWM", "wW.\n    W?M"),
        [
            "landscape.yaml | ^wW. | L03.face: letter 'w' is not P, M, W or a dot",
            "landscape.yaml | W^?M | L03.face: letter '?' is not P, M, W or a dot",
        ],
    ),
    "two rows": (
        "landscape.yaml",
        L03,
        L03.replace("    .MM\n", ""),
        [
            "landscape.yaml | - id: L03\n  face: ^| | L03.face: expected three rows of three letters, got WW. / WWM"
        ],
    ),
    "a drawing of another tile": (
        "landscape.yaml",
        L03,
        L03.replace("WWM", "WWP"),
        [
            "box.yaml | count: ^107 | terrains.P.count: landscape.yaml has 108",
            "box.yaml | count: ^89 | terrains.M.count: landscape.yaml has 88",
        ],
    ),
    "sides that there are not": (
        "landscape.yaml",
        L33,
        "  road: [nw, se, x]\n  has: [2 sheep P]",
        [
            "landscape.yaml | [nw, ^se, x | L33.road.1: road 'se' is not some of the sides n, e, s, w, in this order",
            "landscape.yaml | se, ^x] | L33.road.2: road 'x' is not some of the sides n, e, s, w, in this order",
        ],
    ),
    "two roads at one side": (
        "landscape.yaml",
        L33,
        "  road: [nw, esw]\n  has: [2 sheep P]",
        ["landscape.yaml | [nw, ^esw] | L33.road.1: another road of the tile leaves at 'w'"],
    ),
    "a mark that there is not": (
        "landscape.yaml",
        L33,
        L33.replace("sheep", "shep"),
        ["landscape.yaml | [^2 shep P] | L33.has.0: no mark is called 'shep'; did you mean 'sheep'?"],
    ),
    "a mark in no area": (
        "landscape.yaml",
        L33,
        "  road: [nw, es]\n  has: [2 sheep W, farm, barrel P M, 0 cattle P, '3']",
        [
            "landscape.yaml | [^2 sheep W | L33.has.0: there is no area 'W' on this tile; known: M, P",
            "landscape.yaml | W, ^farm, | L33.has.1: expected one word for where it lies, got ''",
            "landscape.yaml | ^barrel P M | L33.has.2: expected one word for where it lies, got 'P M'",
            "landscape.yaml | ^0 cattle | L33.has.3: expected 1 to 20, got 0",
            "landscape.yaml | ^'3'] | L33.has.4: expected a mark and where it lies, such as '2 sheep P' "
            "or 'scroll per_farm P'",
        ],
    ),
    "a mark in one of several areas": (
        "landscape.yaml",
        "has: [broch e, barrel w]",
        "has: [broch M, barrel w]",
        [
            "landscape.yaml | [^broch M, barrel w | L20.has.0: there are several areas of 'M' on this tile; "
            "name a side of one: e, w"
        ],
    ),
    "a mark given twice": (
        "landscape.yaml",
        L33,
        "  road: [nw, es]\n  has: [sheep P, sheep e]",
        [
            "landscape.yaml | sheep P, ^sheep e] | L33.has.1: 'sheep' is given twice in this area; write how many "
            "there are"
        ],
    ),
    "a ship on land": (
        "landscape.yaml",
        L33,
        "  road: [nw, es]\n  has: [2 sheep P, ship P]",
        ["landscape.yaml | P, ^ship P] | L33.has.1: a ship lies in W, not in P"],
    ),
    "a castle in the wild": (
        "landscape.yaml",
        L33,
        "  road: [nw, es]\n  has: [2 sheep P, castle P]",
        ["landscape.yaml | P, ^castle P] | L33.has.1: a castle stands on castle tiles only"],
    ),
    "a scroll of no kind": (
        "landscape.yaml",
        L33,
        "  road: [nw, es]\n  has: [scroll per_frm P, 2 scroll per_farm P]",
        [
            "landscape.yaml | [^scroll per_frm | L33.has.0: there is no scroll 'per_frm'; did you mean 'per_farm'?",
            "landscape.yaml | ^2 scroll | L33.has.1: expected one at a time, got 2",
        ],
    ),
    "a sheep lost": (
        "landscape.yaml",
        L33,
        L33.replace("2 ", ""),
        [
            "box.yaml | count: ^28\n    alternative: 25 | marks.sheep.count: landscape.yaml has 27",
            f"box.yaml | alternative: ^25 | marks.sheep.alternative: landscape.yaml has 24 {OTHERWISE}",
        ],
    ),
    "a tile with two copies": (
        "landscape.yaml",
        "- id: L69\n",
        "- id: L69\n  copies: 2\n",
        [
            "box.yaml | tiles: {count: ^73 | pieces.tiles.count: landscape.yaml has 74",
            "box.yaml | count: ^28\n    alternative: 27 | marks.ship.count: landscape.yaml has 29",
            f"box.yaml | alternative: ^27 | marks.ship.alternative: landscape.yaml has 28 {OTHERWISE}",
            "box.yaml | count: ^107 | terrains.P.count: landscape.yaml has 108",
            "box.yaml | count: ^96 | terrains.W.count: landscape.yaml has 99",
        ],
    ),
    "a tile given twice": (
        "landscape.yaml",
        "- id: L69\n",
        "- id: L68\n",
        ["landscape.yaml | - id: ^L68\n  face: |\n    .WW | L68.id: 'L68' is given twice"],
    ),
    "a tile that no move could name": (
        "landscape.yaml",
        "- id: L69\n",
        "- id: L 69\n",
        ["landscape.yaml | ^L 69 | L 69.id: 'L 69' is not a word of letters, digits, _ and -"],
    ),
    "another reading that does not differ where it says": (
        "landscape.yaml",
        "    differs: [face, has]\n",
        "    differs: [face]\n",
        [
            'landscape.yaml | ^differs: [face]\n    source: src1\n  note: "joins: src1 has | '
            "L20.alternative.differs: what differs is face, has"
        ],
    ),
    "another reading with other edges": (
        "landscape.yaml",
        "      .P.\n      WMM\n      .P.\n",
        "      .P.\n      WMM\n      .X.\n",
        ["landscape.yaml | .^X. | L71.alternative.face: edge 'X' is not P, M or W"],
    ),
    "another reading with other sides": (
        "landscape.yaml",
        "      .W.\n      MPP\n      .W.\n",
        "      .W.\n      MPP\n      .M.\n",
        [
            f"box.yaml | count: ^89 | terrains.M.count: landscape.yaml has 90 {OTHERWISE}",
            f"box.yaml | count: ^96 | terrains.W.count: landscape.yaml has 95 {OTHERWISE}",
            'landscape.yaml | ^differs: [has]\n    source: src1\n  note: "sheep: src1 2 | '
            "L16.alternative.differs: what differs is face, has",
        ],
    ),
    "a word that is no provenance": (
        "landscape.yaml",
        "  provenance: public-source\n  source_ids: [34, 69]",
        "  provenance: hearsay\n  source_ids: [34, 69]",
        [
            "landscape.yaml | ^hearsay | L69.provenance: 'hearsay' is not allowed; known: rulebook, public-source, "
            "derived, reconstructed, owner"
        ],
    ),
    "a castle tile without castle": (
        "castles.yaml",
        "    .P.\n    WPM\n    .P.\n  road: [nes]\n  has: [castle P]\n  provenance: public-source\n"
        "  note: in src1 only\n- id: C_green",
        "    .P.\n    WPM\n    .P.\n  road: [ne, s]\n  has: [sheep P]\n  provenance: public-source\n"
        "  note: in src1 only\n- id: C_green",
        [
            "castles.yaml | ^has: [sheep P] | C_white.has: expected one castle, found 0",
            "castles.yaml | ^road: [ne, s] | C_white.road: all roads of a castle tile are one (IS-ROAD-2)",
        ],
    ),
    "a castle tile called like a landscape tile": (
        "castles.yaml",
        "- id: C_red\n",
        "- id: L01\n",
        ["castles.yaml | - id: ^L01 | L01.id: 'L01' is given twice"],
    ),
    "a terrain that is not counted": (
        "box.yaml",
        "  M:\n    names: {en: mountain, de: Gebirge}\n    count: 89\n    provenance: public-source\n"
        "    source: counted on the tiles\n",
        "",
        ["box.yaml | ^terrains:\n | terrains: no terrain 'M'"],
    ),
    "more players than castles": (
        "box.yaml",
        "players: [2, 5]",
        "players: [2, 6]",
        [
            "box.yaml | ^players: [2, 6] | players: expected the fewest and the most players, and no more than "
            "5 castles",
            "tracks.yaml | ^players: [5, 5] | back.players: front and back are not for 2 to 6 players, each "
            "number once",
        ],
    ),
    "coins that are worth less": (
        "box.yaml",
        "10: 12",
        "10: 11",
        ["box.yaml | gold: ^303 | coins.gold: the coins are worth 293"],
    ),
    "a letter scored too often": (
        "tracks.yaml",
        "    - {score: [B, D], catch_up: 2}",
        "    - {score: [A, D], catch_up: 2}",
        [
            "tracks.yaml | ^rounds:\n    - {score: [A], | front.rounds: A is scored 4 times, not 3 (IS-END-3)",
            "tracks.yaml | ^rounds:\n    - {score: [A], | front.rounds: B is scored 2 times, not 3 (IS-END-3)",
        ],
    ),
    "a letter scored twice at once": (
        "tracks.yaml",
        "    - {score: [A, C], catch_up: 1}\n    - {score: [B, D]",
        "    - {score: [A, C, C], catch_up: 1}\n    - {score: [B, D]",
        [
            "tracks.yaml | ^rounds:\n    - {score: [A], | front.rounds: C is scored 4 times, not 3 (IS-END-3)",
            "tracks.yaml | - ^{score: [A, C, C] | front.rounds.2: a letter is scored twice in one round",
        ],
    ),
    "a letter that there is not": (
        "tracks.yaml",
        "    - {score: [B, D], catch_up: 2}",
        "    - {score: [B, E], catch_up: 2}",
        ["tracks.yaml | [B, ^E] | front.rounds.3.score.1: 'E' is not allowed; known: A, B, C, D"],
    ),
    "other letters for fewer rounds": (
        "tracks.yaml",
        "    score: [[A], [B, D], [A, C], [B, C, D], [A, B, C, D]]",
        "    score: [[A], [B, D], [A, C], [B, C, D]]",
        [
            *(
                f"tracks.yaml | ^score: [[A] | back.alternative.score: {said}"
                for said in (
                    "4 rounds; the track has 5",
                    *(f"{letter} is scored 2 times, not 3 (IS-END-3)" for letter in "ABCD"),
                )
            )
        ],
    ),
    "a scoring tile that nothing scores": (
        "scoring.yaml",
        "- id: squares\n",
        "- id: squars\n",
        [
            "scoring.yaml | ^squars | squars.id: no function counts the scoring tile 'squars'; did you mean 'squares'?"
        ],
    ),
    "points of another shape": (
        "scoring.yaml",
        "  kind: each\n  points: 2\n  names: {en: squares,",
        "  kind: table\n  points: 2\n  names: {en: squares,",
        [
            "scoring.yaml | table\n  points: ^2 | squares.points: expected a list of numbers",
        ],
    ),
    "a text that names another number": (
        "scoring.yaml",
        '    en: "{points} VP for each sheep."',
        '    en: "{pionts} VP for each sheep."',
        [
            'scoring.yaml | ^"{pionts} | all_sheep.text.en: a text may name {points} and {least} in braces, '
            "and nothing else"
        ],
    ),
    "a scoring tile without English": (
        "scoring.yaml",
        "names: {en: all sheep, de: alle Schafe}",
        "names: {de: alle Schafe}",
        ["scoring.yaml | ^names: {de: alle Schafe} | all_sheep.names: the English text is missing"],
    ),
    "a scoring tile too few": (
        "scoring.yaml",
        "  number: 16\n",
        "  number: 15\n",
        ["scoring.yaml | number: ^15\n  rule: IS-ST-16 | closed_mountains.number: 15 is given twice"],
    ),
    "scrolls that no tile shows": (
        "scrolls.yaml",
        "  copies: 2\n  rule: IS-SCR-7",
        "  copies: 3\n  rule: IS-SCR-7",
        [
            "scrolls.yaml | copies: ^3 | per_lighthouse.copies: landscape.yaml has 2",
        ],
    ),
    "a scroll that counts what there is not": (
        "scrolls.yaml",
        "counts: lighthouse",
        "counts: castle",
        [
            "scrolls.yaml | counts: ^castle | per_lighthouse.counts: 'castle' is not allowed; did you mean 'cattle'?"
        ],
    ),
    "a key that there is not": (
        "box.yaml",
        "scorings: {",
        "skorings: {",
        [
            "box.yaml | ^skorings: | skorings: unknown key; did you mean 'scorings'?",
            "box.yaml | ^# What lies | key 'scorings' is missing",
        ],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_data_is_refused_at_its_place(tmp_path: Path, name: str) -> None:
    """IS-COMP-1, IS-END-3, IS-ROAD-2: file, line, column, record and field."""
    file, old, new, said = BROKEN[name]
    texts = {f"{one}.yaml": (DATA / f"{one}.yaml").read_text("utf-8") for one in FILES}
    assert texts[file].count(old) == 1, old
    texts[file] = texts[file].replace(old, new)
    (tmp_path / file).write_text(texts[file], "utf-8")
    with pytest.raises(InvalidFile) as caught:
        load_printed(Folder(DATA, "data/isleofskye", overlay=tmp_path))
    expected = []
    for where, snippet, message in (line.split(" | ") for line in said):
        before, after = snippet.split("^")
        assert texts[where].count(before + after) == 1, snippet
        at = texts[where].index(before + after) + len(before)
        line, column = texts[where].count("\n", 0, at) + 1, at - texts[where].rfind("\n", 0, at)
        place = tmp_path.as_posix() if where == file else "data/isleofskye"
        expected.append(f"{place}/{where}:{line}:{column}: {message}")
    assert sorted(str(caught.value).splitlines()) == sorted(expected)
