"""The box by number, as the rules ask for it: kinds of tile, cards, and tables.

A *kind* of tile is an index into `Printed.kinds`, a card one into `Printed.cards`. Cubes are counted by resource, in
the order of RESOURCES. Numbers that the rules state come from the options and are filled in here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import Any, cast

import attrs

from tilewright.authoring import Folder, Message, beyond, beyond_rulebook, stop

from .checks import check_cards, check_tiles, check_totals
from .files import RESOURCES, Addition, Box, Card, Counts, Does, Each, Face, Number, Setup, Tile
from .hooks import Answers
from .options import Options

ANY = 5
"""A cube of one's choice."""
START = -1
"""The stack of the start villages; the others are 0 to 3."""
CAWDOR = "cawdor_castle"
"""The card whose bonnets the rules speak of (GM-SP-13), whatever the origin of the data."""


@attrs.frozen
class Deal:
    """An exchange that a tile offers: exactly these cubes for so many points or barrels."""

    give: Counts
    vp: int = 0
    whisky: int = 0


@attrs.frozen
class Activation:
    """The benefit of activating a tile (GM-TILE-5), with the numbers of the options filled in and the deals listed."""

    does: Does
    cube: int = -1
    """The resource that it produces, or ANY; the one of which it takes several."""
    movement: int = 0
    vp: int = 0
    """Points for nothing in return."""
    deals: tuple[Deal, ...] = ()
    """Exchanges that it offers, one for each activation; fewest cubes first."""


@attrs.frozen(kw_only=True)
class Kind(Face):
    """One kind of tile."""

    stack: int
    """0 to 3, or START."""
    each: Activation
    card: Card | None
    sign: str = ""
    """The effect of a module when the tile is activated, as a sign; "" if it does nothing."""
    worth: float = 0.0
    """Points that bots expect of that."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Printed:
    """Everything that is printed, by number. `rules.data` is the box alone, `rules.assembled` has what modules add."""

    box: Box
    kinds: tuple[Kind, ...]
    cards: tuple[Card, ...]
    answers: Answers = Answers()
    """The effects of modules."""
    start: int = attrs.field(init=False)
    """The kind of the start villages."""
    stacks: tuple[tuple[int, ...], ...] = attrs.field(init=False)
    """By stack 0 to 3: the kind of each tile in it, copies one by one."""
    kind_number: Mapping[str, int] = attrs.field(init=False)
    """By id."""
    card_number: Mapping[str, int] = attrs.field(init=False)
    """By id."""
    difference_vp: tuple[int, ...]
    """Points by lead over the lowest count (GM-SCORE-4, GM-SCORE-5); a longer one scores as the last."""
    die: tuple[int, ...]
    """Its faces."""
    prices: tuple[int, ...]
    """The spaces of each warehouse row, cheapest first (GM-WARE-1)."""
    spaces: int
    """Spaces of the circuit; all but one are occupied at the end of a turn (GM-TURN-12)."""
    setup: Mapping[int, Setup]
    """By number of players."""

    @start.default
    def _start(self) -> int:
        return next(number for number, kind in enumerate(self.kinds) if kind.stack == START)

    @stacks.default
    def _stacks(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(n for n, kind in enumerate(self.kinds) if kind.stack == stack for _ in range(kind.count))
            for stack in range(4)
        )

    @kind_number.default
    def _kind_number(self) -> Mapping[str, int]:
        return {kind.id: number for number, kind in enumerate(self.kinds)}

    @card_number.default
    def _card_number(self) -> Mapping[str, int]:
        return {card.id: number for number, card in enumerate(self.cards)}

    def __repr__(self) -> str:
        return f"<printed: {sum(kind.count for kind in self.kinds)} tiles, {len(self.cards)} cards>"

    def points(self, lead: int) -> int:
        """Points for so much more than the lowest count."""
        return self.difference_vp[min(lead, len(self.difference_vp) - 1)]

    def activates_all(self, kind: int) -> bool:
        """True if placing this kind activates the whole display and ends the turn, as Loch Oich does (GM-SP-6)."""
        card = self.kinds[kind].card
        return card is not None and card.once.activate_all

    def provenance(self) -> Iterator[Message]:
        """Messages on everything here that no rulebook states."""
        yield from beyond_rulebook("provenance.tiles", [kind.provenance for kind in self.kinds])
        yield from beyond_rulebook("provenance.bonnets", [card.bonnets_provenance for card in self.cards])
        yield from beyond("provenance.differences", self.box.difference_vp.provenance)
        for players, setup in self.setup.items():
            yield from beyond("provenance.setup", setup.provenance, players=players)


def load_printed(folder: Folder, options: Options | None = None) -> Printed:
    """The folder's box, tiles and cards under these options, or under the options' defaults.

    Raises InvalidFile that names every place where the files do not agree.
    """
    options = options or Options()
    numbers = Numbers(options)
    box_file, tiles_file, cards_file = (folder.document(f"{name}.yaml") for name in ("box", "tiles", "cards"))
    box = box_file.structure(Box)
    tiles = tiles_file.structure(tuple[Tile, ...])
    cards = cards_file.structure(tuple[Card, ...])
    problems = check_tiles(tiles_file, tiles, numbers)
    problems += check_cards(cards_file, cards, tiles_file, tiles)
    problems += check_totals(box_file, box, tiles, cards)
    stop(problems)
    if options.bonnets == "cawdor_only":  # GM-AMB-10: only those that the rules themselves speak of
        spoken_of = [card.id == CAWDOR or card.bonnets_provenance == "rulebook" for card in cards]
        cards = tuple(
            card if stated else attrs.evolve(card, bonnets=0)
            for card, stated in zip(cards, spoken_of, strict=True)
        )
    return Printed(
        box=box,
        kinds=kinds_of(tiles, cards, numbers),
        cards=cards,
        difference_vp=box.difference_vp.values,
        die=box.die.values,
        prices=box.prices.values,
        spaces=box.spaces.count,
        setup=box.setup,
    )


class Numbers(Mapping[str, int]):
    """The options of an attrs class that are numbers: data may name them where a number stands.

    An option is read when it is looked up, so that the kit sees which ones the data name.
    """

    def __init__(self, options: Any) -> None:
        self._options = options
        self._names = [field.name for field in attrs.fields(type(options)) if type(field.default) is int]

    def __getitem__(self, name: str) -> int:
        if name not in self._names:
            raise KeyError(name)
        number: int = getattr(self._options, name)
        return number

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def kinds_of(
    tiles: Sequence[Tile | Addition], cards: Sequence[Card], numbers: Mapping[str, int]
) -> tuple[Kind, ...]:
    """The kinds of tile of these records, each with its card; `numbers` are options by name."""
    card_of = {card.id: card for card in cards}
    return tuple(_kind(tile, card_of.get(tile.card), numbers) for tile in tiles)


def _kind(tile: Tile | Addition, card: Card | None, numbers: Mapping[str, int]) -> Kind:
    printed = {field.name: getattr(tile, field.name) for field in attrs.fields(Face)}
    if isinstance(tile, Addition):
        printed |= {"sign": tile.sign, "worth": tile.worth}
    stack = START if tile.stack == "start" else tile.stack
    return Kind(**printed, stack=stack, each=_activation(tile.each, numbers), card=card)


def _activation(each: Each, numbers: Mapping[str, int]) -> Activation:
    def number(value: Number) -> int:
        return numbers[value] if isinstance(value, str) else value

    cube = -1 if each.cube is None else ANY if each.cube == "any" else RESOURCES.index(each.cube)
    table = {n: number(vp) for n, vp in sorted(each.vp.items())} if isinstance(each.vp, dict) else {}
    vp = 0 if isinstance(each.vp, dict) else number(each.vp)
    deals: list[Deal] = []
    if each.does == "exchange":
        deals.append(Deal(each.give.cubes, vp, each.whisky))
    elif each.does == "several":
        deals += [Deal(_counted([cube] * n), points) for n, points in table.items()]
    elif each.does == "different":
        deals += [
            Deal(_counted(some), points) for n, points in table.items() for some in combinations(range(5), n)
        ]
    elif each.does == "any":
        deals += [Deal(_counted(some), vp) for some in combinations_with_replacement(range(5), each.count)]
    return Activation(each.does, cube, each.points, 0 if deals else vp, tuple(deals))


def _counted(cubes: Sequence[int]) -> Counts:
    """These resources, counted."""
    return cast(Counts, tuple(cubes.count(resource) for resource in range(5)))
