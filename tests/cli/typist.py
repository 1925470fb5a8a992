"""A person at a terminal of a given size, in this process: what is printed for each decision is kept."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import attrs

from tilewright.core.base.chance import Stream
from tilewright.core.cli.shared import output
from tilewright.core.cli.shared.common import Stopped
from tilewright.core.cli.shared.terminal import Terminal
from tilewright.core.cli.table.session import Session
from tilewright.core.table.chair import Chair
from tilewright.core.table.table import Table


@attrs.define
class Typist(Terminal):
    """Types what `answer` says at the prompt, and Enter at every other question."""

    session: Session | None = None
    answer: Callable[[Chair], str] = str
    printed: list[str] = attrs.field(factory=list)
    """By decision, everything that was printed since the last line was typed, with the prompt."""
    asked: list[str] = attrs.field(factory=list)
    """Other questions, with what was printed before them."""

    def measure(self) -> None:
        """The size stays as it is."""

    def ask(self, prompt: str) -> str:
        out = output.out()
        assert isinstance(out, io.StringIO) and self.session is not None
        text = out.getvalue() + prompt
        out.seek(0)
        out.truncate()
        table = self.session.table
        name = prompt.removesuffix("> ")
        if name not in table.seats:
            self.asked.append(text)
            return ""
        self.printed.append(text)
        return self.answer(table.chair(table.seats.index(name)))


@contextmanager
def quiet() -> Iterator[io.StringIO]:
    """Both streams are one text."""
    before, out = (sys.stdout, sys.stderr), io.StringIO()
    sys.stdout = sys.stderr = out
    try:
        yield out
    finally:
        sys.stdout, sys.stderr = before


def sit(
    table: Table,
    width: int,
    height: int,
    answer: Callable[[Chair], str] | None = None,
    kind: type[Typist] = Typist,
) -> Typist:
    """Play the table to its end, or until the answers end it; people play at random unless there are answers."""
    stream = Stream(1, "typist")
    typist = kind(plain=True, colour=False, asks=True, width=width, height=height)
    typist.answer = answer or (lambda chair: str(stream.pick(chair.view.legal())))
    typist.session = Session(table, typist)
    with quiet() as out:
        with suppress(Stopped):
            typist.session.run()
        typist.asked.append(out.getvalue())
    return typist
