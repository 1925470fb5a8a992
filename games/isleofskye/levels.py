"""The bots that play easy, normal, hard and expert, measured by benchmarks/levels.py (docs/bots.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.authoring import Rules

SEVERAL = 2
"""From so many modules on, temperatures are those for all four."""


def levels(rules: Rules) -> dict[str, str]:
    """Return the bots by level, with temperatures for 2, 3, 4 and 5 players.

    With modules more points are at stake in a decision, so that the same step between two levels takes a larger error.
    """
    modules = len(rules.modules)
    if not modules:
        return _levels("4.9/6/6/6.6", "2.6/3/3/3.4", "1.9/2.1/1.7/1.9")
    if modules < SEVERAL:
        return _levels("4.9/6/6/6.6", "2.9/3.5/3.5/3.8", "1.95/2.4/2.2/2.2")
    return _levels("6/7.5/7.5/7", "2.9/4.4/4.4/3.9", "2.2/2.8/2.6/2.3")


def _levels(normal: str, hard: str, expert: str) -> dict[str, str]:
    return {
        "easy": "learned:anyway~9.5/13/16/18",
        "normal": f"learned:anyway~{normal}",
        "hard": f"learned:anyway~{hard}",
        "expert": f"search:3:1:learned:anyway~{expert}",
    }
