"""`docs`: pages in the terminal, as Markdown and laid out, and what is said of those that do not exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from rich.cells import cell_len

from tilewright.core.cli.author import docs

from ..shell import Screen, run

ROOT = Path(__file__).resolve().parents[3]


def test_every_page_of_the_index_is_listed_with_its_title() -> None:
    ran = run("docs")
    listed = re.findall(r"^  (\w+) +(\S.*)$", ran.out, re.M)
    assert {name for name, _ in listed} == {page.stem for page in docs.DOCS.glob("*.md")} - {"index"}
    assert ("showing", "Pictures for authors") in listed and "Write rules" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_a_page_in_a_pipe_is_the_file_and_a_heading_its_part() -> None:
    assert run("docs", "scenes.md").out == (docs.DOCS / "scenes.md").read_text("utf-8")
    assert run("docs", "authoring", "--path").out.strip() == str(docs.DOCS / "authoring.md")
    part = run("docs", "api#Board").out
    assert part.startswith("### Board\n") and "regions" in part and "### edge_face" not in part


def test_the_fields_of_a_class_are_told_and_where_its_example_is() -> None:
    for name in ("Spot", "Diagram", "Panel", "Offer", "Way"):
        part = run("docs", f"api#{name}").out
        assert part.startswith(f"#### {name}\n") and "` = " not in part and part.count("\n- `") >= 2
        assert part.endswith(f"See also: `tilewright docs drawing#{name.casefold()}`\n")
    assert "- `grid: str`" in run("docs", "api#Diagram").out
    assert "turns: bool=False" in run("docs", "api#Phase").out
    assert "rounds: bool=False" in run("docs", "api#clockwise").out


def test_the_examples_of_the_help_are_pages() -> None:
    shown = run("docs", "--help").out
    examples = re.findall(r"tilewright docs (\S+?)(?:;|\s)", shown.partition("Examples:")[2])
    assert len(examples) == 2 and [run("docs", name).code for name in examples] == [0, 0]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("authring", "no page 'authring'; did you mean authoring?"),
        ("../README", "no page '../README'; tilewright docs lists all pages"),
        ("scenes#xyzzy", "scenes has no heading 'xyzzy'; tilewright docs scenes shows all of it"),
        ("showing#Spot", "did you mean drawing#spot or api#spot?"),
        ("drawing#plate", "did you mean drawing#picture-and-plate or api#plate?"),
        ("authoring_reference#placing-tile", "did you mean authoring_reference#placing-tiles?"),
    ],
)
def test_what_does_not_exist_is_named(asked: str, said: str) -> None:
    ran = run("docs", asked)
    assert ran.code == 2 and said in ran.err and ran.out == ""


def test_at_a_terminal_links_name_pages_and_nothing_is_wider_than_the_window(home: Path) -> None:
    screen = Screen(home, ["docs", "authoring"])
    assert screen.end() == 0 and "\x1b[1" in screen.raw
    assert "reference (authoring_reference)" in screen.shown and "](" not in screen.shown
    assert max(map(cell_len, screen.shown.splitlines())) <= 80


def test_the_wheel_leaves_pages_on_our_own_work_out() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    left = {Path(name).name for name in built["wheel"]["exclude"] if re.fullmatch(r"/docs/\w+\.md", name)}
    assert left == {
        f"{name}.md"
        for name in ("decisions", "learned", "maintaining", "pictures", "reliability", "speed", "try")
    }
    assert all((ROOT / "docs" / name).is_file() for name in left)
