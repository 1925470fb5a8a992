"""docs/pictures.py finds what must not be on a page: each fault planted alone, and nothing on a page without one."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from ..cases import cases
from .house import browser as browser

ROOT = Path(__file__).parents[2]
WINDOW = {"width": 800, "height": 500}


def script(name: str = "pictures") -> Any:
    """A script of docs/."""
    if (docs := str(ROOT / "docs")) not in sys.path:
        sys.path.append(docs)  # the scripts import from their folder
    return importlib.import_module(name)


BOARD = """<!DOCTYPE html><html lang="en"><title>A board</title><style>
  body { margin: 0; font: 14px sans-serif; } h1 { font-size: 20px; margin: 0; height: 40px; } svg { display: block; }
</style><header><h1>Choose</h1></header><main><div data-region="layout"><svg data-board="0" width="400" height="400"
  viewBox="0 0 200 200" role="img" aria-label="land"><g class="spot lit" data-at="0,0" role="img" aria-label="field">
  <rect x="50" y="50" width="100" height="100" fill="#cde"/><text x="95" y="105" font-size="FONT" fill="#123">7</text>
  <path class="ring" d="RING" fill="none" stroke="#b0127c" stroke-width="3"/></g></svg></div>
  <p PANEL>One word</p></main></html>"""
RING = "M46 46H154V154H46Z"
SOUND = {"FONT": "6", "RING": RING, "PANEL": ""}
"""Twice as large on the page as in the picture."""


@pytest.mark.parametrize("changes, fault", cases(__file__, "a_fault_is_found"))
def test_a_fault_is_found(changes: dict[str, str], fault: str, browser: Any) -> None:
    pytest.importorskip("axe_playwright_python")
    made, html = script(), BOARD
    for name, value in {**SOUND, **changes}.items():
        html = html.replace(name, value)
    with browser.new_context(viewport=WINDOW) as context:
        page = context.new_page()
        page.set_content(html)
        found = page.evaluate(made.MEASURE, True)
        page.evaluate(made.axe_script())
        wrong = made.faults(found | page.evaluate(made.AXE))
    assert [one[: len(fault)] for one in wrong] == ([fault] if fault else [])
    assert found["share"] == pytest.approx(400 * 400 / (800 * 500))
    assert (found["lit"], found["below"]) == (1, 0)


def test_contrasts_are_those_of_wcag() -> None:
    pages = script("picture_pages")
    assert pages.contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert pages.contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def test_each_kind_of_decision_is_opened_once_and_the_end() -> None:
    made = script("picture_positions")
    rules = made.Ruleset("Rebirth, Ireland", "rebirth", ("ireland",))
    played, found = made.positions(rules)
    assert {one.kind for one in found} >= {"choose", "double", "place", "end"}
    numbers = [one.number for one in found]
    assert numbers == sorted(numbers) and numbers[-1] == len(played)
