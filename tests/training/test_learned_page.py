"""docs/learned.md and the curves beside it say what the shipped files say."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_and_the_curves_are_those_of_the_files() -> None:
    script = runpy.run_path(str(DOCS / "learned.py"))
    assert (DOCS / "learned.md").read_text("utf-8") == script["page"](), "run python docs/learned.py"
    for name, drawn in script["curves"]().items():
        assert (DOCS / "learned" / name).read_text("utf-8") == drawn, f"{name}: run python docs/learned.py"
