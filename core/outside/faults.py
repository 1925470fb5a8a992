"""The faults of a program in a process of its own, each with the word for it in rows and reports."""

from __future__ import annotations

from typing import ClassVar

from ..base.errors import TilewrightError


class Fault(TilewrightError):
    """A program broke the protocol. Its text is one sentence; `stderr` is the end of what the program wrote there."""

    word: ClassVar[str] = "fault"

    def __init__(self, sentence: str, stderr: str = "") -> None:
        self.stderr = stderr
        super().__init__(sentence)


class Missing(Fault):
    """The program cannot be started."""

    word = "missing"


class Ended(Fault):
    """The program ended, or closed its stdout, although it was asked something."""

    word = "ended"


class Overrun(Fault):
    """The program, with all that it started, used more memory than it may."""

    word = "memory"


class Unwatched(Fault):
    """The process that watches over the program was stopped or killed."""

    word = "unwatched"


class Silent(Fault):
    """The program gave no answer in time."""

    word = "silent"


class Garbled(Fault):
    """A line is not one JSON object in UTF-8, or is not shaped as the protocol asks."""

    word = "garbled"


class Flooded(Fault):
    """The program wrote more than anybody has to read."""

    word = "flooded"


class Unasked(Fault):
    """The program said something that answers no question."""

    word = "unasked"


class ErrorReply(Fault):
    """The program answered with an error of its own."""

    word = "refused"


class Unlawful(Fault):
    """The program chose an action that is not legal."""

    word = "illegal"
