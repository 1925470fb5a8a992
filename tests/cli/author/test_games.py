"""`games` is one screen, and `games NAME` has the rest where a person looks for it; levels and bots are told."""

from __future__ import annotations

import json
import re

import pytest

import tilewright as tw
from tilewright.core.bots import SHIPPED, levels
from tilewright.core.cli.author.game_list import listing, print_game

from ...cases import cases
from ..shell import GAME, run

pytestmark = pytest.mark.quick


def test_all_games_are_one_screen() -> None:
    ran = run("games")
    assert ran.code == 0 and not ran.err
    lines = ran.out.splitlines()
    assert len(lines) <= 23 and max(map(len, lines)) <= 80
    for name in ("rebirth", "glenmore", "isleofskye"):
        [line] = [line for line in lines if line.startswith(f"{name} ")]
        assert re.search(r", 2 to [45] players, [0-9]+ minutes, medium$", line), line
    assert "modules: bonus, druids, outskirts, tunnel" in ran.out and "editions: alea-de" in ran.out
    for bot in (*levels.LEVELS, *SHIPPED):
        assert bot in ran.out
    assert "tilewright play GAME" in ran.out and "tilewright games GAME" in ran.out


def test_one_game_in_full() -> None:
    ran = run("games", GAME)
    assert ran.code == 0
    heads = [line.split("  (")[0] for line in ran.out.splitlines() if line and line[0] != " "]
    assert heads == cases(__file__, "heads")
    assert "farm_tile = 1  (0 to 99) [RB-FARM-2]" in ran.out
    assert "reconstructed" in ran.out[ran.out.index("where the data comes from") :]
    assert "glenmore" not in ran.out


def test_numbers_are_found_by_words() -> None:
    ran = run("games", "isleofskye", "--find", "catch up")
    assert ran.code == 0 and max(map(len, ran.out.splitlines())) <= 80
    assert (
        "data:tracks.front.rounds.2.catch_up=1\n  number 3 of rounds; gold for each player ahead\n" in ran.out
    )
    assert ran.out.count("IS-INC-3: From the third round on") == 1
    told = json.loads(run("games", "isleofskye", "--find", "barrel points", "--json").out)
    assert "with=tunnel tunnel.barrel_points=1" in [one["words"] for one in told["numbers"]]
    none, no_game = run("games", "isleofskye", "--find", "xyzzy"), run("games", "--find", "castle")
    assert none.code == 1 and "no number of isleofskye is found by 'xyzzy'" in none.err
    assert no_game.code == 2 and "name one game" in no_game.err


def test_options_stand_with_their_module() -> None:
    told = json.loads(run("games", "isleofskye", "--json").out)["games"][0]
    out = run("games", "isleofskye").out
    for module in told["modules"]:
        assert f"  {module['name']}: {module['title']} [tilewright]" in out
        for option in module["options"]:
            after = out[out.index(f"options of {module['name']}  (") :]
            assert f"  {option['name']} = " in after[: after.index("\n\n")]
    assert out.index("\nmodules") < out.index("\noptions") < out.index("options of")
    assert out.index("what bots can be forbidden") < out.index("where the data comes from")


def test_files_that_a_module_brings_are_accounted_for_with_the_module() -> None:
    """The game alone does not have the module's map; and nothing is told of both."""
    [told] = json.loads(run("games", "rebirth", "--json").out)["games"]
    [module] = told["modules"]
    assert [line[:13] for line in module["provenance"] if line.startswith("Map ")] == ["Map 'ireland'"]
    assert not {*told["provenance"]} & {*module["provenance"]}


def test_levels_are_those_of_the_game() -> None:
    told = json.loads(run("games", "--json").out)
    for game in told["games"]:
        assert game["levels"] == levels.of(tw.load(game["name"]))
    out = run("games", GAME).out
    for level, bot in levels.of(tw.load(GAME)).items():
        assert f"\n  {level:<8}{level.capitalize()} " in out and out.index(level.capitalize()) < out.index(
            f"  {bot}\n"
        )


@pytest.mark.parametrize("bot", SHIPPED)
def test_help_names_every_bot(bot: str) -> None:
    assert f"bot:{bot}" in " ".join(run("play", "--help").out.split())


def test_an_unknown_game_is_wrong_usage() -> None:
    ran = run("games", "rebirht")
    assert ran.code == 2 and "did you mean 'rebirth'" in ran.err


def test_a_game_that_takes_tiles_of_ones_own_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    [game], _ = listing(["rebirth"])
    print_game(game, "en")
    assert "--with ./FOLDER" not in capsys.readouterr().out
    print_game({**game, "sets": ["tiles.yaml"]}, "en")
    said = capsys.readouterr().out
    assert (
        "tiles of your own  (--with ./FOLDER)\n  a folder with tiles.yaml: records like the game's own"
        in said
    )
