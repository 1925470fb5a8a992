"""What is known of a spot beyond what lies there: its regions, what fits there, which moves are about it."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ..rules.actions import Action, Reason
from .model import At, Ink


@attrs.frozen(kw_only=True)
class Region:
    """Something that a spot belongs to and that counts as one: a settlement, a closed area, a farm."""

    name: str
    """Its name for players: "large settlement Loch Tay", "water"."""
    spots: frozenset[At]
    """Its spots on the board, which light up together."""
    holder: Ink | None = None
    """The seat that holds it now, or would win it if it were scored now; None if no seat does."""
    points: int | None = None
    """What it is worth now; None if it is worth no points of its own."""
    possible: int | None = None
    """Its highest possible value by public knowledge; None if nothing limits it, or nothing is known."""
    note: str = ""
    """What else is worth knowing in a few words: "2 sides open"."""


@attrs.frozen(kw_only=True)
class About:
    """Facts about a spot beyond the things on it: only public ones, and those that the viewer has seen."""

    regions: Sequence[Region] = ()
    """The largest first."""
    fits: tuple[int, int] | None = None
    """For an open spot: how many of the unseen tiles could be placed here, and how many unseen tiles there are."""
    facts: Sequence[Ink] = ()
    """What else counts for a choice here, in a few words each. Pictures show the symbol of the role, and `inks` after
    the words."""
    tries: Sequence[Action] = ()
    """Moves of the viewer that are about the spot, allowed or not and of any step, the likeliest first: why they are
    refused says why the spot cannot be used. Where there are none, moves that are possible elsewhere are tried here."""
    barred: Sequence[Reason] = ()
    """Why no move of the viewer can be about the spot, such as that it is another player's."""
