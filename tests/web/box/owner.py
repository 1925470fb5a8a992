"""Somebody at the page of an owner's data, in a window of their own."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.box.draft import Draft
from tilewright.core.web.box.app import application
from tilewright.core.web.middleware import Hosts

from ..front import serving
from ..garden import PLUGIN as PLUGIN
from ..house import browser as browser
from ..house import faults, installed
from ..person import DESK, PHONE

MAP, MISSIONS = "maps/default.yaml", "missions.yaml"
TOKEN = "q7VfX2mTzLr0aWc9yKdE4g"
DONE = "async () => { await line; }"


@attrs.define
class Owner:
    """Somebody at the page of a draft."""

    page: Any
    draft: Draft
    sent: list[str]
    """What the browser has sent: paths and bodies."""

    def done(self) -> None:
        """Wait until the server has done what was asked."""
        self.page.evaluate(DONE)

    def open(self, name: str, *path: str | int) -> None:
        self.page.evaluate("(where) => { open(where); }", [name, *path])
        self.done()

    def tool(self, name: str) -> None:
        self.page.click(f'#tools [data-tool="{name}"]')

    def click(self, at: str, part: tuple[float, float] | None = None) -> None:
        """Click on a spot, or on a part of it: shares of its height and width."""
        ring = self.page.locator(f'#drawing .spot[data-at="{at}"] .ring')
        ring.scroll_into_view_if_needed()
        box = ring.bounding_box()
        high, wide = part or (0.5, 0.5)
        self.page.mouse.click(box["x"] + box["width"] * wide, box["y"] + box["height"] * high)
        self.done()

    def drag(self, first: str, last: str) -> None:
        """Draw a line from one spot to another with the mouse held down."""
        mouse = self.page.mouse
        boxes = [self.page.locator(f'#drawing .spot[data-at="{at}"]').bounding_box() for at in (first, last)]
        (x, y), to = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
        mouse.move(x, y)
        mouse.down()
        mouse.move(*to, steps=12)
        mouse.up()
        self.done()

    def says(self, at: str) -> str:
        """What is read out of a spot, without its coordinates."""
        label: str = self.page.get_attribute(f'#drawing .spot[data-at="{at}"]', "aria-label")
        return label.partition(": ")[2]

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
        self.done()

    def button(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).click()
        self.done()

    def fill(self, key: str, value: str) -> None:
        """Type into, or choose in, the field of the open record."""
        place = json.dumps([*self.page.evaluate("state.path"), key], separators=(",", ":"))
        field = self.page.locator(f"[data-do=set][data-to='{place}']")
        self.unfold()
        if field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")
        self.done()

    def unfold(self) -> None:
        """Open what is folded in the form."""
        self.page.evaluate("document.querySelectorAll('#form details').forEach((one) => (one.open = true))")

    @property
    def problems(self) -> list[str]:
        return [text.strip() for text in self.page.locator("#problems li a").all_text_contents()]

    @property
    def wrong(self) -> list[str]:
        """The spots that are marked."""
        spots = self.page.locator("#drawing .spot.wrong")
        return [one.get_attribute("data-at") for one in spots.all()]

    @property
    def said(self) -> str:
        found: str = self.page.inner_text("#message")
        return found


Opens = Callable[..., Any]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test puts in place is none of another's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture(scope="module")
def opens(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opens]:
    """Opens a draft of a game in a window of its own."""
    folder = tmp_path_factory.mktemp("drafts")

    @contextmanager
    def opened(game: str, where: Path, size: Any = DESK, **more: Any) -> Iterator[Owner]:
        draft = Draft.open(game, where)
        guard = application(draft, TOKEN, hosts=Hosts(), **more)
        touch = size == PHONE
        with serving(guard) as front:
            context = browser.new_context(viewport=size, has_touch=touch, accept_downloads=True)
            page, sent = context.new_page(), list[str]()
            page.on("request", lambda one: sent.append(f"{one.url} {one.post_data or ''}"))
            errors = faults(page)
            page.goto(f"{front.origin}/t/{TOKEN}")
            owner = Owner(page, draft, sent)
            owner.done()
            yield owner
            context.close()
            assert errors == []
        draft.close()

    with installed(folder, garden="tests.web.garden:PLUGIN"):
        yield opened
