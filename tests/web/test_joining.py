"""One link for a whole table: seats are taken once, names are checked, the link can be closed, addresses renewed."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.web import rematches
from tilewright.core.web.http_errors import AddressExpired, HttpError, UnknownAddress
from tilewright.core.web.joining import seating
from tilewright.core.web.joining.waiting_table import WaitingSeat, WaitingTable

from .front import Answer
from .house import House, house, plan
from .house import at as at

OPEN = WaitingSeat()


def waits(at: House, *seats: WaitingSeat, **more: Any) -> WaitingTable:
    return seating.wait(at.registry, seating.fresh("rebirth", seats=seats or (OPEN, OPEN), **more))


def sits(at: House, link: str, name: str, key: str = "", **headers: str) -> Answer:
    """Sit down in a browser with this key."""
    given = {"cookie": f"seat={key}"} if key else {}
    return at.front.post(f"/j/{link}/do", {"name": name}, **given, **headers)


def go(answer: Answer) -> str:
    found: str = json.loads(answer.body)["go"]
    return found


def key_of(answer: Answer) -> str:
    return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]


def shown(at: House, path: str, key: str = "") -> Answer:
    given = {"cookie": f"seat={key}"} if key else {}
    return at.front.ask("GET", path, None, accept="text/html", **given)


# -- to sit down -----------------------------------------------------------------------------------------------------


def test_a_match_begins_with_those_who_came(at: House) -> None:
    table = waits(at, OPEN, WaitingSeat(name="bot", bot="random"), OPEN, lang="de")
    first = sits(at, table.join, " Ann ")
    assert "Du bist Ann" in shown(at, go(first)).body.decode()
    assert shown(at, f"{go(first)}/replay").status == 409 and at.registry.book.match(table.id) is None
    second = sits(at, table.join, "Bruno")
    entry = at.registry.entry(table.id)
    assert entry.kept.seats == ("Ann", "bot", "Bruno") and entry.kept.bots == {"bot": "random"}
    assert [go(first), go(second)] == [f"/t/{one}" for one in entry.people.values()]
    head = json.loads(entry.record.read_text("utf-8").splitlines()[0])
    assert head["seats"] == ["Ann", "bot", "Bruno"] and entry.kept.lang == "de"
    assert at.registry.book.waiting(table.id) is None and b'id="table"' in shown(at, go(first)).body
    assert b'id="table"' in shown(at, f"/t/{table.watching}").body
    full = shown(at, f"/j/{table.join}").body.decode()
    assert "Alle Pl" in full and f"/t/{table.watching}" in full
    assert all(one not in full for one in entry.people.values()), "no key to a seat"


def test_a_browser_finds_its_seat_again_and_takes_one_only(at: House) -> None:
    table = waits(at, OPEN, OPEN, OPEN)
    key = key_of(shown(at, f"/j/{table.join}"))
    first = sits(at, table.join, "anna", key)
    assert "set-cookie" not in first.headers
    for again in ("anna", "bruno", ""):
        assert go(sits(at, table.join, again, key)) == go(first), (
            "the same request once more, or another name"
        )
    assert shown(at, f"/j/{table.join}", key).headers["location"] == go(first)
    now = at.registry.book.waiting(table.id)
    assert now is not None and now.names == ["anna"]
    assert (
        "HttpOnly" in (head := shown(at, f"/j/{table.join}").headers["set-cookie"]) and "SameSite=lax" in head
    )


def test_a_seat_with_a_name_is_taken_by_its_person_once(at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno", "clara:easy"))
    link = entry.kept.join
    page = shown(at, f"/j/{link}").body.decode()
    assert 'data-name="anna"' in page and 'data-name="clara"' not in page and "<form" in page
    first = sits(at, link, "ANNA")
    assert go(first) == f"/t/{entry.people['anna']}"
    second = sits(at, link, "anna")
    assert second.status == 409 and second.error == "Somebody else has just taken the seat of anna."
    assert "bot plays" in sits(at, link, "clara").error
    assert sits(at, link, "dora").error == "Every seat is taken."
    with at.front.listening(f"/t/{entry.people['bruno']}/live?page=p"):
        assert "taken" in sits(at, link, "bruno").error, "whoever is there by the own address sits there"
    assert shown(at, f"/j/{link}", key_of(first)).headers["location"] == go(first)


def test_of_two_at_the_same_moment_one_gets_the_seat(at: House) -> None:
    bot = WaitingSeat(name="bot", bot="random")
    for table, name in ((waits(at, bot, OPEN), "zoe"), (waits(at, WaitingSeat(name="anna"), OPEN), "anna")):
        with ThreadPoolExecutor(8) as pool:
            found = [*pool.map(partial(sits, at, name=name), [table.join] * 8)]
        assert sorted(one.status for one in found) == [200] + [409] * 7
        assert len({one.error for one in found if one.status == 409} & {"Every seat is taken."}) <= 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "Type your name"), ("   ", "Type your name"), ("a" * 21, "at most 20"), ("a\x00b", "letters and digits"),
        ("a\x1b[31m", "letters and digits"), ("<b>", "letters and digits"), ("\u202eanna", "letters and digits"),
        ("a\u0301\u0301\u0301\u0301\u0301\u0301", "letters and digits"), ("you", "the word you"),
        ("Spectator", "the word"),
        ("-x", "the word"), ("Bruno", "called bruno already" ), ("\uff42runo", "called"),
    ],
)  # fmt: skip
def test_names_are_checked(at: House, name: str, said: str) -> None:
    table = waits(at, WaitingSeat(name="x", bot="random"), OPEN, OPEN)
    sits(at, table.join, "bruno")
    before = at.registry.book.waiting(table.id)
    answer = sits(at, table.join, name)
    assert answer.status == 409 and said.casefold() in answer.error.casefold()
    assert at.registry.book.waiting(table.id) == before


def test_who_serves_begins_with_bots_in_the_free_seats(at: House) -> None:
    table = waits(at, OPEN, OPEN, OPEN)
    with pytest.raises(HttpError, match="Nobody"):
        seating.begin(at.registry, table.id)
    first = sits(at, table.join, "bot1")
    entry = seating.begin(at.registry, table.id)
    assert entry.kept.seats == ("bot1", "bot2", "bot3") and [*entry.people] == ["bot1"]
    assert entry.kept.bots["bot2"].startswith("normal=") and seating.begin(at.registry, table.id) is entry
    assert go(first) == f"/t/{entry.people['bot1']}"


def test_a_table_that_can_never_begin_is_refused(at: House) -> None:
    for seats in ((OPEN,), (OPEN,) * 9, (WaitingSeat(name="a"), WaitingSeat(name="A"), OPEN)):
        with pytest.raises(UsageError):
            waits(at, *seats)
    with pytest.raises(UsageError):
        waits(at, WaitingSeat(name="a"), WaitingSeat(name="b"))


def test_tables_wait_through_a_restart(tmp_path: Path) -> None:
    with house(tmp_path) as old:
        table = waits(old, seed=5)
        first = go(sits(old, table.join, "anna"))
        text = repr(old.registry.book.waiting(table.id))
        assert table.join not in text and first.removeprefix("/t/") not in text, "no secret is printed"
    with house(tmp_path) as new:
        assert b"You are anna" in shown(new, first).body
        sits(new, table.join, "bruno")
        head = json.loads(new.registry.entry(table.id).record.read_text("utf-8").splitlines()[0])
        assert head["seed"] == 5 and head["seats"] == ["anna", "bruno"]


# -- what the person who serves does ---------------------------------------------------------------------------------


def test_a_closed_link_gives_no_seat(at: House) -> None:
    table, entry = waits(at), at.begin(plan("rebirth", "anna", "bruno"))
    for id, link in ((table.id, table.join), (entry.id, entry.kept.join)):
        seating.link(at.registry, id, closed=True)
        assert shown(at, f"/j/{link}").status == 410 and sits(at, link, "anna").status == 410
        assert at.front.ask("GET", f"/j/{link}/live").status == 410
        seating.link(at.registry, id)
        with pytest.raises(AddressExpired):
            seating.found(at.registry, link)
        where = seating.found(at.registry, seating.kept_of(seating._now(at.registry, id)).join)
        assert where.id == id


def test_a_new_address_ends_the_old_one_and_its_pages(at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"))
    first = sits(at, entry.kept.join, "anna")
    with at.front.listening(f"{go(first)}/live?page=p") as sock:
        seating.renew(at.registry, entry.id, "anna")
        sock.settimeout(20)
        heard = b""
        while not heard.endswith(b"0\r\n\r\n"):  # the last chunk
            part = sock.recv(65_536)
            assert part, "it is torn"
            heard += part
    old = shown(at, go(first))
    assert old.status == 410 and b"anna has got a new one" in old.body
    for what in ("/live?page=p", "/replay"):
        assert at.front.ask("GET", go(first) + what).status == 410
    assert at.front.post(f"{go(first)}/do", {"page": "p", "do": "key", "key": "h"}).status == 410
    assert shown(at, f"/j/{entry.kept.join}", key_of(first)).status == 200, (
        "this browser has no seat any more"
    )
    assert go(sits(at, entry.kept.join, "anna")) == f"/t/{entry.people['anna']}" != go(first)
    for wrong in ("", "dora"):
        with pytest.raises(UnknownAddress):
            seating.renew(at.registry, entry.id, wrong)


def test_a_seat_is_free_again_before_the_match_begins(at: House) -> None:
    table = waits(at, WaitingSeat(name="anna"), OPEN, OPEN)
    first, second = sits(at, table.join, "anna"), sits(at, table.join, "bruno")
    for who in ("anna", "bruno"):
        seating.renew(at.registry, table.id, who)
    now = at.registry.book.waiting(table.id)
    assert now is not None and now.names == ["anna"] and not any(one.taken for one in now.seats)
    assert shown(at, go(first)).status == 410 and shown(at, go(second)).status == 410
    assert sits(at, table.join, "bruno").status == 200 and sits(at, table.join, "anna").status == 200
    assert seating.drop(at.registry, table.id) and not seating.drop(at.registry, table.id)
    assert shown(at, f"/j/{table.join}").status == 404


def test_the_link_leads_to_the_rematch(at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"))
    first = sits(at, entry.kept.join, "anna")
    with entry.taken() as here:
        for _ in range(2):
            here.table.resign(0)
    after = rematches.begun(at.registry, entry)
    where = shown(at, f"/j/{entry.kept.join}", key_of(first)).headers["location"]
    assert where == f"/t/{after.people['anna']}" != go(first)
    assert go(sits(at, entry.kept.join, "bruno")) == f"/t/{after.people['bruno']}"


# -- who means no good -----------------------------------------------------------------------------------------------


def test_what_no_friend_sends(at: House) -> None:
    table = waits(at, WaitingSeat(name="anna"), OPEN)
    first = sits(at, table.join, "anna")
    before = at.registry.book.waiting(table.id)
    for key in ("x" * 22, "../../etc/passwd", "a" * 500, "%00" * 7 + "a", key_of(first)[:-1]):
        assert sits(at, table.join, "anna", key).status == 409, "a forged key is nobody's"
        assert shown(at, f"/j/{table.join}", key).status == 200
    for headers in (
        {"origin": "http://evil.example"},
        {"sec_fetch_site": "cross-site"},
        {"content_type": "text/plain"},
    ):
        assert sits(at, table.join, "eve", **headers).status in (403, 415)
    bodies: tuple[object, ...] = (
        {},
        {"name": 1},
        {"name": ["a"]},
        {"name": "x" * 201},
        {"seat": 0},
        [],
        "anna",
    )
    for body in bodies:
        assert at.front.post(f"/j/{table.join}/do", body).status in (400, 409)
    for method in ("PUT", "DELETE"):
        assert at.front.ask(method, f"/j/{table.join}").status == 405
    assert at.front.ask("POST", f"/j/{table.join}", b"{}", origin=at.front.origin).status in (405, 415)
    assert at.registry.book.waiting(table.id) == before


def test_each_address_opens_its_own_door_only(at: House) -> None:
    table, entry = waits(at), at.begin(plan("rebirth", "anna", "bruno"))
    keys = [entry.people["anna"], entry.kept.watching, at.registry.lobby, "A" * 22]
    for token in keys:
        assert at.front.ask("GET", f"/j/{token}").status == 404
        assert sits(at, token, "anna").status == 404
    for link in (table.join, entry.kept.join):
        for path in (f"/t/{link}", f"/t/{link}/live", f"/h/{link}", f"/p/{link}", f"/t/{link}/replay"):
            assert at.front.ask("GET", path).status == 404, path
        assert at.front.ask("GET", f"/h/{at.registry.lobby}/qr/{link}").status == 200
    for token in (entry.people["anna"], "A" * 22):
        assert at.front.ask("GET", f"/h/{at.registry.lobby}/qr/{token}").status == 404
    assert at.front.ask("GET", f"/h/{entry.kept.watching}/qr/{table.join}").status == 404


def test_three_hundred_at_once_harm_nobody(at: House) -> None:
    table, entry = waits(at), at.begin(plan("rebirth", "anna", "bruno"))
    begun, found = time.monotonic(), []
    for n in range(300):
        found.append(sits(at, table.join, f"guest{n}").status)
    assert found.count(200) == 2 and {*found} <= {200, 409, 429}
    assert shown(at, f"/t/{entry.people['anna']}").status == 200 and time.monotonic() - begun < 60
