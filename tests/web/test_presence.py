"""Who is here is seen at the table and in the lobby; what is shared gives no seat away; the lobby's part of joining."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tilewright.core.cli.app import app
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.joining import qr

from .hostile import Seat, page, target
from .house import House, plan, until
from .house import at as at


def begun(at: House) -> HostedMatch:
    return at.begin(plan("rebirth", "anna", "bruno", "clara:easy"))


def seen(seat: Seat) -> str:
    found: str = seat.regions["here"]
    return found


# -- who is here -----------------------------------------------------------------------------------------------------


def test_people_see_who_is_here_and_spectators_how_many(tmp_path: Path) -> None:
    with target(tmp_path) as here:
        entry = here.begin()
        with page(here, entry.people["anna"], "a") as anna, page(here, entry.kept.watching, "w") as watcher:
            anna.until(lambda now: "1 watching" in now["here"])
            assert "\u25cb" in seen(anna) and "bruno" in seen(anna) and "is away" in seen(anna)
            with page(here, entry.people["bruno"], "b"):
                anna.until(lambda now: "\u25cb" not in now["here"])
                watcher.until(lambda now: "2 of 2 players" in now["here"])
                assert "anna" not in seen(watcher) and "bruno" not in seen(watcher)
            watcher.until(lambda now: "1 of 2 players" in now["here"])


def test_the_lobby_says_who_is_here(at: House) -> None:
    entry, before = begun(at), at.registry.pulse
    with at.front.listening(f"/t/{entry.people['anna']}/live?page=p"):
        until(lambda: entry.opened is not None and entry.opened.present.seats, "nobody is seen")
        assert at.registry.pulse != before
        listed = at.front.ask("GET", f"{at.lobby}/list").body.decode()
        assert "here: anna" in listed


# -- what is shared --------------------------------------------------------------------------------------------------


def test_what_is_shared_opens_no_seat(at: House) -> None:
    entry = begun(at)
    secret = entry.people["anna"]
    told = at.front.post(f"/t/{secret}/do", {"page": "p", "do": "share"}).body.decode()
    assert f"/t/{entry.kept.watching}" in told and secret not in told and not entry.kept.public
    with entry.taken() as here:
        session = here.session(0, "p")
        menu = session.regions()["tools"]
        assert "data-share" in menu and 'data-go="replay"' in menu
        assert "data-share" not in here.session(None, "p").regions()["tools"]
        for seat in (0, 0, 1, 1):
            here.table.resign(seat)
        for region in ("tools", "end"):
            assert f'data-go="/t/{entry.kept.watching}/replay' in session.regions()[region]
        here.table.chair(0).speak("de")
        assert 'data-go="replay"' in session.regions()["tools"], "in the language that the seat has chosen"
    told = at.front.post(f"/t/{secret}/do", {"page": "p", "do": "share"}).body.decode()
    assert f"/p/{entry.kept.public}" in told and entry.kept.public and secret not in told


# -- the lobby -------------------------------------------------------------------------------------------------------


def test_the_lobby_awaits_people(at: House) -> None:
    what = {
        "game": "rebirth",
        "players": [{"name": "zoe", "level": ""}, {"name": "x", "level": ""}, {"name": "y", "level": "easy"}],
    }
    found = json.loads(at.asked(do="begin", plan=what, open=[1]).body)
    (table,) = at.registry.book.all_waiting()
    assert found["at"] == f"match-{table.id}" and "1 seat is free" in found["regions"]["matches"]
    assert table.names == ["zoe", "y"] and table.seats[1].open and table.seats[2].bot.startswith("easy=")
    for text in (f"/j/{table.join}", f"/t/{table.seats[0].token}", f"/qr/{table.join}", 'data-do="start"'):
        assert text in found["regions"]["matches"]
    old = table.join
    at.asked(do="unlink", match=table.id)
    assert old not in json.loads(at.asked(do="link", match=table.id).body)["regions"]["matches"]
    renewed = table.seats[0].token
    assert (
        renewed not in json.loads(at.asked(do="renew", match=table.id, who="zoe").body)["regions"]["matches"]
    )
    assert at.asked(do="renew", match=table.id, who="y").status == 404, "a bot has no address"
    assert at.asked(do="start", match=table.id).status == 200
    assert (
        at.registry.entry(table.id).kept.seats == ("zoe", "bot1", "y") and not at.registry.book.all_waiting()
    )
    at.asked(do="begin", plan=what, open=[0, 1, 2])
    (other,) = at.registry.book.all_waiting()
    assert at.asked(do="start", match=other.id).status == 409, "nobody has come"
    assert at.asked(do="close", match=other.id).status == 200 and not at.registry.book.all_waiting()


@pytest.mark.parametrize("open", [[7], [-1], ["1"], [0] * 3 + [9]])
def test_seats_that_a_plan_has_not(at: House, open: list[object]) -> None:
    what = {"game": "rebirth", "players": [{"name": "zoe", "level": ""}]}
    assert (
        at.asked(do="begin", plan=what, open=open).status in (400, 409) and not at.registry.book.all_waiting()
    )


def test_the_form_offers_free_seats(at: House) -> None:
    what = {"game": "rebirth", "players": [{"name": "zoe", "level": ""}, {"name": "x", "level": ""}]}
    form = json.loads(at.asked(do="form", plan=what, open=[1]).body)["regions"]["new"]
    assert form.count('value="open"') == 2 and form.count('value="open" selected') == 1


# -- the terminal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--open", "2"], "name the game to begin"),
        (["rebirth", "--open", "1"], "is for 2 to 4 players"),
        (["rebirth", "--open", "2", "--save", "x.jsonl"], "leave it out"),
        (["rebirth", "--open", "1", "-p", "anna", "-p", "anna"], "anna"),
        (["evening.jsonl", "--open", "1"], "no game that is installed"),
        (["rebirth", "--open", "1", "-p", "a:exec:./bot"], "not installed"),
    ],
)
def test_what_cannot_be_awaited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = CliRunner().invoke(app, ["serve", *words, "--port", "0"])
    assert done.exit_code != 0 and said in done.output + str(done.exception)


def test_a_code_is_made_of_half_blocks() -> None:
    code = qr.blocks("http://192.168.1.20:8137/j/abcdefghijklmnopqrstuv")
    assert {*"".join(code)} <= {*" \u2580\u2584\u2588"} and len({*map(len, code)}) == 1
    assert len(code[0]) < 40 and set(code[0]) == {"\u2588"}, "a light border"
