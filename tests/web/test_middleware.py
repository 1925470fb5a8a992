"""Hostile requests to a real server: refused with a sentence, and nothing of them reaches a match."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import attrs
import pytest

from tilewright.core.web import connection
from tilewright.core.web.middleware import AccessMiddleware, Hosts, Limits, hostname, network
from tilewright.core.web.rate_limit import MOST, Rate, RateLimiter

from ..cases import cases
from .front import Answer, Front, echo, read, serving

KINDS = {"SEAT": "seat", "WATCH": "watch", "LOBBY": "lobby"}
PLENTY = Rate(1e6, 1e6)
LIMITS = Limits(
    body_seconds=0.3,
    address=PLENTY,
    seat=PLENTY,
    watch=PLENTY,
    wrong=PLENTY,
    seat_streams=2,
    watch_streams=3,
    streams=4,
)


@attrs.define
class House:
    """A front and all that got past the guard."""

    front: Front
    guard: AccessMiddleware
    heard: list[bytes]


def house(heard: list[bytes], **more: Any) -> AccessMiddleware:
    limits = attrs.evolve(LIMITS, **more)
    return AccessMiddleware(
        echo(heard), hosts=Hosts(), kind=lambda token: KINDS.get(token, ""), limits=limits
    )


@pytest.fixture(scope="module")
def at() -> Iterator[House]:
    heard: list[bytes] = []
    guard = house(heard)
    with serving(guard) as front:
        yield House(front, guard, heard)


def refused(at: House, status: int, answer: Answer, said: str) -> None:
    """The request was refused with this sentence, the headers of every answer are there, and nothing was heard."""
    assert (answer.status, said in answer.error) == (status, True), answer
    assert answer.headers["cache-control"] == "no-store"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert at.heard == []


@pytest.fixture(autouse=True)
def nothing_heard(request: pytest.FixtureRequest) -> None:
    if "at" in request.fixturenames:
        request.getfixturevalue("at").heard.clear()


def test_a_page_of_this_server_may_write(at: House) -> None:
    assert at.front.post("/t/SEAT/do", {"do": "enter"}).status == 200
    assert at.front.post("/t/SEAT/do", {}, origin="null", sec_fetch_site="same-origin").status == 200
    assert (
        at.front.post("/t/SEAT/do", {}, host="localhost:9000", origin="http://LOCALHOST:9000").status == 200
    )
    assert [json.loads(one) for one in at.heard] == [{"do": "enter"}, {}, {}]


@pytest.mark.parametrize("headers", cases(__file__, "a_foreign_page_may_not_write"), ids=str)
def test_a_foreign_page_may_not_write(at: House, headers: dict[str, str]) -> None:
    given = {name: value.format(port=at.front.port) for name, value in headers.items()}
    refused(at, 403, at.front.post("/t/SEAT/do", {}, **given), "another site")


def test_no_origin_at_all_is_refused(at: House) -> None:
    answer = at.front.ask("POST", "/t/SEAT/do", b"{}", content_type="application/json")
    refused(at, 403, answer, "another site")


@pytest.mark.parametrize("host", cases(__file__, "foreign_names"))
def test_a_server_is_not_asked_by_a_foreign_name(at: House, host: str) -> None:
    for method in ("GET", "POST"):
        refused(at, 421, at.front.ask(method, "/t/SEAT", host=host), "not known by that name")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:1", "[::1]:8137", "LOCALHOST"])
def test_names_of_this_machine_are_known(at: House, host: str) -> None:
    assert at.front.ask("GET", "/t/SEAT", host=host).status == 200


def test_a_server_for_the_network_is_asked_by_addresses_and_its_names() -> None:
    hosts = Hosts(names=frozenset({"games.example.org"}), addresses=True)
    assert all(hosts.allow(one) for one in ("192.168.1.2:8137", "[fe80::1]:8137", "GAMES.example.org"))
    assert not any(
        hosts.allow(one) for one in ("evil.example:8137", "xgames.example.org", "1.2.3.4.evil.example")
    )
    assert hostname("a:99999") == hostname("a/b") == hostname("a?b") == ""


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_what_a_form_can_send_is_refused(at: House, kind: str) -> None:
    refused(at, 415, at.front.post("/t/SEAT/do", {}, content_type=kind), "Only JSON")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "BREW"])
def test_unknown_methods_are_refused(at: House, method: str) -> None:
    answer = at.front.ask(method, "/t/SEAT")
    refused(at, 405, answer, "Nothing here answers")
    assert answer.headers["allow"] == "GET, HEAD, POST"


def test_a_wrong_token_is_refused_before_anything_else_hears_of_it(at: House) -> None:
    for path in ("/t/WRONG", "/t/", "/t/WRONG/live", "/h/WRONG", "/t/seat"):
        refused(at, 404, at.front.ask("GET", path), "no match at this address")
    refused(at, 404, at.front.post("/t/WRONG/do", {}), "no match at this address")


def test_a_browser_gets_a_page_in_its_language(at: House) -> None:
    answer = at.front.ask("GET", "/t/WRONG", accept="text/html,*/*", accept_language="fr, pl-PL;q=0.8, en")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert 'lang="pl"' in answer.body.decode() and "Pod tym adresem nie ma partii" in answer.body.decode()
    assert "WRONG" not in answer.body.decode()


HEAD = b"POST /t/SEAT/do HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Type: application/json\r\n"


def test_ten_megabytes_are_refused_before_they_are_read(at: House) -> None:
    begun = time.monotonic()
    said = at.front.raw(HEAD + b"Content-Length: 10485760\r\n\r\n")  # and not one byte of them
    assert said.startswith(b"HTTP/1.1 413") and b"at most 64 kB" in said
    assert at.front.raw(HEAD + b"Content-Length: 99999999999999999999\r\n\r\n").startswith(b"HTTP/1.1 413")
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with at.front.connected() as sock:
        sock.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        sent = 0
        try:
            for _ in range(160):
                sock.sendall(chunk)
                sent += 1
        except OSError:
            pass
    assert sent < 160  # the server has hung up before all ten megabytes were sent
    assert time.monotonic() - begun < 3
    assert at.heard == []
    assert at.front.post("/t/SEAT/do", {"do": "x" * 60_000}).status == 200


def test_a_body_that_does_not_come_is_not_waited_for(at: House) -> None:
    said = at.front.raw(HEAD + b"Content-Length: 10\r\n\r\n{")
    assert said.startswith(b"HTTP/1.1 408")
    with at.front.connected() as sock:
        sock.sendall(HEAD + b"Content-Length: 10\r\n\r\n{")
    assert at.heard == []


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00" * 40,
        b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 40_000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET /t/SEAT HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: a\r\nOrigin: b\r\n\r\n",
        b"GET /t/%ff%fe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /t/%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET /t/\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\n\r\n",
        HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        HEAD + b"Content-Length: -1\r\n\r\n{}",
        HEAD + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nzz",
    ],
    ids=lambda data: repr(data[:60]),
)
def test_requests_that_are_none_are_refused(at: House, data: bytes) -> None:
    said = at.front.raw(data + b"\r\n\r\n", 1)
    assert said.startswith(b"HTTP/1.1 4"), said[:200]
    assert len(said) < 2000
    assert at.heard == []


def test_a_long_address_is_refused(at: House) -> None:
    refused(at, 414, at.front.ask("GET", "/t/SEAT?" + "x" * 2000), "too long")


def test_every_answer_is_secured_and_says_nothing_of_the_server(at: House) -> None:
    for answer in (at.front.ask("GET", "/t/SEAT"), at.front.ask("GET", "/t/WRONG")):
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


def test_a_websocket_is_only_a_request(at: House) -> None:
    more = {
        "upgrade": "websocket",
        "connection": "Upgrade",
        "sec_websocket_key": "x",
        "sec_websocket_version": "13",
    }
    assert at.front.ask("GET", "/t/SEAT", None, **more).status == 200


# -- many -----------------------------------------------------------------------------------------------------------


def test_a_flood_at_one_address_is_refused_and_others_are_not() -> None:
    heard: list[bytes] = []
    guard = house(heard, seat=Rate(2, 10))
    with serving(guard) as front:
        found = [front.post("/t/SEAT/do", {}) for _ in range(20)]
        assert [one.status for one in found].count(200) in (10, 11)
        last = found[-1]
        assert (last.status, last.headers["retry-after"]) == (429, "1")
        assert "Too many requests" in last.error
        assert front.ask("GET", "/t/WATCH").status == 200
        time.sleep(0.6)
        assert front.post("/t/SEAT/do", {}).status == 200


def test_wrong_tokens_are_slowed_down_and_right_ones_are_not() -> None:
    with serving(house([], wrong=Rate(1, 5))) as front:
        assert [front.ask("GET", f"/t/{n}").status for n in range(8)] == [404] * 5 + [429] * 3
        assert front.ask("GET", "/t/SEAT").status == 200


def test_one_address_of_the_network_cannot_take_everything() -> None:
    with serving(house([], address=Rate(1, 5))) as front:
        assert [front.ask("GET", "/").status for _ in range(7)] == [200] * 5 + [429] * 2


def test_streams_are_counted_for_each_token_and_in_all(at: House) -> None:
    with ExitStack() as open_:
        for path in ("/t/SEAT/live", "/t/SEAT/live"):
            open_.enter_context(at.front.listening(path))
        answer = at.front.ask("GET", "/t/SEAT/live")
        refused(at, 429, answer, "too many windows")
        for path in ("/t/WATCH/live?page=1", "/t/WATCH/live"):
            open_.enter_context(at.front.listening(path))
        refused(at, 503, at.front.ask("GET", "/t/WATCH/live"), "Too many people")
        assert at.guard.streams == 4
    begun = time.monotonic()
    while at.guard.streams:
        assert time.monotonic() - begun < 60, "a stream that was closed still counts"
        time.sleep(0.01)
    with at.front.listening("/t/WATCH/live"):
        pass


def test_silent_connections_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand connections that ask nothing; here the limit is lower, as few files may be open in a test."""
    monkeypatch.setattr(connection, "MOST", 40)
    with serving(house([])) as front, ExitStack() as open_:
        live = open_.enter_context(front.listening("/t/SEAT/live"))
        for _ in range(150):
            open_.enter_context(front.connected())
        assert front.ask("GET", "/t/WATCH").status == 200
        assert len(front.server.server_state.connections) <= 40
        live.settimeout(0.2)
        with pytest.raises(TimeoutError):  # it is still open: at its end nothing would come at once
            while live.recv(1000):
                pass


def test_a_connection_that_asks_too_slowly_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "HEAD_SECONDS", 0.3)
    with serving(house([])) as front, front.connected() as sock, front.connected() as silent:
        begun = time.monotonic()
        sock.sendall(b"GET /t/SEAT HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        assert read(sock) == b"" and read(silent) == b""
        assert 0.2 < time.monotonic() - begun < 3


def test_the_end_does_not_wait_for_pages_that_listen() -> None:
    guard = house([])
    with ExitStack() as open_:
        with serving(guard) as front:
            socks: list[socket.socket] = [
                open_.enter_context(front.listening(path)) for path in ("/t/SEAT/live", "/t/WATCH/live")
            ]
            begun = time.monotonic()
        assert time.monotonic() - begun < 2
        assert guard.streams == 0
        assert all(read(one).endswith(b"0\r\n\r\n") for one in socks)  # ended, not torn


# -- rates ----------------------------------------------------------------------------------------------------------


def test_a_bucket_fills_with_time() -> None:
    rates, rate, who = RateLimiter(), Rate(2, 3), ("from", "a")
    assert [rates.take(who, rate, 10.0) for _ in range(4)] == [0, 0, 0, 1]
    assert rates.take(("from", "b"), rate, 10.0) == 0
    assert rates.take(who, rate, 10.4) == 1
    assert rates.take(who, rate, 10.5) == 0
    assert [rates.take(who, rate, 99.0) for _ in range(4)] == [0, 0, 0, 1]
    slow = Rate(0.1, 1)
    assert [rates.take(who, slow, 200.0), rates.take(who, slow, 201.0)] == [0, 9]


def test_buckets_are_not_kept_for_ever() -> None:
    rates, rate = RateLimiter(), Rate(1, 2)
    for n in range(3 * MOST):
        rates.take(("from", str(n)), rate, 10.0 + n / 1000)
    assert len(rates._left) <= MOST
    assert rates.take(("from", str(3 * MOST - 1)), rate, 10.0 + 3 * MOST / 1000) == 0


def test_one_home_has_one_bucket() -> None:
    assert network(("2001:db8::1", 1)) == network(("2001:db8::ffff:2", 2)) != network(("2001:db8:1::1", 1))
    assert network(("1.2.3.4", 1)) != network(("1.2.3.5", 1))
    assert network(("::ffff:1.2.3.4", 1)) != network(("::ffff:1.2.3.5", 1))
    assert network(None) == ""
