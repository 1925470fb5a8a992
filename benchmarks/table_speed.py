"""What the full screen costs: the first screen of each game, and the echo of a key, in CPU seconds.

    python benchmarks/table_speed.py [--size 80x24] [--steps N]

The first screen is timed as a person meets it: `tilewright play GAME` in a terminal of its own, until its last line is
there. Keys are timed in the largest position: Isle of Skye with five people and all modules after so many random
decisions.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import pty
import signal
import sys
import tempfile
import time
from statistics import median

from textual import events

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.match import Match
from tilewright.core.screen.app import TableApp
from tilewright.core.table.table import Table

ALL = "--with druids,tunnel,bonus,outskirts"
FIVE = "--pace 0 -p anna " + " ".join(f"-p {name}:random" for name in ("bruno", "clara", "dora", "emil"))
GAMES = ("rebirth", "glenmore", "isleofskye", f"isleofskye {ALL}", f"isleofskye {FIVE} {ALL}")
MODULES = ("druids", "tunnel", "bonus", "outskirts")
KEYS = ("right", "left", "r", "tab", "right", "r", "shift+right", "left", "down", "up", "right")


def first_screen(game: str, size: tuple[int, int]) -> float:
    """CPU seconds of the program until its first screen stands there."""
    columns, lines = size
    home = tempfile.mkdtemp()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"XDG_DATA_HOME": home, "TERM": "xterm-256color", "COLUMNS": str(columns)}
        os.environ |= {"LINES": str(lines)}
        words = ["-m", "tilewright", "play", *game.split(), "--seed", "1", "--save", f"{home}/game.jsonl"]
        os.execv(sys.executable, [sys.executable, *words])
    seen, ends = b"", time.monotonic() + 30
    while b"Enter" not in seen and time.monotonic() < ends:
        seen += os.read(terminal, 65536)
    os.kill(pid, signal.SIGKILL)
    _, _, used = os.wait4(pid, 0)
    os.close(terminal)
    return used.ru_utime + used.ru_stime


async def echoes(size: tuple[int, int], steps: int) -> list[tuple[str, float]]:
    """CPU seconds from each key to the screen that shows it, preview included."""
    rules = tw.load("isleofskye", list(MODULES))
    match = Match(rules, 5, seed=1)
    anybody = make("random", rules)
    for _ in range(steps):
        match.play(match.choose(match.state.to_act[0], anybody))
    found = []
    app = TableApp(Table(match), pace=0)
    async with app.run_test(size=size) as pilot:
        await pilot.press("enter")  # the curtain
        await pilot.pause(0.5)
        for key in KEYS:
            began = time.process_time()
            app.screen.post_message(events.Key(key, key if len(key) == 1 else None))
            await pilot.pause()
            found.append((key, time.process_time() - began))
        app.exit()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--size", default="80x24", metavar="COLUMNSxLINES")
    parser.add_argument(
        "--steps", type=int, default=150, help="random decisions before the keys", metavar="N"
    )
    given = parser.parse_args()
    columns, lines = map(int, given.size.split("x"))
    for game in GAMES:
        print(f"first screen of {game}: {first_screen(game, (columns, lines)):.2f} s")
    found = asyncio.run(echoes((columns, lines), given.steps))
    for key, spent in found:
        print(f"  {key:12} {1000 * spent:6.1f} ms")
    print(
        f"a key: median {1000 * median(s for _, s in found):.1f} ms, most {1000 * max(s for _, s in found):.1f} ms"
    )


if __name__ == "__main__":
    main()
