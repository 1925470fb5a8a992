"""Plays the games of training in this process, in several, or on a Dask cluster, with the same outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import attrs

from ..lab.games.block import BlockSide, BlockWork
from ..lab.games.engine import Engine, engine
from ..lab.games.variants import Variant
from . import arena
from .arena import Contest, Player
from .samples import SampleGames, studied

SEED = 1 << 40
"""Seeds of games are below it."""


@attrs.frozen
class Plays:
    """Plays contests and studies of one ruleset with one number of players."""

    engine: Engine
    variant: Variant
    players: int
    progress: Callable[[int], None] = lambda games: None
    """Called with the number of newly finished games."""

    def contest(self, heroes: Sequence[Player], rivals: Sequence[Player], games: int, key: int) -> Contest:
        return Contest(
            variant=self.variant,
            players=self.players,
            heroes=tuple(heroes),
            rivals=tuple(rivals),
            games=games,
            seed=key % SEED,
        )

    def rows(self, contest: Contest) -> list[dict[str, Any]]:
        """Return the rows of all games of the contest, in order (`arena.games`)."""
        playing = self.engine.playing(partial(arena.games, contest))
        return list(playing.rows(0, contest.whole, self.progress))

    def positions(
        self, player: Player, rivals: Sequence[Player], games: int, key: int
    ) -> list[dict[str, Any]]:
        """Return the positions at the ends of turns of so many games (`samples.studied`)."""
        study = SampleGames(
            variant=self.variant,
            players=self.players,
            hero=player,
            rivals=tuple(rivals),
            seed=key % SEED,
        )
        playing = self.engine.playing(partial(studied, study))
        return list(playing.rows(0, games, self.progress))


@contextmanager
def crew(name: str, variant: Variant, workers: int) -> Iterator[Engine]:
    """Start what plays under these rules: `local`, `dask` or `dask:ADDRESS`, as for a comparison."""
    with engine(
        name, BlockWork(sides=(BlockSide(variant=variant, metrics=()),), casts=()), workers
    ) as started:
        yield started
