"""People leave a match in the browser: a bot plays on, they come back, resign, and play again."""

from __future__ import annotations

import json
import logging
import os
import time
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.play.replay import replay
from tilewright.core.record import format as records
from tilewright.core.web import rematches
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.http_errors import HttpError

from .house import House, plan, until
from .house import at as at
from .house import browser as browser
from .person import clicked, done
from .sessions import do, served, shown
from .test_going_on import first, seated, text_of

ANNA, BRUNO, CLARA = range(3)


def record_of(entry: HostedMatch) -> list[dict[str, Any]]:
    return [json.loads(line) for line in entry.record.read_text("utf-8").splitlines()]


# -- pages ---------------------------------------------------------------------------------------------------------


def test_the_menu_offers_what_a_seat_can_do() -> None:
    here = served("glenmore", people=2)
    page = here.session(ANNA, "p")
    menu = shown(page)["tools"]
    assert 'data-sit="bot"' in menu and 'data-sit="resign"' in menu
    assert 'data-sit="absent" data-n="1"' in menu and 'data-n="2"' not in menu, "clara is a bot"
    assert "data-sit" not in shown(here.session(None, "p"))["tools"]


def test_one_who_is_here_is_not_absent() -> None:
    here = served("glenmore", people=2)
    page = here.session(ANNA, "p")
    do(page, "seat", key="absent", n=BRUNO)
    assert page.message == "bruno is here, or was a minute ago" and not here.table.match.left.every
    here.patience = 0.0
    for wrong in (-1, 7):
        do(page, "seat", key="absent", n=wrong)
        assert not here.table.match.left.every
    do(page, "seat", key="absent", n=CLARA)
    assert "only people can do that" in page.message
    do(page, "seat", key="absent", n=BRUNO)
    assert [*here.table.people] == [ANNA] and here.table.match.left.every[-1].by == (ANNA,)
    assert (
        "normal plays on for bruno." in shown(page)["notes"] and 'data-sit="back"' not in shown(page)["notes"]
    )
    bruno = here.session(BRUNO, "q")
    assert 'data-sit="back"' in shown(bruno)["notes"]
    do(bruno, "seat", key="back")
    assert [*here.table.people] == [ANNA, BRUNO] and "wish" not in shown(bruno)["notes"]


def test_at_one_device_whoever_has_it_decides_for_the_others() -> None:
    here = served("glenmore", people=3)
    here.seats = dict.fromkeys(range(3), "/t/x")
    page = here.session(ANNA, "p")
    do(page, "seat", key="absent", n=CLARA)
    assert [*here.table.people] == [ANNA, BRUNO] and here.table.wish is None
    do(page, "seat", key="bot")
    here.table.let_bot(BRUNO)
    assert "data-turn" not in shown(here.session(BRUNO, "q"))["move"], "the device is handed over to no bot"


def test_resigning_is_asked_about() -> None:
    here = served("glenmore", people=3)
    page = here.session(ANNA, "p")
    do(page, "seat", key="resign")
    notes = shown(page)["notes"]
    assert "If you resign, a bot plays on in your place" in notes and 'data-sit="stay"' in notes
    assert "If you resign" not in shown(here.session(BRUNO, "q"))["notes"]
    do(page, "seat", key="stay")
    assert "If you resign" not in shown(page)["notes"]
    do(page, "seat", key="resign")
    do(page, "seat", key="resign")
    assert here.table.match.left.resigned == (ANNA,)
    assert "anna has resigned; normal plays on." in shown(page)["notes"]
    assert 'data-sit="back"' not in shown(page)["notes"]


def test_words_do_the_same_and_nobody_leaves_a_copy() -> None:
    here = served("rebirth", people=2)
    page = here.session(ANNA, "p")
    do(page, "typed", text="bot bruno")
    assert not here.table.match.left.every, "bruno sits elsewhere"
    do(page, "key", key="i")
    for word in ("resign", "bot"):
        do(page, "typed", text=word)
        assert "nobody can leave a copy" in page.message
    do(page, "key", key="i")
    do(page, "typed", text="resign")
    assert page.message.startswith("If you resign, the match is over")
    do(page, "typed", text="resign")
    assert here.table.over and "anna has resigned" in shown(page)["end"]
    do(page, "seat", key="back")
    assert page.message == "no bot plays for you"


def test_what_is_no_act_is_refused() -> None:
    here = served("rebirth", people=2)
    for key in ("", "nonsense", "give_up"):
        page = here.session(ANNA, "p")
        do(page, "seat", key=key)
        assert page.message and not here.table.match.left.every
    watcher = here.session(None, "p")
    do(watcher, "seat", key="resign")
    assert watcher.message and not here.table.sure(ANNA)


# -- rematches -----------------------------------------------------------------------------------------------------


def ended(at: House, *players: str) -> HostedMatch:
    entry = at.begin(plan("rebirth", *players), seed=8, steps=5)
    with entry.taken() as here:
        here.table.resign(ANNA)
        here.table.resign(ANNA)
    return entry


def test_a_rematch_has_the_same_people_and_another_first_seat(at: House) -> None:
    entry = ended(at, "anna", "bruno")
    with entry.taken() as here:
        assert here.rematch == ""
        where = rematches.address(at.registry, entry, BRUNO)
        assert here.rematch, "its pages lead there"
    after = rematches.found(at.registry, entry)
    assert after is not None and where == f"/t/{after.people['bruno']}"
    assert rematches.address(at.registry, entry, ANNA) == f"/t/{after.people['anna']}", "the same one"
    assert rematches.address(at.registry, entry, None) == f"/t/{after.kept.watching}"
    old, new = record_of(entry)[0], record_of(after)[0]
    assert new["seats"] == ["bruno", "anna"] and new["seed"] != old["seed"]
    assert new["rematch"] == entry.kept.head and "rematch" not in old
    for key in ("game", "modules", "options", "bots", "edition"):
        assert new[key] == old[key]
    assert not {*entry.people.values()} & {*after.people.values()}
    replay(records.read(after.record), verify=True)
    entry.end()
    with entry.taken() as here:
        assert here.rematch == after.id, "found again from the records alone"


def test_a_match_that_goes_on_has_no_rematch(at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"))
    for seat in (ANNA, None):
        with pytest.raises(HttpError):
            rematches.address(at.registry, entry, seat)
    assert rematches.found(at.registry, entry) is None


# -- a match that ends by itself -----------------------------------------------------------------------------------


def test_a_match_ends_by_itself_and_says_so_before(at: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tilewright.web")
    at.registry.idle = 60
    try:
        entry, other = (at.begin(plan("rebirth", "anna", "bruno"), steps=3) for _ in range(2))
        with entry.taken() as here:
            ends = time.strftime("%Y-%m-%d", time.localtime(entry.record.stat().st_mtime + 60 * 86_400))
            assert f"ends by itself on {ends} if nobody plays" in shown(here.session(ANNA, "p"))["tools"]
        entry.end()
        other.end()
        old = time.time() - 61 * 86_400
        os.utime(entry.record, (old, old))
        at.registry.end_idle()
        assert record_of(entry)[-1]["given_up"] == "idle" and record_of(entry)[-1]["days"] == 60
        assert entry.look().over and not other.look().over
        assert [one.getMessage() for one in caplog.records][2:] == [f"match ended: {entry.record.stem}"]
        before = entry.record.read_bytes()
        os.utime(entry.record, (old, old))
        at.registry.end_idle()
        assert entry.record.read_bytes() == before
        with entry.taken() as here:
            assert "nobody has played for 60 days" in shown(here.session(ANNA, "p"))["end"]
    finally:
        at.registry.idle = 0


# -- in a browser --------------------------------------------------------------------------------------------------


def test_a_press_is_a_click_though_the_bar_changes_before_it_is_let_go(browser: Any, at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno", "clara"))
    with seated(at, entry, browser, "anna") as [anna]:
        anna.page.mouse.move(*anna.middle("#tools .more > summary"))
        anna.page.mouse.down()
        with anna.served.lock:
            anna.served.table.let_bot(BRUNO)
        anna.served.stirred()
        text_of("#told", "normal plays on for bruno.", anna)
        anna.page.mouse.up()
        anna.page.wait_for_selector("#tools .more[open]")
        until(
            lambda: anna.page.locator('#tools [data-n="1"]').count() == 0, "bruno can still be told to leave"
        )
        assert anna.page.locator('#tools [data-sit="absent"]').count() == 1
        assert anna.page.locator("#tools .more[open]").count() == 1


def test_people_leave_come_back_resign_and_play_again(browser: Any, at: House, tmp_path: Path) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"), seed=9)
    with seated(at, entry, browser, "anna", "bruno") as [anna, bruno]:
        table, live = anna.served.table, anna.served
        bruno.click("#tools .more > summary")
        bruno.click('#tools [data-sit="bot"]')
        text_of("#told", "normal plays on for bruno.", anna, bruno)
        assert bruno.page.locator('[data-sit="back"]').count() == 1
        assert anna.page.locator('[data-sit="back"]').count() == 0
        if anna.asked():
            done(anna, first(anna), clicked)
        anna.asked()
        assert any(one.seat == bruno.seat for one in table.match.played), "the bot has played"
        bruno.click('[data-sit="back"]')
        until(lambda: len(table.people) == 2, "bruno is not back")

        bruno.page.goto("about:blank")
        live.patience = 0.0
        until(lambda: not live.here(1), "bruno is still here")
        anna.click("#tools .more > summary")
        anna.click('#tools [data-sit="absent"]')
        text_of("#told", "normal plays on for bruno.", anna)
        bruno.page.goto(at.address(entry, "bruno"))
        bruno.id = bruno._begun()
        bruno._known = None
        bruno.settled()
        bruno.click('[data-sit="back"]')
        until(lambda: len(table.people) == 2, "bruno is not back")

        anna.settled()
        anna.click("#tools .more > summary")
        anna.click('#tools [data-sit="resign"]')
        assert "If you resign" in anna.text("#told") and not table.over
        anna.click('#told [data-sit="resign"]')
        assert table.over
        for one in (anna, bruno):
            until(lambda who=one: "anna has resigned" in who.text("#end"), "the end does not say it")
        anna.page.click("#end [data-rematch]")
        anna.page.wait_for_url(lambda url: "/t/" in url and url != at.address(entry, "anna"))
        until(lambda: bruno.text("#end [data-rematch]") == "to the next match", "bruno does not learn of it")
        bruno.page.click("#end [data-rematch]")
        bruno.page.wait_for_url(lambda url: "/t/" in url and url != at.address(entry, "bruno"))
        after = rematches.found(at.registry, entry)
        assert after is not None
        assert [one.page.url for one in (anna, bruno)] == [
            at.address(after, name) for name in ("anna", "bruno")
        ]
        assert not anna.errors and not bruno.errors
