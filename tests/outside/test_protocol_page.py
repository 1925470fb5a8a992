"""docs/protocol.md: its dialogue happens as it stands there, and its tables name what the code knows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base import limits
from tilewright.core.bots import program
from tilewright.core.outside import bot_program, channel, faults, json_lines, program_name
from tilewright.core.simulation import games

from .programs import LOOP

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
DIALOGUE = re.findall(r"^([<>]) (.*)$", PAGE, re.MULTILINE)


def test_the_dialogue_happens_as_it_is_written() -> None:
    said = "".join(f"{line}\n" for who, line in DIALOGUE if who == ">")
    program = [sys.executable, str(ROOT / "examples" / "bots" / "quick.py")]
    heard = subprocess.run(program, input=said, capture_output=True, text=True, timeout=120)
    assert heard.returncode == 0 and heard.stderr == ""
    assert heard.stdout.splitlines() == [line for who, line in DIALOGUE if who == "<"]


@pytest.mark.skipif(os.name != "posix", reason="the program of this test needs a Unix system")
def test_tilewright_says_what_the_dialogue_says(tmp_path: Path) -> None:
    """Message by message, with the same keys in the same order."""
    log = tmp_path / "log"
    path = tmp_path / "listener.py"
    path.write_text(f"""{LOOP}
log = open({str(log)!r}, "a", buffering=1)
for line in sys.stdin:
    log.write(line)
    m = json.loads(line)
    if m["type"] == "hello": say("hello", id=m["id"], protocol=1, name="listener")
    elif m["type"] == "choose": say("action", id=m["id"], action=m["legal"][0])
    elif "id" in m: say("ready", id=m["id"])
""")
    rules = tw.load("rebirth")
    bot = bots.make(f"exec:{sys.executable} {path}", rules)
    assert isinstance(bot, program.Program)
    games.play_out(rules, rules.new(2, 1), [bots.make("random", rules), bot], 1)
    bot.close()
    heard = [json.loads(line) for line in log.read_text().splitlines()]
    first: dict[str, dict[str, Any]] = {}
    for message in heard:
        first.setdefault(message["type"], message)
    ours = [json.loads(line) for who, line in DIALOGUE if who == ">"]
    assert list(first) == [message["type"] for message in ours]
    for message in ours:
        assert list(first[message["type"]]) == list(message)
        assert list(message.get("result", {})) == list(first[message["type"]].get("result", {}))
    assert heard[-1] == {"type": "quit"}


def test_the_page_names_every_fault_and_limit() -> None:
    words = {kind.word for kind in faults.Fault.__subclasses__()}
    assert words == set(
        re.findall(
            r"^\| `([a-z]+)` \| (?!`)[^|]+ \|$",
            PAGE.partition("## What a fault costs")[2].partition("\n*")[0],
            re.MULTILINE,
        )
    )
    for said in (
        f"{channel.INFOS:,} `info` lines and {channel.OUTPUT >> 20} MB",
        f"at most {json_lines.LONGEST >> 20} MB",
        f"more than {limits.DIGITS} digits",
        f"the last {channel.KEPT >> 10} KB",
        f"| `seconds` | {program_name.SECONDS:g} |",
        f"| `memory` | {program_name.MEMORY} |",
        f"within {bot_program.START:g} seconds",
        f"we wait {bot_program.SLACK} seconds longer",
        f"**version {bot_program.PROTOCOL}**",
    ):
        assert said in PAGE, said
