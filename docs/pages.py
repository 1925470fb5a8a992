"""Makes pictures of the table and of an owner's data in a browser: `python docs/pages.py [FOLDER [NAME ...]]`.

The folder is docs/pages/ unless another is given; with names, only those pictures are made. Each picture is one page of
a real server at one size of the window, taken by Chromium. Games have fixed seeds, and bots do not wait. Pixels depend
on the fonts of the machine, so no test compares them: look at what has changed.
"""

from __future__ import annotations

import os
import random
import shutil
import struct
import sys
import tempfile
import threading
import time
import tomllib
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from tilewright.core.bots import make
from tilewright.core.box.draft import Draft
from tilewright.core.draw.shapes import SHAPES, corners
from tilewright.core.draw.svg_board import RADIUS
from tilewright.core.play.match import Match
from tilewright.core.rules.assembly import load
from tilewright.core.table import notable_moves
from tilewright.core.table.choosing import verb
from tilewright.core.table.replay_walk import Walk
from tilewright.core.web import replay_page
from tilewright.core.web.app import application
from tilewright.core.web.box.app import application as box_application
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry
from tilewright.core.web.middleware import Hosts
from tilewright.core.web.server import Server, base, listen

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tilewright.core.rules.actions import Action
    from tilewright.core.web.middleware import AccessMiddleware

HERE = Path(__file__).parent
FOLDER = HERE / "pages"
EXAMPLE = HERE.parent / "examples" / "carcassonne"
NAMES = ("anna", "bruno", "clara", "dora")
DESK, WIDE, SMALL, PHONE, TALL = (1280, 800), (1360, 800), (1000, 700), (390, 844), (1280, 1150)
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
UP_TO = "(what) => document.querySelector(what).scrollIntoView()"
"""Scrolls until it begins at the upper edge of the window."""
LIES = "() => Object.keys(localStorage).some((key) => key.startsWith('tilewright box '))"
"""True once the browser remembers how a photo lies: it is shown and fits."""
MAP, OTHER_MAP = "maps/default.yaml", "maps/alternative.yaml"
MISSIONS, TUNNELS = "missions.yaml", "modules/tunnel/tunnels.yaml"


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
    """A player, or "watching", "lobby", "replay"."""
    keys: tuple[str, ...] = ()


@attrs.frozen
class Owned:
    """The page of an owner's data with one thing open, and what the owner does there before the picture is taken."""

    name: str
    game: str
    file: str
    path: tuple[str | int, ...] = ()
    size: tuple[int, int] = DESK
    begin: Callable[[Draft], None] = lambda draft: None
    """The steps that the owner has taken before."""
    work: Callable[[Page, Draft], None] = lambda page, draft: None


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


def begun(registry: MatchRegistry[LiveMatch], scene: Scene) -> tuple[HostedMatch[LiveMatch], list[Action]]:
    """The match of the scene in this registry, and the moves that are left to be played at its table."""
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
    """Play on at the table; people see what they have done themselves."""
    for one in left:
        served.table.play(one)
        if one.seat in served.table.people:
            served.table.chair(one.seat).looked()
    if scene.asked:
        served.table.ask_back(0)


# -- pages -----------------------------------------------------------------------------------------------------------


@contextmanager
def served(folder: Path) -> Iterator[tuple[MatchRegistry[LiveMatch], str]]:
    """A registry in this folder, and the address at which a server has it."""
    registry: MatchRegistry[LiveMatch] = MatchRegistry(
        folder / "web.json", folder, lambda table, entry: LiveMatch(table, pace=0)
    )
    with running(application(registry, hosts=Hosts())) as home:
        yield registry, home


@contextmanager
def running(app: AccessMiddleware) -> Iterator[str]:
    """The address at which a server has this application."""
    sock = listen("127.0.0.1", 0)
    server = Server(app)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield base(sock, "127.0.0.1")
    finally:
        server.should_exit = True
        thread.join()


@contextmanager
def window(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """An empty window of this size, not used before."""
    wide, high = size
    context = browser.new_context(
        viewport={"width": wide, "height": high},
        is_mobile=size == PHONE,
        has_touch=size == PHONE,
        reduced_motion="reduce",
    )
    try:
        yield context.new_page()
    finally:
        context.close()


class Studio:
    """A server with the matches of the pictures, and the browser that looks at it."""

    def __init__(self, registry: MatchRegistry[LiveMatch], home: str, browser: Browser) -> None:
        self.registry, self.home, self.browser = registry, home, browser
        self.matches: dict[Scene, tuple[HostedMatch[LiveMatch], list[Action]]] = {}

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

    def table(self, page: Page, entry: HostedMatch[LiveMatch], picture: Picture) -> None:
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
              one.value = `http://127.0.0.1:8137/t/${(token.slice(n * 5) + token).slice(0, 22)}${end}`;
            })""",
            TOKEN,
        )

    def replay(self, page: Page, entry: HostedMatch[LiveMatch]) -> None:
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
        studio, lab = Studio(registry, home, browser), browser.new_page()
        for picture in PICTURES:
            if names and picture.name not in names:
                continue
            taken = studio.taken(picture) if isinstance(picture, Picture) else owned(browser, picture)
            (folder / f"{picture.name}.png").write_bytes(smaller(lab, taken))
        browser.close()


# -- the page of an owner's data -------------------------------------------------------------------------------------


def owned(browser: Browser, picture: Owned) -> bytes:
    """The picture as PNG."""
    with tempfile.TemporaryDirectory() as room:
        draft = Draft.open(picture.game, Path(room))
        try:
            picture.begin(draft)
            with (
                running(box_application(draft, TOKEN, hosts=Hosts())) as home,
                window(browser, picture.size) as page,
            ):
                page.goto(f"{home}/t/{TOKEN}")
                page.evaluate(DONE_ALL)
                page.evaluate("(where) => { open(where); }", [picture.file, *picture.path])
                page.evaluate(DONE_ALL)
                picture.work(page, draft)
                page.evaluate(DONE_ALL)
                page.wait_for_timeout(SETTLED)
                return page.screenshot()
        finally:
            draft.close()


def as_on_paper(draft: Draft) -> None:
    """The owner has put on the map what the photo shows: our other map, drawn by hand."""
    for key in ("fits", "picture", "expected_counts"):
        draft.change(MAP, (key,), draft.at(OTHER_MAP, (key,)))


def fit_a_photo(page: Page, draft: Draft) -> None:
    """Lay a photo under the map, and paint over a hex of a settlement."""
    page.set_input_files(
        "#file",
        {"name": "map.png", "mimeType": "image/png", "buffer": photo(page, draft.at(MAP, ("picture",)))},
    )
    page.wait_for_function(LIES)
    page.locator("#opacity").fill("50")
    page.evaluate(UP_TO, "#work")
    page.click("#match")
    spots = [f'#drawing .spot[data-at="{at}"]' for at in ("6,0", "2,9")]
    for spot in spots:
        page.mouse.click(*on_photo(page, spot))
    for spot in spots:
        box = page.locator(f"{spot} .ring").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.click('#tools [data-tool="E"]')
    page.click('#drawing .spot[data-at="-1,13"]')
    page.evaluate(DONE_ALL)
    page.click("#problems summary button")  # all counts as drawn; the settlement is still too small
    page.evaluate(DONE_ALL)
    page.click("#problems summary")
    page.click("#problems li a")
    page.evaluate(DONE_ALL)
    page.click("#problems summary")
    page.evaluate(UP_TO, "#work")


def on_photo(page: Page, spot: str) -> tuple[float, float]:
    """Return where a hex lies on the photo in the window, before the photo is fitted."""
    left, top, by, wide, high, x, y = page.evaluate(
        """(spot) => {
          const img = document.querySelector("#under img"), at = img.getBoundingClientRect();
          const board = document.querySelector("#drawing svg.board-svg").viewBox.baseVal;
          const { x, y } = document.querySelector(spot).dataset;
          return [at.left, at.top, at.width / img.naturalWidth, board.width, board.height, Number(x), Number(y)];
        }""",
        spot,
    )
    lean = radians(TURNED)
    dx, dy = x - wide / 2, y - high / 2
    across = (round(wide) + 2 * AROUND) / 2 + OFF[0] + dx * cos(lean) - dy * sin(lean)
    down = (round(high) + 2 * AROUND) / 2 + OFF[1] + dx * sin(lean) + dy * cos(lean)
    return left + by * across, top + by * down


def draw_a_tile(page: Page, draft: Draft) -> None:
    """Put a mountain into a corner, and point at the next part."""
    page.evaluate(UP_TO, "#middle")
    page.click('#tools [data-tool="M"]')
    tile = page.locator("#drawing .spot .ring").bounding_box()
    assert tile is not None
    page.mouse.click(tile["x"] + 0.15 * tile["width"], tile["y"] + 0.85 * tile["height"])


def write_a_card(page: Page, draft: Draft) -> None:
    """Correct the points of a card."""
    page.fill("[data-do=set][data-to*=points]", "6")
    page.keyboard.press("Tab")
    page.evaluate(DONE_ALL)
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")


# -- a map on paper, invented --------------------------------------------------------------------------------------

TURNED, OFF = 2, (26, 14)
"""The tilt of the photo, in degrees, and how far the map lies from its middle."""
AROUND = 90
"""Room for the table and the sheet around the map."""
TABLE, SHEET, PENCIL = "#4a3a30", "#dcc7a0", "#4d4238"
CRAYONS = {
    "F": "#d49a1e",
    "E": "#6f9fb8",
    "O": "#f4ead2",
    "S": "#b8714a",
    "M": "#b8714a",
    "L": "#b8714a",
    "K": "#85807a",
    "C": "#85807a",
    "~": "#4d7fa8",
}
SIGNS = {"S": 1, "M": 2, "L": 3}
"""Roofs that are drawn into a hex of a settlement."""


def photo(page: Page, picture: str) -> bytes:
    """Return a photo of a map drawn on paper, as large as the map in the page, as PNG."""
    wide, high, middles = page.evaluate(
        """() => {
          const board = document.querySelector("#drawing svg.board-svg").viewBox.baseVal;
          const spots = [...document.querySelectorAll("#drawing .spot")];
          return [board.width, board.height, spots.map((one) => [Number(one.dataset.y), Number(one.dataset.x)])];
        }"""
    )
    marks = [mark for line in picture.splitlines() for mark in line.split()]
    places = {(x, y): mark for (y, x), mark in zip(sorted(middles), marks, strict=True) if mark != ".."}
    across, down = round(wide) + 2 * AROUND, round(high) + 2 * AROUND
    drawn = pencilled(places, wide, high)
    assert page.context.browser is not None
    with window(page.context.browser, (across, down)) as sheet:
        sheet.set_content(
            f'<body style="margin:0;background:{TABLE}"><svg width="{across}" height="{down}" '
            f'style="display:block"><g transform="translate({across / 2 + OFF[0]} {down / 2 + OFF[1]}) '
            f'rotate({TURNED}) translate({-wide / 2} {-high / 2})">{drawn}</g></svg>'
        )
        return sheet.screenshot()


def pencilled(places: dict[tuple[float, float], str], wide: float, high: float) -> str:
    """The sheet with these hexes as SVG: middle to mark."""
    hand = random.Random(3)
    edge = AROUND - 40
    parts = [
        f'<rect x="{-edge}" y="{-edge}" width="{wide + 2 * edge}" height="{high + 2 * edge}" fill="{SHEET}"/>',
        f'<text x="36" y="108" font-family="serif" font-style="italic" font-size="54" fill="{PENCIL}">Scotland</text>',
        f'<clipPath id="hex"><polygon points="{around(0.96)}"/></clipPath>',
    ]
    for (x, y), mark in places.items():
        parts.append(f'<g transform="translate({x:.1f} {y:.1f})">{hexagon(hand, mark)}</g>')
    return "".join(parts)


def around(by: float) -> str:
    """The corners of a hex, that much smaller."""
    return " ".join(f"{x * by:.1f},{y * by:.1f}" for x, y in corners("hex", RADIUS, RADIUS))


def hexagon(hand: random.Random, mark: str) -> str:
    """One hex as a hand draws it: hatched, with an outline that is not quite straight, and a sign."""
    lean, strokes = hand.uniform(0.9, 1.2), []
    for n in range(-9, 10):
        away = n * 5 + hand.uniform(-1, 1)
        x, y, dx, dy = away * cos(lean), -away * sin(lean), 40 * sin(lean), 40 * cos(lean)
        strokes.append(f"M{x - dx:.1f} {y - dy:.1f}L{x + dx:.1f} {y + dy:.1f}")
    crayon = CRAYONS[mark[0]]
    found = f'<g clip-path="url(#hex)"><polygon points="{around(1)}" fill="{crayon}" fill-opacity=".45"/>'
    found += f'<path d="{"".join(strokes)}" stroke="{crayon}" stroke-width="3"/></g>'
    line = f'fill="none" stroke="{PENCIL}" stroke-linejoin="round"'
    wobbly = " ".join(
        f"{x + hand.uniform(-2, 2):.1f},{y + hand.uniform(-2, 2):.1f}"
        for x, y in corners("hex", RADIUS, RADIUS)
    )
    found += f'<polygon points="{wobbly}" {line} stroke-width="2"/>'
    return found + sign(mark, line)


def sign(mark: str, line: str) -> str:
    """Return what is drawn into the hex."""
    if mark[0] in "KC":
        shape = SHAPES["castle" if mark[0] == "K" else "church"]
        return f'<path d="{shape}" fill="{SHEET}" stroke="{PENCIL}" stroke-width="2.5"/>'
    roofs = SIGNS.get(mark[0], 0)
    return "".join(
        f'<path d="M{x - 8} 24V14L{x} 6L{x + 8} 14V24Z" {line} stroke-width="2"/>'
        for x in ((n - (roofs - 1) / 2) * 18 for n in range(roofs))
    )


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
    Owned("box-map", "rebirth", MAP, size=WIDE, begin=as_on_paper, work=fit_a_photo),
    Owned("box-tile", "isleofskye", TUNNELS, (4,), size=SMALL, work=draw_a_tile),
    Owned("box-phone", "rebirth", MISSIONS, ("cards", 5), size=PHONE, work=write_a_card),
)
"""All of them. Those of an owner's page show no printed piece: the photo is of a map that this script draws."""


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
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home  # nobody's own data
        write(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, sys.argv[2:])
