"""The pictures in docs/screens say what the screens say today: `python docs/screens.py` writes them anew."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tilewright.core.screen.app import TableExit

from .playing import at, settled

DOCS = Path(__file__).parents[2] / "docs"


def script() -> Any:
    """docs/screens.py."""
    if "docs_screens" not in sys.modules:
        spec = importlib.util.spec_from_file_location("docs_screens", DOCS / "screens.py")
        assert spec is not None and spec.loader is not None
        sys.modules["docs_screens"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules["docs_screens"])
    return sys.modules["docs_screens"]


PICTURES = {name: (picture, size) for name, picture, size in script().pictures()}


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_today_s(name: str) -> None:
    picture, size = PICTURES[name]
    drawn: list[str] = []

    async def test(pilot: Pilot[TableExit]) -> None:
        for key in picture.keys:
            await pilot.press(key)
            await settled(pilot)
        drawn.append(pilot.app.export_screenshot(title=f"tilewright, {size[0]}x{size[1]}"))

    at(script().table(picture), test, size)
    assert script().text(drawn[0]) == script().text((DOCS / "screens" / name).read_text("utf-8"))


def test_no_picture_is_left_over() -> None:
    assert {path.name for path in (DOCS / "screens").iterdir()} == {*PICTURES}
