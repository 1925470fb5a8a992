"""After a game: who has won, where the points came from, and the costliest moves as questions.

The work of the review is done in small pieces between keys, so it can be left at any time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Static

from ..draw.styled_lines import BOLD, DIM, StyledLine, line, wrap
from ..draw.text import written
from ..draw.text_charts import draw_sources, round_lines
from ..play.match import Match
from ..table.face_texts import Texts
from ..table.point_course import course, end_texts
from ..table.replay_walk import Walk
from ..table.result_text import ResultText
from ..table.review import Review, judgeable
from . import fitted_lines, shell
from .lines_widget import LinesWidget
from .overlays import TextOverlay
from .puzzle_screen import AfterChoice, PuzzleScreen
from .replay_screen import step
from .shell import KeyScreen

PIECE = 0.02
"""Seconds of CPU time that the review works between two looks at the keyboard."""
ROUNDS = 12
"""Lines of the chart by round, if both charts are shown."""
LEADING = ("replay", "board", "again", "menu")
"""What keys do that lead out."""


class AfterScreen(KeyScreen[AfterChoice]):
    """The result, charts, and a way to everything that follows."""

    def __init__(
        self,
        match: Match,
        people: Sequence[int],
        lang: str,
        *,
        recorded: bool = True,
        reviews: dict[int, Review] | None = None,
    ) -> None:
        super().__init__()
        self.match, self.people, self.lang, self.said = match, list(people), lang, Texts(lang)
        self.recorded = recorded
        """The match can be replayed."""
        self.course = course(match)
        self.rounds = False
        self.message = ""
        self.who = 0
        """Whose moves are looked back at, among the people."""
        self.reviews: dict[int, Review] = {} if reviews is None else reviews
        """By seat; they can be kept for another screen."""
        self.share = 0.0

    def compose(self) -> ComposeResult:
        yield LinesWidget(id="head")
        yield Static(id="chart")
        yield LinesWidget(id="next")
        yield LinesWidget(id="foot")

    def on_mount(self) -> None:
        """Show the result."""
        self.call_after_refresh(self.draw)
        self.set_timer(PIECE, self.work)

    # -- drawing -------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything."""
        state, width = self.match.state, self.size.width
        lines, more = list[StyledLine](), list[str]()
        if self.match.over:
            told = end_texts(
                self.match, self.course, self.people[0] if len(self.people) == 1 else None, self.lang
            )
            lines, more = [line(told.result, BOLD)], told.lines(state.seats)
        ranked = ResultText.of(self.match, self.lang).place_line() if self.match.over else ""
        room = self.size.height - 24 - len(self.course.reasons)  # the charts come first
        texts = [part for text in [ranked, *more] for part in wrap(text, width)]
        lines += [line(part) for part in texts[: max(room, len(wrap(ranked, width)))]]
        self.query_one("#head", LinesWidget).write(lines)
        self.query_one("#chart", Static).update(self.chart(width, self.size.height - len(lines) - 4))
        text = self.message or self.progress()
        self.query_one("#next", LinesWidget).write([line(part, DIM) for part in wrap(text, width)[:2]])
        *found, last = self.named()
        self.query_one("#foot", LinesWidget).write(fitted_lines.keys(found, width, [last]))

    def chart(self, width: int, height: int) -> Text:
        """Points by source, or by round; both if there is room."""
        found = self.course
        counted = self.match.rules.counted(self.lang)
        if not found.reasons and not (counted and found.numbers):
            return Text(self.said("after.unjudged"))
        parts = found.parts(self.match.rules, self.lang)
        both = bool(parts) and height >= len(parts) + len(found.seats) + ROUNDS + 6
        drawn = []
        if both or (parts and not self.rounds):
            drawn.append(
                draw_sources(
                    self.said("after.sources"), found.seats, parts, rest=self.said("after.rest"),
                    signs=found.signs, width=width, height=height, colour=True,
                )
            )  # fmt: skip
        if both or self.rounds or not parts:
            drawn.append(
                written(round_lines(
                    counted or self.said("after.rounds"), found.seats, found.numbers, found.rounds,
                    signs=found.signs, width=width, height=ROUNDS if both else height,
                ), True)
            )  # fmt: skip
        return Text.from_ansi("\n".join(drawn).rstrip("\n"), no_wrap=True)

    def keys(self) -> list[tuple[str, str]]:
        """The keys that mean something, with their texts; the last one leads out."""
        found = [("v", "review")] if self.people and judgeable(self.match) else []
        found += [("c", "rounds" if not self.rounds else "sources")] if self.course.reasons else []
        found += [("?", "keys")]
        found += [("p", "replay")] if self.recorded else []
        return [*found, ("escape", "board"), ("n", "again"), ("m", "menu"), ("q", "quit")]

    def named(self) -> list[tuple[str, str, str]]:
        """The same: the key, its name, what it does."""
        names = {"escape": self.said("table.key.escape")}
        return [(key, names.get(key, key), self.said(f"after.do.{name}")) for key, name in self.keys()]

    # -- the review ----------------------------------------------------------------------------------------------

    @property
    def review(self) -> Review | None:
        """The look back that has been asked for."""
        return self.reviews.get(self.people[self.who]) if self.people else None

    def progress(self) -> str:
        """Return how far the review is."""
        review = self.review
        if review is None:
            return self.said("after.idle") if self.people and judgeable(self.match) else ""
        name = self.match.state.seats[review.seat]
        if review.done and not review.puzzles:
            return self.said("after.fine", name=name, looked=review.looked, decisions=review.decisions)
        if review.done:
            return self.said("after.found", name=name, n=len(review.puzzles))
        return self.said("after.looking", name=name, n=int(100 * self.share), found=len(review.found))

    def work(self) -> None:
        """Do a piece of the review; keys have as long a time to themselves before the next one."""
        review = self.review
        if review is not None and not review.done and self.is_active:
            began = time.thread_time()
            for self.share in review.steps():
                if time.thread_time() - began > PIECE:
                    break
            if review.done and review.puzzles:
                self.ask(0)
            else:
                self.draw()
        self.set_timer(PIECE, self.work)

    def ask(self, n: int) -> None:
        """Ask about the decision that cost most, or the next one."""
        review = self.review
        if review is None or not 0 <= n < len(review.puzzles):
            self.draw()
            return

        def answered(wish: AfterChoice | int | None) -> None:
            if isinstance(wish, AfterChoice):
                self.dismiss(wish)
            elif wish is not None:
                self.ask(wish)
            else:
                self.draw()

        self.app.push_screen(PuzzleScreen(review, n, self.lang, self.recorded, answered))

    # -- keys ----------------------------------------------------------------------------------------------------

    def action_press(self, key: str) -> None:
        """Do what this key does."""
        self.message = ""
        known = dict(self.keys())
        if key == "q":
            self.dismiss(None)
        elif known.get(key) in LEADING:
            self.dismiss(AfterChoice(known[key]))  # type: ignore[arg-type]
        elif key == "?":
            lines = [line(f"{name}  ", BOLD).add(does) for _, name, does in self.named()]
            self.app.push_screen(TextOverlay(self.said("after.do.keys"), lines, self.said))
        elif key == "v" and key in known:
            self.look()
        elif key == "tab" and len(self.people) > 1:
            self.who = (self.who + 1) % len(self.people)
        elif key == "c":
            self.rounds = not self.rounds
        if self.is_active:
            self.draw()

    def look(self) -> None:
        """Begin to look back, or show the questions again; with more found so far, do not wait."""
        seat = self.people[self.who]
        review = self.reviews.get(seat)
        if review is None:
            self.reviews[seat] = Review(self.match, seat)
        elif review.puzzles:
            self.ask(0)
        elif review.done and len(self.people) > 1:
            self.who = (self.who + 1) % len(self.people)
            self.look()


def after(
    match: Match,
    people: Sequence[int],
    lang: str,
    record: Path | None,
    reviews: dict[int, Review] | None = None,
) -> AfterChoice | None:
    """Show what there is after a game, with walks through its record, until something else is wanted.

    `reviews` by seat are kept for the next time, if people come back from the board.
    """
    reviews = {} if reviews is None else reviews
    while True:
        screen = AfterScreen(match, people, lang, recorded=record is not None, reviews=reviews)
        try:
            wish = shell.ask(screen)
        except KeyboardInterrupt:
            return None
        if wish is None or wish.do != "replay" or record is None:
            return wish
        walk = Walk.open(record, lang)
        if wish.number is not None:
            walk.to(wish.number)
        if step(walk):
            return AfterChoice("play", walk.number)
