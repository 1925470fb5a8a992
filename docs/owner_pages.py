"""Pictures of the page on which an owner corrects their data, and the map on paper that they lay under it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
from page_server import DESK, DONE_ALL, PHONE, SETTLED, SMALL, TOKEN, WIDE, running, window

from tilewright.core.box.draft import Draft
from tilewright.core.draw.shapes import SHAPES, corners
from tilewright.core.draw.svg_board import RADIUS
from tilewright.core.web.box.app import application as box_application
from tilewright.core.web.middleware import Hosts

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

UP_TO = "(what) => document.querySelector(what).scrollIntoView()"
"""Scrolls until it begins at the upper edge of the window."""
LIES = "() => Object.keys(localStorage).some((key) => key.startsWith('tilewright box '))"
"""True once the browser remembers how a photo lies: it is shown and fits."""
MAP, OTHER_MAP = "maps/default.yaml", "maps/alternative.yaml"
MISSIONS, TUNNELS = "missions.yaml", "modules/tunnel/tunnels.yaml"


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
        box = page.locator(f"{spot} polygon").first.bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.click('#tools [data-tool="E"]')
    page.click('#drawing .spot[data-at="-1,13"]')
    page.evaluate(DONE_ALL)
    page.click("#problems summary")
    page.click("#problems details > button")  # all counts as drawn; the settlement is still too small
    page.evaluate(DONE_ALL)
    if not page.locator("#problems details[open]").count():
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
    tile = page.locator("#drawing .spot polygon").first.bounding_box()
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
    Owned("box-map", "rebirth", MAP, size=WIDE, begin=as_on_paper, work=fit_a_photo),
    Owned("box-tile", "isleofskye", TUNNELS, (4,), size=SMALL, work=draw_a_tile),
    Owned("box-phone", "rebirth", MISSIONS, ("cards", 5), size=PHONE, work=write_a_card),
)
