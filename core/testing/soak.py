"""A soak: whole random games for hours, in all settings, with everything that must hold looked at here and there.

Every game has a number, and number and seed decide everything about it. So a failure is repeated by its number, and a
soak that was stopped goes on where it was.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial

from ..base import plugin_errors
from ..base.chance import Stream
from ..base.errors import UsageError
from ..base.limits import number as whole_number
from ..rules import assembly
from ..rules.ruleset import Rules
from ..simulation import workers as spread
from . import CHECKS
from .random_games import Broken, Skipped, Subject, settings
from .soak_settings import BlockSettings, SoakedGame
from .soak_tally import BlockTally, GameCount, GameGroup, SoakBook, SoakFailure
from .time_limit import Stuck, TimeLimit
from .whole_game import whole

AGAIN = 8
"""One game in this many is played again from its moves and outcomes."""
CHECKED = 12
"""One game in this many is also played through a check of the conformance kit."""
EVERY = 64
"""A check of the kit does costly work at the first and the last position of a game and at one in this many."""
APART = ("workers", "modules", "options", "unused", "lessons")
"""Checks that are not drawn: they are about many games or about what is declared, not about one game."""
LONGEST = 60.0
"""Seconds in which a move must return."""
SAVED = 10.0
"""Seconds after which the book is written again."""
ENDLESS = 1 << 62


def soak(
    grounds: Sequence[SoakedGame],
    book: SoakBook,
    more: Callable[[SoakBook], bool],
    *,
    workers: int = 1,
    told: Callable[[SoakFailure], None] | None = None,
) -> None:
    """Play on as long as `more` says so, a block of each game in turn; `told` is called with each failure.

    The numbers of the games do not depend on how many processes play them.
    """
    if not more(book):
        return
    saved = -math.inf
    job = partial(_block, tuple(grounds), book.seed)
    try:
        with spread.local(job, workers) as playing, closing(playing.rows(book.following, ENDLESS)) as tallies:
            for tally in tallies:
                with spread.late_interrupts():
                    book.add(tally)
                for failure in tally.failures:
                    if told is not None:
                        told(failure)
                if not more(book):
                    return
                # Written at once after the first block, so that a book that cannot be written is reported early.
                if time.monotonic() - saved > SAVED:
                    book.save()
                    saved = time.monotonic()
    finally:
        book.save()


def _block(grounds: Sequence[SoakedGame], seed: int, first: int, count: int) -> list[BlockTally]:
    """Play so many blocks: the games take turns."""
    found = []
    for block in range(first, first + count):
        ground = grounds[block % len(grounds)]
        begin = block // len(grounds) * ground.block
        found.append(play(ground, seed, begin, begin + ground.block))
    return found


def play(ground: SoakedGame, seed: int, first: int, end: int) -> BlockTally:
    """Play the games with these numbers; everything that does not hold is tried once more, assembled anew."""
    tally = BlockTally()
    began = time.process_time()
    for number, problem, check in _played(ground, seed, first, end, tally):
        if problem:
            begin = _begin(ground, seed, number)
            tally.failures.append(SoakFailure(ground.name, number, check, problem, begin))
    tally.seconds = time.process_time() - began
    return tally


def only(ground: SoakedGame, seed: int, numbers: str) -> BlockTally:
    """Play the game with this number, or those of a range such as `8-15`. UsageError if the text is neither."""
    first, _, last = numbers.partition("-")
    begin, end = whole_number(first), whole_number(last or first)
    if begin is None or end is None or begin > end:
        raise UsageError(f"'{numbers}' is not the number of a game, nor two as in 8-15")
    return play(ground, seed, begin, end + 1)


def _begin(ground: SoakedGame, seed: int, number: int) -> int:
    """The game to begin with so that the failure shows again: itself, the first of its block, or the first of all."""
    for first in (number, number - number % ground.block):
        assembly.forget()
        if any(
            problem for n, problem, _ in _played(ground, seed, first, number + 1, BlockTally()) if n == number
        ):
            return first
    return 0


def _played(
    ground: SoakedGame, seed: int, first: int, end: int, tally: BlockTally
) -> Iterator[tuple[int, str, str]]:
    """Play and count these games; yield each number with what does not hold ("" if all does) and its check."""
    deal: BlockSettings | None = None
    for number in range(first, end):
        if deal is None or number % ground.block == 0:
            deal = ground.deal(seed, number // ground.block)
        players = ground.players[number % len(ground.players)]
        cell = GameGroup(ground.name, "+".join(deal.modules), deal.edition or "", players)
        count = tally.counts.setdefault(cell, GameCount())
        game = _Game(ground, deal, players, Stream(seed, f"soak:{ground.name}:{number}"))
        problem = game.play(count, tally)
        count.failures += bool(problem)
        yield number, problem, game.check


class _Game:
    """One game of a soak."""

    def __init__(self, ground: SoakedGame, deal: BlockSettings, players: int, stream: Stream) -> None:
        self.ground, self.deal, self.players = ground, deal, players
        self.seed = stream.below(1 << 30)
        self.stream = stream
        self.check = "game"
        self.rules: Rules | None = None

    def play(self, count: GameCount, tally: BlockTally) -> str:
        """Play and count it; return what does not hold, "" if all does."""
        limit = TimeLimit(LONGEST)
        try:
            with limit:
                self._play(count, tally)
        except Broken as error:
            return str(error)
        except (Exception, Stuck) as error:
            if limit.said:
                return f"{limit.said} [{self._where()}]"
            plugins = self.rules.plugins if self.rules is not None else None
            return f"{plugin_errors.describe(error, plugins) if plugins else repr(error)} [{self._where()}]"
        return ""

    def _play(self, count: GameCount, tally: BlockTally) -> None:
        rules = self.rules = self.ground.rules(self.deal)
        try:
            rules.new(self.players, self.seed)
        except UsageError:
            count.refused += 1
            return
        again = self.stream.below(AGAIN) == 0
        checked = self.stream.below(CHECKED) == 0
        drawn = self.stream.pick(_drawn())
        count.games += 1
        count.drawn += bool(self.deal.options)
        count.decisions += whole(rules, self.players, self.seed, watch=self.ground.watch, again=again)
        tally.checks[f"{rules.game.name} again"] += again
        if checked:
            self.check = drawn
            if _checked(rules, drawn, self.players, self.seed):
                count.checks += 1
                tally.checks[f"{rules.game.name} {drawn}"] += 1

    def _where(self) -> str:
        what = settings(self.rules) if self.rules is not None else f"{self.ground.name}: {self.deal}"
        return f"seed {self.seed}; {self.players} players; {what}"


def _drawn() -> list[str]:
    return [name for name in CHECKS if name not in APART]


def _checked(rules: Rules, check: str, players: int, seed: int) -> bool:
    """Run one check of the kit over the one game; False if it does not apply."""
    try:
        CHECKS[check](Subject(rules=rules, seed=seed, games=1, seats=(players,), every=EVERY))
    except Skipped:
        return False
    return True
