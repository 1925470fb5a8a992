"""The pictures in docs/screens say what the screens say today: `python docs/screens.py` writes them anew."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

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
    made = script()
    picture, size = PICTURES[name]
    now = made.text(asyncio.run(made.taken(picture, size)))
    assert made.text((DOCS / "screens" / name).read_text("utf-8")) == now


def test_no_picture_is_left_over() -> None:
    assert {path.name for path in (DOCS / "screens").iterdir()} == {*PICTURES}
