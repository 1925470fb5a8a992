"""The look of tiles and cards: in symbols, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.authoring import Captions, Ink, Look, Rules, Way

from ..files import RESOURCES
from ..printed import ANY

if TYPE_CHECKING:
    from ..files import Card
    from ..printed import Deal, Kind, Printed

LETTERS = "wshcg"
"""Cubes in letters, by resource: wood, stone, sheep (h), cattle, grain."""
LOOKS = {
    "yellow": Look("yellow", "dots"),
    "green": Look("green", "lines"),
    "brown": Look("brown", "bricks"),
    "grey": Look("grey", "stripes"),
    "blue": Look("blue", "waves"),
    "wood": Look("green", strong=True, icon="wood"),
    "stone": Look("grey", strong=True, icon="stone"),
    "sheep": Look("white", strong=True, icon="sheep"),
    "cattle": Look("brown", strong=True, icon="cattle"),
    "grain": Look("yellow", strong=True, icon="grain"),
    "river": Look("sky", strong=True, icon="river"),
    "road": Look("orange", icon="road"),
    "die": Look("black", strong=True, icon="die"),
    "space": Look(icon="space"),
    "castle": Look(icon="castle-tile"),
    "pasture": Look(icon="meadow"),
    **{
        name: Look(icon=name)
        for name in (
            *("any", "member", "chief", "barrel", "coin", "vp", "card", "bonnet", "move", "tile", "stack"),
            *(
                "village",
                "abbey",
                "loch",
                "forest",
                "quarry",
                "field",
                "meadow",
                "distillery",
                "butcher",
                "fair",
            ),
            *("tavern", "grocer", "bridge"),
        )
    },
}
"""How grounds, goods, people and buildings look."""
GENERIC = frozenset({"castle", "loch", "abbey", "of"})
"""Words that the names of special places can do without where there is little room."""
WIDE = 10
"""Letters in a line of a name on the circuit."""


# -- in symbols ----------------------------------------------------------------------------------------------------


def cube(resource: int, number: int = 1) -> Ink:
    """So many cubes of a resource (or ANY) in letters."""
    return Ink("?" * number) if resource == ANY else Ink(LETTERS[resource] * number, RESOURCES[resource])


def cubes(numbers: Sequence[int]) -> tuple[Ink, ...]:
    """Cubes by resource, in letters."""
    return tuple(cube(resource, number) for resource, number in enumerate(numbers) if number)


def once_signs(kind: Kind) -> tuple[Ink, ...]:
    """The benefit of placing it: `+m` members, `b` barrels, `$` coins, `?` cubes, `*` a card with its bonnets `^`."""
    card = kind.card
    members, barrels, rest = kind.once.member, kind.once.whisky, ""
    if card is not None:
        members, barrels = members + card.once.member, barrels + card.once.whisky
        rest = f"{'$' * card.once.coins}{'?' * card.once.cubes}*{'^' * card.bonnets}"
    said = "m" * members + "b" * barrels + rest
    return (Ink(f"+{said}"),) if said else ()


def each_signs(kind: Kind) -> tuple[Ink, ...]:
    """The benefit of activating it: `+w`, `+>` a movement point, `+3`, `g:b` a barrel for grain, `1 3 5` at a fair.

    What a module does stands behind it, as the module's own sign.
    """
    found = _given(kind)
    return (*found, *(Ink(" "),) * bool(found), Ink(kind.sign)) if kind.sign else found


def _given(kind: Kind) -> tuple[Ink, ...]:
    """Returns what the game itself gives for activating it."""
    what = kind.each
    if what.does == "produce":
        return (Ink("+"), cube(what.cube))
    if what.does == "move":
        return (Ink("+" + ">" * what.movement),)
    if what.does == "score":
        return (Ink(f"+{what.vp}"),)
    if what.does == "different":
        return (Ink(" ".join(map(str, ladder(kind)))),)
    if what.does == "any":
        return (Ink(f"{'?' * sum(what.deals[0].give)}:{what.deals[0].vp}"),)
    found: list[Ink] = []
    for deal in what.deals:
        found += [Ink(" ")] * bool(found)
        found += [*cubes(deal.give), Ink(":" + (str(deal.vp) if deal.vp else "b" * deal.whisky))]
    return tuple(found)


def ladder(kind: Kind) -> list[int]:
    """Points for 1, 2, 3 ... cubes."""
    return list(dict(sorted((sum(deal.give), deal.vp) for deal in kind.each.deals)).values())


def ways(kind: Kind) -> tuple[Way, ...]:
    """River and road, as lines."""
    return (Way("river", ("n", "s")),) * kind.river + (Way("road", ("e", "w")),) * kind.road


def way_signs(kind: Kind) -> tuple[Ink, ...]:
    """River and road, as signs."""
    return (Ink("|", "river"),) * kind.river + (Ink("=", "road"),) * kind.road


def text(inks: Sequence[Ink]) -> str:
    """The text of all these inks."""
    return "".join(ink.text for ink in inks)


def lines(name: str) -> list[str]:
    """A name in lines of at most WIDE letters, if possible two."""
    found = [""]
    for word in name.split():
        while word:
            if len(found[-1]) + bool(found[-1]) + len(word) <= WIDE:
                found[-1] = f"{found[-1]} {word}".strip()
                word = ""
            elif found[-1]:
                found.append("")
            else:
                found[-1], word = word[: WIDE - 2] + "-", word[WIDE - 2 :]
    return found


# -- in words ------------------------------------------------------------------------------------------------------


class Wording(Captions):
    """Names and effects of tiles and cards, in one language."""

    def __init__(self, rules: Rules, lang: str, seats: Sequence[str] = ()) -> None:
        super().__init__(rules, lang, seats)
        self.printed: Printed = rules.assembled

    def count(self, key: str, number: int) -> str:
        """`1 point`, `3 points`: the message `show.points_of`."""
        return self.say(f"{key}s_of", count=number)

    def resource(self, number: int) -> str:
        return self.name(RESOURCES[number])

    def label(self, kind: Kind) -> str:
        """A name for little room: `Quarry`, `Ness`."""
        if kind.card is not None:
            name = kind.names["en"]
            own = [word for word in name.split() if word.lower() not in GENERIC]
            return (own or name.split())[0]
        made = kind.each.cube if kind.kind == "production" else -1
        key = f"label_{RESOURCES[made] if 0 <= made < ANY else kind.kind}"
        return self.say(key) if self.has(key) else self.name(kind.id)

    def code(self, kind: Kind) -> str:
        """Three letters of the label."""
        return self.label(kind)[:3]

    def cost_signs(self, kind: Kind) -> tuple[Ink, ...]:
        """The cost of placing the tile: `-sw`, `-b` a barrel, `-m` a member, `-2 kinds`; nothing if it is free."""
        paid = kind.cost
        if paid.free:
            return ()
        if paid.different:
            return (Ink(self.say("kinds", count=paid.different)), *cubes(paid.cubes))
        return (Ink("-"), *cubes(paid.cubes), Ink("b" * paid.whisky + "m" * paid.member))

    def cubes(self, numbers: Sequence[int]) -> str:
        """`1 wood, 2 sheep`."""
        return ", ".join(self.some(resource, number) for resource, number in enumerate(numbers) if number)

    def some(self, resource: int, number: int) -> str:
        """`1 sheep`, `2 sheep`; ANY is a cube of any kind."""
        return self.say("cubes_of" if resource == ANY else f"of_{RESOURCES[resource]}", count=number)

    def cost(self, kind: Kind) -> str:
        """The cost of placing it, "" if it is free."""
        paid = kind.cost
        said = [self.cubes(paid.cubes)]
        said += [self.say("different", count=paid.different)] * bool(paid.different)
        said += [self.count("barrel", paid.whisky)] * bool(paid.whisky)
        said += [self.count("payer", paid.member)] * bool(paid.member)
        return ", ".join(filter(None, said))

    def once(self, kind: Kind) -> str:
        """The benefit of placing it; of the card the name alone."""
        said = [self.count("member", kind.once.member)] * bool(kind.once.member)
        said += [self.count("barrel", kind.once.whisky)] * bool(kind.once.whisky)
        said += [self.say("card")] * (kind.card is not None)
        return ", ".join(said)

    def each(self, kind: Kind) -> str:
        """The benefit of activating it."""
        if not kind.sign:
            return self.given(kind)
        effect = self.effect(kind)
        return effect if kind.each.does == "nothing" else f"{self.given(kind)}, {effect}"

    def effect(self, kind: Kind) -> str:
        """Returns what a module does when the tile is activated: its message `show.effect_SORT`."""
        return self.say(f"effect_{kind.kind}")

    def given(self, kind: Kind) -> str:
        """Returns what the game itself gives for activating it."""
        what = kind.each
        if what.does == "produce":
            return self.some(what.cube, 1)
        if what.does == "move":
            return self.count("movement", what.movement)
        if what.does == "score":
            return self.count("point", what.vp)
        if what.does == "different":
            numbers = "/".join(str(n) for n in sorted({sum(deal.give) for deal in what.deals}))
            give, gain = self.say("different", count=numbers), "/".join(map(str, ladder(kind)))
            return self.say("deal", gain=self.say("points_of", count=gain), give=give)
        if what.does == "any":
            return self.deal(what.deals[0], self.count("cube", sum(what.deals[0].give)))
        return "; ".join(map(self.deal, what.deals)) or self.say("nothing")

    def deal(self, deal: Deal, give: str = "") -> str:
        """`7 points for 1 wood, 1 stone`."""
        gain = self.count("point", deal.vp) if deal.vp else self.count("barrel", deal.whisky)
        return self.say("deal", gain=gain, give=give or self.cubes(deal.give))

    def tile(self, kind: Kind, placed: bool = False) -> str:
        """The tile in a sentence; once it is placed, without cost and one-time benefit."""
        said = [self.name(kind.id), *self.ways(kind)]
        if not placed:
            said += [self.say("costs", what=self.cost(kind))] * (not kind.cost.free)
            said += [self.say("brings", what=self.once(kind))] * bool(self.once(kind))
        said.append(self.say("each", what=self.each(kind)))
        return ", ".join(said + [self.dispute(kind)] * bool(self.dispute(kind)))

    def dispute(self, kind: Kind) -> str:
        """On what sources differ about the tile; "" for most."""
        key = f"disputed_{kind.id}"
        return self.say(key) if self.has(key) else ""

    def ways(self, kind: Kind) -> list[str]:
        return [self.say("river")] * kind.river + [self.say("road")] * kind.road

    def card(self, card: Card, at_once: bool = True) -> str:
        """The effects of the card; without `at_once` only the lasting ones."""
        said: list[str] = []
        if at_once:
            first = card.once
            said += [self.say("once_member")] * bool(first.member)
            said += [self.count("barrel", first.whisky)] * bool(first.whisky)
            said += [self.count("coin", first.coins)] * bool(first.coins)
            said += [self.say("once_cubes", count=first.cubes)] * bool(first.cubes)
            said += [self.say("once_restock")] * first.restock + [self.say("once_all")] * first.activate_all
        if card.every_turn is not None:
            said.append(self.say("every_turn", count=card.every_turn.activate))
        if card.every_scoring is not None:
            said.append(self.say("every_scoring", count=card.every_scoring.chieftain))
        if card.final is not None:
            what = card.final.frame or card.final.kind
            key = f"final_{what}"
            named = self.say(key) if self.has(key) else f"{what}"
            said.append(self.say("final", count=card.final.points, what=named))
        said += [self.count("bonnet", card.bonnets)] * bool(card.bonnets)
        if self.has(f"card_{card.id}"):  # what a module does for its owner
            said.append(self.say(f"card_{card.id}"))
        return ", ".join(said)


def legend(words: Wording) -> Iterator[tuple[Ink, str]]:
    """The meaning of each symbol."""
    for resource in range(5):
        yield cube(resource), words.resource(resource)
    sheep = Ink("s", "sheep")
    for sign, key, drawn in (
        ("-s", "a_cost", Ink("", "pay", inks=(sheep,))),
        ("+s", "a_gain", Ink("", "get", inks=(sheep,))),
        ("?", "a_any", Ink("?", "any")),
        ("b", "a_barrel", Ink("b", "barrel")),
        ("m", "a_member", Ink("m", "member")),
        ("$", "a_coin", Ink("$", "coin")),
        ("*", "a_card", Ink("*", "card")),
        ("^", "a_bonnet", Ink("^", "bonnet")),
        (">", "a_movement", Ink(">", "move")),
        ("h:2", "a_deal", Ink("", "get", inks=(sheep, Ink("\N{RIGHTWARDS ARROW}"), Ink("2", "vp")))),
        ("1 3 5", "a_ladder", Ink("", "get", inks=(Ink("1", "vp"), Ink("3", "vp"), Ink("5", "vp")))),
    ):
        yield Ink(sign, inks=(drawn,), said=words.say(key)), words.say(key)
    signs = {kind.sign: kind for kind in words.printed.kinds if kind.sign}
    yield from ((Ink(sign), words.effect(kind)) for sign, kind in signs.items())
    yield Ink("|", "river"), words.say("river")
    yield Ink("=", "road"), words.say("road")
