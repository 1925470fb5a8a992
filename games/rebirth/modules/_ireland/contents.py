"""Content that chance puts into play: eight of the public missions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Content

from .files import BONUSES
from .state import options, part, printed

if TYPE_CHECKING:
    from ...state import RebirthState


def deal_cards(state: RebirthState, named: Sequence[str]) -> None:
    """Lays these cards open; the others are the deck, in the order in which they were (RI-SETUP-1)."""
    ids, here = state.rules.pieces["card"], part(state)
    cards = [*here.deck, *reversed(here.display)]
    here.display = [ids.index(name) for name in named]
    here.deck = [card for card in cards if card not in here.display]


def held_cards(state: RebirthState) -> list[list[str]]:
    """By seat the public missions that it has fulfilled (RI-MIS-1)."""
    ids, fulfilled = state.rules.pieces["card"], part(state).fulfilled
    return [
        [name for name, seats in zip(ids, fulfilled, strict=True) if seats >> seat & 1]
        for seat in range(len(state.seats))
    ]


CONTENTS = (
    Content(
        name="cards",
        title="public mission",
        items=lambda rules: rules.pieces["card"],
        number=lambda rules, players: min(options(rules).displayed, len(rules.pieces["card"])),
        deal=deal_cards,
        held=held_cards,
    ),
)


def dealt(state: RebirthState) -> Mapping[str, float]:
    """The open cards, the pieces set aside, and the distance between the towers with one bonus (RI-SETUP)."""
    ids, here = state.rules.pieces["card"], part(state)
    kinds = state.rules.pieces["tile"]
    tiles = [tile for own in here.apart for tile in own]
    found = {f"cards.{name}": float(card in here.display) for card, name in enumerate(ids)}
    found |= {f"apart.{kind}": float(tiles.count(n)) for n, kind in enumerate(kinds)}
    return found | {f"towers.{bonus}": _apart(state, n) for n, bonus in enumerate(BONUSES)}


def _apart(state: RebirthState, bonus: int) -> float:
    """The mean distance in hexes between round towers with this bonus; 0 for a single one."""
    sites = printed(state.rules).towers
    towers = [site.hex for site, lies in zip(sites, part(state).bonuses, strict=True) if lies == bonus]
    pairs = [(one, two) for n, one in enumerate(towers) for two in towers[:n]]
    steps = [(abs(a.q - b.q) + abs(a.r - b.r) + abs(a.q + a.r - b.q - b.r)) / 2 for a, b in pairs]
    return sum(steps) / len(steps) if steps else 0.0
