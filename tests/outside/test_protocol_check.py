"""`bot check` names every fault that is planted in a program, and finds none in the examples."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.outside.program_name import ProgramName
from tilewright.core.outside.protocol_check import ALONE, PLAYING, Checker, CheckResult

from ..cli.shell import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the programs of these tests need a Unix system")
BOTS = Path(__file__).resolve().parents[2] / "examples" / "bots"
PROGRAM = """
import itertools, json, random, sys, time
OPTIONS = [{"name": "depth", "type": "int", "min": 1, "max": 9, "default": 3}]
games = decisions = 0
def say(kind, **more):
    print(json.dumps({"type": kind, "id": m["id"], **more}), flush=True)
def raw(text):
    print(text, flush=True)
def pick():
    return m["legal"][random.Random(int(m["random"])).randrange(len(m["legal"]))]
for line in sys.stdin:
    m = json.loads(line)
    kind = m["type"]
    if kind == "quit": <QUIT>
    elif kind == "hello": <HELLO>
    elif kind == "options": <OPTION>
    elif kind == "game":
        games += 1; decisions = 0
        <GAME>
    elif kind == "choose":
        decisions += 1
        <CHOOSE>
    elif kind == "over": <OVER>
    else: <OTHER>
<END>
"""
RIGHT = {
    "QUIT": "break",
    "HELLO": 'say("hello", protocol=1, name="planted", options=OPTIONS)',
    "OPTION": 'say("ready")',
    "GAME": 'say("ready")',
    "CHOOSE": 'say("action", action=pick())',
    "OVER": "pass",
    "OTHER": "pass",
    "END": "",
}
ACTION = RIGHT["CHOOSE"]
"""The program as the protocol asks for it; each fault below replaces one part."""
FAULTS: dict[str, tuple[str, str, str, str]] = {
    # what is planted: (part, code, check that finds it, what is said)
    "another protocol": ("HELLO", 'say("hello", protocol=9, name="x")', "hello", "speaks protocol 9"),
    "an end before hello": ("HELLO", "sys.exit(0)", "hello", "it must run until 'quit'"),
    "an answer of another type": ("HELLO", 'say("ready")', "hello", "the answer to it is 'hello'"),
    "prints when it starts": ("HELLO", 'raw("Welcome!")', "hello", "not JSON: 'Welcome!'"),
    "an announced option ends it": (
        "OPTION", 'say("ready") if m["values"].get("depth") != 9 else sys.exit(1)', "options", "depth=9",
    ),
    "a wrong value ends it": (
        "OPTION", 'say("ready") if isinstance(m["values"].get("depth", 1), int) else sys.exit(1)',
        "wrong values", "depth=[None]",
    ),
    "an unknown name ends it": (
        "OPTION", '[{"depth": 1}[name] for name in m["values"]]; say("ready")', "wrong values", "no-such-option=1",
    ),
    "an unknown message ends it": ("OTHER", "sys.exit(2)", "unknown", "after a message and a key"),
    "an unknown message is answered": (
        "OTHER", 'm["id"] = 0; say("error", message="what?")', "unknown", "ignored without an answer",
    ),
    "an unknown key ends it": (
        "OPTION", 'say("ready") if set(m) == {"type", "id", "values"} else sys.exit(1)', "unknown", "after a message",
    ),
    "quit is ignored": ("QUIT", "pass", "quit", "still runs 2 seconds after 'quit'"),
    "the end of stdin is ignored": ("END", "time.sleep(60)", "end of input", "the end of its stdin"),
    "a second game without an end": (
        "GAME", 'say("ready") if games < 2 else say("error", message="busy")', "new games", "'busy'",
    ),
    "garbage after the answer": ("CHOOSE", f'{ACTION}; raw("done")', "nothing unasked", "not JSON: 'done'"),
    "a second answer": ("CHOOSE", f"{ACTION}; {ACTION}", "nothing unasked", "no question asks for"),
    "an answer to over": ("OVER", 'm["id"] = 0; say("ready")', "nothing unasked", "no question asks for"),
    "an illegal action": (
        "CHOOSE", 'say("action", action=pick() if decisions < 9 else "win")', "whole games",
        "decision 9 of seat 1: the program chose 'win', which is not one of the",
    ),
    "slow": ("CHOOSE", f"time.sleep(60 * (decisions == 5)); {ACTION}", "whole games", "within 0.5 seconds"),
    "chatty": (
        "CHOOSE", f'[raw(\'{{"type": "info"}}\') for n in range(1001)]; {ACTION}', "whole games", "1,000 info lines",
    ),
    "crashes later": ("CHOOSE", f'1 / (decisions - 12); {ACTION}', "whole games", "ZeroDivisionError"),
    "the id is forgotten": (
        "CHOOSE", 'm["id"] = 1; say("action", action=pick())', "whole games", "without its id",
    ),
    "only one at a time": (
        "HELLO", 'import fcntl; lock = open(LOCK, "w"); fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB); '
        + RIGHT["HELLO"], "every seat", "BlockingIOError",
    ),
    "chance of its own": ("CHOOSE", 'say("action", action=random.choice(m["legal"]))', "repeatable", "was different"),
    "a game that it does not play": ("GAME", 'say("error", message="no")', "new games", "refused 'game': 'no'"),
}  # fmt: skip


def checked(folder: Path, part: str = "", code: str = "", *only: str) -> list[CheckResult]:
    """Check a program with this part replaced, in two-player games of Rebirth."""
    text = f"LOCK = {str(folder / 'lock')!r}\n{PROGRAM}"
    for name, right in RIGHT.items():
        text = text.replace(f"<{name}>", code if name == part else right)
    path = folder / "program.py"
    path.write_text(text)
    named = ProgramName((sys.executable, "-IS", str(path)), {"seconds": "0.5"})
    return list(Checker(named, [tw.load("rebirth")], 2, 0, only, asked=True).run())


@pytest.mark.parametrize("planted", FAULTS)
def test_a_planted_fault_is_named(planted: str, tmp_path: Path) -> None:
    part, code, check, said = FAULTS[planted]
    broken = [one for one in checked(tmp_path, part, code, check) if one.result == "broken"]
    assert [one.check for one in broken] == [check]
    assert said in broken[0].said


def test_a_program_that_does_what_is_asked_for_holds(tmp_path: Path) -> None:
    found = checked(tmp_path)
    assert [one for one in found if one.result == "broken"] == []
    assert {one.check for one in found} == {"hello", "new games", *ALONE, *PLAYING}


def test_a_program_can_say_that_its_games_cannot_be_repeated(tmp_path: Path) -> None:
    code = RIGHT["HELLO"].replace("protocol=1", "protocol=1, reproducible=False")
    [said] = [one for one in checked(tmp_path, "HELLO", code, "repeatable") if one.check == "repeatable"]
    assert said.result == "skipped" and "cannot be repeated" in said.said


@pytest.mark.parametrize("game", ["isleofskye", "glenmore"])
def test_positions_with_one_action_and_sealed_ones_are_found(game: str, tmp_path: Path) -> None:
    only = ("one action", "many actions", "sealed")
    named = ProgramName((sys.executable, "-IS", str(BOTS / "quick.py")), {})
    found = {one.check: one for one in Checker(named, [tw.load(game)], 2, 0, only).run()}
    assert found["one action"].result == "holds"
    assert found["many actions"].said.removeprefix("it decided among ").isdecimal()
    assert found["sealed"].result == ("holds" if game == "isleofskye" else "skipped")


@pytest.mark.parametrize("words", ["python3 quick.py", "node quick.js"])
def test_the_examples_pass(words: str) -> None:
    program, file = words.split()
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    ran = run(
        "bot", "check", f"{program} {BOTS / file}:luck=20", "--game", "rebirth", "--players", "2", "--json"
    )
    assert ran.code == 0, ran
    report = json.loads(ran.out)
    assert report["schema"] == 1 and report["decisions"] > 100
    assert "broken" not in {one["result"] for one in report["findings"]}


def test_the_command_line_says_what_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "mute.sh"
    path.write_text("#!/bin/sh\nexit 3\n")
    path.chmod(0o755)
    ran = run("bot", "check", path, "--game", "rebirth")
    assert ran.code == 1
    assert "broken" in ran.out and "exit status 3" in ran.out and "1 check found a fault" in ran.out
    assert run("bot", "check", "./not-there").code == 2
    assert run("bot", "check", path, "--checks", "quitt").code == 2
    assert run("bot", "check", path, "--seconds", "-1").code == 2
    assert run("bot", "check", path, "--players", "9", "--game", "rebirth").code == 2
