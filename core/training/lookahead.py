"""Chooses how a bot looks ahead: lessons that differ only in that are compared by successive halving.

All play the same games; the better half goes on with twice as many (Karnin, Koren and Somekh 2013). A lookahead that
costs too much is left out, since a learned bot is meant to play thousands of games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

from ..base.chance import mix
from ..bots.learned_moves import Lesson, Lookahead
from ..rules.ruleset import Rules
from .arena import Player, shares
from .journal import numbers

if TYPE_CHECKING:
    from .course import TrainingCourse

DEAREST = 8.0
"""The most work of a decision (`Mind.work`); the usual bot has 1."""
PRICE = 0.01
"""The share of wins that one more position at every decision must bring: what is no stronger should be quick."""
CANDIDATES = 40
"""Moves that are tried where the game does not rate them."""
WORLDS = 4


def ways(rules: Rules, valued: bool) -> Iterator[Lookahead]:
    """Ways to look ahead that make sense for a game, the plainest first; without a value as well as with one."""
    known = valued or rules.game.appraise is not None
    if rules.game.choices is None:
        if known:
            yield Lookahead(candidates=CANDIDATES, until="move", opening=False)
            yield Lookahead(candidates=CANDIDATES, until="turn", opening=False)
        yield Lookahead(candidates=CANDIDATES, until="end", worlds=WORLDS, opening=False)
        return
    if not known:
        return
    yield Lookahead(candidates=3)
    for candidates, trust in ((2, 0.0), (3, 0.5), (5, 0.0), (5, 0.5)):
        yield Lookahead(candidates=candidates, trust=trust)
    for candidates, margin in ((3, 1.0), (3, 2.0), (5, 2.0), (8, 2.0)):
        yield Lookahead(candidates=candidates, margin=margin, trust=0.5)
    yield Lookahead(candidates=3, worlds=2)
    yield Lookahead(candidates=3, opening=False)
    yield Lookahead(candidates=3, trust=0.5, opening=False)
    yield Lookahead(candidates=3, until="reply")
    yield Lookahead(candidates=3, until="reply", trust=0.5)
    yield Lookahead(candidates=3, until="round", trust=0.5)


def best(
    course: TrainingCourse, name: str, lessons: Sequence[Lesson], rivals: Sequence[Player], games: int
) -> Lesson:
    """Return the lesson that wins most among these; if moves are rated, as far as its work is no more than `DEAREST`.

    The first one is taken if all cost more. `games` are those of each lesson in the first comparison.
    """
    plays, seed = course.plays, course.key(crc32(name.encode()))
    rated = course.rules.game.choices is not None
    running = list(range(len(lessons)))
    stage = 0
    while len(running) > 1:
        left = [lessons[n] for n in running]

        def play(left: Sequence[Lesson] = left, stage: int = stage) -> list[list[float]]:
            contest = plays.contest(left, rivals, games * 2**stage, mix(seed, stage))
            return [_measured(rows) for rows in shares(contest, plays.rows(contest))]

        played = len(left) * games * 2**stage
        found = course.journal.step(f"{name} {stage}", play, played, numbers(len(left), 2))
        by_number = dict(zip(running, found, strict=True))
        cheap = [n for n in running if not rated or by_number[n][1] <= DEAREST]
        price = PRICE if rated else 0.0
        cheap.sort(key=lambda n: price * by_number[n][1] - by_number[n][0])
        running = cheap[: (len(running) + 1) // 2] or running[:1]
        stage += 1
    return lessons[running[0]]


def halving(lessons: int, games: int) -> int:
    """Return the number of games in which so many lessons are compared, if none costs too much."""
    whole = 0
    while lessons > 1:
        whole += lessons * games
        lessons, games = (lessons + 1) // 2, 2 * games
    return whole


def _measured(rows: Sequence[dict[str, Any]]) -> list[float]:
    """Return the share of wins, and the work of a decision."""
    decisions = sum(row["decisions"] for row in rows)
    share = sum(row["share"] for row in rows) / len(rows)
    return [round(share, 6), round(sum(row["work"] for row in rows) / max(1, decisions), 4)]
