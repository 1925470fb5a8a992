"""The answer in words: the sentence for each combination of verdicts, and a page that never contradicts itself."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilewright.core.lab import texts
from tilewright.core.lab.report.advice import advice, commands
from tilewright.core.lab.report.answer import answer, bounds, sentences, takes
from tilewright.core.lab.report.changed_play import MOST, changes, lines
from tilewright.core.lab.report.page import page
from tilewright.core.lab.report.terminal import terminal
from tilewright.core.lab.report.verdicts import primaries
from tilewright.core.lab.stats.analysis import verdict
from tilewright.core.lab.stats.block_table import MetricResult
from tilewright.core.lab.stats.power import planned
from tilewright.core.lab.stats.trend import Trend
from tilewright.core.lab.study.findings import Divergence, Findings
from tilewright.core.lab.study.relearning import Pupil
from tilewright.core.meters.metrics import Metric

from ...cases import cases
from .made import made, result

FOUND = made(("castle3", "castle8"), 40)


def findings(*results: MetricResult, **metrics: Metric) -> Findings:
    """Findings with these results alone; margins and turns are primary."""
    table = attrs.evolve(FOUND.table, metrics={**FOUND.table.metrics, **metrics})
    spec = attrs.evolve(FOUND.spec, primary=("margin", "turns"))
    return attrs.evolve(
        FOUND, table=table, spec=spec, analysis=attrs.evolve(FOUND.analysis, results=list(results))
    )


def primary(
    variant: str, metric: str, word: str, difference: float, reach: float = 1.0, **more: Any
) -> MetricResult:
    column = np.zeros(40)
    said: dict[str, Any] = {
        "base_mean": 16.2, "variant_mean": 16.2 + difference, "difference": difference, "low": difference - reach,
        "high": difference + reach, "low90": difference - 0.8 * reach, "high90": difference + 0.8 * reach,
        "adjusted": 0.003, "verdict": word, "needed": 390 if word == "not resolved" else None, "margin": 2.0,
    }  # fmt: skip
    return attrs.evolve(result(metric, column, column, variant, primary=True), **{**said, **more})


DIFFERS, SAME, OPEN = "differs", "equivalent", "not resolved"


@pytest.mark.parametrize(("words", "said"), cases(__file__, "one_sentence_for_each_pair_of_verdicts"))
def test_one_sentence_for_each_pair_of_verdicts(words: tuple[str, str], said: str) -> None:
    found = [
        primary(name, "margin", word, 2.6) for name, word in zip(("castle3", "castle8"), words, strict=True)
    ]
    assert answer(findings(*found)).replace("\u00a0", " ") == said


@pytest.mark.parametrize(("words", "said"), cases(__file__, "many_variants_are_told_by_what_differs"))
def test_many_variants_are_told_by_what_differs(words: tuple[str, ...], said: str) -> None:
    """The largest effects come first by name, whatever the order of the plan; the rest is counted."""
    found = [
        attrs.evolve(primary(f"v{n}", "margin", word, 1.0 + 0.5 * n if n != 5 else 4.0), effect=0.1 * (n + 1))
        for n, word in enumerate(words)
    ]
    told = findings(*found)
    told = attrs.evolve(
        told, arms=[told.arms[0], *(attrs.evolve(told.arms[1], name=f"v{n}") for n in range(len(words)))]
    )
    assert answer(told).replace("\u00a0", " ") == said


def test_metrics_speak_in_their_own_words_and_are_joined() -> None:
    margin = attrs.evolve(
        FOUND.table.metrics["margin"], more="the winner is further ahead", less="games end closer"
    )
    found = [primary("castle3", "margin", DIFFERS, -2.6), primary("castle3", "turns", DIFFERS, 3.0)]
    said = "With castle3, games end closer (13.6 points instead of 16.2) and length of the game up "
    assert answer(findings(*found, margin=margin)) == said + "(19.2 turns instead of 16.2)."


def test_what_is_not_resolved_says_what_it_rules_out_and_takes() -> None:
    near, far = primary("castle3", "margin", OPEN, 0.1, 1.8), primary("castle3", "turns", OPEN, 2.0, 3.0)
    found = findings(near, far)
    assert bounds(found, near).replace("\u00a0", " ") == "no more than 1.9 points either way"
    assert bounds(found, far).replace("\u00a0", " ") == "no more than 5.0 turns up and 1.0 down"
    assert takes(found, near).replace("\u00a0", " ") == "about 390 blocks would decide (3 h 29 min)"
    advised = " ".join(advice(found))
    assert "a new run of 390 blocks" in advised and "games to watch" not in advised
    # The whole command: with everything that was asked, and another folder.
    [again] = commands(found)
    words = shlex.split(again)
    assert words[:5] == ["tilewright", "compare", "meadow", "--b", "castle_points=7 with=river"]
    assert words[-6:] == ["--blocks", "390", "--seed", "47", "--out", "study-2"]
    assert words.count("--margin") == 2 and words.count("--seed") == words.count("--blocks") == 1
    assert again in terminal(found, 60).replace("    tilewright", "tilewright").split("\n")
    assert f"{again}</code>" in re.sub("</?span>", "", page(found)).replace("&#x27;", "'")
    lonely = attrs.evolve(found, command="tilewright compare --plan castles.yaml --seed 7")
    assert not commands(lonely) and "with --blocks 390 and --seed 47;" in " ".join(advice(lonely))
    few = attrs.evolve(near, bounded=True)
    assert bounds(found, few).endswith(
        "; too few blocks vary to call it equivalent, since large differences may be rare"
    )
    enough = attrs.evolve(near, needed=30)
    assert "enough for the smallest difference of interest" in takes(found, enough)


@settings(max_examples=50)
@given(
    st.floats(-5, 5).filter(bool), st.floats(0.05, 4), st.floats(-0.5, 0.5), st.sampled_from([0.001, 0.04, 0.06, 0.7]),
    st.sampled_from([None, 0.5, 3.0]),
)  # fmt: skip
def test_words_never_contradict_numbers(
    difference: float, reach: float, skew: float, p: float, margin: float | None
) -> None:
    """Whatever the test, the interval and the margin say: the words fit the verdict, the direction and the ends."""
    low, high = difference - reach * (1 + skew), difference + reach * (1 - skew)
    low90, high90 = (difference + 0.8 * (end - difference) for end in (low, high))
    word = verdict(p, 0.05, low90, high90, margin)
    one = primary("castle3", "margin", word, difference, low=low, high=high, low90=low90, high90=high90, adjusted=p,
                  margin=margin)  # fmt: skip
    found = findings(one)
    said, sentence = bounds(found, one), answer(found)
    away = low > 0 or high < 0
    assert ("no difference that matters" in sentence) == (word == SAME)
    assert ("ot resolved" in sentence) == (word == OPEN)
    if word == DIFFERS:
        assert ("winner up" in sentence, "winner down" in sentence) == (difference > 0, difference < 0)
        assert ("interval alone would not be" in said) == (not away)
    elif word == SAME:
        assert said.startswith("within") and ("real difference" in said) == away
    else:
        assert ("not sure" in said and "uncorrected" in said) == away
        assert ("either way" in said or " down" in said) == (not away)
    if away and word != SAME:
        assert ("more" in said.split(",")[0]) == (difference > 0)


def explored(
    name: str, variant: str, difference: float, effect: float | None, adjusted: float
) -> MetricResult:
    column = np.zeros(40)
    one = result(name, column, column, variant)
    return attrs.evolve(one, base_mean=10.0, variant_mean=10 + difference, difference=difference,
                        effect=effect, adjusted=adjusted, p=adjusted)  # fmt: skip


def test_play_is_told_by_what_survives_correction() -> None:
    """The largest in standard deviations first; not what is slight, unsure, or the same as another."""
    names = list(FOUND.table.metrics)
    kept = explored("branching", "castle3", 1.0, 0.5, 0.001)
    larger = explored("price", "castle3", -2.0, -0.9, 0.001)
    fixed = explored("holes", "castle3", 2.0, None, 0.001)
    slight, unsure = (
        explored("leads", "castle3", 0.05, 3.0, 0.001),
        explored("entropy", "castle3", 4.0, 3.0, 0.06),
    )
    found = findings(fixed, kept, slight, larger, unsure)
    assert [one.metric for one in changes(found, "castle3")] == ["price", "branching", "holes"]
    said = (
        "With castle3, price paid for a tile down (8 gold instead of 10), moves to choose from up (11 moves "
    )
    assert next(lines(found)) == said + "instead of 10) and holes in the board up (12 instead of 10)."
    again = [attrs.evolve(one, variant="castle8") for one in (kept, larger, fixed)]
    assert [line.partition(",")[0] for line in lines(findings(fixed, kept, larger, *again))] == [
        "With castle3 and castle8"
    ]
    many = [explored(name, "castle3", 2.0, 1.0, 0.001) for name in names if not name.startswith("source")]
    assert len(changes(findings(*many), "castle3")) <= MOST


def test_two_metrics_that_say_the_same_are_said_once() -> None:
    means = dict(FOUND.table.means)
    for of in ("price", "holes"):
        means["castle3", of, ""] = means["A", of, ""] + np.arange(40) * (1 if of == "price" else -3)
    pair = [explored("price", "castle3", 2.0, 0.9, 0.001), explored("holes", "castle3", -2.0, -0.5, 0.001)]
    found = findings(*pair)
    found = attrs.evolve(found, table=attrs.evolve(found.table, means=means))
    assert [one.metric for one in changes(found, "castle3")] == ["price"]


def test_nothing_is_contradicted_over_many_findings() -> None:
    """Each variant and metric stands in the part of the sentence that its verdict asks for."""
    for seed in range(6):
        found = made(("castle3", "castle8"), 40, effect=0.4 * seed, seed=seed)
        parts = answer(found).split("; ")
        for arm in found.arms[1:]:
            for one in primaries(found, arm.name):
                title = found.table.metrics[one.metric].title
                sign = {DIFFERS: "with ", SAME: "no difference that matters", OPEN: "ot resolved"}[
                    one.verdict
                ]
                assert [part for part in parts if sign in part.lower() + part and title in part], (seed, one)


def test_blocks_without_a_margin_are_enough_for_a_difference_of_one_size() -> None:
    """Without a margin no number of blocks is sure to decide, so the text names what they can show: 0.2 SD here."""
    tests, sd = 1, 8.0
    wanted = planned(FOUND.spec, "holes", sd, tests)
    one = primary("castle3", "holes", OPEN, 1.0, effect=1.0 / sd, needed=wanted, margin=None)
    assert "would show a difference of 1.6" in takes(findings(one), one).replace("\u00a0", " ")
    seen = attrs.evolve(one, needed=(wanted or 0) + 500)
    assert "would show it if it is as large as it looks" in takes(findings(seen), seen)
    assert "would decide" in takes(findings(one), attrs.evolve(one, margin=2.0))
    [*_, said] = advice(findings(one))
    assert "--margin holes=X" in said


def test_what_no_block_has_changed_so_far_is_an_answer_and_no_margin_is_asked_for() -> None:
    fixed = attrs.evolve(
        primary("castle3", "turns", OPEN, 0.0), difference=0.0, differing=0, needed=59, margin=None
    )
    table = attrs.evolve(FOUND.table, means={("A", "turns", ""): np.full(40, 36.0)})
    found = attrs.evolve(findings(fixed), table=table)
    fixed = attrs.evolve(fixed, base_mean=36.0)
    found = attrs.evolve(found, analysis=attrs.evolve(found.analysis, results=[fixed]))
    said = "always 36 turns, in each of 40 blocks; 59 blocks would settle it"
    assert answer(found).startswith(f"With castle3, nothing has changed so far in length of the game ({said}")
    assert takes(found, fixed).startswith("59 blocks would settle it")
    told = " ".join(advice(found))
    assert (
        "--margin" not in told and "a new run of 59 blocks" in told and "--blocks 59 " in commands(found)[0]
    )


def test_a_new_run_shares_no_game_with_this_one() -> None:
    """Block n has the seed of the run plus n; with --aa as many seeds again were used."""
    one = primary("castle3", "margin", OPEN, 0.1, 1.8)
    found = findings(one)
    first, blocks = found.seed, len(found.table.blocks)
    for again, seed in ((None, first + blocks), ({}, first + 2 * blocks)):
        assert f"--seed {seed} " in " ".join(commands(attrs.evolve(found, aa=again)))


def test_what_makes_an_answer_void_comes_first() -> None:
    """Players who have learned too little, rules that are no change, and rules to which no bot reacted."""
    one = primary("castle3", "margin", DIFFERS, 2.6)
    found = attrs.evolve(findings(one), arms=FOUND.arms[:2], divergences=[])
    assert sentences(found) == [answer(found)]
    pupil = Pupil(
        ruleset="A",
        file="x.yaml",
        budget="0x0,1x1,1,1",
        games=1,
        against="greedy",
        share=0.3,
        low=0.15,
        high=0.45,
    )
    first, last = sentences(attrs.evolve(found, pupils=[pupil, attrs.evolve(pupil, ruleset="B", high=0.52)]))
    assert first.startswith("The training under A has failed: its players win 0.30") and last == answer(found)
    arms = [found.arms[0], attrs.evolve(found.arms[1], differing={})]
    first, _ = sentences(attrs.evolve(found, arms=arms))
    assert first == "Nothing is changed by castle3: A has the same rules already."
    deaf = Divergence(
        variant="castle3", never=0.0, median_round=None, games=9, scores_only=1.0, reacted={"greedy": 0.0}
    )
    told = attrs.evolve(found, divergences=[deaf])
    first, _ = sentences(told)
    assert first.startswith("No bot reacted to castle3: all 9 games")
    assert list(advice(told)) == ["Do not judge how the rule plays by this run: nobody has played by it."]


def test_a_rule_that_never_came_up_is_not_judged() -> None:
    found = attrs.evolve(findings(primary("castle3", "margin", SAME, 0.0)), arms=FOUND.arms[:2])
    alike = Divergence(variant="castle3", never=1.0, median_round=None, games=9)
    told = attrs.evolve(found, divergences=[alike])
    first, _ = sentences(told)
    assert first.startswith("castle3 never came up: each of 9 games is the same as under the base")
    assert list(advice(told)) == ["Do not judge the rule by this run: it never came up."]
    won = findings(
        primary("castle3", "first_win", DIFFERS, 0.2)
    )  # the same points, but another winner of ties
    base, variant = found.arms
    for other in (
        attrs.evolve(found, divergences=[attrs.evolve(alike, never=0.9)]),
        attrs.evolve(told, arms=[base, attrs.evolve(variant, differing={})]),
        attrs.evolve(told, analysis=won.analysis),
    ):
        assert not any("came up" in one for one in [*sentences(other), *advice(other)])


def test_the_file_has_every_sentence_and_no_other() -> None:
    code = "".join(path.read_text("utf-8") for path in (Path(__file__).parents[3] / "core").rglob("*.py"))
    assert {*re.findall(r'\btext\(\s*"([a-z._ ]+)"', code)} <= {*texts.every()}
    chosen = ("claim.", "relearned.")  # by the claim
    assert not [key for key in texts.every() if f'"{key}"' not in code and not key.startswith(chosen)]


def test_no_sentence_shows_an_escape() -> None:
    """In YAML they are read inside double quotes alone: `\\_` in a folded text would be seen as it is."""
    assert not [key for key, said in texts.every().items() if "\\" in said]


def test_a_trend_over_the_blocks_comes_before_the_answer() -> None:
    """And the first thing to do is to find its cause, on all faces."""
    found = FOUND
    name = found.spec.primary[0]
    moved = Trend(
        metric=name, variant="castle3", difference=True, after=20, before_mean=3.0, after_mean=-1.5, p=0.0004
    )
    found = attrs.evolve(found, trends=[moved])
    said = sentences(found)[-2]
    assert said.startswith("The blocks are not alike over time: the difference of ")
    assert "before block 20" in said and "p < 0.001" in " ".join(said.split())
    assert next(iter(advice(found))).startswith("Find out what changed during the run")
    for face in (terminal(found, 400), page(found)):
        assert "not alike over time" in face
    assert "not alike over time" not in terminal(FOUND, 400)
