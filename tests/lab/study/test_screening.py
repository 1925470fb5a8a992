"""Screenings: a number over a range, a map, every single change; and what fresh blocks say of the best."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.games.factors import Factor
from tilewright.core.lab.games.variants import Variant
from tilewright.core.lab.report import as_json, page, terminal
from tilewright.core.lab.report.screening import setting, title
from tilewright.core.lab.stats.block_table import BlockTable, Floats, Spec
from tilewright.core.lab.study.findings import Findings
from tilewright.core.lab.study.screen import Aim, Screen, level_of, ranked, swept
from tilewright.core.lab.study.screen import aim_of as read_aim
from tilewright.core.lab.study.screening import nearer
from tilewright.core.meters.metrics import Metric
from tilewright.core.rules.assembly import load

from ...cases import cases
from ...cli.shell import run
from ...house.sources import ROOT
from ..report.reading import Reading

SPEC = Spec(primary=("score",))
METRICS = {
    "score": Metric(name="score", title="score", group="balance", unit="points"),
    "first_win": Metric(name="first_win", title="win share", group="balance", kind="rate"),
    "seat_gap": Metric(name="seat_gap", title="gap", group="balance", kind="gap", by="seat"),
}


def made(**columns: Floats) -> BlockTable:
    """Return a table of scores by variant, the first of which is the base."""
    blocks = len(next(iter(columns.values())))
    return BlockTable(
        variants=tuple(columns),
        metrics={"score": METRICS["score"]},
        blocks=tuple(range(blocks)),
        means={(name, "score", ""): values for name, values in columns.items()},
        games={},
        curves={},
        diverged={},
    )


@cache
def swept_run(**more: object) -> Findings:
    asked = {"primary": "score", "aim": "score=min", "metrics": ("score", "first_win")} | more
    asked |= {"bots": "random", "blocks": 6, "seed": 1}
    return tw.compare("rebirth", sweep={"castle": "2..8/3"}, **asked).findings  # type: ignore[arg-type]


def test_a_sweep_says_what_an_ordinary_comparison_of_the_same_values_says() -> None:
    found = swept_run()
    plain = tw.compare(
        "rebirth",
        variants={"castle=2": "castle=2", "castle=8": "castle=8"},
        primary="score",
        metrics="score",
        bots="random",
        blocks=6,
        seed=1,
    ).findings
    assert [arm.name for arm in found.arms] == ["A", "castle=2", "castle=8"]
    for one in plain.analysis.whole(family="primary"):
        assert found.analysis.of(one.variant, "score").difference == one.difference


def test_the_best_is_played_again_on_seeds_that_come_after_those_of_the_plan() -> None:
    found = swept_run().screening
    assert found is not None and found.fresh is not None and found.chosen == ["castle=2"]
    asked = {"primary": "score", "metrics": "score", "bots": "random", "blocks": 6, "seed": 7}
    again = tw.compare("rebirth", b="castle=2", **asked).findings  # type: ignore[arg-type]
    [claim], result = found.claims, again.analysis.of("B", "score")
    assert (claim.difference, claim.best.mean) == (result.difference, result.variant_mean)
    assert claim.printed.mean == result.base_mean
    assert claim.searched == level_of(swept_run().table, "castle=2", "score") != claim.best.mean
    assert found.fresh.seed == 7


@pytest.mark.parametrize(("asked", "said"), cases(__file__, "what_cannot_be_swept"))
def test_what_cannot_be_swept(asked: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError) as error:
        tw.compare("rebirth", **({"bots": "random", "blocks": 4, "seed": 1} | asked))  # type: ignore[arg-type]
    assert said in str(error.value)


def test_values_are_read_as_a_search_reads_them_and_the_printed_one_is_the_base() -> None:
    rules = load("rebirth")
    factors, variants, values = swept({"castle": "3..5", "port": "1,4"}, Variant.of(rules, "A"))
    assert [one.values for one in factors] == [("3", "4", "5"), ("1", "4")]
    assert values["A"] == ("5", "1") and "castle=5 port=1" not in values
    assert [one.name for one in variants[1:]] == [name for name in values if name != "A"]
    assert len(variants) == 6 and variants[1].rules().option_values["castle"] == 3


@pytest.mark.parametrize(
    ("text", "aim"), [("score=150", 150), ("first_win=33 %", 0.33), ("first_win=0.5", 0.5)]
)
def test_an_aim_may_be_a_number(text: str, aim: float) -> None:
    found = read_aim(text, (), METRICS)
    assert found is not None and found.target == pytest.approx(aim)
    assert found.miss(aim + 0.1) == pytest.approx(0.1) == found.miss(aim - 0.1)


def test_without_an_aim_what_is_wanted_of_a_metric_counts() -> None:
    assert read_aim(None, ("score",), METRICS) is None
    assert read_aim(None, ("score", "seat_gap"), METRICS) == Aim(metric="seat_gap", towards="min")


def test_the_best_is_the_nearest_and_never_the_printed_one() -> None:
    seen = made(A=np.full(8, 10.0), low=np.full(8, 7.0), high=np.full(8, 14.0))
    for towards, target, best in (
        ("min", None, "low"),
        ("max", None, "high"),
        ("13", 13.0, "high"),
        ("10", 10.0, "low"),
    ):
        aim = Aim(metric="score", towards=towards, target=target)
        assert Screen(factors=swept_factor(), values={}, aim=aim, confirm=4).chosen(seen, SPEC) == (best,)


def swept_factor() -> tuple[Factor, ...]:
    return swept({"castle": "4..6"}, Variant.of(load("rebirth"), "A"))[0]


def test_changes_are_ranked_by_their_effect_and_constant_ones_come_first() -> None:
    noise = np.random.default_rng(1).normal(size=40)
    seen = made(A=np.zeros(40), little=noise + 0.1, more=noise - 2, always=np.ones(40), none=np.zeros(40))
    assert ranked(seen, "score") == ["always", "more", "little", "none"]


def test_nearer_takes_both_a_difference_and_the_side_of_the_target() -> None:
    noise = np.random.default_rng(1).normal(size=(2, 200))
    printed = 160 + noise[0]
    assert nearer(printed, 152 + noise[1], 150, SPEC) == "better"
    assert nearer(printed, 142 + noise[1], 150, SPEC) == "better"
    assert nearer(printed, 140 + noise[1], 150, SPEC) == "not resolved"  # as far off on the other side
    assert nearer(printed, 132 + noise[1], 150, SPEC) == "worse"
    assert nearer(printed, 165 + noise[1], 150, SPEC) == "worse"
    assert nearer(150 - (printed - 150), 148 + noise[1], 150, SPEC) == "better"


def test_every_single_change_is_a_ranked_list_and_the_first_are_confirmed(tmp_path: Path) -> None:
    words = "compare rebirth --each --bots random --blocks 4 --seed 1 --primary score --metrics score --out"
    first = run(*words.split(), tmp_path / "each")
    assert first.code == 0
    shown = first.out.splitlines()
    listed = [line for line in shown if re.match(r" ?[0-9]+[* ] +\S+ +[0-9.∞]+ ", line)]
    assert len(listed) == 10
    assert all(len(line) <= 80 for line in shown if not line.startswith("    tilewright "))
    assert sum("*" in line[:4] for line in listed) == 3
    report = json.loads((tmp_path / "each" / "report.json").read_text("utf-8"))["screening"]
    assert report["chosen"] == report["ranked"][:3]
    assert {one["variant"] for one in report["confirmed"]["results"]} == {*report["chosen"]}
    page = (tmp_path / "each" / "report.html").read_text("utf-8")
    assert " ".join(Reading(page).said).count("played again") >= 3
    rows = [json.loads(line) for line in (tmp_path / "each" / "blocks.jsonl").read_text("utf-8").splitlines()]
    assert [len(row["arms"]) for row in rows] == [len(report["ranked"]) + 1] * 4 + [4] * 4
    assert run("compare", str(tmp_path / "each"), "--verify", "all").code == 0


def test_an_interrupted_sweep_goes_on_and_its_files_are_the_same(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "game: rebirth\nsweep: {castle: 4..6, port: '1,2'}\naim: margin=min\n"
        "bots: random\nblocks: 4\nconfirm: 3\nseed: 1\nmetrics: [margin]\n"
    )
    words = ("compare", "--plan", plan, "--out", tmp_path / "run")
    shown = run(*words).out
    blocks = tmp_path / "run" / "blocks.jsonl"
    whole = blocks.read_bytes()
    for kept in (2, 5):
        blocks.write_bytes(b"".join(whole.splitlines(keepends=True)[:kept]))
        assert run(*words).code == 0
        assert blocks.read_bytes() == whole
    assert "Of castle=4 to 6 and port=1 to 2" in shown and "across: port" in shown


def test_the_report_is_as_the_schema_says() -> None:
    schema = json.loads((ROOT / "core" / "lab" / "report" / "compare.schema.json").read_text("utf-8"))
    report = as_json(swept_run())
    jsonschema.validate(report, schema)
    assert len(report["screening"]["levels"]) == 3 and report["screening"]["confirmed"]["blocks"] == 6


@pytest.mark.parametrize(("name", "said"), cases(__file__, "a_number_in_a_few_letters"))
def test_a_number_has_a_name_in_a_few_letters(name: str, said: str) -> None:
    assert title(Factor(name=name, values=("0", "1"), ordered=True, usual="0")) == said


def test_a_curve_marks_the_printed_value_and_the_one_that_was_tried_again() -> None:
    found = swept_run()
    shown = terminal(found, 80)
    rows = [line for line in shown.splitlines() if line.startswith("castle=")]
    assert [line.split()[0] for line in rows[:3]] == ["castle=2", "castle=5", "castle=8"]
    assert rows[0].endswith(("best", "tried again")) and rows[1].endswith("printed")
    places = [line.index("●") for line in rows[:3]]
    assert places == sorted(places) and len({*places}) == 3
    assert all(len(line) <= 80 for line in shown.splitlines() if not line.startswith("    tilewright "))
    assert setting(found, "A") == "castle=5"
    drawn = page(found)
    assert ">printed</text>" in drawn and "On fresh blocks" in drawn


def test_an_axis_of_shares_ends_at_none_and_all() -> None:
    shown = terminal(swept_run(primary="first_win", aim="first_win=0.5"), 80).splitlines()
    at = next(n for n, line in enumerate(shown) if line.startswith("Win share"))
    low, high = map(float, shown[at + 1].split())
    assert 0 <= low < high <= 100
