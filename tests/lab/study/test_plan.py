"""Plans: what is asked twice, hashes that see everything, panels, metrics, and mistakes in any of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.lab.stats.power import Pilot
from tilewright.core.lab.study.forecast import Forecast, duration, forecast
from tilewright.core.lab.study.plan import BLOCKS, CAP
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.question import question
from tilewright.core.lab.study.request import merged
from tilewright.core.lab.study.requests import ComparisonRequest

from ...cases import cases

ASKED = ComparisonRequest(game="rebirth", b="castle=6", metrics=["score", "margin"])


def asked(**more: Any) -> ComparisonRequest:
    return attrs.evolve(ASKED, **more)


def test_what_is_usual() -> None:
    made = made_of(ComparisonRequest(game="rebirth", b="castle=6"), 3)
    assert made.names == ("A", "B") and made.casts == (("greedy", "greedy"),) and made.blocks == BLOCKS
    assert made.spec.primary == ("score", "margin", "first_win") and made.spec.pilot == 30
    assert made_of(asked(sequential=True), 3).blocks == CAP
    assert made_of(asked(metrics=["branching", "leader_gap"]), 3).spec.primary == ("branching",)


CHANGES: list[dict[str, Any]] = cases(__file__, "changes")


def test_the_hash_sees_everything() -> None:
    hashes = [made_of(asked(**change), 3).hash for change in [{}, *CHANGES]]
    hashes += [made_of(ASKED, 4).hash]
    state = made_of(ASKED, 3).rules[0].new(2, 5)
    hashes += [made_of(asked(from_="there"), 3, state.to_dict(), 2).hash]
    assert len(set(hashes)) == len(hashes)
    assert all(len(one) == 16 for one in hashes) and made_of(ASKED, 3).hash == hashes[0]


def test_a_promise_in_words() -> None:
    assert [duration(minutes) for minutes in (0, 1 / 60, 0.5, 12, 200)] == cases(__file__, "durations")


def test_who_plays_changes_no_hash() -> None:
    busy = asked(workers=8, engine="dask", out="there", fail_if="differs")
    assert made_of(busy, 3).hash == made_of(ASKED, 3).hash


def test_a_question_is_asked_in_its_own_words_and_changes_no_hash() -> None:
    plain, worded = made_of(ASKED, 3), made_of(asked(question="Are castles too cheap?"), 3)
    assert question(worded) == "Are castles too cheap?" and worded.hash == plain.hash
    assert question(plain) == "What changes in Rebirth with castle=6?"


@pytest.mark.parametrize(("change", "said"), cases(__file__, "a_question_is_made_from_the_variants"))
def test_a_question_is_made_from_the_variants(change: dict[str, Any], said: str) -> None:
    assert question(made_of(asked(**change), 3)) == said


@pytest.mark.parametrize(("needed", "said"), cases(__file__, "a_forecast_says_how_many_blocks_it_takes"))
def test_a_forecast_says_how_many_blocks_it_takes(needed: int, said: str) -> None:
    one = Pilot(
        variant="B", metric="score", blocks=5, paired=True, gain=None, sd=1.0, smallest=2.22, needed=needed
    )
    assert Forecast(pilots=[one], blocks=10, left=0, minutes=0).lines() == [f"B, score: in pairs{said}"]


def test_the_time_of_fresh_blocks_is_forecast_with_the_others() -> None:
    """A fresh block plays the base and the best of four values: two of five games. 30 blocks have taken 60 seconds."""
    plan = made_of(asked(b=None, sweep={"castle": "3..7"}, aim="score=max", blocks=100, confirm=50), 3)
    unused: Any = None  # a screening is promised no power
    promise = forecast(plan, unused, 60.0, 30, 70)
    assert promise.minutes == pytest.approx((70 + 50 * 2 / 5) * 2 / 60)
    assert promise.lines() == ["70 more blocks and 50 fresh ones for the best, about 3 minutes"]
    changes = made_of(asked(b=None, each=True, blocks=100, confirm=50), 3)
    assert changes.screen is not None
    assert changes.screen.fresh_share(len(changes.variants)) == 4 / len(changes.variants)


def test_panels() -> None:
    made = made_of(asked(bots="greedy; random;greedy,random;greedy"), 3)
    assert made.casts == (("greedy", "greedy"), ("random", "random"), ("greedy", "random"))
    assert made.games_in_block == 2 * (1 + 1 + 2) / 3
    assert made_of(asked(bots="greedy", players=4), 3).casts == (("greedy",) * 4,)
    assert made_of(asked(bots="greedy,random,random"), 3).players == 3


def test_metrics_with_stars_and_by_variant() -> None:
    made = made_of(asked(b="game=glenmore", metrics=["source.*", "score"]), 3)
    assert "source.castle" in made.measured[0] and "source.castle" not in made.measured[1]
    assert "source.grocer" in made.measured[1] and {"source.castle", "source.grocer", "score"} <= set(
        made.metrics
    )
    assert not made_of(ComparisonRequest(game="rebirth", b="castle=6"), 3).metrics.keys() & {"choice_gap"}
    assert "choice_gap" in made_of(asked(metrics=["choice_gap"]), 3).metrics


@pytest.mark.parametrize(("change", "said"), cases(__file__, "mistakes"))
def test_mistakes(change: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        made_of(asked(**change), 3)


def test_a_position_that_does_not_exist_under_a_variant() -> None:
    state = made_of(ASKED, 3).rules[0].new(2, 5)
    with pytest.raises(UsageError, match="the position does not exist under variant B"):
        made_of(asked(b="game=glenmore"), 3, state.to_dict(), 2)


# -- plan files ------------------------------------------------------------------------------------------------------

FILE: str = cases(__file__, "file")


def test_a_plan_file_says_what_the_command_line_can(tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(FILE, "utf-8")
    found, _ = merged(ComparisonRequest(game="rebirth", seed=3, blocks=200), path)
    wanted = ComparisonRequest(
        game="rebirth",
        b="castle=6",
        variants={"rich": "castle=9"},
        bots="greedy;random",
        blocks=200,
        primary=["score"],
        margins={"score": 1.5},
        set_={"port": "2"},
        from_="there.yaml",
        fail_if="score > 1",
        seed=3,
    )
    assert attrs.asdict(found) == attrs.asdict(wanted)
    assert merged(ASKED, None) == (ASKED, None)


@pytest.mark.parametrize(("said", "expected"), cases(__file__, "a_clash_is_an_error"))
def test_a_clash_is_an_error(said: dict[str, Any], expected: str, tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(FILE, "utf-8")
    with pytest.raises(UsageError, match=expected):
        merged(ComparisonRequest(**said), tmp_path / "plan.yaml")


@pytest.mark.parametrize(("text", "said"), cases(__file__, "mistakes_in_a_plan_file"))
def test_mistakes_in_a_plan_file(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(text, "utf-8")
    with pytest.raises(InvalidFile, match=said):
        merged(ComparisonRequest(), tmp_path / "plan.yaml")
