"""Levels for people: which bot plays them, how records name them, and how the easy one chooses."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile, PluginError, UsageError
from tilewright.core.bots import levels
from tilewright.core.bots.human_error import Casual, warmth
from tilewright.core.play.match import Match
from tilewright.core.play.replay import resume
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation.games import play_out

from ..toys import meadow, river

GAMES = ["rebirth", "glenmore", "isleofskye"]


@pytest.fixture(scope="module", params=GAMES)
def shipped(request: pytest.FixtureRequest) -> Rules:
    return tw.load(request.param)


# -- names -----------------------------------------------------------------------------------------------------------


def test_every_game_has_all_levels_played_by_bots_that_exist(shipped: Rules) -> None:
    found = levels.of(shipped)
    assert list(found) == ["easy", "normal", "hard", "expert", "master"]
    for level, bot in found.items():
        assert type(bots.make(level, shipped)) is type(bots.make(bot, shipped))
        assert not levels.level(bot)


def test_the_error_gets_smaller_from_level_to_level_with_each_number_of_players(shipped: Rules) -> None:
    found = levels.of(shipped)
    first, last = shipped.game.seats
    by_level = [warmth(found[level])[1] for level in ("easy", "normal", "hard")]
    assert all(len(heats) == last - max(first, 2) + 1 for heats in by_level)
    for easy, normal, hard in zip(*by_level, strict=True):
        assert easy > normal > hard > 0


@pytest.mark.parametrize("level", levels.LEVELS)
def test_levels_play_with_any_number_of_players_under_any_options(shipped: Rules, level: str) -> None:
    changed = {"rebirth": "castle", "glenmore": "tile_penalty", "isleofskye": "gold_for_vp"}
    rules = tw.load(shipped.game.name, options={changed[shipped.game.name]: 4})
    for players in {2, rules.game.seats[1]}:
        state = rules.new(players, 1)
        bot = bots.make(level, rules)
        for number in range(2 * players):
            view = state.view(state.to_act[0])
            state.apply(bot.choose(view, Stream(number, "play")))


@pytest.mark.parametrize("plugin", [river.PLUGIN, meadow.PLUGIN], ids=["unrated", "rated"])
def test_a_game_that_declares_nothing_has_levels_too(plugin: object) -> None:
    rules = tw.load(plugin)
    assert not levels.measured(rules) and levels.measured(tw.load("rebirth"))
    players = [bots.make(level, rules) for level in levels.LEVELS]
    state = rules.new(2, 3)
    play_out(rules, state, players[:2], 3)
    assert state.over
    state = rules.new(2, 3)
    view = state.view(state.to_act[0])
    assert all(player.choose(view, Stream(1, "x")) in view.legal() for player in players)


def test_a_level_that_does_not_exist_is_the_plugins_mistake() -> None:
    rules = tw.load("rebirth")
    odd = attrs.evolve(rules, game=attrs.evolve(rules.game, levels=lambda rules: {"hrad": "greedy"}))
    with pytest.raises(
        PluginError, match="declares the level 'hrad'; levels are easy, normal, hard, expert, master"
    ):
        levels.of(odd)


def test_a_text_says_the_level_and_the_bot() -> None:
    rules = tw.load("rebirth")
    played = levels.of(rules)["hard"]
    text = levels.settled("hard!no-contest", rules)
    assert text == f"hard={played}!no-contest"
    assert levels.settled(text, rules) == text  # once is enough
    assert levels.settled("greedy!no-tile=food", rules) == "greedy!no-tile=food"
    assert (levels.level(text), levels.spoken(text), levels.bot(text)) == (
        "hard",
        "hard!no-contest",
        f"{played}!no-contest",
    )
    assert (levels.level("hard~1"), levels.level("hard~x"), levels.level("hard:3")) == ("hard", "", "")
    assert levels.bot("hard~1!no-tile=food") == "hard~1!no-tile=food"
    for other in ("greedy!no-tile=food", "search:20:4", "exec:a=b", "./hard.py:Bot"):
        assert (levels.level(other), levels.spoken(other), levels.bot(other)) == ("", other, other)
    assert bots.several("easy,greedy!no-contest,hard=search:20:4") == [
        "easy",
        "greedy!no-contest",
        "hard=search:20:4",
    ]


@pytest.mark.parametrize(
    "text", ["hard=exec:true", "hard= exec:true", "easy=./mine.py:Bot", "hard=./a.py:B!one-step"]
)
def test_a_level_in_a_file_starts_nothing_that_is_not_installed(text: str) -> None:
    assert bots.uninstalled(text)
    with pytest.raises(PluginError, match="is not installed"):
        bots.installed(text, tw.load("rebirth"))


def test_a_level_has_no_settings() -> None:
    with pytest.raises(UsageError, match=r"bot hard:5 has settings, but hard takes none; write hard$"):
        bots.make("hard:5", tw.load("rebirth"))


def test_no_other_bot_passes_for_a_level() -> None:
    """A person may write what a record writes, as long as it is what the level is now."""
    rules = tw.load("rebirth")
    for text in ("hard", "hard~1", "expert!no-contest"):
        settled = levels.settled(text, rules)
        assert levels.chosen(text, rules) == levels.chosen(settled, rules) == settled
    assert levels.chosen("greedy!no-tile=food", rules) == "greedy!no-tile=food"
    for text in ("hard=greedy", "hard=greedy!no-contest", f"hard~1={levels.of(rules)['hard']}"):
        with pytest.raises(UsageError, match=r"is played by learned.*for the level, or "):
            levels.chosen(text, rules)


@pytest.mark.parametrize(
    ("text", "meant"), [("medium", ""), ("leicht", ""), ("hrad", "did you mean 'hard'\\? ")]
)
def test_a_level_that_is_none_is_answered_with_the_levels_first(text: str, meant: str) -> None:
    said = f"there is no bot '{text}'; {meant}levels: easy, normal, hard, expert, master; other bots: .*exec:PROGRAM$"
    with pytest.raises(UsageError, match=said):
        bots.make(text, tw.load("rebirth"))


def test_an_old_game_goes_on_with_the_bot_of_its_time(tmp_path: Path) -> None:
    """The record names the bot with the level; what the level means by now does not matter."""
    rules, path = tw.load("rebirth"), tmp_path / "game.jsonl"
    text = "easy=casual:900"
    match = Match(
        rules,
        ["anna", "bot"],
        seed=4,
        bots={"bot": bots.make(text, rules)},
        bot_names={"bot": text},
        record=path,
    )
    match.close()
    going, record = resume(path, bots.installed)
    going.close()
    assert record.head.bots == {"bot": text} and levels.of(rules)["easy"] != "casual:900"
    bot = going.bots["bot"]
    assert isinstance(bot, Casual) and bot.heat == 9
    head, *_ = path.read_text("utf-8").splitlines()
    path.write_text(json.dumps(json.loads(head) | {"bots": {"bot": "easy=nosuch"}}) + "\n", "utf-8")
    with pytest.raises(InvalidFile, match="no bot 'nosuch'"):
        resume(path, bots.installed)


# -- the easy one ----------------------------------------------------------------------------------------------------


def test_it_draws_from_the_better_half_by_worth_and_its_stream() -> None:
    shipped = tw.load("rebirth")
    greedy, casual = bots.make("greedy", shipped), bots.make("casual:60", shipped)
    state, stream, drawn = shipped.new(2, 5), Stream(5, "play"), 0
    while not state.over and drawn < 6:
        view = state.view(state.to_act[0])
        rated = shipped.choices(view)
        worth = {choice.action: choice.worth for choice in rated}
        if len(rated) > 2:
            drawn += 1
            key = stream.bits()
            chosen = [casual.choose(view, Stream.of(key + n)) for n in range(20)]
            assert chosen == [casual.choose(view, Stream.of(key + n)) for n in range(20)]
            ranked = sorted(worth.values(), reverse=True)
            middle = ranked[(len(ranked) - 1) // 2]
            assert min(worth[action] for action in chosen) >= middle - 1e-9
            # Good moves more often: on average above that of the half, never below.
            half = [value for value in ranked if value >= middle]
            best, mean = ranked[0], sum(half) / len(half)
            if best - mean > 1e-6:
                many = [worth[casual.choose(view, Stream.of(key - n))] for n in range(100)]
                assert sum(many) / 100 > mean - 0.15 * (best - middle)
        state.apply(greedy.choose(view, stream))
    assert drawn == 6


def test_of_two_moves_it_takes_the_better() -> None:
    shipped = tw.load("glenmore")
    casual, stream = bots.make("casual:500", shipped), Stream(1, "play")
    state, seen = shipped.new(2, 9), 0
    while not state.over:
        view = state.view(state.to_act[0])
        rated = shipped.choices(view)
        action = casual.choose(view, stream)
        if len(rated) == 2:
            seen += 1
            assert next(one.worth for one in rated if one.action == action) == max(one.worth for one in rated)
        state.apply(action)
    assert seen


def test_heat_weakens_it_and_none_is_greedy() -> None:
    rules = tw.load("rebirth")
    view = rules.new(2, 2).view(rules.new(2, 2).to_act[0])
    worth = {choice.action: choice.worth for choice in rules.choices(view)}

    def mean(heat: int) -> float:
        bot = bots.make(f"casual:{heat}", rules)
        return sum(worth[bot.choose(view, Stream(n, "x"))] for n in range(300)) / 300

    assert mean(0) == pytest.approx(max(worth.values()))
    assert mean(0) > mean(30) > mean(400)


@pytest.mark.parametrize(
    ("text", "said"), [("casual:hot", "'hot' is not a number of percent"), ("casual:-1", "'-1'")]
)
def test_a_heat_that_is_none(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        bots.make(text, tw.load("rebirth"))


def test_a_game_that_does_not_rate_moves_has_no_casual() -> None:
    with pytest.raises(UsageError, match="says nothing of what a move is worth, so casual cannot play it"):
        bots.make("casual", tw.load(river.PLUGIN))


def test_levels_differ_in_strength() -> None:
    """A small check of what docs/bots.md measures: easy loses most games against normal."""
    rules = tw.load("rebirth")
    easy, normal = bots.make("easy", rules), bots.make("normal", rules)
    won = 0.0
    for seed in range(20):
        for seat in (0, 1):
            state = rules.new(2, seed)
            play_out(rules, state, [easy, normal] if seat == 0 else [normal, easy], seed)
            won += (seat in state.winners) / len(state.winners)
    assert won < 20
