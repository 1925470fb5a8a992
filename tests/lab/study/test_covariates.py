"""Adjusting for the deal: no bias, honest intervals, an honest gain, and nothing changed where it does not help."""

from __future__ import annotations

import numpy as np
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.stats.analysis import analyse
from tilewright.core.lab.study.covariates import FOLDS, added, adjusted, chosen, cleaned
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest

from ...cases import cases
from ..tables import pair, spec, table


def test_no_bias_few_alarms_and_the_gain_that_is_told() -> None:
    chance = np.random.default_rng(3)
    blocks, runs = 60, 150
    plain, less, gains, alarms = [], [], [], 0
    for _ in range(runs):
        x = chance.normal(size=(blocks, 4))
        luck = chance.normal(size=blocks)
        seen = pair(luck + x[:, 1], luck + x @ [1.0, 1.0, 0.0, 0.0] + chance.normal(size=blocks))
        after, [gain] = cleaned(seen, x)
        result = analyse(after, spec(resamples=200)).of("B", "m")
        alarms += result.adjusted < 0.05
        plain.append(float((seen.means["B", "m", ""] - seen.means["A", "m", ""]).mean()))
        less.append(result.difference)
        gains.append(gain.gain)
    assert alarms / runs <= 0.1
    assert abs(np.mean(less)) < 3 * np.std(less) / runs**0.5
    assert np.median(gains) == pytest.approx(np.var(plain) / np.var(less), rel=0.3) and np.median(gains) > 1.5


def test_a_block_does_not_learn_from_itself() -> None:
    chance = np.random.default_rng(1)
    x, values = chance.normal(size=(40, 2)), chance.normal(size=40)
    before = added(values, x)
    values[7] += 100
    after = added(values, x)
    same = np.arange(40) % FOLDS == 7 % FOLDS
    assert (before[same] == after[same]).all() and (before[~same] != after[~same]).all()


def test_what_does_not_help_is_told_and_left_alone() -> None:
    chance = np.random.default_rng(2)
    luck, x = chance.normal(size=50), chance.normal(size=(50, 12))
    values = {"m": luck + chance.normal(size=50), "r": (luck > 0).astype(float), "same": luck}
    seen = table({"A": {"m": luck, "r": values["r"], "same": luck}, "B": values}, {"r": "rate"})
    after, gains = cleaned(seen, x)
    assert [(one.metric, one.used) for one in gains] == [("m", False)] and gains[0].gain < 1
    assert all((after.means[key] == seen.means[key]).all() for key in seen.means)


def test_the_score_is_adjusted_for_the_tile_that_the_rule_concerns() -> None:
    rules = tw.load("isleofskye")
    times = np.array(
        [
            sum(
                rules.data.tracks[2][n].scored.count(place)
                for n in range(6)
                for place, tile in enumerate(lying)
                if tile == 12
            )
            for lying in (rules.new(2, 5 + block).scoring for block in range(60))  # type: ignore[attr-defined]
        ]
    )
    assert rules.pieces["scoring"][12] == "road_tiles"
    luck = np.random.default_rng(1).normal(size=60)
    after, [gain] = adjusted(pair(luck, luck - times), rules, 2, ["scoring.road_tiles"], 5)
    found = after.means["B", "m", ""] - after.means["A", "m", ""]
    # It scores three times wherever it lies, and lies there in a quarter of all deals.
    assert gain.used and gain.gain > 20
    assert found.mean() == pytest.approx(-0.75, abs=4 * found.std() / 60**0.5)


@pytest.mark.parametrize(
    ("game", "pattern"), [("isleofskye", "scoring.*"), ("rebirth", "*"), ("glenmore", "*")]
)
def test_covariates_of_games_vary_and_are_in_the_plan(game: str, pattern: str) -> None:
    rules = tw.load(game)
    names = chosen(rules, 3, [pattern])
    assert len(names) >= 10 and chosen(rules, 3, [names[-1]]) == names[-1:]
    asked = ComparisonRequest(game=game, b="", bots="random", players=3, blocks=4, covariates=[pattern])
    plan = made_of(asked, 1)
    assert plan.stated()["covariates"] == list(names)
    assert (
        "covariates" not in made_of(ComparisonRequest(game=game, b="", bots="random", blocks=4), 1).stated()
    )


@pytest.mark.parametrize(("more", "said"), cases(__file__, "mistakes"))
def test_mistakes(more: dict[str, object], said: str) -> None:
    asked = cases(__file__, "asked")
    with pytest.raises(UsageError, match=said):
        made_of(ComparisonRequest(**{**asked, **more}), 1)
