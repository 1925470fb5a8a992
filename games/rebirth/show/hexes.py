"""The hexes of a map as they are printed: fields with their signs, places that tiles touch, water."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tilewright.authoring import Captions, Hex, Ink, Look, Picture, Spot, singular

from ..files import FIELDS, SETTLEMENT
from ..map_reader import FARMS

if TYPE_CHECKING:
    from ..files import MapFile

PORT = Ink("*", "port")
LOOKS = {
    "food": Look("yellow", "furrows", icon="food"),
    "energy": Look("purple", "wind", icon="energy"),
    "open": Look("green", "tufts", icon="either"),
    "settlement": Look("brown", icon="house"),
    "port": Look(icon="anchor"),
    "land": Look("grey"),
    "points": Look(icon="vp"),
    "castles": Look(icon="stronghold"),
    "cathedrals": Look(icon="church"),
    "missions": Look(icon="mission"),
    "supply": Look(icon="layers"),
    "castle": Look("grey", icon="stronghold"),
    "cathedral": Look("grey", icon="church"),
    "loch": Look("blue", "waves"),
    "sea": Look("sky"),
    "neutral": Look("black", "dots"),
}


def looks(map_file: MapFile) -> dict[str, Look]:
    """The looks of all that is drawn, further sorts of places included."""
    further = [singular(sort) for sort, sites in map_file.sites.items() if sites]
    return {**LOOKS, **{sort: Look("grey", icon="broch" if sort == "tower" else "") for sort in further}}


def legend(captions: Captions, map_file: MapFile, ports: bool) -> Iterator[tuple[Ink, str]]:
    """The letters of fields, water and further places, explained."""
    for letter, field in zip(FARMS, FIELDS, strict=False):
        yield Ink(letter, field), captions.say(field)
    for letter, size in map_file.sizes.items():
        houses = (Ink(letter, "settlement"),) * size.fields
        yield (
            Ink(letter, "settlement", said=_said(captions, size.name), inks=houses),
            _said(captions, size.name),
        )
    if ports:
        yield PORT, captions.say("a_port")
    for letter, name in map_file.marks.items():
        yield Ink(letter, name), mark_said(captions, name)
    yield Ink("~~~", on="loch"), captions.say("loch")
    for sort, sites in map_file.sites.items():
        if sites:
            code, one = sites[0].code, singular(sort)
            said = place_said(captions, sort)
            yield Ink(code, on=one, said=said, inks=(Ink(code, one),)), said


def legend_before(captions: Captions, cathedrals: bool) -> Iterator[tuple[Ink, str]]:
    """The signs of a map before a match, explained."""
    yield Ink("Ke", on="castle"), captions.say("code_castle")
    if cathedrals:
        yield Ink("C4", on="cathedral"), captions.say("code_cathedral")
    yield Ink("n", "dim"), captions.say("neutral_here")


def mark_said(captions: Captions, name: str) -> str:
    """A further mark of fields in words; its name if there are none."""
    return captions.say(f"mark_{name}") if captions.has(f"mark_{name}") else captions.name(name)


def place_said(captions: Captions, sort: str) -> str:
    """One of a sort of places in words; its name if there are none."""
    one = singular(sort)
    return captions.say(f"code_{one}") if captions.has(f"code_{one}") else captions.name(one)


def _said(captions: Captions, key: str, **args: object) -> str:
    """Returns the caption; the name itself if a map declares something without a message."""
    return captions.say(key, **args) if captions.has(key) else captions.name(key)


class Hexes:
    """Draws the hexes of a map in one language."""

    def __init__(self, captions: Captions, map_file: MapFile) -> None:
        self.captions = captions
        self.sizes: Mapping[str, str] = {letter: size.name for letter, size in map_file.sizes.items()}
        self.fields: Mapping[str, int] = {letter: size.fields for letter, size in map_file.sizes.items()}
        self.places = tuple(range(len(captions.seats)))
        self.marks: Mapping[str, str] = map_file.marks

    def field(
        self, at: Hex, mark: str, group: str = "", *, before: bool = True, covered: bool = False
    ) -> Spot:
        """A field by its mark in the picture, with its signs, and as many houses as its settlement has fields.

        A neutral tile is announced `before` a match only; a tile that has `covered` the field hides further signs.
        """
        say, first, second = self.captions.say, mark[0], mark[1]
        ground = FIELDS[FARMS.index(first) if first in FARMS else SETTLEMENT]
        said = say(ground) if first in FARMS else _said(self.captions, self.sizes[first])
        face = [Ink(first)]
        if second == "p":
            face.append(PORT)
            said = say("port", field=said)
        elif second in self.marks:
            name = self.marks[second]
            known = self.captions.has(name)
            said = say(name, field=said) if known else f"{said}, {self.captions.name(name)}"
            if not covered:
                face.append(Ink(second, name))
        elif second == "n" and before:
            face.append(Ink("n", "dim"))
            said = say("neutral_field", field=said)
        return Spot(
            at=(at.q, at.r),
            face=(tuple(face),),
            ground=ground,
            group=group,
            said=said,
            picture=Picture(what=ground, count=self.fields.get(first, 1)),
        )

    def place(self, at: Hex, sort: str, code: str, name: str) -> Spot:
        """A place that tiles touch, of a sort such as `castles`."""
        one = singular(sort)
        said = f"{self.captions.name(one)} {code}, {name}"
        if self.captions.has(one):
            said = self.captions.say(one, code=code, name=name)
        title = name.removesuffix(" Castle")
        return Spot(
            at=(at.q, at.r),
            face=((Ink(code),),),
            ground=one,
            said=said,
            place=title,
            picture=Picture(title=title, places=self.places if one != "castle" else ()),
        )

    def water(self, at: Hex, what: str) -> Spot:
        """A hex of sea or of a loch."""
        face = ((Ink("~~~"),),) if what == "loch" else ()
        return Spot(at=(at.q, at.r), face=face, ground=what, said=self.captions.say(what))
