"""Lines about programs that forfeited games, below the results of many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from . import common

SHOWN = 6
"""Lines of a program's stderr that are printed; the rows hold more."""


def forfeited(rows: Sequence[Mapping[str, Any]], chosen: Sequence[str] = ()) -> None:
    """Name the programs that forfeited games, and why the first was lost. Bots by seat: in the row, or `chosen`."""
    found: dict[str, list[tuple[Any, Any]]] = {}
    for row in rows:
        for lost in row.get("forfeits", ()):
            found.setdefault(row.get("bots", chosen)[lost["seat"]], []).append((row["seed"], lost))
    for bot, every in found.items():
        kinds = Counter(lost["kind"] for _, lost in every)
        said = ", ".join(f"{kind} {times}" for kind, times in kinds.items())
        seed, lost = every[0]
        games = common.counted(len(every), "forfeit")
        common.note(f"{bot}: {games} in {common.counted(len(rows), 'game')} ({said})")
        common.note(f"  the first one, with seed {seed} at its decision {lost['decision']}: {lost['why']}")
        for line in lost["stderr"].splitlines()[-SHOWN:]:
            common.note(f"    stderr: {line}")
    if found:
        common.note("seats that forfeited do not win; to see what a program does wrong: tilewright bot check")
