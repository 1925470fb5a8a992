"""Random games, whose positions the tests of all games look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from random import Random
from typing import Any

from tilewright.core.rules.ruleset import Rules


def game(rules: Rules, players: int | Sequence[str], seed: int) -> Iterator[Any]:
    """Every position of a random game, the last one too. It is one state that is played on: clone what is kept."""
    state, random = rules.new(players, seed=seed), Random(seed)
    yield state
    while not state.over:
        seats = state.to_act
        legal = state.legal(seats[0] if len(seats) == 1 else random.choice(seats))
        state.apply(legal[random.randrange(len(legal))])
        yield state


def decisions(rules: Rules, players: int | Sequence[str], seed: int) -> Iterator[Any]:
    """The positions in which somebody decides."""
    return takewhile(lambda state: not state.over, game(rules, players, seed))
