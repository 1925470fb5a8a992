"""What pages get: one message for all who look at the same, compressed once; and what becomes of pages that go."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from anyio import CapacityLimiter

from tilewright.core.rules.actions import Action
from tilewright.core.table.match_setup import MatchSetup
from tilewright.core.web import connection
from tilewright.core.web import page_session as sessions
from tilewright.core.web.event_stream import BEGIN, message, packed
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.http_errors import HttpError
from tilewright.core.web.live_match import PAGES, LiveMatch
from tilewright.core.web.page_event import PageEvent
from tilewright.core.web.page_session import PageSession
from tilewright.core.web.region_messages import PIECE
from tilewright.core.web.server import listen
from tilewright.core.web.threads import ThreadLimits, aside

from . import front as front_of_tests
from .front import Front
from .hostile import Seat
from .house import house, plan, until
from .quiet import GAME, registry
from .test_serve import process

PEOPLE, SOLO = plan(GAME, "anna", "bruno"), plan(GAME, "anna", "bot:normal")


@contextmanager
def serving(folder: Path, what: MatchSetup = PEOPLE) -> Iterator[tuple[HostedMatch, Front]]:
    """A server in this process with one match."""
    with house(folder) as at:
        yield at.begin(what, seed=1), at.front


@pytest.fixture
def served(tmp_path: Path) -> Iterator[LiveMatch]:
    """A match without a server."""
    here = registry(tmp_path)
    with here.begin(PEOPLE, seed=1).taken() as found:
        yield found
    here.rest()


def first(served: LiveMatch) -> Action:
    return served.table.match.state.legal(served.table.to_act[0])[0]


# -- messages ---------------------------------------------------------------------------------------------------------


def test_pieces_of_a_compressed_stream_stand_alone() -> None:
    """Whoever comes late, or misses a piece, reads the next ones."""
    pieces = [packed(message(text)) for text in (b"one " * 500, b"two", b"one " * 500, b"")]
    whole = zlib.decompressobj(31).decompress(BEGIN + b"".join(pieces))
    assert whole == b"".join(map(message, (b"one " * 500, b"two", b"one " * 500, b"")))
    late = zlib.decompressobj(31)
    assert late.decompress(BEGIN) == b""
    assert late.decompress(pieces[2]) == message(b"one " * 500)  # at once, not with the next piece
    assert late.decompress(pieces[1]) == message(b"two")


def test_a_browser_gets_a_compressed_stream_and_anybody_else_a_plain_one(tmp_path: Path) -> None:
    with serving(tmp_path) as (entry, front):
        path = f"/t/{entry.kept.watching}/live?page=w"
        for asks, wanted in (("gzip, deflate, br", True), ("", False), ("br, identity", False)):
            with front.connected() as sock:
                more = f"Accept-Encoding: {asks}\r\n" if asks else ""
                sock.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode())
                found = sock.recv(1 << 20)
                while len(found) < 3_000:
                    found += sock.recv(1 << 20)
            head = found.partition(b"\r\n\r\n")[0].lower()
            assert (b"content-encoding: gzip" in head) == wanted
            assert b"\r\nx-accel-buffering: no" in head, "nginx would show an empty page for ever"
            assert (b"<svg" in found) != wanted


def test_spectators_share_what_is_made_for_them(served: LiveMatch) -> None:
    watching = served.session(None, "x")
    assert served.session(None, "y") is watching and served.session(None, "y", 4) is not watching
    assert watching.made(0, True) is None
    data, now = watching.message_since(0, True)
    assert watching.made(0, True) == (data, now)
    assert watching.made(now, True) == (b"", now)
    served.table.play(first(served))
    assert watching.made(0, True) is None and watching.made(now, True) is None
    news, later = watching.message_since(now, True)
    assert later > now
    assert watching.made(now, True) == (news, later)  # made once for all
    text = zlib.decompressobj(31).decompress(BEGIN + news)
    assert "news" in json.loads(text.removeprefix(b"data: "))


def test_of_a_board_only_what_has_changed_is_sent(served: LiveMatch) -> None:
    """A page one step behind gets a tenth of it and puts it together; one that is further behind gets all of it."""
    watching = served.session(None, "x")
    message, begun = watching.message_since(0)
    before, behind = json.loads(message.removeprefix(b"data: "))["board0"], begun
    for _ in range(4):
        served.table.play(first(served))
        message, now = watching.message_since(begun)
        parts = json.loads(message.removeprefix(b"data: "))["board0"]
        pieces = before.split(PIECE)
        before = PIECE.join(
            text for one in parts for text in ([one] if isinstance(one, str) else pieces[one[0] : one[1]])
        )
        assert before == str(watching.regions()["board0"]) and len(json.dumps(parts)) < len(before) / 10
        begun = now
    late = json.loads(watching.message_since(behind)[0].removeprefix(b"data: "))
    assert late["board0"] == before
    assert json.loads(watching.message_since(0)[0].removeprefix(b"data: "))["board0"] == before


def test_a_page_that_is_far_behind_gets_all_that_has_changed(served: LiveMatch) -> None:
    watching = served.session(None, "x")
    _, begun = watching.message_since(0)
    for _ in range(12):
        served.table.play(first(served))
        watching.message_since(watching.serial)
    news = json.loads(watching.message_since(begun)[0].removeprefix(b"data: "))
    fresh = json.loads(PageSession(served, None).message_since(0)[0].removeprefix(b"data: "))
    assert {name: fresh[name] for name in news if name != "state"} == {
        name: news[name] for name in news if name != "state"
    }
    assert len(watching._sent._bytes) <= 4  # old messages are not kept


def test_every_open_page_of_a_seat_is_remembered(served: LiveMatch) -> None:
    """More pages than are remembered: those that are looked at keep their cursors."""
    opened = [served.session(0, f"open {n}") for n in range(PAGES + 2)]
    again = [served.session(0, f"open {n}") for n in range(PAGES + 2)]
    assert sum(one is other for one, other in zip(opened, again, strict=True)) < PAGES  # nobody looks at them
    opened = []
    for n in range(PAGES + 2):
        opened.append(served.session(0, f"open {n}"))
        served.listeners[asyncio.Event()] = opened[-1]
    for n in range(50):
        served.session(0, f"other {n}")
    assert all(served.session(0, f"open {n}") is one for n, one in enumerate(opened))
    assert len(served._sittings[0]) <= 2 * PAGES + 2


def test_another_copy_is_not_shown_as_the_one_before(
    served: LiveMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "TRIES", 0)
    session = served.session(0, "a")
    made = []
    for _ in range(3):
        session.what_if()
        made.append(session.kept("which", None, object))
        session.what_if()
    assert len(set(map(id, made))) == 3


# -- pages that go, or do not read ------------------------------------------------------------------------------------


def test_pages_that_go_at_once_keep_no_match_open(tmp_path: Path) -> None:
    with serving(tmp_path) as (entry, front):
        asks = f"GET /t/{entry.people['anna']}/live?page=%d HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for n in range(40):
            with front.connected() as sock:
                sock.sendall((asks % n).encode())
                if n % 3 == 0:  # torn, not closed
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                if n % 4 == 0:
                    sock.recv(100)
        until(lambda: front.server.guard.streams == entry._users == 0, "a page is still there")
        assert entry.opened is not None and not entry.opened.listeners


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little is on its way to a client, and one that reads nothing is soon given up, even on a busy machine."""
    monkeypatch.setattr(connection, "STALLED", 1.0)

    def narrow(host: str, port: int) -> socket.socket:
        sock = listen(host, port)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return sock

    monkeypatch.setattr(front_of_tests, "listen", narrow)


@pytest.mark.parametrize("reads", [0, 2048])
def test_an_answer_that_nobody_fetches_is_given_up(reads: int, narrow: None, tmp_path: Path) -> None:
    with serving(tmp_path) as (_, front), socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", front.port))
        sock.sendall(b"GET /static/box+table.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        begun, found = time.monotonic(), b""
        while reads and (part := sock.recv(reads)):
            found += part
            time.sleep(0.02)
        until(lambda: not front.server.server_state.connections, "the connection is still there")
        assert time.monotonic() - begun < 20 and (not reads or len(found) > 20_000)


def test_whoever_never_reads_is_not_waited_for(tmp_path: Path, narrow: None) -> None:
    with serving(tmp_path) as (entry, front), socket.socket() as slow, socket.socket() as deaf:
        asks = f"GET /t/{entry.kept.watching}/live?page=w HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        for sock in (slow, deaf):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.connect(("127.0.0.1", front.port))
            sock.sendall(asks)
        begun, read = time.monotonic(), 0
        until(lambda: entry.opened is not None and len(entry.opened.listeners) == 2, "they do not listen")
        assert entry.opened is not None
        while len(entry.opened.listeners) == 2 and time.monotonic() < begun + 10 and read < 150_000:
            read += len(slow.recv(1024))
            time.sleep(0.02)
        assert len(entry.opened.listeners) == 1, "the one that reads slowly stays, the other one goes"
        while read < 170_000:  # and gets all of it
            read += len(slow.recv(65_536))


# -- what is played, and by whom --------------------------------------------------------------------------------------


def test_nothing_is_played_after_the_record_was_closed(tmp_path: Path) -> None:
    here = registry(tmp_path)
    served = here.begin(PEOPLE, seed=1).take()
    session = served.session(0, "a")
    session.message_since(0)
    session.do(PageEvent(page="a", do="key", number=session.number, key="h"))
    number = session.number
    here.rest()  # the server ends while somebody presses Enter
    with pytest.raises(HttpError) as caught:
        session.do(PageEvent(page="a", do="key", number=number, key="enter"))
    assert caught.value.status == 503
    assert served.table.match.decisions == 0


def test_a_move_is_told_even_if_something_fails_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that fails while the next choice is made: the move stands, all see it, and the bot answers it."""
    with serving(tmp_path, SOLO) as (entry, front):
        seat = Seat(front, entry.people["anna"], "p")
        watching = Seat(front, entry.kept.watching, "p")
        seat.hinted()
        renew, failing = PageSession.renew, threading.Event()

        def fails(self: PageSession) -> None:
            if not failing.is_set() and self.table.match.decisions == 1:
                failing.set()
                raise ValueError("no game is without faults")
            renew(self)

        monkeypatch.setattr(PageSession, "renew", fails)
        assert seat.do("key", key="enter").status == 200
        seat.until(lambda now: now["state"]["asks"])
        answer = seat.do("key", key="enter")
        assert failing.is_set() and answer.status == 500
        while "news" not in watching.next():  # who is here may be told before
            pass
        until(lambda: entry.opened is not None and entry.opened.table.match.decisions > 1, "no bot answers")
        seat.close()
        watching.close()


def test_one_match_does_not_take_all_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody floods a match; a person at another one is answered."""
    with serving(tmp_path) as (flooded, front):
        other = flooded.registry.begin(PEOPLE, seed=2)
        seat = Seat(front, other.people["anna"], "p")
        does = PageSession.do

        def slow(self: PageSession, event: PageEvent) -> Any:
            with self.served.lock:
                time.sleep(0.1 if self.served is flooded.opened else 0)
                return does(self, event)

        monkeypatch.setattr(PageSession, "do", slow)
        token = flooded.people["anna"]
        ask = {"page": "x", "do": "ask", "key": "score"}
        threads = [threading.Thread(target=front.post, args=(f"/t/{token}/do", ask)) for _ in range(12)]
        for one in threads:
            one.start()
        until(lambda: flooded._users >= 9, "the flood has not come")
        begun = time.monotonic()
        seat.hinted()
        took = time.monotonic() - begun
        waiting = flooded._users
        for one in threads:
            one.join()
        assert waiting > 3, took
        seat.close()


def test_a_match_that_is_closed_ends_its_pages(tmp_path: Path) -> None:
    with serving(tmp_path, SOLO) as (entry, front):
        seats = [Seat(front, token, "p") for token in (entry.people["anna"], entry.kept.watching)]
        event = seats[0].event("key", key="h")
        entry.registry.close(entry)
        for one in seats:
            with pytest.raises(EOFError):
                while True:
                    one.next()
            one.close()
        assert front.post(f"/t/{seats[0].token}/do", event).status == 410
        until(lambda: entry._users == 0, "a page is still there")
        assert front.ask("GET", "/").status == 200


def test_what_a_bot_thought_before_a_move_was_taken_back_is_not_played(tmp_path: Path) -> None:
    with serving(tmp_path, plan(GAME, "anna", "bruno", "bot:easy")) as (entry, front):
        seat = Seat(front, entry.people["anna"], "p")
        served = entry.opened
        assert served is not None and served._loop is not None
        thinks, goes = threading.Event(), threading.Event()
        bot = served.table.match.bots["bot"]

        class Slow:
            def choose(self, view: Any, stream: Any) -> Action:
                thinks.set()
                assert goes.wait(5)
                return bot.choose(view, stream)

        served.table.match.bots = {"bot": Slow()}
        with served.lock:
            while served.table.next_bot() is None:
                served.table.play(first(served))
        asks = served.table.to_act[0] - 1
        served._loop.call_soon_threadsafe(served.happened)
        assert thinks.wait(5)
        before = served.table.match.decisions
        with served.lock:
            served.table.ask_back(asks)
        goes.set()  # what it has found would end the wish
        time.sleep(0.2)
        assert (served.table.match.decisions, served.table.wish is not None) == (before, True)
        goes.clear()
        with served.lock:
            served.table.agree(1 - asks)
        served._loop.call_soon_threadsafe(served.happened)
        assert served.table.match.decisions < before
        assert (served.table.next_bot(), served.trouble) == (None, None)
        seat.close()


def test_bots_that_think_long_do_not_hold_up_those_that_do_not(tmp_path: Path) -> None:
    """The lane of a bot is that of its last move."""
    lanes = ThreadLimits()
    assert lanes.of(0.0) is lanes.quick and lanes.of(5.0) is lanes.thinking

    async def both() -> list[str]:
        done: list[str] = []

        async def bot(name: str, seconds: float) -> None:
            await aside(lambda: time.sleep(seconds), lanes.of(seconds))
            done.append(name)

        async with anyio.create_task_group() as group:
            for n in range(4):
                group.start_soon(bot, f"search {n}", 0.8)
            await anyio.sleep(0.01)
            for n in range(5):
                group.start_soon(bot, f"greedy {n}", 0.001)
        return done

    assert [name.split()[0] for name in asyncio.run(both())] == ["greedy"] * 5 + ["search"] * 4


def test_a_thread_aside_counts_until_it_has_ended() -> None:
    limiter, going = CapacityLimiter(1), threading.Event()

    async def abandoned() -> None:
        with anyio.move_on_after(0.05) as waited:
            await aside(going.wait, limiter)
        assert waited.cancelled_caught and limiter.borrowed_tokens == 1
        going.set()
        async with limiter:  # only when the thread is done
            pass
        assert limiter.borrowed_tokens == 0
        with pytest.raises(StopIteration):
            try:
                await aside(lambda: next(iter(())), limiter)
            except RuntimeError as error:
                raise error.__cause__ or error from None
        assert limiter.borrowed_tokens == 0

    asyncio.run(abandoned())


def test_the_end_does_not_wait_for_a_bot_that_thinks(tmp_path: Path) -> None:
    """A bot that thinks for a minute, and Ctrl-C."""
    (tmp_path / "slow.py").write_text(
        "import time\n"
        "def slow(rules):\n"
        "    return Slow()\n"
        "class Slow:\n"
        "    def choose(self, view, stream):\n"
        "        time.sleep(60)\n"
        "        return view.legal()[0]\n"
    )
    info = tmp_path / "slow-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: slow\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tilewright.bots]\nslow = slow:slow\n")
    bots = ("-p", "one:slow", "-p", "two:slow")
    with process(tmp_path, "serve", GAME, *bots, "--port", "0", fresh=True) as run:  # which finds the plugin
        host, port = run.host.split(":")
        with socket.create_connection((host, int(port))) as sock:
            sock.sendall(
                f"GET {run.paths['spectators']}/live?page=x HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
            )
            sock.recv(100)
            time.sleep(0.2)
            begun = time.monotonic()
            code, said = run.end(signal.SIGINT)
            assert (code, "Traceback" in said) == (130, False)
            assert time.monotonic() - begun < 10
