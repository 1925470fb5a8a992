"""A module changes a number of its game: that is the module's doing, in records and comparisons too."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright import testing
from tilewright.core.base.errors import PluginError
from tilewright.core.lab.games.variants import Variant, differing, variant
from tilewright.core.play import replay, start
from tilewright.core.play.match import Match
from tilewright.core.record.format import read
from tilewright.core.rules.game import Module
from tilewright.core.scenes import scene

from ..games.dists import install
from ..toys import levy, paper

GAME = "rebirth"


def changing(name: str, **changes: Any) -> Any:
    """A module that makes these of options of the game."""
    return paper.plugin(Module(name=name, game=GAME, title=name.title(), changes=lambda options: changes))


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy is found by its entry point."""
    dist = tmp_path / "levy"
    dist.mkdir()
    said = '[project]\nname = "tilewright-levy"\nversion = "1"\n[project.entry-points."tilewright.modules"]\n'
    (dist / "pyproject.toml").write_text(f'{said}"{GAME}.levy" = "{levy.__name__}"\n', "utf-8")
    install(dist, tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def test_the_option_has_the_modules_value_unless_somebody_sets_it() -> None:
    assert tw.load(GAME).options.castle == 5
    rules = tw.load(GAME, [levy])
    assert rules.options.castle == 7 and rules.option_values["castle"] == 7
    assert tw.load(GAME, [levy], {"levy.castle": 9}).options.castle == 9
    assert tw.load(GAME, [levy], {"castle": 3}).options.castle == 3


def test_it_is_no_change_of_an_option() -> None:
    """Who lists what was changed lists the module alone; what somebody sets is listed, also back to the default."""
    assert not tw.load(GAME, [levy]).changed
    assert tw.load(GAME, [levy], {"castle": 5}).changed == {"castle": 5}
    assert tw.load(GAME, [levy], {"castle": 7}).changed == {}


def test_players_are_told() -> None:
    rules = tw.load(GAME, [levy])
    assert "Levy makes castle 7; without it it is 5." in rules.provenance()
    assert "Levy setzt castle auf 7; ohne ist es 5." in rules.provenance("de")
    assert not [said for said in tw.load(GAME, [levy], {"castle": 3}).provenance() if "Levy" in said]


def test_mistakes_of_the_module_are_named() -> None:
    with pytest.raises(PluginError, match=r"module a changes options: .*'castel'; did you mean 'castle'"):
        tw.load(GAME, [changing("a", castel=7)])
    with pytest.raises(PluginError, match="module a changes options: option castle: '-1' is not allowed"):
        tw.load(GAME, [changing("a", castle=-1)])


def test_two_modules_that_disagree_are_refused_and_two_that_agree_are_not() -> None:
    with pytest.raises(PluginError, match="modules a and b both change the option castle, to 7 and 8"):
        tw.load(GAME, [changing("b", castle=8), changing("a", castle=7)])
    assert tw.load(GAME, [changing("a", castle=7), changing("b", castle=7)]).options.castle == 7
    assert (
        tw.load(GAME, [changing("a", castle=7), changing("b", castle=8)], {"castle": 6}).options.castle == 6
    )


@pytest.mark.usefixtures("installed")
def test_comparisons_name_the_module_alone() -> None:
    base = Variant(name="A", game=GAME)
    other = variant("B", "with=levy", base)
    assert other.rules().options.castle == 7
    assert differing(base.rules(), other.rules()) == {"modules": ("", "levy"), "levy.castle": (None, 7)}
    set_as_well = variant("B", "with=levy castle=3", base)
    assert differing(base.rules(), set_as_well.rules())["castle"] == (5, 3)


@pytest.mark.usefixtures("installed")
def test_records_are_replayed_and_positions_begun_with_it(tmp_path: Path) -> None:
    """A record keeps the value; a position of the game without the module gets it with the module."""
    rules = tw.load(GAME, ["levy"])
    paths = tmp_path / "with.jsonl", tmp_path / "without.jsonl"
    for path, ruleset in zip(paths, (rules, tw.load(GAME)), strict=True):
        match = Match(ruleset, ["anna", "bruno"], seed=3, record=path)
        for _ in range(6):
            match.play(match.state.legal(match.state.to_act[0])[0])
        match.close()
    record = read(paths[0])
    assert record.head.options["castle"] == 7
    assert replay.replay(record, verify=True).state.rules.option_hash == rules.option_hash
    begun = start.begin(f"{paths[1]}@4", GAME, ["levy"])
    assert begun.rules.options.castle == 7
    back = start.begin(f"{paths[0]}@4", GAME, [], options={"levy.castle": 8})
    assert back.rules.options.castle == 8
    assert "options" not in scene.export(rules.new(2, seed=1))


def test_a_game_with_it_passes_the_kit() -> None:
    testing.conforms(
        tw.load(GAME, [levy]), ["options", "records", "words", "scores"], games=1, seats=[2], every=50
    )
