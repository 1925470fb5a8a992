"""A search called from Python: what the command finds, as tables and a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.lab.design.findings import as_json

pytest.importorskip("optuna", reason="needs the extra design")
from tilewright.core.notebook.design import DesignResult

from ..cases import cases

SMALL: dict[str, Any] = cases(__file__, "small")


@pytest.fixture(scope="module")
def found() -> DesignResult:
    return tw.design("rebirth", **SMALL)


def test_its_tables_have_what_the_report_has(found: DesignResult) -> None:
    told = as_json(found.found)
    assert found.setting == told["chosen"]["setting"] and found.confirmed == (told["answer"] == "confirmed")
    results = found.results.columns
    assert list(results)[:2] == ["castle", "port"]
    rows = [dict(zip(results, values, strict=True)) for values in zip(*results.values(), strict=True)]
    taken = [row for row in rows if row["taken"]]
    assert [row["quantity"] for row in taken] == ["lead_changes", "margin"]
    assert [row["verdict"] for row in taken] == [told["chosen"]["targets"][0]["verdict"], None]
    assert taken[1]["value"] == told["chosen"]["goals"]["margin"]["value"]
    assert {row["role"] for row in rows} >= {"base"}
    tried = found.tried.columns
    assert (
        list(tried) == ["castle", "port", "blocks", "lead_changes", "margin"] and sum(tried["blocks"]) <= 16
    )
    assert set(found.steps.columns["factor"]) <= {"castle", "port"} and len(found.steps) >= 2


def test_the_call_in_the_report_repeats_it(found: DesignResult, tmp_path: Path) -> None:
    again = eval(found.found.command, {"tilewright": tw})
    assert as_json(again.found) == as_json(found.found)
    drawn = ElementTree.parse(found.chart().save(tmp_path / "front.svg")).getroot()
    assert "squares: fresh blocks" in "".join(drawn.itertext())
    text = found._repr_html_()
    ElementTree.fromstring(f"<div>{text}</div>")
    assert "style=" not in text and " ".join(str(found).split("\n\n")[0].split()) == found.found.question


def test_mistakes(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no metric 'seat_gab'; did you mean 'seat_gap'"):
        tw.design("rebirth", **{**SMALL, "targets": ["seat_gab under 5 %"]})
    path = tmp_path / "plan.yaml"
    path.write_text("game: rebirth\nfactors: {castel: 1 to 3}\ntargets: [margin under 3]\n", "utf-8")
    with pytest.raises(InvalidFile, match=r"plan.yaml:2:.*no option 'castel'"):
        tw.design(plan=path)
