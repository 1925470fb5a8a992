"""Tools to make and register rulesets that are broken on purpose."""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, TypeVar, cast

import attrs

import tilewright as tw
from tilewright.core.cli.author.new import new
from tilewright.core.rules import schedule
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase, clockwise

from .. import auction, meadow, nim
from ..paper import plugin

Fault = Callable[[], Rules]
Test = TypeVar("Test", bound=Callable[..., None])
FAULTS: dict[str, tuple[str, str, Fault, dict[str, Any]]] = {}
"""Name to (check, words of the failure, the broken rules, what else the kit is given)."""


def fault(check: str, words: str, **given: Any) -> Callable[[Fault], Fault]:
    """Register a function that makes rules whose fault `check` must report in these words."""

    def note(function: Fault) -> Fault:
        FAULTS[function.__name__] = check, words, function, given
        return function

    return note


FORGOTTEN: dict[str, tuple[str, str, Fault]] = {}
"""Name to (check, words of its only warning, rules in which something was forgotten)."""


def forgotten(check: str, words: str) -> Callable[[Fault], Fault]:
    """Register a function that makes rules of which `check` must warn in these words."""

    def note(function: Fault) -> Fault:
        FORGOTTEN[function.__name__] = check, words, function
        return function

    return note


AT_THE_TABLE: list[tuple[str, str]] = []
"""(check, what is wrong) of faults in the engine itself, which tests plant there by monkeypatching."""


def at_the_table(check: str, what: str) -> Callable[[Test], Test]:
    """Register a test that plants this fault in the engine and asserts that it is caught."""

    def note(test: Test) -> Test:
        AT_THE_TABLE.append((check, what))
        return test

    return note


BEFORE_PLAY: dict[str, tuple[str, Callable[[], object]]] = {}
"""Name to (words of the error, a function that raises it) of faults that are refused before anything is played."""


def before_play(words: str) -> Callable[[Callable[[], object]], Callable[[], object]]:
    """Register a function whose fault must be refused in these words."""

    def note(function: Callable[[], object]) -> Callable[[], object]:
        BEFORE_PLAY[function.__name__] = words, function
        return function

    return note


def meadow_with(**changes: Any) -> Rules:
    return tw.load(plugin(attrs.evolve(meadow.GAME, **changes)))


def auction_with(**changes: Any) -> Rules:
    return tw.load(plugin(attrs.evolve(auction.GAME, **changes)))


def nim_taking(step: type[nim.TakeStep], **changes: Any) -> Rules:
    """Return Nim with this step in place of its own."""

    def phases(rules: Rules) -> list[Phase]:
        return [Phase("turn", clockwise(rounds=True), [step()])]

    return tw.load(nim.bent(phases=phases, **changes))


def meadow_steps(
    drawing: type[meadow.DrawStep] = meadow.DrawStep,
    laying: type[meadow.LayStep] = meadow.LayStep,
    **changes: Any,
) -> Rules:
    def phases(rules: Rules) -> list[Phase]:
        first = clockwise(lambda state: cast(meadow.Meadow, state).start, rounds=True)
        return [Phase("turn", first, [drawing(), laying()], turns=True)]

    return meadow_with(phases=phases, **changes)


def auction_steps(state: type[auction.Auction] = auction.Auction, **steps: type[schedule.Node[Any]]) -> Rules:
    """Return the auction with some of its steps replaced by these classes, by name."""

    def phases(rules: Rules) -> list[Phase]:
        found = auction.phases(rules)
        for phase in found:
            phase.steps = tuple(steps[s.name]() if s.name in steps else s for s in phase.steps)
        return found

    return auction_with(phases=phases, state=state)


HOMES: list[tempfile.TemporaryDirectory[str]] = []
"""Folders of packages, kept until the tests end: the kit reads their files and plays them in other processes."""
NUMBERS = count(1)


def written(*changes: tuple[str, str, str]) -> str:
    """Write the game that `tilewright new` writes, with changes (file, old text, new text); return its package's name.

    Its ids begin with PL.
    """
    name = f"plot_{next(NUMBERS)}"
    HOMES.append(tempfile.TemporaryDirectory())
    folder = Path(HOMES[-1].name)
    new(name, folder)
    for file, old, text in changes:
        path = folder / name / file
        before = path.read_text("utf-8")
        assert before.count(old) == 1, f"{file} has {old!r} {before.count(old)} times"
        path.write_text(before.replace(old, text), "utf-8")
    sys.path.append(str(folder))
    importlib.invalidate_caches()
    return name


def package(*changes: tuple[str, str, str], module: str = "") -> Rules:
    """Write such a package and load it, with the module of this name in it, if any."""
    name = written(*changes)
    modules = [importlib.import_module(f"{name}.{module}")] if module else []
    return tw.load(importlib.import_module(name), modules)


def brook(sides: str, tile: str = "T") -> Rules:
    """Write the game of one file in examples/ with these sides of its tiles, the first of this name, and load it."""
    name = f"plot_{next(NUMBERS)}"
    HOMES.append(tempfile.TemporaryDirectory())
    text = (Path(__file__).parents[3] / "examples" / "brook" / "brook.py").read_text("utf-8")
    text, found = re.subn(
        r"^SIDES = .*", f"SIDES = {sides}", text.replace('name="brook"', f'name="{name}"'), flags=re.M
    )
    assert found == 1
    text = text.replace('tw.edge_face(f"T{number}"', f'tw.edge_face(f"T{{number}}" if number else "{tile}"')
    Path(HOMES[-1].name, f"{name}.py").write_text(text, "utf-8")
    sys.path.append(HOMES[-1].name)
    importlib.invalidate_caches()
    return tw.load(importlib.import_module(name))
