"""What players own beside their displays: cards, barrels, chieftains, coins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.nouns import EMPTY, Given, Noun, named, whole_number, words_of

from ..state import GlenMoreState
from .reading import by_player, each, here

if TYPE_CHECKING:
    from tilewright.core.position import Position


def put_cards(position: Position, cards: Any) -> None:
    """The players named own exactly these cards; each exists once."""
    state = here(position)
    for seat, name, said in by_player(state, cards, "[loch_ness]"):
        state.cards[seat] = 0
        for text, path in words_of(said, "a list of cards", name):
            state.cards[seat] |= 1 << named("card", state.printed.card_number, text, *path)
    for number, card in enumerate(state.printed.cards):
        owners = [name for seat, name in enumerate(state.seats) if state.cards[seat] >> number & 1]
        if len(owners) > 1:
            raise Given(f"{' and '.join(owners)} cannot both have {card.id}")


def _cards(state: GlenMoreState, seat: int) -> list[str]:
    return [card.id for number, card in enumerate(state.printed.cards) if state.cards[seat] >> number & 1]


def _amounts(name: str) -> Noun:
    """A number for each player."""

    def put(position: Position, numbers: Any) -> None:
        state = here(position)
        for seat, player, number in by_player(state, numbers, "2"):
            getattr(state, name)[seat] = whole_number(number, player, least=0)

    def count(state: GlenMoreState, seat: int) -> int:
        return int(getattr(state, name)[seat])

    return Noun(name=name, put=put, write=each(count), count=count, fields=(name,))


CARDS = Noun(
    name="cards",
    put=put_cards,
    write=each(_cards),
    count=lambda state, seat: len(_cards(state, seat)),
    tell=lambda state, name: ", ".join(_cards(state, state.seat(name))) or EMPTY,
    fields=("cards",),
)
AMOUNTS = tuple(map(_amounts, ("barrels", "chieftains", "coins")))
