"""Which seat is ahead, in the order of play: what a gap between seats does not say by itself."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..study.findings import Findings
from ..study.seat_effects import GAP
from ..texts import text
from .number_text import listed

MOST = 4
"""Most rulesets that are told."""
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def ahead(findings: Findings) -> Iterator[str]:
    """Yield a sentence with the shares of the seats under each ruleset, if the gap between them was asked for."""
    if GAP not in findings.spec.primary:
        return
    found = []
    for arm in findings.arms[:MOST]:
        seats = [means for (name, metric, part), means in findings.table.means.items()
                 if (name, metric) == (arm.name, GAP) and part]  # fmt: skip
        whole = np.isfinite(np.stack(seats, axis=1)).all(axis=1) if seats else np.zeros(0, bool)
        if not whole.any():
            continue
        shares = [float(one[whole].mean()) for one in seats]
        said = ", ".join(f"{100 * share:.0f}" for share in shares)
        found.append(f"under {arm.name} {_first(shares)} ({said}\u202f% of the wins)")
    if found:
        yield text("seats.ahead", rulesets=listed(found))


def _first(shares: list[float]) -> str:
    best = [n for n, share in enumerate(shares) if share > max(shares) - 1e-9]
    if len(best) == len(shares):
        return "no seat"
    return f"the {listed([_place(n, len(shares)) for n in best])} seat"


def _place(n: int, seats: int) -> str:
    return "last" if n == seats - 1 else PLACES[n] if n < len(PLACES) else f"{n + 1}th"
