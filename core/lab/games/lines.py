"""A file of JSON objects that grows by whole lines. Each ends with a digest of itself and of all lines before it.

So a line that was changed, removed or put in afterwards is noticed when the file is read. Whoever makes all digests
anew is not: only playing again shows that (`core/lab/study/verification.py`).
"""

from __future__ import annotations

import json
import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import IO, Any

from ...base import files, strict_json
from ...base.brief import NAMED
from ...base.errors import InvalidFile, Problem
from ...record.writer import held
from ...simulation.workers import late_interrupts

SHA = "sha256"
WRITTEN = re.compile(rb"[^ \t\r\n\xef\xbb\xbf]")
"""What is not blank."""
SEALED = re.compile(rb'(.*),"sha256":"([0-9a-f]{64})"\}', re.DOTALL)
"""A line with its digest, which is that of the digest before it and the line without its own."""


def text_of(thing: object) -> str:
    """Return plain data as JSON; equal data has the same text."""
    return json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(thing: object) -> str:
    """Return 16 hex digits of plain data."""
    return sha256(text_of(thing).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def some(names: Sequence[str]) -> str:
    """Return these names as a message has them."""
    return ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if names[NAMED:] else "")


class Lines:
    """The file, locked until it is closed."""

    def __init__(
        self,
        path: Path,
        note: Callable[[str], None],
        head: object = None,
        *,
        old: bool = True,
        writes: bool = True,
    ) -> None:
        """Open or make it; the first digest depends on `head`, too, plain data that decides what the lines say.

        The first lines of an `old` file, which another version began, may lack digests. `note` is called with a message
        if a last line was unfinished and has been dropped. Who only reads changes nothing, and waits for no lock.
        """
        self.path, self.old = path, old
        # Unbuffered: data that could not be written must not appear later, after another line.
        self._file: IO[bytes] = BytesIO()
        if writes or os.path.lexists(path):
            mode = "a+b" if writes else "rb"
            self._file = open(path, mode, buffering=0, opener=files.ordinary)  # noqa: SIM115
        if writes:
            held(self._file, path)
        self._file.seek(0)
        # As long as before, so that places in it are those in the file.
        data = self._file.read().replace(b"\r\n", b" \n").replace(b"\r", b"\n")
        written = len(data.rstrip(b" \t\r\n\x1a"))  # behind it is what an editor may have added
        end = data.find(b"\n", written) + 1 or data.rfind(b"\n") + 1
        if end < written:
            note(f"{path}: the last line was not finished and has been dropped")
        if end < len(data) and writes:
            self._file.truncate(end)
        self._found = data[:end]
        """What the file held when it was opened."""
        self._seals = [sha256(text_of(head).encode()).hexdigest()]
        """The digest of the head, then of each line."""
        self._end = self._safe = end
        """The bytes that were written, and those of them that are on the disk for certain."""
        self._safe_lines = 0
        self.unsealed = 0
        """The first lines, which an older version has written without digests."""

    @property
    def seal(self) -> str:
        """The digest of all that was written."""
        return self._seals[-1]

    def __len__(self) -> int:
        return len(self._seals) - 1

    def content(
        self, wrong: Callable[[Mapping[str, Any], int], str] = lambda row, at: "", most: int = sys.maxsize
    ) -> list[dict[str, Any]]:
        """Return every line, or so many; InvalidFile names a damaged one, and those whose digest does not fit.

        It fits however the same data is written: with other spaces, line ends, or escapes. `wrong` says why a row
        cannot stand at its place, counted from 0; what is behind it is not read.
        """
        found, changed, odd = list[dict[str, Any]](), list[int](), ""
        for number, piece in enumerate(islice(self._pieces(), most), 1):
            line = piece.removeprefix(BOM_UTF8).strip()
            sealed = SEALED.fullmatch(line)
            body = sealed[1] + b"}" if sealed else line
            seal, ours = self._sealed(body), sealed is not None and sealed[2].decode()
            try:
                # What is as we wrote it need not be read strictly, which takes eight times as long.
                row = json.loads(body) | {SHA: ours} if ours == seal else strict_json.read(line)
            except (ValueError, RecursionError) as error:
                raise self.wrong(number, f"damaged line, not a JSON object: {error}") from error
            if not isinstance(row, dict):
                raise self.wrong(number, "damaged line: expected a JSON object")
            said = row.pop(SHA, None)
            if said is not None and seal != said:
                seal = self._sealed(_written(row))
            if said is None and self.old and self.unsealed == number - 1:
                self.unsealed = number
            elif seal != said:
                changed.append(number)
            # By its own digest, so that the lines after a changed one are judged by themselves.
            self._seals.append(said if isinstance(said, str) else seal)
            found.append(row)
            odd = odd or wrong(row, number - 1)
            if odd and (said is None or not changed):  # of changed lines all are named
                break
        if changed:
            names = some([_name(found[number - 1], number) for number in changed])
            raise self.wrong(
                changed[0],
                f"{len(changed)} of {len(found)} lines do not fit their digests: {names}; they were "
                "changed, moved or put in after they were written, or lines before them were removed; put the file "
                "back as it was, or begin anew elsewhere",
            )
        if odd:
            raise self.wrong(len(found), odd)
        self._safe_lines = len(self)
        return found

    def _sealed(self, body: bytes) -> str:
        """Return the digest of a line that follows the last one."""
        return sha256(self.seal.encode("utf-8", "surrogatepass") + body).hexdigest()

    def _pieces(self) -> Iterator[bytes]:
        """Yield the lines one by one: a list of millions of short ones would take many times the memory.

        Blank ones, which editors add, are part of the line after them.
        """
        at = 0
        while (written := WRITTEN.search(self._found, at)) is not None:
            end = self._found.index(b"\n", written.start())
            yield self._found[at:end]
            at = end + 1

    def wrong(self, line: int, said: str) -> InvalidFile:
        """Return the error for a line, counted without blank ones."""
        line += sum(piece.count(b"\n") for piece in islice(self._pieces(), line))
        return InvalidFile([Problem(str(self.path), line, 1, "", said)])

    def append(self, row: Mapping[str, Any]) -> None:
        body = _written(row)
        seal = self._sealed(body)
        data = body[:-1] + f',"{SHA}":"{seal}"}}\n'.encode()
        with late_interrupts():
            try:
                written = 0
                while written < len(data):
                    written += self._file.write(data[written:])
            except OSError:
                self._file.truncate(self._end)
                raise
            self._end += len(data)
            self._seals.append(seal)

    def flush(self) -> None:
        """Wait until all lines are on the disk. OSError if it does not take them; they are cut off again."""
        if self._safe == self._end:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError:
            self._end = self._safe
            self._file.truncate(self._end)
            del self._seals[self._safe_lines + 1 :]
            raise
        self._safe, self._safe_lines = self._end, len(self)

    def cut(self, lines: int) -> None:
        """Keep only this many lines."""
        self._end = self._safe = sum(len(piece) + 1 for piece in islice(self._pieces(), lines))
        self._file.truncate(self._end)
        del self._seals[lines + 1 :]
        self._safe_lines = lines

    def close(self) -> None:
        self._file.close()


def _written(row: Mapping[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()


def _name(row: Mapping[str, Any], line: int) -> str:
    """Return what a line is about: `block 7`, `block 7 of setting 0f3a`, `step 'weights 3'`."""
    if "block" in row:
        return f"block {row['block']}" + (f" of setting {row['setting']}" if "setting" in row else "")
    return f"step '{row['step']}'" if "step" in row else f"line {line}"
