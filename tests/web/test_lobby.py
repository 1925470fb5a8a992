"""The lobby: what it lists, what it may be asked to do, and that it works in a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.table.face_texts import Texts
from tilewright.core.table.match_setup import MatchSetup
from tilewright.core.web.http_errors import HttpError, UnknownAddress
from tilewright.core.web.lobby import Lobby

from .house import House, faults, house
from .house import browser as browser
from .quiet import GAME, PLAN, registry


@pytest.fixture
def at(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as found:
        yield found


def plan(**more: object) -> dict[str, Any]:
    return attrs.asdict(PLAN) | more


def test_a_match_is_begun_listed_and_closed(at: House) -> None:
    answer = at.done(do="begin", plan=plan(), lang="pl")
    entry = at.registry.entries()[0]
    assert entry.kept.lang == "pl" and entry.look().head is not None
    for one in (*entry.people.values(), entry.kept.watching):
        assert f'value="{at.front.origin}/t/{one}"' in answer["regions"]["matches"]
    with entry.taken():
        news = json.loads(at.front.ask("GET", f"{at.lobby}/list").body)["regions"]["matches"]
    assert "round 1" in news and "to play:" in news and "somebody is here" in news
    closed = at.done(do="close", match=entry.id)
    assert entry.kept.watching not in closed["regions"]["matches"]
    assert entry.record.name in closed["regions"]["saved"]  # it can go on, at other addresses
    at.done(do="continue", save=entry.record.name)
    assert at.registry.entries()[0].kept.record == entry.kept.record


def test_the_host_lets_a_bot_play_on(at: House) -> None:
    entry = at.registry.begin(PLAN)
    who = next(iter(entry.people))
    assert f'data-who="{who}"' in at.front.ask("GET", at.lobby).body.decode()
    at.done(do="bot", match=entry.id, who=who)
    told = json.loads(entry.record.read_text("utf-8").splitlines()[-1])
    assert told["seat"] == entry.kept.seats.index(who) and told["bot"].startswith("normal=")
    assert "by" not in told, "it was the host"
    for match, name in ((entry.id, "nobody"), (entry.id, who), ("0" * 8, who)):
        refused = at.asked(do="bot", match=match, who=name)
        assert refused.status in (404, 409), refused
    assert at.registry.place(entry.people[who]).seat is not None, "the person comes back by the same address"
    assert at.asked(do="rematch", match=entry.id).status == 409, "it is not over"
    with entry.taken() as served:
        served.table.give_up(3)
    assert 'data-do="rematch"' in at.front.ask("GET", at.lobby).body.decode()
    at.done(do="rematch", match=entry.id)
    assert at.registry.entries()[0].kept.seats == (*entry.kept.seats[1:], entry.kept.seats[0])


def test_bots_of_one_name_are_numbered(at: House) -> None:
    bot = {"name": "bot", "level": "easy"}
    at.done(do="begin", plan=plan(players=[{"name": "anna", "level": ""}, bot, bot]))
    assert [*at.registry.entries()[0].kept.bots] == ["bot1", "bot2"]


def test_the_addresses_are_those_by_which_the_lobby_was_asked(at: House) -> None:
    at.done(do="begin", plan=plan())
    page = at.front.ask("GET", at.lobby, host="localhost:9000").body.decode()
    assert f'value="http://localhost:9000/t/{at.registry.entries()[0].kept.watching}"' in page


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ({}, 400),
        ({"do": "shutdown"}, 400),
        ({"do": "begin"}, 400),
        ({"do": "begin", "plan": plan(game="chess")}, 409),
        ({"do": "begin", "plan": plan(game="../../etc")}, 409),
        ({"do": "begin", "plan": plan(players=[])}, 409),
        ({"do": "begin", "plan": plan(players=[{"name": "a", "level": "/tmp/mine.py:Bot"}])}, 400),
        ({"do": "begin", "plan": plan(players=[{"name": "a:b"}, {"name": "c"}])}, 409),
        ({"do": "begin", "plan": plan(players=[{"name": "a"}, {"name": "a"}])}, 409),
        ({"do": "begin", "plan": plan(options={"no such": "1"})}, 409),
        ({"do": "begin", "plan": plan(modules=["no such"])}, 409),
        ({"do": "begin", "plan": plan(), "lang": "xx"}, 400),
        ({"do": "close", "match": "00000000"}, 404),
        ({"do": "continue", "save": "../../../etc/passwd"}, 404),
        ({"do": "continue", "save": "/etc/passwd"}, 404),
    ],
    ids=str,
)
def test_what_cannot_be_done_gets_a_sentence(tmp_path: Path, content: object, status: int) -> None:
    here = registry(tmp_path)
    with pytest.raises(HttpError) as caught:
        Lobby(here, Texts(), "http://x").do(json.dumps(content).encode())
    assert caught.value.status == status
    assert here.entries() == []
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"[" * 60_000], ids=lambda body: repr(body[:5]))
def test_json_that_is_none_gets_a_sentence(tmp_path: Path, body: bytes) -> None:
    with pytest.raises(HttpError, match="cannot be read"):
        Lobby(registry(tmp_path), Texts(), "http://x").do(body)


def test_only_the_lobby_has_the_lobby(at: House) -> None:
    entry = at.registry.begin(PLAN)
    for token in (*entry.people.values(), entry.kept.watching, "x" * 22):
        for path in (f"/h/{token}", f"/h/{token}/list"):
            assert at.front.ask("GET", path).status == 404
        assert at.front.post(f"/h/{token}/do", {"do": "close", "match": entry.id}).status == 404
    with pytest.raises(UnknownAddress):
        at.registry.place(at.registry.lobby)
    assert at.registry.entries() == [entry]


def test_broken_matches_are_told(at: House) -> None:
    entries = [at.registry.begin(PLAN) for _ in range(2)]
    lines = entries[0].record.read_text().splitlines(keepends=True)
    entries[0].record.write_text(lines[0] + '{"n": 9, "seat": 0, "move": "x"}\n')
    with pytest.raises(HttpError):
        entries[0].take()
    assert "The record cannot be used" in at.front.ask("GET", at.lobby).body.decode()


def test_the_form_follows_the_game(tmp_path: Path) -> None:
    lobby = Lobby(registry(tmp_path), Texts("de"), "http://x")
    drawn = str(lobby.new(MatchSetup(game="isleofskye", modules=("druids",), options={"no": "1"}), "de"))
    assert drawn.count('name="name"') == 2 and "Druid" in drawn
    assert '<option value="isleofskye" selected>' in drawn and 'value="druids" checked' in drawn
    assert drawn.count('class="seat"') == 2
    assert "details" in drawn and '"no"' not in drawn
    assert '<option value="de" selected>' in drawn
    assert '<option value="glenmore" selected>' in str(lobby.new(MatchSetup(game="chess"), "en"))


def test_what_is_typed_is_escaped(tmp_path: Path) -> None:
    nasty = '"><img src=x onerror="alert(1)">\u202e'
    players = [{"name": nasty}, {"name": "b"}]
    asked = {"do": "form", "plan": plan(players=players)}
    drawn = Lobby(registry(tmp_path), Texts(), "http://x").do(json.dumps(asked).encode())["regions"]["new"]
    assert "&lt;img" in drawn and "<img" not in drawn and "\u202e" not in drawn


def test_a_match_is_begun_by_clicks(at: House, browser: Any) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        errors = faults(page)
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(at.front.origin + at.lobby)
        page.get_by_label("Game", exact=True).select_option(GAME)
        page.get_by_label("Players").select_option("3")
        page.get_by_label("Name of player 1").fill("anna")
        page.get_by_label("Name of player 3").fill("carl")
        page.get_by_label("Who plays seat 3").select_option("hard")
        page.get_by_role("button", name="Begin").click()
        page.get_by_text("The match has begun").wait_for()
        entry = at.registry.entries()[0]
        assert (entry.kept.seats, [*entry.kept.bots]) == (("anna", "bruno", "carl"), ["carl"])
        field = page.get_by_label("Address for anna", exact=True)
        assert field.input_value() == f"{at.front.origin}/t/{entry.people['anna']}"
        page.get_by_label("copy: Address for anna").click()
        page.get_by_text("copied:").wait_for()
        wide = page.evaluate("document.documentElement.scrollWidth")
        page.get_by_role("button", name="close for good").click()
        page.get_by_text("The match is closed").wait_for()
        page.get_by_role("button", name="continue").click()
        page.get_by_text("has addresses now").wait_for()
    assert not errors and wide == 390
    assert len(at.registry.entries()) == 1
