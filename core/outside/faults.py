"""The faults of a program in a process of its own, each with the word for it in rows and reports."""

from __future__ import annotations

from typing import ClassVar

from ..base.errors import TilewrightError


class Fault(TilewrightError):
    """A program broke the protocol. Its text is one sentence; `stderr` is the end of what the program wrote there."""

    word: ClassVar[str] = "fault"
    asks: ClassVar[str]
    """What the protocol asks for."""

    def __init__(self, sentence: str, stderr: str = "") -> None:
        self.stderr = stderr
        super().__init__(sentence)


class Missing(Fault):
    """The program cannot be started."""

    word = "missing"
    asks = (
        "it must be executable and begin with a line such as '#!/usr/bin/env python3', or follow what runs it"
    )


class Ended(Fault):
    """The program ended, or closed its stdout, although it was asked something."""

    word = "ended"
    asks = "it must run until 'quit' or the end of its stdin"


class Overrun(Fault):
    """The program, with all that it started, used more memory than it may."""

    word = "memory"
    asks = "it stays within memory=MB, with all that it starts"


class Unwatched(Fault):
    """The process that watches over the program was stopped or killed."""

    word = "unwatched"
    asks = "it leaves its parent process alone"


class Silent(Fault):
    """The program gave no answer in time."""

    word = "silent"
    asks = "every question is answered on one line, written and flushed within the time"


class Garbled(Fault):
    """A line is not one JSON object in UTF-8, or is not shaped as the protocol asks."""

    word = "garbled"
    asks = "an answer is one line of JSON in UTF-8 with 'type' and the question's 'id'"


class Flooded(Fault):
    """The program wrote more than anybody has to read."""

    word = "flooded"
    asks = "at most 1,000 info lines and 8 MB come before an answer, in lines of at most 4 MB"


class Unasked(Fault):
    """The program said something that answers no question."""

    word = "unasked"
    asks = "only questions are answered, each once; anything else is a message of the type 'info'"


class ErrorReply(Fault):
    """The program answered with an error of its own."""

    word = "refused"
    asks = "'error' is for games and values that the program cannot take"


class Unlawful(Fault):
    """The program chose an action that is not legal."""

    word = "illegal"
    asks = "'action' is one of the texts in 'legal', letter by letter"
