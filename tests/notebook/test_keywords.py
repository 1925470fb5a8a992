"""Keyword arguments: every setting of a plan is one, and what is wrong is said in a sentence."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import attrs
import numpy as np
import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.cli.study.compare import compare
from tilewright.core.cli.study.content import content
from tilewright.core.cli.study.design import design
from tilewright.core.lab.study.requests import ComparisonRequest, ContentRequest, DesignRequest
from tilewright.core.lab.study.settings import settings_of
from tilewright.core.notebook.keywords import called, keywords, request

from ..cases import cases

pytestmark = pytest.mark.quick

FACES = {"files", "exact", "yes", "verify", "verbose", "where", "csv", "json", "lang", "example"}
"""Options that ask for another output, or for something else than a run."""


@pytest.mark.parametrize(
    ("command", "function", "kind"),
    [
        (compare, tw.compare, ComparisonRequest),
        (design, tw.design, DesignRequest),
        (content, tw.content, ContentRequest),
    ],
)
def test_every_setting_is_an_option_and_an_argument(
    command: Callable[..., None], function: Callable[..., Any], kind: type
) -> None:
    settings = settings_of(kind)
    assert {*inspect.signature(function).parameters} == {*keywords(kind), "plan", "progress"}
    options = {*inspect.signature(command).parameters} - FACES - {"plan"}
    assert options == {name for name, one in settings.items() if not one.plan_only}
    assert all(one.help for one in settings.values())
    assert {*settings} == {one.name for one in attrs.fields(kind)}


@pytest.mark.parametrize(("given", "said"), cases(__file__, "what_is_wrong_is_said_by_argument"))
def test_what_is_wrong_is_said_by_argument(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as error:
        request(ComparisonRequest, "compare", given)
    assert str(error.value).startswith(said)


def test_values_of_python_are_those_of_a_plan_file() -> None:
    asked = request(
        ComparisonRequest,
        "compare",
        {
            "game": "rebirth",
            "options": {"castle": np.int64(8), "friendly": True, "tie": "all"},
            "modules": ("x", "y"),
            "primary": "score, margin",
            "margins": {"score": np.float64(2.5), "margin": 1},
            "blocks": np.int64(9),
            "b": {"castle": np.int64(8), "friendly": True, "with": ["fog", "mist"]},
            "variants": {"few": {"castle": 3}, "data": {"data": "a folder"}, "many": "castle=9"},
            "a": None,
        },
    )
    wanted = ComparisonRequest(
        b="castle=8 friendly=true with=fog,mist",
        variants={"few": "castle=3", "data": "'data=a folder'", "many": "castle=9"},
        game="rebirth",
        set_={"castle": "8", "friendly": "true", "tie": "all"},
        with_=["x", "y"],
        primary=["score", "margin"],
        margins={"score": 2.5, "margin": 1},
        blocks=9,
    )
    assert attrs.asdict(asked) == attrs.asdict(wanted)
    sought = request(
        DesignRequest,
        "design",
        {
            "factors": {"castle": range(1, 4), "port": "1 to 3", "farm": np.array([1, 2])},
            "targets": "score over 1, 5",
            "rungs": (5, 10),
        },
    )
    searched = DesignRequest(
        factors={"castle": ["1", "2", "3"], "port": "1 to 3", "farm": ["1", "2"]},
        targets=["score over 1, 5"],
        rungs=[5, 10],
    )
    assert attrs.asdict(sought) == attrs.asdict(searched)
    assert called("design", sought, 3) == (
        "tilewright.design(factors={'castle': ['1', '2', '3'], 'port': '1 to 3', 'farm': ['1', '2']}, "
        "targets=['score over 1, 5'], seed=3, rungs=[5, 10])"
    )
