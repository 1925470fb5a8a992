"""Pages without a browser: what the server makes of what they send, hostile things and failing bots included."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from html import unescape
from importlib.resources import files

import attrs
import pytest

from tilewright.core.base.errors import TilewrightError
from tilewright.core.rules.chapters import chapters
from tilewright.core.table import cursor_info
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.choosing import Choosing, spot
from tilewright.core.text.strict import Slips
from tilewright.core.web import decision_card
from tilewright.core.web.live_match import PAGES
from tilewright.core.web.page_event import PageEvent
from tilewright.core.web.page_words import words_of

from .sessions import ANNA, choice_of, do, first, mine, play, served, shown


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
    asked = choice_of(anna).pending
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
    offer = next(one for one in choice_of(anna).choosing.offers if spot(one) is not None)
    choice_of(anna).seek(offer.action)
    do(anna, "key", key="enter")
    shown_then = anna.asks
    do(anna, "key", key="+")
    do(anna, "key", key="enter")
    assert shown_then and anna.asks and choice_of(anna).pending != offer.action
    anna.do(PageEvent(page="p", do="key", key="enter", number=anna.number, asked=shown_then))
    assert here.table.match.decisions == 0


def test_a_second_press_on_a_line_of_the_list_plays() -> None:
    here = served("isleofskye", people=1)
    here.table.undo = False
    anna = here.session(ANNA, "p")
    for _ in range(200):
        choice = choice_of(anna)
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
    where = next(iter(choice_of(anna).choosing.spots))
    do(anna, "point", at=(where[0], *where[1]))
    do(anna, "typed", text="place 99,99")
    do(anna, "typed", text=text)
    ghost = shown(anna)["cursor"]["ghost"]
    assert choice_of(anna).where == where and anna.message and (ghost is None or not ghost["refused"])
    if text == "<b>x</b>":
        assert choice_of(anna).refused is None and ghost is not None


def test_a_typed_move_that_is_refused_has_the_cursor_at_its_own_spot() -> None:
    anna = mine(served())
    spots, offer = choice_of(anna).choosing.spots, choice_of(anna).choosing.offers[0]
    other = next((0, one.at) for one in anna.chair.show.boards[0].spots if (0, one.at) not in spots)
    do(anna, "typed", text=str(cursor_info.moved(anna.chair, offer.action, other)))
    assert choice_of(anna).where == other and choice_of(anna).refused is not None
    do(anna, "key", key="escape")
    assert choice_of(anna).where in spots and choice_of(anna).refused is None


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


@pytest.mark.parametrize("what", ["click", "line", "amount", "form", "typed", "wish", "key", "speak"])
def test_spectators_only_watch(what: str) -> None:
    here = served()
    nobody = here.session(None, "p")
    for key in ("enter", "u", "U", "h", "i", "w", "ask", "agree", "decline", "a", "5", "r", "pl"):
        do(nobody, what, key=key, at=(0, 0, 0), text="undo")
        assert (here.table.match.decisions, here.table.wish, nobody.trial) == (0, None, None)
    state = shown(nobody)["state"]
    assert not state["acts"] and state["lang"] == "en"


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


def test_rules_are_folded_into_chapters_and_an_id_leads_to_its_picture() -> None:
    anna = mine(served())
    body, every = str(do(anna, "ask", key="rules").body), chapters(anna.chair.view.rules)
    assert (body.count("<details"), body.count("<details open")) == (len(every) + 1, 2)
    assert "headings as printed" not in body
    assert 'data-text="RB-CASTLE-2"' in body and body.count("<svg") == 2  # the others once they are opened
    castles = next(one for one in every if "RB-CASTLE-2" in one.rules)
    assert "<svg" in str(do(anna, "ask", key="rules", text=castles.name).body)
    found = str(do(anna, "ask", key="rules", text="castle").body)
    assert f"<li><small>{castles.title}</small>" in found and "<svg" not in found
    alone = str(do(anna, "ask", key="rules", text="RB-CASTLE-2").body)
    marks = str(do(anna, "ask", key="legend").body)
    assert "can be chosen" in marks and marks.count('class="sample') == 3
    assert "<svg" in alone and "headings as printed" in alone and alone.count("<li>") == 1


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
    spots = list(choice_of(one).choosing.spots)
    do(one, "point", at=(spots[-1][0], *spots[-1][1]))
    assert choice_of(one).where == spots[-1] and choice_of(other).where != spots[-1]
    assert mine(here, "one") is one


def test_a_mouse_holds_a_spot_with_several_moves() -> None:
    """On its way to the amounts beside the board it crosses other spots."""
    here = served("isleofskye")
    anna = here.session(ANNA, "p")
    one, other = [(board, *at) for board, at in list(choice_of(anna).choosing.spots)[:2]]
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
    held = choice_of(anna).action
    do(anna, "click", at=one, key="mouse")
    assert [played.action for played in here.table.match.played] == [held]


def test_a_move_is_named_with_the_amount_that_it_has_now() -> None:
    """A hint, a click or a key changes the amount; the button of the move says it, and does not change it back."""
    here = served("isleofskye")
    anna = here.session(ANNA, "p")
    board, at = next(iter(choice_of(anna).choosing.spots))
    do(anna, "point", at=(board, *at))
    own = choice_of(anna).amounts()
    assert len(own) > 1 and len(choice_of(anna).forms) > 1
    for n, offer in enumerate(own):
        do(anna, "amount", n=n)
        assert choice_of(anna).offer == offer
        label = re.search(
            r'data-form="(\d+)" class="here" aria-pressed="true"><span>([^<]+)<', shown(anna)["move"]
        )
        assert label is not None and label[2].startswith(f"Price {n + 1}: ") and offer.said == label[2]
        do(anna, "form", n=int(label[1]))
        assert choice_of(anna).offer == offer


def test_nothing_is_chosen_until_the_person_chooses() -> None:
    """Enter plays nothing then; a finger points first, and takes with its second tap; the only move is at hand."""
    here = served()
    anna = mine(here)
    page, spots = shown(anna), list(choice_of(anna).choosing.spots)
    assert len(spots) > 1 and page["cursor"]["at"] is None and "main" not in page["move"]
    do(anna, "key", key="enter")
    assert here.table.match.decisions == 0
    for tap, asks in ((spots[1], False), (spots[0], False), (spots[0], True)):
        do(anna, "click", at=(tap[0], *tap[1]), key="touch")
        assert here.table.match.decisions == 0 and (choice_of(anna).pending is not None) == asks
    only = choice_of(mine(served())).choosing.offers[0]
    one = ChoiceCursor(anna.chair, rests=False)
    one.renew(Choosing((only,)))
    assert one.offer is only


def test_the_button_beside_a_final_move_is_the_second_press() -> None:
    """It plays without a question, so everything that the move does stands beside it already."""
    here = served("glenmore")
    here.table.undo = False
    for _ in range(60):
        anna = mine(here)
        chair = anna.chair
        offers = [*choice_of(anna).choosing.offers]
        chosen, told = next((one for one in offers if spot(one) is not None), offers[0]), {}
        at = spot(chosen)
        beside = f"{chair.show.asks} {words_of(anna).place(at) if at is not None else ''}"
        for whole in (False, True):
            told[whole] = [one.text for one in chair.told(chosen.action, whole=whole, beside=beside)]
        if told[False] != told[True]:
            break
        here.table.play(chosen.action)
    assert told[False] != told[True], "the short form leaves something out"
    choice_of(anna).seek(chosen.action)
    card = unescape(re.sub(r"<[^>]+>", "", str(decision_card.move(anna))))
    assert [text for text in told[True] if words_of(anna)(text, anna.seat) not in card] == []
    before = here.table.match.decisions
    do(anna, "key", key="do")
    assert here.table.match.decisions == before + 1


def test_each_key_and_button_of_the_script_asks_for_a_page_that_there_is() -> None:
    anna = mine(served())
    script = (files("tilewright.data") / "web" / "table.js").read_text("utf-8")
    keys = re.search(r"const ASKS = {(.*)}", script)
    assert keys is not None
    asked = {
        *re.findall(r': "(\w+)"', keys[1]),
        *re.findall(r"data-ask='(\w+)'", shown(anna)["tools"].replace('"', "'")),
    }
    assert {"panels", "rules", "log"} <= asked
    for name in asked:
        answer = do(anna, "ask", key=name)
        assert answer is not None and answer.title and answer.body, name


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
