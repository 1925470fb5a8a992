"""The moves of a finished match that cost most, for its replay: `Review` of everybody whose moves the eyes may judge.

A review of a player says what that player could have done, and so what they held. A player's eyes therefore get a
review of that player alone, the referee's one of everybody, and the spectator's one of everybody without the decisions
at which the player knew more than the spectator.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from ..base.html import Html, tag
from ..table.comparison import reasons
from ..table.cursor_info import listed
from ..table.face_texts import Texts
from ..table.replay_walk import REFEREE
from ..table.review import Review, judgeable

if TYPE_CHECKING:
    from ..table.puzzle import Puzzle
    from ..table.replay_walk import Walk

SECONDS = 10.0
"""CPU seconds of all reviews together, if nothing else is asked for."""


@attrs.frozen
class Notable:
    """What was found."""

    puzzles: tuple[Puzzle, ...]
    """The costliest decisions, in the order of the match."""
    looked: int
    decisions: int
    """Decisions with a choice, and how many of them were judged."""
    private: bool
    """Decisions were left out because the eyes are the spectator's."""


def reviewed(walk: Walk) -> tuple[int, ...]:
    """Return the seats whose moves may be looked back at with these eyes.

    None while the match goes on, in a copy (it is played in positions that were made up for its reader, except those of
    the reader's own seat), and in a game that says nothing of points.
    """
    match, eyes = walk.match, walk.eyes
    if not match.over or not judgeable(match):
        return ()
    if walk.shared or isinstance(eyes, int):
        return (eyes,) if isinstance(eyes, int) else ()
    return tuple(range(len(walk.seats)))


def look(walk: Walk, seconds: float = SECONDS) -> Iterator[float | Notable]:
    """Yield the share of the time that is spent, after each small piece of work, and at last what was found.

    `seconds` are CPU seconds of this thread, shared out among the seats.
    """
    seats, spent = reviewed(walk), 0.0
    reviews = [Review(walk.match, seat) for seat in seats]
    for n, review in enumerate(reviews):
        end = spent + (seconds - spent) / (len(reviews) - n)
        began = time.thread_time() - spent
        for share in review.steps():
            now = time.thread_time() - began
            yield min(1.0, max(now / seconds if seconds else 1.0, (n + share) / len(reviews)))
            if now > end:
                break
        spent = time.thread_time() - began
    found = [puzzle for review in reviews for puzzle in review.puzzles]
    kept = [puzzle for puzzle in found if not private(walk, puzzle)]
    yield Notable(
        tuple(sorted(kept, key=lambda puzzle: puzzle.number)),
        sum(review.looked for review in reviews),
        sum(review.decisions for review in reviews),
        len(kept) < len(found),
    )


def private(walk: Walk, puzzle: Puzzle) -> bool:
    """Whether the decision's player knew something then that a spectator did not know."""
    if walk.eyes in (REFEREE, puzzle.seat):
        return False
    at = next(n for n, step in enumerate(walk.steps) if step.number == puzzle.number)
    own, other = walk.state(at).view(puzzle.seat).to_dict(), walk.state(at).view(None).to_dict()
    # What was sealed has been revealed since.
    return any(own[key] != other[key] for key in own if key not in ("seat", "sealed", "to_act"))


def section(found: Notable, walk: Walk) -> Html:
    """Return the moves as a list that leads to them."""
    said = Texts(walk.lang)
    told = [tag("p", said("replay.notable.looked", looked=found.looked, decisions=found.decisions))]
    if not found.puzzles:
        told.insert(0, tag("p", said("replay.notable.none")))
    if found.private:
        told.append(tag("p", said("replay.notable.private")))
    entries = [tag("li", _told(puzzle, walk, said), value=str(puzzle.number)) for puzzle in found.puzzles]
    return tag("div", tag("ol", entries) if entries else None, told, cls="found")


def _told(puzzle: Puzzle, walk: Walk, said: Texts) -> list[Html]:
    rules, lang = walk.rules, walk.lang
    viewer = puzzle.seat if walk.eyes == REFEREE else walk.eyes
    assert viewer is None or isinstance(viewer, int)
    _, verdict = puzzle.reveal()
    played, better = (
        listed([rules.say_move(action, viewer, lang) for action in plan], lang)
        for plan in (puzzle.plan, puzzle.better)
    )
    parts = reasons(rules, verdict.gap, lang)
    cost = said("replay.notable.one", who=walk.seats[puzzle.seat], played=played, points=round(puzzle.loss))
    return [
        tag("a", cost, href=f"#{puzzle.number}"),
        Html(" "),
        tag("span", said("replay.notable.better", move=better, parts=parts), cls="better"),
    ]


def numbers(found: Notable) -> list[int]:
    """Return the numbers of the decisions, to mark them in the log."""
    return [puzzle.number for puzzle in found.puzzles]


@attrs.define(eq=False)
class NotableJob:
    """The look for notable moves that a server does in a worker, and what it answers meanwhile."""

    walk: Walk
    seconds: float = SECONDS
    share: float = 0.0
    found: Notable | None = None

    def run(self) -> None:
        """Work to the end."""
        for step in look(self.walk, self.seconds):
            if isinstance(step, Notable):
                self.found = step
            else:
                self.share = step

    def answer(self) -> dict[str, Any]:
        """Return what a page is told that asks: how far the work is, or what was found."""
        if self.found is None:
            return {"share": round(self.share, 2)}
        return {"html": section(self.found, self.walk), "numbers": numbers(self.found)}
