"""Plans: sentences become targets, values become settings, and every mistake is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from tilewright.core.base.errors import TilewrightError
from tilewright.core.lab.design.plan import planned
from tilewright.core.lab.design.targets import target
from tilewright.core.lab.study.request import merged
from tilewright.core.lab.study.requests import DesignRequest
from tilewright.core.meters.registry import metrics_of

from ...cases import cases
from .duels import installed as installed
from .duels import plan

PLAN: str = cases(__file__, "plan")


@pytest.mark.parametrize(("text", "low", "high"), cases(__file__, "sentences_are_targets"))
def test_sentences_are_targets(text: str, low: float, high: float) -> None:
    found = target(text, metrics_of(plan().rules))
    assert (found.low, found.high) == (low, high)
    assert found.quantity.duel == (("perfect", "random") if "beats" in text else None)


WRONG = yaml.safe_load(Path(__file__).with_name("wrong_plans.yaml").read_text("utf-8"))


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong["after"])
def test_mistakes_are_told_with_their_place(wrong: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    assert wrong["before"] in PLAN
    path.write_text(PLAN.replace(wrong["before"], wrong["after"]), "utf-8")
    with pytest.raises(TilewrightError) as caught:
        planned(*merged(DesignRequest(), path), lambda: 0)
    assert str(caught.value).startswith(f"{path}:") and wrong["said"] in str(caught.value), caught.value


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
