"""The meters of Isle of Skye, in addition to those of every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .land import LAND_METERS
from .market import market_meters

if TYPE_CHECKING:
    from tilewright.authoring import Meter, Rules


def meters(rules: Rules) -> Sequence[Meter]:
    """Returns all meters of the game."""
    return [*LAND_METERS, *market_meters(rules)]
