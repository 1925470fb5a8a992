"""The speed of a ruleset: games per second, and microseconds per decision, listing, apply and clone.

At every decision all legal actions are listed as objects, and one of them is picked at random and played, through the
public API. Each cost is measured in a separate run over the same games, so that the clock is read once per run.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import attrs

from ..base.chance import Stream
from ..base.errors import TilewrightError
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.state import State


@attrs.frozen
class Bench:
    """One ruleset's figures."""

    game: str
    players: int
    games: int
    decisions: int
    actions: float
    """Mean number of legal actions at a decision."""
    games_per_second: float
    decision_us: float
    """A whole decision: listing, picking, applying; including the set-up of the games."""
    listing_us: float
    """All legal actions of a position, as objects."""
    counting_us: float
    """Counting the legal actions of a position without making any."""
    apply_us: float
    clone_us: float
    copies_per_second: float
    game_ms: float
    """A whole game."""


def playout(rules: Rules, players: int, seed: int) -> int:
    """Play one game of random moves, listing all legal actions each time; return the number of decisions."""
    state, stream, decisions = rules.new(players, seed), Stream(seed, "bench"), 0
    limit = rules.game.turn_limit
    while not state.over:
        state.apply(stream.pick(list(state.legal(state.to_act[0]))))
        decisions += 1
        if decisions > limit:
            raise TilewrightError(f"the game with seed {seed} met its limit of {limit} decisions")
    return decisions


def bench(
    rules: Rules,
    players: int,
    seed: int = 0,
    games: int | None = None,
    seconds: float = 2.0,
    progress: Callable[[int], None] = lambda done: None,
) -> Bench:
    """Measure over `games` random games, or as many as fit into `seconds` (at least three)."""
    playout(rules, players, seed)  # builds everything that is made once for all matches
    done = decisions = 0
    began = time.perf_counter()
    while done < games if games is not None else done < 3 or time.perf_counter() - began < seconds:
        decisions += playout(rules, players, seed + done)
        done += 1
        progress(done)
    took = time.perf_counter() - began
    positions, moves = _positions(rules, players, seed)
    states, count = [state.clone() for state in positions], len(positions)
    applied = _each(lambda n: states[n].apply(moves[n]), count, 1)
    cloned = _each(lambda n: positions[n].clone(), count)

    def legal(n: int) -> Legal:
        return positions[n].legal(positions[n].to_act[0])

    return Bench(
        game=rules.game.name,
        players=players,
        games=done,
        decisions=decisions,
        actions=round(sum(len(legal(n)) for n in range(count)) / count, 1),
        games_per_second=round(done / took, 1),
        decision_us=round(took / decisions * 1e6, 2),
        listing_us=round(_each(lambda n: list(legal(n)), count), 2),
        counting_us=round(_each(lambda n: len(legal(n)), count), 2),
        apply_us=round(applied, 2),
        clone_us=round(cloned, 2),
        copies_per_second=round(1e6 / cloned),
        game_ms=round(took / done * 1e3, 2),
    )


def _positions(rules: Rules, players: int, seed: int, wanted: int = 400) -> tuple[list[State], list[Action]]:
    """Return successive positions of random games, and a legal action for each."""
    positions: list[State] = []
    moves: list[Action] = []
    game = seed
    while len(positions) < wanted:
        state, stream = rules.new(players, game), Stream(game, "bench")
        while not state.over:
            move = stream.pick(state.legal(state.to_act[0]))
            positions.append(state.clone())
            moves.append(move)
            state.apply(move)
        game += 1
    return positions, moves


def _each(work: Callable[[int], object], count: int, rounds: int = 3) -> float:
    """Return the microseconds for one call of `work`, over all numbers below `count`; the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        for n in range(count):
            work(n)
        best = min(best, time.perf_counter() - began)
    return best / count * 1e6
