"""Other data of Rebirth that does not work out is refused, and every place is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from .broken import refused

FILES: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "a card too many": (
        "missions.yaml",
        {"    copies: 8\n": "    copies: 9\n"},
        ["5:1: cards: 33 cards with all copies; the deck has 32"],
    ),
    "a deck that the box does not hold": (
        "missions.yaml",
        {"deck: 32": "deck: 30"},
        [
            "4:7: deck: the box holds 32 mission cards",
            "5:1: cards: 32 cards with all copies; the deck has 30",
        ],
    ),
    "a metric that there is not": (
        "missions.yaml",
        {"metric: ports_occupied": "metric: ports_ocupied"},
        [": cards.ports.metric: there is no metric 'ports_ocupied'; did you mean 'ports_occupied'?"],
    ),
    "an area that the map has not": (
        "missions.yaml",
        {"metric: castles_controlled\n    area: north": "metric: castles_controlled\n    area: nroth"},
        [": cards.castles_north.area: the map has no area 'nroth'; did you mean 'north'?"],
    ),
    "an area for what has none": (
        "missions.yaml",
        {"metric: ports_occupied": "metric: ports_occupied\n    area: north"},
        [": cards.ports.area: an area goes with castles_controlled and tiles only"],
    ),
    "a castle that the map has not": (
        "missions.yaml",
        {"castles: [KE, KS]": "castles: [KE, KX]"},
        [
            ": cards.crown_castles.castles.1: map 'default' has no castle 'KX'; known: "
            "KE, KS, Ka, Kb, Kc, Kd, Ke, Kf, Kg, Kh, Ki, Kj"
        ],
    ),
    "a card that compares nothing": (
        "missions.yaml",
        {"    metric: ports_occupied\n": "    castles: [KE]\n"},
        [
            ": cards.ports: a card of kind 'most' has no 'castles'",
            ": cards.ports: a card of kind 'most' needs 'metric'",
        ],
    ),
    "a card given twice": (
        "missions.yaml",
        {"  - id: ports\n": "  - id: coast\n"},
        [": cards.coast.id: 'coast' is given twice"],
    ),
    "a card without English": (
        "missions.yaml",
        {"      en: You occupy the most ports.\n": ""},
        [": cards.ports.text: the English text is missing"],
    ),
    "a kind of card that there is not": (
        "missions.yaml",
        {"kind: unconditional": "kind: unconditonal"},
        ["7:11: cards.bonus.kind: 'unconditonal' is not allowed; did you mean 'unconditional'?"],
    ),
    "a tile too few": (
        "tiles.yaml",
        {"food: 12": "food: 11"},
        ["14:3: mixes.even: 35 tiles; a colour has 36"],
    ),
    "fewer tiles than are removed": (
        "tiles.yaml",
        {"    settlements: {1: 3, 2: 3, 3: 3, 4: 3}": "    settlements: {1: 6, 2: 3, 3: 3}"},
        ["14:3: mixes.even: fewer tiles than the removal takes: settlement-4"],
    ),
    "fewer than no tiles": (
        "tiles.yaml",
        {"food: 12": "food: -12", "energy: 12": "energy: 36"},
        ["14:3: mixes.even: 'food' must be >= 0: -12"],
    ),
    "a removal that is counted wrong": (
        "tiles.yaml",
        {"  total: 9": "  total: 8"},
        [": removal.total: the tiles above are 9"],
    ),
    "a default mix that there is not": (
        "tiles.yaml",
        {"default_mix: even": "default_mix: evn"},
        ["12:14: default_mix: there is no mix 'evn'; did you mean 'even'?"],
    ),
    "kinds of tile in another order": (
        "tiles.yaml",
        {"{id: food, s": "{id: energi, s"},
        [
            "4:1: kinds: expected food, energy, settlement-1, settlement-2, settlement-3, settlement-4, "
            "in this order"
        ],
    ),
    "tiles that do not make up the box": (
        "box.yaml",
        {"total: 144": "total: 140"},
        ["8:24: pieces.tiles.total: 4 colours of 36 make 144, not 140"],
    ),
    "a piece that is missing": (
        "box.yaml",
        {"{id: castles": "{id: castels"},
        ["7:1: pieces: there is no piece 'castles'"],
    ),
    "a set-up that is counted wrong": (
        "box.yaml",
        {"played: 25": "played: 26", "on_board: 102": "on_board: 104", "  2: {": "  5: {"},
        [
            ": setup: expected one line for each of 2 to 4 players",
            ": setup.5.on_board: 5 x 34 + 32 = 202",
            ": setup.3.on_board: 3 x 34 + 0 = 102",
            ": setup.4.played: 36 tiles less 9 and 2 leave 25",
        ],
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_the_other_files_are_refused_at_their_place_too(tmp_path: Path, name: str) -> None:
    """RB-COMP-1, RB-COMP-2, RB-SETUP-5."""
    file, changes, said = FILES[name]
    found = refused(tmp_path, file, changes)
    assert len(found) == len(said)
    for line, end in zip(found, said, strict=True):
        assert line.endswith(end) if end.startswith(":") else line == end
