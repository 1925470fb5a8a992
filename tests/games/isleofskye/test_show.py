"""Isle of Skye's drawings: tiles as the list of components has them, choices, previews, and no secret of anybody."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import cast
from xml.etree import ElementTree

import attrs
import pytest
from rich.cells import cell_len

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.draw.model import Diagram, Panel, Show, Spot
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.draw.svg import draw_svg
from tilewright.core.draw.text import draw_text
from tilewright.core.land.board import Board
from tilewright.core.land.grid import SQUARE4, unpack
from tilewright.core.rules.events import Log
from tilewright.core.rules.placing import Rotation
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import name_of
from tilewright.core.table.changes import changes
from tilewright.core.table.lookup import look
from tilewright.games.isleofskye.actions import Build, Buy, Drop, Price
from tilewright.games.isleofskye.income import income
from tilewright.games.isleofskye.show import show
from tilewright.games.isleofskye.show.tiles import LOOKS, SIGNS, Wording
from tilewright.games.isleofskye.state import IsleOfSkyeState, catalogue
from tilewright.games.isleofskye.territory import territory
from tilewright.games.isleofskye.tiles import Tile

from .facts import CASTLES, FACTS

NAMES = ("anna", "bruno", "chiara", "dario", "elena")
LANGUAGES = ("en", "de")
SVG = "{http://www.w3.org/2000/svg}"
SIDES = "NESW"
SIDE_AT = {"N": (0, (3, 2)), "E": (1, (6,)), "S": (2, (3, 2)), "W": (1, (0,))}
"""Row of a tile's side, and in which columns its letter may stand."""


@cache
def rules(**options: object) -> Rules:
    return tw.load("isleofskye", options=options)


def game(count: int, seed: int, **options: object) -> Iterator[IsleOfSkyeState]:
    """Every position of a random game, the last one too."""
    state = cast(IsleOfSkyeState, rules(**options).new(NAMES[:count], seed=seed))
    random = Random(seed)
    yield state
    while not state.over:
        legal = state.legal(random.choice(state.to_act))
        state.apply(legal[random.randrange(len(legal))])
        yield state


def step(state: IsleOfSkyeState) -> str:
    return "" if state.over else name_of(state.rules.nodes[state.stack[-1][0]])


def seen(state: IsleOfSkyeState, lang: str = "en") -> Show:
    """As the seat to act sees it."""
    return show(state.view(state.to_act[0] if state.to_act else None), lang)


def bare(what: Show) -> Show:
    """Boards and choices alone."""
    return attrs.evolve(what, panels=(), legend=(), caption=())


def panel(what: Show, title: str) -> Panel | None:
    return next((found for found in what.panels if found.title.startswith(title)), None)


def table(found: Panel | None) -> list[dict[str, str]]:
    """The rows of a panel by the words of its head; those of one line left out."""
    assert found is not None
    head = [ink.said or ink.text for ink in found.head]
    return [
        {(head[n] if head else "") or f"#{n}": ink.text for n, ink in enumerate(row)}
        for row in found.rows
        if len(row) > 1
    ]


def new(count: int = 2, scoring: tuple[str, ...] = (), **options: object) -> IsleOfSkyeState:
    """A new game, with these scoring tiles on A to D if any are named."""
    state = cast(IsleOfSkyeState, rules(**options).new(NAMES[:count], seed=7))
    if scoring:
        state.scoring = [state.rules.pieces["scoring"].index(name) for name in scoring]
    return state


def lay(state: IsleOfSkyeState, seat: int, *placements: str) -> None:
    """`L16 1,0 r1`: the tile lies in the seat's territory."""
    for text in placements:
        name, cell, rotation = text.split()
        tile = next(tile for tile in catalogue(state).tiles if tile.id == name)
        state.territories[seat].place(SQUARE4.read(cell), tile.face, int(rotation[1]))


# -- tiles ---------------------------------------------------------------------------------------------------------


def all_tiles() -> dict[str, Tile]:
    found = catalogue(new())
    return {tile.id: tile for tile in (*found.tiles, *found.castles)}


def letters(tile: Tile, rotation: int, small: bool) -> list[str]:
    """The tile's three rows in plain text."""
    face = tile.face.turned(rotation)
    tell = Wording(rules(), "en")
    spot = Spot(at=(0, 0), areas=tell.areas(tile, face), ways=tell.roads(face), said="tile")
    board = Diagram(grid="row", spots=[spot], small=small)
    text = draw_text(Show(title="T", boards=[board], looks=LOOKS))
    return [row.ljust(7) for row in text.splitlines()[-3:]]


WORDS = {
    "sheep": "s",
    "cattle": "c",
    "farm": "f",
    "broch": "b",
    "lighthouse": "i",
    "ship": "v",
    "whisky": "o",
}
SCROLLS = {
    "per_2_sheep": "@s", "per_2_whisky": "@o", "per_2_ships": "@v", "per_cattle": "@c",
    "per_broch": "@b", "per_farm": "@f", "per_lighthouse": "@i",
}  # fmt: skip


def marks(fact: str) -> Counter[str]:
    """What a line of facts says is printed, in signs."""
    found: Counter[str] = Counter()
    for mark, value in re.findall(r"(\w+)=(\w+)", fact.split("|")[1]):
        if mark == "scroll":
            found[SCROLLS[value]] += 1
        elif mark == "castle":
            found["#"] += int(value)
        else:
            found[WORDS[mark]] += int(value)
    return found


def written(rows: list[str]) -> Counter[str]:
    """The signs in the rows of a tile: `2s` for two, `@f` for a scroll."""
    found: Counter[str] = Counter()
    for row in rows:
        for number, sign in re.findall(r"(\d?)(@[a-z]|[a-z#])", row):
            found[sign] += int(number or 1)
    return found


@pytest.mark.parametrize("name", [*FACTS, *CASTLES])
def test_tiles_are_drawn_as_the_list_of_components_has_them(name: str) -> None:
    """Sides, roads and marks of every tile, in every rotation."""
    fact, tile = (FACTS | CASTLES)[name], all_tiles()[name]
    edges, _, roads = (part.strip() for part in fact.split("|"))
    for rotation in range(4):
        rows = letters(tile, rotation, small=False)
        for number, side in enumerate(SIDES):
            row, columns = SIDE_AT[SIDES[(number + rotation) % 4]]
            road = any(side in way for way in roads.split())
            column = columns[-1] if road else columns[0]
            assert rows[row][column] == edges[number], (rotation, rows)
        turned = {SIDES[(SIDES.index(side) + rotation) % 4] for way in roads.split() for side in way}
        assert {"N": rows[0][3], "S": rows[2][3]}.items() >= {(s, "|") for s in turned & {*"NS"}}
        for side, column in (("W", 1), ("E", 5)):
            assert (rows[1][column] == "=") == (side in turned), (rotation, rows)
        assert [rows[0][3] == "|", rows[2][3] == "|"] == ["N" in turned, "S" in turned]
        assert written(rows) == marks(fact), (rotation, rows)


@pytest.mark.parametrize("name", [*FACTS, *CASTLES])
def test_small_tiles_show_sides_and_each_kind_of_mark(name: str) -> None:
    fact, tile = (FACTS | CASTLES)[name], all_tiles()[name]
    for rotation in range(4):
        rows = letters(tile, rotation, small=True)
        shown = [rows[0][1], rows[1][2], rows[2][1], rows[1][0]]
        assert "".join(shown) == "".join(fact[(n - rotation) % 4] for n in range(4))
        assert {sign for row in rows for sign in re.findall("[a-z#@]", row)} == {
            sign[0] for sign in marks(fact)
        }


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("L07", [".  W  W", "P=oMb W", ".  W  W"]),  # enclosed mountain with broch and whisky, a road to it
        ("L09", [". P|  .", "Mb W  M", "M M|  M"]),  # an enclosed lake beside the road
        ("L33", [". M|  .", "P==/==P", "P P|2sP"]),  # two roads that pass each other: not joined
        ("L67", [".  Wv .", "M==M==M", ".  Wv ."]),  # mountain from west to east between two waters
    ],
)
def test_hard_tiles(name: str, rows: list[str]) -> None:
    """By hand: land within a tile, roads that do not meet, land that crosses the middle."""
    drawn = letters(all_tiles()[name], 0, small=False)
    assert drawn == rows


def test_pictures_show_every_mark_of_every_tile() -> None:
    made = rules()
    what = made.game.sheets["tiles"](made)
    root = ElementTree.fromstring(draw_svg(what))
    groups = [g for g in root.iter(f"{SVG}g") if g.find(f"{SVG}title") is not None]
    known = FACTS | CASTLES
    assert len(groups) == len(known) == 78
    for group, (name, fact) in zip(groups, known.items(), strict=True):
        title = group.find(f"{SVG}title")
        assert title is not None and (title.text or "").startswith(name)
        placed = [g for g in group.findall(f"{SVG}g") if "translate" in g.get("transform", "")]
        assert len(placed) == marks(fact).total(), name


# -- text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_plain_text_fits_into_80_columns(count: int, seed: int) -> None:
    for number, state in enumerate(game(count, seed)):
        if number % 4 == 0 or state.over:
            viewer = (None, *range(count))[number % (count + 1)]
            text = draw_text(show(state.view(viewer), LANGUAGES[number % 2]), width=80)
            assert "\x1b" not in text and "\xa0" not in text
            assert max(map(cell_len, text.splitlines())) <= 80, text


def test_long_names_are_no_trouble() -> None:
    names = ["Bartholomäus-Maximilian", "Anastasia-Alexandrowna", "李小龍", "d", "Wilhelmina"]
    state = cast(IsleOfSkyeState, rules().new(names, seed=3))
    text = draw_text(seen(state))
    assert all(cell_len(line) <= 80 for line in text.splitlines())
    assert "Bartholomäu" in text


def test_colour_changes_no_letter() -> None:
    for number, state in enumerate(game(3, 11)):
        if number % 20 == 0:
            what = seen(state)
            coloured = draw_text(what, colour=True)
            assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw_text(what)


def test_the_own_territory_comes_first_and_large() -> None:
    state = next(game(4, 5))
    for seat in range(4):
        boards = [board for board in show(state.view(seat)).boards if board.title.startswith("Territory")]
        assert boards[0].title == f"Territory of {NAMES[seat]}" and not boards[0].small
        assert len(boards) == 4 and all(board.small for board in boards[1:])


def test_every_built_tile_is_on_its_board() -> None:
    for number, state in enumerate(game(3, 12)):
        if number % 12:
            continue
        what = show(state.view(1))
        for seat, name in enumerate(NAMES[:3]):
            board = next(board for board in what.boards if board.title == f"Territory of {name}")
            tiles = {spot.at for spot in board.spots if spot.areas}
            assert tiles == {unpack(cell) for cell in state.territories[seat]}


# -- choices -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 21), (5, 24)])
def test_every_choice_is_about_its_cell_or_tile(count: int, seed: int) -> None:
    kinds: set[str] = set()
    for number, state in enumerate(game(count, seed)):
        if state.over or number % 3:
            continue
        what = seen(state)
        assert [offer.action for offer in what.offers] == list(state.legal(state.to_act[0]))
        for offer in what.offers:
            action = offer.action
            kinds.add(type(action).__name__)
            if isinstance(action, Build):
                assert offer.board == 0 and offer.at == (action.cell.x, action.cell.y)
            elif isinstance(action, (Buy, Price, Drop)):
                assert offer.at is not None
                assert re.search(rf"\b{action.tile}\b", what.boards[offer.board].spots[offer.at[0]].name)
            else:
                assert offer.at is None
    assert kinds == {"Build", "Buy", "Price", "Drop", "PassTurn"}


def test_the_list_says_what_a_placement_closes_and_connects() -> None:
    """Against territories that are built anew: closed regions, tiles on the castle's road, income."""
    signs: Counter[str] = Counter()
    for state in game(2, 41):
        if step(state) != "build":
            continue
        seat = state.to_act[0]
        listed = panel(seen(state), "Where tiles fit")
        assert listed is not None
        rows = {row[0].text: row[1].text.replace("\xa0", " ") for row in listed.rows if len(row) == 2}
        before = territory(state, seat)
        cells: dict[str, set[object]] = {}
        unlisted: Counter[str] = Counter()
        for action in state.legal(seat):
            assert isinstance(action, Build)
            after_state = state.clone()
            after_state.territories[seat] = _rebuilt(state, seat, action)
            after = territory(after_state, seat)
            closed = len(after.closed()) - len(before.closed())
            road = len(after.connected()) > len(before.connected())
            gold = income(after_state, seat)["barrel_income"] > income(state, seat)["barrel_income"]
            wanted = "*" * closed + "=" * road + "o" * gold
            said = re.search(rf"; {action.cell} {action.rotation}([*=o]*)(;|$)", rows[action.tile])
            cells.setdefault(action.tile, set()).add(action.cell)
            if said is not None:
                assert said[1] == wanted, (str(action), rows)
                signs.update(wanted)
            elif wanted:
                unlisted[action.tile] = max(unlisted[action.tile], len(wanted))
        for tile, said_of in rows.items():
            count = len(cells.get(tile, ()))
            assert said_of.startswith(f"{count} place" if count else "nowhere")
            best = [len(found) for found in re.findall(r"r\d([*=o]+)", said_of)]
            assert not unlisted[tile] or (len(best) > 3 and min(best) >= unlisted[tile])
            assert not unlisted[tile] or said_of.endswith("...")
    assert all(signs[sign] > 10 for sign in "*=o"), signs


def _rebuilt(state: IsleOfSkyeState, seat: int, action: Build) -> Board:
    laid = state.territories[seat]
    board = Board(SQUARE4, laid.regions.empty(), laid.roads.empty())
    for cell in laid:
        board.place(cell, laid.face(cell))
    tile = next(tile for tile in catalogue(state).tiles if tile.id == action.tile)
    board.place(SQUARE4.key(action.cell), tile.face, action.rotation)
    return board


def test_tiles_to_build_are_shown_turned() -> None:
    state = next(
        state for state in game(2, 42) if step(state) == "build" and len(state.waiting[state.to_act[0]]) == 2
    )
    seat = state.to_act[0]
    board = next(board for board in seen(state).boards if board.title.startswith("To build"))
    ids = [state.rules.pieces["tile"][tile] for tile in dict.fromkeys(state.waiting[seat])]
    turns = range(4 if len(ids) <= 2 else 1)
    assert [spot.name for spot in board.spots] == [f"{name} r{turn}" for name in ids for turn in turns]
    first = FACTS[ids[0]].split(" ")[0]
    for spot in board.spots[:4]:
        turn = int(spot.name[-1])
        sides = {side: area.letter for area in spot.areas for side in area.sides}
        assert "".join(sides[side] for side in "nesw") == first[4 - turn :] + first[: 4 - turn]
    other = next(board for board in show(state.view(1 - seat)).boards if board.title == "Tiles to be built")
    assert [spot.name for spot in other.spots][-len(ids) :] == [f"{'NR'[seat]} {name}" for name in ids]


# -- the market ----------------------------------------------------------------------------------------------------


def offers_of(state: IsleOfSkyeState, seat: int) -> list[str]:
    return [state.rules.pieces["tile"][tile] for tile in state.offers[seat]]


def test_prices_are_their_owners_alone_until_all_are_done() -> None:
    """IS-PRICE-2, IS-PRICE-6: marker and gold are hidden until the screens are removed together."""
    state = new()
    first, second, third = offers_of(state, 0)
    state.play(Price(0, first, 3))
    state.play(Drop(0, second))

    def asked(viewer: int | None) -> list[str]:
        return [row["price"] for row in table(panel(show(state.view(viewer)), "What is offered"))]

    assert asked(0) == ["3 gold", "dropped", "to decide", "?", "?", "?"]
    assert asked(1) == ["to decide"] * 3 + ["?"] * 3
    assert asked(None) == ["?"] * 6
    market = show(state.view(0)).boards[-1]
    names = [f"N {first} 3", f"N {second} x", f"N {third}"]
    assert [spot.name for spot in market.spots[:3]] == names
    assert market.spots[0].said.startswith(f"anna's {first}, 3 gold: ")
    own = panel(show(state.view(0)), "Prices of anna")
    assert [row["price"] for row in table(own)] == ["3 gold", "dropped", "to decide"]
    assert own is not None and own.now
    assert own.rows[-1][0].text == "Gold left: 2; at most 2 on the next tile."
    state.play(Price(0, third, 1))
    own = panel(show(state.view(0)), "Prices of anna")
    assert own is not None
    assert own.rows[-1][0].text == "You have decided everything; others have not yet."
    assert asked(1) == ["to decide"] * 3 + ["?"] * 3 and asked(None) == ["?"] * 6
    theirs = offers_of(state, 1)
    state.play(Price(1, theirs[0], 4))
    state.play(Price(1, theirs[1], 1))
    state.play(Drop(1, theirs[2]))
    for viewer in (0, 1, None):
        assert sorted(asked(viewer)) == ["1", "1", "3", "4"]


def test_the_market_says_how_many_places_a_tile_has() -> None:
    """By hand: the first castle shows pasture, water, pasture, mountain from north clockwise."""
    state = new()
    state.offers = [[state.rules.pieces["tile"].index(name) for name in ("L49", "L16")], []]
    rows = {row["#1"]: row for row in table(panel(show(state.view(0)), "What is offered"))}
    # L49 is water on three sides and mountain on the fourth: beside the water and beside the mountain.
    assert rows["L49"]["places anna"] == "2"
    assert rows["L49"]["shows"] == "water n e w with lighthouse; mountain s"
    assert rows["L16"]["places anna"] == "4"


def test_gold_of_others_is_hidden_unless_it_is_open() -> None:
    """IS-PRICE-5, IS-AMB-23."""
    for secrecy, other in (("hidden", "?"), ("open", "9")):
        state = new(gold_secrecy=secrecy)
        state.gold = [4, 9]
        assert [row["gold"] for row in table(panel(show(state.view(0)), "Players"))][:2] == ["4", other]
        assert [row["gold"] for row in table(panel(show(state.view(None)), "Players"))][1] == other
        why = [text for ink, text in show(state.view(0)).legend if ink.text == "?"]
        assert why == (["gold of others, hidden (option gold_secrecy)"] if other == "?" else [])
    *_, state = game(2, 5)
    golds = [row["gold"] for row in table(panel(show(state.view(None)), "Players"))]
    assert golds[:2] == [str(gold) for gold in state.gold]


@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.soak), 5])
def test_what_a_seat_cannot_know_changes_no_drawing(count: int) -> None:
    for number, state in enumerate(game(count, 100 + count)):
        if number % 9:
            continue
        for seat in (None, *range(count)):
            ours = show(state.view(seat))
            theirs = show(state.view(seat).determinize(Stream(number)).view(seat))
            assert theirs == ours
            assert draw_text(theirs) == draw_text(ours)


# -- scoring -------------------------------------------------------------------------------------------------------


def test_the_preview_of_a_territory_by_hand() -> None:
    """Anna's L16 has three sheep, and its water meets the castle's in the east; on bruno's water there is a ship."""
    state = new(scoring=("all_sheep", "closed_regions", "most_ships", "most_gold"))
    lay(state, 0, "L16 1,0 r1")
    lay(state, 1, "L69 1,0 r1")
    state.gold = [8, 3]
    what = show(state.view(0))
    rows = table(panel(what, "Scoring tiles"))
    preview = {row["#0"] or row["#1"].strip(): (row["left"], row["anna"], row["bruno"]) for row in rows}
    assert preview["A"] == ("3", "3", "0")  # IS-ST-3: one point for each sheep
    # The castle's water is closed between castle and L16; the other one of L16 is open.
    assert preview["B"][1] == "1"
    assert preview["C"] == ("3", "0", "5")
    assert preview["D"] == ("3", "?", "?")  # bruno's gold is hidden (IS-PRICE-5)
    counted = [(row["anna"], row["bruno"]) for row in rows if row["#1"].strip() == "counted"]
    assert counted == [("0", "1"), ("8", "?")]
    assert preview["this round: A"][1:] == ("3", "0")
    sources = {row["#0"]: row["#1"].replace("\xa0", " ") for row in table(panel(what, "Where anna's"))}
    assert sources["A"] == "3 at 1,0"
    assert sources["B"] == "1 at 0,0 1,0"
    open_state = new(scoring=("all_sheep", "closed_regions", "most_ships", "most_gold"), gold_secrecy="open")
    open_state.gold = [8, 3]
    rows = table(panel(show(open_state.view(1)), "Scoring tiles"))
    assert next((row["anna"], row["bruno"]) for row in rows if row["#0"] == "D") == ("5", "2")


@pytest.mark.parametrize(("count", "seed"), [(2, 51), (4, 52)])
def test_the_preview_is_what_is_scored(count: int, seed: int) -> None:
    """Before the last tile of a round is built each way, against the points that building it brings."""
    checked = 0
    for state in game(count, seed, gold_secrecy="open"):
        if step(state) != "build" or sum(map(len, state.waiting)) > 1:
            continue
        seat = state.to_act[0]
        for action in list(state.legal(seat))[:4]:
            laid, scored = state.clone(), state.clone()
            laid.territories[seat] = _rebuilt(state, seat, cast(Build, action))
            scored.apply(action)
            rows = table(panel(show(laid.view(0)), "Scoring tiles"))
            sums = next(row for row in rows if row["#1"].startswith("this round"))
            for owner, name in enumerate(NAMES[:count]):
                lines = scored.score_lines(owner)[len(state.score_lines(owner)) :]
                gained = sum(line.amount for line in lines if line.source in ("A", "B", "C", "D"))
                assert sums[name] == str(gained)
                checked += gained > 0
    assert checked > 10


def test_what_they_score_stands_there_in_words() -> None:
    state = new(scoring=("squares", "mountain_brochs", "columns", "largest_lake"))
    texts = {row["#0"]: row["#1"] for row in table(panel(show(state.view(0)), "What they score"))}
    assert texts["A"] == "2 VP for each block of two by two tiles. A tile may be part of several."
    assert texts["B"].startswith("For each mountain 1/3/6 VP")
    assert "at least 3 tiles" in texts["C"]
    assert texts["D"] == "2 VP for each tile of the largest closed water."


def test_scrolls_are_shown_with_their_worth() -> None:
    """L34 has a scroll for each two sheep, in open land; three sheep are on L27 (IS-SCR-1, IS-SCR-8, IS-SCR-10)."""
    state = new()
    lay(state, 1, "L34 0,-1 r3", "L27 1,0 r3")
    rows = table(panel(show(state.view(0)), "Scrolls"))
    assert rows == [{"#0": "R", "#1": "sheep scroll", "at": "0,-1", "region": "open", "points": "1"}]


# -- players and rounds --------------------------------------------------------------------------------------------


def test_the_players_table_counts_what_lies_in_the_territories() -> None:
    state = new()
    lay(state, 0, "L32 0,1 r0")
    rows = table(panel(show(state.view(0)), "Players"))
    anna = rows[0]
    assert (anna["tiles"], anna["sheep"], anna["cattle"], anna["whisky barrels"], anna["farm"]) == (
        "2", "1", "2", "1", "0"
    )  # fmt: skip
    assert anna["income"] == "6"  # 5 for the castle, 1 for whisky on its road (IS-INC-1, IS-INC-2)
    assert rows[1]["income"] == "5"
    bag = rows[2]
    assert bag["#1"] == "in the bag" and bag["tiles"] == str(73 - 6)


def test_the_next_income_counts_who_is_ahead() -> None:
    """IS-INC-3, IS-INC-5: in round 3 one gold for each player ahead, two in round 4."""
    for number, gold in ((0, "5"), (1, "6"), (2, "7")):
        state = new()
        state.round = number
        state.gain(1, 4, state.rules.reason["all_sheep"], 0)
        assert table(panel(show(state.view(0)), "Players"))[0]["income"] == gold
    state.round = 5
    assert table(panel(show(state.view(0)), "Players"))[0]["income"] == ""


@pytest.mark.parametrize(
    ("count", "letters_of", "gold"),
    [
        (4, ["A", "B", "A C", "B D", "A C D", "B C D"], ["-", "-", "1", "2", "3", "4"]),
        (5, ["A B", "A C", "B D", "A C D", "B C D"], ["-", "-", "1", "2", "3"]),
    ],
)
def test_the_round_track(count: int, letters_of: list[str], gold: list[str]) -> None:
    """IS-END-5, IS-INC-5."""
    state = new(count)
    state.round = 2
    rows = table(panel(show(state.view(0)), "Rounds"))
    assert [row["scored"] for row in rows] == letters_of
    assert [row["gold for each player ahead"] for row in rows] == gold
    assert [row["#0"] for row in rows] == ["", "", ">"] + [""] * (len(rows) - 3)


# -- pictures, sentences, languages --------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "seed"), [(2, 111), (5, 112)])
def test_the_picture_is_well_formed(count: int, seed: int) -> None:
    for number, state in enumerate(game(count, seed)):
        if number % 12 == 0 or state.over:
            what = seen(state, "de")
            root = ElementTree.fromstring(draw_svg(what))
            assert len(list(root.iter(f"{SVG}polygon"))) == sum(len(board.spots) for board in what.boards)


def test_sentences_say_what_is_drawn() -> None:
    """L16 is water, pasture with three sheep, water and mountain from north; r1 turns it a quarter clockwise."""
    state = new()
    lay(state, 0, "L16 1,0 r1")
    said = sentences(show(state.view(0)))
    assert "0,0: castle: pasture n s with castle; water e; mountain w; road n s w" in said
    assert "1,0: L16: water e; pasture s with 3 sheep; water w; mountain n" in said
    assert look(show(state.view(0)), "1,0")[1].startswith("  w 0,0: castle")
    assert not any("\xa0" in line for line in said)


def test_changes_after_a_move() -> None:
    state = next(state for state in game(2, 4) if step(state) == "build")
    seat = state.to_act[0]
    before = show(state.view(seat))
    action = cast(Build, state.legal(seat)[0])
    state.apply(action)
    told = changes(before, show(state.view(seat)))
    assert any(f"{action.cell}: {action.tile}: " in line for line in told)


def test_refusals_name_terrains() -> None:
    """The castle shows water in the east; L07 shows pasture in its west (IS-BUILD-3)."""
    state = next(state for state in game(2, 6) if step(state) == "build")
    seat = state.to_act[0]
    state.waiting[seat] = [state.rules.pieces["tile"].index("L07")]
    state.territories[seat] = new().territories[0]
    refusal = state.check(Build(seat, "L07", SQUARE4.at(SQUARE4.read("1,0")), Rotation(0)))
    assert refusal is not None
    english = state.rules.say_refusal(refusal, state.seats)
    assert (
        "to the east" not in english
        and "the side to the west has to be water, but the tile shows pasture" in english
    )
    assert "im Westen liegt Gewässer, und das Plättchen zeigt Weideland" in state.rules.say_refusal(
        refusal, state.seats, "de"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_happens_can_be_told(lang: str) -> None:
    told: Counter[str] = Counter()
    for seed in range(3):
        state = cast(IsleOfSkyeState, rules().new(NAMES[:3], seed=seed))
        random = Random(seed)
        while not state.over:
            log = Log()
            legal = state.legal(random.choice(state.to_act))
            state.apply(legal[random.randrange(len(legal))], log)
            for event in log.events:
                said = state.rules.say_event(event, state.seats, None, lang)
                assert "{" not in said and said.strip() == said
                told[event.key] += 1
    assert {"region_closed", "road_connected", "barrels_connected", "tile_kept", "tile_bought"} <= told.keys()


def test_building_tells_what_it_closes_and_connects() -> None:
    """South of the castle L07 shows it its pasture and its road; mountain and whisky lie within the tile.

    Castle and L07 share a pasture whose other end, in the north of the castle, is open.
    """
    state = next(state for state in game(2, 6) if step(state) == "build")
    seat = state.to_act[0]
    state.waiting[seat] = [state.rules.pieces["tile"].index("L07")]
    state.territories[seat] = new().territories[0]
    log = Log()
    state.play(Build(seat, "L07", SQUARE4.at(SQUARE4.read("0,-1")), Rotation(1)), log)
    name = NAMES[seat]
    assert [state.rules.say_event(event, state.seats, None) for event in log.events][:4] == [
        f"{name} builds L07 on 0,-1 r1",
        f"{name} closes a region: mountain, 1 tile",
        f"{name} connects 1 more tile to the castle by road",
        f"{name} connects 1 more tile with whisky to the castle",
    ]


def test_german() -> None:
    state = new()
    german = draw_text(seen(state, "de"))
    for word in ("Gebiet von anna", "Markt", "Was angeboten wird", "Runden", "Weideland", "Spieler", "Burg"):
        assert word in german


def test_signs_tell_marks_apart() -> None:
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert "@" not in SIGNS.values() and not {*"PMW|=+"} & {*SIGNS.values()}


# -- the sheets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheets(lang: str) -> None:
    made = rules()
    for sheet in made.game.sheets.values():
        what = sheet(made, lang)
        assert max(map(cell_len, draw_text(what).splitlines())) <= 80
        ElementTree.fromstring(draw_svg(what))
        assert list(what.caption) == made.provenance(lang)


def test_the_sheet_of_tiles_marks_what_is_disputed() -> None:
    """IS-AMB-25: the thirteen tiles on which the transcriptions differ."""
    disputed = {"L02", "L16", "L18", "L20", "L39", "L47", "L48", "L51", "L52", "L58", "L61", "L68", "L71"}
    made = rules()
    what = made.game.sheets["tiles"](made)
    land, castles = what.boards
    assert len(land.spots) == 73 and len(castles.spots) == 5
    assert {spot.name[:-1] for spot in land.spots if spot.name.endswith("?")} == disputed
    assert all(spot.said.endswith("public source") for spot in land.spots)
    rows = {row[0].text: row[1].text for shown in what.panels for row in shown.rows}
    assert len(rows) == 78
    assert {name for name, text in rows.items() if "[disputed]" in text} == disputed
    other = rules(disputed_tiles="L16")
    rows = {
        row[0].text: row[1].text for shown in other.game.sheets["tiles"](other).panels for row in shown.rows
    }
    assert (
        rows["L16"] == "water n; pasture e with 2 sheep; water s; mountain w [disputed, read the other way]"
    )


def test_the_sheet_of_scoring_tiles_has_sixteen() -> None:
    made = rules()
    (shown,) = made.game.sheets["scoring"](made).panels
    assert [row[0].text for row in shown.rows] == [f"IS-ST-{n}" for n in range(1, 17)]
    assert shown.rows[7][2].text == "5/2 VP for the most and second most ships."


def test_the_sheet_of_round_tracks_has_both_sides() -> None:
    made = rules()
    front, back = made.game.sheets["track"](made).panels
    assert (front.title, back.title) == ("Front, 2-4 players", "Back, 5 players")
    assert [len(front.rows), len(back.rows)] == [6, 5]


def test_each_letter_on_tiles_means_one_thing_with_all_modules() -> None:
    every = tw.load("isleofskye", ["druids", "tunnel", "bonus", "outskirts"])
    for lang in ("en", "de", "pl"):
        what = show(every.new(NAMES[:2], seed=1).view(0), lang)
        extended = every.show(every.new(NAMES[:2], seed=1).view(0), lang)
        assert len(extended.legend) > len(what.legend) + 2
        signs = Counter(ink.text for ink, _ in extended.legend)
        assert signs.most_common(1)[0][1] == 1, signs
    printed: dict[str, str] = {}
    wording = Wording(every, "en")
    for tile in catalogue(cast(IsleOfSkyeState, every.new(NAMES[:2], seed=1))).tiles:
        for number in range(len(tile.face.areas)):
            for ink in wording.marks(tile, tile.face, number):
                if len(ink.text) == 1:
                    assert printed.setdefault(ink.text, ink.role or ink.on) == (ink.role or ink.on), ink
