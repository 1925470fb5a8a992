"""A comparison called from Python: what the command plays, as tables that other libraries read, and as pictures."""

from __future__ import annotations

import json
import math
import re
import shlex
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.report import as_json
from tilewright.core.lab.report.verdicts import SIGNS
from tilewright.core.lab.study.findings import Findings
from tilewright.core.lab.study.request import command
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.notebook.comparison import ComparisonResult
from tilewright.core.notebook.result import Frame

from ..cases import cases
from ..cli.shell import run as shell
from ..lab.report.corners import HOSTILE
from ..lab.report.made import made

FEW = ["score", "margin", "leader_gap"]


@pytest.fixture(scope="module")
def run() -> ComparisonResult:
    return tw.compare("rebirth", b="castle=8", bots="random", metrics=FEW, blocks=6, seed=5)


def hostile(found: Findings) -> ComparisonResult:
    arms = [attrs.evolve(arm, text=HOSTILE) for arm in found.arms]
    return ComparisonResult(attrs.evolve(found, question=HOSTILE, arms=arms))


def test_it_is_the_comparison_of_the_command(run: ComparisonResult) -> None:
    words = shlex.split(run.findings.command)
    ran = shell(*words[1:], "--json")
    theirs, ours = json.loads(ran.out), json.loads(json.dumps(as_json(run.findings)))
    assert theirs.pop("digests").keys() == {"blocks", "report"}
    for one in (theirs, ours):
        del one["seconds"], one["command"], one["audit"]
    assert theirs == ours and theirs["analysis"]["results"]


def test_the_command_says_everything_that_was_asked() -> None:
    asked = ComparisonRequest(
        game="rebirth", with_=["x", "y"], set_={"castle": "8"}, variants={"rich": "port=3 with=z"}, each=True,
        primary=["score", "margin"], margins={"score": 0.5}, from_="a file@3", question="why?", blocks=9,
    )  # fmt: skip
    assert shlex.split(command(asked, 7, "compare")) == [
        "tilewright", "compare", "rebirth", "--variant", "rich:port=3 with=z", "--question", "why?", "--each",
        "--blocks", "9", "--primary", "score,margin", "--margin", "score=0.5", "--from", "a file@3",
        "--with", "x,y", "--set", "castle=8", "--seed", "7",
    ]  # fmt: skip


def test_a_run_is_kept_and_continued(tmp_path: Path) -> None:
    words = {"b": "castle=8", "bots": "random", "metrics": FEW, "seed": 5, "out": tmp_path / "out"}
    first = tw.compare("rebirth", blocks=2, **words)  # type: ignore[arg-type]
    played: list[int] = []
    again = tw.compare("rebirth", blocks=2, progress=played.append, **words)  # type: ignore[arg-type]
    assert played == [2] and again.results.columns == first.results.columns
    with pytest.raises(UsageError, match="holds another run: blocks was 2, now 4"):
        tw.compare("rebirth", blocks=4, **words)  # type: ignore[arg-type]


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_other_libraries_read_its_tables(library: str, run: ComparisonResult) -> None:
    read = pytest.importorskip(library)
    for frame in (run.results, run.blocks):
        if library == "pandas":
            columns = read.DataFrame.from_arrow(frame).to_dict("list")
        else:
            table = read.DataFrame(frame) if library == "polars" else read.table(frame)
            columns = table.to_dict(as_series=False) if library == "polars" else table.to_pydict()
        assert list(columns) == list(frame.columns)
        for name, values in frame.columns.items():
            for one, other in zip(values, columns[name], strict=True):
                missing = one is None and (other is None or other != other)
                assert missing or one == other or (math.isnan(one) and math.isnan(other)), (name, one, other)


def test_the_interchange_protocol_is_spoken(run: ComparisonResult) -> None:
    pytest.importorskip("pyarrow")
    there = run.blocks.__dataframe__()
    assert (there.num_rows(), [*there.column_names()]) == (len(run.blocks), [*run.blocks.columns])


def test_blocks_are_those_that_were_played(run: ComparisonResult) -> None:
    columns = run.blocks.columns
    rows = list(zip(*columns.values(), strict=True))
    mine = [
        value for _, variant, metric, part, value in rows if (variant, metric, part) == ("B", "margin", "")
    ]
    assert mine == run.findings.table.means["B", "margin", ""].tolist() and len(mine) == 6
    result = next(
        n for n, name in enumerate(run.results.columns["metric"])
        if name == "margin" and run.results.columns["variant"][n] == "B" and not run.results.columns["part"][n]
    )  # fmt: skip
    assert run.results.columns["variant_mean"][result] == pytest.approx(sum(mine) / 6)


def test_a_notebook_shows_the_answer_and_no_markup_of_others() -> None:
    found = made()
    text = hostile(found)._repr_html_()
    ElementTree.fromstring(f"<div>{text}</div>")
    assert "<script" not in text and "style=" not in text
    shown = ComparisonResult(found)._repr_html_()
    verdicts = re.findall(r"</span> ([a-z ]+)</strong>", shown)
    primary = [one for one in found.analysis.results if one.family == "primary" and not one.part]
    assert sorted(verdicts) == sorted(one.verdict for one in primary)


def test_charts_are_svg_and_those_that_are_not_there_are_named(run: ComparisonResult, tmp_path: Path) -> None:
    for metric in ("margin", "leader_gap"):
        drawn = ElementTree.parse(run.chart(metric).save(tmp_path / "chart.svg")).getroot()
        words = [one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert "A (base)" in words and "B" in words
    with pytest.raises(UsageError, match="no chart of 'scores' for 'B'; did you mean 'score'"):
        run.chart("scores")
    with pytest.raises(UsageError, match="no variant 'C'; known: B"):
        run.chart("score", "C")


def test_every_column_is_explained(run: ComparisonResult) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "laboratory.md").read_text("utf-8")
    rows = page[page.index("The columns of `run.results`") : page.index("## Plan files")].splitlines()
    named = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in rows if row.startswith("| `")))
    told = {*named, *re.findall(r"`(family)`", " ".join(rows))}
    assert told == {*run.results.columns}


def test_rates_have_a_chart_and_the_answer_a_picture() -> None:
    found = made()
    played = hostile(found)
    text = "{http://www.w3.org/2000/svg}text"
    answer = [one.text for one in ElementTree.fromstring(played.picture().svg).iter(text)]
    primary = [one for one in found.analysis.results if one.family == "primary" and not one.part]
    said = [one.split("  ")[1] for one in answer if one and "  " in one]
    assert sorted(said) == sorted(f"{SIGNS[one.verdict]} {one.verdict}" for one in primary) and said
    [rate] = [one for one in primary if found.table.metrics[one.metric].kind == "rate"][:1]
    drawn = ElementTree.fromstring(played.chart(rate.metric, rate.variant).svg)
    rows = [one.text or "" for one in drawn.iter(text)]
    assert rows[0].endswith(" (%)") and "all" in rows and "A (base)" in rows


def test_the_page_is_saved_whole(run: ComparisonResult, tmp_path: Path) -> None:
    path, page = run.save(tmp_path / "report.html"), run.page()
    assert path.read_text("utf-8") == page and page.startswith("<!doctype html>")
    with pytest.raises(UsageError, match="nowhere"):
        run.save(tmp_path / "nowhere" / "report.html")


def test_players_are_trained_and_the_run_says_how_to_repeat_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    words = {"b": "castle=0", "blocks": 2, "players": 2, "metrics": "score", "primary": "score", "seed": 3}
    trained: dict[str, Any] = {"adapt_budget": "0x0,0x0,1,2", "trainings": 2}
    run = tw.compare("rebirth", **trained, fail_if="score > 1000", **words)  # type: ignore[arg-type]
    assert [arm.name for arm in run.findings.arms] == ["A", "B shock", "B adapted"] and run.met is False
    assert len(run.findings.relearned) == 1 and len(run.findings.pupils) == 4
    told = json.loads(shell(*shlex.split(run.findings.command)[1:], "--json").out)
    assert told["analysis"] == json.loads(json.dumps(as_json(run.findings)))["analysis"]


def test_games_begin_from_a_position(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    match = tw.Match(tw.load("rebirth", options={"port": 2}), ["anna", "bruno"], seed=7, record=record)
    for _ in range(20):
        seat = match.state.to_act[0]
        match.play(match.state.legal(seat)[0], seat)
    match.close()
    run = tw.compare(
        "rebirth", b="castle=8", from_=f"{record}@20", bots="random", metrics="score", blocks=2, seed=5
    )
    plan = run.findings.plan
    assert plan["position"] is not None and plan["players"] == 2
    assert [arm.options["port"] for arm in run.findings.arms] == [2, 2]
    with pytest.raises(UsageError, match=r"--from: .* is a position of rebirth, not of glenmore"):
        tw.compare("glenmore", b="start_coins=8", from_=record)


@pytest.mark.parametrize(("given", "said"), cases(__file__, "mistakes_are_sentences"))
def test_mistakes_are_sentences(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as error:
        tw.compare("rebirth", blocks=3, **given)
    assert said in str(error.value)


def test_a_table_is_shown_in_part() -> None:
    text = Frame({"n": list(range(30)), "name": ["<b>"] * 30})._repr_html_()
    assert "30 rows, the first 20 of them" in text and text.count("&lt;b&gt;") == 20
