"""Commands do the same where the modules, functions and signals that only Unix has are missing (like_windows.py)."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from ..cases import soaked
from .shell import GAME, Ran, environment, first_moves, next_moves, process

SCRIPT = Path(__file__).with_name("like_windows.py")
BOTS = ("-p", "anna:greedy", "-p", "bruno:random", "--seed", "7")


def elsewhere(home: Path, *words: str, typed: str = "") -> Ran:
    """Run the command as on a system without them."""
    command = [sys.executable, str(SCRIPT), *words]
    done = subprocess.run(
        command, cwd=home, env=environment(home), input=typed, capture_output=True, text=True, timeout=300
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def timeless(text: str) -> str:
    """The text without the time in the name of a saved game, and the speed."""
    return re.sub(r"\d{8}-\d{6}(-\d+)?|[\d.,]+ games per second.*", "TIME", text)


@pytest.mark.parametrize(
    "words",
    [
        ("play", "rebirth", *BOTS),
        *soaked(
            ["simulate", "glenmore", "-n", "4", "--bots", "greedy,random", "--seed", "1", "--workers", "1"],
            ["games", "isleofskye"],
        ),
    ],
    ids=lambda words: " ".join(words[:2]),
)  # fmt: skip
def test_commands_print_the_same(home: Path, words: Sequence[str]) -> None:
    """And end alike, refusals among them."""
    if words[0] == "play":
        process(home, *words)  # what is said once has been said
    there, here = elsewhere(home, *words), process(home, *words)
    assert (there.code, timeless(there.err)) == (here.code, timeless(here.err))
    assert timeless(there.out) == timeless(here.out)


def test_a_match_is_left_and_goes_on(home: Path) -> None:
    """Begun there, continued here, and finished there; the record is locked and written through in each."""
    record = home / "evening.jsonl"
    match = ("-p", "anna", "-p", "bot:random", "--seed", "7", "--save", str(record))
    begun = elsewhere(home, "play", GAME, *match, typed=first_moves(7, "anna", bot="random", moves=2))
    assert begun.code == 130, begun  # its input has ended
    went_on = process(home, "resume", str(record), typed=next_moves(record, moves=2))
    assert went_on.code == 130, went_on
    ended = elsewhere(home, "resume", str(record), typed=next_moves(record))
    assert ended.code == 0 and "wins" in ended.out, ended
    seen = process(home, "replay", str(record), "--verify")
    assert (seen.code, seen.err) == (0, "")
    assert "verified, 68 decisions in 68 turns, finished" in seen.out
