"""What comes with the games has learned their printed rules as they are now, and plays by them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.bots import learned_file, levels
from tilewright.core.rules import plugins
from tilewright.core.simulation.games import play_out
from tilewright.core.text.document import parsed
from tilewright.core.text.folder import TRAINED

FILES = sorted(
    file
    for name, plugin in plugins.found("game").items()
    if plugin.source == "tilewright"
    for file in (Path(str(tw.load(name).game.folder())) / TRAINED).glob("*.yaml")
)


def modules(file: Path) -> list[str]:
    return [] if file.stem == "base" else file.stem.split("+")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_it_is_trained_under_the_rules_of_today(file: Path) -> None:
    rules = tw.load(file.parents[1].name, modules(file))
    found = learned_file.read(file)
    document = next(learned_file.shipped(rules), None)
    assert (
        document is not None
        and learned_file.loaded(document, rules, "learned", anyway=False).ruleset == found.ruleset
    )
    for count, one in found.players.items():
        (against,) = (share for share in one.results if share.against == "greedy")
        assert against.low > 1 / int(count), f"{file.name}: no better than greedy with {count} players"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_it_plays_a_game_and_says_by_what_it_chooses(file: Path) -> None:
    rules = tw.load(file.parents[1].name, modules(file))
    bot = bots.make("learned", rules)
    state = rules.new(2, 1)
    play_out(rules, state, [bot, bots.make("learned~3", rules)], 1)
    assert state.over and state.winners


@pytest.mark.parametrize("name", sorted(plugins.found("game")))
def test_a_weight_is_explained_without_the_others(name: str) -> None:
    """`bot read` sorts them by how far they have moved, so none of them can refer to the one before it."""
    own = [full.partition(".")[2] for full in plugins.found("module") if full.startswith(f"{name}.")]
    told = [weight.doc for weight in tw.load(name, own).weights.declared()]
    assert len({*told}) == len(told)
    refers = re.compile(
        r"^the same\b|\b(this|that|these) (chance|share|judgement|purchases)\b|\b(there|then)$"
    )
    assert not list(filter(refers.search, told))


def test_a_set_of_modules_without_a_file_takes_that_for_the_most_of_them() -> None:
    folder = Path(str(tw.load("isleofskye").game.folder())) / TRAINED
    names = {file.stem for file in folder.glob("*.yaml")}
    for played in (["druids"], ["druids", "tunnel"], ["bonus", "druids", "outskirts", "tunnel"], []):
        rules = tw.load("isleofskye", played)
        fitting = [name for name in names if name == "base" or {*name.split("+")} <= {*played}]
        found = next(learned_file.shipped(rules, anyway=True), None)
        assert (found is None) == (not fitting)
        if found is not None:
            most = max(len(name.split("+")) if name != "base" else 0 for name in fitting)
            assert len(modules(Path(found.file))) == most
        # What it lacks, others say: a level plays with every number of players.
        low, high = rules.game.seats
        for level in levels.LEVELS:
            for players in range(low, high + 1):
                bots.make(level, rules, players)


@pytest.mark.parametrize("game", ["glenmore", "isleofskye", "rebirth"])
def test_bots_of_one_table_read_the_file_once(game: str) -> None:
    rules = tw.load(game)
    bots.make("hard", rules, players=2)
    read = parsed.cache_info().misses
    for level in levels.LEVELS:
        bots.make(level, rules, players=2)
    assert parsed.cache_info().misses == read
    assert next(learned_file.shipped(rules)) is next(learned_file.shipped(rules))
