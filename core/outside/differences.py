"""The differences of two positions, field by field, and whether only the spelling of actions differs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import attrs

from .implementations import Move, StatedPosition

Field = Literal["draws", "to_act", "legal", "scores", "over", "ranking", "hash"]


@attrs.frozen
class PositionDifference:
    """One field in which A and B differ. Legal actions are given by seat, only those that the other lacks."""

    field: Field
    a: Any
    b: Any
    seat: int = -1
    spelled: tuple[tuple[str, str], ...] = ()
    """The actions of `a` with those of `b` that are the same but for their spelling."""


def differences(
    a: StatedPosition, b: StatedPosition, *, hashes: bool, same: Callable[[Move], str]
) -> list[PositionDifference]:
    """Return every field in which two positions differ, in the order in which one explains the next.

    Hashes are compared if `hashes`; `same` returns the text that all spellings of an action have in common.
    """
    found: list[PositionDifference] = []
    drawn = by_source(a.draws), by_source(b.draws)
    if drawn[0] != drawn[1]:
        found.append(PositionDifference("draws", *drawn))
    if a.to_act != b.to_act:
        found.append(PositionDifference("to_act", a.to_act, b.to_act))
    for seat in sorted({*a.to_act, *b.to_act}):
        mine, yours = a.legal.get(seat, ()), b.legal.get(seat, ())
        if set(mine) != set(yours):
            found.append(_legal(seat, sorted({*mine} - {*yours}), sorted({*yours} - {*mine}), same))
    if a.scores != b.scores:
        found.append(PositionDifference("scores", a.scores, b.scores))
    if a.over != b.over:
        found.append(PositionDifference("over", a.over, b.over))
    elif a.ranking != b.ranking:
        found.append(PositionDifference("ranking", a.ranking, b.ranking))
    if hashes and not found and a.hash != b.hash:
        found.append(PositionDifference("hash", a.hash, b.hash))
    return found


def by_source(draws: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the outcomes of each source in their order; the order of sources means nothing."""
    found: dict[str, list[str]] = {}
    for source, value in draws:
        found.setdefault(source, []).append(value)
    return found


def folded(text: str) -> str:
    """Return the words and numbers of the text in lower case: what most spellings of one action have in common."""
    return " ".join(_PARTS.findall(text.casefold()))


_PARTS = re.compile(r"-?\d+|[^\W\d_]+")


def _legal(seat: int, mine: list[str], yours: list[str], same: Callable[[Move], str]) -> PositionDifference:
    """Actions of one seat that the other lacks; those that differ in spelling alone are paired."""
    pairs: list[tuple[str, str]] = []
    for fold in (lambda text: same(Move(seat, text)), folded):
        theirs = _once(yours, fold)
        for key, text in _once(mine, fold).items():
            if key in theirs:
                pairs.append((text, theirs[key]))
                mine.remove(text)
                yours.remove(theirs[key])
    return PositionDifference("legal", tuple(mine), tuple(yours), seat, tuple(pairs))


def _once(texts: Sequence[str], fold: Callable[[str], str]) -> Mapping[str, str]:
    """Folded text to text, for those that no other text is folded to."""
    keys = [fold(text) for text in texts]
    return {key: text for key, text in zip(keys, texts) if keys.count(key) == 1}
