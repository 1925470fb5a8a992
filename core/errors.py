"""What can go wrong for a user, each with the exit code the command line gives it.

Programming mistakes are ordinary Python exceptions; these are the ones a person can mend.
"""

from __future__ import annotations

import attrs


class TilewrightError(Exception):
    """A mistake that a person can mend; its text says what was expected and what to do next."""

    exit_code = 1


class UsageError(TilewrightError):
    """A name, number or file given on the command line or to the API does not work."""

    exit_code = 2


@attrs.frozen(order=True)
class Problem:
    """One thing wrong in a file, printed as `file:line:column: where: message`."""

    file: str
    line: int
    column: int
    where: str
    message: str

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        return f"{place}: {self.where}: {self.message}" if self.where else f"{place}: {self.message}"


class InvalidFile(TilewrightError):
    """A data, config, scene, record or plugin file is invalid; `problems` names every place."""

    exit_code = 3

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = sorted(problems)
        super().__init__("\n".join(map(str, self.problems)))


class PluginError(TilewrightError):
    """A ruleset, module or bot that somebody plugged in cannot be used; names the plugin."""

    exit_code = 3


class Diverged(TilewrightError):
    """A replay does not lead where the record says."""

    exit_code = 4


class Incompatible(TilewrightError):
    """A record of another format version or of rules that are not installed here."""

    exit_code = 5


class Unreadable(TilewrightError):
    """A typed move is no move. `expected` lists what may follow what was read so far."""

    exit_code = 4

    def __init__(self, message: str, expected: tuple[str, ...] = ()) -> None:
        self.expected = expected
        super().__init__(message)
