"""What is printed on Glen More's components, as the rules ask for it: kinds of tile, cards and tables by number.

A *kind* of tile is an index into `Printed.kinds`, a card one into `Printed.cards`. Cubes are counted by resource, in
the order of RESOURCES. Numbers that the rules state come from the options and are filled in here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, combinations_with_replacement
from typing import cast

import attrs

from tilewright.core.checks import Language, Provenance, stop
from tilewright.core.data import Folder

from . import files
from .checks import check_cards, check_tiles, check_totals
from .files import RESOURCES, Box, Card, Does, Frame, Setup, Sort
from .options import Options

ANY = 5
"""A cube of one's choice."""
START = -1
"""The stack of the start villages; the others are 0 to 3."""

Cubes = tuple[int, int, int, int, int]


@attrs.frozen
class Cost:
    """What placing a tile costs (GM-TILE-2)."""

    cubes: Cubes
    whisky: int
    different: int
    """So many cubes more, each of another resource (GM-BLUE-4)."""
    member: int
    """Clan members or chieftains (GM-BLUE-3)."""

    @property
    def free(self) -> bool:
        """Whether nothing is paid."""
        return not (any(self.cubes) or self.whisky or self.different or self.member)


@attrs.frozen
class Deal:
    """One thing that a tile takes cubes for: exactly these, for so many points or barrels."""

    give: Cubes
    vp: int = 0
    whisky: int = 0


@attrs.frozen
class Each:
    """What a tile brings whenever it is activated (GM-TILE-5)."""

    does: Does
    cube: int = -1
    """The resource that it produces, or ANY; the one of which it takes several."""
    movement: int = 0
    vp: int = 0
    """Points for nothing in return."""
    deals: tuple[Deal, ...] = ()
    """What it takes cubes for, one of them at each activation; fewest cubes first."""


@attrs.frozen
class Kind:
    """One kind of tile."""

    id: str
    names: Mapping[Language, str]
    stack: int
    """0 to 3, or START."""
    count: int
    frame: Frame
    kind: Sort
    cost: Cost
    member: int
    """Clan members that placing it brings (GM-GREY-1); its card may bring more."""
    whisky: int
    """Barrels that placing it brings (GM-DIST-1); its card may bring more."""
    each: Each
    river: bool
    road: bool
    card: int | None
    provenance: Provenance


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Printed:
    """Everything that is printed, by number."""

    box: Box
    kinds: tuple[Kind, ...]
    start: int
    """The kind of the start villages."""
    stacks: tuple[tuple[int, ...], ...]
    """By stack 0 to 3: the kind of each tile in it, copies one by one."""
    cards: tuple[Card, ...]
    kind_number: Mapping[str, int]
    """By id."""
    card_number: Mapping[str, int]
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

    def __repr__(self) -> str:
        return f"<printed: {sum(kind.count for kind in self.kinds)} tiles, {len(self.cards)} cards>"

    def points(self, lead: int) -> int:
        """What so much more than the lowest count scores."""
        return self.difference_vp[min(lead, len(self.difference_vp) - 1)]

    def activates_all(self, kind: int) -> bool:
        """Whether placing this kind activates the whole display and ends the turn, as Loch Oich does (GM-SP-6)."""
        card = self.kinds[kind].card
        return card is not None and self.cards[card].once.activate_all

    def provenance(self) -> list[str]:
        """Sentences on what here is not stated by a rulebook."""
        said = []
        origins = [kind.provenance for kind in self.kinds]
        for origin in sorted({*origins} - {"rulebook"}):
            some = f"{origins.count(origin)} of the {len(self.kinds)} kinds of tile"
            said.append(f"Cost, river, road and number of copies of {some} are {origin}.")
        origins = [card.bonnets_provenance for card in self.cards]
        for origin in sorted({*origins} - {"rulebook"}):
            said.append(
                f"The bonnets of {origins.count(origin)} of the {len(self.cards)} cards are {origin}."
            )
        if self.box.difference_vp.provenance != "rulebook":
            said.append(f"The points for each difference are {self.box.difference_vp.provenance}.")
        for players, setup in self.setup.items():
            if setup.provenance != "rulebook":
                said.append(f"The set-up with {players} players is {setup.provenance}.")
        return said


def load_printed(folder: Folder, options: Options | None = None) -> Printed:
    """What the folder's box, tiles and cards say under these options, or under the options' defaults.

    Raises InvalidFile naming every place where the files do not work out.
    """
    options = options or Options()
    numbers = {name: n for name, n in attrs.asdict(options).items() if type(n) is int}
    box_file, tiles_file, cards_file = (folder.document(f"{name}.yaml") for name in ("box", "tiles", "cards"))
    box = box_file.structure(Box)
    tiles = tiles_file.structure(tuple[files.Tile, ...])
    cards = cards_file.structure(tuple[Card, ...])
    problems = check_tiles(tiles_file, tiles, numbers)
    problems += check_cards(cards_file, cards, tiles_file, tiles)
    problems += check_totals(box_file, box, tiles, cards)
    stop(problems)
    if options.bonnets == "cawdor_only":  # GM-AMB-10: only those that the rules themselves speak of
        stated = [card.bonnets if card.bonnets_provenance == "rulebook" else 0 for card in cards]
        cards = tuple(attrs.evolve(card, bonnets=n) for card, n in zip(cards, stated, strict=True))
    card_number = {card.id: number for number, card in enumerate(cards)}
    kinds = tuple(_kind(tile, card_number.get(tile.card), numbers) for tile in tiles)
    return Printed(
        box=box,
        kinds=kinds,
        start=next(number for number, kind in enumerate(kinds) if kind.stack == START),
        stacks=tuple(
            tuple(n for n, kind in enumerate(kinds) if kind.stack == stack for _ in range(kind.count))
            for stack in range(4)
        ),
        cards=cards,
        kind_number={kind.id: number for number, kind in enumerate(kinds)},
        card_number=card_number,
        difference_vp=box.difference_vp.values,
        die=box.die.values,
        prices=box.prices.values,
        spaces=box.spaces.count,
        setup=box.setup,
    )


def _kind(tile: files.Tile, card: int | None, numbers: Mapping[str, int]) -> Kind:
    cost = Cost(
        cubes=_cubes(tile.cost.get(name, 0) for name in RESOURCES),
        whisky=tile.cost.get("whisky", 0),
        different=tile.cost.get("different", 0),
        member=tile.cost.get("member", 0),
    )
    return Kind(
        id=tile.id,
        names=tile.names,
        stack=START if tile.stack == "start" else tile.stack,
        count=tile.count,
        frame=tile.frame,
        kind=tile.kind,
        cost=cost,
        member=tile.once.get("member", 0),
        whisky=tile.once.get("whisky", 0),
        each=_each(tile.each, numbers),
        river=tile.river,
        road=tile.road,
        card=card,
        provenance=tile.provenance,
    )


def _each(each: files.Each, numbers: Mapping[str, int]) -> Each:
    """What an activation brings, its deals written out, with the numbers that are options."""

    def number(value: files.Number) -> int:
        return numbers[value] if isinstance(value, str) else value

    cube = -1 if each.cube is None else ANY if each.cube == "any" else RESOURCES.index(each.cube)
    table = {n: number(vp) for n, vp in sorted(each.vp.items())} if isinstance(each.vp, dict) else {}
    vp = 0 if isinstance(each.vp, dict) else number(each.vp)
    deals: list[Deal] = []
    if each.does == "exchange":
        deals.append(Deal(_cubes(each.give.get(name, 0) for name in RESOURCES), vp, each.whisky))
    elif each.does == "several":
        deals += [Deal(_counted([cube] * n), points) for n, points in table.items()]
    elif each.does == "different":
        deals += [
            Deal(_counted(some), points) for n, points in table.items() for some in combinations(range(5), n)
        ]
    elif each.does == "any":
        deals += [Deal(_counted(some), vp) for some in combinations_with_replacement(range(5), each.count)]
    return Each(each.does, cube, each.points, 0 if deals else vp, tuple(deals))


def _counted(cubes: Sequence[int]) -> Cubes:
    """These resources, counted."""
    return _cubes(cubes.count(resource) for resource in range(5))


def _cubes(counts: Iterable[int]) -> Cubes:
    return cast(Cubes, tuple(counts))
