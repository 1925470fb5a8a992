"""The choice of a person after a game."""

from __future__ import annotations

from typing import Literal

import attrs


@attrs.frozen
class AfterChoice:
    """The choice of a person after a game."""

    do: Literal["again", "replay", "play", "menu", "board"]
    number: int | None = None
    """The decision to replay from, or to play on from; None for the beginning."""
