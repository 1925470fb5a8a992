"""Every set of modules: the order in which they are named changes nothing, and random games come to their end.

Modules that are shipped are found by themselves; nothing here names one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.testing.whole_game import whole

from ....soak import watches
from ...dists import ROOT
from .subsets import MODULES, SUBSETS, label, ruleset


def orders(modules: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Forwards, backwards, and from the middle on: every two modules in both orders."""
    half = len(modules) // 2
    return list(dict.fromkeys([modules, modules[::-1], modules[half:] + modules[:half]]))


def story(modules: tuple[str, ...], path: Path) -> tuple[list[object], str, str]:
    """One match: what happened in each decision, the record to the letter, the digest of the end."""
    rules = tw.load("isleofskye", modules=modules)
    match = Match(rules, ["anna", "bruno", "clara"], seed=11, record=path)
    chooser = Stream(11, "subsets:story")
    told: list[object] = []
    while not match.over:
        seat = chooser.pick(match.state.to_act)
        played = match.play(chooser.pick(match.state.legal(seat)))
        told.append((str(played.action), played.log.events, played.log.outcomes))
    match.close()
    return told, path.read_text("utf-8"), match.state.digest()


@pytest.mark.parametrize("modules", [one for one in SUBSETS if len(one) == len(MODULES)], ids=label)
def test_the_order_of_modules_changes_nothing(modules: tuple[str, ...], tmp_path: Path) -> None:
    """Registration orders give the same log, record and digest for the same seed and choices."""
    first, *others = orders(modules)
    path = tmp_path / "first.jsonl"
    told, kept, digest = story(first, path)
    assert len(told) > 30 and kept.count("\n") > len(told) and digest
    assert replay(format.read(path), verify=True).state.digest() == digest
    for number, order in enumerate(others):
        assert story(order, tmp_path / f"{number}.jsonl") == (told, kept, digest), order


def test_each_module_makes_a_difference(tmp_path: Path) -> None:
    """No two play the same game, so the comparison above has something to compare."""
    few = [modules for modules in SUBSETS if len(modules) < 2]
    digests = {story(modules, tmp_path / f"{label(modules)}.jsonl")[2] for modules in few}
    assert len(digests) == 1 + len(MODULES) and len(SUBSETS) == 2 ** len(MODULES)


@pytest.mark.parametrize("modules", SUBSETS, ids=label)
def test_random_games_survive(modules: tuple[str, ...]) -> None:
    """One game with two to five players; the soak (tests/soak) plays as many as one likes."""
    seed = SUBSETS.index(modules)
    assert whole(ruleset(modules), 2 + seed % 4, seed, watch=watches.isleofskye) > 30


def test_the_rooms_of_a_module_are_no_module() -> None:
    """A folder _NAME beside NAME.py belongs to that module."""
    folder = ROOT / "games" / "isleofskye" / "modules"
    fronts = {path.stem for path in folder.glob("[!_]*.py")}
    assert fronts == {*MODULES}
    assert {path.name for path in folder.glob("_*") if (path / "__init__.py").exists()} <= {
        f"_{n}" for n in fronts
    }
