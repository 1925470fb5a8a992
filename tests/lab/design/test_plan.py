"""Plans: sentences become targets, values become settings, and every mistake is told with its place."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tilewright.core.base.errors import TilewrightError
from tilewright.core.lab.design.plan import planned
from tilewright.core.lab.design.targets import target
from tilewright.core.lab.study.request import merged
from tilewright.core.lab.study.settings import DesignRequest
from tilewright.core.meters import metrics_of

from .duels import installed as installed
from .duels import plan

PLAN = """game: duel
factors:
  start: 0 to 8 by 2
  luck: all
targets:
  - seat_gap under 15 %
goals:
  - minimise margin
bots: random
seed: 1
"""


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("seat_gap under 3 %", -math.inf, 0.03),
        ("seat_gap<0.03", -math.inf, 0.03),
        ("decisions between 90 and 110", 90, 110),
        ("decisions  90 to 110.5", 90, 110.5),
        ("margin at least -2", -2, math.inf),
        ("perfect beats random in 60 to 70 %", 0.6, 0.7),
        ("perfect beats random in over 60%", 0.6, math.inf),
    ],
)
def test_sentences_are_targets(text: str, low: float, high: float) -> None:
    found = target(text, metrics_of(plan().rules))
    assert (found.low, found.high) == (low, high)
    assert found.quantity.duel == (("perfect", "random") if "beats" in text else None)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (
            "start: 0 to 8 by 2",
            "strat: 1, 2",
            "factors.strat: there is no option 'strat'; did you mean 'start'?",
        ),
        (
            "start: 0 to 8 by 2",
            "start: 0 to 9",
            "factors.start: option start: '9' is not allowed; a whole number",
        ),
        (
            "start: 0 to 8 by 2",
            "start: 3",
            "factors.start: a factor needs at least two values; expected 'LOW to",
        ),
        ("luck: all", "luck: [0, 0]", "factors.luck: a value is given twice"),
        ("luck: all", "module:fog: all", "factors.module:fog: there is no module 'fog'; none are known"),
        ("luck: all", "data:x.y: 1, 2", "factors.data:x.y: data:x.y: data/duel has no file 'x'"),
        (
            "seat_gap under 15 %",
            "seat_gab under 1 %",
            "targets.0: there is no metric 'seat_gab'; did you mean",
        ),
        (
            "seat_gap under 15 %",
            "seat_gap small",
            "targets.0: 'seat_gap small' is not understood; write it as",
        ),
        (
            "seat_gap under 15 %",
            "seat_gap under 15",
            "targets.0: seat_gap is a share from 0 to 1; write per cent",
        ),
        (
            "seat_gap under 15 %",
            "seat_gap over 110 %",
            "targets.0: seat_gap is a share, which goes from 0 to 100 %",
        ),
        (
            "seed: 1",
            "margins: {seat_gap: 3}",
            "margins.seat_gap: it is a share from 0 to 1; 0.03 are 3 points",
        ),
        ("seat_gap under 15 %", "margin 9 to 3", "targets.0: the lower bound 9 is above the upper bound 3"),
        ("seat_gap under 15 %", "leader_gap under 3", "targets.0: leader_gap is a curve over rounds"),
        ("seat_gap under 15 %", "perfect beats me under 3 %", "targets.0: there is no bot 'me'"),
        ("minimise margin", "improve margin", "goals.0: 'improve margin' is not understood; write it as"),
        ("bots: random", "bots: rondam", "bots: there is no bot 'rondam'; did you mean 'random'?"),
        ("bots: random", "players: 3", "players: Duel is for 2 to 2 players, not 3"),
        (
            "seed: 1",
            "budget: 100",
            "budget: 100 blocks are less than one round: 9 candidates up to 108 blocks",
        ),
        ("seed: 1", "rungs: [5, 5]", "rungs: expected numbers of blocks that rise"),
        ("seed: 1", "alpha: 2", "alpha: expected a share of errors above 0 and up to 0.5, got 2"),
        ("seed: 1", "margins: {score: 2}", "margins.score: no target and no goal names it"),
        ("seed: 1", "margins: {margin: 0}", "margins.margin: expected a number above 0, got 0"),
        ("seed: 1", "blocks: 3", "blocks: unknown key"),
        ("seed: 1", "bots_: ./mine.py:Bot", "bots_: unknown key"),
        (
            "bots: random",
            "bots: ./mine.py:Bot",
            "bots: a plan cannot start ./mine.py:Bot, which is not installed",
        ),
        ("seat_gap under 15 %", "./a.py:B beats random under 3 %", "targets: a plan cannot start ./a.py:B"),
    ],
)
def test_mistakes_are_told_with_their_place(before: str, after: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN.replace(before, after), "utf-8")
    with pytest.raises(TilewrightError) as caught:
        planned(*merged(DesignRequest(), path), lambda: 0)
    assert str(caught.value).startswith(f"{path}:") and said in str(caught.value), caught.value


def test_settings_that_are_equal_are_one() -> None:
    """However a setting is reached, equal rules have one key; what changes nothing is no other ruleset."""
    made = plan(factors={"start": "0 to 8", "luck": ["0", "50"]})
    space = made.space
    assert space.size == 18 and space.usual() == ("0", "0")
    assert space.candidate(space.usual()).key == made.rules.option_hash
    assert len({space.candidate(values).key for values in space.all()}) == 18
    assert [factor.steps(factor.values[0]) for factor in space.factors] == [["1"], ["50"]]


def test_the_command_line_and_the_plan_must_agree(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN, "utf-8")
    asked, document = merged(DesignRequest(budget=300), path)
    made = planned(asked, document, lambda: 0)
    assert made.budget == 300 and made.seed == 1 and made.cost(9) == 9 * 12 + 3 * 24 + 72
    with pytest.raises(TilewrightError, match=r"plan\.yaml:10:7: seed: the plan says 1, --seed on .* line 2"):
        merged(DesignRequest(seed=2), path)
