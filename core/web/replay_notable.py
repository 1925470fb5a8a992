"""The notable moves on the page of a replay, and the work of a server that looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import attrs

from ..base.html import Html, tag
from ..table.comparison import reasons
from ..table.face_texts import Texts, listed
from ..table.further_reading import further_reading
from ..table.notable_moves import SECONDS, Notable, look
from ..text.seat_names import REFEREE
from .page_words import PageWords

if TYPE_CHECKING:
    from ..table.further_reading import FurtherReading
    from ..table.puzzle import Puzzle
    from ..table.replay_walk import Walk


def section(found: Notable, walk: Walk, *, links: bool = False) -> Html:
    """Return the moves as a list that leads to them, and with `links` to the pages of the lesson about them."""
    said = walk.said
    counts = {"looked": found.looked, "decisions": found.decisions}
    told = [said("replay.notable.looked", eyes=walk.called(walk.eyes), **counts)]
    if found.private:
        told.append(said("replay.notable.private"))
    elif not found.puzzles:
        told.append(said("replay.notable.none"))
    entries = [tag("li", _told(puzzle, walk, links), value=str(puzzle.number)) for puzzle in found.puzzles]
    return tag("div", [tag("p", text) for text in told], tag("ol", entries) if entries else None, cls="found")


def _told(puzzle: Puzzle, walk: Walk, links: bool) -> list[Html]:
    rules, lang, said = walk.rules, walk.lang, walk.said
    words = PageWords(rules, walk.show, tuple(walk.seats))
    viewer = puzzle.seat if walk.eyes == REFEREE else walk.eyes
    assert viewer is None or isinstance(viewer, int)
    _, verdict = puzzle.reveal()
    played, better = (
        listed([words(rules.say_move(action, viewer, lang), action.seat, move=True) for action in plan], lang)
        for plan in (puzzle.plan, puzzle.better)
    )
    parts = reasons(rules, verdict.gap, lang)
    more = further_reading(puzzle, lang)
    cost = said("replay.notable.one", who=walk.seats[puzzle.seat], played=played, points=round(puzzle.loss))
    return [
        tag("a", cost, href=f"#{puzzle.number}"),
        Html(" "),
        tag("span", said("replay.notable.better", move=better, parts=parts), cls="better"),
        *([Html(" "), _more(more, said, links)] if more is not None else []),
    ]


def _more(more: FurtherReading, said: Texts, links: bool) -> Html:
    """The page or rule that explains a move; a page of the lesson is a link that a server follows."""
    if links and more.number:
        return tag("a", more.said(said), href="#", cls="more", data_learn=more.number)
    return tag("span", more.said(said), cls="more")


@attrs.define(eq=False)
class NotableJob:
    """The look for notable moves that a server does in a worker, and what it answers meanwhile."""

    walk: Walk
    seconds: float = SECONDS
    share: float = 0.0
    found: Notable | None = None

    def steps(self) -> Iterator[None]:
        """Work to the end, and yield after each small piece of it."""
        for step in look(self.walk, self.seconds):
            if isinstance(step, Notable):
                self.found = step
            else:
                self.share = step
            yield

    def answer(self) -> dict[str, Any]:
        """Return the answer to a page: how far the work is, or what was found."""
        if self.found is None:
            return {"share": round(self.share, 2)}
        return {"html": section(self.found, self.walk, links=True), "numbers": self.found.numbers}
