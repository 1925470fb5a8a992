"""Makes pictures of the table in a browser: `python docs/pages.py [FOLDER]`, by default docs/pages/.

Each picture is one page of a real server at one size of the window, taken by Chromium. Games have fixed seeds, and bots
do not wait. Pixels depend on the fonts of the machine, so no test compares them: look at what has changed.
"""

from __future__ import annotations

import shutil
import struct
import sys
import tempfile
import threading
import time
import tomllib
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from tilewright.core.assembly import load
from tilewright.core.bots import make
from tilewright.core.match import Match
from tilewright.core.table.choosing import verb
from tilewright.core.table.walk import Walk
from tilewright.core.web import notable, replay
from tilewright.core.web.app import application
from tilewright.core.web.guard import Hosts
from tilewright.core.web.hall import Entry, Hall
from tilewright.core.web.served import Served
from tilewright.core.web.server import Server, base, listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tilewright.core.actions import Action

HERE = Path(__file__).parent
FOLDER = HERE / "pages"
EXAMPLE = HERE.parent / "examples" / "carcassonne"
NAMES = ("anna", "bruno", "clara", "dora")
DESK, PHONE, TALL = (1280, 800), (390, 844), (1280, 1150)
CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--font-render-hinting=none"]
LEFT = 12
"""Decisions that are played at the served table, so that its pages have news."""
SETTLED = 250
"""Milliseconds after a key until everything stands where it belongs."""
DONE_ALL = "async () => { if (typeof line !== 'undefined') await line; }"
"""Waits until the server has done what was pressed: a hint takes a while. A replay asks no server."""
REVIEW = 60.0
"""CPU seconds in which the notable moves are found; far fewer are needed, and so they are always the same."""
TOKEN = "q7VfX2mTzLr0aWc9yKdE4g"
"""Stands in pictures for the addresses, which are new each time."""
COLOURS = 128
"""Colours of a picture, which keep it small."""


@attrs.frozen(kw_only=True)
class Scene:
    """A match of bots, in which people take over at one of anna's decisions."""

    game: str
    seats: int
    verb: str = ""
    """What anna can do there: for the last time within so many decisions; "" for the end of the match."""
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
    """A player, or "watching", "lobby", "replay"."""
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

PICTURES = (
    Picture("lobby", REBIRTH, who="lobby"),
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
    Picture("watching", GLENMORE_PLACE, who="watching"),
    Picture("taking-back", ASKED, who="bruno"),
    Picture("replay", DONE, TALL, who="replay"),
    Picture("replay-phone", DONE, PHONE, who="replay"),
)


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


def begun(hall: Hall[Served], scene: Scene) -> tuple[Entry[Served], list[Action]]:
    """The match of the scene in this hall, and the moves that are left to be played at its table."""
    made = moves(scene)
    left = LEFT if scene.verb else 0
    record = hall.folder / f"{scene.game}-{len(hall.entries())}.jsonl"
    match = Match(load(scene.game, scene.modules), NAMES[: scene.seats], seed=3, record=record)
    for one in made[: len(made) - left]:
        match.play(one)
    match.close()
    bots = dict.fromkeys(NAMES[scene.people : scene.seats], "greedy") if scene.verb else None
    return hall.add(record, "en", bots), made[len(made) - left :]


def sit(served: Served, scene: Scene, left: list[Action]) -> None:
    """Play on at the table; people see what they have done themselves."""
    for one in left:
        served.table.play(one)
        if one.seat in served.table.people:
            served.table.chair(one.seat).looked()
    if scene.asked:
        served.table.ask_back(0)


# -- pages -----------------------------------------------------------------------------------------------------------


@contextmanager
def served(folder: Path) -> Iterator[tuple[Hall[Served], str]]:
    """A hall in this folder, and the address at which a server has it."""
    hall: Hall[Served] = Hall(folder / "web.json", folder, lambda table, entry: Served(table, pace=0))
    sock = listen("127.0.0.1", 0)
    server = Server(application(hall, hosts=Hosts()))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield hall, base(sock, "127.0.0.1")
    finally:
        server.should_exit = True
        thread.join()


class Studio:
    """A server with the matches of the pictures, and the browser that looks at it."""

    def __init__(self, hall: Hall[Served], home: str, browser: Browser) -> None:
        self.hall, self.home, self.browser = hall, home, browser
        self.matches: dict[Scene, tuple[Entry[Served], list[Action]]] = {}

    def taken(self, picture: Picture) -> bytes:
        """The picture as PNG."""
        if picture.scene not in self.matches:
            self.matches[picture.scene] = begun(self.hall, picture.scene)
        entry, left = self.matches[picture.scene]
        wide, high = picture.size
        context = self.browser.new_context(
            viewport={"width": wide, "height": high},
            is_mobile=picture.size == PHONE,
            has_touch=picture.size == PHONE,
            reduced_motion="reduce",
        )
        page = context.new_page()
        try:
            if picture.who == "replay":
                self.replay(page, entry)
            elif picture.who == "lobby":
                self.lobby(page)
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
        finally:
            context.close()

    def table(self, page: Page, entry: Entry[Served], picture: Picture) -> None:
        """The page of a seat or of spectators."""
        tokens = {**entry.people, "watching": entry.kept.watching}
        page.goto(f"{self.home}/t/{tokens[picture.who]}")
        page.wait_for_selector("#boards svg")

    def lobby(self, page: Page) -> None:
        """The lobby, without real addresses."""
        page.goto(f"{self.home}/h/{self.hall.lobby}")
        page.wait_for_selector("article input")
        page.evaluate(
            """token => document.querySelectorAll("article input").forEach((one, n) => {
              const end = one.value.endsWith("/replay") ? "/replay" : "";
              one.value = `http://127.0.0.1:8137/t/${(token.slice(n * 5) + token).slice(0, 22)}${end}`;
            })""",
            TOKEN,
        )

    def replay(self, page: Page, entry: Entry[Served]) -> None:
        """A finished match as a file, which looks the same as at the server."""
        walk = Walk.open(entry.record, "en")
        walk.eyes = 0
        walk.to(walk.final_number)
        file = self.hall.folder / "replay.html"
        if not file.exists():
            *_, found = notable.look(walk, REVIEW)
            assert isinstance(found, notable.Notable)
            file.write_text(replay.document(walk, found=found), "utf-8")
        page.goto(f"{file.as_uri()}#30")
        page.wait_for_selector("main svg")


def write(folder: Path) -> None:
    """Write all pictures into the folder."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        sys.exit("no chromium here: apt-get install chromium")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        installed(EXAMPLE),
        tempfile.TemporaryDirectory() as room,
        served(Path(room)) as (hall, home),
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        studio, lab = Studio(hall, home, browser), browser.new_page()
        for picture in PICTURES:
            (folder / f"{picture.name}.png").write_bytes(smaller(lab, studio.taken(picture)))
        browser.close()


# -- files -----------------------------------------------------------------------------------------------------------

INDEXED = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
  paper.drawImage(image, 0, 0);
  const pixels = new Uint32Array(paper.getImageData(0, 0, image.width, image.height).data.buffer);
  const parts = (colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
  const often = new Map();
  for (const one of pixels) often.set(one, (often.get(one) ?? 0) + 1);
  const colours = [];
  const nearest = (colour) => {
    let found = 0, least = Infinity;
    const [r, g, b] = parts(colour);
    for (let n = 0; n < colours.length; n++) {
      const [x, y, z] = colours[n], far = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2;
      if (far < least) [found, least] = [n, far];
    }
    return [found, least];
  };
  for (const apart of [150, 40, 0]) // first colours that differ much, the most frequent ones before others
    for (const [one] of [...often].sort((a, b) => b[1] - a[1]))
      if (colours.length < MOST && nearest(one)[1] > apart) colours.push(parts(one));
  const places = new Map([...often.keys()].map((one) => [one, nearest(one)[0]]));
  const reader = new FileReader();
  reader.readAsDataURL(new Blob([Uint8Array.from(pixels, (one) => places.get(one))]));
  await new Promise((done) => (reader.onload = done));
  return { wide: image.width, high: image.height, colours, indices: reader.result.split(",")[1] };
}"""
"""Reads a picture, and says it with a palette of MOST colours."""


def smaller(page: Page, png: bytes) -> bytes:
    """The picture with a palette, which takes a third of the room."""
    data = page.evaluate(INDEXED.replace("MOST", str(COLOURS)), b64encode(png).decode())
    wide, high, pixels = data["wide"], data["high"], b64decode(data["indices"])
    lines = b"".join(b"\0" + pixels[n * wide : (n + 1) * wide] for n in range(high))
    parts = {
        b"IHDR": struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0),
        b"PLTE": b"".join(map(bytes, data["colours"])),
        b"IDAT": zlib.compress(lines, 9),
        b"IEND": b"",
    }
    found = [
        struct.pack(">I", len(what)) + name + what + struct.pack(">I", zlib.crc32(name + what))
        for name, what in parts.items()
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(found)


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
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
