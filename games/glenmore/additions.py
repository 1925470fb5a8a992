"""Tiles and special places that modules add: read from their files, and put behind those of the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilewright.core.checks import stop
from tilewright.core.errors import PluginError
from tilewright.core.things import Thing

from .checks import check_cards, check_tiles
from .files import Addition, Card
from .hooks import Answers
from .printed import kinds_of, named_numbers

if TYPE_CHECKING:
    from tilewright.core.data import Document, Folder
    from tilewright.core.errors import Problem
    from tilewright.core.rules import Rules

    from .printed import Kind, Printed

Kinds: TypeAlias = "Sequence[Kind]"
TILES, CARDS = "tiles.yaml", "cards.yaml"


def read_tiles(data: Folder, options: Any = None) -> tuple[Kind, ...]:
    """The tiles of a module's tiles.yaml, with the cards of its cards.yaml if it has one.

    Raises InvalidFile that names every place that is wrong. `options` are the module's; the files may name them.
    """
    box: Printed = data.game
    numbers = named_numbers(options) if options is not None else {}
    of_tiles = data.document(TILES)
    tiles = of_tiles.structure(tuple[Addition, ...])
    problems = check_tiles(of_tiles, tiles, numbers)
    problems += _taken(of_tiles, [tile.id for tile in tiles], box.kind_number, "tile")
    problems += _unsaid(of_tiles, tiles, data.messages())
    cards: tuple[Card, ...] = ()
    if CARDS in data.names():
        of_cards = data.document(CARDS)
        cards = of_cards.structure(tuple[Card, ...])
        problems += check_cards(of_cards, cards, of_tiles, tiles)
        problems += _taken(of_cards, [card.id for card in cards], box.card_number, "card")
    else:
        problems += [
            of_tiles.problem((at, "card"), f"the module has no {CARDS} with this card")
            for at, tile in enumerate(tiles)
            if tile.card
        ]
    stop(problems)
    return kinds_of(tiles, cards, numbers)


def _taken(document: Document, ids: Sequence[str], box: Mapping[str, int], what: str) -> list[Problem]:
    """A problem for each id that the box has already."""
    return [
        document.problem((at, "id"), f"the game has a {what} {id!r} already")
        for at, id in enumerate(ids)
        if id in box
    ]


def _unsaid(document: Document, tiles: Sequence[Addition], messages: Mapping[str, object]) -> list[Problem]:
    """A problem for each sign that no message explains."""
    return [
        document.problem(
            (at, "sign"), f"messages.yaml has no 'show.effect_{tile.kind}', which explains the sign"
        )
        for at, tile in enumerate(tiles)
        if tile.sign and f"show.effect_{tile.kind}" not in messages
    ]


def pieces(kinds: Kinds) -> dict[str, tuple[str, ...]]:
    """`Module.pieces` of these tiles: a kind has the same number in every stack."""
    return {f"stack{n}": tuple(kind.id for kind in kinds) for n in range(4)}


def things(kinds: Kinds) -> dict[str, list[Thing]]:
    """`Module.things` of these tiles and their cards."""
    return {
        "tile": [Thing(kind.id) for kind in kinds],
        "card": [Thing(kind.card.id) for kind in kinds if kind.card is not None],
    }


def names(kinds: Kinds) -> dict[str, dict[str, str]]:
    """`Module.names` of these tiles and their cards."""
    named: list[Kind | Card] = [*kinds, *(kind.card for kind in kinds if kind.card is not None)]
    return {thing.id: {str(lang): text for lang, text in thing.names.items()} for thing in named}


def assemble(rules: Rules) -> Printed:
    """`rules.assembled`: the box, what modules add to it, and what they do. Without modules it is the box itself."""
    box: Printed = rules.data
    if not rules.modules:
        return box
    added = {kind.id: kind for call in rules.calls("more_tiles") for kind in call(rules)}
    wanted = rules.pieces["stack1"][
        len(box.kinds) :
    ]  # numbered by the modules' names, whoever answered first
    if sorted(added) != sorted(wanted):
        raise PluginError(
            f"modules declare the tiles {', '.join(wanted) or 'none'} and bring {', '.join(added) or 'none'}"
        )
    kinds = [added[id] for id in wanted]
    return attrs.evolve(
        box,
        kinds=(*box.kinds, *kinds),
        cards=(*box.cards, *(kind.card for kind in kinds if kind.card is not None)),
        answers=Answers(
            placed=rules.calls("tile_placed"),
            activated=rules.calls("tile_activated"),
            stand_ins=rules.calls("stand_ins"),
            finals=rules.calls("final_lines"),
        ),
    )
