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
from tilewright.core.lab.content.request import Asked as Studied
from tilewright.core.lab.design.request import Asked as Searched
from tilewright.core.lab.study.request import Asked
from tilewright.core.notebook.keywords import NAMES, called, request

pytestmark = pytest.mark.quick

SINGLE = {
    "variant": "variants",
    "margin": "margins",
    "factor": "factors",
    "target": "targets",
    "goal": "goals",
    "start": "from_",
    "settings": "options",
}
"""Options of commands that are repeated, or named otherwise in the code, and the settings they make."""
FACES = {"files", "exact", "yes", "verbose", "json", "lang", "example"}
"""Options that ask for another output, or for something else than a run."""


@pytest.mark.parametrize(
    ("command", "function", "kind"),
    [(compare, tw.compare, Asked), (design, tw.design, Searched), (content, tw.content, Studied)],
)
def test_every_option_of_a_command_is_an_argument(
    command: Callable[..., None], function: Callable[..., Any], kind: type
) -> None:
    options = {SINGLE.get(name, name) for name in inspect.signature(command).parameters} - FACES
    arguments = set(inspect.signature(function).parameters)
    assert options <= arguments
    fields = {NAMES.get(field.name, field.name) for field in attrs.fields(kind)}
    assert arguments == fields | {"plan", "progress"}
    if kind is not Searched:  # whose command leaves the finer settings to its plan
        assert options - {"plan"} == fields


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"block": 3}, "compare has no argument 'block'; did you mean 'blocks'?"),
        ({"from": "x"}, "compare has no argument 'from'; did you mean 'from_'?"),
        ({"blocks": "3"}, "blocks: expected a whole number, got '3'"),
        ({"blocks": True}, "blocks: expected a whole number, got true or false"),
        ({"options": "castle=3"}, "options: expected a mapping, got 'castle=3'"),
        ({"margins": {"score": "2"}}, "margins.score: expected a number, got '2'"),
        ({"primary": 3}, "primary: expected a list, got a whole number"),
        ({"rotate": 1, "b": 8}, "b: expected text, got a whole number; rotate: expected true or false"),
    ],
)
def test_what_is_wrong_is_said_by_argument(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as error:
        request(Asked, "compare", given)
    assert str(error.value).startswith(said)


def test_values_of_python_are_those_of_a_plan_file() -> None:
    asked = request(
        Asked,
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
    assert asked == Asked(
        b="castle=8 friendly=true with=fog,mist",
        variants={"few": "castle=3", "data": "'data=a folder'", "many": "castle=9"},
        game="rebirth",
        set_={"castle": "8", "friendly": "true", "tie": "all"},
        with_=["x", "y"],
        primary=["score", "margin"],
        margins={"score": 2.5, "margin": 1},
        blocks=9,
    )
    sought = request(
        Searched,
        "design",
        {
            "factors": {"castle": range(1, 4), "port": "1 to 3", "farm": np.array([1, 2])},
            "targets": "score over 1, 5",
            "rungs": (5, 10),
        },
    )
    assert sought == Searched(
        factors={"castle": ["1", "2", "3"], "port": "1 to 3", "farm": ["1", "2"]},
        targets=["score over 1, 5"],
        rungs=[5, 10],
    )
    assert called("design", sought, 3) == (
        "tilewright.design(factors={'castle': ['1', '2', '3'], 'port': '1 to 3', 'farm': ['1', '2']}, "
        "targets=['score over 1, 5'], rungs=[5, 10], seed=3)"
    )
