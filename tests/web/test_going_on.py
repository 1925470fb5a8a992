"""Pages that are reloaded, cut off, left and come back to; servers that are killed; people who agree to go back."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from tilewright.core.play.replay import replay
from tilewright.core.record import format as records
from tilewright.core.record.writer import InUse, unlocked
from tilewright.core.rules.actions import Action
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.choosing import amounts_of
from tilewright.core.web.hosted_match import HostedMatch

from ..cli.shell import start
from .house import House, plan, until
from .house import at as at
from .house import browser as browser
from .person import DESK, SHOWN, Person, clicked, done, whole
from .test_serve import games, process


@contextmanager
def seated(at: House, entry: HostedMatch, browser: Any, *names: str) -> Iterator[list[Person]]:
    """Everybody at a browser of their own; "" watches."""
    with ExitStack() as stack:
        yield [
            Person(at, entry, name, stack.enter_context(browser.new_context(viewport=DESK))) for name in names
        ]


def first(person: Person, n: int = 0) -> Any:
    """A move of this person, who must decide."""
    assert person.asked()
    return person.choice.choosing.offers[n].action


def typed(person: Person, choice: ChoiceCursor, action: Action) -> None:
    """Type the move, and confirm it if it is final."""
    if choice.pending == action:
        return person.click("#move button.main")
    person.page.fill("#typed input", str(action))
    return person.press("Enter")


def text_of(selector: str, part: str, *people: Person) -> None:
    """All of them read this."""
    for person in people:
        try:
            until(lambda who=person: part in who.text(selector), f"{person.name} does not read: {part}")  # type: ignore[misc]
        except AssertionError as error:
            error.add_note(f"{person.text('body')}; {person.session.message}; {person.errors}")
            raise


def test_a_reload_in_mid_decision_loses_nothing(browser: Any, at: House) -> None:
    entry = at.begin(plan("isleofskye", "anna", "bruno"))
    with seated(at, entry, browser, "anna") as [anna]:
        spots = [
            f'.spot.lit[data-board="{board}"][data-at="{x},{y}"]'
            for board, (x, y) in anna.choice.choosing.spots
        ]
        anna.click(spots[1])
        anna.page.fill("#move .amount [type=number]", str(amounts_of(anna.choice.amounts()[2].action)[-1]))
        anna.press("Tab")  # Enter would play it
        meant, before = anna.choice.action, anna.page.evaluate(SHOWN)
        assert before["cursor"]["held"] and anna.choice.offer == anna.choice.amounts()[2]
        anna.reload()
        assert anna.page.evaluate(SHOWN) == before
        anna.click("#move button.main")
        until(lambda: anna.served.table.match.played, "nothing is played")
        assert [one.action for one in anna.served.table.match.played] == [meant]
        assert not anna.errors


def test_a_board_is_put_together_from_what_has_changed(browser: Any, at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"))
    with seated(at, entry, browser, "anna", "bruno") as people:
        for _ in range(4):
            mover = next(one for one in people if one.seat in one.served.table.to_act)
            whole(mover, clicked, most=1)
            for one in people:
                one.settled()
                assert one.page.evaluate("regions.get('board0')") == str(one.session.regions()["board0"])
        assert not [error for one in people for error in one.errors]


def test_a_lost_connection_comes_back_by_itself(browser: Any, at: House) -> None:
    entry = at.begin(plan("glenmore", "anna", "bruno"))
    with seated(at, entry, browser, "anna", "bruno") as people:
        cut, other = people if people[0].seat in people[0].served.table.to_act else people[::-1]
        action = first(cut)
        cut.page.context.set_offline(True)
        cut.page.keyboard.press("r")
        text_of("#lost", cut.page.get_attribute("#lost", "data-lost"), cut)
        cut.page.context.set_offline(False)
        cut.page.locator("#lost").wait_for(state="hidden")
        cut.errors.clear()
        done(cut, action, clicked)
        assert cut.served.table.match.played[-1].action == action
        other.settled()
        assert not cut.errors and not other.errors
        assert cut.page.locator("#lost").is_hidden()


def test_people_agree_to_go_back(browser: Any, at: House) -> None:
    """Alone within one's own turn; beyond it everybody is asked, and one who declines is enough."""
    entry = at.begin(plan("glenmore", "anna", "bruno", "clara"))
    with seated(at, entry, browser, "anna", "bruno", "clara", "") as people:
        table = people[0].served.table
        mover = next(one for one in people if one.seat in table.to_act)
        others = [one for one in people if one.seat is not None and one is not mover]
        watcher = people[-1]
        done(mover, first(mover), clicked)
        mover.click('#tools [data-key="u"]')
        assert not table.match.played
        while mover.seat in table.to_act:  # a whole turn
            done(mover, first(mover), typed)
        assert mover.page.locator('#tools [data-key="u"]').count() == 0
        before = len(table.match.played)

        mover.click('#tools [data-wish="ask"]')
        for one in people:
            one.settled()
            assert one.page.locator(".wish[role=alert]").count() == 1
            assert one.page.locator('.wish [data-wish="agree"]').count() == (one in others)
        others[0].click('.wish [data-wish="agree"]')
        others[1].settled()
        others[1].click('.wish [data-wish="decline"]')
        assert len(table.match.played) == before and table.wish is None
        for one in people:
            one.settled()
            assert others[1].name in one.text(".wish")

        mover.click('#tools [data-wish="ask"]')
        for one in others:
            one.settled()
            one.click('.wish [data-wish="agree"]')
        assert len(table.match.played) < before
        for one in people:
            one.settled()
        assert mover.seat in table.to_act and mover.page.evaluate("state.acts")
        assert not any(one.errors for one in people)
        assert watcher.page.locator("#tools [data-wish], #tools [data-key]").count() == 0


def test_a_copy_to_try_moves_in_leaves_the_match_alone(browser: Any, at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno:easy"), steps=6)
    with seated(at, entry, browser, "anna") as [anna]:
        anna.asked()
        before = list(anna.served.table.match.played)
        anna.click('#tools [data-key="i"]')
        for _ in range(2):
            offer = anna.choice.choosing.offers[0]
            where = f'[data-board="{offer.board}"][data-at="{offer.at[0]},{offer.at[1]}"]' if offer.at else ""
            number = anna.session.number
            anna.click(f".spot.lit{where}")
            until(lambda n=number: anna.session.number != n, "nothing is tried")  # type: ignore[misc]
            anna.settled()
        assert anna.page.locator("body.trial").count() == 1
        assert anna.served.table.match.played == before
        anna.click('#tools [data-key="i"]')
        assert anna.page.locator("body.trial").count() == 0 and anna.asked()
        assert len(whole(anna, clicked, most=1)) == 1


# -- servers as processes --------------------------------------------------------------------------------------------


def moves(home: Path) -> list[str]:
    """The moves in the only record."""
    lines = next(games(home).iterdir()).read_text("utf-8").splitlines()
    return [found["move"] for found in map(json.loads, lines) if "move" in found]


def test_a_killed_server_goes_on_and_a_terminal_takes_its_turn(browser: Any, tmp_path: Path) -> None:
    """The same page all the time: the server is killed and started again, a terminal plays on, the page goes on."""
    with browser.new_context(viewport=DESK) as context:
        page = context.new_page()
        words = ("serve", "rebirth", "-p", "anna", "-p", "bot:easy", "--seed", "3")
        with process(tmp_path, *words, "--port", "0") as first_server:
            host, path = first_server.host, first_server.paths["anna"]
            page.goto(f"http://{host}{path}")
            page.wait_for_function("() => state.acts")
            page.locator(".spot.lit").first.click()
            page.locator("#move .final").wait_for()
            page.wait_for_function("() => !early()")
            page.click("#move button.main")
            until(lambda: moves(tmp_path), "nothing is written")
            played = moves(tmp_path)[:1]
            first_server.end(signal.SIGKILL)
        page.locator("#lost").wait_for(state="visible")
        record = next(games(tmp_path).iterdir())
        with process(tmp_path, "serve", "--port", host.rpartition(":")[2]) as again:
            assert again.host == host
            page.locator("#lost").wait_for(state="hidden")
            page.wait_for_function("() => state.acts")
            assert moves(tmp_path)[:1] == played
            so_far = len(moves(tmp_path))
            page.goto("about:blank")
            until(lambda: rests(record), "the record is not put to rest")
            with start(tmp_path, "resume", record, "--line") as terminal:
                assert terminal.stdin is not None
                terminal.stdin.write(f"{replay(records.read(record)).state.legal(0)[0]}\n\n")
                terminal.stdin.flush()
                until(lambda: len(moves(tmp_path)) >= so_far + 2, "the terminal does not play")
                page.goto(f"http://{host}{path}")
                page.get_by_text("This match is open at a terminal").wait_for()
                terminal.stdin.close()
                terminal.wait(10)
            page.wait_for_function("() => document.querySelector('#boards') && state.acts")
            page.keyboard.press("l")
            page.locator("#page .log").wait_for()
            page.keyboard.press("Escape")
            before = moves(tmp_path)
            assert before[:so_far] == played + before[1:so_far] and len(before) >= so_far + 2
            page.locator(".spot.lit").first.click()
            page.locator("#move .final").wait_for()
            page.wait_for_function("() => !early()")
            page.click("#move button.main")
            until(lambda: len(moves(tmp_path)) > len(before), "the page does not go on")
            assert moves(tmp_path)[: len(before)] == before


def rests(record: Path) -> bool:
    """True if nobody has the record open."""
    try:
        unlocked(record)
    except InUse:
        return False
    return True
