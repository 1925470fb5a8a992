"""The look of tiles: land with marks and roads, in signs and in words; and captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import SQUARE4, Captions, Face, Ground, Ink, Look, Rules, Way, ways

from ..files import LETTERS
from ..tiles import MARKS, SCROLL, TERRAINS

if TYPE_CHECKING:
    from ..catalogue import Catalogue
    from ..printed import Printed
    from ..scoring_kinds import Scoring
    from ..tiles import Tile

SIGNS = {
    "sheep": "s",
    "cattle": "c",
    "farm": "f",
    "broch": "b",
    "lighthouse": "i",
    "ship": "v",
    "barrel": "o",
    "castle": "#",
}
"""A letter for each mark, or a sign that looks like it."""
KINDS = {"entrance": "e"}
"""A letter for a kind of symbol whose mark begins as another one does: `t` is a stone tablet."""
SCROLL_SIGN = "@"
LOOKS = {
    "P": Look("green", "tufts"),
    "M": Look("brown", "peaks"),
    "W": Look("blue", "waves"),
    "road": Look("white", strong=True),
    SCROLL: Look("yellow", icon="scroll"),
    "gold": Look(icon="coin"),
    "vp": Look(icon="vp"),
    "axe": Look(icon="axe"),
    "spot": Look(icon="spot"),
    **{mark: Look(icon="keep" if mark == "castle" else mark) for mark in SIGNS},
}


def sign(mark: str, kind: str = "") -> str:
    """Returns the letter for a mark, or for this kind of symbol with it."""
    return SIGNS.get(mark) or KINDS.get(kind, mark[:1])


class Wording(Captions):
    """Captions in one language; what tiles show, drawn and in words."""

    def __init__(self, rules: Rules, lang: str, seats: Sequence[str] = ()) -> None:
        # Players' letters differ from those of scoring tiles, of land, and of what else modules' tiles show.
        self.taken = "".join((*LETTERS, *rules.assembled.sides))
        super().__init__(rules, lang, seats)
        self.printed: Printed = rules.data
        self.catalogue: Catalogue = rules.assembled
        self.looks = dict(LOOKS)
        for call in rules.calls("tile_looks"):
            self.looks |= call(rules)

    # -- drawn -----------------------------------------------------------------------------------------------------

    def areas(self, tile: Tile, face: Face) -> tuple[Ground, ...]:
        """Returns the land of a tile as this face of it lies."""
        return tuple(
            Ground(
                area.terrain,
                area.terrain,
                tuple(SQUARE4.directions[side] for side in area.sides),
                tuple(self.marks(tile, face, number)),
            )
            for number, area in enumerate(face.areas)
        )

    def marks(self, tile: Tile, face: Face, number: int) -> Iterator[Ink]:
        """Yields the marks printed in an area of the tile, one by one."""
        for mark, count in zip(MARKS, face.areas[number].marks, strict=False):
            yield from (Ink(sign(mark), mark, said=self.name(mark)) for _ in range(count))
        for symbol in tile.symbols:
            if symbol.area == number:
                yield self.symbol(symbol.mark, symbol.kind)

    def symbol(self, mark: str, kind: str) -> Ink:
        """Returns a scroll, with the sign of what it counts, or what else comes in kinds."""
        scroll = self.catalogue.scrolls.get(kind)
        counted = scroll.counts if scroll is not None else ""
        text = SCROLL_SIGN + SIGNS.get(counted, "") if mark == SCROLL else sign(mark, kind)
        if scroll is not None and counted not in SIGNS and self.looks.get(counted, Look()).icon == "vp":
            text += str(scroll.points)
        # What only has a kind is a symbol itself, and pictures show that alone.
        shown = counted if counted in self.looks else kind if kind in self.looks else ""
        role, on = (shown, mark) if shown or mark == SCROLL else (mark, "")
        return Ink(text, role, on=on, said=self.name(kind))

    def roads(self, tile: Tile, face: Face) -> tuple[Way, ...]:
        """Returns the roads as lines, and the areas that they enter."""
        entered: dict[int, tuple[int, ...]] = {}
        for road, area in tile.entrances:
            entered[road] = (*entered.get(road, ()), area)
        lines = enumerate(ways(face, "road", SQUARE4))
        return tuple(attrs.evolve(way, into=entered.get(number, ())) for number, way in lines)

    # -- in words --------------------------------------------------------------------------------------------------

    def shows(self, tile: Tile, face: Face) -> str:
        """Returns what the tile shows: `pasture n e with 2 sheep; mountain s w; road n s`."""
        said = []
        for number, area in enumerate(face.areas):
            sides = self.sides(area.sides)
            marks = ", ".join(self.things(tile, face, number))
            land = self.say("land" if sides else "land_within", land=self.name(area.terrain), sides=sides)
            said.append(self.say("land_with", land=land, marks=marks) if marks else land)
        said += [self.say("road", sides=self.sides(road)) for road in face.roads]
        return "; ".join(said)

    def lying(self, tile: Tile, face: Face) -> str:
        """Returns what a tile on the table shows, and that sources differ on it."""
        return "; ".join([self.shows(tile, face)] + [self.dispute(tile)] * tile.disputed)

    def dispute(self, tile: Tile) -> str:
        """Returns which reading of a disputed tile this is (IS-AMB-25)."""
        return self.say("read_otherwise" if tile.id in self.printed.otherwise else "disputed")

    def sides(self, numbers: Iterable[int]) -> str:
        """Returns the sides of a tile in words."""
        return self.rules.words.sides((SQUARE4.directions[side] for side in numbers), self.lang)

    def things(self, tile: Tile, face: Face, number: int) -> Iterator[str]:
        """Yields the marks of an area in words: `2 sheep`, `farm`."""
        for mark, count in zip(MARKS, face.areas[number].marks, strict=False):
            if count:
                yield self.several(mark, count)
        yield from (self.name(symbol.kind) for symbol in tile.symbols if symbol.area == number)

    def several(self, mark: str, count: int) -> str:
        """Returns `farm` or `2 farms`."""
        key = f"several_{mark}"
        if count == 1:
            return self.name(mark)
        return self.say(key, count=count) if self.has(key) else f"{count} {self.name(mark)}"

    def scoring_text(self, scoring: Scoring) -> str:
        """Returns the text of a scoring tile, or its name if it has no text."""
        return self.text(scoring.id, **scoring.numbers)


def legend(wording: Wording) -> Iterator[tuple[Ink, str]]:
    """Yields the letters and signs on tiles with their meanings."""
    for terrain in TERRAINS:
        yield Ink(terrain, on=terrain), wording.name(terrain)
    yield Ink("=", "road"), wording.say("a_road")
    for mark in MARKS:
        yield Ink(sign(mark), mark), wording.name(mark)
    for kind in list(wording.printed.scrolls)[:1]:
        yield wording.symbol(SCROLL, kind), wording.say("a_scroll")
