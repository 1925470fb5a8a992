"""`bot check` names every fault that is planted in a program, and finds none in the examples."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.outside import channel, protocol_check
from tilewright.core.outside.program_name import ProgramName
from tilewright.core.outside.protocol_check import ALONE, PLAYING, Checker, CheckResult

from ..cases import cases, soaked
from ..cli.shell import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the programs of these tests need a Unix system")
BOTS = Path(__file__).resolve().parents[2] / "examples" / "bots"
PROGRAM: str = cases(__file__, "program")
RIGHT: dict[str, Any] = cases(__file__, "right")
FAULTS: dict[str, tuple[str, str, str, str]] = cases(__file__, "faults")


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
def test_a_planted_fault_is_named(planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol_check, "END", 0.5)  # what is broken is waited for in vain
    monkeypatch.setattr(channel, "GRACE", 0.2)
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


@pytest.mark.parametrize(
    ("words", "checks"),
    [
        ("python3 quick.py", []),
        ("node quick.js", ["--checks", "whole games"]),
        *soaked(("node quick.js", [])),
    ],
)
def test_the_examples_pass(words: str, checks: list[str]) -> None:
    program, file = words.split()
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    asked = ("bot", "check", f"{program} {BOTS / file}:luck=20", "--game", "rebirth", "--players", "2")
    ran = run(*asked, *checks, "--json")
    assert ran.code == 0, ran
    report = json.loads(ran.out)
    assert report["schema"] == 1 and report["decisions"] > 30
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
