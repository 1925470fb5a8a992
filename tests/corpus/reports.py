"""Reports of studies, as an older version wrote them and as this one does."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def report(folder: Path) -> Any:
    """What the report of this folder says, without how and where it was run."""
    report = json.loads((folder / "report.json").read_text("utf-8"))
    for name in ("command", "seconds", "audit", "version", "tilewright", "digests"):
        report.pop(name, None)
    return report


def missing(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Where `new` lacks something of `old` or says something else; keys may be added, sums rounded otherwise."""
    if isinstance(old, dict) and isinstance(new, dict):
        # Where all blocks are equal, ends of intervals were points, which later versions do not print.
        point = old.get("low", 0) == old.get("high", 1) or old.get("superiority_low") == 1.0
        ends = ("low", "high", "superiority_low") if point else ()
        for key in old.keys() - {*ends}:
            if not _less_sure(key, old[key], new.get(key)):
                yield from missing(old[key], new.get(key), f"{at}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (a, b) in enumerate(zip(old, new)):
            yield from missing(a, b, f"{at}[{number}]")
    elif isinstance(old, float) and isinstance(new, (int, float)):
        if not math.isclose(old, new, rel_tol=1e-6, abs_tol=1e-9):
            yield f"{at}: {old} is {new}"
    elif old != new:
        yield f"{at}: {old} is {new}"


def _less_sure(key: str, old: Any, new: Any) -> bool:
    """Whether a later version only claims less, as it does of few blocks."""
    if key in ("low", "low90") and isinstance(new, float):
        return bool(new < old)
    if key in ("high", "high90", "p") and isinstance(new, float):
        return bool(new > old)
    less = {
        "answer": ("confirmed", "not confirmed"),
        "verdict": ("met", "not resolved"),
        "holds": (True, False),
        "interval": ("t", "gaffke"),
    }
    if (old, new) == ("no better", "not resolved"):
        return True
    return less.get(key) == (old, new) or (key, old) in (("needed", None), ("sd", 0.0))
