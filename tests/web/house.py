"""A whole server in this process, with matches of every kind, and one browser for a module of tests."""

from __future__ import annotations

import importlib
import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.bots import make
from tilewright.core.table.match_setup import MatchSetup, SeatSetup
from tilewright.core.table.table import Table
from tilewright.core.web.app import application
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry
from tilewright.core.web.middleware import Hosts, Limits
from tilewright.core.web.rate_limit import Rate

from .front import Answer, Front, serving

CHROMIUM = shutil.which("chromium")
ROOT = Path(__file__).parents[2]
SKYE = ("bonus", "druids", "outskirts", "tunnel")
QUICK = Limits(seat=Rate(10_000, 10_000))
"""A person who never thinks."""
LONGEST = 120.0


@attrs.frozen
class Browser:
    """Chromium, whose pages move nothing unless a test wants that: it takes a machine most of its time."""

    opened: Any

    def new_context(self, **more: Any) -> Any:
        return self.opened.new_context(**{"reduced_motion": "reduce", **more})

    def new_page(self, **more: Any) -> Any:
        """A page in a context of its own, which ends with it."""
        return self.opened.new_page(**{"reduced_motion": "reduce", **more})


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """The browser, with these words of its command line."""
    if CHROMIUM is None:
        pytest.skip("no chromium here: apt-get install chromium")
    api = pytest.importorskip("playwright.sync_api", reason="no playwright here: pip install playwright")
    with api.sync_playwright() as play:
        opened = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", *more])
        yield Browser(opened)
        opened.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for all tests of a module."""
    with chromium() as found:
        yield found


def faults(page: Any) -> list[str]:
    """What goes wrong in this page of the browser from now on."""
    found = list[str]()
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda said: found.append(said.text) if said.type == "error" else None)
    return found


def plan(game: str, *players: str, modules: tuple[str, ...] = (), **options: str) -> MatchSetup:
    """`anna` is a person, `bruno:easy` a bot."""
    seats = [SeatSetup(name=name, level=level) for name, _, level in (one.partition(":") for one in players)]
    return MatchSetup(game=game, modules=modules, options=options, players=tuple(seats))


@attrs.define
class House:
    """A server that runs, and its registry."""

    registry: MatchRegistry
    front: Front

    @property
    def lobby(self) -> str:
        """The path of the lobby."""
        return f"/h/{self.registry.lobby}"

    def asked(self, **content: object) -> Answer:
        """What the lobby answers to this request."""
        return self.front.post(f"{self.lobby}/do", content)

    def done(self, **content: object) -> Any:
        """The same; it must be a good answer."""
        answer = self.asked(**content)
        assert answer.status == 200, answer
        return json.loads(answer.body)

    def begin(self, what: MatchSetup, *, seed: int = 7, lang: str = "en", steps: int = 0) -> HostedMatch:
        """A new match of which anybody has played the first decisions."""
        entry = self.registry.begin(what, lang, seed=seed)
        with entry.taken() as served:
            ahead(served.table, steps)
        return entry

    def address(self, entry: HostedMatch, name: str = "") -> str:
        """Where this person plays; "" for spectators."""
        return f"{self.front.origin}/t/{entry.people[name] if name else entry.kept.watching}"


def ahead(table: Table, steps: int, seed: int = 1) -> None:
    """Play so many decisions, all seats at random."""
    anybody = make("random", table.match.rules)
    for _ in range(steps):
        if table.over:
            return
        table.play(table.match.choose(table.match.state.to_act[0], anybody))


@contextmanager
def house(folder: Path, *, pace: float = 0.0, **more: Any) -> Iterator[House]:
    registry = MatchRegistry(
        folder / "web.json", folder / "games", lambda table: LiveMatch(table, pace=pace), **more
    )
    with serving(application(registry, hosts=Hosts(), limits=QUICK)) as front:
        yield House(registry, front)


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all matches of a module."""
    with house(tmp_path_factory.mktemp("house")) as found:
        yield found


@contextmanager
def installed(folder: Path, **games: str) -> Iterator[None]:
    """Games of other people, installed for as long as this lasts: name to entry point, found from `folder`."""
    info = folder / "tilewright_guests-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tilewright-guests\nVersion: 1.0\n")
    points = "".join(f"{name} = {value}\n" for name, value in games.items())
    (info / "entry_points.txt").write_text(f"[tilewright.games]\n{points}")
    before, paths = set(sys.modules), [*sys.path]
    sys.path[:0] = [str(folder), str(ROOT / "examples" / "carcassonne")]
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = paths
        for name in set(sys.modules) - before:
            if name.split(".")[0] in games:
                del sys.modules[name]


def until(true: Callable[[], object], what: str, seconds: float = LONGEST) -> None:
    """Wait until it is true. The longer it takes, the less often it is asked: asking takes a page's time as well."""
    ends, pause = time.monotonic() + seconds, 0.005
    while not true():
        assert time.monotonic() < ends, what
        time.sleep(pause)
        pause = min(2 * pause, 0.04)
