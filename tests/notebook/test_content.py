"""A study of content called from Python: what the command finds, as tables and a picture."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.report.content import as_json, chart
from tilewright.core.notebook.content import ContentResult

from ..cli.shell import run as shell


@pytest.fixture(scope="module")
def found() -> ContentResult:
    metrics = ["score", "margin", "decisions"]
    return tw.content(
        "rebirth", "missions", blocks=50, bots="random", primary="score", metrics=metrics, seed=3
    )


def test_it_is_the_study_of_the_command(found: ContentResult) -> None:
    theirs = json.loads(shell(*shlex.split(found.found.command)[1:], "--json").out)
    ours = json.loads(json.dumps(as_json(found.found)))
    assert theirs.pop("digests").keys() == {"blocks", "report"}
    for one in (theirs, ours):
        del one["seconds"], one["command"]
    assert theirs == ours


def test_its_tables_have_what_the_report_has(found: ContentResult) -> None:
    items = found.items.columns
    assert items["metric"] == [name for name in ("score", "decisions", "margin") for _ in range(24)]
    fit = found.found.fits[0]
    assert items["estimate"][:24] == [one.estimate for one in fit.items] and len(found.pairs) == 0
    assert items["item name"][0] == found.found.items[items["item"][0]]
    sets = list(zip(*found.sets.columns.values(), strict=True))
    assert len(sets) == 50 * 2 * 12 and len({*sets}) == len(sets)
    dealt = found.found.plan["content"]
    mine = [item for block, variant, item in sets if (block, variant) == (7, "set 2")]
    assert mine == [dealt["items"][number] for number in dealt["drawn"][7][1]]
    assert len(found.blocks) == sum(len(values) for values in found.table.means.values())


def marks(drawn: ElementTree.Element) -> list[ElementTree.Element]:
    """The mark of each item in a chart."""
    return [
        one
        for one in drawn.iter("{http://www.w3.org/2000/svg}rect")
        if one.get("class", "").startswith("mark")
    ]


def test_a_notebook_shows_the_answer_and_a_picture(found: ContentResult, tmp_path: Path) -> None:
    text = found._repr_html_()
    ElementTree.fromstring(f"<div>{text}</div>")
    assert "style=" not in text and text.count("<tr>") == 25
    drawn = ElementTree.parse(found.chart("margin").save(tmp_path / "items.svg")).getroot()
    assert len(marks(drawn)) == 24
    with pytest.raises(UsageError, match="no chart of 'scores'; metrics with a chart: score, "):
        found.chart("scores")


def test_items_that_change_nothing_have_a_chart_around_zero(found: ContentResult) -> None:
    fit = found.found.fits[0]
    still = [attrs.evolve(one, estimate=0.0, low=0.0, high=0.0) for one in fit.items]
    drawn = chart(attrs.evolve(found.found, fits=[attrs.evolve(fit, items=still)]), fit.metric)
    assert len({one.get("x") for one in marks(ElementTree.fromstring(str(drawn)))}) == 1


def test_mistakes() -> None:
    with pytest.raises(UsageError, match="a block has 2 to 16 sets"):
        tw.content("rebirth", "missions", sets=17, blocks=2)
    with pytest.raises(UsageError, match="seat_gap is known only after all games"):
        tw.content("rebirth", primary="seat_gap", blocks=2)
    with pytest.raises(UsageError, match="no content 'mission'; did you mean 'missions'"):
        tw.content("rebirth", "mission", blocks=2)
