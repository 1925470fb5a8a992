"""Requests that no page makes, to a whole server: all are refused, nothing is lost, and others are answered."""

from __future__ import annotations

import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.table.match_setup import SeatSetup
from tilewright.core.web.hosted_match import HostedMatch

from .front import read
from .hostile import SECOND, Seat, Target, page, played, target

NASTY = '<img src=x onerror="alert(1)">'
DEEP = b"[" * 20_000


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with target(tmp_path_factory.mktemp("hostile")) as found:
        yield found
        found.answers()
        found.quiet()


@pytest.fixture
def two(at: Target) -> Iterator[tuple[HostedMatch, Seat, Seat]]:
    """A match of two people with a page for each. Whatever a test does, others are answered afterwards."""
    entry = at.begin()
    with page(at, entry.people["anna"], "a") as anna, page(at, entry.people["bruno"], "b") as bruno:
        yield entry, anna, bruno
    at.answers()


def plays(seat: Seat) -> dict[str, object]:
    """Play the move of the hint; the event that played it."""
    seat.hinted()
    before = seat.regions["state"]["number"]
    seat.do("key", key="enter")
    seat.until(lambda now: now["state"]["asks"])
    event = seat.event("key", key="enter")
    seat.post(event)
    seat.until(lambda now: now["state"]["number"] != before)
    return event


# -- whose seat, and when ---------------------------------------------------------------------------------------------


def test_a_seat_plays_for_nobody_else(at: Target, two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, bruno = two
    stolen = anna.event("key", key="h"), anna.event("key", key="enter"), anna.event("key", key="enter")
    for event in stolen:
        for token in (bruno.token, entry.kept.watching):
            at.front.post(f"/t/{token}/do", event)
    for do in ("key", "line", "wish"):
        bruno.do(do, key="enter")
    anna.post(
        {**anna.event("key", key="enter"), "page": "b"}
    )  # a page of another seat is no page of this one
    assert anna.silent() and played(entry) == 0


def test_a_request_that_comes_again_plays_nothing(two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, bruno = two
    event = plays(anna)
    after = played(entry)
    assert after > 0
    for _ in range(3):
        assert anna.post(event).status == 200
    assert anna.silent()
    for number in ("", "0", "../", "f" * 16, bruno.regions["state"]["number"]):
        anna.post({**event, "number": number})
    assert played(entry) == after


def test_two_requests_at_once_play_once(at: Target, two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, _ = two
    anna.hinted()
    anna.do("key", key="enter")
    anna.until(lambda now: now["state"]["asks"])
    assert played(entry) == 0
    text = json.dumps(anna.event("key", key="enter"))
    head = (
        f"POST /t/{anna.token}/do HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    with ExitStack() as stack:
        socks = [stack.enter_context(at.front.connected()) for _ in range(12)]
        for sock in socks:
            sock.sendall(f"{head}{text}".encode())
        assert all(read(sock).startswith(b"HTTP/1.1 200") for sock in socks)
    assert played(entry) == 1


def test_a_foreign_page_plays_nothing(at: Target, two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, _ = two
    foreign = [
        {"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "http://127.0.0.1.evil.example"},
        {"sec_fetch_site": "cross-site"}, {"host": "evil.example"}, {"content_type": "text/plain"},
    ]  # fmt: skip
    for headers in foreign:
        for key in ("h", "enter", "enter"):
            given = at.front.post(f"/t/{anna.token}/do", anna.event("key", key=key), **headers)
            assert given.status in (403, 415, 421), headers
    body = json.dumps(anna.event("key", key="h")).encode()
    assert at.front.ask("POST", f"/t/{anna.token}/do", body, content_type="application/json").status == 403
    assert anna.silent() and played(entry) == 0


def test_addresses_that_lead_nowhere(at: Target) -> None:
    entry = at.begin()
    used = entry.people["anna"]
    at.registry.close(entry)
    for path in (f"/t/{used}", f"/t/{used}/live?page=x", f"/t/{used}/replay"):
        found = at.front.ask("GET", path)
        assert found.status == 410 and used.encode() not in found.body
    found = at.front.post(f"/t/{used}/do", {"page": "a", "do": "key", "key": "h"})
    assert found.status == 410
    statuses = [at.front.ask("GET", f"/t/{n:022}/live?page=x").status for n in range(60)]
    assert {*statuses} == {404, 429} and statuses[0] == 404 and statuses[-1] == 429
    at.answers()
    with page(at, at.begin().people["anna"], "a") as anna:  # a right one is not slowed down
        assert anna.regions["state"]["acts"]


# -- what is sent -----------------------------------------------------------------------------------------------------


FIELDS: list[tuple[str, object]] = [
    ("page", None), ("page", 1), ("page", ["a"]), ("page", "x" * 300), ("page", "\ud800"),
    ("do", None), ("do", 1), ("do", {}), ("do", "x" * 1000), ("do", "\ud800"), ("do", "__class__"), ("do", NASTY),
    ("number", 1), ("number", None), ("number", "\ud800"),
    ("at", 1), ("at", []), ("at", [0, 0]), ("at", [0, 0, 0, 0]), ("at", ["0", "0", "0"]), ("at", [0.5, 0, 0]),
    ("at", [True, 0, 0]), ("at", [float("nan"), 0, 0]), ("at", [float("inf"), 0, 0]), ("at", {"0": 0}),
    ("n", "0"), ("n", None), ("n", 1.0), ("n", float("inf")), ("n", True),
    ("key", 1), ("key", None), ("key", "\udfff"), ("key", "x" * 100),
    ("text", 1), ("text", "\ud800"), ("text", "x" * 3000), ("text", ["a"]), ("seat", 0), ("__proto__", {}),
]  # fmt: skip


def test_json_that_is_no_event_is_refused(at: Target, two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, _ = two
    for field, value in FIELDS:
        event = anna.event("key", key="") | {field: value}
        given = anna.post(event)
        # A number or a `do` that means nothing is no error of a program, only too late or unknown.
        assert given.status == 400, (field, value, given)
        assert given.error and "Traceback" not in given.error
    bodies = [
        b"", b"{", b"null", b"[]", b"0", b'"x"', b"{}", DEEP, DEEP + b"]" * 20_000, b'{"a":' * 9_000, b"\xff\xfe{}",
        b'{"page": "a", "do": "line", "n": ' + b"9" * 5_000 + b"}", b'{"page": "a", "do": "key", "do": 1}',
        b'{"page": "a", "do": "line", "n": 1e999}', "\ufeff{}".encode(),
    ]  # fmt: skip
    for body in bodies:
        given = at.front.ask(
            "POST", f"/t/{anna.token}/do", body, origin=at.front.origin, content_type="application/json"
        )
        assert given.status == 400 and given.error, (body[:60], given)
    assert played(entry) == 0


def test_places_and_numbers_that_are_none(two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, _ = two
    far = 10**30
    for where in ([0, far, far], [-1, 0, 0], [far, 0, 0], [0, -far, 7], [99, 3, 3]):
        for do in ("point", "click"):
            assert anna.do(do, at=where).status == 200, (do, where)
    for do in ("line", "amount", "form"):
        for n in (-1, 10**6, -far, far):
            assert anna.do(do, n=n).status == 200, (do, n)
    for do in ("point", "click", "line", "amount", "form", "key", "typed", "wish", "ask"):
        assert anna.do(do).status == 200, do
    assert played(entry) == 0
    assert "acts" in anna.regions["state"]


def test_what_people_write_is_shown_as_text(at: Target) -> None:
    with pytest.raises(UsageError, match="cannot be a player's name"):
        at.begin(SeatSetup(name=NASTY), SeatSetup(name="bruno"))
    entry = at.begin()
    with page(at, entry.people["anna"], "a") as anna:
        for text in (NASTY, "take " + NASTY, "\x00\x1b[31m\u202e" + NASTY, "rules " + NASTY, "'\"><script>"):
            given = anna.do("typed", text=text)
            assert given.status == 200
            anna.next()
            harmless("".join(one for one in anna.regions.values() if isinstance(one, str)))
        asked = ""
        for name in ("log", "score", "rules", "words", "keys", "panels", "legend", NASTY):
            given = anna.do("ask", key=name[:20], text=NASTY)
            answer = json.loads(given.body)["page"] or {"title": "", "body": ""}
            harmless(answer["body"])  # the title is put in as text by the script
            asked += answer["body"]
        assert "&lt;img" in asked
        replay = at.front.ask("GET", f"/t/{anna.token}/replay")
        assert replay.status == 200
        harmless(replay.body.decode())
    at.answers()


def harmless(text: str) -> None:
    """No tag and no sign that turns the text around came from what people wrote."""
    for sign in ("<img", "<script>", "\u202e", "\x1b", "\x00"):
        assert sign not in text, (sign, text[max(0, text.find(sign) - 200) :][:300])


def test_what_one_spectator_asks_is_nothing_to_the_others(at: Target) -> None:
    entry = at.begin()
    with page(at, entry.kept.watching, "one") as one, page(at, entry.kept.watching, "two") as two:
        for do, more in (
            ("typed", {"text": NASTY}), ("key", {"key": "enter"}), ("key", {"key": "u"}), ("key", {"key": "i"}),
            ("wish", {"key": "ask"}), ("line", {"n": 0}), ("click", {"at": [0, 0, 0]}),
        ):  # fmt: skip
            given = one.do(do, **more)
            assert (given.status, "watch" in given.error) == (403, True), do
        assert one.do("ask", key="no such page").status == 400
        assert one.do("ask", key="score").status == 200
        assert one.silent() and two.silent()
    at.answers()


# -- paths, methods, heads --------------------------------------------------------------------------------------------

PATHS = (
    b"/static/../../etc/passwd", b"/static/..%2f..%2fetc%2fpasswd", b"/static/%2e%2e/web.json", b"/static//etc/passwd",
    b"/static/table.js%00.css", b"/static/.css",
    b"/static/table+.css", b"/static/table+..%2fx.css", b"/static/" + b"table+" * 8 + b"etc.css",
    b"/static/" + b"a" * 900 + b".css", b"/static/C:%5Cwindows.css",
    b"/static/table.js/..", b"//evil.example/", b"/%00", b"/t/%00", b"/t/", b"/t//live", b"/h/", b"/t/%ff%fe",
    b"/t/../h/x", b"/" + b"x" * 5_000, b"/t/%2e%2e%2fh", b"http://evil.example/", b"/t/x/live?page=%00",
)  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_paths_that_lead_out_lead_nowhere(at: Target, path: bytes) -> None:
    found = at.front.raw(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    assert found[9:12] in (b"400", b"404", b"414", b"429", b"431"), found[:200]
    assert b"root:" not in found and b"lobby" not in found.partition(b"\r\n\r\n")[2].replace(
        b"lobby.css", b""
    )


def test_methods_and_heads(at: Target, two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, _ = two
    path = f"/t/{anna.token}/do"
    for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "post", "\x01"):
        given = at.front.raw(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        assert given[9:12] in (b"400", b"405"), (method, given[:100])
    trick = (
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nX-HTTP-Method-Override: POST\r\nConnection: close\r\n\r\n"
    )
    assert at.front.raw(trick.encode())[9:12] == b"405"
    many = "".join(f"X-{n}: {'v' * 100}\r\n" for n in range(2_000))
    flood = at.front.raw(f"GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n".encode())
    assert not flood or flood[9:12] in (b"400", b"431"), flood[:100]
    # Two requests where a proxy would see one.
    smuggled = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"
        f"0\r\n\r\nGET /t/{anna.token} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    )
    assert b" 200 " not in at.front.raw(smuggled.encode(), 1)
    assert anna.silent() and played(entry) == 0


# -- too much ---------------------------------------------------------------------------------------------------------


def test_bodies_without_end_are_not_read(at: Target, two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, _ = two
    before = at.memory()
    own = "Host: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\n"
    head = f"POST /t/{anna.token}/do HTTP/1.1\r\n{own}".encode()
    found = at.front.raw(head + b"Content-Length: 10485760\r\n\r\n" + b" " * 10_485_760)
    assert found[9:12] == b"413"
    with at.front.connected() as endless, at.front.connected() as slow, at.front.connected() as none:
        slow.sendall(head + b"Content-Length: 10\r\n\r\n{")
        none.sendall(head[:40])
        endless.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        with suppress(OSError):  # it is closed in the middle
            for _ in range(400):
                endless.sendall(b"10000\r\n" + b" " * 65_536 + b"\r\n")
        at.answers()
        anna.hinted()
    assert played(entry) == 0
    assert at.memory() - before < 30


def test_spectators_that_never_read_hold_up_nobody(at: Target) -> None:
    """As many as may look, over connections that are never read, and more that are refused."""
    entry = at.begin()
    with files(2_000), ExitStack() as stack, page(at, entry.people["anna"], "a") as anna:
        before = at.memory()
        asks = f"GET /t/{entry.kept.watching}/live?page=w HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        socks = []
        for _ in range(430):
            sock = socket.socket()
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stack.enter_context(sock)
            sock.connect(("127.0.0.1", at.front.port))
            sock.sendall(asks)
            socks.append(sock)
        begun = time.monotonic()
        plays(anna)
        assert time.monotonic() - begun < 5 * SECOND
        at.answers()
        assert at.memory() - before < 200
        statuses = [sock.recv(12)[9:] for sock in socks]
        assert (statuses.count(b"200"), statuses.count(b"429")) == (400, 30)
        seats = [stack.enter_context(at.front.connected()) for _ in range(40)]
        for one in seats:
            one.sendall(asks.replace(entry.kept.watching.encode(), anna.token.encode()))
        statuses = [one.recv(12)[9:] for one in seats]
        assert statuses.count(b"200") == 11  # and the one that is there
    at.answers()


def test_a_thousand_connections_keep_nobody_out(at: Target, two: tuple[HostedMatch, Seat, Seat]) -> None:
    entry, anna, _ = two
    before = at.memory()
    with files(2_000), ExitStack() as stack:
        for n in range(1_000):
            sock = stack.enter_context(at.front.connected())
            with suppress(OSError):
                sock.sendall(b"GET / HTTP/1.1\r\n" if n % 2 else b"")
        at.answers()
        begun = time.monotonic()
        plays(anna)
        assert time.monotonic() - begun < 5 * SECOND
    assert played(entry) == 1
    assert at.memory() - before < 60


@contextmanager
def files(most: int) -> Iterator[None]:
    """This process may open so many files meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, most), hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
