"""Candidates of a search: factors with their values, and the settings that they make together."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import attrs

from ..games.factors import Factor, with_value
from ..games.variants import Variant


@attrs.frozen(kw_only=True)
class Candidate:
    """One setting, as a ruleset that can be played."""

    key: str
    """The hash of its options and data: equal rules have equal keys, however they were written."""
    values: tuple[str, ...]
    """By factor."""
    variant: Variant


@attrs.frozen(kw_only=True)
class SearchSpace:
    """The base and the factors that may change it."""

    base: Variant
    factors: tuple[Factor, ...]
    players: int

    @property
    def size(self) -> int:
        """The number of settings."""
        return math.prod(len(factor.values) for factor in self.factors)

    def all(self) -> Iterator[tuple[str, ...]]:
        """Yield all settings, those that differ in the last factor next to each other."""
        return itertools.product(*(factor.values for factor in self.factors))

    def usual(self) -> tuple[str, ...]:
        """Return the values of the base; they need not be among those that are searched."""
        return tuple(factor.usual for factor in self.factors)

    def candidate(self, values: Sequence[str]) -> Candidate:
        """Assemble the setting. TilewrightError if its values do not go together."""
        found = with_value(self.base, self.factors, values)
        rules = found.rules()
        rules.blank(self.players)
        return Candidate(key=rules.option_hash, values=tuple(values), variant=found)

    def told(self, values: Sequence[str]) -> str:
        """Write the setting in words: `castle=6 port=2`."""
        return " ".join(f"{factor.name}={value}" for factor, value in zip(self.factors, values, strict=True))
