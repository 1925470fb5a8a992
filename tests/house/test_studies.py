"""The studies in docs/studies: each plan can still be asked, each has its report, no report names a machine, and the
intervals on the page are in the reports."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import attrs
import pytest

from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.request import read
from tilewright.core.lab.study.requests import ComparisonRequest, DesignRequest

from .sources import ROOT, script

FOLDER = ROOT / "docs" / "studies"
SEARCHES = {"balanced"}
"""Studies that search over options; their plans are those of `tilewright design`."""
PLANS = sorted(path for path in FOLDER.glob("*.yaml") if path.stem not in SEARCHES)
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
TOUR = "searching"
"""The notebook that shows how, and is no study: it has no report."""
CONTENT = {"scoring-tiles": "tilewright content isleofskye scoring"}
"""Studies of content by name, with the command that repeats them: they need no file for their plan."""
PAGE = (FOLDER / "README.md").read_text("utf-8")

gallery = script("docs", "gallery.py")
SECTIONS = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}
NUMBER = r"[+-]?\d+(?:\.\d+)?"


def intervals(text: str) -> list[tuple[str, str]]:
    """Return all that is written as [LOW, HIGH]."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{NARROW NO-BREAK SPACE}", "")
    return re.findall(rf"\[({NUMBER}), ({NUMBER})\]", plain)


def rounds_to(said: str, value: str) -> bool:
    """Return whether `said` is the value with fewer decimals, or as many. A half may be rounded either way."""
    return abs(float(said) - float(value)) <= 0.5 * 10.0 ** -len(said.partition(".")[2]) + 1e-9


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_the_plan_can_be_asked_and_is_told(path: Path) -> None:
    asked, _ = read(ComparisonRequest, path)
    assert asked.seed is not None
    plan = made_of(asked, asked.seed)
    assert plan.spec.primary and (plan.spec.margins or plan.screen is not None)
    assert f"({path.name})" in PAGE and f"({path.stem}.html)" in PAGE
    report = re.sub("<[^>]+>", "", (FOLDER / f"{path.stem}.html").read_text("utf-8"))
    assert f"tilewright compare --plan docs/studies/{path.name}" in report
    assert f"{plan.blocks} blocks" in re.sub(r"\s", " ", report)
    assert not re.search(r"/(tmp|home|root|work)/", report), "a path of somebody's machine"


def test_there_is_a_report_for_each_plan_and_no_other() -> None:
    assert len(PLANS) >= 6
    assert {page.stem for page in FOLDER.glob("*.html")} == {plan.stem for plan in PLANS} | SEARCHES | {
        *CONTENT
    }


def test_studies_of_learned_players_say_which_players_these_were() -> None:
    note = PAGE.partition("\n## ")[0]
    plans = [path.stem for path in PLANS if "bots: learned\n" in path.read_text("utf-8")]
    others = [path.stem for path in FOLDER.glob("*.txt") if ", learned," in path.read_text("utf-8")]
    assert len(plans) == 5 and others == ["seats-learned"]
    for name in [*plans, *others]:
        [row] = [line for line in note.splitlines() if line.startswith("|") and name in line]
        assert re.search("`format: [12]`", row), name


@pytest.mark.parametrize("name", CONTENT)
def test_a_study_of_content_is_told_and_can_be_repeated(name: str) -> None:
    report = re.sub("<[^>]+>", "", (FOLDER / f"{name}.html").read_text("utf-8"))
    assert f"({name}.html)" in PAGE and CONTENT[name] in report and CONTENT[name] in PAGE
    assert not re.search(r"/(tmp|home|root|work)/", report), "a path of somebody's machine"


@pytest.mark.parametrize("name", sorted(SEARCHES))
def test_a_search_is_told_and_can_be_repeated(name: str) -> None:
    pytest.importorskip("optuna", reason="needs the extra design")
    from tilewright.core.lab.design.plan import made_of as searching

    asked, _ = read(DesignRequest, FOLDER / f"{name}.yaml")
    assert asked.seed is not None
    report = re.sub("<[^>]+>", "", (FOLDER / f"{name}.html").read_text("utf-8"))
    begun = re.search(r"tilewright (\d+\.\d+\.\d+), plan", report)
    assert begun is not None
    assert attrs.evolve(searching(asked, asked.seed), version=begun[1]).hash in report
    assert f"({name}.html)" in PAGE and f"({name}.yaml)" in PAGE
    assert f"tilewright design docs/studies/{name}.yaml" in PAGE
    assert not re.search(r"/(tmp|home|root|work)/", report), "a path of somebody's machine"


@pytest.mark.parametrize("title", [title for title, part in SECTIONS.items() if intervals(part)])
def test_the_intervals_on_the_page_are_those_of_the_reports(title: str) -> None:
    names = set(re.findall(r"\(([\w-]+\.(?:html|txt))\)", SECTIONS[title]))
    told = " ".join((FOLDER / name).read_text("utf-8") for name in sorted(names))
    known = intervals(html.unescape(re.sub("<[^>]+>", "", told)))
    for low, high in intervals(SECTIONS[title]):
        assert any(rounds_to(low, one) and rounds_to(high, two) for one, two in known), f"[{low}, {high}]"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_as_it_was_run(path: Path) -> None:
    """`.ci/notebooks` runs it; here it is small, has all outputs and no error, and says what the report says."""
    text = path.read_text("utf-8")
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    assert cells and all(cell["outputs"] for cell in cells) and len(text) < 100_000
    assert not re.search(r"/(tmp|home|root|work)/", text), "a path of somebody's machine"
    assert not [one for cell in cells for one in cell["outputs"] if one["output_type"] == "error"]
    assert f"({path.name})" in PAGE
    if path.stem == TOUR:
        return
    [answer] = re.findall(r"<p><b>(.*?)</b></p>", "".join(cells[0]["outputs"][-1]["data"]["text/html"]))
    report = (FOLDER / f"{path.stem}.html").read_text("utf-8")
    assert f'<p class="answer">{answer}</p>' in report


def test_the_notebooks_are_there() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["castles", "catch-up", "editions", TOUR]


def test_the_gallery_says_what_the_reports_say() -> None:
    """A picture and a sentence of each; `python docs/gallery.py --pictures` makes both."""
    made = (FOLDER / "gallery.md").read_text("utf-8")
    assert made == gallery.page(), "run python docs/gallery.py"
    assert {*re.findall(r"\[The report\]\(([\w-]+)\.html\)", made)} == {
        path.stem for path in FOLDER.glob("*.html")
    }
    shown = re.findall(r"\(pictures/([\w-]+)\.png\)\]\(([\w-]+)\.html\)", made)
    assert len(shown) > 10 and all(one == other for one, other in shown)
    assert {path.stem for path in (FOLDER / "pictures").iterdir()} == {one for one, _ in shown}


def test_a_long_answer_ends_with_a_clause() -> None:
    long = "One thing; " * 40
    assert gallery.brief("short.") == "short."
    assert gallery.brief(long).endswith("One thing ...") and len(gallery.brief(long)) <= gallery.LONG + 4
