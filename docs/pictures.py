"""Measures what the pages of the table show, and writes the tables of docs/pictures.md: `python docs/pictures.py`.

    python docs/pictures.py [--game TEXT] [--size 390x844] [--json FILE] [--before FILE] [--shots FOLDER] [--write]
    python docs/pictures.py --check      # a sample; the exit code is 1 if one of the faults below is found

Each kind of decision of a seeded game, and its end, is opened by the seat that decides, in seven windows: as the page
opens, and with a choice pointed at. `docs/picture_measure.js` says what is measured. Faults are text under 10 CSS px, a
mark over what one chooses by, a clipped panel, an error of the page's script, and a violation of axe-core, which looks
at one wide window, light and dark, and at a phone.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import picture_pages
import picture_tables
from page_server import DONE_ALL
from pages import FLAGS, served
from picture_positions import END, RULESETS, Ruleset, begun, found_games, play_to, positions

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = shutil.which("chromium")
HERE = Path(__file__).parent
MEASURE = (HERE / "picture_measure.js").read_text("utf-8")
AXE = """async () => {
  const rules = {"label-content-name-mismatch": {enabled: true}};
  const found = await axe.run(document, {rules, resultTypes: ["violations", "passes"], preload: false});
  const texts = [...found.passes, ...found.violations].filter((rule) => rule.id === "color-contrast");
  const ratios = texts.flatMap((rule) => rule.nodes).map((one) => one.any[0]?.data?.contrastRatio ?? 99);
  // Words on spots are looked for by docs/picture_measure.js: here every letter and figure of a picture would count.
  const spots = (one) => one.html.startsWith('<g class="spot');
  for (const rule of found.violations)
    if (rule.id === "label-content-name-mismatch") rule.nodes = rule.nodes.filter((one) => !spots(one));
  const violations = found.violations.filter((rule) => rule.nodes.length);
  return {axe: violations.map((rule) => `${rule.id} x${rule.nodes.length} ${rule.nodes[0].html.slice(0, 90)}`),
          contrast: Math.min(99, ...ratios)};
}"""
SETTLED = """async () => {
  await document.fonts.ready;
  for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame);
}"""
POINTED = ".spot.cursor, .ghost, button.here"
LEAST = 10.0
"""CSS px of the smallest text."""
NEAR = 0.05
"""So much less is a rounding error."""


@attrs.frozen
class Window:
    """How somebody looks at a page."""

    name: str
    size: tuple[int, int]
    touch: bool = False
    zoom: int = 1
    """Device pixels of one CSS pixel."""
    dark: bool = False
    axe: bool = False


WINDOWS = (
    Window("1280x720", (1280, 720), axe=True),
    Window("1440x900", (1440, 900)),
    Window("1920x1080", (1920, 1080)),
    Window("390x844", (390, 844), touch=True, zoom=2, axe=True),
    Window("844x390", (844, 390), touch=True, zoom=2),
    Window("640x360", (640, 360), zoom=2),
    Window("768x1024", (768, 1024), touch=True),
)
DARK = Window("1280x720", (1280, 720), dark=True, axe=True)
SAMPLE = ("1280x720", "390x844")
"""The windows of `--check`."""


class Measured:
    """The browser with one page for each window, and what has been found."""

    def __init__(
        self, browser: Browser, windows: Sequence[Window], shots: Path | None = None, sample: bool = False
    ) -> None:
        self.sample = sample  # with a choice alone: what is wrong as a page opens mostly still is then
        self.pages = [(one, self.opened(browser, one)) for one in windows]
        self.shots = shots
        self.found: list[dict[str, Any]] = []
        self.axe = axe_script()
        self.errors: list[str] = []
        for _, page in self.pages:
            page.on("pageerror", lambda error: self.errors.append(str(error)))

    @staticmethod
    def opened(browser: Browser, window: Window) -> Page:
        """An empty page in such a window."""
        wide, high = window.size
        context: BrowserContext = browser.new_context(
            viewport={"width": wide, "height": high},
            is_mobile=window.touch,
            has_touch=window.touch,
            device_scale_factor=window.zoom,
            color_scheme="dark" if window.dark else "light",
            reduced_motion="reduce",
        )
        return context.new_page()

    def table(self, title: str, kind: str, address: str) -> None:
        """Measure the page of a table in every window, as it opens and with a choice."""
        for window, page in self.pages:
            page.goto(address)
            page.wait_for_selector("#boards svg[data-board]")
            if kind == END or not self.sample:
                self.look(title, kind, "opened", window, page, last=kind == END)
            if kind != END:
                if not self.pointed(page, "ArrowRight"):
                    self.pointed(page, "ArrowDown")
                self.look(title, kind, "pointed", window, page, last=True)
            page.goto("about:blank")

    @staticmethod
    def pointed(page: Page, key: str) -> bool:
        """Press a key; True as soon as something is pointed at: the page hears of it after the server has answered."""
        from playwright.sync_api import TimeoutError as Late

        page.keyboard.press(key)
        page.evaluate(DONE_ALL)
        try:
            page.wait_for_selector(POINTED, state="attached", timeout=1500)
        except Late:
            return False
        return True

    def other(self, kind: str, address: str, *keys: str, ready: str = "main") -> None:
        """Measure another page, after these keys, where axe looks as well."""
        for window, page in self.pages:
            if window.axe:
                page.goto(address)
                page.wait_for_selector(ready)
                for key in keys:
                    page.keyboard.press(key)
                    page.evaluate(DONE_ALL)
                self.look("Other pages", kind, "opened", window, page, last=True)
                page.goto("about:blank")

    def look(self, title: str, kind: str, state: str, window: Window, page: Page, *, last: bool) -> None:
        """Measure what the page shows now."""
        page.evaluate(SETTLED)
        sampled = window.axe and last
        one = page.evaluate(MEASURE, sampled)
        one |= {"rules": title, "kind": kind, "state": state, "window": window.name, "dark": window.dark}
        inks = one.pop("inks")
        one["errors"], self.errors = self.errors, []
        if sampled:
            one["lowest"] = picture_pages.lowest_contrast(page.screenshot(), inks, window.zoom)
            if self.axe:
                page.evaluate(self.axe)
                one |= page.evaluate(AXE)
        if self.shots and last:
            dark = "-dark" if window.dark else ""
            name = f"{title}-{kind}-{window.name}{dark}".replace(", ", "-").replace(" ", "-").lower()
            page.screenshot(path=self.shots / f"{name}.png")
        self.found.append(one)


def axe_script() -> str:
    """The source of axe-core, from the distribution that brings it; "" without it."""
    spec = importlib.util.find_spec("axe_playwright_python")
    if spec is None or spec.origin is None:
        return ""
    return (Path(spec.origin).parent / "axe.min.js").read_text("utf-8")


def faults(one: dict[str, Any]) -> list[str]:
    """What must not be, in one measurement."""
    text = one["text"]
    small = [f"text of {text['px']:.1f} px: {text['what']}"] if text["px"] < LEAST - NEAR else []
    return [
        *small,
        *(f"covered: {what}" for what in one["covered"]),
        *(f"a name without its words: {what}" for what in one.get("unnamed", ())),
        *(f"clipped: {what}" for what in one["clipped"]),
        *(f"axe: {what}" for what in one.get("axe", ())),
        *(f"error of the script: {what}" for what in one.get("errors", ())),
    ]


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def run(
    rulesets: Sequence[Ruleset],
    windows: Sequence[Window],
    *,
    most: int | None = None,
    others: bool = True,
    kind: str = "",
    shots: Path | None = None,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What was measured at these games in these windows, and the times of their first boards."""
    with ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.enter_context(found_games(room))
        registry, home = stack.enter_context(served(room))
        browser = stack.enter_context(chromium())
        measured, times = Measured(browser, windows, shots, most is not None), []
        for rules in rulesets:
            began = time.monotonic()
            played, found = positions(rules, most)
            if most is not None and rules is not rulesets[0]:
                found.pop()  # one end is enough for a sample
            entry = begun(registry, rules)
            with entry.taken() as there:
                for at in found:
                    if kind and at.kind != kind:
                        continue
                    play_to(there, played, at.number)
                    address = f"{home}/t/{entry.people[entry.kept.seats[at.seat]]}"
                    measured.table(rules.title, at.kind, address)
                    if others and at is found[-2]:
                        times.append(picture_pages.times(browser, rules.title, address))
                if others and rules is rulesets[0]:
                    picture_pages.other_pages(measured, registry, home, entry)
            print(f"{rules.title}: {len(found)} positions, {time.monotonic() - began:.0f} s", file=sys.stderr)
        if others:
            picture_pages.box_page(measured, room)
    return measured.found, times


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="", help="only rulesets whose title has this text")
    parser.add_argument("--kind", default="", help="only this kind of decision, and no other pages")
    parser.add_argument("--size", default="", help="only windows of these sizes, with commas")
    parser.add_argument("--json", type=Path, help="write all that was measured")
    parser.add_argument("--before", type=Path, help="such a file of another state, to compare with")
    parser.add_argument("--shots", type=Path, help="a folder for a picture of each page")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/pictures.md")
    parser.add_argument("--check", action="store_true", help="a sample; fails if there is a fault")
    asked = parser.parse_args()
    if CHROMIUM is None:
        print("no chromium here, so that nothing is measured: apt-get install chromium")
        return
    rulesets = [one for one in RULESETS if asked.game.lower() in one.title.lower()]
    sizes = asked.size.split(",") if asked.size else SAMPLE if asked.check else [one.name for one in WINDOWS]
    windows = [one for one in (*WINDOWS, DARK) if one.name in sizes]
    if asked.shots:
        asked.shots.mkdir(parents=True, exist_ok=True)
    found, times = run(
        rulesets,
        windows,
        most=2 if asked.check and not asked.kind else None,
        others=not (asked.check or asked.kind),
        kind=asked.kind,
        shots=asked.shots,
    )
    if asked.json:
        asked.json.write_text(json.dumps({"found": found, "times": times}, indent=0), "utf-8")
    wrong = picture_tables.faulty(found, faults)
    print("\n".join(wrong) if asked.check else picture_tables.tables(found, times, asked.before))
    if asked.write:
        picture_tables.write(found, times, asked.before)
    if asked.check:
        print(f"{len(found)} pages measured, {len(wrong)} kinds of faults")
        sys.exit(bool(wrong))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_DATA_HOME"] = home  # nobody's own data
        main()
