"""The pages of docs/ as a site: each is listed, what they include exists, what they say of records holds.

So do the examples in docstrings. That the site builds without a warning is seen by .ci/run, which has Sphinx.
"""

from __future__ import annotations

import doctest
import importlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.record import format

from .sources import ROOT, files, module_name, path_id

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
VARIES = {"engine", "data_digest", "option_hash", "schema", "hash", "took"}
"""Keys of records whose values change with the code or the data, and stand in the page for their looks."""


def listed() -> Iterator[str]:
    """Names and patterns in the index's lists of pages."""
    for block in re.findall(
        r"^```\{toctree\}\n(.*?)^```$", (DOCS / "index.md").read_text("utf-8"), re.M | re.S
    ):
        yield from (line for line in block.splitlines() if line and not line.startswith(":"))


def test_the_page_is_in_the_index_once() -> None:
    for page in (*PAGES, DOCS / "studies" / "README.md"):
        name = PurePosixPath(path_id(page)).relative_to("docs").with_suffix("")
        assert sum(name.match(pattern) for pattern in listed()) == (0 if page.stem == "index" else 1), page


def test_no_page_needs_sphinx_for_its_listings() -> None:
    """People and programs read these files as they are: what they show is written in them."""
    wrong = re.compile(r"^```\{(?:literalinclude|include|eval-rst)\}", re.M)
    assert not [page for page in PAGES if wrong.search(page.read_text("utf-8"))]


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), (page, target)


FIRST = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
OTHERS = [*FIRST, *sorted((ROOT / "benchmarks").glob("*.md"))]


def test_files_that_a_page_names_exist() -> None:
    """Also by a path that begins in core, as headings of ideas.md do; names in capitals stand for any name."""
    names = re.compile(r"`((?:core|games|tests|benchmarks|docs)/[a-z_/]+(?:\.py|\.md)?)`")
    named = [(page, name) for page in (*PAGES, *OTHERS) for name in names.findall(page.read_text("utf-8"))]
    assert not [(page, name) for page, name in named if not (ROOT / name).exists()]


def test_a_folder_names_its_own_files() -> None:
    """In its docstring, as far as a name there is not one of the code below."""
    for path in (ROOT / "core").rglob("__init__.py"):
        _, doc, code = [*path.read_text("utf-8").split('"""', 2), "", ""][:3]
        known = {file.stem for file in path.parent.iterdir()} | set(re.findall(r"\w+", code))
        assert not set(re.findall(r"`([a-z_]+)`", doc)) - known, path


# -- records -------------------------------------------------------------------------------------------------------


PAGE = (DOCS / "records.md").read_text("utf-8")
SHOWN = [
    json.loads(line)
    for block in re.findall(r"^```json\n(.*?)^```$", PAGE, re.M | re.S)
    for line in block.splitlines()
]


def without(line: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key not in VARIES}


def played(path: Path, game: str, playtest: bool = False, *more: str) -> tw.Match:
    """A match of anna, bruno and more under the page's seed, recorded."""
    return tw.Match(tw.load(game), ["anna", "bruno", *more], seed=7, record=path, playtest=playtest)


def first(match: tw.Match) -> None:
    """The first legal action of the seat to act is played."""
    match.play(match.state.legal(match.state.to_act[0])[0])


def test_every_line_that_the_page_shows_is_written(tmp_path: Path) -> None:
    """Rebirth played to its end; Skye until prices are revealed, one set anew, and back; a playtest; a bot plays on."""
    match = played(tmp_path / "rebirth.jsonl", "rebirth")
    while not match.over:
        first(match)
    match.close()
    match = played(tmp_path / "skye.jsonl", "isleofskye")
    match.play("drop L27", seat=0)
    match.play("price L37 1", seat=0)
    match.undo(0)
    match.play("price L37 2", seat=0)
    first(match)
    while any(match.state.sealed):
        first(match)
    first(match)
    match.back(8)
    match.close()
    match = played(tmp_path / "playtest.jsonl", "rebirth", playtest=True)
    refused = match.state.check(match.read("place energy 7,0")[0])
    assert refused is not None
    match.note_refusal(refused)
    match.play("place energy 8,0")
    match.answer(0, "fun", "4")
    match.close()
    match = played(tmp_path / "left.jsonl", "rebirth", False, "clara")
    for number in range(1, 18):
        first(match)
        if number == 8:
            bot = make("random", match.rules)
            match.hand_over(1, "normal=greedy!40", bot, by=(0, 2), at="2026-11-30T18:00:00Z")
    match.hand_over(1, "", by=(1,), at="2026-11-30T19:10:00Z")
    match.close()
    found = [format.read(tmp_path / f"{name}.jsonl") for name in ("rebirth", "skye", "playtest", "left")]
    lines = [without(line.content) for one in found for line in one.lines]
    header, *others = SHOWN
    whole = dict(found[0].header)
    options = whole.pop("options")
    assert without({key: value for key, value in header.items() if key != "options"}) == without(whole)
    assert header["options"].items() <= options.items() and list(header) == list(found[0].header)
    assert len(others) > 10 and not [line for line in others if without(line) not in lines]


def test_every_key_of_a_record_is_told() -> None:
    keys = {key for line in SHOWN for key in line} | {"told", "redo", "note", "start"}
    keys |= {key for shape in format._SHAPES for part in shape for key in part}
    assert not [key for key in keys if f"`{key}`" not in PAGE]


# -- docstrings ----------------------------------------------------------------------------------------------------


WITH_EXAMPLES = [path for path in files(ROOT / "core", ".py") if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=path_id)
def test_examples_in_docstrings_hold(path: Path) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module_name(path)))
    assert tried and not failed
