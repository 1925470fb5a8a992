"""The count of all forms in a territory, as one number: its outlook follows from that number.

The number has a field for each count. Most forms are even (`is_even`): what a tile adds to their fields follows
from the regions and roads that it joins, and is one number, too. Adding it is all that most imagined tiles take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..count_forms import Each, Nothing, OfRegions, OnRoad
from ..placement_steps import Step, added
from ..region_search import RegionCounts
from ..tiles import BARREL

if TYPE_CHECKING:
    from ..catalogue import Catalogue
    from ..count_forms import Count, Form
    from ..region_search import Like, TerritoryParts
    from ..scoring_kinds import Scoring
    from ..tiles import Tile

T = TypeVar("T")
WIDTH = 20
"""Bits of a field. There are two for each form: as the territory stands, and with regions closed that are nearly so;
three for each kind of scroll: what it counts, and how many are in open and in closed regions; a wide one for lines
without forms that modules promise; and room last, which has no limit."""
MASK = (1 << WIDTH) - 1
LINES = (1 << 2 * WIDTH) - 1
ZERO = 1 << WIDTH - 1
"""Stands for 0 in fields of forms, which a module may let count below that."""
MEETINGS = 10_000
"""Regions, and meetings of a tile's side with one, of which a tally knows the numbers before it begins anew."""
SCROLL_POINTS = 2000
"""Numbers of which a tally knows the points for scrolls before it begins anew."""


class Outlook(NamedTuple):
    """Everything that follows from a layout, without gold."""

    totals: tuple[int, ...]
    """By place A to D, what its scoring tile finds (`Scoring.total`)."""
    nearly: tuple[int, ...]
    """The same, if regions with a single open edge were closed."""
    scrolls: int
    """Points for scrolls."""
    barrels: int
    """Tiles that bring gold (IS-INC-2)."""
    loose: int
    """Tiles that would if a road led to them."""
    room: int
    """For all open cells together, how many of the game's tiles fit."""
    counts: tuple[int, ...] = ()
    """Counts of the forms of modules' promises (`Promise`), one after the other."""
    promised: tuple[tuple[str, float, float], ...] = ()
    """Lines of modules that have no forms: (label, points, points in each round to come)."""


def pays(tile: Tile) -> int:
    """Returns whether the tile has barrels that bring gold."""
    return tile.marks[BARREL] > 0 and tile.pays


def is_even(form: Form) -> bool:
    """Returns whether what a step adds to the form follows from the tile, and the regions and roads that it joins."""
    return isinstance(form, (Each, Nothing, OnRoad)) or (isinstance(form, OfRegions) and form.per == 1)


def _only(kind: type[T], forms: list[tuple[int, Form]]) -> list[tuple[int, T]]:
    """Returns the even ones of one kind."""
    return [(at, form) for at, form in forms if is_even(form) and isinstance(form, kind)]


def _piece(tile: Tile, number: int) -> tuple[str, int, int, tuple[int, ...], tuple[str, ...]]:
    """Returns an area of the tile as a region: terrain, open edges, size, marks, scrolls."""
    area = tile.face.areas[number]
    scrolls = tuple([name for name, where in tile.scrolls if where == number])
    return area.terrain, len(area.sides), int(tile.full), area.marks, scrolls


class Tally:
    """The fields of a match's numbers."""

    def __init__(self, known: Catalogue, scorings: tuple[Scoring, ...]) -> None:
        self.known = known
        promised = [form for promise in known.promises for form in promise.forms]
        forms: list[Form] = [*(tile.form for tile in scorings), OnRoad(pays), Each(pays), *promised]
        self._each = tuple(tile.each for tile in scorings)
        self._places = [2 * WIDTH * n for n in range(len(forms))]
        self._kinds = list(known.scrolls.values())
        scrolls = 2 * WIDTH * len(forms)
        kinds = [(scrolls + 3 * WIDTH * n, kind.form) for n, kind in enumerate(self._kinds)]
        self._kind_at = {kind.id: at for kind, (at, _) in zip(self._kinds, kinds)}
        placed = list(zip(self._places, forms))
        self._of_tiles, self._kinds_of_tiles = _only(Each, placed), _only(Each, kinds)
        self._of_roads = _only(OnRoad, placed)
        self._of_regions, self._kinds_of_regions = _only(OfRegions, placed), _only(OfRegions, kinds)
        same = sum([form.amount << at | form.amount << at + WIDTH for at, form in _only(Nothing, placed)])
        self._nothing = same + sum([form.amount << at for at, form in _only(Nothing, kinds)])
        self._nothing += sum([ZERO << at | ZERO << at + WIDTH for at in self._places])
        self._uneven = [(at, form) for at, form in placed if not is_even(form)]
        self._uneven_kinds = {
            kind.id for kind in self._kinds if not is_even(kind.form) or isinstance(kind.form, OnRoad)
        }
        self._scrolls, self._scroll_bits = scrolls, 3 * WIDTH * len(kinds)
        self._lines_at = self._scrolls + self._scroll_bits
        self._room = self._lines_at + 2 * WIDTH
        self._roomless = (1 << self._room) - 1
        uneven = [at for at, _ in self._uneven]
        left_out = sum([MASK << at | MASK << at + WIDTH for at in uneven])
        left_out |= LINES << self._lines_at
        left_out |= sum([MASK << self._kind_at[name] for name in self._uneven_kinds])
        self._even_bits = self._roomless & ~left_out
        self._uneven_zeros = sum([ZERO << at | ZERO << at + WIDTH for at in uneven])
        self._lines: dict[tuple[tuple[str, float, float], ...], int] = {(): 0}
        """Lines that modules promise without forms, numbered."""
        self._known_lines: list[tuple[tuple[str, float, float], ...]] = [()]
        self._alone: dict[int, int] = {}
        """By tile, what it adds where it meets no other."""
        self._meetings: dict[tuple[int, int, int, Like], int] = {}
        self._regions: dict[tuple[str, int, int, tuple[int, ...], tuple[str, ...]], int] = {}
        self._tiles: dict[str, int] = {}
        self._roads: dict[str, int] = {}
        self._scroll_points: dict[int, int] = {}

    def start(self, ground: TerritoryParts) -> tuple[int, int, list[Count]]:
        """Returns the number of a ground, its part that even forms count, and the counts of the others."""
        scrolls: dict[int, tuple[str, ...]] = {}
        for name, root in ground.scrolls:
            scrolls[root] = (*scrolls.get(root, ()), name)
        even = self._nothing + sum([self._of_tile(tile) for tile in ground.tiles])
        for root, (kind, edges, _, size, marks) in ground.regions.items():
            even += self._region(kind, edges, size, marks, scrolls.get(root, ()))
        even += sum([self._on_road(tile) for n, tile in enumerate(ground.tiles) if ground.connected >> n & 1])
        for at, form in self._of_roads:
            if not form.home:
                amount = form.amount(ground.tiles[0])
                even -= (amount << at) + (amount << at + WIDTH)
        starts = [form.start(ground) for _, form in self._uneven]
        found = even + (ground.room << self._room)
        for (at, _), (now, nearly, _) in zip(self._uneven, starts, strict=True):
            found += (now << at) + (nearly << at + WIDTH)
        for name in self._uneven_kinds.intersection([name for name, _ in ground.scrolls]):
            found += ground.count(self.known.scrolls[name])[0] << self._kind_at[name]
        if self.known.promised:
            found += self._promised(ground) << self._lines_at
        return found, even, starts

    def after(self, step: Step, even: int, starts: list[Count]) -> int:
        """Returns the number of a territory after a step, from what `start` returns for its ground."""
        ground, tile = step.ground, step.tile
        found = even + self._change(step) + (ground.room_with(step.cell, step.face) << self._room)
        for (at, form), had in zip(self._uneven, starts):
            now, nearly = form.after(ground, had, step)
            found += (now << at) + (nearly << at + WIDTH)
        if self._uneven_kinds and (ground.scrolls or tile.scrolls):
            there = {name for name, _ in ground.scrolls} | {name for name, _ in tile.scrolls}
            for name in self._uneven_kinds & there:
                kind = self.known.scrolls[name]
                found += kind.form.after(ground, ground.count(kind), step)[0] << self._kind_at[name]
        if self.known.promised:
            found += self._promised(step) << self._lines_at
        return found

    def _change(self, step: Step) -> int:
        """Returns what a step adds to the part that even forms count.

        If each area and each road of the tile meets one other at most, each side adds what it would add alone.
        """
        number, likes, face = step.number, step.ground.likes(step.cell), step.face
        if likes is None or step.tile.entrances:
            return self._joins(step)
        areas, roads, meetings = face.area_at, face.road_at, self._meetings
        if len(likes) > 1:
            met = [areas[side] for side, _ in likes]
            if len(set(met)) < len(met) or sum([like[5] for _, like in likes]) > 1:
                return self._joins(step)
        found = self._alone.get(number)
        if found is None:
            pieces = [self._region(*_piece(step.tile, area)) for area in range(len(face.areas))]
            found = self._alone[number] = self._of_tile(step.tile) + sum(pieces)
        for side, like in likes:
            key = number, areas[side], roads[side], like
            more = meetings.get(key)
            if more is None:
                if len(meetings) >= MEETINGS:
                    meetings.clear()
                more = meetings[key] = self._meets(step.tile, areas[side], roads[side], like)
            found += more
        return found

    def _meets(self, tile: Tile, area: int, road: int, like: Like) -> int:
        """Returns what even forms count more if an area and a road of the tile meet what is beside them."""
        kind, edges, size, marks, scrolls, _, home = like
        found = self._on_road(tile) if home and road >= 0 else 0
        if area >= 0 and kind:
            terrain, sides, full, shown, mine = _piece(tile, area)
            found += self._region(
                terrain, edges + sides - 2, size + full, added(shown, marks), scrolls + mine
            )
            found -= self._region(terrain, sides, full, shown, mine) + self._region(
                kind, edges, size, marks, scrolls
            )
        return found

    def _joins(self, step: Step) -> int:
        """Returns the same as `_change` for all steps."""
        ground, joined, tile = step.ground, step.joined, step.tile
        found, owner, gone = self._of_tile(tile), joined.owner, joined.gone
        scrolls: list[tuple[str, ...]] = [() for _ in joined.made]
        for name, area in tile.scrolls:
            scrolls[owner[area]] += (name,)
        for root, area in gone.items():
            names = tuple([name for name, where in ground.scrolls if where == root])
            scrolls[owner[area]] += names
            kind, edges, _, size, marks = ground.regions[root]
            found -= self._region(kind, edges, size, marks, names)
        for (kind, edges, _, size, marks), names in zip(joined.made, scrolls, strict=True):
            found += self._region(kind, edges, size, marks, names)
        if joined.joins:
            found += self._on_road(tile)
        if joined.connected:
            found += sum(
                [self._on_road(one) for n, one in enumerate(ground.tiles) if joined.connected >> n & 1]
            )
        return found

    def _region(
        self, kind: str, edges: int, size: int, marks: tuple[int, ...], scrolls: tuple[str, ...]
    ) -> int:
        """Returns what even forms count of such a region with these scrolls."""
        key = kind, edges, size, marks, scrolls
        found = self._regions.get(key)
        if found is None:
            region, found = RegionCounts(kind, edges, 0, size, marks), 0
            for at, form in self._of_regions:
                now = form.amount(region, 0)
                found += (now << at) + ((form.amount(region, 1) if form.hopeful else now) << at + WIDTH)
            for at, form in self._kinds_of_regions:
                found += form.amount(region, 0) << at
            for name in scrolls:
                found += 1 << self._kind_at[name] + (2 if edges == 0 else 1) * WIDTH
            if len(self._regions) >= MEETINGS:
                self._regions.clear()
            self._regions[key] = found
        return found

    def _of_tile(self, tile: Tile) -> int:
        """Returns what even forms count of the tile wherever it lies."""
        found = self._tiles.get(tile.face.name)
        if found is None:
            found = sum(
                [form.amount(tile) << at | form.amount(tile) << at + WIDTH for at, form in self._of_tiles]
            )
            found += sum([form.amount(tile) << at for at, form in self._kinds_of_tiles])
            self._tiles[tile.face.name] = found
        return found

    def _on_road(self, tile: Tile) -> int:
        """Returns what even forms count of the tile if a road connects it to the castle."""
        found = self._roads.get(tile.face.name)
        if found is None:
            found = sum(
                [form.amount(tile) << at | form.amount(tile) << at + WIDTH for at, form in self._of_roads]
            )
            self._roads[tile.face.name] = found
        return found

    def even(self, number: int) -> int:
        """Returns the part of a number that even forms count."""
        return number & self._even_bits | self._uneven_zeros

    def moved(self, starts: list[Count], step: Step, number: int, ground: TerritoryParts) -> list[Count]:
        """Returns the counts of uneven forms for the ground after a step, which has this number."""
        found = []
        for (at, form), had in zip(self._uneven, starts, strict=True):
            now = (number >> at & MASK) - ZERO, (number >> at + WIDTH & MASK) - ZERO
            found.append(form.moved(had, step, now, ground))
        return found

    def _promised(self, there: TerritoryParts | Step) -> int:
        """Returns the number of the lines that modules promise without forms."""
        home, _ = there.sketches()
        lines = tuple([line for ask in self.known.promised for line in ask(home)])
        if lines not in self._lines:
            self._lines[lines] = len(self._known_lines)
            self._known_lines.append(lines)
        return self._lines[lines]

    def read(self, number: int) -> Outlook:
        """Returns the outlook of territories that have this number."""
        counts = [(number >> at & MASK) - ZERO for at in self._places]
        each, n = self._each, len(self._each)
        barrels, every = counts[n : n + 2]
        return Outlook(
            tuple([count * points for count, points in zip(counts, each)]),
            tuple(
                [
                    ((number >> at & MASK) - ZERO) * points
                    for at, points in zip(range(WIDTH, 2 * WIDTH * n, 2 * WIDTH), each)
                ]
            ),
            self._points(number >> self._scrolls & (1 << self._scroll_bits) - 1),
            barrels,
            every - barrels,
            number >> self._room,
            tuple(counts[n + 2 :]),
            self._known_lines[number >> self._lines_at & LINES],
        )

    def apart(self, number: int) -> tuple[int, int]:
        """Returns the number without its room, and the room."""
        return number & self._roomless, number >> self._room

    def _points(self, fields: int) -> int:
        """Returns the points for scrolls, from the fields of all kinds."""
        found = self._scroll_points.get(fields)
        if found is None:
            found, rest, options = 0, fields, self.known.options
            for kind in self._kinds:
                amount, opened, closed = rest & MASK, rest >> WIDTH & MASK, rest >> 2 * WIDTH & MASK
                rest >>= 3 * WIDTH
                if opened:
                    found += opened * kind.brings(amount, 1, options)
                if closed:
                    found += closed * kind.brings(amount, options.closed_scroll, options)
            if len(self._scroll_points) >= SCROLL_POINTS:
                self._scroll_points.clear()
            self._scroll_points[fields] = found
        return found
