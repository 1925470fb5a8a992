"""Rebirth's drawings in random games: everything public can be read back from them, and nothing hidden shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast
from xml.etree import ElementTree

import pytest

import tilewright as tw
from tilewright.core.draw.model import Show, Where
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.signs import letters
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.rules.ruleset import Rules
from tilewright.core.table.changes import changes
from tilewright.core.table.lookup import look
from tilewright.games.rebirth.actions import PlaceTile
from tilewright.games.rebirth.ending import FinalScoring
from tilewright.games.rebirth.files import KINDS
from tilewright.games.rebirth.map_reader import axial
from tilewright.games.rebirth.missions import meeting
from tilewright.games.rebirth.missions import points as card_points
from tilewright.games.rebirth.printed import Printed
from tilewright.games.rebirth.show import markers, show
from tilewright.games.rebirth.state import FREE, NEUTRAL, RebirthState

from .. import playing
from .facts import lochs, picture

NAMES = ("anna", "bruno", "chiara", "dario")
ENDS = re.compile(r"(?<![\w,])(-?\d+),(-?\d+)(?![\w,])")
SVG = "{http://www.w3.org/2000/svg}"
At = tuple[int, int]


def rules(**options: object) -> Rules:
    return tw.load("rebirth", options=options)


def game(count: int, seed: int, **options: object) -> Iterator[RebirthState]:
    """Every position of a random game, the last one too."""
    return playing.game(rules(**options), NAMES[:count], seed)


def marks(what: Show) -> dict[Where, str]:
    """The number of each choice as the mark of its spot."""
    return {(o.board, o.at): str(n) for n, o in enumerate(what.offers, 1) if o.at is not None}


def drawn(what: Show, tall: bool = False) -> str:
    return draw_text(what, width=80, tall=tall, marks=marks(what))


def cells(text: str, tall: bool = False) -> dict[At, str]:
    """The map read back: each hex with what is written in its four columns (tall: of both lines)."""
    lines = text.splitlines()
    found: dict[At, str] = {}
    for number, line in enumerate(lines[1:], 1):
        ends = ENDS.match(line.lstrip())
        if ends is None:
            if found and not tall:
                break
            continue
        q, r = int(ends[1]), int(ends[2])
        start = len(line) - len(line.lstrip()) + ends.end() + 1
        last = next(m for m in ENDS.finditer(line, start) if int(m[2]) == r)
        below = lines[number + 1].ljust(90) if tall else ""
        for n in range(int(last[1]) - q + 1):
            at = start + 4 * n
            found[q + n, r] = line[at : at + 4] + below[at : at + 4]
        assert last.start() > start + 4 * (int(last[1]) - q) + 2
    return found


def expected(state: RebirthState, numbers: dict[At, int]) -> dict[At, str]:
    """What must stand in the four columns, made from the state by the words of the legend."""
    printed = state.printed
    signs = letters(state.seats)
    found: dict[At, str] = {}
    for cell, at in enumerate(printed.hexes):
        size = (
            len(printed.settlements[printed.settlement_of[cell]]) if printed.settlement_of[cell] >= 0 else 0
        )
        field = "SML"[size - 1] if size else "FEO"[printed.kind[cell]]
        tile = state.tiles[cell]
        if tile == FREE:
            number = numbers.get((at.q, at.r))
            lies = "" if number is None else f"{number:2}"
        elif tile >> 3 == NEUTRAL:
            lies = "##"
        else:
            lies = signs[tile >> 3] + {"food": "f", "energy": "e"}.get(KINDS[tile & 7], KINDS[tile & 7][-1])
        found[at.q, at.r] = field + lies + "*" * printed.port[cell]
    for owner, castle in zip(state.castles, printed.castles, strict=True):
        found[castle.hex.q, castle.hex.r] = castle.code + (signs[owner] if owner >= 0 else "")
    for bits, cathedral in zip(state.cathedrals, printed.cathedrals, strict=True):
        owners = [sign for seat, sign in enumerate(signs) if bits >> seat & 1]
        missing = [sign for sign in signs if sign not in owners]
        text = "+" + "".join(owners)
        if len(owners) > 2:
            text = f"-{missing[0]}" if missing else "+*"
        found[cathedral.hex.q, cathedral.hex.r] = text
    for loch in lochs(printed):
        found[loch.q, loch.r] = "~~~"
    return found


@pytest.mark.parametrize(("count", "seed"), [(2, 1), (4, 4)])
def test_every_hex_can_be_read_back_in_every_position(count: int, seed: int) -> None:
    for state in game(count, seed):
        seat = state.to_act[0] if state.to_act else None
        legal = list(state.view(seat).legal())
        numbers = {(a.cell.q, a.cell.r): n for n, a in enumerate(legal, 1) if isinstance(a, PlaceTile)}
        text = drawn(show(state.view(seat)))
        assert "\x1b" not in text
        assert max(map(len, text.splitlines())) <= 80
        found = {at: cell.strip() for at, cell in cells(text).items() if cell.strip()}
        assert found == expected(state, numbers)


def test_tall_hexes_say_the_same() -> None:
    for turn, state in enumerate(game(4, 9)):
        if turn % 9:
            continue
        legal = list(state.legal(state.to_act[0]))
        numbers = {(a.cell.q, a.cell.r): n for n, a in enumerate(legal, 1) if isinstance(a, PlaceTile)}
        found = cells(drawn(show(state.view(state.to_act[0])), tall=True), tall=True)
        signs = letters(state.seats)
        wanted = expected(state, numbers)
        for bits, cathedral in zip(state.cathedrals, state.printed.cathedrals, strict=True):
            owners = "".join(sign for seat, sign in enumerate(signs) if bits >> seat & 1)
            wanted[cathedral.hex.q, cathedral.hex.r] = cathedral.code + owners
        for at, text in wanted.items():
            assert sorted(found[at].replace(" ", "")) == sorted(text.replace(" ", ""))


def test_hidden_things_stand_only_in_their_owners_drawing() -> None:
    state = next(game(3, 5))
    own, others = show(state.view(1)), show(state.view(None))
    assert [board.title for board in own.boards] == ["", "Tiles of bruno"]
    assert [len(board.spots) for board in own.boards[1:]] == [len(state.hand[1]) + len(state.aside[1])]
    assert own.panels[0].title == "Missions of bruno"
    assert len(others.boards) == 1 and not any(panel.goals for panel in others.panels)
    assert [panel.title for panel in show(state.view(None)).panels] == [
        "Castles",
        "Players",
        "Tiles not yet seen",
    ]
    assert not show(state.view(None)).offers


def test_what_is_not_seen_is_counted() -> None:
    state = next(game(2, 5))
    panel = show(state.view(0)).panels[-1]
    counts = [int(ink.text) for ink in panel.rows[0][1:]]
    held = [*state.hand[0], *state.aside[0]]
    kinds = [12, 12, 3, 3, 3, 3]
    assert counts == [*(have - held.count(kind) for kind, have in enumerate(kinds)), 33]
    assert [int(ink.text) for ink in panel.rows[1][1:]] == [*kinds, 36]


def test_the_players_table() -> None:
    *_, state = game(4, 6)
    table = show(state.view(None)).panels[1]
    assert [ink.text for ink in table.head] == [
        "",
        "",
        "points",
        *(["marker"] if any(markers(score, "reach") for score in state.scores) else []),
        "castles",
        "cathedrals",
        "missions",
        "supply",
    ]
    for seat, row in enumerate(table.rows[:4]):
        cathedrals = sum(bits >> seat & 1 for bits in state.cathedrals)
        counts = [state.castles.count(seat), cathedrals, len(state.missions[seat]), len(state.supply[seat])]
        turned = [markers(score, "reach") for score in state.scores]
        marker = [str(turned[seat] or "")] if any(turned) else []
        assert [ink.text for ink in row] == [
            "ABCD"[seat], NAMES[seat], str(state.scores[seat]), *marker, *map(str, counts)
        ]  # fmt: skip
    assert table.rows[4][0].text == f"Mission cards in the deck: {len(state.deck)}"


def test_what_each_would_have_if_it_ended_now() -> None:
    """The final scoring of a copy says the same, but for the missions of others, which are counted as unseen."""
    for turn, state in enumerate(game(3, 12)):
        if turn % 30 != 29 or state.over:
            continue
        seat = state.to_act[0]
        what = show(state.view(seat))
        [table] = [panel for panel in what.panels if panel.players]
        at = [ink.text for ink in table.head].index("if over")
        ended = state.clone()
        final = FinalScoring()
        final.bind(state.rules)
        final.run(ended, seat, None)
        missions = [
            sum(card_points(state.rules.options, card) for card in cards if meeting(state, card)[one])
            for one, cards in enumerate([state.printed.missions[n] for n in held] for held in state.missions)
        ]
        for one, row in enumerate(table.rows[:3]):
            hidden = 0 if one == seat else missions[one]
            assert int(row[at].text) == ended.scores[one] - hidden
            held = len(state.missions[one])
            said = f"+ {held} {'card' if held == 1 else 'cards'} unseen" if held and one != seat else ""
            assert row[at].more == said
        [cards] = [panel.goals for panel in what.panels if panel.goals] or [()]
        assert sum(int(goal.worth) for goal in cards if goal.met) == missions[seat]
        assert len({goal.title for goal in cards}) == len(cards)
        for goal in cards:
            assert set(goal.amounts) in (set(), {0, 1, 2}) and (goal.picture is not None) >= bool(
                goal.amounts
            )


def test_places_in_words() -> None:
    """Row 8 of the map has Dunstaffnage and Lismore in its fourth and sixth column, an open field after that."""
    state = next(game(2, 1))
    for lang, said in (
        ("en", "open field east of Lismore"),
        ("de", "leeres Feld östlich von Lismore"),
        ("pl", "puste pole na wschód od Lismore"),
    ):
        places = {spot.at: spot.place for spot in show(state.view(0), lang).boards[0].spots}
        at = axial(8, 6)
        assert places[at.q, at.r] == said
        assert places[axial(8, 5).q, axial(8, 5).r] == "Lismore"
    north, south = axial(6, 6), axial(17, 5)
    assert places[north.q, north.r].endswith("na zachód od Elgin")
    assert places[south.q, south.r].endswith("na południowy wschód od Whithorn")


@pytest.mark.parametrize(
    ("score", "reach", "exceed"),
    [(-3, 0, 0), (0, 0, 0), (99, 0, 0), (100, 100, 0), (101, 100, 100), (200, 200, 100), (201, 200, 200)]
    + [(299, 200, 200), (300, 300, 200), (301, 300, 300), (480, 300, 300)],
)
def test_markers(score: int, reach: int, exceed: int) -> None:
    """RB-END-7: turned at 100, exchanged at 200, turned at 300; RB-AMB-10: on reaching or on exceeding."""
    assert markers(score, "reach") == reach
    assert markers(score, "exceed") == exceed


# -- pictures, sentences, languages --------------------------------------------------------------------------------


def test_the_picture_shows_each_hex_whose_tile_lies_there_and_who_has_a_place() -> None:
    """A tile has its owner's letter and as many symbols as it counts, a cathedral a filled place for each owner."""
    for turn, state in enumerate(game(4, 8)):
        if turn % 20:
            continue
        printed, signs = state.printed, letters(state.seats)
        what = show(state.view(state.to_act[0] if state.to_act else None))
        root = ElementTree.fromstring(draw_svg(what, marks=marks(what)))
        assert len(list(root.iter(f"{SVG}polygon"))) == printed.rows * printed.columns
        drawn: dict[At, ElementTree.Element] = {}
        for group in root.iter(f"{SVG}g"):
            title = group.find(f"{SVG}title")
            found = re.match(r"(-?\d+),(-?\d+)(?::|$)", (title.text or "") if title is not None else "")
            if found:
                drawn[int(found[1]), int(found[2])] = group
        texts = {at: [text.text for text in group.iter(f"{SVG}text")] for at, group in drawn.items()}
        used = {
            at: [use.get("href", "").removeprefix("#sym-") for use in group.iter(f"{SVG}use")]
            for at, group in drawn.items()
        }
        for cell, at in enumerate(printed.hexes):
            where, tile = (at.q, at.r), state.tiles[cell]
            port = ["anchor"] if printed.port[cell] else []
            if tile == FREE:
                size = len(printed.settlements[printed.settlement_of[cell]]) if printed.size[cell] else 0
                field = ["house"] * size if size else [("food", "energy", "either")[printed.kind[cell]]]
                assert used[where] == field + port
            else:
                kind = KINDS[tile & 7]
                symbols = [kind] if kind in ("food", "energy") else ["house"] * int(kind[-1])
                assert (texts[where][0], used[where]) == (signs[tile >> 3], symbols + port)
        for holder, castle in zip(state.castles, printed.castles, strict=True):
            where = castle.hex.q, castle.hex.r
            assert used[where] == ["stronghold"]
            assert texts[where][:-1] == ([signs[holder]] if holder >= 0 else [])
        for bits, cathedral in zip(state.cathedrals, printed.cathedrals, strict=True):
            places = [
                rect
                for rect in drawn[cathedral.hex.q, cathedral.hex.r].iter(f"{SVG}rect")
                if rect.get("class") == "seat-place"
            ]
            filled = [rect.get("fill") == rect.get("stroke") for rect in places]
            assert filled == [bool(bits >> seat & 1) for seat in range(4)]
        closed = [at for at, what in printed.closed.items() if what != "sea"]
        land = {(at.q, at.r) for at in (*printed.hexes, *closed)}
        beside = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
        coast = sum(any((q + dq, r + dr) not in land for dq, dr in beside) for q, r in land)
        shores = [len(group) for group in root.iter(f"{SVG}g") if group.get("class") in ("shelf", "beach")]
        assert shores == [coast, coast] and 0 < coast < len(land)
        names = {text.text for text in root.iter(f"{SVG}text") if text.get("class") == "place-name"}
        assert names - {"in hand", "set aside"} == {
            site.name.removesuffix(" Castle") for site in (*printed.castles, *printed.cathedrals)
        }
        for number, offer in enumerate(what.offers, 1):
            assert offer.at is not None
            assert texts[offer.at][-1] == str(number)


def test_sentences() -> None:
    state = next(game(2, 1))
    said = sentences(show(state.view(state.to_act[0])))
    assert "7,1: castle field Ka, Sinclair" in said
    assert "6,0: food field, a neutral tile" in said
    assert "4,1: field of a medium settlement, port, free" in "\n".join(said)
    assert not [line for line in said if line.endswith(": sea")]
    assert look(show(state.view(0)), "0,0")[0] == "0,0: sea"


def test_changes_after_a_move() -> None:
    state = next(game(3, 2))
    seat = state.to_act[0]
    before = show(state.view(None))
    action = state.legal(seat)[4]
    assert isinstance(action, PlaceTile)
    state.apply(action)
    said = changes(before, show(state.view(None)))
    there = next(line for line in said if line.startswith(f"{action.cell}: "))
    assert f"{NAMES[seat]}'s {action.tile} tile (before: " in there
    assert any(
        line.startswith(f"Players, {NAMES[seat]}: ") and "supply 32 (before: 33)" in line for line in said
    )


def test_german() -> None:
    *_, state = game(3, 11)
    what = show(state.view(0), "de")
    text = drawn(what)
    assert what.title == "Rebirth: das Spiel ist zu Ende"
    assert "Missionen von anna" in text
    printed = cast(Printed, state.rules.data)
    said = sentences(what)
    for card in map(printed.missions.__getitem__, state.missions[0]):
        points = 3 if card.kind == "unconditional" else card.points
        assert f"{card.text['de'].rstrip('.')}: {points} Punkte" in said
    assert look(what, "2,13")[0].startswith("2,13: Burgfeld KE, Edinburgh Castle")


# -- sheets --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["default", "alternative"])
def test_the_empty_map_can_be_read_back_as_its_file_draws_it(name: str) -> None:
    made = rules(map=name)
    printed = cast(Printed, made.data)
    found = cells(drawn(made.game.sheets["map"](made)))
    lines = []
    for row in range(printed.rows):
        marks = [
            found.get((at.q, at.r), "").strip() for at in (axial(row, c) for c in range(printed.columns))
        ]
        texts = [{"": "..", "~~~": "~~"}.get(mark, mark.replace("*", "p").ljust(2, ".")) for mark in marks]
        lines.append("  " * (row % 2) + "  ".join(texts) + "\n")
    assert "".join(lines) == picture(printed)


def test_sheets_name_what_is_reconstructed() -> None:
    made = rules()
    for sheet in made.game.sheets.values():
        for lang in ("en", "de"):
            what = sheet(made, lang)
            assert list(what.caption) == made.provenance(lang)
            assert max(map(len, drawn(what).splitlines())) <= 80
            ElementTree.fromstring(draw_svg(what))
    tiles = drawn(made.game.sheets["tiles"](made))
    assert "food             12        3" in tiles
    assert "You control Edinburgh Castle or Stirling Castle." in tiles
    missions = drawn(made.game.sheets["missions"](made))
    assert "You control Edinburgh Castle or Stirling Castle." in missions and "food    " not in missions
