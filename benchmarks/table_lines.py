"""How many lines the prompt prints for one decision, in whole games of each kind and at three sizes of window.

    python benchmarks/table_lines.py                    this checkout
    python benchmarks/table_lines.py ../older/checkout  another one, with the same rules of the games

One person moves at random against greedy bots; the moves are computed here and typed in notation at a terminal.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.bots import make

NAMES = ("anna", "bruno", "carla", "dora", "emil")
KINDS = (
    ("Rebirth, 2 players", "rebirth", (), 2),
    ("Glen More, 3", "glenmore", (), 3),
    ("Isle of Skye, 3", "isleofskye", (), 3),
    ("Isle of Skye, 5, all modules", "isleofskye", ("bonus", "druids", "outskirts", "tunnel"), 5),
)
SIZES = ((80, 24), (120, 40), (200, 60))
SEED = 11
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


def moves(game: str, modules: tuple[str, ...], seats: int) -> list[str]:
    """What anna plays in the whole game."""
    rules = tw.load(game, modules)
    bots = {name: make("greedy", rules) for name in NAMES[1:seats]}
    match = tw.Match(rules, NAMES[:seats], seed=SEED, bots=bots)
    stream, typed = Stream(SEED, "anna"), []
    while not match.over:
        match.play_bots()
        if not match.over:
            action = stream.pick(match.state.legal(0))
            typed.append(str(action))
            match.play(action)
    return typed


class Window:
    """A terminal of this size with a game in it."""

    def __init__(self, checkout: Path, words: list[str], columns: int, lines: int) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES")}
            more = {"PYTHONPATH": str(checkout / "src"), "TERM": "xterm-256color", "NO_COLOR": "1"}
            os.chdir(checkout)
            # The window has its size before anything is drawn.
            start = "import runpy, time; time.sleep(0.3); runpy.run_module('tilewright', run_name='__main__')"
            os.execve(sys.executable, [sys.executable, "-c", start, *words], kept | more)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, prompt: str) -> str:
        """What is shown until the prompt, or until the game ends."""
        text = ""
        while not text.endswith(prompt):
            if not select.select([self.fd], [], [], 60)[0]:
                raise RuntimeError(f"nothing happens after: {text[-500:]}")
            try:
                text += ESCAPES.sub("", os.read(self.fd, 65536).decode("utf-8", "replace"))
            except OSError:
                break
        return text

    def type(self, line: str) -> None:
        os.write(self.fd, f"{line}\n".encode())


def counted(
    checkout: Path, game: str, modules: tuple[str, ...], seats: int, size: tuple[int, int]
) -> list[int]:
    """The lines printed for each of anna's decisions, the prompt among them."""
    words = ["play", game, "-p", "anna", "--seed", str(SEED), "--confirm", "never"]
    for name in NAMES[1:seats]:
        words += ["-p", f"{name}:greedy"]
    words += ["--with", ",".join(modules)] if modules else []
    asked = [sys.executable, "-m", "tilewright", "play", "--help"]
    told = subprocess.run(
        asked,
        cwd=checkout,
        env=os.environ | {"PYTHONPATH": str(checkout / "src")},
        capture_output=True,
        text=True,
    )
    words += ["--line"] if "--line" in told.stdout else []
    with tempfile.TemporaryDirectory() as folder:
        window = Window(checkout, [*words, "--save", f"{folder}/game.jsonl"], *size)
        window.until("anna> ")
        found = []
        for move in moves(game, modules, seats)[:-1]:
            window.type(move)
            shown = window.until("anna> ")
            if not shown.endswith("anna> "):
                raise RuntimeError(shown[-2000:])
            found.append(shown.count("\n"))  # what was typed ends a line of its own
        window.type("quit")
        window.until("\0")
        os.close(window.fd)
        os.waitpid(window.pid, 0)
    return found


def main() -> None:
    checkout = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()
    print("| median (most) lines for a decision | " + " | ".join(f"{w}x{h}" for w, h in SIZES) + " |")
    print("|---|" + "---:|" * len(SIZES))
    for title, game, modules, seats in KINDS:
        cells = []
        for size in SIZES:
            lines = counted(checkout, game, modules, seats, size)
            cells.append(f"{statistics.median(lines):g} ({max(lines)})")
        print(f"| {title} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
