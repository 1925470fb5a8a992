"""Fuzz every reader for so many minutes of the processor: `python -m tests.fuzz --minutes 60 --seed 1 --keep DIR`."""

from __future__ import annotations

import argparse
import tempfile
import time
from hashlib import sha256
from pathlib import Path

from .running import long
from .targets import TARGETS


def main() -> int:
    """Print a line for each target, and lay each input that has failed into the folder; return 1 if one has."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[[], *TARGETS], help="all, if none is named")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("build/fuzz"))
    asked = parser.parse_args()
    names = asked.targets or list(TARGETS)
    failed = False
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            until = time.process_time() + asked.minutes * 60 / len(names)
            tried, taken, found = long(name, until, asked.seed, Path(folder))
        print(f"{name:20} {tried:8,} inputs, {taken:7,} read, {len(found)} kinds of failures", flush=True)
        for kind, (data, said) in found.items():
            failed = True
            asked.keep.mkdir(parents=True, exist_ok=True)
            file = asked.keep / f"{name}-{sha256(kind.encode()).hexdigest()[:8]}"
            file.write_bytes(data)
            file.with_suffix(".txt").write_text(said, "utf-8")
            print(f"    {file}: {kind}", flush=True)
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
