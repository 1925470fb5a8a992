"""Glen More's drawings in random games: all that is public can be read back, every choice is found, nothing leaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import cast
from xml.etree import ElementTree

import attrs
import pytest
from rich.cells import cell_len

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.draw.model import Panel, Show, Where, letters
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.land.grid import unpack
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import name_of
from tilewright.core.table.changes import changes
from tilewright.core.table.lookup import look
from tilewright.games.glenmore import placing_rules
from tilewright.games.glenmore.actions import (
    Activate,
    Buy,
    Done,
    End,
    LochNess,
    MoveMember,
    Pay,
    PayMember,
    PlaceTile,
    Promote,
    Sell,
    Take,
    TakeCube,
)
from tilewright.games.glenmore.files import RESOURCES
from tilewright.games.glenmore.printed import Printed
from tilewright.games.glenmore.show import show
from tilewright.games.glenmore.show.tiles import GENERIC, LETTERS, WIDE, Wording, lines
from tilewright.games.glenmore.state import DIE, GlenMoreState, amount, held, total
from tilewright.games.glenmore.trade import key

NAMES = ("anna", "bruno", "chiara", "dario", "elena")
LANGUAGES = ("en", "de", "pl")
SVG = "{http://www.w3.org/2000/svg}"
ABOUT_A_CELL = (Activate, LochNess, MoveMember, Pay, PayMember, Promote, Sell, TakeCube)
At = tuple[int, int]


@cache
def rules(edition: str | None = None, **options: object) -> Rules:
    return tw.load("glenmore", edition=edition, options=options)


def game(count: int, seed: int, edition: str | None = None, **options: object) -> Iterator[GlenMoreState]:
    """Every position of a random game, the last one too."""
    state = cast(GlenMoreState, rules(edition, **options).new(NAMES[:count], seed=seed))
    random = Random(seed)
    yield state
    while not state.over:
        legal = state.legal(state.to_act[0])
        state.apply(legal[random.randrange(len(legal))])
        yield state


def step(state: GlenMoreState) -> str:
    return "" if state.over else name_of(state.rules.nodes[state.stack[-1][0]])


def seen(state: GlenMoreState, lang: str = "en") -> Show:
    """As the seat to act sees it."""
    return show(state.view(state.to_act[0] if state.to_act else None), lang)


def marks(what: Show) -> dict[Where, str]:
    """The number of the first choice at each spot as its mark."""
    found: dict[Where, str] = {}
    for number, offer in enumerate(what.offers, 1):
        if offer.at is not None:
            found.setdefault((offer.board, offer.at), str(number))
    return found


def drawn(what: Show) -> str:
    return draw_text(what, width=80, marks=marks(what))


def bare(what: Show) -> Show:
    """Boards and choices alone."""
    return attrs.evolve(what, panels=(), legend=(), caption=())


def panel(what: Show, title: str) -> Panel | None:
    return next((found for found in what.panels if found.title.startswith(title)), None)


def cells(text: str, title: str, chain: bool = False) -> dict[str, list[str]]:
    """A board drawn without panels read back: by `x,y` (on the chain by name) the lines of the cell."""
    rows = [row.ljust(90) for row in text.splitlines()]
    head = re.compile(r"(0|\+\d+|gap)( +(\+\d+|gap))*" if chain else r"-?\d+( +-?\d+)*")
    first = next(n for n, row in enumerate(rows) if row.startswith(title)) + 1
    found: dict[str, list[str]] = {}
    names: list[tuple[str, int, int]] = []
    y = ""
    for row in rows[first:]:
        if re.match(r"(Display|Circuit) | *\d+ [a-z]+", row):
            break
        if head.fullmatch(row.strip()) and (chain or not names):
            marks = [(m[0], m.start()) for m in re.finditer(r"\S+", row)]
            pitch = marks[1][1] - marks[0][1] if len(marks) > 1 else 11
            shift = 0 if chain else pitch // 2 - 1
            names = [
                (name, max(3 * (not chain), start - shift), start - shift + pitch) for name, start in marks
            ]
            continue
        labelled = re.match(r" *(-?\d+) ", row[:4])
        y = labelled[1] if labelled else y
        for name, start, end in names:
            found.setdefault(name if chain else f"{name},{y}", []).append(row[start:end])
    return found


# -- text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_plain_text_fits_into_80_columns(count: int, seed: int) -> None:
    """In every position; in every other one of the long games of four and five."""
    for number, state in enumerate(game(count, seed)):
        if count > 3 and number % 2:
            continue
        viewers = (None, *range(count)) if number % 16 == 0 else (*state.to_act,)
        for viewer in viewers:
            text = drawn(show(state.view(viewer), LANGUAGES[number % 3]))
            assert "\x1b" not in text
            assert max(map(len, text.splitlines())) <= 80, text


@pytest.mark.parametrize("edition", ["polish", "yucata"])
def test_editions_are_drawn_as_well(edition: str) -> None:
    for number, state in enumerate(game(2, 6, edition)):
        if number % 3 == 0:
            text = drawn(seen(state))
            assert max(map(len, text.splitlines())) <= 80


def test_long_names_are_no_trouble() -> None:
    names = ["Bartholomäus-Maximilian", "Anastasia-Alexandrowna", "李小龍", "d", "Wilhelmina"]
    state = cast(GlenMoreState, rules().new(names, seed=3))
    text = drawn(seen(state))
    assert all(cell_len(line) <= 80 for line in text.splitlines())
    assert "Bartholomä" in text


def test_colour_changes_no_letter() -> None:
    for number, state in enumerate(game(3, 11)):
        if number % 20 == 0:
            what = seen(state)
            coloured = draw_text(what, colour=True)
            assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw_text(what)


# -- choices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 21), (3, 22), (4, 23), (5, 24)])
def test_every_choice_is_found_by_the_mark_of_its_spot(count: int, seed: int) -> None:
    """In every position; in every other one of the long games of four and five."""
    for number, state in enumerate(game(count, seed)):
        if count > 3 and number % 2:
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


def test_every_choice_about_a_spot_says_which() -> None:
    found: set[str] = set()
    for seed in range(3):
        for state in game(2, 30 + seed):
            for offer in seen(state).offers:
                action = offer.action
                if isinstance(action, (Take,)):
                    assert (offer.board, offer.at) == (0, (action.space, 0))
                elif isinstance(action, PlaceTile):
                    assert (offer.board, offer.at) == (1, (action.cell.x, action.cell.y))
                elif isinstance(action, (Done, Buy, End)):
                    assert offer.at is None
                elif isinstance(action, ABOUT_A_CELL):
                    assert (offer.board, offer.at) == (1, (action.cell.x, action.cell.y))
                else:
                    continue
                found.add(type(action).__name__)
    assert {"Take", "PlaceTile", "Sell", "Activate", "Pay", "MoveMember", "Promote", "Done"} <= found


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
        for space, spot in enumerate(board.spots):
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


# -- panels --------------------------------------------------------------------------------------------------------


def test_what_activating_gives_is_what_it_gives() -> None:
    checked = {"cube": 0, "full": 0, "point": 0, "deal": 0, "none": 0}
    for seed in range(24):
        for state in game(2, 70 + seed):
            if step(state) != "activate" or not state.active:
                continue
            preview = panel(seen(state), "Activating gives")
            assert preview is not None
            seat = state.to_act[0]
            said = {row[0].text: row[-1].text for row in preview.rows}
            assert sorted(said) == sorted(f"{x},{y}" for x, y in map(unpack, state.active))
            for action in state.legal(seat):
                if not isinstance(action, Activate) or action.cube:
                    continue
                text = said[str(action.cell)]
                after = state.clone()
                after.apply(action)
                kind = state.printed.kinds[state.displays[seat][key(action.cell)]]
                if kind.each.does == "produce":
                    gained = sum(held(after, seat)) - sum(held(state, seat))
                    assert text == (f"1 {RESOURCES[kind.each.cube]}" if gained else "nothing, it is full")
                    checked["cube" if gained else "full"] += 1
                elif kind.each.does in ("score", "move"):
                    assert text.split()[0] in ("3", "4", "1")
                    assert after.scores[seat] - state.scores[seat] in (0, 3, 4)
                    checked["point"] += 1
                elif kind.each.deals:
                    best = reachable(after, seat)
                    if best == (0, 0):
                        assert text == "nothing: cubes are missing"
                        checked["none"] += 1
                    else:
                        points, barrels = best
                        assert text.startswith(f"{points} point" if points else f"{barrels} barrel"), text
                        checked["deal"] += 1
    assert all(checked.values()), checked


def earned(state: GlenMoreState, seat: int) -> tuple[int, int]:
    """Points for deals so far, and barrels."""
    lines = [
        line for line in state.score_lines(seat) if line.reason in ("butcher", "fair", "grocer", "bridge")
    ]
    return sum(line.amount for line in lines), state.barrels[seat]


def reachable(state: GlenMoreState, seat: int) -> tuple[int, int]:
    """The most points, or barrels, that the deal on the stack can bring; everything is tried."""
    points, barrels = earned(state, seat)
    best = (0, 0)
    known: set[tuple[object, ...]] = set()
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for action in here.legal(seat):
            after = here.clone()
            after.apply(action)
            if step(after) == "deal":
                mark = (after.stack[-1][3], after.coins[seat], *after.warehouse, *held(after, seat))
                if mark not in known:
                    known.add(mark)
                    waiting.append(after)
            else:
                more, full = earned(after, seat)
                best = max(best, (more - points, full - barrels))
    return best


def test_placing_names_every_spot_and_what_is_around() -> None:
    for state in game(3, 81):
        if step(state) != "place":
            continue
        seat = state.to_act[0]
        shown = panel(seen(state), "Placing activates")
        assert shown is not None
        kind = state.printed.kinds[state.tile]
        at = [unpack(cell) for cell in placing_rules.spots(state, seat, kind)]
        assert [row[0].text for row in shown.rows] == [f"{x},{y}" for x, y in at]


def test_what_is_owed_is_shown() -> None:
    paid = 0
    for state in game(4, 82):
        if step(state) == "pay":
            text = drawn(seen(state))
            words = Wording(state.rules, "en")
            kind = state.printed.kinds[state.tile]
            assert f"taken: {words.label(kind)}" in [ink.text for ink in seen(state).status]
            assert f"taken: {words.name(kind.id)}" in drawn(show(state.view(None)))
            if any(state.owed[:5]):
                assert f"to pay: {words.cubes(state.owed[:5])}" in text
                paid += 1
        elif step(state) == "move":
            assert f"movement points: {state.points}" in [ink.text for ink in seen(state).status]
            assert f"movement points: {state.points}" in drawn(show(state.view(None)))
    assert paid


def test_the_warehouse_says_what_buying_costs_and_selling_brings() -> None:
    state = next(game(4, 1))
    state.warehouse = [0, 1, 2, 3, 0]
    shown = panel(show(state.view(0)), "Warehouse")
    assert shown is not None
    assert [[ink.text for ink in row] for row in shown.rows] == [
        ["w", "wood", "1 2 3", "1", "-"],
        ["s", "stone", "$ 2 3", "2", "1"],
        ["h", "sheep", "$ $ 3", "3", "2"],
        ["c", "cattle", "$ $ $", "-", "3"],
        ["g", "grain", "1 2 3", "1", "-"],
    ]


def test_the_players_table_counts_as_the_scorings_do() -> None:
    """GM-SP-12: Castle of Mey doubles chieftains, bonnets stay single; GM-SP-13: Cawdor adds three bonnets."""
    state = next(game(3, 1))
    cards = state.printed.card_number
    state.cards[0] = 1 << cards["castle_of_mey"] | 1 << cards["cawdor_castle"]
    state.chieftains = [2, 1, 0]
    what = show(state.view(0))
    shown = panel(what, "Players")
    assert shown is not None
    table = [
        dict(zip([ink.text for ink in shown.head], [ink.text for ink in row], strict=True))
        for row in shown.rows
    ]
    assert [(row["chieftains"], row["counted"], row["cards"]) for row in table] == [
        ("2", "8", "2"), ("1", "1", "0"), ("0", "0", "0")
    ]  # fmt: skip
    coming = panel(what, "Scoring 1")
    assert coming is not None
    assert [[ink.text for ink in row] for row in coming.rows] == [
        ["A", "0", "8", "2", "10"],
        ["B", "0", "1", "0", "1"],
        ["C", "0", "0", "0", "0"],
    ]


@pytest.mark.parametrize(("secrecy", "others"), [("hidden", "?"), ("open", "7")])
def test_points_of_others_are_hidden_unless_they_are_open(secrecy: str, others: str) -> None:
    """GM-EV-3: points may be kept hidden, or are open information."""
    state = next(game(2, 1, vp_secrecy=secrecy))
    state.gain(0, 7, state.rules.reason["tavern"], 0)
    state.gain(1, 7, state.rules.reason["tavern"], 0)
    for viewer in (0, 1, None):
        shown = panel(show(state.view(viewer)), "Players")
        assert shown is not None
        assert [row[2].text for row in shown.rows] == ["7" if seat == viewer else others for seat in range(2)]


def test_points_are_shown_when_the_game_is_over() -> None:
    *_, state = game(2, 3)
    what = show(state.view(None))
    assert what.title == "Glen More: the game is over"
    shown = panel(what, "Players")
    assert shown is not None
    assert [row[2].text for row in shown.rows] == [str(points) for points in state.scores]
    assert not what.offers


def test_what_is_to_come_is_counted_and_named_while_a_tile_is_taken() -> None:
    named = 0
    for number, state in enumerate(game(4, 90)):
        if number % 5:
            continue
        shown = panel(show(state.view(1)), "Tiles to come")
        stacks = {n: stack for n, stack in enumerate(state.stacks()) if stack}
        if not stacks:
            assert shown is None
            continue
        assert shown is not None
        if step(state) != "take":
            assert shown.rows[0][0].text == ", ".join(
                f"stack {n}: {len(stack)}" for n, stack in stacks.items()
            )
            continue
        assert [int(row[1].text) for row in shown.rows] == [len(stack) for stack in stacks.values()]
        for row, (n, stack) in zip(shown.rows, stacks.items(), strict=True):
            assert row[0].text == f"stack {n}"
            assert sum(int(copies) for copies in re.findall(r"(\d+) ", row[2].text)) == len(stack)
            named += 1
    assert named


# -- what nobody knows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, *(pytest.param(count, marks=pytest.mark.soak) for count in (4, 5))])
def test_what_a_seat_cannot_know_changes_no_drawing(count: int) -> None:
    for number, state in enumerate(game(count, 100 + count)):
        if number % 15:
            continue
        for seat in (None, *range(count)):
            ours = show(state.view(seat))
            other = state.view(seat).determinize(Stream(number)).view(seat)
            assert show(other) == ours
        theirs = show(state.view(0).determinize(Stream(number)).view(0), "de")
        assert draw_text(theirs) == draw_text(show(state.view(0), "de"))
        assert draw_svg(theirs) == draw_svg(show(state.view(0), "de"))
        assert sentences(theirs) == sentences(show(state.view(0), "de"))


# -- pictures, sentences, languages --------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 111), (5, 112)])
def test_the_picture_is_well_formed(count: int, seed: int) -> None:
    for number, state in enumerate(game(count, seed)):
        if number % 10 == 0 or state.over:
            what = seen(state, "de")
            root = ElementTree.fromstring(draw_svg(what))
            assert len(list(root.iter(f"{SVG}polygon"))) == sum(len(board.spots) for board in what.boards)
            told = [title.text or "" for title in root.iter(f"{SVG}title")]
            for board in what.boards:
                assert {f"{spot.called}: {spot.said}" for spot in board.spots} <= {*told}


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


def test_captions_can_be_replaced_with_files_of_ones_own(tmp_path: Path) -> None:
    messages = rules().folder.text("messages.yaml")
    (tmp_path / "messages.yaml").write_text(messages.replace("take a tile", "pick a tile"), "utf-8")
    own = tw.load("glenmore", data=tmp_path)
    assert "pick a tile" in drawn(show(own.new(NAMES[:2], seed=1).view(0)))


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
