"""The bots that play the levels, from easy to master, measured by benchmarks/levels.py (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.authoring import Rules


def levels(rules: Rules) -> dict[str, str]:
    """Return the bots by level, with temperatures for 2, 3, 4 and 5 players.

    Where modules sell tiles later in a round, greedy is not as far behind, so that those who should beat it err less.
    """
    hard, expert = "1.1/1.6/1.8/1.8", "0.75/1/1.1/1.1"
    if rules.calls("sold_later"):
        hard, expert = "0.8/1/1.1/1.1", "0.4/0.5/0.6/0.6"
    return {
        "easy": "learned:anyway~3.2/3.6/4/4",
        "normal": "learned:anyway~1.9/2.2/2.5/2.5",
        "hard": f"learned:anyway~{hard}",
        "expert": f"learned:anyway~{expert}",
        "master": "learned:anyway",
    }
