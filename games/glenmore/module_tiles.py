"""Tiles and special places of modules: records in its tiles.yaml and cards.yaml, put behind those of the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs

from tilewright.authoring import Document, Folder, Module, Problem, Rules, Thing, stop

from .checks import check_cards, check_tiles
from .files import Addition, Card
from .hooks import Answers
from .printed import Numbers, kinds_of

if TYPE_CHECKING:
    from .printed import Kind, Printed

    Kinds: TypeAlias = Sequence[Kind]

TILES, CARDS = "tiles.yaml", "cards.yaml"


@attrs.frozen(kw_only=True)
class Extended(Module):
    """A module that adds tiles; `with_tiles` makes it."""

    kinds: Callable[[Any], Kinds]


def with_tiles(module: Module, kinds: Callable[[Any], Kinds] | None = None) -> Module:
    """The module with the tiles of its tiles.yaml and the cards of its cards.yaml.

    A record is all that a tile needs: its pieces, its name, and those of its card are made from it. Without `kinds` the
    tiles are the module's only data. A module that loads more reads them with `read_tiles` and says here how to get
    them from its data: `lambda data: data.tiles`.
    """
    given = attrs.asdict(module, recurse=False)
    found: Callable[[Any], Kinds] = kinds or (lambda data: data)
    if kinds is None:
        given["load"] = read_tiles

    def pieces(data: Any) -> Mapping[str, tuple[str, ...]]:
        theirs, added = module.pieces(data), tuple(kind.id for kind in found(data))
        # A kind has the same number in every stack.
        return {**theirs, **{f"stack{n}": added for n in range(4)}}

    def things(data: Any) -> Mapping[str, Sequence[Thing]]:
        theirs, added = module.things(data), found(data)
        cards = [Thing(kind.card.id) for kind in added if kind.card is not None]
        return {**theirs, "tile": [Thing(kind.id) for kind in added], "card": cards}

    given |= {
        "pieces": pieces,
        "things": things,
        "names": lambda data: {**module.names(data), **names(found(data))},
    }
    return Extended(**given, kinds=found)


def names(kinds: Kinds) -> dict[str, dict[str, str]]:
    """The names of tiles and cards by id."""
    named: list[Kind | Card] = [*kinds, *(kind.card for kind in kinds if kind.card is not None)]
    return {thing.id: {str(lang): text for lang, text in thing.names.items()} for thing in named}


def read_tiles(data: Folder, options: Any = None) -> tuple[Kind, ...]:
    """The tiles of a module's tiles.yaml, with the cards of its cards.yaml if it has one.

    Raises InvalidFile that names every place that is wrong. `options` are the module's; the files may name them.
    """
    box: Printed = data.game
    numbers: Mapping[str, int] = Numbers(options) if options is not None else {}
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


def assemble(rules: Rules) -> Printed:
    """`rules.assembled`: the box, what modules add to it, and what they do. Without modules it is the box itself."""
    box: Printed = rules.data
    if not rules.modules:
        return box
    kinds = [
        kind
        for module in rules.modules
        if isinstance(module, Extended)
        for kind in module.kinds(rules.module_data[module.name])
    ]
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
