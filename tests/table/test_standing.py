"""Every face tells who is ahead in a game without points, and nowhere that all have 0."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from textual.pilot import Pilot

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.cli.shared.common import Stopped
from tilewright.core.cli.shared.terminal import Terminal
from tilewright.core.cli.table import match_text
from tilewright.core.cli.table.after_game import charts
from tilewright.core.cli.table.session import Session
from tilewright.core.draw.model import Offer, Show
from tilewright.core.play.match import Match
from tilewright.core.rules.views import View
from tilewright.core.screen.after_game import AfterScreen
from tilewright.core.screen.app import TableExit
from tilewright.core.table import cursor_info, narration
from tilewright.core.table.point_course import course
from tilewright.core.table.table import Table
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.questions import page

from ..cases import cases
from ..screen.playing import answered, said
from ..screen.playing import at as at_screen
from ..toys import brink, nim

NAMES = ("anna", "bruno", "clara")
WORD = {"en": "lives", "de": "Leben", "pl": "życia"}


def show(view: View, lang: str = "en") -> Show:
    return Show(
        title="Brink", offers=[Offer(action=one) for one in view.legal()], asks="push or rest", lang=lang
    )


def table(lang: str = "en", people: int = 1, **changes: Any) -> Table:
    """Brink with a drawing; anna sits first."""
    rules = tw.load(brink.bent(**{"show": show, **changes}))
    bots = {name: make("random", rules) for name in NAMES[people:]}
    return Table(Match(rules, NAMES, seed=3, bots=bots), lang)


def to_the_end(at: Table) -> None:
    while not at.over:
        at.play(at.match.state.legal(at.to_act[0])[0])


@pytest.mark.parametrize("lang", WORD)
def test_the_status_says_it(lang: str) -> None:
    at = table(lang, people=3)
    chair = at.chair(0)
    assert [ink.text for ink in chair.show.status] == [f"{WORD[lang]}:", "anna 3", "bruno 3", "clara 3"]
    chair.play(brink.Rest(0))
    assert [ink.text for ink in at.chair(None).show.status][1:] == ["anna 4", "bruno 3", "clara 3"]


def test_a_game_with_points_has_no_such_status() -> None:
    rules = tw.load(nim.bent(show=show))
    assert not Table(Match(rules, NAMES[:2], seed=3)).chair(0).show.status


def test_a_game_that_is_not_drawn_lists_it() -> None:
    at = table("de", people=3, show=None)
    at.chair(0).play(brink.Rest(0))
    [panel] = at.chair(1).show.panels
    assert panel.title == "Leben"
    assert [[ink.text for ink in row] for row in panel.rows] == [
        ["anna", "4"],
        ["bruno", "3"],
        ["clara", "3"],
    ]


def test_the_prompt_shows_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("rest\n"))
    at = table(people=3)
    terminal = Terminal(plain=True, colour=False, asks=False, width=80)
    with pytest.raises(Stopped):
        Session(at, terminal).run()
    out = capsys.readouterr().out
    assert re.search(r"push or rest.*lives:\s+anna 3\s+bruno 3\s+clara 3", out)
    assert re.search(r"push or rest.*lives:\s+anna 4\s+bruno 3\s+clara 3", out)


def test_the_full_screen_shows_it() -> None:
    async def test(pilot: Pilot[TableExit]) -> None:
        assert "Leben:  anna 3  bruno 3  clara 3" in said(pilot, "head")

    at_screen(table("de", people=3), test)


def test_the_page_in_a_browser_shows_it() -> None:
    at = table("pl", people=3)
    at.one_keyboard = False
    session = LiveMatch(at, pace=0).session(0, "p")
    head = json.loads(session.message_since(0)[0].removeprefix(b"data: "))["head"]
    words = re.sub(r"<[^>]+>", " ", head).split()
    assert words[-7:] == ["życia:", "anna", "3", "bruno", "3", "clara", "3"]
    score = str(page(session, "score", "").body)
    assert "życia" in score and "razem" not in score and "<h3>" not in score


def test_the_end_tells_it(capsys: pytest.CaptureFixture[str]) -> None:
    at = table(people=3)
    to_the_end(at)
    state = at.match.state
    match_text.finish(at.chair(None), Terminal(plain=True, colour=False, asks=False, width=80))
    out = capsys.readouterr().out
    [winner] = state.winners
    assert f"1. {NAMES[winner]}  {state.standing()[winner]}" in out and state.standing()[winner] > 0
    assert re.search(r"^lives ( +\d+){3}$", out, re.MULTILINE) and "total" not in out


def test_points_that_there_are_as_well_keep_their_lines() -> None:
    """A sheet has the points, their sum, and then what says who is ahead."""
    rules = tw.load(nim.bent(standing=lambda state: [7, 9]))
    state = rules.new(2, 1)
    while not state.over:
        state.apply(state.legal(state.to_act[0])[0])
    sheet = narration.ScoreSheet(rules, state.score_lines(), state.seats, state.scores, "en", standing=[7, 9])
    assert sheet.sums == [("in total", tuple(state.scores)), ("standing", (7, 9))]


@pytest.mark.parametrize(
    ("lang", "sure", "open_"), cases(__file__, "a_move_is_said_to_change_it_as_far_as_that_is_certain")
)
def test_a_move_is_said_to_change_it_as_far_as_that_is_certain(lang: str, sure: str, open_: str) -> None:
    chair = table(lang, people=3).chair(0)
    assert chair.said(brink.Rest(0)) == sure
    assert chair.said(brink.Push(0, 1)) == open_  # the sea has a say


def test_where_chance_has_a_part_nothing_is_promised() -> None:
    """Though here no wave takes more: a rare one could."""
    rules = tw.load(brink.bent(show=show), options={"storm": 0})
    chair = Table(Match(rules, NAMES, seed=3)).chair(0)
    assert chair.foresee(brink.Push(0, 1)).standing == (0, 0, 0)


def test_a_change_for_somebody_else_names_them() -> None:
    found = narration.standing_by_seat(tw.load(brink.PLUGIN), (1, -2, 0), NAMES, 1, "en")
    assert found == ["-2 lives", "anna +1 lives"]


def test_without_previews_it_is_not_told() -> None:
    rules = tw.load(brink.bent(show=show))
    chair = Table(Match(rules, NAMES, seed=3, help_level="none")).chair(0)
    assert not chair.foresee(brink.Rest(0)).standing and "lives" not in chair.said(brink.Rest(0))


def test_where_points_count_a_move_without_any_says_so() -> None:
    rules = tw.load(nim.PLUGIN)
    chair = Table(Match(rules, NAMES[:2], seed=3)).chair(0)
    assert "no points" in chair.said(chair.view.legal()[0])


def test_a_hint_says_it() -> None:
    assert "+1 lives" in cursor_info.hint(table(people=3).chair(0))[1].brings


def test_its_course_by_round_is_drawn_where_others_have_points(capsys: pytest.CaptureFixture[str]) -> None:
    at = table(people=3)
    to_the_end(at)
    found = course(at.match)
    assert not found.reasons and found.rounds[-1] == tuple(at.match.state.standing())
    assert any(found.rounds[0])
    charts(at.match, Terminal(plain=True, colour=False, asks=False, width=80), "de")
    out = capsys.readouterr().out
    assert "Leben" in out and "Punkte" not in out


def test_the_full_screen_draws_it_after_the_match() -> None:
    at = table("de", people=3)
    to_the_end(at)

    async def play(pilot: Pilot[Any]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, AfterScreen)
        drawn = screen.chart(80, 20).plain
        assert drawn.startswith("Leben") and "anna" in drawn
        assert "c" not in dict(screen.keys())
        await pilot.press("q")

    answered(AfterScreen(at.match, [0], "de"), play)
