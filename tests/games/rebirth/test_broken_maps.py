"""Maps of Rebirth that do not work out are refused, and every place is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from .broken import refused

MAP = "maps/default.yaml"
KEY = "  - {code: KE, name: Edinburgh Castle, at: [13, 8], provenance: reconstructed, name_provenance: rulebook}\n"
ROW0 = "  ..  ..  ..  ..  ..  ..  Fn  F.  O.  E.  ..  ..  ..\n"
ROW1 = "    ..  ..  ..  ..  Mp  M.  Fn  Ka  E.  En  ..  ..  ..\n"
ROW2 = "  ..  ..  ..  ..  S.  Kb  O.  L.  Lp  ..  ..  ..  ..\n"
PICTURES = {
    "a row too short": ({ROW2: ROW2[:-5] + "\n"}, ["39:3: picture: row 2: 12 hexes; row 0 has 13"]),
    "a row too long": ({ROW2: ROW2[:-1] + "  ..\n"}, ["39:3: picture: row 2: 14 hexes; row 0 has 13"]),
    "an empty row": ({ROW2: "\n" + ROW2}, []),
    "an odd row at the edge": ({ROW1: ROW1[2:]}, ["38:3: picture: row 1: an odd row begins two spaces in"]),
    "the first row indented": (
        {ROW0: "  " + ROW0},
        ["37:3: picture: row 0: an even row begins at the edge"],
    ),
    "an even row indented": ({ROW2: "  " + ROW2}, ["39:3: picture: row 2: an even row begins at the edge"]),
    "a trailing space": (
        {ROW1: ROW1[:-1] + " \n"},
        ["38:55: picture: row 1: nothing may follow the last hex"],
    ),
    "one space for two": (
        {ROW1: ROW1.replace("Mp  M.", "Mp M.")},
        ["38:23: picture: row 1: two spaces must follow column 4"],
    ),
    "an unknown letter": (
        {ROW1: ROW1.replace("E.  En", "Q.  En")},
        ["38:37: picture: row 1: 'Q.' in column 8: no such mark"],
    ),
    "an unknown second letter": (
        {ROW2: ROW2.replace("S.", "Sx")},
        ["39:19: picture: row 2: 'Sx' in column 4: no such mark"],
    ),
    "a port on a food field": (
        {ROW1: ROW1.replace("Fn", "Fp")},
        ["38:29: picture: row 1: 'Fp' in column 6: a port needs a settlement field"],
    ),
    "half a loch": (
        {ROW2: ROW2.replace("O.", "~.")},
        ["39:27: picture: row 2: '~.' in column 6: no such mark"],
    ),
    "a tab": ({ROW2: ROW2.replace("S.", "S\t")}, ["39:19: picture: row 2: 'S\\t' in column 4: no such mark"]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_is_drawn_wrong_is_refused_at_its_row_and_column(tmp_path: Path, name: str) -> None:
    changes, said = PICTURES[name]
    found = refused(tmp_path, MAP, changes)
    if said:
        assert found == said
    else:
        assert found[0] == "39:3: picture: row 2: 0 hexes; row 0 has 13"
        assert found[1] == "40:3: picture: row 3: an odd row begins two spaces in"


MAPS = {
    "counts that differ": (
        {ROW1: ROW1.replace("E.  En", "O.  En")},
        [
            "16:11: expected_counts.energy: the picture has 25",
            "17:9: expected_counts.open: the picture has 25",
        ],
    ),
    "counts unknown and missing": (
        {"  lochs: 6": "  locks: 6"},
        [
            "13:1: expected_counts: key 'lochs' is missing",
            "29:3: expected_counts.locks: unknown key; did you mean 'lochs'?",
        ],
    ),
    "two medium settlements that touch": (
        {ROW2: ROW2.replace("S.  Kb", "M.  Kb")},
        [
            "18:22: expected_counts.small_settlements: the picture has 5",
            "38:21: picture: a medium settlement has 2, not 3 fields: [1, 4] [1, 5] [2, 4]; "
            "two of one size may not touch",
        ],
    ),
    "a large settlement with a gap": (
        {ROW2: ROW2.replace("L.  Lp", "O.  Lp")},
        [
            "17:9: expected_counts.open: the picture has 25",
            "20:22: expected_counts.large_settlements: the picture has 7",
            "21:22: expected_counts.settlement_fields: the picture has 35",
            "22:16: expected_counts.farm_fields: the picture has 77",
            "39:35: picture: a large settlement has 3, not 1 fields: [2, 8]",
            "40:29: picture: a large settlement has 3, not 1 fields: [3, 6]",
        ],
    ),
    "a castle without an entry": (
        {ROW1: ROW1.replace("Ka", "Kx")},
        ["38:33: picture: Kx is not among the castles", "59:12: castles.Ka.code: Ka is not in the picture"],
    ),
    "a castle that stands elsewhere": (
        {"name: Sinclair, at: [1, 7]": "name: Sinclair, at: [1, 8]"},
        ["59:32: castles.Ka.at: Ka stands at [1, 7] in the picture"],
    ),
    "a castle drawn twice": (
        {ROW1: ROW1.replace("Ka  E.", "Ka  Ka")},
        [
            "14:13: expected_counts.playable: the picture has 111",
            "16:11: expected_counts.energy: the picture has 25",
            "22:16: expected_counts.farm_fields: the picture has 75",
            "23:12: expected_counts.castles: the picture has 13",
            "38:37: picture: Ka stands here a second time",
        ],
    ),
    "a castle listed twice": (
        {KEY: KEY + KEY},
        [
            "56:1: castles: 13 castles; a colour has pieces for 12",
            "58:12: castles.KE.code: 'KE' is given twice",
        ],
    ),
    "a cathedral without an entry": (
        {"{code: C1, name: Dornoch": "{code: C9, name: Dornoch"},
        [
            "40:33: picture: C1 is not among the cathedrals",
            "71:12: cathedrals.C9.code: C9 is not in the picture",
        ],
    ),
    "no Edinburgh": (
        {"C7  M.  KE": "C7  M.  Kz", "{code: KE, name: Edinburgh Castle": "{code: Kz, name: Elsewhere"},
        ["56:1: castles: KE is missing; it breaks ties (RB-END-6)"],
    ),
    "more castles than pieces": (
        {
            ROW1: ROW1.replace("E.  En", "Kk  En"),
            "  energy: 26": "  energy: 25",
            "  castles: 12": "  castles: 13",
            "playable: 112": "playable: 111",
            "  farm_fields: 76": "  farm_fields: 75",
            KEY: KEY + KEY.replace("KE", "Kk").replace("[13, 8]", "[1, 8]"),
        },
        ["56:1: castles: 13 castles; a colour has pieces for 12"],
    ),
    "a neutral field too few": (
        {
            ROW1: ROW1.replace("En", "E."),
            "  neutral: 32": "  neutral: 31",
            "  neutral_on_farm_fields: 24": "  neutral_on_farm_fields: 23",
        },
        ["36:10: picture: 31 fields are marked n; two players need 32"],
    ),
    "a mix that there is not": (
        {"fits: even": "fits: evn"},
        ["5:7: fits: there is no mix 'evn'; did you mean 'even'?"],
    ),
    "a row in no area and one in two": (
        {"middle: [6, 11], south: [12, 17]": "middle: [7, 12], south: [12, 17]"},
        ["32:1: areas: rows 0 to 17 must each lie in one area; wrong: 6, 12"],
    ),
    "an area beyond the picture": (
        {"south: [12, 17]": "south: [12, 18]"},
        ["32:1: areas: rows 0 to 17 must each lie in one area; wrong: 18"],
    ),
}


@pytest.mark.parametrize("name", MAPS)
def test_a_map_that_does_not_work_out_is_refused_with_every_place(tmp_path: Path, name: str) -> None:
    """RB-COMP-1, RB-SETUP-2, RB-SETUP-3 and RB-END-6 ask for what is counted here."""
    changes, said = MAPS[name]
    assert refused(tmp_path, MAP, changes) == said


def test_a_mix_that_the_map_has_no_room_for_is_refused(tmp_path: Path) -> None:
    said = "expected_counts.settlement_fields: 36 are too few for mix 'uneven', which needs 60"
    assert refused(tmp_path, MAP, {}, "uneven") == [f"21:22: {said}"]
