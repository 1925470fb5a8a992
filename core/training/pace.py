"""Measures how long a game of the usual bot takes on this machine, to convert minutes into a budget."""

from __future__ import annotations

import time

from .arena import Player
from .budget import Budget
from .game_runs import Plays

ENOUGH = 1.0
"""Seconds of games after which the pace is known."""
MOST = 512


def pace(plays: Plays, usual: Player) -> float:
    """Return the seconds that a game of this bot against itself takes, with all workers."""
    games = plays.players * plays.engine.workers
    while True:
        began = time.perf_counter()
        plays.rows(plays.contest([usual], [usual], games, 0))
        took = time.perf_counter() - began
        if took >= ENOUGH or games >= MOST:
            return took / games
        games = min(MOST, max(2 * games, int(games * ENOUGH / max(took, 1e-3))))


def budget(plays: Plays, usual: Player, minutes: float) -> Budget:
    """Return a budget for so many minutes on this machine."""
    weights = len(plays.variant.rules().weights.declared())
    return Budget.of(60 * minutes, pace(plays, usual), weights, plays.players)
