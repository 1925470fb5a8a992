"""Glen More's drawings in random games: all that is public can be read back, every choice is found, nothing leaks."""

from __future__ import annotations

import re
from typing import cast
from xml.etree import ElementTree

import attrs
import pytest
from rich.cells import cell_len

from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.signs import letters
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.land.grid import unpack
from tilewright.core.table.changes import changes
from tilewright.core.table.lookup import look
from tilewright.games.glenmore.actions import Activate
from tilewright.games.glenmore.printed import Printed
from tilewright.games.glenmore.show import show
from tilewright.games.glenmore.show.tiles import GENERIC, LETTERS, WIDE, Wording, lines
from tilewright.games.glenmore.state import DIE, GlenMoreState, amount, total

from .showing import LANGUAGES, NAMES, bare, cells, drawn, game, marks, rules, seen, step

# -- text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["polish", "yucata"])
def test_editions_are_drawn_as_well(edition: str) -> None:
    for number, state in enumerate(game(2, 6, edition)):
        if number % 9 == 0:
            text = drawn(seen(state))
            assert max(map(len, text.splitlines())) <= 80


def test_long_names_are_no_trouble() -> None:
    names = ["Bartholomäus-Maximilian", "Anastasia-Alexandrowna", "李小龍", "d", "Wilhelmina"]
    state = cast(GlenMoreState, rules().new(names, seed=3))
    text = drawn(seen(state))
    assert all(cell_len(line) <= 80 for line in text.splitlines())
    assert "Bartholomä" in text


# -- choices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 21), (4, 23)])
def test_every_choice_is_found_by_the_mark_of_its_spot(count: int, seed: int) -> None:
    """In every fifth position."""
    for number, state in enumerate(game(count, seed)):
        if number % 5:
            continue
        if state.over:
            break
        seat = state.to_act[0]
        what = seen(state)
        assert [offer.action for offer in what.offers] == list(state.legal(seat))
        text = drawn(attrs.evolve(bare(what), boards=[attrs.evolve(b, small=False) for b in what.boards]))
        circuit = cells(text, "Circuit", chain=True)
        display = cells(text, f"Display of {NAMES[seat]}")
        for offer in what.offers:
            if offer.at is None:
                continue
            mark = marks(what)[offer.board, offer.at]
            if offer.board == 0:
                lines_there = circuit[f"+{offer.at[0]}"]
            else:
                lines_there = display[f"{offer.at[0]},{offer.at[1]}"]
            assert any(re.search(rf"(?<!\d){mark}[ |=]*$", line) for line in lines_there), (mark, text)


def test_cubes_of_the_abbey_lie_on_one_spot() -> None:
    for seed in range(40):
        for state in game(2, seed):
            if not state.over and any(
                isinstance(a, Activate) and a.cube for a in state.legal(state.to_act[0])
            ):
                named = [o for o in seen(state).offers if isinstance(o.action, Activate) and o.action.cube]
                assert len({(o.board, o.at) for o in named}) == 1 and len(named) == 5
                assert "cube of any kind" in drawn(seen(state))
                return
    raise AssertionError("no abbey was activated")


# -- boards --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 41), (3, 42), (5, 43)])
def test_displays_can_be_read_back(count: int, seed: int) -> None:
    for number, state in enumerate(game(count, seed)):
        if number % 4:
            continue
        printed = cast(Printed, state.rules.data)
        words = Wording(state.rules, "en")
        what = show(state.view(0))
        text = draw_text(attrs.evolve(bare(what), boards=[attrs.evolve(b, small=False) for b in what.boards]))
        own = cells(text, "Display of anna")
        assert what.boards[1].small == (step(state) == "take")
        tiles = {unpack(cell): (cell, kind) for cell, kind in state.displays[0].items()}
        boards = what.boards[1].spots
        assert {spot.at for spot in boards if spot.face} == tiles.keys()
        for (x, y), (cell, kind) in tiles.items():
            there = own[f"{x},{y}"]
            assert words.label(printed.kinds[kind]) in "".join(there)
            pile = state.cubes[0].get(cell, 0)
            cubes = "".join(LETTERS[n] * amount(pile, n) for n in range(5))
            members = state.members[0].get(cell, 0)
            standing = ("A" + str(members) * (members > 1)) * bool(members)
            if total(pile) <= 4 and (cubes or standing):
                assert any(line.replace("|", " ").strip() == cubes + standing for line in there[2:]), text


@pytest.mark.parametrize("seed", [51, 52])
def test_river_and_road_join(seed: int) -> None:
    *_, state = game(3, seed)
    for seat in range(3):
        what = show(state.view(seat))
        rows = draw_text(attrs.evolve(bare(what), boards=what.boards[1:2])).splitlines()
        xs = [unpack(cell)[0] for cell in state.displays[seat]]
        kinds = {
            unpack(cell): cast(Printed, state.rules.data).kinds[k] for cell, k in state.displays[seat].items()
        }
        river = [y for (x, y), kind in kinds.items() if kind.river]
        road = [x for (x, y), kind in kinds.items() if kind.road]
        first = next(n for n, row in enumerate(rows) if re.match(r" *-?\d+( +-?\d+)*$", row) and n > 1)
        body = rows[first + 1 :]
        columns = {m.start() for row in body for m in re.finditer(r"\|", row)}
        assert len(columns) == 1
        (column,) = columns
        blank = [row for row in body if re.fullmatch(r" *\|", row)]
        assert len(blank) >= len(river) - 1
        line = next(row for row in body if re.match(r" *0 ", row))
        stretch = line[line.index("=") : line.rindex("=") + 1]
        assert not re.search(r"\s", stretch)
        assert len(road) == max(road) - min(road) + 1 and min(xs) <= min(road)
        assert stretch.count("=") >= len(road) + 1
        assert column


def test_the_circuit() -> None:
    for number, state in enumerate(game(3, 61)):
        what = show(state.view(None))
        board = what.boards[0]
        signs = letters(state.seats)
        printed = cast(Printed, state.rules.data)
        assert len(board.spots) == printed.spaces
        order = [spot.at[0] for spot in board.spots]
        assert order[-1] == len(state.chain) and order[:-1] == [
            *range(len(state.chain) + 1, printed.spaces),
            *range(len(state.chain)),
        ]  # in the ring all empty spaces but one lie before the rear
        for spot in board.spots:
            space = spot.at[0]
            if space >= len(state.chain):
                assert spot.called == "gap"
                continue
            item = state.chain[space]
            assert spot.called == (f"+{space}" if space else "0")
            if item >= 0:
                kind = printed.kinds[item]
                assert spot.ground == kind.frame
                paid = "".join(ink.text for ink in spot.face[1])
                for resource, n in enumerate(kind.cost.cubes):
                    assert paid.split("+")[0].count(LETTERS[resource]) == n
            else:
                assert [piece.text for piece in spot.pieces] == ["#" if item == DIE else signs[-1 - item]]
        assert board.small == (step(state) != "take")
        if number > 60:
            break


def test_the_viewers_display_comes_first() -> None:
    state = next(game(4, 5))
    for seat in range(4):
        titles = [board.title for board in show(state.view(seat)).boards]
        assert titles[1] == f"Display of {NAMES[seat]}"
        assert sorted(titles[1:]) == [f"Display of {name}" for name in NAMES[:4]]
    assert [board.now for board in show(state.view(2)).boards[1:]].count(True) == 1
    assert show(state.view(None)).boards[1].title == f"Display of {NAMES[state.to_act[0]]}"


# -- pictures, sentences, languages --------------------------------------------------------------------------------


def test_sentences_say_what_is_drawn() -> None:
    state = next(game(2, 2))
    said = sentences(show(state.view(0)))
    assert "0,0: Starting village, river, road, each time 1 movement point; 1 clan member" in said
    assert any(line.startswith("+2: the die") for line in said)
    assert "gap: empty space" in said
    assert look(show(state.view(0)), "gap")


def test_changes_after_a_move() -> None:
    for state in game(2, 4):
        if step(state) == "place":
            seat = state.to_act[0]
            before = show(state.view(seat))
            action = state.legal(seat)[0]
            state.apply(action)
            assert any(f"{action.cell}: " in line for line in changes(before, show(state.view(seat))))  # type: ignore[attr-defined]
            return


def test_german_and_polish() -> None:
    state = next(game(2, 2))
    german, polish = drawn(seen(state, "de")), drawn(seen(state, "pl"))
    assert "ein Plättchen nehmen" in german and "Auslage von" in german and "Lager" in german
    assert "Steinbruch" in german or "Wald" in german
    assert "Osada" in polish and "drewno" in polish and "Magazyn" in polish


@pytest.mark.parametrize("lang", LANGUAGES)
def test_short_names_tell_tiles_apart(lang: str) -> None:
    kinds = cast(Printed, rules().data).kinds
    words, labels = Wording(rules(), lang), dict[str, str]()
    for kind in kinds:
        name = words.label(kind)
        assert 0 < len(name) <= 9
        sort = kind.names["en"] if kind.card is not None or kind.kind == "production" else kind.kind
        assert labels.setdefault(words.code(kind), sort) == sort
        assert all(len(line) <= WIDE for line in lines(words.name(kind.id)))
        assert len(lines(words.name(kind.id))) <= 2
        assert name.lower() not in GENERIC


# -- the sheet -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_has_all_72_tiles_and_13_cards(lang: str) -> None:
    made = rules()
    what = made.game.sheets["tiles"](made, lang)
    text = drawn(what)
    assert max(map(len, text.splitlines())) <= 80
    ElementTree.fromstring(draw_svg(what))
    *stacks, cards = what.panels
    assert [sum(int(row[0].text) for row in stack.rows) for stack in stacks] == [5, 8, 23, 19, 17]
    assert len(cards.rows) == 13
    assert list(what.caption) == made.provenance(lang)


def test_the_sheet_says_what_tiles_cost_and_bring() -> None:
    made = rules()
    rows = {
        row[1].text: [ink.text for ink in row[2:]]
        for stack in made.game.sheets["tiles"](made).panels[:-1]
        for row in stack.rows
    }
    assert rows["Cawdor Castle"] == ["grey", "", "-wsc", "+m*^^^", "1 movement point"]
    assert rows["Donan Castle"] == ["grey", "=", "-wsg", "+mbb*^", "1 movement point"]
    assert rows["Loch Oich"] == ["blue", "|", "-2 kinds", "+*", "nothing"]
    assert rows["Loch Ness"] == ["blue", "|", "-m", "+*", "nothing"]
    assert rows["Grocer"] == ["brown", "", "-s", "", "8 points for 3 cubes of any kind"]
    assert rows["Starting village"][1] == "|="
    polish = rules("polish")
    assert "7 points for 3 cubes of any kind" in drawn(polish.game.sheets["tiles"](polish))


def test_the_tile_on_which_sources_differ_is_marked_wherever_it_is_seen() -> None:
    """The large fair, number 55: a later drawing of the source shows a road (data/glenmore/README.md)."""
    words = Wording(rules(), "en")
    disputed = [kind for kind in words.printed.kinds if words.dispute(kind)]
    assert [kind.id for kind in disputed] == ["s3_fair_large"]
    for lang in LANGUAGES:
        said = Wording(rules(), lang).dispute(disputed[0])
        assert Wording(rules(), lang).tile(disputed[0], placed=True).endswith(said)
        sheet = rules().sheet("tiles", lang)
        name = rules().words.name("s3_fair_large", lang)
        assert [meaning for ink, meaning in sheet.legend if ink.text == f"{name}?"] == [said]
        assert sum(row[1].text == f"{name}?" for panel in sheet.panels for row in panel.rows) == 1
