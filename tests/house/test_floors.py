"""The floors of core: every folder is one, the picture and CONTRIBUTING.md show them, and none is crowded."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest

from .sources import ROOT, SOURCES, files, path_id, script

pytestmark = pytest.mark.quick
CORE = ROOT / "core"
FLAT, CROWD, LINES = 12, 40, 400
"""At most so many files directly in core, in any folder, and lines in a file."""


@pytest.fixture(scope="module")
def floors() -> Any:
    """docs/floors.py, which draws the picture."""
    return script("docs", "floors.py")


def test_every_folder_is_on_a_floor(floors: Any) -> None:
    folders = {path.parent.name for path in CORE.glob("*/__init__.py")}
    assert {name for floor in floors.floors() for name in floor} == folders


def test_the_picture_shows_the_floors_as_they_are(floors: Any) -> None:
    """Sizes may have changed since it was drawn; names, order and sentences may not."""

    def shown(picture: str) -> list[str]:
        lines = re.findall(r'<text [^>]*class="(?:name|)"[^>]*>([^<]*)<', picture)
        return [unescape(line) for line in lines]

    assert shown(floors.PICTURE.read_text("utf-8")) == shown(floors.picture())


def test_contributing_names_every_folder() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    folders = [path.parent.name for path in CORE.glob("*/__init__.py")]
    assert not [name for name in folders if f"`{name}`" not in page]


def test_no_folder_is_crowded() -> None:
    crowds = Counter(path.parent for path in [*SOURCES, *files(ROOT / "tests", ".py")])
    assert crowds[CORE] <= FLAT
    assert not {path_id(folder): crowd for folder, crowd in crowds.items() if crowd > CROWD}


def test_a_file_can_be_read_in_one_sitting() -> None:
    sizes = {path_id(path): path.read_text("utf-8").count("\n") for path in SOURCES}
    assert not {name: lines for name, lines in sizes.items() if lines > LINES}
