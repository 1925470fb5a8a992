"""What is on the screen and where: what a decision needs is visible, blank lines are used, nothing looks cut."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from tilewright.core.bots import make
from tilewright.core.draw.model import Diagram, Ink, Panel, Show, Spot
from tilewright.core.draw.styled_lines import BOLD, Pen
from tilewright.core.draw.text_panels import below
from tilewright.core.play.match import Match
from tilewright.core.rules.schedule import name_of
from tilewright.core.screen import fitted_lines, side_panels
from tilewright.core.screen.app import TableExit
from tilewright.core.screen.canvas import Boards, Canvas
from tilewright.core.screen.keys import FIXED, KEYS
from tilewright.core.screen.window_layout import Sharing, SidePanel, packed
from tilewright.core.table.choosing import verb
from tilewright.core.table.table import Table

from ..cases import soaked
from .playing import at, at_table, everything, rested, said, screen, settled
from .playing import table as seated
from .test_games import SKYE


def upto(made: Table, step: str, times: int) -> Table:
    """The table when this step has come so many times, played by greedy bots."""
    match: Match = made.match
    greedy = make("greedy", match.rules)
    while True:
        state = match.state
        times -= name_of(match.rules.nodes[state.stack[-1][0]]) == step
        if times <= 0:
            return Table(match, made.lang)
        match.play(match.choose(state.to_act[0], greedy))


def skye(step: str, times: int, seats: int, lang: str = "en") -> Table:
    return upto(seated("isleofskye", seats, modules=SKYE, people=seats, lang=lang), step, times)


@pytest.mark.parametrize(
    ("size", "step", "times", "seats", "lang"),
    [
        ((80, 24), "price", 1, 5, "de"),
        ((80, 24), "buy", 9, 5, "de"),
        ((120, 40), "price", 26, 2, "en"),
        ((120, 40), "buy", 1, 2, "en"),
    ],
)
def test_trading_shows_what_is_traded_what_scores_and_the_own_territory(
    size: tuple[int, int], step: str, times: int, seats: int, lang: str
) -> None:
    async def test(pilot: Pilot[TableExit]) -> None:
        await pilot.press("enter")  # the curtain
        now = await rested(pilot)
        choice, canvas = now.choice, now.boards.canvas
        assert choice is not None and canvas is not None
        text = everything(pilot)
        assert {"en": "this round: ", "de": "diese Runde: "}[lang] in said(pilot, "side"), text
        window = now.boards.size.region
        for where in choice.choosing.spots:
            assert window.contains_region(canvas.boxes[where]), (where, text)
        own = [box for (board, _), box in canvas.boxes.items() if board == 0]
        if times == 1 or size == (200, 60):  # later a territory is larger than a small window
            assert own and all(window.contains_region(box) for box in own), text

    at(skye(step, times, seats, lang), test, size)


def test_a_row_without_room_keeps_the_spots_with_a_choice_and_says_how_many() -> None:
    spots = [Spot(at=(n, 0), face=((Ink(f"t{n}"),),), name=f"tile {n}") for n in range(12)]
    home = Diagram(title="Home", grid="square4", spots=[Spot(at=(0, 0), face=((Ink("home"),),))])
    offer = Diagram(title="Offer", grid="row", spots=spots, now=True)
    show = Show(title="", boards=(home, offer))
    drawn = Boards(show, {(1, (n, 0)): "x" for n in (3, 7)})
    wide = Sharing(drawn, [1], SidePanel(lambda width: []), 200, 12).best()
    assert {at for _, at in wide.canvas.boxes} >= {spot.at for spot in spots} and wide.lack == 0
    small = Sharing(drawn, [1], SidePanel(lambda width: []), 40, 12).best()
    assert {at for board, at in small.canvas.boxes if board == 1} == {(3, 0), (7, 0)}
    assert "Offer 2/12" in "\n".join(one.text for one in small.canvas.strips)
    assert (0, (0, 0)) in small.canvas.boxes


def test_panels_stand_in_columns_that_never_overlap() -> None:
    panels = [Panel(title=f"Panel {n}", rows=[(Ink(f"row {n}.{k}"),) for k in range(n)]) for n in range(1, 9)]
    blocks = side_panels.blocks(Show(title=""), panels)
    for width in (14, 30, 60, 100):
        for rows in (0, 3, 8, 20):
            lines, shown = packed(blocks, width, rows)
            texts = [line.text(None) for line in lines]
            assert len(texts) <= rows and max(map(cell_len, texts), default=0) <= width
            for n, panel in enumerate(panels):
                for row in panel.rows:
                    assert any(row[0].text in text for text in texts) == (n in shown), (n, texts)
    assert packed(blocks, 100, 20)[1] == {*range(8)}


@pytest.mark.parametrize(("game", "lang"), [("rebirth", "en"), ("glenmore", "pl"), ("isleofskye", "pl")])
def test_at_the_first_decision_the_legend_is_there_or_its_key(game: str, lang: str) -> None:
    for size in ((80, 24), (200, 60)):

        async def test(pilot: Pilot[TableExit], size: tuple[int, int] = size) -> None:
            now = await rested(pilot)
            meanings = [meaning for _, meaning in now.show.legend]
            there = all(meaning in said(pilot, "side") for meaning in meanings[:3])
            assert there or f" k  {now.said('table.do.legend')}" in said(pilot, "foot")
            assert there or size != (200, 60)
            await pilot.press("k")
            text = everything(pilot)
            for name in now.table.seats:  # a letter at the head of a column is a player
                assert f" {name}" in text

        at(seated(game, 2, lang=lang), test, size)


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
def test_missions_in_hand_are_on_the_smallest_screen(lang: str) -> None:
    made = upto(seated("rebirth", 2, people=2, lang=lang), "place", 27)
    view = made.chair(made.match.state.to_act[0]).view
    cards = [view.rules.data.missions[n] for n in view.missions[view.seat]]
    assert len(cards) > 2

    async def test(pilot: Pilot[TableExit]) -> None:
        await pilot.press("enter")
        now = await rested(pilot)
        side = " ".join(said(pilot, "side").split())
        for card in cards:
            assert view.rules.words.name(card.id, lang) in side, side
        assert now.boards.max_scroll_y == 0 and now.boards.max_scroll_x == 0

    at(made, test)


def test_page_keys_scroll_boards_and_signs_say_where_they_go_on() -> None:
    made = skye("build", 40, 2)

    async def test(pilot: Pilot[TableExit]) -> None:
        await pilot.press("enter")
        now = await rested(pilot)
        assert now.boards.max_scroll_y > 2
        now.boards.scroll_to(0, 0, animate=False)
        await pilot.pause()
        assert "▼" in everything(pilot) and "▲" not in everything(pilot)
        await pilot.press("pagedown")
        assert now.boards.scroll_offset.y > 0 and "▲" in everything(pilot)
        await pilot.press("pageup", "pageup", "pageup")
        assert now.boards.scroll_offset.y == 0
        assert now.boards.vertical_scrollbar.size.width == 0

    at(made, test, (60, 20))


def test_a_table_too_wide_is_told_in_whole_words() -> None:
    panel = Panel(
        title="Scoring",
        head=(Ink(""), Ink(""), Ink("left"), Ink("A")),
        rows=[
            (Ink("A"), Ink("columns of at least three tiles"), Ink("3"), Ink("0")),
            (Ink("", said="A"), Ink("counted"), Ink(""), Ink("2")),
        ],
    )
    pen = Pen(Show(title=""))
    text = " ".join(line.text(None).strip() for line in below(pen, [panel], 24))
    assert "A, columns of at least three tiles, left 3, A 0" in text and "counted, A 2" in text


def test_what_an_opponent_did_is_told_to_its_end_if_lines_are_free() -> None:
    made = seated("glenmore", 2, people=2)

    async def test(pilot: Pilot[TableExit]) -> None:
        now = screen(pilot)
        deeds = "; ".join(f"did thing number {n} of many" for n in range(6))
        now.notes = (f"bruno: {deeds}",)
        now.draw()
        await pilot.pause()
        assert " ".join(said(pilot, "news").split()) == now.notes[0]
        assert len(said(pilot, "news").split("\n")) == 3
        now.notes = ("bruno: took Pasture",)
        now.draw()
        await pilot.pause()
        assert said(pilot, "news").split("\n") == ["bruno: took Pasture", ""]  # two rows at least

    at(made, test, (80, 34))
    for width in range(20, 60):
        cut = fitted_lines.cut("bruno: took Pasture (+cattle); placed at 0,1; promoted", width)
        assert cell_len(cut) <= width
        assert (
            cut.removesuffix("..").rstrip().split(" ")[-1]
            in "took Pasture (+cattle); placed at 0,1; promoted bruno:"
        )


def test_boards_that_have_not_changed_are_not_drawn_again() -> None:
    made = skye("build", 5, 5)
    show = made.chair(made.match.state.to_act[0]).show
    first = Boards(show)
    Canvas(first, [0, 1, 2], 200, 60)
    again = Boards(made.match.rules.show(made.match.state.view(made.match.state.to_act[0])), kept=first.kept)
    for n in (0, 1, 2):
        assert again.draw(n, False, show.boards[n].small, 200) is first.draw(
            n, False, show.boards[n].small, 200
        )
    marked = Boards(show, {(0, show.boards[0].spots[0].at): "x"}, first.kept)
    assert marked.draw(0, False, False, 200) is not first.draw(0, False, False, 200)


@at_table("rebirth", 2, steps=32, size=(120, 40))
async def test_the_log_uses_all_lines_beside_the_boards(pilot: Pilot[TableExit], made: Table) -> None:
    now = await rested(pilot)
    told = len(now.chair.log)
    await pilot.press("l")
    assert len(said(pilot, "side").split("\n")) >= min(told, now.boards.size.height)


@pytest.mark.parametrize("game", ["glenmore", "isleofskye"])
@at_table(seats=3, steps=12)
async def test_all_boards_are_shown_from_those_of_the_decision_until_escape(
    pilot: Pilot[TableExit], made: Table, game: str
) -> None:
    now = await rested(pilot)
    now.notes = ("bruno: " + "; ".join(f"did thing number {n} of many" for n in range(12)),)
    now.draw()
    now = await rested(pilot)
    rows, before = now.boards.size.height, now.boards.drawn
    assert made.said("table.do.fewer") not in said(pilot, "foot")
    await pilot.press("m")
    now = await rested(pilot)
    assert made.said("table.do.fewer") in said(pilot, "foot")
    assert {board for board, _ in now.boards.drawn} == {*range(len(now.show.boards))}
    assert now.boards.size.height >= rows, "boards are wanted, and get fewer lines"
    assert now.choice is not None and now.boards.canvas is not None
    tops: dict[int, int] = {}
    for (board, _), box in now.boards.canvas.boxes.items():
        tops[board] = min(tops.get(board, 999), box.y)
    asked = {board for board, _ in now.choice.choosing.spots}
    assert min(tops, key=lambda board: (tops[board], board not in asked)) in asked
    await pilot.press("escape")
    now = await rested(pilot)
    assert not now.every and now.boards.drawn == before
    assert made.said("table.do.fewer") not in said(pilot, "foot")


@pytest.mark.parametrize(
    ("size", "seats", "modules", "lang"),
    [((80, 24), 3, SKYE, "de"), ((60, 20), 2, (), "pl"), ((60, 20), 5, SKYE, "en")],
)
def test_a_row_keeps_its_tiles_while_prices_are_set(
    size: tuple[int, int], seats: int, modules: tuple[str, ...], lang: str
) -> None:
    """Every step of it shows the same tiles, at least the own ones, and all of them in a common window."""
    made = upto(seated("isleofskye", seats, modules=modules, people=seats, lang=lang), "price", 1)

    async def test(pilot: Pilot[TableExit]) -> None:
        await pilot.press("enter")  # the curtain
        now, found = await rested(pilot), []
        seat = now.chair.seat
        market = next(n for n, board in enumerate(now.show.boards) if board.now and board.grid == "row")
        own = len(now.chair.view.offers[seat])
        for _ in range(own - 1):
            canvas = now.boards.canvas
            assert canvas is not None and now.chair.seat == seat
            shown = {at for board, at in canvas.boxes if board == market}
            assert shown >= {(n, 0) for n in range(own)}  # the viewer's are the first
            found.append(shown)
            await pilot.press("enter")
            await settled(pilot)
            now = await rested(pilot)
        assert all(one == found[0] for one in found), everything(pilot)
        if size in ((80, 24), (120, 40)) and seats < 5:
            assert len(found[0]) == len(now.show.boards[market].spots), everything(pilot)

    at(made, test, size)


@pytest.mark.parametrize(("seats", "modules", "times"), [(3, SKYE, 1), (3, SKYE, 9), (2, (), 4)])
def test_a_board_is_shown_with_its_spots_or_not_at_all(
    seats: int, modules: tuple[str, ...], times: int
) -> None:
    made = upto(seated("isleofskye", seats, modules=modules, people=seats), "build", times)

    async def test(pilot: Pilot[TableExit]) -> None:
        await pilot.press("enter")  # the curtain
        now = await rested(pilot)
        canvas, text = now.boards.canvas, everything(pilot)
        assert canvas is not None
        turned = next(n for n, board in enumerate(now.show.boards) if board.now and board.grid == "row")
        title = now.show.boards[turned].title
        boxes = [box for (n, _), box in canvas.boxes.items() if n == turned]
        window = now.boards.size.region
        assert (title != "" and title in text) == (bool(boxes) and all(map(window.contains_region, boxes)))

    at(made, test)


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
def test_a_small_window_has_the_same_keys_in_one_place_and_the_own_display_beside_the_offers(
    lang: str,
) -> None:
    made = seated("glenmore", 3, people=1, steps=60, lang=lang)
    places: set[tuple[int, ...]] = set()
    takes = 0

    async def test(pilot: Pilot[TableExit]) -> None:
        nonlocal takes
        for _ in range(15):
            now = await rested(pilot)
            if made.over or now.choice is None:
                break
            named = (f" {key}  {made.said(f'table.do.{KEYS[key].text}')}" for key in FIXED)
            places.add(tuple(said(pilot, "foot").find(text) for text in named))
            if verb(now.choice.choosing.offers[0].action) == "take":
                takes += 1
                own = {(1, spot.at) for spot in now.show.boards[1].spots if not spot.blank}
                assert own and own <= {*now.boards.drawn} and not now.boards.max_scroll_y
            now.play(now.chair.view.legal()[0])
            await settled(pilot)

    at(made, test)
    assert takes > 1 and len(places) == 1 and -1 not in next(iter(places))


@pytest.mark.parametrize(("lang", "size"), [("pl", (60, 20)), ("en", (80, 24))])
@at_table("isleofskye", 3, people=1)
async def test_the_footer_always_ends_with_all_keys(
    pilot: Pilot[TableExit], made: Table, size: tuple[int, int], lang: str
) -> None:
    for _ in range(6):
        now = await rested(pilot)
        foot = said(pilot, "foot").rstrip()
        ends = now.pending is not None or foot.endswith(f"?  {made.said('table.do.find')}")
        assert ends and cell_len(foot) <= size[0], foot
        assert foot.count(made.said("table.do.find")) <= 1
        await pilot.press("enter")
        await settled(pilot)


def test_what_is_asked_is_apart_from_the_status() -> None:
    for gap in range(5):
        left, right = [("place settlement-2", BOLD)], [("in hand settlement-2", BOLD)]
        lines = fitted_lines.across(left, right, 38 + gap)
        text = lines[0].text(None)
        assert len(lines) == 2 or "  " in text or "2│in" in text, text


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
def test_a_window_that_is_too_small_says_so_in_one_line(lang: str) -> None:
    for size, small in (((40, 10), True), ((80, 11), True), ((40, 12), False)):

        async def test(pilot: Pilot[TableExit], small: bool = small) -> None:
            now = await rested(pilot)
            text = everything(pilot)
            assert (now.said("screen.small") in text) == small, text

        at(seated("rebirth", 2, lang=lang), test, size)
