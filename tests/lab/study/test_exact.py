"""`--exact`: records and scenes played again under two rulesets, and what alone makes the difference."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import UsageError
from tilewright.core.lab.study.exact import Parting, PartingCause, partings

from ...cases import cases
from ..site import site as site

SCENE: str = cases(__file__, "scene")


def recorded(folder: Path) -> Path:
    rules = tw.load("rebirth")
    path = folder / "game.jsonl"
    who = {name: bots.make("random", rules) for name in ("anna", "bruno")}
    match = tw.Match(rules, ["anna", "bruno"], seed=7, bots=who, record=path)
    match.play_bots()
    match.close()
    return path


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("record"))


def parted(path: Path, text: str, base: str = "") -> Parting:
    texts: Mapping[str, str] = {"A": base, "B": text}
    [found] = partings(path, "rebirth", lambda own: own, texts)
    return found


def test_equal_rules_are_the_same_game(record: Path, site: Path) -> None:
    found = parted(record, "")
    assert found.at is None and found.steps == 69 and not found.causes
    assert parted(record, "with=idle").at is None, "an unused draw changes nothing"
    assert parted(record, "castle=5").at is None


def test_a_scoring_rule_parts_at_the_end(record: Path) -> None:
    found = parted(record, "castle=8 cathedral_bonus=3")
    assert found.at == 68 and found.label.startswith("decision 68, ")
    assert any("scores 5 for castle (RB-END-3)" in line for line in found.base)
    assert any("scores 8 for castle (RB-END-3)" in line for line in found.other)
    assert found.causes == (PartingCause("castle", "RB-END-3", 5, 8),)


def test_what_explains_the_first_parting_is_named(record: Path) -> None:
    """Both change the game, but only one of them this early."""
    found = parted(record, "castle=8 set_aside=3")
    assert found.at == 0 and found.label == "set-up"
    assert [cause.name for cause in found.causes] == ["set_aside"]


def test_a_module_explains_it(record: Path, site: Path) -> None:
    found = parted(record, "with=eager,idle")
    assert found.at is not None and [cause.name for cause in found.causes] == ["module eager"]


def test_a_refused_move_is_told(record: Path) -> None:
    found = parted(record, "with=ireland")
    assert found.at is not None and found.other


def test_scenes(tmp_path: Path) -> None:
    (tmp_path / "scene.yaml").write_text(SCENE, "utf-8")
    found = parted(tmp_path / "scene.yaml", "farm_tile=2")
    assert found.title == "A small settlement" and found.at is not None
    assert found.causes == (PartingCause("farm_tile", _rule("farm_tile"), 1, 2),)
    assert parted(tmp_path / "scene.yaml", "castle=8").at is None


def _rule(name: str) -> str:
    return next(option.rule for option in tw.load("rebirth").declared if option.name == name)


def test_files_that_do_not_fit(record: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="belongs to rebirth, not to glenmore"):
        partings(record, "glenmore", lambda own: own, {"A": "", "B": ""})
    with pytest.raises(UsageError, match="cannot be read"):
        partings(tmp_path / "nowhere", "rebirth", lambda own: own, {"A": "", "B": ""})
