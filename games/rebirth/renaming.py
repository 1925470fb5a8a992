"""A deck in which a user has changed what cards ask for, and not what they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from tilewright.authoring import Folder, Words

from .descriptions import DECK, condition, sentences
from .files import Deck, MapFile, Mission


def retold(folder: Folder, deck: Deck, map_name: str, map_file: MapFile) -> Deck:
    """The deck, in which no card says what the shipped one of its id asks for while it asks for something else.

    A user may change the condition, or the names of castles, and leave the text of the card as it was in a language.
    """
    if not folder.changed:
        return deck
    shipped = folder.shipped
    before = {card.id: card for card in shipped.load(DECK, Deck).cards}
    name = f"maps/{map_name}.yaml"
    castles = _castles(shipped.load(name, MapFile)) if name in shipped.names() else {}
    words, named = Words(shipped.messages()), _castles(map_file)

    def cards() -> Iterator[Mission]:
        for card in deck.cards:
            old = before.get(card.id)
            if old is not None and _meant(old, castles) != _meant(card, named):
                theirs = {lang: text for lang, text in card.text.items() if old.text.get(lang) != text}
                told = sentences(words, condition(card), named)
                card = attrs.evolve(card, text={**told, **theirs})
            yield card

    return attrs.evolve(deck, cards=tuple(cards()))


def _castles(map_file: MapFile) -> dict[str, str]:
    return {castle.code: castle.name for castle in map_file.castles}


def _meant(card: Mission, castles: Mapping[str, str]) -> tuple[Mapping[str, Any], Sequence[str]]:
    """The condition, and the names of what it is about."""
    return condition(card), [castles.get(code, code) for code in card.castles]
