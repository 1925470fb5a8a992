"""What the report of a large comparison costs: CPU time and memory, by number of blocks.

    python benchmarks/large_runs.py                           # 100, 1,600, 2,500 and 25,600 blocks; half an hour
    python benchmarks/large_runs.py 200000 --workers 2        # an hour or more
    python benchmarks/large_runs.py 25600 --before FOLDER     # beside another checkout of the project
    python benchmarks/large_runs.py 200000 --run FOLDER       # the shards that are in a folder; nothing is played

Games of two random bots under the printed rules of Rebirth and with castles of 8, with every metric that is measured by
default. They are played once; then the report is made again, by one process, which is what is measured: from its start
to its page. `from shards`: the same blocks played in four shards, and whether their report is the same. Tables in
Markdown go to stdout; benchmarks/large_runs.md keeps those of this version.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORDS = ("rebirth", "--b", "castle=8", "--bots", "random", "--seed", "1", "--yes")
SHARDS = 4
USUAL = (100, 1600, 2500, 25_600)
OF_RUN = ("command", "seconds", "audit", "digests")
"""What differs between one piece and shards: who played, how long, and digests of that."""


def ran(words: list[str], source: Path) -> tuple[float, int, str]:
    """CPU seconds, megabytes and stdout of a command, run on the code of a folder."""
    with tempfile.TemporaryDirectory() as home:
        began = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen(
            [sys.executable, "-m", "tilewright", "compare", *words],
            env={**os.environ, "PYTHONPATH": str(source / "src"), "XDG_DATA_HOME": home},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        out, wrong = process.communicate()
        if process.returncode:
            raise SystemExit(wrong)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime - began.ru_utime + after.ru_stime - began.ru_stime
    return took, after.ru_maxrss >> 10, out  # the memory is that of the largest process so far


def size(folder: Path) -> int:
    """Bytes of the blocks that are kept."""
    files = [*folder.glob("**/parts/*"), *folder.glob("**/blocks.jsonl"), *folder.glob("**/timing.jsonl")]
    return sum(file.stat().st_size for file in files)


def measured(blocks: int, source: Path, workers: int, kept: Path | None) -> list[str]:
    """One row of the table."""
    with tempfile.TemporaryDirectory() as there:
        folder = kept or Path(there, "run")
        given = [*WORDS, "--blocks", str(blocks)]
        played = 0.0
        if kept is None:
            began = time.monotonic()
            ran([*given, "--out", str(folder), "--workers", str(workers), "--json"], source)
            played = time.monotonic() - began
        # In a process of its own, since the largest of all processes so far is what the system tells.
        merged = ["merge", str(folder), "--out", str(Path(there, "report")), "--json"]
        again = merged if kept is not None else [*given, "--out", str(folder), "--json"]
        told = subprocess.run(
            [sys.executable, __file__, "--again", json.dumps([again, str(source)])],
            check=True,
            capture_output=True,
            text=True,
        )
        seconds, memory = json.loads(told.stdout)
        wide = size(folder) / blocks
    return [
        f"{blocks:,}",
        f"{seconds:.1f} s",
        f"{memory:,} MB",
        f"{wide:,.0f}",
        f"{played:,.0f} s" if played else "",
    ]


def same(blocks: int, source: Path, workers: int) -> str:
    """Play so many blocks in one piece and in shards, and say whether their reports are the same."""
    with tempfile.TemporaryDirectory() as there:
        given = [*WORDS, "--blocks", str(blocks), "--workers", str(workers), "--json"]
        whole = json.loads(ran([*given, "--out", f"{there}/whole"], source)[2])
        for which in range(1, SHARDS + 1):
            ran([*given, "--out", f"{there}/run", "--shard", f"{which}/{SHARDS}"], source)
        merged = json.loads(ran(["merge", f"{there}/run", "--json"], source)[2])
    apart = [key for key in whole if key not in OF_RUN and whole[key] != merged[key]]
    return f"differ in {', '.join(apart)}" if apart else "the same"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("blocks", nargs="*", type=int, default=USUAL)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--before", metavar="FOLDER", help="a checkout to put beside this one")
    parser.add_argument("--run", metavar="FOLDER", type=Path, help="a run that was played in shards")
    parser.add_argument("--shards", action="store_true", help="compare shards with one piece instead")
    parser.add_argument("--again", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.again:
        words, source = json.loads(asked.again)
        seconds, memory, _ = ran(words, Path(source))
        print(json.dumps([seconds, memory]))
        return
    here = Path(__file__).parents[1]
    if asked.shards:
        for blocks in asked.blocks:
            print(
                f"{blocks:,} blocks in one piece and in {SHARDS} shards: {same(blocks, here, asked.workers)}"
            )
        return
    folders = {"now": here, **({"before": Path(asked.before)} if asked.before else {})}
    head = ("code", "blocks", "CPU of the report", "memory", "bytes a block", "playing")
    print(f"| {' | '.join(head)} |\n|{' --- |' * len(head)}")
    for blocks in asked.blocks:
        for name, source in folders.items():
            print(
                f"| {name} | {' | '.join(measured(blocks, source, asked.workers, asked.run))} |", flush=True
            )


if __name__ == "__main__":
    main()
