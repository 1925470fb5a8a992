"""A program as a person names it: `exec:./bot`, `exec:python3 mine.py --fast:depth=3:seconds=2:memory=512`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import attrs

from ..base.errors import UsageError

PREFIX = "exec:"
MEMORY = 1024
"""MB that a program, with everything that it starts, may use unless the caller says something else (Linux)."""
SECONDS = 5.0
"""Seconds for each decision unless the text says something else."""
MOST_SECONDS = 86400.0
OURS = ("seconds", "memory")
"""Settings of ours; all others are the program's own."""
_SETTINGS = re.compile(r"(?::[A-Za-z][A-Za-z0-9_-]*=[^:]*)*$")
_POSIX = os.name == "posix"


@attrs.frozen
class ProgramName:
    """The command of a program, and the settings behind it as they were written."""

    command: tuple[str, ...]
    settings: dict[str, str]

    @classmethod
    def read(cls, text: str) -> ProgramName:
        """Read a bot's text without its restrictions. UsageError if it is not `exec:PROGRAM:NAME=VALUE...`."""
        rest = text.removeprefix(PREFIX)
        found = _SETTINGS.search(rest)
        assert found is not None  # it may be empty
        try:
            command = tuple(
                word.strip('"') if not _POSIX else word
                for word in shlex.split(rest[: found.start()], posix=_POSIX)
            )
        except ValueError as error:
            raise UsageError(f"{text}: {str(error).lower()}; close the quotation") from error
        if not command:
            raise UsageError(f"{text} names no program; write exec:PROGRAM, such as exec:./bot")
        settings: dict[str, str] = {}
        for word in filter(None, found[0].split(":")):
            name, _, value = word.partition("=")
            if name in settings:
                raise UsageError(f"{text} sets {name} twice")
            settings[name] = value
        return cls(command, settings)

    def absolute(self) -> str:
        """Return the text with the paths of its files made absolute, so that it means the same in every folder.

        Links stay: the Python of a virtual environment is one.
        """
        first, *more = self.command
        if os.sep in first or (os.altsep or os.sep) in first:
            first = os.path.abspath(first)
        words = [first, *(os.path.abspath(word) if os.path.isfile(word) else word for word in more)]
        joined = shlex.join(words) if _POSIX else " ".join(f'"{w}"' if " " in w else w for w in words)
        return PREFIX + joined + "".join(f":{name}={value}" for name, value in self.settings.items())

    def check(self) -> None:
        """Raise UsageError if there is no such program, with what to write instead."""
        first = self.command[0]
        if shutil.which(first) is not None:
            return
        if not os.path.isfile(first):
            raise UsageError(f"there is no program {first}")
        if os.sep not in first:
            raise UsageError(
                f"there is no program {first} on the PATH; for the file here write exec:.{os.sep}{first}"
            )
        said = f"{first} is not executable; make it so (chmod +x), or name what runs it"
        raise UsageError(f"{said}, such as exec:python3 {first}")

    def files(self) -> list[Path]:
        """Return the files that the command names: the program itself, and arguments such as a script."""
        first = shutil.which(self.command[0])
        return [Path(word) for word in (first or "", *self.command[1:]) if word and os.path.isfile(word)]

    @property
    def own(self) -> dict[str, str]:
        """The settings of the program's own options."""
        return {name: text for name, text in self.settings.items() if name not in OURS}

    @property
    def seconds(self) -> float:
        """Seconds for each decision. UsageError if they are not a number above 0."""
        text = self.settings.get("seconds", str(SECONDS))
        try:
            found = float(text)
        except ValueError:
            found = 0.0
        if not 0 < found <= MOST_SECONDS:
            raise UsageError(f"seconds={text}: the time for a decision is a number of seconds above 0")
        return found

    @property
    def memory(self) -> int | None:
        """The limit in MB, None for no limit. UsageError if it is not a whole number."""
        text = self.settings.get("memory", str(MEMORY))
        if not (text.isascii() and text.isdecimal() and len(text) < 10):
            raise UsageError(f"memory={text}: the memory is a whole number of MB, 0 for no limit")
        return int(text) or None
