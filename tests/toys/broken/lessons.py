"""Faults of lessons: what `learn.yaml` says cannot be tried, found or seen. Each changes the file that `new` writes."""

from __future__ import annotations

import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs

import tilewright as tw
from tilewright.core.rules.ruleset import Rules

from ...cases import cases
from .. import nim
from ..paper import plugin
from .plant import HOMES, Fault, fault, written


@cache
def game() -> Any:
    """The game of `new`, whose lesson holds."""
    return import_module(written())


def changed(old: str, new: str) -> Fault:
    """The game with another `learn.yaml`, given as a user's data."""

    def make() -> Rules:
        before = (Path(game().__file__).parent / "data" / "learn.yaml").read_text("utf-8")
        assert before.count(old) == 1, f"{old!r} is there {before.count(old)} times"
        HOMES.append(tempfile.TemporaryDirectory())
        (Path(HOMES[-1].name) / "learn.yaml").write_text(before.replace(old, new), "utf-8")
        return tw.load(game(), data=HOMES[-1].name)

    return make


for name, (words, old, new) in cases(__file__, "planted").items():
    made = changed(old, new)
    made.__name__, made.__module__ = name, __name__
    fault("lessons", words)(made)


@fault("lessons", "no page can be derived")
def a_game_without_a_decision_to_learn() -> Rules:
    def over(state: nim.Nim, log: object) -> None:
        state.heap, state.over = 0, True

    return tw.load(plugin(attrs.evolve(nim.GAME, set_up=over)))
