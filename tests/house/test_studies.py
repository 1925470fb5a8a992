"""The studies in docs/studies: each plan can still be asked, each has its report, and no report names a machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tilewright.core.lab.asked import read
from tilewright.core.lab.making import made_of

FOLDER = Path(__file__).parents[2] / "docs" / "studies"
PLANS = sorted(FOLDER.glob("*.yaml"))
CONTENT = {"scoring-tiles": "tilewright content isleofskye scoring"}
"""Studies of content by name, with the command that repeats them: they need no file for their plan."""
PAGE = (FOLDER / "README.md").read_text("utf-8")


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_the_plan_can_be_asked_and_is_told(path: Path) -> None:
    asked, _ = read(path)
    assert asked.seed is not None
    plan = made_of(asked, asked.seed)
    assert plan.spec.primary and plan.spec.margins
    assert f"({path.name})" in PAGE and f"({path.stem}.html)" in PAGE
    report = re.sub("<[^>]+>", "", (FOLDER / f"{path.stem}.html").read_text("utf-8"))
    assert f"tilewright compare --plan docs/studies/{path.name}" in report
    assert f"{plan.blocks} blocks" in re.sub(r"\s", " ", report)
    assert not re.search(r"/(tmp|home|root|work)/", report), "a path of somebody's machine"


def test_there_is_a_report_for_each_plan_and_no_other() -> None:
    assert len(PLANS) >= 6
    assert {page.stem for page in FOLDER.glob("*.html")} == {plan.stem for plan in PLANS} | {*CONTENT}


@pytest.mark.parametrize("name", CONTENT)
def test_a_study_of_content_is_told_and_can_be_repeated(name: str) -> None:
    report = re.sub("<[^>]+>", "", (FOLDER / f"{name}.html").read_text("utf-8"))
    assert f"({name}.html)" in PAGE and CONTENT[name] in report and CONTENT[name] in PAGE
    assert not re.search(r"/(tmp|home|root|work)/", report), "a path of somebody's machine"
