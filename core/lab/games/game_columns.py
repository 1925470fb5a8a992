"""The games of some blocks as columns: one array for each measured value, however the blocks were kept.

Blocks come as rows (`core/lab/games/block.py`) or as a file of columns (`core/lab/games/parts.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from ...simulation.games import shares
from ..stats.block_table import Floats

if TYPE_CHECKING:
    from collections.abc import Mapping

    Row: TypeAlias = "Mapping[str, Any]"
    Game: TypeAlias = "Mapping[str, Any]"


class ArmColumns(ABC):
    """The games of one variant, one after the other, in the order of their blocks."""

    counts: NDArray[np.intp]
    """Games of each block."""
    failed: NDArray[np.bool_]
    """By game, whether it failed."""
    bots: NDArray[np.object_]
    """The bots by game and seat."""
    wins: Floats
    """The share of the victory by game and seat; a shared victory is split equally."""
    parted: NDArray[np.bool_]
    """By game, whether it went differently from the base's."""

    @abstractmethod
    def values(self, name: str, otherwise: float | None) -> Floats:
        """A value by game, the mean of the seats if it is one of each seat; NaN where it is not defined.

        `otherwise` is that of games in which it was not measured.
        """

    @abstractmethod
    def lists(self, name: str, wide: int, otherwise: float | None) -> Floats:
        """A value by game and seat, or by game and round, NaN where it is not defined; at least so `wide`."""

    @cached_property
    def _places(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        block = np.repeat(np.arange(len(self.counts)), self.counts)
        return block, np.arange(len(block)) - (np.cumsum(self.counts) - self.counts)[block]

    @cached_property
    def whole(self) -> NDArray[np.bool_]:
        """By block, whether no game failed."""
        return np.asarray(np.bincount(self._places[0], self.failed, len(self.counts)) == 0, bool)

    def by_block(self, found: Floats, used: NDArray[np.bool_]) -> Floats:
        """Return what is known by game by block and game, NaN where there is none, and in blocks that are not used."""
        block, place = self._places
        most = int(np.where(used, self.counts, 0).max(initial=0))
        kept = used[block]
        whole = np.full((len(self.counts), most, *found.shape[1:]), np.nan)
        whole[block[kept], place[kept]] = found[kept]
        return whole


class RowArm(ArmColumns):
    """The games of rows."""

    def __init__(self, blocks: Sequence[Sequence[Game]]) -> None:
        self.counts = np.array([len(games) for games in blocks], np.intp)
        self._games = games = [game for games in blocks for game in games]
        won = [shares(game) if "error" not in game else [np.nan] * len(game["bots"]) for game in games]
        self.failed = np.array(["error" in game for game in games], bool)
        self.bots = np.array([game["bots"] for game in games], object).reshape(len(games), -1)
        self.wins = np.array(won, float).reshape(len(games), -1)
        self.parted = np.array([game.get("parted") is not None for game in games], bool)

    def values(self, name: str, otherwise: float | None) -> Floats:
        found = [_single(_value(game, name, otherwise)) for game in self._games]
        return np.array(found, float)  # None becomes NaN

    def lists(self, name: str, wide: int, otherwise: float | None) -> Floats:
        found = [_value(game, name, None) for game in self._games]
        filled = [
            [otherwise] * wide if value is None else value if isinstance(value, list) else [value]
            for value in found
        ]
        return padded(filled, wide)


def _value(game: Game, name: str, otherwise: Any) -> Any:
    return game.get("values", {}).get(name, otherwise)


def _single(value: Any) -> float | None:
    """Return the value of a game; of a metric that the ruleset measures by seat, the mean over the seats."""
    if not isinstance(value, list):
        found: float | None = value
        return found
    known = [one for one in value if one is not None]
    return sum(known) / len(known) if known else None


def padded(rows: Sequence[Sequence[float | None]], wide: int = 0) -> Floats:
    """Return rows of different lengths as one array, padded with NaN."""
    wide = max(wide, max((len(row) for row in rows), default=0))
    # None becomes NaN.
    return np.array([[*row, *[None] * (wide - len(row))] for row in rows], np.float64).reshape(
        len(rows), wide
    )


class ColumnArm(ArmColumns):
    """The games of a file of columns: its list of structs."""

    def __init__(self, found: Any) -> None:
        self.counts = np.diff(found.offsets.to_numpy()).astype(np.intp)
        self._games = found.flatten()
        self._columns = _fields(self._games)
        self._values = _fields(self._columns.get("values"))
        bots = self._columns["bots"]
        self.bots = np.asarray(bots.flatten().to_numpy(zero_copy_only=False), object).reshape(len(bots), -1)
        self.failed, self.parted = self._there("error"), self._there("parted")
        self.wins = self._won()
        self.wins[self.failed] = np.nan

    def _there(self, name: str) -> NDArray[np.bool_]:
        if name not in self._columns:
            return np.zeros(len(self._games), bool)
        return np.asarray(self._columns[name].is_valid().to_numpy(zero_copy_only=False), bool)

    def _won(self) -> Floats:
        if "shares" in self._columns:
            return self._grid(self._columns["shares"], self.bots.shape[1])
        if "winners" not in self._columns:
            return np.full(self.bots.shape, np.nan)
        found, winners = np.zeros(self.bots.shape), self._columns["winners"]
        many = _lengths(winners)
        game = np.repeat(np.arange(len(many)), many)
        found[game, winners.flatten().to_numpy(zero_copy_only=False)] = 1 / many[game]
        return found

    def values(self, name: str, otherwise: float | None) -> Floats:
        column = self._values.get(name)
        if column is None:
            return np.full(len(self._games), np.nan if otherwise is None else otherwise)
        if not _is_list(column):
            return _floats(column)
        grid = self.lists(name, 0, otherwise)
        known = np.isfinite(grid)
        total, count = np.where(known, grid, 0.0).sum(axis=1), known.sum(axis=1)
        return np.where(count > 0, total / np.maximum(count, 1), np.nan)

    def lists(self, name: str, wide: int, otherwise: float | None) -> Floats:
        column = self._values.get(name)
        if column is None:
            return np.full((len(self._games), wide), np.nan if otherwise is None else otherwise)
        return self._grid(column, wide) if _is_list(column) else _floats(column)[:, None]

    def _grid(self, column: Any, wide: int) -> Floats:
        """Return the lists of a column as rows, padded with NaN."""
        many = _lengths(column)
        found = np.full((len(many), max(wide, int(many.max(initial=0)))), np.nan)
        game = np.repeat(np.arange(len(many)), many)
        place = np.arange(len(game)) - (np.cumsum(many) - many)[game]
        found[game, place] = _floats(column.flatten())
        return found

    def kinds(self) -> Iterator[Any]:
        """Yield the types of the measured values."""
        for column in self._values.values():
            yield column.type.value_type if _is_list(column) else column.type


def _fields(structs: Any) -> dict[str, Any]:
    """Return the fields of a column of structs, by name; {} without such a column."""
    return {one.name: structs.field(n) for n, one in enumerate(structs.type)} if structs is not None else {}


def _is_list(column: Any) -> bool:
    return bool(column.type.num_fields)


def _floats(column: Any) -> Floats:
    """Return a column of numbers; null becomes NaN."""
    if str(column.type) == "null":
        return np.full(len(column), np.nan)
    return np.asarray(column.to_numpy(zero_copy_only=False), np.float64)


def _lengths(column: Any) -> NDArray[np.intp]:
    """Return the length of each list of a column; 0 where there is none."""
    return np.asarray(np.diff(column.offsets.to_numpy()), np.intp)


@attrs.frozen(kw_only=True, eq=False)
class Chunk:
    """Some blocks, in their order."""

    blocks: tuple[int, ...]
    casts: tuple[tuple[str, ...], ...]
    """By block."""
    arms: Mapping[str, ArmColumns]

    @classmethod
    def of_rows(cls, rows: Sequence[Row], variants: Sequence[str]) -> Chunk:
        """Return the blocks of these rows, with the games of these variants."""
        return cls(
            blocks=tuple(int(row["block"]) for row in rows),
            casts=tuple(tuple(row["cast"]) for row in rows),
            arms={name: RowArm([row["arms"][name] for row in rows]) for name in variants},
        )

    @classmethod
    def of_columns(cls, found: Any) -> Chunk:
        """Return the blocks of a file of columns (`pyarrow.Table`), with all their games."""
        arms = _fields(found["arms"].combine_chunks())
        return cls(
            blocks=tuple(found["block"].to_pylist()),
            casts=tuple(map(tuple, found["cast"].to_pylist())),
            arms={name: ColumnArm(arm) for name, arm in arms.items()},
        )
