"""Whole games on pages that play without a server, in Chromium, and what they cost: benchmarks/pages.py [GAME ...].

For each ruleset: the size of the folder, seconds until the lobby and the first board, those that Python alone needs
to load and to import the ruleset, how long a preview, a hint and a move of `hard` take, the memory of the browser's
process, and whether the record of a game verifies under this Python. Read it as ratios, on a quiet machine.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.sites import hosted, site
from tests.browser.test_page import ROBOT

from tilewright.core.browser import packages
from tilewright.core.browser.site_plan import SitePlan
from tilewright.core.play.replay import replay
from tilewright.core.record.format import read

SKYE = ("bonus", "druids", "outskirts", "tunnel")
EVERY = [
    SitePlan(game="rebirth"),
    SitePlan(game="rebirth", modules=("ireland",)),
    SitePlan(game="glenmore"),
    SitePlan(game="isleofskye"),
    SitePlan(game="isleofskye", modules=SKYE),
    SitePlan(game="carcassonne"),
    SitePlan(game="dominoes"),
    SitePlan(game="paths"),
]
LONGEST = 400
BARE = """
import { loadPyodide } from "./runtime/pyodide.mjs";
const python = await loadPyodide({ indexURL: new URL("runtime/", import.meta.url).href });
const packages = python.runPython("import site; site.getsitepackages()[0]");
python.unpackArchive(await (await fetch("sources.zip")).arrayBuffer(), "zip", { extractDir: packages });
python.runPython(`import tilewright; tilewright.load(GAME, MODULES)`);
postMessage("loaded");
"""
"""What a page cannot do without: the runtime, and the ruleset."""
KEYS = """async (seconds) => {
  const wait = (milliseconds) => new Promise((then) => setTimeout(then, milliseconds));
  const begun = performance.now(), times = [];
  let tries = 0;
  while (!state.over && performance.now() - begun < 1000 * seconds) {
    if (!state.acts) { await wait(20); continue; }
    const before = performance.now(), shown = document.getElementById("move").innerHTML;
    move(tries % 2 ? -1 : 1, tries % 3 ? 0 : 1);
    while (document.getElementById("move").innerHTML === shown && performance.now() - before < 1000) await wait(1);
    tries += 1;
    if (performance.now() - before < 1000) times.push(performance.now() - before);
    if (times.length >= 12 || tries >= 30) break;
  }
  return times;
}"""
"""Does what arrow keys do, and waits for what the card then says."""


def measured(browser: Any, plan: SitePlan, folder: Path) -> dict[str, object]:
    """Play one game on the page of this plan, in a browser that has never seen it."""
    site(folder, plan, compiles=True)
    found: dict[str, object] = {"MB": sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) / 1e6}
    bare = BARE.replace("GAME", json.dumps(plan.game)).replace("MODULES", json.dumps(plan.modules))
    (folder / "bare.js").write_text(bare, "utf-8")
    (folder / "sources.zip").write_bytes(packages.bundle(plan).packed())
    with hosted(folder) as address:
        context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en")
        page = context.new_page()
        page.goto(f"{address}shell.css")
        alone = "() => new Promise((then) => new Worker('bare.js', {type: 'module'}).onmessage = then).then(() => 1)"
        begun = time.perf_counter()
        page.evaluate(alone)
        found["bare"] = time.perf_counter() - begun
        page.close()
        page, begun = context.new_page(), time.perf_counter()
        page.goto(address)
        frame = page.frame_locator("#frame")
        frame.locator("form button[type=submit]").wait_for(timeout=120_000)
        found["lobby"] = time.perf_counter() - begun
        frame.locator("select[name=level]").nth(1).select_option("hard")
        begun = time.perf_counter()
        frame.locator("form button[type=submit]").click()
        frame.locator("#table .spot").first.wait_for(timeout=120_000)
        found["board"] = time.perf_counter() - begun
        inner = page.frames[1]
        previews = inner.evaluate(f"({KEYS})(20)")
        found["preview"] = statistics.median(previews) / 1000 if previews else None
        played = inner.evaluate(f"({ROBOT})({LONGEST})")
        found |= {
            "over": played["over"],
            "steps": played["steps"],
            "waited": max(played["waits"], default=0) / 1000,
        }
        found["memory MB"] = _memory()
        text = inner.evaluate("channel.ask(channel.path + '/record').then((answer) => answer.text())")
        record = folder / "record.jsonl"
        record.write_text(text, "utf-8")
        found["verified"] = len(replay(read(record)).played)
        context.close()
    return found


def _memory() -> float:
    """Megabytes of the largest process of the browser."""
    told = subprocess.run(["ps", "-eo", "rss,args"], capture_output=True, text=True, check=True).stdout
    sizes = [int(line.split()[0]) for line in told.splitlines() if "--type=renderer" in line]
    return max(sizes, default=0) / 1024


def main(names: list[str]) -> None:
    with sync_playwright() as play, tempfile.TemporaryDirectory() as home:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for n, plan in enumerate(EVERY):
            if not names or plan.game in names:
                found = measured(browser, plan, Path(home) / str(n))
                shown = {key: round(one, 2) if isinstance(one, float) else one for key, one in found.items()}
                print("+".join((plan.game, *plan.modules)), json.dumps(shown), flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
