"""Makes pictures of the table and of an owner's data in a browser: `python docs/pages.py [FOLDER [NAME ...]]`.

The folder is docs/pages/ unless another is given; with names, only those pictures are made. Each picture is one page of
a real server at one size of the window, taken by Chromium. Games have fixed seeds, and bots do not wait. Pixels depend
on the fonts of the machine, so no test compares them: look at what has changed.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import owner_pages
from page_server import DESK, DONE_ALL, PHONE, SETTLED, TALL, TOKEN, running, window

from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.table import notable_moves
from tilewright.core.table.choosing import verb
from tilewright.core.table.replay_walk import Walk
from tilewright.core.web import replay_page
from tilewright.core.web.app import application
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.joining import seating
from tilewright.core.web.joining.waiting_table import WaitingSeat
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry
from tilewright.core.web.middleware import Hosts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tilewright.core.rules.actions import Action

HERE = Path(__file__).parent
FOLDER = HERE / "pages"
EXAMPLE = HERE.parent / "examples" / "carcassonne"
NAMES = ("anna", "bruno", "clara", "dora")
CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"]
LEFT = 12
"""Decisions that are played at the served table, so that its pages have news."""
COLOURS = 128
"""Colours of a picture, which keep it small."""
REVIEW = 60.0
"""CPU seconds in which the notable moves are found; far fewer are needed, and so they are always the same."""


@attrs.frozen(kw_only=True)
class Scene:
    """A match of bots, in which people take over at one of anna's decisions."""

    game: str
    seats: int
    verb: str = ""
    """Return what anna can do there: for the last time within so many decisions; "" for the end of the match."""
    steps: int = 10_000
    modules: tuple[str, ...] = ()
    people: int = 1
    """So many of the players are people from then on, the others bots."""
    bot: str = "greedy"
    asked: bool = False
    """Anna asks to take back."""


@attrs.frozen
class Picture:
    """Whose page it is, and what is pressed there before the picture is taken."""

    name: str
    scene: Scene
    size: tuple[int, int] = DESK
    who: str = "anna"
    """A player, or "watching", "lobby", "joining", "replay", "lesson"."""
    keys: tuple[str, ...] = ()


REBIRTH = Scene(game="rebirth", seats=3, verb="place", steps=60)
IRELAND = Scene(game="rebirth", seats=3, verb="place", steps=60, modules=("ireland",))
GLENMORE_TAKE = Scene(game="glenmore", seats=3, verb="take", steps=110)
GLENMORE_PLACE = Scene(game="glenmore", seats=3, verb="place", steps=110)
SKYE = ("bonus", "druids", "outskirts", "tunnel")
SKYE_PRICE = Scene(game="isleofskye", seats=4, verb="price", steps=110, modules=SKYE)
SKYE_BUILD = Scene(game="isleofskye", seats=3, verb="build", steps=60)
CARCASSONNE = Scene(game="carcassonne", seats=2, verb="place", steps=40)
ASKED = Scene(game="rebirth", seats=3, verb="place", steps=40, people=2, asked=True)
DONE = Scene(game="rebirth", seats=2, bot="casual:40")


# -- matches ---------------------------------------------------------------------------------------------------------


def moves(scene: Scene) -> list[Action]:
    """The moves that lead to the scene."""
    rules = load(scene.game, scene.modules)
    match, bot = Match(rules, NAMES[: scene.seats], seed=3), make(scene.bot, rules)
    found: list[Action] = []
    last = 0
    while not match.over and len(found) < scene.steps:
        seat = match.state.to_act[0]
        if seat == 0 and scene.verb in {verb(action) for action in match.state.legal(0)}:
            last = len(found)
        found.append(match.choose(seat, bot))
        match.play(found[-1])
    return found[:last] if scene.verb else found


def begun(registry: MatchRegistry, scene: Scene) -> tuple[HostedMatch, list[Action]]:
    """The match of the scene in this registry, and the moves that are left to be played at its table."""
    registry.lessons.progress.offered(scene.game)  # no page but that of a first game offers its lesson
    made = moves(scene)
    left = LEFT if scene.verb else 0
    record = registry.folder / f"{scene.game}-{len(registry.entries())}.jsonl"
    match = Match(load(scene.game, scene.modules), NAMES[: scene.seats], seed=3, record=record)
    for one in made[: len(made) - left]:
        match.play(one)
    match.close()
    bots = dict.fromkeys(NAMES[scene.people : scene.seats], "greedy") if scene.verb else None
    return registry.add(record, "en", bots), made[len(made) - left :]


def sit(served: LiveMatch, scene: Scene, left: list[Action]) -> None:
    """Play on at the table."""
    for one in left:
        served.table.play(one)
    if scene.asked:
        served.table.ask_back(0)


# -- pages -----------------------------------------------------------------------------------------------------------


@contextmanager
def served(folder: Path) -> Iterator[tuple[MatchRegistry, str]]:
    """A registry in this folder, and the address at which a server has it."""
    registry: MatchRegistry = MatchRegistry(
        folder / "web.json", folder, lambda table: LiveMatch(table, pace=0)
    )
    with running(application(registry, hosts=Hosts())) as home:
        yield registry, home


class Studio:
    """A server with the matches of the pictures, and the browser that looks at it."""

    def __init__(self, registry: MatchRegistry, home: str, browser: Browser) -> None:
        self.registry, self.home, self.browser = registry, home, browser
        self.matches: dict[Scene, tuple[HostedMatch, list[Action]]] = {}

    def taken(self, picture: Picture) -> bytes:
        """The picture as PNG."""
        if picture.scene not in self.matches:
            self.matches[picture.scene] = begun(self.registry, picture.scene)
        entry, left = self.matches[picture.scene]
        with window(self.browser, picture.size) as page:
            if picture.who == "replay":
                self.replay(page, entry)
            elif picture.who == "lobby":
                self.lobby(page)
            elif picture.who == "joining":
                self.joining(page, picture.scene)
            elif picture.who == "lesson":
                token = self.registry.lessons.open("", picture.scene.game, picture.scene.modules)
                page.goto(f"{self.home}/t/{token}")
                page.wait_for_selector("#ways button:visible")
            else:
                with entry.taken() as there:
                    if left:
                        sit(there, picture.scene, left)
                        left.clear()
                    self.table(page, entry, picture)
            for key in picture.keys:
                page.keyboard.press(key)
                page.evaluate(DONE_ALL)
                page.wait_for_timeout(SETTLED)
            return page.screenshot()

    def table(self, page: Page, entry: HostedMatch, picture: Picture) -> None:
        """The page of a seat or of spectators."""
        tokens = {**entry.people, "watching": entry.kept.watching}
        page.goto(f"{self.home}/t/{tokens[picture.who]}")
        page.wait_for_selector("#boards svg")

    def lobby(self, page: Page) -> None:
        """The lobby, without real addresses."""
        page.goto(f"{self.home}/h/{self.registry.lobby}")
        page.wait_for_selector("article input")
        page.evaluate(
            """token => document.querySelectorAll("article input").forEach((one, n) => {
              const end = one.value.endsWith("/replay") ? "/replay" : "";
              const kind = one.dataset.for === "join" ? "j" : "t";
              one.value = `http://127.0.0.1:8137/${kind}/${(token.slice(n * 5) + token).slice(0, 22)}${end}`;
            })""",
            TOKEN,
        )

    def joining(self, page: Page, scene: Scene) -> None:
        """The link of a table at which one person sits, and which another one has opened."""
        seats = WaitingSeat(name="anna"), WaitingSeat(name="bot", bot="normal"), WaitingSeat(), WaitingSeat()
        table = seating.wait(self.registry, seating.fresh(scene.game, seats=seats))
        seating.take(self.registry, table.join, TOKEN, "bruno")
        page.goto(f"{self.home}/j/{table.join}")
        page.fill('[name="name"]', "clara")
        seating.drop(self.registry, table.id)

    def replay(self, page: Page, entry: HostedMatch) -> None:
        """A finished match as a file, which looks the same as at the server."""
        walk = Walk.open(entry.record, "en")
        walk.eyes = 0
        walk.to(walk.final_number)
        file = self.registry.folder / "replay.html"
        if not file.exists():
            *_, found = notable_moves.look(walk, REVIEW)
            assert isinstance(found, notable_moves.Notable)
            file.write_text(replay_page.document(walk, found=found), "utf-8")
        page.goto(f"{file.as_uri()}#30")
        page.wait_for_selector("main svg")


def write(folder: Path, names: Collection[str] = ()) -> None:
    """Write the pictures of these names into the folder, or all."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        sys.exit("no chromium here: apt-get install chromium")
    if unknown := {*names} - {one.name for one in PICTURES}:
        sys.exit(f"no picture is called {', '.join(sorted(unknown))}")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        installed(EXAMPLE),
        tempfile.TemporaryDirectory() as room,
        served(Path(room)) as (registry, home),
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        studio = Studio(registry, home, browser)
        for picture in PICTURES:
            if names and picture.name not in names:
                continue
            taken = (
                studio.taken(picture) if isinstance(picture, Picture) else owner_pages.owned(browser, picture)
            )
            (folder / f"{picture.name}.png").write_bytes(smaller(taken))
        browser.close()


PICTURES = (
    Picture("lobby", REBIRTH, TALL, who="lobby"),
    Picture("joining", REBIRTH, PHONE, who="joining"),
    Picture("rebirth", REBIRTH, keys=("h",)),
    Picture("rebirth-phone", REBIRTH, PHONE, keys=("h",)),
    Picture("ireland", IRELAND, keys=("h",)),
    Picture("final", REBIRTH, keys=("h", "Enter")),
    Picture("why-not", REBIRTH, keys=("h", "Shift+ArrowRight", "Enter")),
    Picture("glenmore", GLENMORE_TAKE, keys=("h",)),
    Picture("glenmore-phone", GLENMORE_PLACE, PHONE, keys=("h",)),
    Picture("isleofskye", SKYE_PRICE, keys=("ArrowRight", "3")),
    Picture("isleofskye-phone", SKYE_BUILD, PHONE, keys=("h",)),
    Picture("carcassonne", CARCASSONNE, keys=("h",)),
    Picture("lesson", GLENMORE_TAKE, who="lesson", keys=("n", "n", "ArrowRight", "Enter")),
    Picture("lesson-phone", SKYE_BUILD, PHONE, who="lesson", keys=("n", "n", "n", "n", "h")),
    Picture("watching", GLENMORE_PLACE, who="watching"),
    Picture("taking-back", ASKED, who="bruno"),
    Picture("replay", DONE, TALL, who="replay"),
    Picture("replay-phone", DONE, PHONE, who="replay"),
    *owner_pages.PICTURES,
)
"""All of them. Those of an owner's page show no printed piece: the photo is of a map that `owner_pages` draws."""


def smaller(png: bytes) -> bytes:
    """The picture with a palette, which takes a third of the room."""
    from PIL import Image

    picture = Image.open(BytesIO(png)).convert("RGB")
    often = [colour for _, colour in sorted(picture.getcolors(picture.width * picture.height), reverse=True)]
    colours: list[tuple[int, int, int]] = []
    for apart in (150, 40, 0):  # first colours that differ much, the most frequent ones before others
        for one in often:
            if len(colours) < COLOURS and all(distance(one, other) > apart for other in colours):
                colours.append(one)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in colours for part in colour])
    found = BytesIO()
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(found, "png", optimize=True)
    return found.getvalue()


def distance(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    """The square of the distance between two colours."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


@contextmanager
def installed(example: Path) -> Iterator[None]:
    """The example's game is found as if it were installed."""
    with tempfile.TemporaryDirectory() as room:
        project = tomllib.loads((example / "pyproject.toml").read_text("utf-8"))["project"]
        about = Path(room) / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
        )
        groups = [
            f"[{group}]\n" + "".join(f"{name} = {what}\n" for name, what in points.items())
            for group, points in project["entry-points"].items()
        ]
        (about / "entry_points.txt").write_text("".join(groups), "utf-8")
        before = sys.path[:]
        sys.path[:0] = [room, str(example)]
        try:
            yield
        finally:
            sys.path[:] = before


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home  # nobody's own data
        write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, sys.argv[2:])
