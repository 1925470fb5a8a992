"""Measure two checkouts in turn, old and new, and print the ratios of their times.

    python benchmarks/against.py OLD                 # a folder or a git revision, against this checkout
    python benchmarks/against.py OLD NEW --only random,greedy,rebirth --pairs 15 --tolerance 0.05
    python benchmarks/against.py                     # this checkout against itself: how much noise there is
    python benchmarks/against.py --list              # the rows

Each measurement is a process of its own that imports the code of its checkout; the libraries are those of this Python.
A ratio is the median of new/old over the pairs, in CPU time, with an interval that holds it in 95 % of such runs. A row
is `slower` or `faster` if the ratio is beyond the tolerance, and `unclear` if the interval then still holds 1: run more
pairs. `other games` says that the two did not play the same. The exit code is 1 if any row is slower.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import math
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import attrs

HERE = Path(__file__).resolve().parent
RULESETS = ("rebirth", "rebirth+ireland", "glenmore", "isleofskye", "isleofskye+all")
GAME_KINDS = ("random", "greedy", "learned", "search", "clone", "list", "apply")
STARTS = (
    "--version",
    "--help",
    "games",
    "games rebirth",
    "play --help",
    "rules rebirth",
    "simulate rebirth -n 1",
    REFUSED := "compare rebirth --b nosuch=1",
)
BOARDS = ("rebirth", "glenmore", "isleofskye")
ESCAPES = {
    "right": "\x1b[C",
    "left": "\x1b[D",
    "down": "\x1b[B",
    "up": "\x1b[A",
    "back": "\x1b[1;2C",
    "tab": "\t",
}
KEYS = ("right", "left", "r", "tab", "right", "r", "back", "left", "down", "up", "right") * 2
CURTAIN = "isleofskye+all"
"""Five people share this screen: it opens with a curtain, which Enter draws aside."""


class Row(NamedTuple):
    """What is measured of what."""

    kind: str
    subject: str


class Taken(NamedTuple):
    """The seconds of one measurement, and a digest of what was played."""

    cpu: float
    wall: float
    digest: str = ""


Measured = dict[Row, Taken]


@attrs.frozen
class Verdict:
    """One row of the answer: medians of CPU seconds, and ratios new/old."""

    kind: str
    subject: str
    old: float
    new: float
    ratio: float
    low: float
    high: float
    wall: float
    verdict: str
    same: bool


@attrs.define
class Task:
    """One process, or several in turn, that measures some rows."""

    rows: list[Row]
    run: Callable[[list[Row], Path, Path, dict[str, str]], Measured]
    """Takes the rows, the checkout, an empty folder for saved games, and the environment."""


# -- arithmetic ------------------------------------------------------------------------------------------------------


def interval(values: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """Return the narrowest pair of order statistics that holds the median with this confidence.

    With fewer than six values none does: then the smallest and the largest are returned.
    """
    ordered, n = sorted(values), len(values)
    outside = 0.0
    for cut in range(n // 2 + 1):
        outside += 2 * math.comb(n, cut) / 2**n
        if outside > 1 - confidence:
            break
    cut = max(cut - 1, 0)
    return ordered[cut], ordered[n - 1 - cut]


def judged(ratio: float, low: float, high: float, tolerance: float) -> str:
    """Say in a word how new stands to old. Beyond the tolerance, an interval that holds 1 decides nothing."""
    if abs(ratio - 1) <= tolerance:
        return f"within {100 * tolerance:g} %"
    if low <= 1 <= high:
        return "unclear"
    return "slower" if ratio > 1 else "faster"


def verdict(row: Row, old: Sequence[Taken], new: Sequence[Taken], tolerance: float) -> Verdict:
    """Compare the measurements of one row, pair by pair."""
    pairs = list(zip(old, new, strict=True))
    ratios = [b.cpu / a.cpu for a, b in pairs]
    ratio, (low, high) = median(ratios), interval(ratios)
    return Verdict(
        kind=row.kind,
        subject=row.subject,
        old=median(a.cpu for a in old),
        new=median(b.cpu for b in new),
        ratio=ratio,
        low=low,
        high=high,
        wall=median(b.wall / a.wall for a, b in pairs),
        verdict=judged(ratio, low, high, tolerance),
        same=all(a.digest == b.digest for a, b in pairs),
    )


# -- measuring -------------------------------------------------------------------------------------------------------


def command(
    words: list[str], rows: list[Row], code: Path, home: Path, environment: dict[str, str]
) -> Measured:
    """Time a whole command, from its start to its end."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "tilewright", *words],
        cwd=home,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdin is not None and process.stdout is not None
    with process.stdin, process.stdout:
        process.stdin.write(b"quit\n")  # answers the question of a board; other commands ask none
        process.stdin.close()
        said = process.stdout.read().decode()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != (2 if words == REFUSED.split() else 0):
        raise SystemExit(f"{code}: tilewright {' '.join(words)} failed:\n{said}")
    return {rows[0]: Taken(used.ru_utime + used.ru_stime, time.perf_counter() - began)}


def games(ruleset: str, rows: list[Row], code: Path, home: Path, environment: dict[str, str]) -> Measured:
    """Time games and steps of one ruleset, in a process that warms up first."""
    words = [str(HERE / "against_games.py"), ruleset, ",".join(row.kind for row in rows)]
    ran = subprocess.run(
        [sys.executable, *words], cwd=home, env=environment, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise SystemExit(f"{code}: the games of {ruleset} failed:\n{ran.stderr}")
    found = json.loads(ran.stdout)
    if not Path(found["code"]).is_relative_to(code):
        raise SystemExit(f"{code}: the code of {found['code']} was imported instead")
    return {Row(kind, ruleset): Taken(**taken) for kind, taken in found["rows"].items()}


def settled(terminal: int, first: float, quiet: float, wanted: bytes = b"") -> float:
    """Read until `wanted` has been shown and nothing has followed for a while. Return when the last output came.

    Something must begin to appear within `first` seconds, otherwise the wait is over.
    """
    seen, last, ends = b"", time.perf_counter(), time.perf_counter() + max(first, 2)
    while time.perf_counter() < ends:
        waiting = not seen or wanted not in seen
        if not select.select([terminal], [], [], first if waiting else quiet)[0]:
            break
        seen += os.read(terminal, 65536)
        last = time.perf_counter()
    if wanted not in seen:
        raise SystemExit(
            f"the screen does not show {wanted.decode()!r}:\n{seen[-2000:].decode(errors='replace')}"
        )
    return last


def screen(
    ruleset: str,
    size: tuple[int, int],
    record: Path,
    rows: list[Row],
    code: Path,
    home: Path,
    environment: dict[str, str],
) -> Measured:
    """Time the first full screen at a terminal, and a key there up to its echo."""
    saved = home / "game.jsonl"
    words = ["play", ruleset, "--seed", "1", "--save", str(saved)]
    if ruleset == CURTAIN:
        shutil.copy(record, saved)
        words = ["resume", str(saved)]
    began = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(home)
        columns, lines = map(str, size)
        shown = {"TERM": "xterm-256color", "COLUMNS": columns, "LINES": lines}
        os.execve(sys.executable, [sys.executable, "-m", "tilewright", *words], {**environment, **shown})
    clock = ~process << 3 | 2  # what clock_getcpuclockid() of Linux returns: the CPU time of that process
    try:
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        last = settled(terminal, 60, 0.25, b"Enter")
        opened = Taken(time.clock_gettime(clock), last - began)
        if ruleset == CURTAIN:
            os.write(terminal, b"\r")
            settled(terminal, 2, 0.25)
        cpu, wall = time.clock_gettime(clock), 0.0
        for key in KEYS:
            pressed = time.perf_counter()
            os.write(terminal, ESCAPES.get(key, key).encode())
            wall += max(settled(terminal, 0.25, 0.05) - pressed, 0.0)
        cpu = time.clock_gettime(clock) - cpu
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
    found = {"screen": opened, "key": Taken(cpu / len(KEYS), wall / len(KEYS))}
    return {row: found[row.kind] for row in rows}


def tasks(only: set[str], size: tuple[int, int], record: Path) -> list[Task]:
    """Return what is to be measured. `only` names kinds, subjects or both."""
    everything = [Task([Row(kind, name) for kind in GAME_KINDS], partial(games, name)) for name in RULESETS]
    everything += [Task([Row("start", words)], partial(command, words.split())) for words in STARTS]
    for name in BOARDS:
        words = ["play", name, "--line", "--seed", "1"]
        everything.append(Task([Row("board", name)], partial(command, words)))
    for name in (*BOARDS, CURTAIN):
        rows = [Row(kind, name) for kind in ("screen", "key")]
        everything.append(Task(rows, partial(screen, name, size, record)))
    known = [{getattr(row, field) for task in everything for row in task.rows} for field in Row._fields]
    if wrong := only - known[0] - known[1]:
        raise SystemExit(f"{', '.join(sorted(wrong))}: no such rows; --list shows all")
    kinds, subjects = (only & names or names for names in known)
    for task in everything:
        task.rows = [row for row in task.rows if row.kind in kinds and row.subject in subjects]
    return [task for task in everything if task.rows]


@contextmanager
def checkout(asked: str) -> Iterator[Path]:
    """Yield a folder with the code: the one asked for, or a temporary one with that git revision."""
    if Path(asked).is_dir():
        yield Path(asked).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        words = ["git", "-C", str(HERE.parent), "archive", asked]
        archive = subprocess.run(words, capture_output=True, check=False)
        if archive.returncode:
            raise SystemExit(f"{asked}: neither a folder nor a revision: {archive.stderr.decode().strip()}")
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)
        yield Path(folder).resolve()


def environment(code: Path, seed: int) -> dict[str, str]:
    """Return the environment of a measurement; both of a pair have the same hashes of strings."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TILEWRIGHT_", "PYTHON"))
    }
    return kept | {"PYTHONPATH": str(code / "src"), "PYTHONHASHSEED": str(seed)}


def measured(task: Task, code: Path, seed: int) -> Measured:
    """Run a task once, in an empty folder."""
    with tempfile.TemporaryDirectory() as home:
        return task.run(task.rows, code, Path(home), environment(code, seed) | {"XDG_DATA_HOME": home})


def compared(codes: tuple[Path, Path], todo: list[Task], pairs: int, tolerance: float) -> Iterator[Verdict]:
    """Measure one task after the other, in pairs. The first run of each side compiles the code and is not counted."""
    for task in todo:
        found: tuple[list[Measured], list[Measured]] = ([], [])
        for side in (0, 1):
            measured(task, codes[side], 0)
        for pair in range(pairs):
            # In turn the one and the other is first, so that a machine that slows down favours neither.
            for side in (0, 1) if pair % 2 else (1, 0):
                found[side].append(measured(task, codes[side], pair + 1))
        for row in task.rows:
            old, new = ([one[row] for one in side] for side in found)
            yield verdict(row, old, new, tolerance)


def seconds(value: float) -> str:
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.1f} ms"


def line(one: Verdict) -> str:
    """Return the printed line of a row."""
    ratio = f"{one.ratio:.3f}  {one.low:.3f} to {one.high:.3f}"
    said = one.verdict + ("" if one.same else ", other games")
    times = f"{seconds(one.old):>10}{seconds(one.new):>10}"
    return f"{one.kind:9}{one.subject:18}{times}  {ratio}{one.wall:8.3f}  {said}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    here = str(HERE.parent)
    parser.add_argument("old", nargs="?", default=here, help="a folder or a git revision; default: this one")
    parser.add_argument("new", nargs="?", default=here, help="likewise")
    parser.add_argument("--pairs", type=int, default=15, metavar="N")
    parser.add_argument("--tolerance", type=float, default=0.05, metavar="SHARE")
    parser.add_argument("--only", default="", metavar="NAMES", help="kinds or subjects, separated by commas")
    parser.add_argument("--size", default="80x24", metavar="COLUMNSxLINES", help="of the full screen")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    parser.add_argument("--list", action="store_true", help="show the rows and measure nothing")
    asked = parser.parse_args()
    columns, lines = map(int, asked.size.split("x"))
    with tempfile.TemporaryDirectory() as folder, checkout(asked.old) as old, checkout(asked.new) as new:
        record = Path(folder) / "record.jsonl"
        todo = tasks(set(asked.only.split(",")) - {""}, (columns, lines), record)
        if asked.list:
            for task in todo:
                print("\n".join(f"{row.kind:9}{row.subject}" for row in task.rows))
            return 0
        if any(row.subject == CURTAIN for task in todo for row in task.rows if row.kind in ("screen", "key")):
            # New code reads records of old code, but not always the other way round.
            words = [sys.executable, str(HERE / "against_games.py"), "record", str(record)]
            subprocess.run(words, env=environment(old, 0), check=True)
        print(f"old {asked.old}, new {asked.new}: {asked.pairs} pairs, tolerance {100 * asked.tolerance:g} %")
        print(f"{'':27}{'old':>10}{'new':>10}  {'new/old':7}{'interval':>14}{'wall':>10}")
        found = []
        for one in compared((old, new), todo, asked.pairs, asked.tolerance):
            found.append(one)
            print(line(one), flush=True)
    if asked.json:
        told: dict[str, Any] = {"old": asked.old, "new": asked.new, "pairs": asked.pairs}
        told |= {"tolerance": asked.tolerance, "rows": [attrs.asdict(one) for one in found]}
        asked.json.write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    return int(any(one.verdict == "slower" for one in found))


if __name__ == "__main__":
    sys.exit(main())
