"""What the table in a browser bears: many spectators of one match, many matches at once, a person among them.

    python benchmarks/web_load.py [--game rebirth] [--spectators 200] [--matches 50] [--seconds 20] [--pace 0.6]
    python benchmarks/web_load.py --disk 5000 --hints 0     # so many more matches rest on the disk

`tilewright serve` runs as a process of its own with the limits that it has; the browsers are plain connections of this
process, so both share the machine's cores. Times are those of this machine and its load: look at the best of several
runs. `--pace 0` lets bots play as fast as they can; `--plain` asks for streams that are not compressed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from urllib.request import urlopen

import attrs

from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.table.match_setup import MatchSetup, SeatSetup
from tilewright.core.table.saved_games import digest
from tilewright.core.web.addresses import MatchAddresses, token
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry

LIT = re.compile(r'class="spot lit[^"]*"[^>]*data-board="(\d+)" data-at="(-?\d+),(-?\d+)"')
WAIT = 30.0
"""Seconds after which a page that has not come is an error."""
BEAT = b": "


class Page(asyncio.Protocol):
    """An event stream: when each of its messages came, and what the last ones said."""

    def __init__(self, path: str, plain: bool, told: Callable[[], None] = lambda: None) -> None:
        self.path, self.plain, self.told = path, plain, told
        self.came: list[float] = []
        self.wire = 0
        """Bytes that have come over the connection."""
        self.size = 0
        """Bytes of the messages."""
        self.heard: list[bytes] = []
        self._head = b""
        self._text = b""
        self._inflate: zlib._Decompress | None = None
        self._news = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        accept = "" if self.plain else "Accept-Encoding: gzip\r\n"
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\n{accept}\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.wire += len(data)
        self._head += data
        if self.wire == len(data):  # the first part has the head
            head, _, self._head = self._head.partition(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 200"):
                raise SystemExit(head.decode() + self._head.decode())
            if b"content-encoding: gzip" in head.lower():
                self._inflate = zlib.decompressobj(31)
        while (end := self._head.find(b"\r\n")) > 0:
            size = int(self._head[:end], 16)
            if len(self._head) < end + 2 + size + 2:
                return
            part, self._head = self._head[end + 2 : end + 2 + size], self._head[end + 4 + size :]
            self._text += self._inflate.decompress(part) if self._inflate else part
            *messages, self._text = self._text.split(b"\n\n")
            for one in messages:
                if not one.startswith(BEAT):
                    self.came.append(time.perf_counter())
                    self.size += len(one)
                    self.heard = [*self.heard[-3:], one]
                    self.told()
                    self._news.set()

    async def count(self, number: int, seconds: float = WAIT) -> float:
        """When message `number` (from 1) came."""
        async with asyncio.timeout(seconds):
            while len(self.came) < number:
                self._news.clear()
                await self._news.wait()
        return self.came[number - 1]


class Seat:
    """A person at a page: the regions as they are now, and what the person does."""

    def __init__(self, port: int, token: str, name: str, plain: bool) -> None:
        self.port, self.token, self.name = port, token, name
        self.regions: dict[str, object] = {}
        self.page = Page(f"/t/{token}/live?page={name}", plain, self._read)

    def _read(self) -> None:
        self.regions |= json.loads(self.page.heard[-1].removeprefix(b"data: "))

    @property
    def number(self) -> str:
        state = self.regions["state"]
        assert isinstance(state, dict)
        return str(state["number"])

    @property
    def acts(self) -> bool:
        state = self.regions["state"]
        return isinstance(state, dict) and bool(state["acts"])

    @property
    def shows(self) -> dict[str, int]:
        """What Enter answers: the question whether a final move is meant, by number, and how many hints are shown."""
        state = self.regions["state"]
        assert isinstance(state, dict)
        return {"asked": state["asks"], "hints": state["hints"]}

    async def do(self, do: str, **more: object) -> None:
        """Do it, and return when the server has done it."""
        content = {"page": self.name, "number": self.number, "do": do, **self.shows, **more}
        text = json.dumps(content).encode()
        origin = f"localhost:{self.port}"
        head = (
            f"POST /t/{self.token}/do HTTP/1.1\r\nHost: {origin}\r\nOrigin: http://{origin}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(head.encode() + text)
        answer = await reader.read()
        writer.close()
        if not answer.startswith(b"HTTP/1.1 200"):
            raise SystemExit(answer.decode())

    async def shown(self, do: str, **more: object) -> float:
        """Do it; seconds until this page shows what came of it."""
        number, begun = len(self.page.came) + 1, time.perf_counter()
        done = asyncio.create_task(self.do(do, **more))
        try:
            return await self.page.count(number) - begun
        finally:
            await done

    async def play(self) -> float:
        """Play the move of the hint; when its last key was pressed."""
        before = self.number
        await self.shown("key", key="h")
        while self.number == before:
            begun = time.perf_counter()
            await self.shown("key", key="enter")
        return begun


class Process:
    """`tilewright serve` in a folder of its own."""

    def __init__(self, home: Path, pace: float) -> None:
        words = [sys.executable, "-m", "tilewright", "serve", "--port", "0", "--pace", str(pace)]
        self.run = subprocess.Popen(
            words, stdout=subprocess.PIPE, env=os.environ | {"XDG_DATA_HOME": str(home)}
        )
        assert self.run.stdout is not None
        found = re.search(rb":(\d+)/h/", self.run.stdout.readline())
        assert found is not None
        self.port = int(found[1])

    def memory(self) -> float:
        """Megabytes that it has in memory."""
        status = Path(f"/proc/{self.run.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def processor(self) -> float:
        """Seconds of processor time that it has had."""
        fields = Path(f"/proc/{self.run.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def recorded(path: Path, game: str, steps: int) -> bytes:
    """A record of so many decisions at random."""
    rules = load(game)
    mover = make("random", rules)
    with closing(Match(rules, ("anna", "bruno"), seed=3, record=path)) as match:
        while not match.over and match.decisions < steps:
            match.play(match.choose(match.state.to_act[0], mover))
    return path.read_bytes()


def said(times: Sequence[float]) -> str:
    """Median, 95 % and the most, in milliseconds."""
    most = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    return f"median {1000 * median(times):.0f} ms, 95 % {1000 * most:.0f} ms, most {1000 * max(times):.0f} ms"


async def opened(port: int, page: Page) -> Page:
    await asyncio.get_running_loop().create_connection(lambda: page, "127.0.0.1", port)
    await page.count(1)
    return page


async def spectators(process: Process, entry: HostedMatch, count: int, moves: int, plain: bool) -> None:
    """Two people play; everybody looks."""
    seats = [Seat(process.port, token, name, plain) for name, token in entry.people.items()]
    for seat in seats:
        await opened(process.port, seat.page)
    before = process.memory()
    watching = f"/t/{entry.kept.watching}/live?page=w"
    begun = time.perf_counter()
    pages = await asyncio.gather(*(opened(process.port, Page(watching, plain)) for _ in range(count)))
    print(
        f"{count} spectators of one match: all have the page after {time.perf_counter() - begun:.1f} s",
        end=", ",
    )
    print(f"{pages[0].size / 1000:.0f} kB each ({pages[0].wire / 1000:.0f} kB on the wire)")
    wire, size = sum(one.wire for one in pages), sum(one.size for one in pages)
    begun, times = process.processor(), []
    for _ in range(moves):
        seat = next(one for one in seats if one.acts)
        other = next(one for one in seats if one is not seat)
        numbers = [(one, len(one.came) + 1) for one in (other.page, *pages)]
        played = await seat.play()
        with suppress(TimeoutError):  # nobody sees a secret decision
            times += [await one.count(number, 3) - played for one, number in numbers]
        await asyncio.sleep(0.3)
        while not any(one.acts for one in seats):
            await asyncio.sleep(0.05)
    wire, size = sum(one.wire for one in pages) - wire, sum(one.size for one in pages) - size
    print(f"  from a move to every page: {said(times)}")
    print(
        f"  a move and page: {size / count / moves / 1000:.1f} kB, {wire / count / moves / 1000:.1f} kB on the wire"
    )
    used = (process.processor() - begun) / moves
    print(
        f"  processor: {1000 * used:.0f} ms a move; memory: {process.memory() - before:.0f} MB more than without"
    )
    for one in pages + [seat.page for seat in seats]:
        one.transport.close()


class Watched:
    """A match of bots with one page: how long after each move the page shows it."""

    def __init__(self, entry: HostedMatch, plain: bool) -> None:
        self.record = entry.record
        self.size, self.moves = self.record.stat().st_size, 0
        self.waits: float | None = None
        self.times: list[float] = []
        self.page = Page(f"/t/{entry.kept.watching}/live?page=w", plain, self._shown)

    def look(self) -> None:
        """Note when the record has grown."""
        now = self.record.stat().st_size
        if now > self.size:
            self.size, self.moves = now, self.moves + 1
            self.waits = self.waits or time.perf_counter()

    def _shown(self) -> None:
        self.look()
        if self.waits is not None:
            self.times.append(time.perf_counter() - self.waits)
            self.waits = None


async def matches(
    process: Process,
    watched: Sequence[Watched],
    others: Sequence[Page],
    person: HostedMatch,
    seconds: float,
    plain: bool,
    opened_too: Callable[[], None] | None = None,
) -> None:
    """All these matches play for so long, others look as well, and a person points at spots meanwhile.

    While they play, `opened_too` is done once.
    """
    before = process.memory()
    begun = time.perf_counter()
    for page in [*(one.page for one in watched), *others]:
        await opened(process.port, page)
    took = time.perf_counter() - begun
    pages = len(watched) + len(others)
    print(f"{len(watched)} matches of bots, {pages} pages: all are open after {took:.1f} s")
    memory = process.memory()
    print(f"  memory: {(memory - before) / len(watched):.2f} MB a match, {memory:.0f} MB in all")
    token = next(iter(person.people.values()))
    seat = Seat(process.port, token, "person", plain)
    await opened(process.port, seat.page)
    print(f"  one more match: {process.memory() - memory:.2f} MB")

    async def looking() -> None:
        while True:
            for one in watched:
                one.look()
            await asyncio.sleep(0.005)

    looks = asyncio.create_task(looking())
    await asyncio.sleep(1)
    for one in watched:
        one.times, one.moves = [], 0
    used, begun, pointed = process.processor(), time.perf_counter(), []
    places = [[*map(int, found)] for found in LIT.findall("".join(map(str, seat.regions.values())))]
    n = 0
    while time.perf_counter() - begun < seconds:
        n += 1
        pointed.append(await seat.shown("point", at=places[n % len(places)]))
        await asyncio.sleep(0.1)
    took = time.perf_counter() - begun
    used = process.processor() - used
    looks.cancel()
    if opened_too is not None:
        await asyncio.to_thread(opened_too)
    times = [each for one in watched for each in one.times]
    total = sum(one.moves for one in watched)
    print(f"  {total / took:.0f} moves a second; processor {100 * used / took:.0f} % of one core", end="; ")
    print(f"memory {process.memory():.0f} MB")
    print(f"  from a bot's move to its page: {said(times)}")
    print(f"  a person points at a spot: {said(pointed)}")
    for page in [*(one.page for one in watched), *others, seat.page]:
        page.transport.close()


async def hints(process: Process, entries: Sequence[HostedMatch], seconds: float, plain: bool) -> None:
    """A person in each of these matches asks for a hint at every move and plays it; pages are opened meanwhile."""
    seats = [Seat(process.port, next(iter(one.people.values())), "person", plain) for one in entries]
    for seat in seats:
        await opened(process.port, seat.page)
    waits: list[float] = []
    played = [0] * len(seats)
    loads: list[float] = []
    ends = time.perf_counter() + seconds

    async def playing(n: int) -> None:
        seat = seats[n]
        while time.perf_counter() < ends:
            if not seat.acts:
                await asyncio.sleep(0.05)
                continue
            begun, before = time.perf_counter(), seat.number
            await seat.do("key", key="h")
            waits.append(time.perf_counter() - begun)
            while seat.number == before:
                with suppress(TimeoutError):
                    async with asyncio.timeout(5):
                        await seat.shown("key", key="enter")
            played[n] += 1

    async def opening() -> None:
        n = 0
        while time.perf_counter() < ends:
            n, begun = n + 1, time.perf_counter()
            page = Page(f"/t/{entries[n % len(entries)].kept.watching}/live?page=w", plain)
            await opened(process.port, page)
            loads.append(time.perf_counter() - begun)
            page.transport.close()
            await asyncio.sleep(0.5)

    used = process.processor()
    await asyncio.gather(opening(), *(playing(n) for n in range(len(seats))))
    used = process.processor() - used
    print(
        f"{len(seats)} people ask for a hint at each move: {60 * sum(played) / seconds:.0f} moves a minute",
        end="; ",
    )
    print(
        f"the slowest match {60 * min(played) / seconds:.1f}; processor {100 * used / seconds:.0f} % of one core"
    )
    print(f"  a hint: {said(waits)}")
    print(f"  a page that is opened meanwhile: {said(loads)}")
    for seat in seats:
        seat.page.transport.close()


def rested(folder: Path, count: int, begun: bytes, over: bytes) -> None:
    """So many matches that rest on the disk, every third not over, in the file of addresses of older versions."""
    games, seats = folder / "games", ("anna", "bruno")
    games.mkdir(parents=True)
    kept = []
    for n in range(count):
        path = games / f"rested-{n:05}.jsonl"
        path.write_bytes(begun if n % 3 == 0 else over)
        kept.append(
            MatchAddresses(
                id=f"{n:08x}",
                record=os.path.realpath(path),
                head=digest(path),
                seats=seats,
                people={name: token() for name in seats},
                watching=token(),
                bots={},
            )
        )
    content = {"lobby": token(), "matches": [attrs.asdict(one) for one in kept]}
    (folder / "web.json").write_text(json.dumps(content))


def lobby(process: Process, path: str, tries: int = 10) -> None:
    """The lobby is opened again and again."""
    times = []
    for _ in range(tries):
        begun = time.perf_counter()
        with urlopen(f"http://localhost:{process.port}{path}") as answer:
            size = len(answer.read())
        times.append(time.perf_counter() - begun)
    print(f"the lobby: {size / 1000:.0f} kB; {said(times)}")


def main() -> None:
    reads = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reads.add_argument("--game", default="rebirth")
    reads.add_argument("--spectators", type=int, default=200)
    reads.add_argument("--moves", type=int, default=20, help="moves that spectators see")
    reads.add_argument("--matches", type=int, default=50)
    reads.add_argument("--pages", type=int, default=50, help="pages that look at them")
    reads.add_argument("--search", type=int, default=5, help="of them, matches in which bots search")
    reads.add_argument("--hints", type=int, default=50, help="matches in which a person asks for hints")
    reads.add_argument("--disk", type=int, default=0, help="further matches that only lie on the disk")
    reads.add_argument("--seconds", type=float, default=20.0)
    reads.add_argument("--pace", type=float, default=0.6, help="as `serve --pace`; 0: as fast as they can")
    reads.add_argument("--plain", action="store_true", help="streams that are not compressed")
    given = reads.parse_args()

    def plan(*levels: str) -> MatchSetup:
        names = ("anna", "bruno")
        players = tuple(SeatSetup(name=name, level=level) for name, level in zip(names, levels, strict=True))
        return MatchSetup(game=given.game, players=players)

    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "tilewright"
        if given.disk:
            records = [recorded(Path(home) / f"{steps}.jsonl", given.game, steps) for steps in (9, 10_000)]
            rested(folder, given.disk, *records)
        registry = MatchRegistry(folder / "web.json", folder / "games", LiveMatch)  # it opens nothing
        people, person = registry.begin(plan("", ""), seed=1), registry.begin(plan("", "normal"), seed=2)
        kinds = [("hard" if n < given.search else "normal") for n in range(given.matches)]
        entries = [registry.begin(plan(kind, kind), seed=n) for n, kind in enumerate(kinds)]
        asked = [registry.begin(plan("", "normal"), seed=n) for n in range(given.hints)]
        process = Process(Path(home), given.pace)
        if given.disk:
            lobby(process, f"/h/{registry.lobby}", 1)  # all records are read, once
            process.run.kill()
            process.run.wait()
            begun = time.perf_counter()
            process = Process(Path(home), given.pace)
            print(
                f"{given.disk} matches on the disk: after kill -9 it serves in {time.perf_counter() - begun:.1f} s"
            )
            lobby(process, f"/h/{registry.lobby}", 1)
        try:
            print(f"{given.game}; load of the machine before: {os.getloadavg()[0]:.1f}", end="; ")
            print(f"the server alone: {process.memory():.0f} MB")
            if given.spectators:
                asyncio.run(spectators(process, people, given.spectators, given.moves, given.plain))
            if given.matches:
                watched = [Watched(entry, given.plain) for entry in entries]
                others = [
                    Page(f"/t/{entries[n % len(entries)].kept.watching}/live?page=w{n}", given.plain)
                    for n in range(given.pages - len(watched))
                ]
                opened = partial(lobby, process, f"/h/{registry.lobby}") if given.disk else None
                asyncio.run(matches(process, watched, others, person, given.seconds, given.plain, opened))
            if asked:
                asyncio.run(hints(process, asked, given.seconds, given.plain))
        finally:
            process.run.terminate()
            process.run.wait()


if __name__ == "__main__":
    main()
