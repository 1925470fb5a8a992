"""Pages without a browser: what the server makes of what they send, hostile things and failing bots included."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import TilewrightError
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.rules.actions import Action
from tilewright.core.rules.assembly import load
from tilewright.core.table import move_text
from tilewright.core.table.choosing import spot
from tilewright.core.table.table import Table
from tilewright.core.text.strict import Slips
from tilewright.core.web.live_match import PAGES, LiveMatch
from tilewright.core.web.page_event import PageEvent
from tilewright.core.web.page_session import PageSession
from tilewright.core.web.threads import ThreadLimits

from ..table.games import table
from ..toys import nim

ANNA = 0


def served(kind: str = "rebirth", people: int = 2, seed: int = 5) -> LiveMatch:
    made = table(kind, seed, people)
    made.one_keyboard = False
    return LiveMatch(made, pace=0)


def mine(here: LiveMatch, page: str = "p") -> PageSession:
    """A page of whoever decides first."""
    return here.session(here.table.to_act[0], page)


def do(session: PageSession, what: str, **more: Any) -> Any:
    """What a page sends that is up to date."""
    session.follow()
    return session.do(PageEvent(page="p", do=what, number=session.number, asked=session.asks, **more))


def play(session: PageSession, move: str) -> None:
    """Type a move, and confirm it if it is final."""
    do(session, "typed", text=move)
    if session.choice is not None and session.choice.pending is not None:
        do(session, "key", key="enter")


def shown(session: PageSession) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(session.message_since(0)[0].removeprefix(b"data: "))
    return found


def first(session: PageSession) -> tuple[int, int, int]:
    """A spot that is lit."""
    session.follow()
    assert session.choice is not None
    board, at = next(iter(session.choice.choosing.spots))
    return board, at[0], at[1]


def test_a_request_that_is_sent_twice_is_done_once() -> None:
    here = served()
    anna = mine(here)
    anna.follow()
    while here.table.match.decisions == 0:
        again = PageEvent(page="p", do="click", number=anna.number, at=first(anna))
        anna.do(again)
        if anna.choice is not None and anna.choice.pending is not None:
            anna.do(attrs.evolve(again, do="key", key="enter"))
            assert anna.choice.pending is not None, "the page had not shown yet that the move is final"
            again = attrs.evolve(again, do="key", key="enter", asked=anna.asks)
            anna.do(again)
    played = [*here.table.match.played]
    for _ in range(3):
        anna.do(again)
    assert [*here.table.match.played] == played
    assert not anna.message, "a key that was pressed twice is nobody else's doing"


@pytest.mark.parametrize("by", ["", "mouse"], ids=["finger", "mouse"])
def test_a_second_press_on_the_spot_plays_what_was_asked(by: str) -> None:
    here = served()
    anna = mine(here)
    where = first(anna)
    while not anna.asks:
        do(anna, "click", at=where, key=by)
    asked = _choice(anna).pending
    press = PageEvent(page="p", do="click", number=anna.number, at=where, key=by)
    for other in (0, anna.asks + 1):
        anna.do(attrs.evolve(press, asked=other))
        assert here.table.match.decisions == 0, "the page had not shown this question yet"
    do(anna, "click", at=where, key=by)
    assert here.table.match.played[0].action == asked


def test_an_answer_to_an_earlier_question_is_none() -> None:
    """The tile was turned after the question; whoever presses twice has not seen that it is asked again."""
    here = served("isleofskye")
    here.table.undo = False
    anna = mine(here)
    offer = next(one for one in _choice(anna).choosing.offers if spot(one) is not None)
    _choice(anna).seek(offer.action)
    do(anna, "key", key="enter")
    shown_then = anna.asks
    do(anna, "key", key="+")
    do(anna, "key", key="enter")
    assert shown_then and anna.asks and _choice(anna).pending != offer.action
    anna.do(PageEvent(page="p", do="key", key="enter", number=anna.number, asked=shown_then))
    assert here.table.match.decisions == 0


def test_a_second_press_on_a_line_of_the_list_plays() -> None:
    here = served("isleofskye", people=1)
    here.table.undo = False
    anna = here.session(ANNA, "p")
    for _ in range(200):
        choice = _choice(anna)
        single = [n for n, one in enumerate(choice.listed) if len(one.offers) == 1]
        if single:
            break
        play(anna, str(choice.choosing.offers[0].action))
        while here.table.next_bot() is not None:
            here.table.play(here.table.think())
    before = here.table.match.decisions
    for asks in (True, False):
        assert here.table.match.decisions == before
        do(anna, "line", n=single[0])
        do(anna, "key", key="enter")
        assert bool(anna.asks) == asks
    assert here.table.match.played[before].action == choice.listed[single[0]].offers[0].action


@pytest.mark.parametrize("text", ["place 99,99", "<b>x</b>", "hitn"])
def test_a_typed_move_that_is_refused_says_nothing_of_the_spot_under_the_cursor(text: str) -> None:
    anna = mine(served())
    where = _choice(anna).where
    assert where in _choice(anna).choosing.spots
    do(anna, "typed", text="place 99,99")
    do(anna, "typed", text=text)
    ghost = shown(anna)["cursor"]["ghost"]
    assert _choice(anna).where == where and anna.message and (ghost is None or not ghost["refused"])
    if text == "<b>x</b>":
        assert _choice(anna).refused is None and ghost is not None


def test_a_typed_move_that_is_refused_has_the_cursor_at_its_own_spot() -> None:
    anna = mine(served())
    spots, offer = _choice(anna).choosing.spots, _choice(anna).choosing.offers[0]
    other = next((0, one.at) for one in anna.chair.show.boards[0].spots if (0, one.at) not in spots)
    do(anna, "typed", text=str(anna.chair.moved(offer.action, other)))
    assert _choice(anna).where == other and _choice(anna).refused is not None
    do(anna, "key", key="escape")
    assert _choice(anna).where in spots and _choice(anna).refused is None


@pytest.mark.parametrize("late", ["click", "line", "key", "typed", "amount", "form", "wish"])
def test_what_was_meant_for_an_earlier_decision_does_nothing(late: str) -> None:
    here = served("glenmore", people=1)
    anna = here.session(ANNA, "p")
    before = here.table.revision
    anna.do(PageEvent(page="p", do=late, number="0" * 16, key="enter", text="end", at=(0, 0, 0)))
    assert here.table.revision == before and anna.message == here.table.said("web.moved_on")


def test_a_page_plays_for_its_own_seat_only() -> None:
    """Bruno's page sends what anna's page would: her spots, her words, the name of her page and decision."""
    here = served()
    anna = mine(here)
    bruno = here.session(1 - here.table.to_act[0], "p")
    anna.follow()
    assert anna.choice is not None and anna is not bruno
    for number in (anna.number, bruno.number):
        for what, more in (
            ("click", {"at": first(anna)}),
            ("key", {"key": "enter"}),
            ("line", {"n": 0}),
            ("typed", {"text": str(anna.choice.choosing.offers[0].action)}),
            ("key", {"key": "u"}),
        ):
            bruno.do(PageEvent(page="p", do=what, number=number, **more))
            assert here.table.match.decisions == 0, (what, number)
            assert bruno.message
    assert bruno.choice is None and 'role="button"' not in json.dumps(shown(bruno))


@pytest.mark.parametrize("what", ["click", "line", "amount", "form", "typed", "wish", "key"])
def test_spectators_only_watch(what: str) -> None:
    here = served()
    nobody = here.session(None, "p")
    for key in ("enter", "u", "U", "h", "i", "w", "ask", "agree", "decline", "a", "5", "r"):
        do(nobody, what, key=key, at=(0, 0, 0), text="undo")
        assert (here.table.match.decisions, here.table.wish, nobody.trial) == (0, None, None)
    assert not shown(nobody)["state"]["acts"]


@pytest.mark.parametrize(
    "content",
    [
        None, [], "x", 7, {}, {"page": "p"}, {"do": "key"}, {"page": 1, "do": "key"}, {"page": "p", "do": ["key"]},
        {"page": "p", "do": "key", "seat": 1}, {"page": "p", "do": "line", "n": "1"},
        {"page": "p", "do": "line", "n": 1.5},
        {"page": "p", "do": "click", "at": [0, 0]}, {"page": "p", "do": "click", "at": [0, 0, "x"]},
        {"page": "p", "do": "typed", "text": "x" * 2_001}, {"page": "p", "do": "typed", "text": "\ud800"},
        {"page": "p", "do": "key", "key": "x" * 21}, {"page": "p", "do": "key", "key": "\udfff"},
        {"page": "p" * 300, "do": "key"}, {"page": "p", "do": "line", "n": True},
    ],
    ids=ascii,
)  # fmt: skip
def test_an_event_that_is_none_is_refused(content: object) -> None:
    with pytest.raises((Slips, ValueError)):
        PageEvent.of(content)


HUGE = 10**30


@pytest.mark.parametrize("kind", ["rebirth", "glenmore", "isleofskye+"])
def test_hostile_values_change_nothing(kind: str) -> None:
    here = served(kind, people=1)
    anna = here.session(ANNA, "p")
    places = [(-1, 0, 0), (99, 0, 0), (0, HUGE, -HUGE), (HUGE, 0, 0), (0, -99, 99)]
    before = here.table.match.decisions
    for at in places:
        for what, key in (("point", ""), ("point", "hover"), ("click", ""), ("click", "mouse")):
            do(anna, what, at=at, key=key)
            shown(anna)
        do(anna, "key", key="w")
        do(anna, "key", key="escape")
    for n in (-1, -HUGE, HUGE, 10_000):
        for what in ("line", "amount", "form"):
            do(anna, what, n=n)
    for text in (
        "\x00",
        "\ud800",
        "{" * 500,
        "%s" * 50,
        "9" * 500,
        "place " * 200,
        "\u202e",
        "²",
        "../../etc",
    ):
        for what, more in (
            ("typed", {"text": text}),
            ("ask", {"text": text, "key": text}),
            ("key", {"key": text}),
            ("wish", {"key": text}),
        ):
            with suppress(ValueError):  # it is refused before it comes here
                do(anna, what, **more)
    for text in ("save /tmp/x", "quit", "save"):
        do(anna, "typed", text=text)
        assert anna.message == here.table.said("web.at_server")
    do(anna, "click")
    assert "expected a place" in anna.message
    assert here.table.match.decisions == before
    shown(anna)


def test_what_is_typed_is_text_on_the_page() -> None:
    anna = mine(served())
    do(anna, "typed", text='<img src=x onerror="alert(1)">')
    move = shown(anna)["move"]
    assert "<img" not in move and "&lt;img" in move
    found = do(anna, "ask", key="rules", text="<script>")
    assert "<script" not in str(found.body) + found.title


def test_an_unknown_event_is_told() -> None:
    here = served()
    anna = here.session(ANNA, "p")
    with pytest.raises(TilewrightError, match="'play' is unknown; expected one of point, click"):
        do(anna, "play")
    do(anna, "ask", key="state")
    assert "expected one of log" in anna.message


def test_a_page_that_was_forgotten_begins_anew() -> None:
    here = served()
    anna = here.session(ANNA, "first")
    anna.follow()
    for n in range(PAGES):
        here.session(ANNA, f"other {n}")
    again = here.session(ANNA, "first")
    assert again is not anna
    before = here.table.match.decisions
    again.do(PageEvent(page="first", do="key", number=anna.number, key="enter"))
    assert here.table.match.decisions == before, "what the old page meant is not done"
    do(again, "key", key="x")
    assert here.session(ANNA, "other 7") is here.session(ANNA, "other 7")


def test_pages_of_one_seat_have_cursors_of_their_own() -> None:
    here = served()
    one, other = mine(here, "one"), mine(here, "other")
    spots = list(_choice(one).choosing.spots)
    do(one, "point", at=(spots[-1][0], *spots[-1][1]))
    assert _choice(one).where == spots[-1] and _choice(other).where != spots[-1]
    assert mine(here, "one") is one


def _choice(session: PageSession) -> Any:
    session.follow()
    assert session.choice is not None
    return session.choice


def test_a_mouse_holds_a_spot_with_several_moves() -> None:
    """On its way to the amounts beside the board it crosses other spots."""
    here = served("isleofskye")
    anna = here.session(ANNA, "p")
    one, other = [(board, *at) for board, at in list(_choice(anna).choosing.spots)[:2]]
    do(anna, "point", at=one, key="hover")
    do(anna, "click", at=one, key="mouse")
    assert here.table.match.decisions == 0 and shown(anna)["cursor"]["held"]
    do(anna, "point", at=other, key="hover")
    assert shown(anna)["cursor"]["at"] == [*one]
    do(anna, "amount", n=2)
    do(anna, "point", at=other)  # an arrow key
    assert shown(anna)["cursor"]["at"] == [*other] and not shown(anna)["cursor"]["held"]
    do(anna, "click", at=one, key="mouse")
    do(anna, "key", key="escape")
    do(anna, "point", at=other, key="hover")
    assert shown(anna)["cursor"]["at"] == [*other]
    do(anna, "click", at=one, key="mouse")
    do(anna, "amount", n=2)
    held = _choice(anna).action
    do(anna, "click", at=one, key="mouse")
    assert [played.action for played in here.table.match.played] == [held]


def test_a_move_is_named_with_the_amount_that_it_has_now() -> None:
    """A hint, a click or a key changes the amount; the button of the move says it, and does not change it back."""
    here = served("isleofskye")
    anna = here.session(ANNA, "p")
    own = _choice(anna).amounts()
    assert len(own) > 1 and len(_choice(anna).forms) > 1
    for n, offer in enumerate(own):
        do(anna, "amount", n=n)
        assert _choice(anna).offer == offer
        label = re.search(r'class="here"[^>]*data-form="(\d+)"[^>]*>([^<]+)<', shown(anna)["move"])
        assert label is not None and label[2] == move_text.move(anna.chair, offer.action)
        do(anna, "form", n=int(label[1]))
        assert _choice(anna).offer == offer


def test_a_page_says_which_bot_thinks_and_plays() -> None:
    here = served("rebirth", people=1)
    here.table.match.bot_names["bruno"] = "hard=greedy"
    anna = here.session(ANNA, "p")
    while here.table.next_bot() is None:
        here.table.play(anna.chair.view.legal()[0])
    page = shown(anna)
    assert "bruno (hard) thinks" in page["head"] and ">bruno</span> (hard)" in page["panels"].replace(
        " (hard)</span>", "</span> (hard)"
    )


# -- bots and games that fail ----------------------------------------------------------------------------------------


class Moody:
    """A bot that fails as long as it is told to."""

    def __init__(self, fails: BaseException) -> None:
        self.fails: BaseException | None = fails
        self.asked = 0

    def choose(self, view: Any, stream: Any) -> Action:
        self.asked += 1
        if self.fails is not None:
            raise self.fails
        found: Action = view.legal()[0]
        return found


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.002)


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("by zero"), TilewrightError("no idea"), SystemExit(3)], ids=repr
)
def test_a_bot_that_fails_is_told_and_the_match_goes_on(error: BaseException) -> None:
    bot = Moody(error)
    here = LiveMatch(Table(Match(load(nim.PLUGIN), ["anna", "bot"], seed=1, bots={"bot": bot})), pace=0)
    anna = here.session(ANNA, "p")

    async def run() -> None:
        here.begin(ThreadLimits())
        heard = asyncio.Event()
        here.listeners[heard] = anna
        play(anna, "take 1")
        here.happened()
        await until(lambda: here.trouble)
        await until(heard.is_set)
        head = shown(anna)["head"]
        assert 'role="alert"' in head and "bot cannot go on" in head
        said = str(error) if isinstance(error, Exception) else "SystemExit"
        assert said in here.why and said not in str(shown(anna)), "what a bot says may be a secret"
        assert here.table.match.decisions == 1
        for _ in range(3):  # people who look or ask do not make it worse
            do(anna, "ask", key="score")
            here.happened()
            await asyncio.sleep(0.01)
        bot.fails = None
        here.happened()
        await until(lambda: here.table.match.decisions == 2)
        await until(lambda: not here.trouble)
        assert 'role="alert"' not in shown(anna)["head"]
        play(anna, "take 1")
        assert here.table.match.decisions == 3
        here.stop()

    asyncio.run(run())


def test_a_copy_comes_back_to_the_match_untouched() -> None:
    here = served("glenmore", people=1)
    anna = here.session(ANNA, "p")
    match, before = here.table.match, shown(anna)
    do(anna, "key", key="i")
    assert shown(anna)["state"]["trial"] and anna.table.trial
    for _ in range(4):
        if anna.choice is None:
            break
        play(anna, str(anna.choice.choosing.offers[0].action))
    assert here.table.match is match and match.decisions == 0
    do(anna, "key", key="i")
    after = shown(anna)
    for one in (before, after):
        del one["state"]["number"]
    assert after == before


def test_nothing_is_offered_that_the_help_level_forbids() -> None:
    made = Match(load("glenmore"), ["anna", "bruno"], seed=4, help_level="previews")
    here = LiveMatch(Table(made, one_keyboard=False), pace=0)
    anna = mine(here)
    tools = shown(anna)["tools"]
    assert 'data-key="h"' not in tools and 'data-key="i"' not in tools
    for what, more in (
        ("key", {"key": "h"}),
        ("key", {"key": "i"}),
        ("typed", {"text": "hint"}),
        ("typed", {"text": "what-if"}),
    ):
        assert do(anna, what, **more) is None
        assert anna.message == here.table.unhelped and anna.trial is None


@pytest.mark.parametrize("level", ["full", "previews", "none"])
def test_what_a_move_brings_is_told_as_the_help_level_has_it(level: Any) -> None:
    made = Match(load("rebirth"), ["anna", "bruno"], seed=4, help_level=level)
    anna = mine(LiveMatch(Table(made, one_keyboard=False), pace=0))
    choice = _choice(anna)
    best = max(choice.choosing.offers, key=lambda one: len(anna.chair.foresee(one.action).lines))
    where = spot(best)
    assert where is not None
    do(anna, "point", at=(where[0], *where[1]))
    words = shown(anna)["move"]
    assert ("+" in words.split("</p>")[0]) == (level != "none"), words


def test_every_random_decision_leaves_pages_that_can_be_drawn() -> None:
    """Moves of all seats in turn, with the pages of others and of spectators open."""
    here = served("isleofskye+", people=3)
    pages = [here.session(seat, "p") for seat in (0, 1, 2, None)]
    anybody = make("random", here.table.match.rules)
    for _ in range(40):
        here.table.play(here.table.match.choose(here.table.to_act[0], anybody))
        acting = {page.seat for page in pages if shown(page)["state"]["acts"]}
        assert acting == {*here.table.to_act}
