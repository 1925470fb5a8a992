"""Places of a map by what lies near: which way they are from the nearest castle or other place with a name."""

from __future__ import annotations

from cmath import phase
from math import pi, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.authoring import Hex

    from ..printed import Printed

COMPASS = ("east", "southeast", "south", "southwest", "west", "northwest", "north", "northeast")


def around(printed: Printed, at: Hex) -> tuple[str, str]:
    """Return the side on which a hex lies of the nearest place with a name, and that name; "" if the map has none."""
    here = _flat(at)
    sites = [site for _, group in printed.map.places.values() for site in group]
    near = min(sites, key=lambda site: abs(_flat(site.hex) - here), default=None)
    if near is None:
        return "", ""
    side = COMPASS[round(phase(here - _flat(near.hex)) / (pi / 4)) % 8]
    return side, near.name.removesuffix(" Castle")


def _flat(at: Hex) -> complex:
    """Return the middle of a hex on the table, east and south being positive; each side of a hex is 1 long."""
    return complex(sqrt(3) * (at.q + at.r / 2), 1.5 * at.r)
