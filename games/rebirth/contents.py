"""Content that chance puts into play: the missions that are drawn before the game ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Content, Rules

from .files import KINDS

if TYPE_CHECKING:
    from .printed import Printed
    from .state import RebirthState


def conditional(rules: Rules) -> list[str]:
    """The missions that ask for something."""
    printed: Printed = rules.data
    return [card.id for card in printed.missions if card.kind != "unconditional"]


def usual(rules: Rules, players: int) -> int:
    """Returns how many of them are drawn on average if every player has a cathedral everywhere (RB-CATH-3)."""
    printed: Printed = rules.data
    cards, wanted = sum(card.copies for card in printed.missions), conditional(rules)
    drawn = min(cards, players * len(printed.cathedrals))
    return round(drawn * len(wanted) / max(1, cards))


def deal_missions(state: RebirthState, named: Sequence[str]) -> None:
    """Puts the missions that are not named to the bottom of the deck; the order is otherwise as it was."""
    ids = state.rules.pieces["mission"]
    absent = {ids.index(name) for name in conditional(state.rules)} - {ids.index(name) for name in named}
    state.deck.sort(key=lambda card: card not in absent)


def held_missions(state: RebirthState) -> list[list[str]]:
    """By seat the missions that it has drawn."""
    ids = state.rules.pieces["mission"]
    return [[ids[card] for card in own] for own in state.missions]


CONTENTS = (
    Content(
        name="missions",
        title="mission",
        items=conditional,
        number=usual,
        deal=deal_missions,
        held=held_missions,
    ),
)


def dealt(state: RebirthState) -> Mapping[str, float]:
    """The missions that will be drawn first, and the tiles of each kind that are set aside (RB-CATH-3, RB-SETUP)."""
    printed: Printed = state.rules.data
    ids = state.rules.pieces["mission"]
    drawn = min(len(state.deck), len(state.seats) * len(printed.cathedrals))
    first = [ids[card] for card in state.deck[-drawn:]]
    aside = [tile for tiles in state.aside for tile in tiles]
    return {f"missions.{name}": first.count(name) for name in ids} | {
        f"aside.{kind}": aside.count(n) for n, kind in enumerate(KINDS)
    }
