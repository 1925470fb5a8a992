"""After a game at the terminal: charts of the points, and a review of the costliest moves as questions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf
from pathlib import Path

import attrs

from ...base.errors import TilewrightError
from ...bots.sealed_plans import Plan
from ...draw.text import written
from ...draw.text_charts import draw_sources, round_lines
from ...play.match import Match
from ...table import move_text, typed_choice
from ...table.choosing import Choosing
from ...table.comparison import reasons
from ...table.face_texts import Texts
from ...table.further_reading import further_reading
from ...table.point_course import course, end_texts
from ...table.puzzle import Puzzle, PuzzleVerdict
from ...table.review import Review, judgeable
from ...text.seat_names import find
from ..shared.common import command
from ..shared.interruption import interruptible
from ..shared.output import Styled
from ..shared.terminal import Terminal, progress
from .match_text import words

SECONDS = 20.0
"""CPU seconds of a review, before it says what it has found so far."""
HEIGHT = 11
"""Lines of the chart by round."""
PLAYED, BETTER = "?", "!"
"""The marks of a move that cost points and of the best one known, as in notes on games of chess."""


def after(
    match: Match, people: Sequence[int], terminal: Terminal, lang: str, record: Path | None = None
) -> None:
    """Print the charts of a finished match; at a terminal, review the moves of these people until they have enough."""
    charts(match, terminal, lang)
    if not (terminal.asks and people):
        return
    said = Texts(lang)
    reviews: dict[int, Review] = {}
    names = [match.state.seats[seat] for seat in people]
    terminal.say(said("after.offer" if len(people) == 1 else "after.offer.several"))
    meant = words("after.word.", lang)
    while True:
        try:
            word, *rest = terminal.ask(said("after.prompt")).split() or [""]
        except EOFError:
            return
        if not word or meant.get(word.casefold()) == "end":
            return
        if meant.get(word.casefold()) != "review":
            terminal.note(said("after.unknown", word=word))
            continue
        at = find(" ".join(rest), names)
        if len(people) > 1 and at is None:
            terminal.note(said("after.player", names=", ".join(names)))
            continue
        seat = people[at or 0]
        review = reviews.setdefault(seat, Review(match, seat))
        look(review, terminal, lang)
        if Questions(review, terminal, lang, record or match.path).ask():
            return


def charts(match: Match, terminal: Terminal, lang: str) -> None:
    """Print what decided the match, where its points came from, and how they grew."""
    said, found, counted = Texts(lang), course(match), match.rules.counted(lang)
    parts = found.parts(match.rules, lang)
    width, depth = min(terminal.width, 110), terminal.depth
    drawn = []
    if match.over:
        for text in end_texts(match, found, None, lang).lines(found.seats):
            terminal.wrapped(text, "", "  ")
    if parts:
        title, rest = said("after.sources"), said("after.rest")
        drawn.append(
            draw_sources(title, found.seats, parts, rest=rest, signs=found.signs, width=width, colour=depth)
        )
    if parts or (counted and found.numbers):
        title = counted or said("after.rounds")
        drawn.append(
            written(round_lines(
                title, found.seats, found.numbers, found.rounds,
                signs=found.signs, width=width, height=HEIGHT,
            ), depth)
        )  # fmt: skip
    for one in drawn:
        terminal.say()
        terminal.say(Styled(one.rstrip("\n")))


def look(review: Review, terminal: Terminal, lang: str, seconds: float = SECONDS) -> bool:
    """Let the review work for so long, with a bar that shows how far it is. Return whether it was interrupted.

    Ctrl-C ends the work, not the program, and without a person so does SIGTERM: what is judged by then is there.

    A person sees at once that there is something to wait for, in plain mode in a line of its own; what they type
    meanwhile answers no question.
    """
    began, what = time.thread_time(), Texts(lang)("after.reviewing")
    bare = terminal.asks and terminal.plain
    if bare:
        terminal.note(f"{what} ...")
    stopped, wait = False, inf if bare else 0 if terminal.asks else 1
    try:
        with interruptible(term=not terminal.asks), progress(what, 100, wait) as advance:
            for share in review.steps():
                advance.reach(share)
                if seconds and time.thread_time() - began > seconds:
                    break
    except KeyboardInterrupt:
        stopped = True
        terminal.note()
    terminal.forget()
    return stopped


@attrs.define
class Questions:
    """The findings of one review as questions, at a terminal or from a pipe; at its end, the answers are printed."""

    review: Review
    terminal: Terminal
    lang: str
    record: Path | None
    said: Texts = attrs.field(init=False)
    words: dict[str, str] = attrs.field(init=False)
    asking: bool = True
    """False once the input has ended: nothing is asked any more, and the answers follow."""

    def __attrs_post_init__(self) -> None:
        self.said = Texts(self.lang)
        self.words = words("after.word.", self.lang)

    def ask(self) -> bool:
        """Ask about one decision after the other. Return whether the person has had enough."""
        review, match = self.review, self.review.match
        puzzles = review.puzzles
        counts = {"looked": review.looked, "decisions": review.decisions}
        if not judgeable(match):
            self.terminal.wrapped(self.said("after.unjudged"))
            return False
        name = match.state.seats[review.seat]
        self.terminal.wrapped(self.said("after.judged" if puzzles else "after.fine", name=name, **counts))
        for n, puzzle in enumerate(puzzles, 1):
            self._board(puzzle)
            name, points = match.state.seats[puzzle.seat], round(puzzle.loss)
            chair = puzzle.chair(self.lang)
            numbers = {"n": n, "of": len(puzzles), "number": puzzle.number, "points": points}
            text = self.said(
                "after.question", name=name, move=move_text.marked(chair, puzzle.plan, PLAYED), **numbers
            )
            self.terminal.say(self.terminal.fill(text), "bold")
            if self.asking:
                self.terminal.advise(self.said("after.how"), "dim")
            if not self._answered(puzzle):
                return True
        if not review.done:
            self.terminal.wrapped(self.said("after.cut", **counts))
        return False

    def _board(self, puzzle: Puzzle, *, whole: bool = False, better: Plan = ()) -> None:
        """Print what the decision is about: the boards with choices and what belongs to them, or the whole table.

        The spots of the move played and of a better one are marked.
        """
        chair = puzzle.chair(self.lang)
        show = chair.show
        moves = [
            (action, mark) for plan, mark in ((puzzle.plan, PLAYED), (better, BETTER)) for action in plan
        ]
        spots = [(move_text.spot_of(chair, action), mark) for action, mark in moves]
        marks = {where: mark for where, mark in spots if where is not None}
        offered = {offer.board for offer in show.offers}
        now = [n for n, board in enumerate(show.boards) if board.now or n in offered]
        if now and not whole:
            panels = [panel for panel in show.panels if panel.now]
            boards = [show.boards[n] for n in now]
            marks = {(now.index(n), at): mark for (n, at), mark in marks.items() if n in now}
            show = attrs.evolve(show, boards=boards, panels=panels, offers=())
        self.terminal.say()
        self.terminal.drawn(show, marks, notes=whole)

    def _answered(self, puzzle: Puzzle) -> bool:
        """Ask about one decision until the person goes on; return whether there is to be another one."""
        while self.asking:
            try:
                text = self.terminal.ask(self.said("after.ask")).strip()
            except EOFError:
                if self.terminal.asks:
                    return False
                self.asking = False
                break
            match self.words.get(text.casefold(), "next" if not text else ""):
                case "next":
                    return True
                case "end":
                    return False
                case "answer":
                    self._reveal(puzzle)
                case "hint":
                    self.terminal.note(self.said("after.no_hint"))
                case "board":
                    self._board(puzzle, whole=True)
                case "again":
                    self._again(puzzle)
                case _:
                    self._tried(puzzle, text)
        self._reveal(puzzle)
        return True

    def _tried(self, puzzle: Puzzle, text: str) -> None:
        try:
            chair = puzzle.chair(self.lang)
            actions = typed_choice.read(text, chair, chair.choosing)
            if isinstance(actions, Choosing) or len(actions) != 1:
                self.terminal.note(self.said("after.single"))
                return
            verdict = puzzle.answer(actions[0], self.lang)
        except TilewrightError as error:
            self.terminal.advise(str(error))
            return
        self.terminal.wrapped(self._words(puzzle, verdict), "", "  ")
        if verdict.right:
            self._reveal(puzzle)

    def _words(self, puzzle: Puzzle, verdict: PuzzleVerdict) -> str:
        move = move_text.move(puzzle.chair(self.lang), verdict.action)
        if verdict.right:
            return self.said("after.right", move=move, margin=round(puzzle.margin, 1))
        parts = reasons(self.review.match.rules, verdict.gap, self.lang)
        return self.said("after.short", move=move, points=round(verdict.short), parts=parts)

    def _reveal(self, puzzle: Puzzle) -> None:
        _, verdict = puzzle.reveal()
        parts = reasons(self.review.match.rules, verdict.gap, self.lang)
        chair = puzzle.chair(self.lang)
        move, played = (move_text.planned(chair, plan) for plan in (puzzle.better, puzzle.apart))
        if self.asking:
            self._board(puzzle, better=puzzle.better)
            move = move_text.marked(chair, puzzle.better, BETTER)
        self.terminal.wrapped(self.said("after.best", move=move, played=played, parts=parts), "", "  ")
        more = further_reading(puzzle, self.lang)
        if more is not None:
            self.terminal.wrapped(more.said(self.said), "", "  ")
            self.terminal.say(f"  {command(*more.words[1:])}")

    def _again(self, puzzle: Puzzle) -> None:
        if self.record is None:
            self.terminal.note(self.said("after.unsaved"))
            return
        self.terminal.say(self.said("after.again"))
        self.terminal.say(f"  {command(*puzzle.words(self.record)[1:])}")
