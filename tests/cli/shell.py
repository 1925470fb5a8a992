"""Running the command line in tests: inside this process, as a real process, and at a terminal of its own."""

from __future__ import annotations

import codecs
import functools
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from multiprocessing import resource_tracker, util
from pathlib import Path
from typing import Any, NoReturn

from typer.main import get_command
from typer.testing import CliRunner

import tilewright as tw
from tilewright.core import bots
from tilewright.core.cli.app import app
from tilewright.core.play.replay import replay as replayed
from tilewright.core.record import format as records

SRC = Path(__file__).resolve().parents[2] / "src"
GAME = "rebirth"
COMMAND = get_command(app)
"""The whole command line, put together once: it takes longer than many a command that is tried."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@functools.cache
def food_seed() -> str:
    """A seed under which the person of `play` without -p begins, with food in hand."""
    rules = tw.load(GAME)
    for seed in range(1000):
        state = rules.new(["player", "bot"], seed)
        if state.to_act == (0,) and str(state.legal(0)[0]) == "place food 7,0":
            return str(seed)
    raise AssertionError("no such seed")


def moves_on(match: tw.Match, moves: int = 10_000) -> str:
    """Lines that play a match on, with the first possible move at every decision of a person. It is played."""
    lines: list[str] = []
    while not match.over and len(lines) < moves:
        match.play_bots()
        if not match.over:
            action = match.state.legal(match.state.to_act[0])[0]
            lines.append(str(action))
            match.play(action)
    return "".join(f"{line}\n" for line in lines)


def first_moves(seed: int | str, *people: str, game: str = GAME, moves: int = 10_000, **others: str) -> str:
    """The lines of a whole new match, or of its beginning, between these people and bots (bruno="greedy")."""
    rules = tw.load(game)
    seated = {name: bots.make(text, rules) for name, text in others.items()}
    return moves_on(tw.Match(rules, [*people, *others], seed=int(seed), bots=seated), moves)


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The lines of a record, or of whatever holds an object of JSON on each."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def moves_of(path: Path) -> list[str]:
    """The moves that a record holds."""
    return [line["move"] for line in lines_of(path) if "move" in line]


def next_moves(save: Path, *, moves: int = 10_000, **others: str) -> str:
    """The lines that play a record on, with the bots that it names or those given in place of them."""
    found = records.read(save)
    match = replayed(found)
    texts = dict(found.head.bots) | others
    match.bots = {name: bots.make(text, match.rules) for name, text in texts.items() if text}
    return moves_on(match, moves)


def environment(home: Path) -> dict[str, str]:
    """The current environment, but with saved games below `home` and without the caller's settings.

    What was played in other tests is not used in these, unless a test wants that.
    """
    kept = {key: value for key, value in os.environ.items() if not key.startswith("TILEWRIGHT_")}
    kept["TILEWRIGHT_ANEW"] = os.environ.get("TILEWRIGHT_ANEW", "0")
    return kept | {"XDG_DATA_HOME": str(home), "PYTHONPATH": str(SRC), "TERM": "xterm-256color"}


class Ran:
    """A command's exit code and output."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    def __repr__(self) -> str:
        return f"<exit {self.code}>\n{self.out}\n--- stderr\n{self.err}"


def run(*words: str | Path, typed: str = "") -> Ran:
    """Run the command in this process, with `typed` on its stdin."""
    with CliRunner().isolation(typed) as (out, err, _):
        try:
            COMMAND.main([*map(str, words)], prog_name="tilewright")
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        sys.stdout.flush()
        sys.stderr.flush()
        said, told = (pipe.getvalue().decode("utf-8", "replace") for pipe in (out, err))
    return Ran(code, said.replace("\r\n", "\n"), told.replace("\r\n", "\n"))


def ours(words: list[str]) -> int:
    """Run the command with these words."""
    COMMAND.main(words, prog_name="tilewright")
    return 0


def be(
    home: Path,
    words: Sequence[str | Path],
    more: Mapping[str, str],
    main: Callable[[list[str]], int | Enum] = ours,
) -> NoReturn:  # pragma: no cover
    """Be the command, in a process that was forked from that of the tests: it has imported everything already.

    It hears Ctrl-C even if the tests run in the background of a script, where shells have it ignored.
    """
    code = 1
    try:
        os.closerange(3, 1024)
        vars(resource_tracker._resource_tracker).update(_fd=None, _pid=None)  # workers have one of their own
        os.chdir(home)
        given = {**environment(home), **more}
        os.environ.clear()
        os.environ.update(given)
        for number in (signal.SIGTERM, signal.SIGHUP):  # which `nohup` has ignored
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        sys.argv = ["tilewright", *map(str, words)]
        lines = 1 if "PYTHONUNBUFFERED" in more else -1
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w", lines), open(2, "w")  # noqa: SIM115
        code = int(main(sys.argv[1:]))  # type: ignore[arg-type]
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        util._run_finalizers()  # type: ignore[attr-defined]  # as at the end of Python: semaphores are given back
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(code)


def start(
    home: Path, *words: str | Path, group: bool = False, fresh: bool = False, **more: str
) -> subprocess.Popen[str]:
    """Start the command as a process of its own, if wanted as the leader of a process group.

    `fresh` is for what only a new interpreter shows: imports, the end of Python, settings that pytest has changed.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "tilewright", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=group,
        preexec_fn=None if fresh else lambda: be(home, words, more),
        text=True,
        env=environment(home) | more,
        cwd=home,
    )


def process(home: Path, *words: str | Path, typed: str = "", fresh: bool = False) -> Ran:
    """Run the command as a process of its own, to its end."""
    running = start(home, *words, fresh=fresh)
    out, err = running.communicate(typed, timeout=300)
    return Ran(running.returncode, out, err)


def forked(folder: Path, *words: str, main: Callable[[list[str]], int | Enum], **more: str) -> Ran:
    """Run something else than the command in a process that is forked from this one, in this folder."""
    begin = functools.partial(be, folder, words, more, main)
    done = subprocess.run([sys.executable], preexec_fn=begin, capture_output=True, text=True, timeout=300)
    return Ran(done.returncode, done.stdout, done.stderr)


class Screen:
    """A command at a terminal, with everything that it has shown. Matches are played at the prompt."""

    prompt = True

    def __init__(self, home: Path, words: Sequence[str | Path], **more: str) -> None:
        import pty

        if self.prompt and len(words) > 1 and words[0] in ("play", "resume"):
            words = [words[0], "--line", *words[1:]]
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            be(home, words, more)
        self.raw = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.at = 0
        """Length of the shown text that has been waited for."""
        self.code: int | None = None

    @property
    def shown(self) -> str:
        """Everything shown so far, without colours and cursor movements."""
        return ESCAPES.sub("", self.raw).replace("\r\n", "\n")

    def _read(self, seconds: float) -> bool | None:
        """Take what has come within some seconds: whether there was something, None for not yet.

        A read may end within a character, so the decoder keeps the rest of it for the next one.
        """
        if not select.select([self.fd], [], [], seconds)[0]:
            return None
        try:
            read = os.read(self.fd, 65536)
        except OSError:  # Linux says so when the last process of a terminal has ended.
            return False
        self.raw += self._decode(read)
        return bool(read)

    def wait(self, text: str, seconds: float = 120) -> str:
        """Read until `text` appears after what was waited for before; return the text in between."""
        begun = time.monotonic()
        while (found := self.shown.find(text, self.at)) < 0:
            if time.monotonic() - begun > seconds:
                raise AssertionError(f"'{text}' was not shown; shown:\n{self.shown[-3000:]}")
            if self._read(0.1) is False:
                raise AssertionError(f"it ended before '{text}'; shown:\n{self.shown[-3000:]}")
        begin, self.at = self.at, found + len(text)
        return self.shown[begin : self.at]

    def type(self, text: str, then: str) -> str:
        """Type a line and wait for an answer."""
        os.write(self.fd, (text + "\n").encode())
        return self.wait(then)

    def send(self, key: bytes) -> None:
        os.write(self.fd, key)

    def resize(self, columns: int, lines: int) -> None:
        """Give the window another size."""
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def end(self, seconds: float = 120) -> int:
        """Wait for the end; return the exit code."""
        begun = time.monotonic()
        while self.code is None:
            if time.monotonic() - begun > seconds:
                os.kill(self.pid, signal.SIGKILL)
                raise AssertionError(f"it did not end; shown:\n{self.shown[-3000:]}")
            self._read(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.code = os.waitstatus_to_exitcode(status)
        while self._read(0):
            pass
        os.close(self.fd)
        return self.code


class Full(Screen):
    """The same, full screen."""

    prompt = False

    def kill(self) -> None:
        """End the process at once, as the machine does when it has no memory left."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)
