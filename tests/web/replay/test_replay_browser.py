"""The page of a replay in a browser: keys, clicks, paper, no scripts, and a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tilewright.core.table.replay_walk import Walk
from tilewright.core.text.seat_names import REFEREE
from tilewright.core.web.replay_page import SCRIPTS, STYLES, ServerLinks, document
from tilewright.core.web.static_files import content, joined

from ..house import browser as browser
from .replays import event_of, on_boards, walked
from .replays import finished as finished
from .replays import folder as folder
from .replays import skye as skye

HOST = "http://replay.test"
SERVED = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((one) => {
  if (one.closest(".panel, .scroll, .aloud, svg") && !one.matches(".panel, .scroll, svg")) return false;
  const box = one.getBoundingClientRect();
  return box.width && (box.right > document.documentElement.clientWidth + 0.5 || box.left < -0.5);
}).map((one) => one.outerHTML.slice(0, 80))"""


class Opened:
    """A page in a window of this size; it has neither asked for anything nor complained when it is closed."""

    def __init__(self, browser: Any, wide: int = 1280, high: int = 900, **more: Any) -> None:
        self.context = browser.new_context(viewport={"width": wide, "height": high}, **more)
        self.page = self.context.new_page()
        self.asked: list[str] = []
        self.wrong: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def __enter__(self) -> Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        assert not self.wrong

    def boards(self) -> list[tuple[str, list[str]]]:
        """The boards that are seen, with their spots in words."""
        found = self.page.evaluate(
            """() => [...document.querySelectorAll("#boards .board")].map((board) => [
              board.querySelector("h3")?.textContent ?? "",
              [...board.querySelectorAll(".spot > title")].map((title) => title.textContent)])"""
        )
        return sorted((title, sorted(spots)) for title, spots in found)

    def is_at(self, walk: Walk) -> None:
        """The page shows the walk's position."""
        assert self.page.evaluate("document.body.dataset.at") == str(walk.at)
        assert self.boards() == on_boards(walk)
        assert self.page.inner_text("#said") == (event_of(walk) or "the beginning")
        assert self.page.inner_text("#follows") == walk.next_up()
        scores = self.page.eval_on_selector_all("#scores b", "all => all.map(one => Number(one.textContent))")
        assert tuple(scores) == walk.scores()
        assert self.page.locator("#boards .spot.changed").count() == len(walk.changed())
        # The log tells at once what the eyes have learnt later.
        at, walk.at = walk.at, walk.last
        told = [entry.told.number for entry in walk.log() if entry.index == at]
        walk.at = at
        links = self.page.eval_on_selector_all(
            "#log [aria-current=step] a", "all => all.map(one => Number(one.hash.slice(1)))"
        )
        assert links == told


def test_keys_walk_as_at_the_terminal(browser: Any, finished: Path, folder: Path) -> None:
    walk = walked(finished, REFEREE)
    file = folder / "keys.html"
    file.write_text(document(walk), "utf-8")
    with Opened(browser) as opened:
        press = opened.page.keyboard.press
        opened.page.goto(file.as_uri())
        opened.is_at(walk)
        walk.at = 0
        for key, unit, by in (
            ("Home", None, 0), ("ArrowRight", "decision", 1), ("ArrowRight", "decision", 1), ("ArrowDown", "turn", 1),
            ("PageDown", "round", 1), ("PageDown", "round", 1), ("ArrowRight", "decision", 1),
            ("Shift+ArrowRight", "turn", 1), ("ArrowLeft", "decision", -1), ("ArrowUp", "turn", -1),
            ("PageUp", "round", -1), ("Shift+ArrowLeft", "turn", -1),
        ):  # fmt: skip
            press(key)
            if unit is not None:
                walk.go(unit, by)  # type: ignore[arg-type]
            opened.is_at(walk)
        for key in "31":
            press(key)
        assert "31" in opened.page.inner_text("#typed")
        press("Enter")
        walk.to(31)
        opened.is_at(walk)
        assert opened.page.url.endswith("#31")
        press("End")
        walk.at = walk.last
        opened.is_at(walk)
        press("ArrowRight")
        opened.is_at(walk)
        opened.page.go_back()
        walk.to(31)
        opened.is_at(walk)
        opened.page.select_option("#pace", "400")
        opened.page.evaluate("document.activeElement.blur()")
        press(" ")
        opened.page.wait_for_selector('body:not([data-at="31"])')
        press(" ")
        walk.at = int(opened.page.evaluate("document.body.dataset.at"))
        opened.is_at(walk)
        assert opened.asked == [file.as_uri()]


def test_clicks_on_buttons_log_and_chart_and_an_address_lead_there(
    browser: Any, skye: Path, folder: Path
) -> None:
    walk = walked(skye, 0)
    file = folder / "clicks.html"
    file.write_text(document(walk), "utf-8")
    with Opened(browser, 360, 740, has_touch=True) as opened:
        page = opened.page
        page.goto(f"{file.as_uri()}#20")
        walk.to(20)
        opened.is_at(walk)
        for name, unit, by in (
            ("back", "decision", -1), ("turn_back", "turn", -1), ("next", "decision", 1), ("turn", "turn", 1),
            ("round_back", "round", -1), ("round", "round", 1),
        ):  # fmt: skip
            page.tap(f"[data-do={name}]")
            walk.go(unit, by)  # type: ignore[arg-type]
            opened.is_at(walk)
        entry = walk.log()[5]
        page.click(f'#log li[data-at="{entry.index}"] a')
        walk.at = entry.index
        opened.is_at(walk)
        box = page.locator("#rounds svg").bounding_box()
        page.mouse.click(box["x"] + box["width"] * 0.12, box["y"] + box["height"] / 2)
        first = walk.rounds(walk.last)[0][0]
        walk.at = max(n for n in range(1, walk.last + 1) if walk.round(n) == first)
        opened.is_at(walk)


def test_nothing_sticks_out_of_the_window_and_paper_gets_the_whole_log(
    browser: Any, skye: Path, folder: Path
) -> None:
    file = folder / "wide.html"
    file.write_text(document(walked(skye)), "utf-8")
    with Opened(browser) as opened:
        opened.page.goto(f"{file.as_uri()}#50")
        for wide in (1280, 360):
            opened.page.set_viewport_size({"width": wide, "height": 800})
            assert opened.page.evaluate("document.documentElement.scrollWidth") == wide
            assert opened.page.evaluate(OUTSIDE) == []
        opened.page.emulate_media(media="print")
        assert not opened.page.is_visible("#steps")
        assert opened.page.evaluate(
            "(l => l.scrollHeight <= l.clientHeight)(document.querySelector('ol.log'))"
        )


def test_without_scripts_the_last_position_the_log_and_the_chart_are_seen(
    browser: Any, finished: Path, folder: Path
) -> None:
    walk = walked(finished)
    file = folder / "still.html"
    file.write_text(document(walk), "utf-8")
    with Opened(browser, java_script_enabled=False) as opened:
        page = opened.page
        page.goto(file.as_uri())
        assert page.inner_text("#said") == event_of(walk)
        assert page.locator("#boards .spot").count() == sum(len(board.spots) for board in walk.show.boards)
        assert page.locator("#boards .spot.changed").count() == len(walk.changed())
        assert page.is_visible("#rounds svg") and page.locator("#log li").count() == len(walk.log())
        assert not page.is_visible("#steps") and page.is_visible("noscript")


def test_a_server_links_its_files_offers_eyes_and_looks_for_notable_moves(
    browser: Any, finished: Path
) -> None:
    walk = walked(finished, 0)
    server = ServerLinks(
        f"/static/{joined('palette.css', *STYLES)}",
        f"/static/{joined(*SCRIPTS)}",
        {0: "?eyes=anna", None: "?eyes=spectator"},
        "/notable?eyes=anna",
    )
    text, asked = document(walk, server), []
    assert "<style" not in text and "Content-Security-Policy" not in text

    def answer(route: Any) -> None:
        path = route.request.url.removeprefix(HOST)
        asked.append(path)
        kind, body = "text/html", text
        if path.startswith("/static/"):
            name = path.removeprefix("/static/")
            kind = "text/javascript" if name.endswith("js") else "text/css"
            body = (content(name) or b"").decode()
        elif path.startswith("/notable"):
            found = {"html": '<div class="found"><a href="#7">seven</a></div>', "numbers": [7]}
            kind, body = "application/json", json.dumps({"share": 0.5} if asked.count(path) < 2 else found)
        headers = {"content-type": f"{kind}; charset=utf-8", "content-security-policy": SERVED}
        route.fulfill(body=body, headers=headers)

    with Opened(browser) as opened:
        page = opened.page
        page.route(f"{HOST}/**", answer)
        page.goto(f"{HOST}/replay#5")
        walk.to(5)
        opened.is_at(walk)
        assert page.inner_text("#eyes [aria-current]") == "anna"
        page.click("#ask")
        page.wait_for_selector("#notable .found")
        assert page.get_attribute("#log .notable", "data-at") == "7"
        page.click("#notable a")
        walk.to(7)
        opened.is_at(walk)
        page.click("#eyes a >> text=spectator")
        page.wait_for_url("**/replay?eyes=spectator#7")
        assert all(url.startswith(f"{HOST}/") for url in opened.asked)
