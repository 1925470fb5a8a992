"""The pages beside the tables that are measured, the contrast of texts in pictures, and how soon a page is there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from page_server import TOKEN, running

from tilewright.core.box.draft import Draft
from tilewright.core.web.box.app import application as box_application
from tilewright.core.web.middleware import Hosts

if TYPE_CHECKING:
    from pictures import Measured
    from playwright.sync_api import Browser

    from tilewright.core.web.hosted_match import HostedMatch
    from tilewright.core.web.matches import MatchRegistry

Pixel: TypeAlias = "tuple[int, ...]"
"""Red, green and blue."""
DIALOGS = {"score": "s", "log": "l", "rules": "t", "legend": "k", "panels": "o", "keys": "?"}
DELAY = 200
"""Milliseconds that every request takes longer, as over a distance."""
FIRST = """new MutationObserver((_, all) => {
  if (!document.querySelector("#boards svg[data-board]")) return;
  all.disconnect();
  requestAnimationFrame(() => (window.firstBoard = performance.now()));
}).observe(document, {childList: true, subtree: true});"""
SEEN = """async () => {
  while (!window.firstBoard) await new Promise((then) => setTimeout(then, 20));
  return firstBoard;
}"""
PREVIEW = """() => new Promise((then) => {
  const told = () => document.querySelector('[data-region="move"]').textContent;
  const drawn = () => document.querySelector(".over .ghost")?.outerHTML ?? "";
  const began = performance.now(), before = told() + drawn(), ends = setTimeout(() => then(0), 5000);
  const all = new MutationObserver(() => {
    if (told() + drawn() === before) return;
    all.disconnect();
    clearTimeout(ends);
    requestAnimationFrame(() => then(performance.now() - began));
  });
  all.observe(document.body, {childList: true, subtree: true, characterData: true});
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
})"""
APART = 90.0
"""Distance of two colours, below which a pixel belongs to the letters or their edges."""


def other_pages(measured: Measured, registry: MatchRegistry, home: str, entry: HostedMatch) -> None:
    """Measure the lobby, a lesson, what spectators see, a replay and the dialogs; the match is over."""
    seat = f"{home}/t/{next(iter(entry.people.values()))}"
    watching = f"{home}/t/{entry.kept.watching}"
    board = "#boards svg[data-board]"
    for name, key in DIALOGS.items():
        measured.other(name, seat, "Escape", key, ready=board)  # the card of the end comes first
    measured.other("spectators", watching, ready=board)
    measured.other("replay", f"{watching}/replay", ready="main svg")
    measured.other("lobby", f"{home}/h/{registry.lobby}", ready="article input")
    lesson = registry.lessons.open("", entry.opened.table.match.rules.game.name, ()) if entry.opened else ""
    measured.other("lesson", f"{home}/t/{lesson}", "n", "n", ready="#ways button:visible")


def box_page(measured: Measured, room: Path) -> None:
    """Measure the page on which an owner corrects a map."""
    draft = Draft.open("rebirth", room / "box")
    try:
        with running(box_application(draft, TOKEN, hosts=Hosts())) as home:
            measured.other("box", f"{home}/t/{TOKEN}", ready="h1")
    finally:
        draft.close()


def times(browser: Browser, title: str, address: str) -> dict[str, Any]:
    """How soon a browser that knows nothing has its first board, `near` its server and with DELAY more a request.

    Of the latter also how many bytes have come by then, and how soon it has a preview.
    """
    near, late = (_first(browser, address, delay) for delay in (0, DELAY))
    return {"rules": title, "near": near["first"], **late}


def _first(browser: Browser, address: str, delay: int) -> dict[str, Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(FIRST)
    wire = context.new_cdp_session(page)
    received: list[int] = []
    wire.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    wire.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    try:
        page.goto(address)
        first = page.evaluate(SEEN)
        page.wait_for_timeout(DELAY)
        size = sum(received) + first_message(address)
        return {"first": first, "bytes": size, "preview": page.evaluate(PREVIEW)}
    finally:
        context.close()


def first_message(address: str) -> int:
    """The bytes of what the stream of this page begins with, which the browser does not tell while it goes on."""
    url = urlsplit(address)
    assert url.hostname is not None
    wire = HTTPConnection(url.hostname, url.port, timeout=1.0)
    wire.request("GET", f"{url.path}/live?page=size&across=7", headers={"Accept-Encoding": "gzip"})
    answer, size = wire.getresponse(), 0
    with suppress(TimeoutError):
        while part := answer.read1():
            size += len(part)
    wire.close()
    return size


def lowest_contrast(png: bytes, inks: Sequence[dict[str, Any]], zoom: int) -> tuple[float, str]:
    """The lowest contrast of texts in pictures, by the colour that is most frequent behind each, and which it is."""
    from PIL import Image

    picture = Image.open(BytesIO(png)).convert("RGB")
    lowest = 99.0, ""
    for ink in inks:
        letters, behind = colour(ink["fill"]), colour(ink["halo"])
        if letters is None:
            continue
        if behind is None:
            left, top, right, bottom = (round(zoom * edge) for edge in ink["box"])
            seen = picture.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
            counted = Counter(zip(*[iter(seen.tobytes())] * 3)).most_common()
            other = [pixel for pixel, _ in counted if distance(pixel, letters) > APART]
            behind = (other or [counted[0][0]])[0]
        lowest = min(lowest, (contrast(letters, behind), ink["what"]))
    return round(lowest[0], 2), lowest[1]


def colour(text: str) -> Pixel | None:
    """The colour of `rgb(1, 2, 3)`; None if it is none, or cannot be said, as with a pattern."""
    found = re.fullmatch(r"rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)", text)
    if found is None or float(found[4] or 1) < 0.5:
        return None
    return int(found[1]), int(found[2]), int(found[3])


def distance(one: Pixel, other: Pixel) -> float:
    """How far two colours are from each other."""
    return float(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5)


def contrast(one: Pixel, other: Pixel) -> float:
    """The contrast of two colours as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(rgb: Pixel) -> float:
    """The relative luminance of a colour."""
    red, green, blue = (c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
