"""docs/laboratory.md: every command works, every option and file is mentioned."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tilewright.core.lab.study.request import read
from tilewright.core.lab.study.requests import ComparisonRequest

from ..shell import run

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "laboratory.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ tilewright (.*)$", PAGE, re.MULTILINE)
[PLAN] = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def short(words: list[str]) -> list[str]:
    """The same with few blocks and few metrics, played here; a sequential test takes as many as its first look."""
    if "--sequential" in words:
        words += ["--bots", "random"]
    for flag, value in (("--blocks", "80" if "--sequential" in words else "2"), ("--workers", "1")):
        if flag in words:
            words[words.index(flag) + 1] = value
    exact = "--exact" in words or words[0] != "compare"
    return (
        words
        if exact
        else [*words, "--metrics", "score,margin", *(["--blocks", "2"] if "--plan" in words else [])]
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works(command: str, played: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    (home / "game.jsonl").write_bytes(played.read_bytes())
    (home / "castles.yaml").write_text(PLAN.replace("blocks: 200", "blocks: 2"), "utf-8")
    ran = run(*short(shlex.split(command)))
    assert ran.code in ((0, 6) if "--fail-if" in command or "--plan" in command else (0,)), ran


def test_the_plan_is_one(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(PLAN, "utf-8")
    asked, _ = read(ComparisonRequest, tmp_path / "plan.yaml")
    assert asked.b == "castle=8" and asked.fail_if == "B: |score| > 10"


def test_every_option_is_told() -> None:
    flags = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", run("compare", "--help").out))
    assert len(flags) > 25
    assert not sorted(flag for flag in flags - {"--debug", "--help", "--no-json"} if f"`{flag}" not in PAGE)
