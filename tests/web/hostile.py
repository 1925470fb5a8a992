"""`tilewright serve` as a process of its own, with matches that somebody attacks, and whoever else plays meanwhile."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import attrs

from tilewright.core.table.match_setup import MatchSetup, SeatSetup
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry

from .front import Answer, Front
from .quiet import GAME
from .test_serve import Process, process

SECOND = 1.0
"""How long anybody else may have to wait."""


@attrs.define
class Target:
    """The server, and its matches."""

    run: Process
    registry: MatchRegistry
    front: Front
    said: list[bytes] = attrs.field(factory=list)
    """What the server has written on stderr so far."""

    def begin(self, *players: SeatSetup, seed: int = 1) -> HostedMatch:
        seats = players or (SeatSetup(name="anna"), SeatSetup(name="bruno"))
        return self.registry.begin(MatchSetup(game=GAME, players=seats), seed=seed)

    def memory(self) -> float:
        """Megabytes of the process."""
        status = Path(f"/proc/{self.run.run.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def answers(self) -> None:
        """Somebody else is answered within a second, if the machine lets anybody be."""
        assert min(self._asked() for _ in range(3)) < SECOND

    def _asked(self) -> float:
        begun = time.monotonic()
        assert self.front.ask("GET", "/").status == 200
        return time.monotonic() - begun

    def quiet(self) -> None:
        """Nothing has failed, and no token was written anywhere."""
        said = b"".join(self.said).decode()
        assert "Traceback" not in said and "Error" not in said, said
        assert not [token for one in self.registry.entries() for token in tokens(one) if token in said]


def tokens(entry: HostedMatch) -> list[str]:
    return [*entry.people.values(), entry.kept.watching]


@contextmanager
def target(folder: Path) -> Iterator[Target]:
    """A server with the limits that it has for everybody."""
    home = folder / "tilewright"
    registry = MatchRegistry(home / "web.json", home / "games", LiveMatch)  # opens nothing
    with process(folder, "serve", "--port", "0") as run:
        found = Target(run, registry, Front(int(run.host.rpartition(":")[2]), run.run))  # type: ignore[arg-type]
        assert run.run.stderr is not None
        err = run.run.stderr.fileno()

        def listen() -> None:
            with suppress(OSError):
                while part := os.read(err, 65_536):
                    found.said.append(part)

        threading.Thread(target=listen, daemon=True).start()
        yield found


class Seat:
    """A page of one seat, over a plain socket: what it shows, and what its person does."""

    def __init__(self, front: Front, token: str, page: str) -> None:
        self.front, self.token, self.page = front, token, page
        self.regions: dict[str, Any] = {}
        self.sock = socket.create_connection(("127.0.0.1", front.port), timeout=60)
        asks = f"GET /t/{token}/live?page={page} HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self.sock.sendall(asks.encode())
        self._text = b""
        while b"\r\n\r\n" not in self._text:
            self._text += self.sock.recv(1 << 16)
        self.head, _, self._text = self._text.partition(b"\r\n\r\n")
        self.next()

    def next(self, seconds: float = 30) -> dict[str, Any]:
        """The next message that says more than what moves bring and who is here: those come when they are ready."""
        while (found := self._read(seconds)).keys() <= {"gains", "here"}:
            pass
        return found

    def until(self, shows: Callable[[dict[str, Any]], object]) -> None:
        """Read until the regions are so."""
        while not shows(self.regions):
            self._read(30)

    def _read(self, seconds: float) -> dict[str, Any]:
        """One message; the regions are as it says afterwards. A pulse has none."""
        self.sock.settimeout(seconds)
        while b"\n\n\r\n" not in self._text:
            part = self.sock.recv(1 << 18)
            self._text += part
            if not part or self._text == b"0\r\n\r\n":  # the last chunk
                raise EOFError
        one, _, self._text = self._text.partition(b"\n\n\r\n")
        content: dict[str, Any] = json.loads(one.partition(b"data: ")[2] or b"{}")
        self.regions |= content
        return content

    def hinted(self) -> None:
        """Ask for a hint, and read until it is shown: an Enter before that is meant for something else."""
        assert self.do("key", key="h").status == 200
        self.until(lambda now: now["state"]["hints"])

    def silent(self, seconds: float = 0.1) -> bool:
        """True if nothing comes for so long."""
        try:
            self.next(seconds)
        except TimeoutError:
            return True
        return False

    def event(self, do: str, **more: object) -> dict[str, object]:
        """What the page sends for it: for which decision, and after which question about a final move."""
        state = self.regions["state"]
        return {
            "page": self.page,
            "number": state["number"],
            "do": do,
            "asked": state["asks"],
            "hints": state["hints"],
            **more,
        }

    def do(self, do: str, **more: object) -> Answer:
        return self.post(self.event(do, **more))

    def post(self, content: object) -> Answer:
        return self.front.post(f"/t/{self.token}/do", content)

    def close(self) -> None:
        self.sock.close()


@contextmanager
def page(at: Target, token: str, name: str) -> Iterator[Seat]:
    seat = Seat(at.front, token, name)
    try:
        yield seat
    finally:
        seat.close()


def played(entry: HostedMatch) -> int:
    """The decisions in the record."""
    found = entry.look().decisions
    assert found is not None
    return found
