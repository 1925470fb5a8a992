"""Matches of every kind for the tests of the table, and the decisions that people meet in them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.rules.ruleset import Rules
from tilewright.core.table.chair import Chair
from tilewright.core.table.table import Table

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ("anna", "bruno", "clara", "dora", "emil")
ALL = ("druids", "tunnel", "bonus", "outskirts")
KINDS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "rebirth": ("rebirth", (), 2),
    "rebirth+": ("rebirth", ("ireland",), 3),
    "glenmore": ("glenmore", (), 3),
    "isleofskye": ("isleofskye", (), 2),
    "isleofskye+": ("isleofskye", ALL, 3),
}
"""Name to game, modules and number of players."""


def example(game: Any) -> Any:
    """The example of this name, whose authors have not heard of the table; any other game as it is."""
    if not isinstance(game, str) or not (EXAMPLES / game).exists():
        return game
    if str(EXAMPLES / game) not in sys.path:
        sys.path.append(str(EXAMPLES / game))
    return importlib.import_module(game)


def ruleset(game: Any, modules: Sequence[str] = ()) -> Rules:
    """The rules of a game, a toy or an example."""
    return tw.load(example(game), list(modules))


def seated(game: Any, modules: Sequence[str], seats: int, people: int, seed: int, lang: str = "en") -> Table:
    """A table at which the first seats are people and the others random bots."""
    rules = ruleset(game, modules)
    bots = {name: make("random", rules) for name in NAMES[people:seats]}
    return Table(Match(rules, NAMES[:seats], seed=seed, bots=bots), lang)


def table(kind: str, seed: int = 5, people: int = 1, lang: str = "en") -> Table:
    """A table of this kind."""
    return seated(*KINDS[kind], people, seed, lang)


def decisions(at: Table, seed: int = 1, most: int = 10_000) -> Iterator[Chair]:
    """Play on, people at random, and yield the chair of the person at each of their first `most` decisions."""
    stream = Stream(seed, "people")
    for _ in range(most):
        while at.next_bot() is not None:
            at.play(at.think())
        if at.over:
            return
        seat = at.next_person()
        assert seat is not None
        chair, revision = at.chair(seat), at.revision
        yield chair
        if at.revision == revision:
            at.play(stream.pick(chair.view.legal()))  # quicker than by the chair, which looks at the position
