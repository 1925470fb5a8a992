"""The regions to which a place of the map belongs: settlements, groups of farms, castles and cathedrals beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import About, Action, At, Hex, Ink, Region, View, prizes

from ..actions import ChooseCastle, ChooseCathedral, PlaceTile
from ..files import ENERGY, FIELDS, FOOD, KINDS, OPEN, SETTLEMENT
from ..settlements import influence, policy, prizes_by_size
from ..state import ADJACENT, FREE, NEUTRAL, kind_of, owner, presence_at

if TYPE_CHECKING:
    from ..printed import Printed
    from .board import Wording


class Surroundings:
    """Facts about places beyond the tiles there, for one view in one language."""

    def __init__(self, view: View, wording: Wording) -> None:
        self.view, self.wording = view, wording
        self.printed: Printed = view.rules.data

    def about(self, board: int, at: At) -> About:
        """The regions of a place, how many of the viewer's unseen tiles may go on a free one, and moves there.

        Only the map has places; nothing is known of what one holds but itself.
        """
        if board:
            return About()
        return attrs.evolve(self.facts(Hex(*at)), tries=tuple(self.tries(Hex(*at))))

    def tries(self, hex: Hex) -> Iterator[Action]:
        """Moves that are about the place: a castle or a cathedral is chosen, or the tile in hand placed."""
        seat = self.view.seat
        if seat is None:
            return
        yield from [ChooseCastle(seat, site.code) for site in self.printed.castles if site.hex == hex]
        yield from [ChooseCathedral(seat, site.code) for site in self.printed.cathedrals if site.hex == hex]
        yield from [PlaceTile(seat, KINDS[kind], hex) for kind in [*self.view.hand[seat], FOOD][:1]]

    def facts(self, hex: Hex) -> About:
        """The same without the moves."""
        cell = self.printed.cell_at.get(hex)
        if cell is None:
            found = [self.castle(n) for n, site in enumerate(self.printed.castles) if site.hex == hex]
            found += [self.cathedral(n) for n, site in enumerate(self.printed.cathedrals) if site.hex == hex]
            if hex in self.printed.further:
                found.append(self.site(*self.printed.further[hex]))
            return About(regions=found)
        found = (
            []
            if self.printed.settlement_of[cell] < 0
            else [self.settlement(self.printed.settlement_of[cell])]
        )
        found += self.farms(cell)
        found += map(self.castle, self.printed.castles_at[cell])
        found += map(self.cathedral, self.printed.cathedrals_at[cell])
        for sort, places in self.printed.site_cells.items():
            found += [self.site(sort, n) for n, cells in enumerate(places) if cell in cells]
        found.sort(key=lambda region: -len(region.spots))
        free = self.view.tiles[cell] == FREE
        return About(regions=found, fits=self.fits(cell) if free and self.view.seat is not None else None)

    def spots(self, cells: Sequence[int]) -> frozenset[At]:
        hexes = self.printed.hexes
        return frozenset((hexes[cell].q, hexes[cell].r) for cell in cells)

    def leading(self, amounts: Sequence[int]) -> Ink | None:
        """The only player with the most, if anybody has any."""
        most = max(amounts)
        leaders = [seat for seat in range(len(self.view.seats)) if amounts[seat] == most]
        alone = most > 0 and list(amounts).count(most) == 1 and leaders
        return self.wording.who(leaders[0]) if alone else None

    def settlement(self, number: int) -> Region:
        """A settlement: who has the most symbols; what these bring as long as it is unfinished, and at most."""
        view, printed, options = self.view, self.printed, self.view.options
        cells, gaps = printed.settlements[number], view.gaps[number]
        amounts, neutral = influence(view, number)
        size, most = len(cells), max(amounts)
        name = f"{self.wording.say(f'{printed.size_names[size]}_region')} {printed.settlement_name(number)}"
        if not gaps:
            note = self.wording.say("region_finished")
            return Region(name=name, spots=self.spots(cells), holder=self.leading(amounts), note=note)
        if size == 1:
            possible = max(printed.symbols) * options.small_symbol
        else:
            finals, paid = [], prizes_by_size(view.rules)[size]
            for seat in range(len(amounts)):
                ends = list(amounts)
                ends[seat] += gaps * max(printed.symbols)
                won = prizes(ends, policy(options, paid, seat, ends, neutral))
                finals.append(sum(prize.points for prize in won if prize.seat == seat))
            possible = max(finals)
        return Region(
            name=name,
            spots=self.spots(cells),
            holder=self.leading(amounts),
            points=most * options.unfinished_symbol,
            possible=possible,
            note=self.wording.say("region_free", n=gaps),
        )

    def farms(self, cell: int) -> Iterator[Region]:
        """The group of the farm there; for a free cell, the groups that a farm of the viewer would make or join."""
        view, tile, each = self.view, self.view.tiles[cell], self.view.options.farm_tile
        if tile != FREE:
            if owner(tile) != NEUTRAL and kind_of(tile) <= ENERGY:
                group = [n for n in range(len(view.tiles)) if view.groups.find(n) == view.groups.find(cell)]
                said = self.wording.say("region_next", points=(len(group) + 1) * each)
                yield self.group(owner(tile), kind_of(tile), group, None, said)
            return
        if view.seat is None or self.printed.kind[cell] == SETTLEMENT:
            return
        for kind in (FOOD, ENERGY):
            if self.printed.kind[cell] not in (kind, OPEN):
                continue
            own = view.seat << 3 | kind
            roots = {view.groups.find(n) for n in self.printed.neighbours[cell] if view.tiles[n] == own}
            group = [n for n in range(len(view.tiles)) if n == cell or view.groups.find(n) in roots]
            yield self.group(view.seat, kind, group, len(group) * each, self.wording.say("region_with_this"))

    def group(self, seat: int, kind: int, cells: Sequence[int], possible: int | None, note: str) -> Region:
        return Region(
            name=self.wording.say(f"{FIELDS[kind]}_group", n=len(cells)),
            spots=self.spots(cells),
            holder=self.wording.who(seat),
            possible=possible,
            note=note,
        )

    def castle(self, number: int) -> Region:
        """A castle and the cells around it: who holds it, and how many tiles each player has there."""
        view, site = self.view, self.printed.castles[number]
        tiles = [presence // ADJACENT for presence in presence_at(view, number)]
        said = [f"{view.seats[seat]} {tiles[seat]}" for seat in range(len(view.seats)) if tiles[seat]]
        holder = view.castles[number]
        return Region(
            name=site.name,
            spots=self.spots(self.printed.castle_cells[number]) | {(site.hex.q, site.hex.r)},
            holder=self.wording.who(holder) if holder >= 0 else None,
            points=view.options.castle,
            note=self.wording.say("region_tiles", who=", ".join(said)) if said else "",
        )

    def cathedral(self, number: int) -> Region:
        """A cathedral and the cells around it: who has one there."""
        view, site = self.view, self.printed.cathedrals[number]
        owners = [name for seat, name in enumerate(view.seats) if view.cathedrals[number] >> seat & 1]
        return Region(
            name=site.name,
            spots=self.spots(self.printed.cathedral_cells[number]) | {(site.hex.q, site.hex.r)},
            note=", ".join(owners),
        )

    def site(self, sort: str, number: int) -> Region:
        """A further place of the map and the cells around it."""
        site = self.printed.map.sites[sort][number]
        cells = self.printed.site_cells[sort][number]
        return Region(name=site.name, spots=self.spots(cells) | {(site.hex.q, site.hex.r)})

    def fits(self, cell: int) -> tuple[int, int]:
        """Returns how many of the viewer's unseen tiles may go on such a field, of how many (RB-PLACE-3 to -8)."""
        unseen = self.view.unseen(f"tile.{self.view.seat}")
        field = self.printed.kind[cell]
        if field == SETTLEMENT:
            kinds = [kind for kind in unseen if kind > ENERGY]
        else:
            kinds = [kind for kind in (FOOD, ENERGY) if field in (kind, OPEN)]
        return sum(unseen[kind] for kind in kinds), unseen.total()
