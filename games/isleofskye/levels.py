"""The bots that play the levels, from easy to master, measured by benchmarks/levels.py (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.authoring import Rules


def levels(rules: Rules) -> dict[str, str]:
    """Return the bots by level, with temperatures for 2, 3, 4 and 5 players.

    With modules luck weighs more and greedy is not as far behind, so that those who should beat it err less.
    """
    hard, expert = (
        ("0.5/0.7/0.8/0.8", "0.25/0.35/0.4/0.4") if rules.modules else ("1.1/1.3/1.5/1.5", "0.75/0.9/1/1")
    )
    return {
        "easy": "learned:anyway~3.2/3.6/4/4",
        "normal": "learned:anyway~1.9/2.2/2.5/2.5",
        "hard": f"learned:anyway~{hard}",
        "expert": f"learned:anyway~{expert}",
        "master": "learned:anyway",
    }
