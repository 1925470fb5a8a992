"""The pictures of docs/showing.md are those of the code, and show every symbol that authors can name."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from tilewright.core.draw.symbols import SYMBOLS
from tilewright.core.testing.picture_checks import misdrawn

DOCS = Path(__file__).parents[2] / "docs"


def drawer() -> Any:
    spec = spec_from_file_location("symbols", DOCS / "symbols.py")
    assert spec is not None and spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_pictures_are_those_of_the_code() -> None:
    made = drawer()
    for name, drawn in made.PICTURES.items():
        assert (DOCS / name).read_text("utf-8") == drawn(), "python docs/symbols.py writes it"
    named = {name for name in SYMBOLS if not name.startswith("g-")}
    assert {name for name in named if f">{name}</text>" in made.sheet()} == named


def test_the_example_declares_nothing_unknown() -> None:
    assert not [*misdrawn(drawer().example())]
