"""`exec:PROGRAM` on the command line: the examples play every game, and no process outlives the command."""

from __future__ import annotations

import json
import os
import random
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.cli.shared import common
from tilewright.core.play.match import names_of
from tilewright.core.simulation import games

from ..cli.shell import run, start
from .programs import LINUX, LOOP, gone

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the programs of these tests need a Unix system")
BOTS = Path(__file__).resolve().parents[2] / "examples" / "bots"
GAMES = ["glenmore", "isleofskye", "rebirth"]
PYTHON = f"exec:python3 {shlex.quote(str(BOTS / 'quick.py'))}:luck=30:taste=longest"
NODE = f"exec:node {shlex.quote(str(BOTS / 'quick.js'))}:luck=30"
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")


def rows(*words: str) -> list[dict[str, Any]]:
    ran = run(*words, "--json")
    assert ran.code == 0, ran
    found: list[dict[str, Any]] = json.loads(ran.out)["results"]
    return found


@pytest.mark.parametrize(
    ("game", "bot"),
    [
        pytest.param("rebirth", PYTHON, id="python-rebirth"),
        pytest.param("glenmore", NODE, id="node-glenmore", marks=needs_node),
    ],
)
def test_the_examples_play_whole_games(game: str, bot: str) -> None:
    words = ["simulate", game, "-n", "2", "--seed", "4", "--bots", f"{bot},greedy"]
    found = rows(*words)
    assert all("forfeits" not in row and row["winners"] for row in found)
    assert [row["digest"] for row in found] == [row["digest"] for row in rows(*words, "--workers", "2")]


def test_a_link_to_a_program_stays_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python of a virtual environment is one, and what it leads to lacks the packages."""
    (tmp_path / "python").symlink_to(sys.executable)
    (tmp_path / "bot.py").symlink_to(BOTS / "quick.py")
    monkeypatch.chdir(tmp_path)
    assert common.bot_text("exec:./python bot.py") == f"exec:{tmp_path}/python {tmp_path}/bot.py"


@needs_node
def test_a_ladder_of_programs() -> None:
    bots = f"{PYTHON},{NODE},random"
    found = rows("ladder", "glenmore", "-n", "2", "--seed", "1", "--bots", bots)
    assert len(found) == 6 and not any("forfeits" in row or "error" in row for row in found)


def choosing(folder: Path, action: str) -> Path:
    """The file of a program that always chooses this action."""
    path = folder / "short.py"
    path.write_text(f"""{LOOP}
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "hello": say("hello", id=m["id"], protocol=1, name="short")
    elif m["type"] == "choose": say("action", id=m["id"], action={action!r})
    elif "id" in m: say("ready", id=m["id"])
""")
    return path


class Inside:
    """The bot of examples/bots/quick.py in our own process, given the same random numbers."""

    def __init__(self, **values: Any) -> None:
        self.quick = run_path(str(BOTS / "quick.py"))["Bot"]()
        self.quick.values.update(values)

    def choose(self, view: Any, stream: Any) -> Any:
        legal = {str(action): action for action in view.legal()}
        return legal[self.quick.choose(None, list(legal), random.Random(stream.bits()))]


@pytest.mark.parametrize("game", GAMES)
def test_a_program_decides_as_the_same_code_inside_does(game: str) -> None:
    rules = tw.load(game)
    state = rules.new(names_of(2), 9)
    games.play_out(rules, state, [Inside(luck=30, taste="longest")] * 2, 9)
    [row] = rows("simulate", game, "-n", "1", "--seed", "9", "--bots", PYTHON, "--players", "2")
    assert row["digest"] == state.digest()


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A bot that writes its number into a folder when it starts, plays slowly, and ignores every signal it can."""
    seen = tmp_path / "seen"
    seen.mkdir()
    path = tmp_path / "sleeper.py"
    path.write_text(f"""{LOOP}
import signal
for one in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(one, signal.SIG_IGN)
open(os.path.join({str(seen)!r}, str(os.getpid())), "w").close()
while True:
    line = sys.stdin.readline()
    if not line: time.sleep(60)
    m = json.loads(line)
    if m["type"] == "hello": say("hello", id=m["id"], protocol=1, name="sleeper")
    elif m["type"] in ("options", "game"): say("ready", id=m["id"])
    elif m["type"] == "choose": time.sleep(0.05); say("action", id=m["id"], action=m["legal"][0])
""")
    yield f"exec:{sys.executable} -IS {shlex.quote(str(path))}", seen


@pytest.mark.skipif(not LINUX, reason="processes are counted in /proc")
@pytest.mark.parametrize(
    ("command", "how"),
    [
        (["simulate", "--workers", "2"], signal.SIGKILL),
        (["simulate"], signal.SIGINT),
        pytest.param(["simulate", "--workers", "2"], signal.SIGINT, marks=pytest.mark.soak),
        pytest.param(["simulate"], signal.SIGKILL, marks=pytest.mark.soak),
    ],
)
def test_no_program_outlives_the_command(
    command: list[str], how: signal.Signals, sleeper: tuple[str, Path], tmp_path: Path
) -> None:
    bot, seen = sleeper
    word, *more = command
    running = start(tmp_path, word, "rebirth", "-n", "500", "--bots", f"{bot},random", "--seed", "1", *more)
    wanted = 1 + (len(more) or 1)  # one hears the options first, in the command's own process
    until = time.monotonic() + 120
    while len(list(seen.iterdir())) < wanted and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(0.3)
    running.send_signal(how)
    running.communicate(timeout=45)
    pids = [int(path.name) for path in seen.iterdir()]
    assert len(pids) >= wanted
    assert all(gone(pid) for pid in pids)


def test_at_the_table_people_read_who_forfeited(tmp_path: Path) -> None:
    path = tmp_path / "mute.py"
    path.write_text("import sys; sys.exit('no such module: \\x1b[2J')")
    record = tmp_path / "game.jsonl"
    ran = run("play", "rebirth", "-p", f"a:exec:python3 {path}", "-p", "b:random", "--save", record)
    assert ran.code == 3 and "exit status 1" in ran.err and not record.exists()
    path = choosing(tmp_path, "\x1b[2J")
    ran = run(
        "play", "rebirth", "-p", f"a:exec:python3 {path}", "-p", "b:random", "--save", record, "--plain"
    )
    assert ran.code == 0, ran
    said = " ".join(ran.out.split())
    assert "a forfeits: the program chose '\\x1b[2J'" in said
    assert "from now on the bot random plays for a" in said
    assert "\x1b" not in ran.out
    assert run("replay", record, "--verify").code == 0


def test_many_games_say_how_often_a_program_forfeited(tmp_path: Path) -> None:
    path = choosing(tmp_path, "resign")
    ran = run("simulate", "rebirth", "-n", "3", "--seed", "1", "--bots", f"exec:python3 {path},random")
    assert ran.code == 0
    assert "3 forfeits in 3 games (illegal 3)" in ran.err and "'resign'" in ran.err
    assert "tilewright bot check" in ran.err


def test_a_bot_is_recorded_with_absolute_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot.py").write_text("")
    (tmp_path / "run").write_text("")
    text = common.bot_text('exec:python3 "my bot.py" --x=1:depth=3!no-contest')
    assert text == f"exec:python3 '{tmp_path}/my bot.py' --x=1:depth=3!no-contest"
    assert common.bot_text("exec:./run:memory=64") == f"exec:{tmp_path}/run:memory=64"
    assert common.bot_text(text) == text


@pytest.mark.parametrize(
    ("words", "times"),
    [
        (
            ["compare", "rebirth", "--b", "sea=drawn", "--blocks", "2", "--metrics", "turns"],
            "8 forfeits in 8 games",
        ),
        pytest.param(
            ["luck", "rebirth", "--blocks", "2", "--replays", "2"],
            "8 forfeits in 8 games",
            marks=pytest.mark.soak,
        ),
        (["ladder", "rebirth", "-n", "2"], "2 forfeits in 2 games"),
    ],
)
def test_the_laboratory_says_how_often_a_program_forfeited(
    words: list[str], times: str, tmp_path: Path
) -> None:
    path = choosing(tmp_path, "resign")
    ran = run(*words, "--seed", "1", "--bots", f"exec:python3 {path},random")
    assert ran.code == 0, ran
    assert f"exec:python3 {path}: {times} (illegal " in ran.err
