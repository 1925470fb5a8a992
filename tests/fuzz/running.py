"""How a target is tried: once, or for as long as you like."""

from __future__ import annotations

import shutil
import time
import traceback
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

from .spoiling import spoilt
from .targets import REFUSED, TARGETS

SECONDS = 20
"""Seconds of the processor that a reader may take for a small input."""
LONGEST = 5_000
"""Letters of a sentence."""


def tried(name: str, data: bytes, folder: Path) -> bool:
    """Give the bytes to the target; return whether it reads them. AssertionError for what is no sentence."""
    place = folder / "input"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    before = time.process_time()
    try:
        TARGETS[name][1](data, place / "input.jsonl")
    except REFUSED as error:
        said = str(error)
        assert said and "Traceback" not in said, said
        assert all(len(line) <= LONGEST for line in said.splitlines()), f"a sentence of {len(said)} letters"
        assert said.count("\n") <= 21, f"{said.count(chr(10))} faults are named"
        return False
    finally:
        spent = time.process_time() - before
    assert spent < SECONDS, f"{spent:.0f} seconds"
    return True


def long(name: str, until: float, first: int, folder: Path) -> tuple[int, int, dict[str, tuple[bytes, str]]]:
    """Try the target until then; return how many inputs were tried and read, and by its kind each failure."""
    found: dict[str, tuple[bytes, str]] = {}
    counts = [0, 0]
    while time.process_time() < until:

        @seed(first + counts[0])
        @settings(
            max_examples=200,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(spoilt(TARGETS[name][0]))
        def some(data: bytes) -> None:
            if time.process_time() > until:
                return
            counts[0] += 1
            try:
                counts[1] += tried(name, data, folder)
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                found.setdefault(
                    f"{type(error).__name__} {last.filename.rpartition('/')[2]}:{last.lineno} {error}"[:120],
                    (data, traceback.format_exc()),
                )

        some()
    return counts[0], counts[1], found
