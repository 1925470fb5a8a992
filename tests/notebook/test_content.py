"""A study of content called from Python: what the command finds, as tables and a picture."""

from __future__ import annotations

import html
import json
import shlex
from pathlib import Path
from xml.etree import ElementTree

import attrs
import pytest
from scipy import stats

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.content.study import ContentFindings
from tilewright.core.lab.report.content import as_json, page, terminal
from tilewright.core.lab.report.content_advice import fresh
from tilewright.core.lab.report.content_picture import chart
from tilewright.core.notebook.content import ContentResult

from ..cli.shell import run as shell


def studied(blocks: int) -> ContentResult:
    asked = {"bots": "random", "primary": "score", "metrics": ["score", "margin", "decisions"], "seed": 3}
    return tw.content("rebirth", "missions", blocks=blocks, **asked)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def found() -> ContentResult:
    """As many blocks as tell the items apart."""
    return studied(50)


def test_it_is_the_study_of_the_command() -> None:
    found = studied(4)
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
    squares = drawn.iter("{http://www.w3.org/2000/svg}rect")
    return [one for one in squares if one.get("class", "").startswith("mark")]


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


def planted(
    study: ContentFindings, together: float, p: float, adjusted: float
) -> tuple[ContentFindings, str]:
    """The study with these p values of all items and of the first one of the primary metric; the name of that item."""
    fit = study.fits[0]
    first = attrs.evolve(fit.items[0], estimate=9.0, low=5.0, high=13.0, p=p, adjusted=adjusted)
    others = [attrs.evolve(one, estimate=-0.4, p=0.6, adjusted=1.0) for one in fit.items[1:]]
    fits = [attrs.evolve(fit, items=[first, *others], p_items=together), *study.fits[1:]]
    return attrs.evolve(study, fits=fits, holdings=[]), study.items[first.term[0]]


def test_an_item_is_named_only_if_all_together_differ(found: ContentResult) -> None:
    """What is named has to be confirmed, by a command that plays as many blocks after those of the study."""
    study, name = planted(found.found, 0.001, 0.0001, 0.0024)
    for said in (terminal(study, 10_000), page(study)):
        assert (
            f"{name} stands out from the other missions in everybody's score." in html.unescape(said)
            and "no single mission" not in said
        )
        assert "Confirm it on fresh blocks before you change anything." in said
    [again] = fresh(study)
    assert "--blocks 50 " in f"{again} "
    made = json.loads(shell(*shlex.split(again.replace("--blocks 50", "--blocks 2"))[1:], "--json").out)
    assert (made["seed"], made["blocks"], made["primary"]) == (53, 2, ["score"])
    study, name = planted(found.found, 0.06, 0.0001, 0.0024)
    for said in (terminal(study, 10_000), page(study)):
        assert "No single mission is shown to be out of line in score" in said
        assert f"{name} stands out" not in said and f"more with {name}" not in said and "Confirm" not in said
    looks = [one.get("class") for one in marks(ElementTree.fromstring(str(chart(study, "score"))))]
    assert len({*looks}) == 1


def test_a_holder_is_named_only_beyond_the_mean_of_all_and_if_items_differ(found: ContentResult) -> None:
    """All are ahead by 5 points for having one at all; one of them is by 15."""
    study, _ = planted(found.found, 0.001, 0.6, 1.0)
    items = [*study.items]
    level = [attrs.evolve(found.found.holdings[0], item=one, ahead=5.0, low=3.0, high=8.0) for one in items]
    far = attrs.evolve(level[0], ahead=15.0, low=12.0, high=18.0)
    for together, holdings, named in (
        (0.001, level, False),
        (0.001, [far, *level[1:]], True),
        (0.3, [far], False),
    ):
        fits = [attrs.evolve(study.fits[0], p_items=together), *study.fits[1:]]
        said = terminal(attrs.evolve(study, fits=fits, holdings=holdings), 10_000)
        strong = (
            f"Too strong a mission, as far as this run shows: {study.items[far.item]} (+15.0 points, wins"
        )
        assert (strong in said) == named != ("No mission is shown to be too strong" in said), (together, said)
        assert said.index("What having a mission") < said.index("Score of everybody, with it in play")
        assert ("Confirm it" in said) == named != ("No single mission is shown to be out of line" in said)


def test_the_blocks_that_are_advised_show_what_it_looks_like(found: ContentResult) -> None:
    """Four in five such runs call it: both by its own test, corrected over 24 items, and by that of all."""
    study, _ = planted(found.found, 0.2, 0.02, 0.48)
    [command] = fresh(study)
    words = shlex.split(command)
    blocks, away = int(words[words.index("--blocks") + 1]), stats.norm.isf(0.01)
    assert f"takes at least about {blocks} blocks" in terminal(study, 10_000)

    def shown(blocks: float) -> bool:
        root = away * (blocks / 50) ** 0.5
        alone = stats.norm.sf(stats.norm.isf(0.025 / 24) - root)
        return bool(min(alone, stats.ncx2.sf(stats.chi2.isf(0.05, 23), 23, root**2)) >= 0.8)

    assert shown(blocks) and not shown(0.9 * blocks)


def test_mistakes() -> None:
    with pytest.raises(UsageError, match="a block has 2 to 16 sets"):
        tw.content("rebirth", "missions", sets=17, blocks=2)
    with pytest.raises(UsageError, match="seat_gap is known only after all games"):
        tw.content("rebirth", primary="seat_gap", blocks=2)
    with pytest.raises(UsageError, match="no content 'mission'; did you mean 'missions'"):
        tw.content("rebirth", "mission", blocks=2)
