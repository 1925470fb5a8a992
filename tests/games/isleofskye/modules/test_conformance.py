"""The conformance kit over the modules of Isle of Skye: all at once with every check, and each alone."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright import testing

from ....cases import soaked
from . import test_bonus, test_druids, test_tunnel
from .subsets import MODULES

RULES = ("legality", "refusals", "notation", "saving", "scores", "pieces", "ending")
"""Checks of what a reading, or a module that is alone, may change."""
ELSEWHERE = ("workers", "modules", "unused")
"""Held by the base game, by test_subsets.py, and by tests/testing/test_forgotten.py."""
LONG = "options"
"""Whether every option of the modules is obeyed is left to the soak."""
READINGS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in MODULES),
    *(("bonus", options) for options in test_bonus.READINGS[1:]),
    *(("druids", options) for options in test_druids.READINGS[1:]),
    *(("tunnel", options) for options in test_tunnel.READINGS[1:]),
    *(
        ("outskirts", {f"outskirts.{name}": value for name, value in options.items()})
        for options in (
            {"turning": "end_of_phase", "curves": "forbidden", "alone": "forbidden"},
            {"counted": "symbols", "island": "back", "per_phase": 6},
        )
    ),
]
SOAKED = [test_bonus.READINGS[2], test_druids.READINGS[2], test_tunnel.READINGS[2], READINGS[-1][1], {}]


@pytest.mark.parametrize(
    "name", [*(name for name in testing.CHECKS if name not in (*ELSEWHERE, LONG)), *soaked(LONG)]
)
def test_the_kit_holds(name: str) -> None:
    """IS-DR-2, IS-DR-15, IS-OUT-2, IS-OUT-9: tiles are conserved, and outskirts never come into bag or market."""
    rules = tw.load("isleofskye", modules=MODULES)
    testing.conforms(rules, [name], games=1, seats=[2], every=40)


@pytest.mark.parametrize(
    ("module", "options"),
    [
        pytest.param(
            *one,
            id=",".join([*one[1]] or [one[0]]),
            marks=[pytest.mark.soak] * (one[1] in SOAKED or not one[1]),
        )
        for one in READINGS
    ],
)
def test_the_rules_hold_for_each_module_and_reading(module: str, options: dict[str, Any]) -> None:
    rules = tw.load("isleofskye", modules=[module], options=options)
    testing.conforms(rules, RULES, games=1, seats=[2], every=40)
