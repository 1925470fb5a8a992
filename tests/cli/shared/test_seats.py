"""Who sits where when a file is read: records, plans and stored blocks start nothing that is not installed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import InvalidFile, PluginError, UsageError
from tilewright.core.bots.random import Random
from tilewright.core.play.replay import resume
from tilewright.core.table.match_setup import MatchSetup, SeatSetup

from ...cases import cases
from ..shell import GAME, Ran, first_moves, next_moves, process, run
from ..study.test_verify import forged

BOT: str = cases(__file__, "bot")
INSTALLED = {"anna": "greedy", "bruno": "random"}


@pytest.fixture
def mine(home: Path) -> Path:
    """A bot in a file that leaves a trace whenever it is executed."""
    path = home / "mine.py"
    path.write_text(BOT, "utf-8")
    return path


def ran(mine: Path) -> bool:
    """Whether the bot's file has been executed since the last call."""
    trace = mine.with_suffix(".ran")
    there = trace.exists()
    trace.unlink(missing_ok=True)
    return there


def rewritten(path: Path, played: Path, texts: Mapping[str, str], lines: int = 40) -> Path:
    """The beginning of the record, with other bots in its header."""
    head, *rest = played.read_bytes().splitlines(keepends=True)[:lines]
    changed = json.loads(head) | {"bots": dict(texts)}
    path.write_bytes(json.dumps(changed).encode() + b"\n" + b"".join(rest))
    return path


def decisions(path: Path) -> int:
    return path.read_bytes().count(b'"move"')


@pytest.mark.parametrize(
    ("named", "seat"),
    [
        ("{file}:Bot", "anna"), ("{file}:Bot!one-step", "bruno"), ("exec:{file}", "anna"), (" exec:{file}", "bruno"),
        ("exec:sh -c 'touch {file}'", "anna"),
    ],
)  # fmt: skip
def test_a_record_starts_no_code(home: Path, played: Path, mine: Path, named: str, seat: str) -> None:
    """Neither to resume it nor to begin from it, whichever seat it is; nor does anything else that reads it."""
    text = named.format(file=mine)
    save = rewritten(home / "game.jsonl", played, INSTALLED | {seat: text})
    before = save.read_bytes()
    said = f"{save}:1:1: bots: {seat} is played by {text}; a record cannot start code"
    for words in (["resume", save], ["play", "--from", f"{save}@9"], ["play", GAME, "--from", save]):
        done = run(*words)
        assert done.code == 3 and "Traceback" not in done.err and said in done.err, done
        assert done.err.rstrip().endswith(shlex.join(["-p", f"{seat}:{text}"])), done
    for name in ("replay", f"show {GAME}", "scene export", "scene run"):
        run(*name.split(), save)
    assert run("simulate", GAME, "-n", "1", "--seed", "1", "--from", save).code == 0
    assert not ran(mine) and save.read_bytes() == before


def test_the_command_that_begins_elsewhere_is_printed_whole(home: Path, played: Path, mine: Path) -> None:
    save = rewritten(home / "game.jsonl", played, {"anna": f"{mine}:Bot", "bruno": "random"})
    words = ["play", GAME, "--from", f"{save}@9", "--seed", "3"]
    refused = process(home, *words)
    again = shlex.split(refused.err.partition("name it yourself: tilewright ")[2])
    assert again == [*words, "-p", f"anna:{mine}:Bot"] and not ran(mine)
    assert run(*again).code == 0 and ran(mine)


def test_the_command_that_the_refusal_names_goes_on(home: Path, played: Path, mine: Path) -> None:
    save = rewritten(home / "game.jsonl", played, {"anna": f"{mine}:Bot", "bruno": f"{mine}:Bot"})
    refused = run("resume", save)
    again = shlex.split(refused.err.partition("name it yourself: tilewright ")[2])
    assert again == ["resume", str(save), "-p", f"anna:{mine}:Bot", "-p", f"bruno:{mine}:Bot"]
    assert not ran(mine)
    assert run(*again).code == 0 and ran(mine)
    assert run("replay", save, "--verify").code == 0


def test_some_seats_can_be_named_anew(home: Path, played: Path, mine: Path) -> None:
    """A person for a bot, another bot, a bot for a person; the others stay as the record has them."""
    save = rewritten(home / "game.jsonl", played, {"anna": f"{mine}:Bot", "bruno": "random"})
    before = decisions(save)
    typed = next_moves(save, anna="", moves=1)
    left = run("resume", save, "-p", "anna", typed=typed)
    assert left.code == 130 and f"tilewright resume {save} -p anna\n" in left.err, left
    assert decisions(save) == before + 2 and not ran(mine)
    over = run("resume", save, "-p", "anna:greedy")
    assert over.code == 0 and not ran(mine), over
    people = rewritten(home / "people.jsonl", played, {})
    typed = next_moves(people, bruno="greedy", moves=1)
    left = run("resume", people, "-p", "bruno:greedy", typed=typed)
    assert f"tilewright resume {people} -p bruno:greedy\n" in left.err, left
    left = run("play", GAME, "--from", f"{played}@9", "-p", "anna", "--seed", "1")
    assert left.code == 130 and "anna, bruno (random)" in left.out, left


def test_a_game_goes_on_with_a_level_of_its_time_and_no_other_bot_passes_for_it(
    home: Path, played: Path
) -> None:
    """The record's own text may be typed: it is what the level was."""
    save = rewritten(home / "game.jsonl", played, {"bruno": "hard=greedy"})
    refused = run("resume", save, "-p", "bruno:hard=random")
    assert refused.code == 2 and "no level of this game is played so; write bruno:random" in refused.err
    typed = next_moves(save, anna="", moves=1)
    left = run("resume", save, "-p", "bruno:hard=greedy", typed=typed)
    assert left.code == 130 and "anna, bruno (hard)" in left.out, left


def test_hints_name_the_file_again(home: Path, mine: Path) -> None:
    """What is printed to continue or to repeat a game works as it is printed, from any folder."""
    save = home / "game.jsonl"
    words = f"play {GAME} -p anna -p bruno:./mine.py:Bot --seed 4 --save".split()
    left = process(home, *words, save, typed=first_moves(4, "anna", bruno="greedy", moves=1))
    [again] = re.findall("^  tilewright (.*)$", left.err, re.MULTILINE)
    assert shlex.split(again) == ["resume", str(save), "-p", f"bruno:{mine}:Bot"]
    before = decisions(save)
    left = run(*shlex.split(again), typed=next_moves(save, bruno="", moves=1))
    assert left.code == 130 and decisions(save) > before
    assert again in left.err, "and so does the next hint"


def failing(home: Path) -> Path:
    path = home / "fails.py"
    path.write_text(
        BOT.replace("return view", "assert view.turns < 4, 'no idea'\n        return view"), "utf-8"
    )
    return path


COMPARED = ("compare", GAME, "--b", "castle=8", "--metrics", "score", "--seed", "1", "--blocks", "2")


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", GAME, "-n", "1", "--seed", "1", "--bots", "{file}:Bot,random"),
        ("ladder", GAME, "-n", "1", "--seed", "1", "--bots", "{file}:Bot,random"),
        (*COMPARED, "--bots", "{file}:Bot,random"),
    ],
)
def test_failed_games_are_repeated_by_the_command_printed(home: Path, words: tuple[str, ...]) -> None:
    file = failing(home)
    failed = run(*(word.format(file=file) for word in words))
    commands = re.findall("to repeat it: tilewright (.*)", failed.err)
    assert failed.code == 1 and commands, failed
    again = run(*shlex.split(commands[0]))
    assert again.code == 1 and "no idea" in again.err, again


# -- the laboratory ------------------------------------------------------------------------------------------------


def planned(home: Path, more: str, *words: str) -> Ran:
    plan = home / "plan.yaml"
    plan.write_text(f"game: rebirth\nb: castle=8\nblocks: 2\nmetrics: [score]\nseed: 1\n{more}\n", "utf-8")
    return run("compare", "--plan", plan, *words)


def test_a_plan_starts_no_code(home: Path, mine: Path) -> None:
    text = f"greedy,{mine}:Bot"
    refused = planned(home, f"bots: '{text}'")
    assert refused.code == 3 and not ran(mine), refused
    assert f"plan.yaml:6:7: bots: a plan cannot start {mine}:Bot, which is not installed" in refused.err
    assert refused.err.rstrip().endswith(f"add --bots {text}")
    assert planned(home, f"bots: 'random;exec:{mine}'").code == 3
    assert planned(home, f"bots: '{text}'", "--bots", text).code == 0 and ran(mine)


def test_a_plan_names_no_scheduler(home: Path) -> None:
    """What a scheduler answers is unpickled, which can run anything."""
    refused = planned(home, "engine: dask:tcp://127.0.0.1:9")
    assert refused.code == 3 and "engine: a plan cannot connect to a scheduler" in refused.err, refused
    assert refused.err.rstrip().endswith("add --engine dask:tcp://127.0.0.1:9")


def other_bots(row: dict[str, Any], text: str) -> None:
    for games in row["arms"].values():
        for game in games:
            game["bots"] = [text, "random"]


def no_bots(row: dict[str, Any], text: str) -> None:
    row["arms"]["A"] = [7]


@pytest.mark.parametrize("change", [other_bots, no_bots])
def test_stored_blocks_start_no_code(
    home: Path, mine: Path, change: Callable[[dict[str, Any], str], None]
) -> None:
    """The page of a run plays some games again: with the bots of its plan, not with those that its blocks claim."""
    out = home / "out"
    words = (*COMPARED, "--bots", "greedy,random", "--out", out)
    assert run(*words).code == 0

    def changed(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            change(row, f"{mine}:Bot")

    forged(out, changed)
    refused = run(*words)
    assert refused.code == 3 and not ran(mine), refused
    said = "is damaged" if change is no_bots else "was not played by the bots of the plan"
    assert f"blocks.jsonl:1:1: block 0 {said}" in refused.err


# -- in Python -----------------------------------------------------------------------------------------------------


def test_installed_makes_only_what_is_installed(home: Path, played: Path, mine: Path) -> None:
    rules = tw.load(GAME)
    assert isinstance(bots.installed("random", rules), Random)
    for text in (f"{mine}:Bot", f"exec:{mine}", f"exec:{mine}!one-step"):
        with pytest.raises(PluginError, match="is not installed; a file cannot start it"):
            bots.installed(text, rules)
    save = rewritten(home / "game.jsonl", played, INSTALLED | {"anna": f"{mine}:Bot"})
    with pytest.raises(InvalidFile, match=r"bots\.anna: .* is not installed"):
        resume(save, bots.installed)
    match, _ = resume(save, bots.installed, players=INSTALLED)
    match.close()
    assert set(match.bots) == {"anna", "bruno"} and not ran(mine)


@pytest.mark.parametrize("text", ["nosuch", "search:0", "greedy!nosuch"])
def test_a_bot_of_the_header_that_does_not_exist_is_a_mistake_of_the_record(
    home: Path, played: Path, text: str
) -> None:
    """One that is typed is wrong usage."""
    path = rewritten(home / "odd.jsonl", played, {"bruno": text})
    for ran in (
        process(home, "resume", path),
        process(home, "play", "--from", f"{path}@1", "--save", home / "on.jsonl"),
    ):
        assert ran.code == 3 and f"{path}:1:1: bots.bruno: " in ran.err, ran
    assert process(home, "resume", path, "-p", "bruno:nobody").code == 2


@pytest.mark.parametrize("name", ["you", "YOU", "du", "ty"])
def test_nobody_is_called_as_the_table_speaks_to_people(home: Path, name: str) -> None:
    """`you buys a tile` says nothing; the menu refuses it as well."""
    ran = run("play", GAME, "-p", name, "-p", "bot:greedy")
    assert ran.code == 2 and f"nobody would know whom '{name} buys a tile' means" in ran.err, ran
    with pytest.raises(UsageError, match="take another name"):
        MatchSetup(game=GAME, players=(SeatSetup(name=name), SeatSetup(name="bot", level="easy"))).rules()
