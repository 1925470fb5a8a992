"""Matches of every kind for the tests of the table, and the decisions that people meet in them."""

from __future__ import annotations

from collections.abc import Iterator

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.table.chair import Chair
from tilewright.core.table.table import Table

ALL = ("druids", "tunnel", "bonus", "outskirts")
KINDS: dict[str, tuple[str, tuple[str, ...], int]] = {
    "rebirth": ("rebirth", (), 2),
    "rebirth+": ("rebirth", ("ireland",), 3),
    "glenmore": ("glenmore", (), 3),
    "isleofskye": ("isleofskye", (), 2),
    "isleofskye+": ("isleofskye", ALL, 3),
}
"""Name to game, modules and number of players."""


def table(kind: str, seed: int = 5, people: int = 1, lang: str = "en") -> Table:
    """A table of this kind at which the first seats are people and the others random bots."""
    game, modules, seats = KINDS[kind]
    rules = tw.load(game, list(modules))
    names = ["anna", "bruno", "clara", "dora", "emil"][:seats]
    bots = {name: make("random", rules) for name in names[people:]}
    return Table(Match(rules, names, seed=seed, bots=bots), lang)


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
