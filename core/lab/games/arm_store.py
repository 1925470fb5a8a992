"""A folder of games that were played before, block by block and ruleset by ruleset, to be taken into other studies.

`KEY/SEED-COUNT` holds that many blocks from this seed on, of the arm whose key says all that decides its games
(`core/lab/games/reuse.py`). A file is written beside its place and moved there, so that all files are whole, whoever
else writes or is killed. What is read may be anything: a file that is not as we write them is thrown away with a
sentence, and its blocks are played again. It is a cache: the arm that has not been used for longest goes first.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import time
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from ...base import files
from ...base.errors import TilewrightError
from .block import PlayedArm, Trace

HEAD = b"tilewright games 1\n"
NAME = re.compile(r"(\d{1,40})-(\d{1,4})")
"""First seed and number of blocks."""
TOGETHER = 100
"""Most blocks in one file."""
MOST = 1 << 26
"""Bytes of a file once it is unpacked."""
BOUND = 1 << 29
"""Bytes of all files together."""
WHOLE = {"players", "bots", "seed", "scores", "winners", "turns", "decisions", "digest", "first", "values"}
MORE = {"standing", "shares", "held"}
"""The keys of every game, and of some."""


class Spoilt(ValueError):
    """This is not a file that we wrote."""


@attrs.define
class StoredArm:
    """The blocks of one arm: those in the folder, and new ones."""

    folder: Path
    seatings: Callable[[int], Sequence[Sequence[str]]]
    """By seed the bots of each game by seat."""
    metrics: frozenset[str]
    note: Callable[[str], None]
    _spans: list[tuple[int, int]] = attrs.field(factory=list, init=False)
    """First seed of each file, and the one behind its last."""
    _read: tuple[tuple[int, int], list[PlayedArm]] = attrs.field(default=((0, 0), []), init=False)
    """The file that was read last."""
    _new: list[tuple[int, PlayedArm]] = attrs.field(factory=list, init=False)
    wrote: bool = attrs.field(default=False, init=False)

    def __attrs_post_init__(self) -> None:
        with suppress(OSError):
            for found in filter(None, map(NAME.fullmatch, os.listdir(self.folder))):
                self._spans.append((int(found[1]), int(found[1]) + int(found[2])))
            os.utime(self.folder)
        self._spans.sort()

    def _span(self, seed: int) -> tuple[int, int] | None:
        """Return the file with this seed: of several, the one that begins last."""
        for at in range(bisect_right(self._spans, seed, key=lambda span: span[0]) - 1, -1, -1):
            if seed < self._spans[at][1]:
                return self._spans[at]
            if seed - self._spans[at][0] > TOGETHER:
                break
        return None

    def __contains__(self, seed: int) -> bool:
        return self._span(seed) is not None

    def get(self, seed: int) -> tuple[PlayedArm, str] | None:
        """Return the games of this seed and the day of their file; None if they are not there, or spoilt."""
        while (span := self._span(seed)) is not None:
            path = self.folder / f"{span[0]}-{span[1] - span[0]}"
            try:
                if self._read[0] != span:
                    self._read = span, self._unpacked(path, range(*span))
                day = time.strftime("%Y-%m-%d", time.localtime(path.stat().st_mtime))
                return self._read[1][seed - span[0]], day
            except FileNotFoundError:  # another process had no room for it
                pass
            except (OSError, TilewrightError, ValueError, RecursionError) as error:
                self.note(f"{path} is not used, and its blocks are played again: {error}")
                with suppress(OSError):
                    path.unlink()
            self._spans.remove(span)
            self._read = (0, 0), []
        return None

    def _unpacked(self, path: Path, seeds: range) -> list[PlayedArm]:
        found = os.lstat(path)
        if sys.platform != "win32" and (found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o077):
            raise Spoilt("others may have written it")
        data = files.content(path, most=MOST)
        head, sealed, packed = data[: len(HEAD)], data[len(HEAD) :][:64], data[len(HEAD) + 64 :]
        if head != HEAD or sha256(packed).hexdigest().encode() != sealed:
            raise Spoilt("it was changed after it was written")
        inflating = zlib.decompressobj()
        try:
            text = inflating.decompress(packed, MOST)
        except zlib.error as error:
            raise Spoilt(str(error)) from error
        if not inflating.eof:
            raise Spoilt("it is too large")
        blocks = json.loads(text)
        if not isinstance(blocks, list) or len(blocks) != len(seeds):
            raise Spoilt("it has other blocks than its name says")
        return [self._arm(block, seed) for block, seed in zip(blocks, seeds, strict=True)]

    def _arm(self, block: Any, seed: int) -> PlayedArm:
        """Return the games of one block; Spoilt if they are not as they are played here."""
        seatings = self.seatings(seed)
        try:
            seconds, games, traces = block["seconds"], block["games"], block["traces"]
            if not isinstance(seconds, float) or not 0 <= seconds < 1e9 or len(games) != len(seatings):
                raise Spoilt("it has other games than it should")
            for game, bots in zip(games, seatings, strict=True):
                self._check(game, bots, seed)
            made = [
                Trace(
                    [(_whole(seat), str(told)) for seat, told in actions],
                    [(_whole(n), _whole(count), _numbers(standing)) for n, count, standing in turns],
                )
                for actions, turns in traces
            ]
            if len(made) != len(games):
                raise Spoilt("it has other courses than games")
        except (KeyError, TypeError, AttributeError) as error:
            raise Spoilt(f"a block is damaged: {error!r}") from error
        return PlayedArm(games=games, traces=made, seconds=seconds)

    def _check(self, game: Any, bots: Sequence[str], seed: int) -> None:
        if not WHOLE <= game.keys() <= WHOLE | MORE or game["seed"] != seed or game["bots"] != [*bots]:
            raise Spoilt("it has a game of other bots or another seed")
        lists = [game["scores"], game.get("standing", game["scores"]), game.get("shares", game["scores"])]
        for numbers in lists:
            if len(_numbers(numbers)) != len(bots):
                raise Spoilt("it has scores that are none")
        if not {*game["winners"]} <= {*range(len(bots))} or len(game["players"]) != len(bots):
            raise Spoilt("it has other seats than there are")
        for text in (
            *game["players"],
            game["digest"],
            *(one for held in game.get("held", ()) for one in held),
        ):
            if not isinstance(text, str):
                raise Spoilt("it has names that are none")
        for number in (game["turns"], game["decisions"], game["first"]):
            _whole(number)
        if not game["values"].keys() <= self.metrics:
            raise Spoilt("it has metrics that were not asked for")
        for value in game["values"].values():
            _numbers([one for one in (value if isinstance(value, list) else [value]) if one is not None])

    def put(self, seed: int, arm: PlayedArm) -> None:
        """Keep the games of this seed; they are on the disk once there are many of them, or at the end.

        Games that failed, or have what cannot be read back, are not kept.
        """
        try:
            for game, bots in zip(arm.games, self.seatings(seed), strict=True):
                self._check(game, bots, seed)
        except (Spoilt, KeyError, TypeError):
            return
        if self._new and (self._new[-1][0] + 1 != seed or len(self._new) == TOGETHER):
            self.flush()
        self._new.append((seed, arm))

    def flush(self) -> None:
        """Write what is new. A disk that is full or read-only costs the games nothing but that they are not kept."""
        new, self._new = self._new, []
        if not new:
            return
        blocks = [
            {
                "seconds": arm.seconds,
                "games": arm.games,
                "traces": [[one.actions, one.turns] for one in arm.traces],
            }
            for _, arm in new
        ]
        with suppress(OSError, TilewrightError, ValueError):
            text = json.dumps(blocks, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
            packed = zlib.compress(text.encode())
            files.folder(self.folder)
            content = HEAD + sha256(packed).hexdigest().encode() + packed
            files.replace(self.folder / f"{new[0][0]}-{len(new)}", content, private=True)
            self.wrote = True


def _numbers(found: Any) -> list[Any]:
    if not isinstance(found, list) or not all(isinstance(one, int | float) for one in found):
        raise Spoilt("it has values that are no numbers")
    return found


def _whole(one: Any) -> int:
    if type(one) is not int:
        raise Spoilt("it has counts that are none")
    return one


def trimmed(folder: Path, bound: int = BOUND) -> None:
    """Throw away the arms that have not been used for longest, until all files together are within the bound."""
    arms = sorted(_arms(folder))
    size = sum(own for _, own, _ in arms)
    for _, own, paths in arms:
        if size <= bound:
            return
        size -= own
        for path in paths:
            with suppress(OSError):
                path.unlink()
        with suppress(OSError):
            paths[0].parent.rmdir()


def _arms(folder: Path) -> Iterator[tuple[float, int, list[Path]]]:
    """Yield when each arm was used last, its size, and its files; a link leads to what is not ours."""
    with suppress(OSError):
        for arm in [one for one in folder.iterdir() if one.is_dir() and not one.is_symlink()]:
            with suppress(OSError):  # another process throws it away
                paths = [*arm.iterdir()]
                if paths:
                    yield arm.stat().st_mtime, sum(path.lstat().st_size for path in paths), paths
