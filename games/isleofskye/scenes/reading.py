"""Functions that Isle of Skye's nouns share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tilewright.authoring import mapping, seat_of

from ..state import IsleOfSkyeState


def by_player(state: IsleOfSkyeState, value: Any, example: str) -> Iterator[tuple[int, str, Any]]:
    """Yields seat, name and value of a mapping from players."""
    for name, said in mapping(value, f"a mapping from player: {{anna: {example}}}").items():
        yield seat_of(state, name, name), name, said


def each(write: Callable[[IsleOfSkyeState, int], Any]) -> Callable[[Any], dict[str, Any]]:
    """Makes a noun's `write` of a function that writes one player's part."""
    return lambda state: {name: write(state, seat) for seat, name in enumerate(state.seats)}
