"""The panels of the whole table: warehouse, players, the next scoring, special places, tiles to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilewright.core.draw.model import Ink, Panel

from ..scoring import categories, chiefs
from ..state import held
from ..warehouse import price, worth
from .tiles import cube

if TYPE_CHECKING:
    from .sight import Sight

NAMES = 11
"""Letters of a player's name in the table."""


def table_panels(sight: Sight) -> Iterator[Panel]:
    """Those that have something to say."""
    yield _warehouse(sight)
    yield _players(sight)
    gains = _gains(sight)
    if sight.view.scorings < 3 and not sight.view.over and any(map(any, gains)):
        yield _scoring(sight, gains)
    places = list(_places(sight))
    if places:
        yield Panel(title=sight.say("places"), rows=places)
    coming = list(_coming(sight))
    if coming:
        yield Panel(title=sight.say("coming"), rows=coming)


def _head(sight: Sight, *keys: str) -> tuple[Ink, ...]:
    return tuple(Ink(sight.say(key) if key else "", "dim") for key in keys)


def _who(sight: Sight, seat: int) -> Ink:
    return Ink(sight.signs[seat], f"seat {seat}", said=sight.view.seats[seat])


def _warehouse(sight: Sight) -> Panel:
    view, prices = sight.view, sight.printed.prices
    rows = []
    for resource in range(5):
        taken = view.warehouse[resource]
        spaces = " ".join("$" if n < taken else str(coins) for n, coins in enumerate(prices))
        rows.append(
            (
                cube(resource),
                Ink(sight.tell.resource(resource)),
                Ink(spaces, said=f"{taken}/{len(prices)}"),
                Ink(str(price(view, resource) or "-")),
                Ink(str(worth(view, resource) or "-")),
            )
        )
    return Panel(title=sight.say("warehouse"), head=_head(sight, "", "", "spaces", "buy", "sell"), rows=rows)


def _players(sight: Sight) -> Panel:
    """Points too, but those of others only where they are open or the game is over (GM-EV-3)."""
    view = sight.view
    rows = []
    for seat, name in enumerate(view.seats):
        hidden = view.options.vp_secrecy == "hidden" and seat != view.seat and not view.over
        values = (
            "?" if hidden else view.scores[seat],
            view.coins[seat],
            sum(held(view, seat)),
            sum(view.members[seat].values()),
            len(view.displays[seat]),
            view.cards[seat].bit_count(),
            view.barrels[seat],
            view.chieftains[seat],
            chiefs(view, seat),
        )
        rows.append((_who(sight, seat), Ink(name[:NAMES], said=name), *(Ink(str(value)) for value in values)))
    keys = ("points", "coins", "cubes", "members", "tiles", "cards", "barrels", "chieftains", "counting")
    return Panel(title=sight.say("players"), head=_head(sight, "", "", *keys), rows=rows)


def _gains(sight: Sight) -> list[list[int]]:
    """What a scoring would bring now, by category and seat (GM-SCORE-4)."""
    found = categories(sight.view).values()
    return [[sight.printed.points(number - min(numbers)) for number in numbers] for numbers in found]


def _scoring(sight: Sight, gains: list[list[int]]) -> Panel:
    rows = []
    for seat in range(len(sight.view.seats)):
        own = [points[seat] for points in gains]
        rows.append((_who(sight, seat), *(Ink(str(points)) for points in (*own, sum(own)))))
    title = sight.say("scoring", number=sight.view.scorings + 1)
    return Panel(title=title, head=_head(sight, "", "whisky", "chieftains", "cards", "all"), rows=rows)


def _places(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """Cards on the circuit with all that they do, cards of players with what lasts."""
    view, cards = sight.view, sight.printed.cards
    names = [Ink(view.rules.words.name(card.id, sight.lang)) for card in cards]
    for space, item in enumerate(view.chain):
        card = sight.printed.kinds[item].card if item >= 0 else None
        if card is not None:
            name = Ink(view.rules.words.name(card.id, sight.lang))
            yield Ink(f"+{space}", "dim"), name, Ink(sight.tell.card(card))
    for seat in range(len(view.seats)):
        for number, card in enumerate(cards):
            if view.cards[seat] >> number & 1:
                yield _who(sight, seat), names[number], Ink(sight.tell.card(card, at_once=False))


def _coming(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """How many tiles each stack holds; and which, while a tile is taken: in what order nobody knows."""
    view = sight.view
    counts = {n: view.count(f"stack{n}") for n in range(4) if view.count(f"stack{n}")}
    if counts and sight.step != "take":
        said = ", ".join(f"{sight.say('stack', number=n)}: {left}" for n, left in counts.items())
        yield (Ink(said),)
        return
    for number, left in counts.items():
        names: Counter[str] = Counter()
        for kind, copies in view.unseen(f"stack{number}").items():
            names[sight.tell.name(sight.printed.kinds[kind])] += copies
        listed = sorted(names.items(), key=lambda item: (-item[1], item[0]))
        said = ", ".join(f"{copies} {name}" for name, copies in listed)
        yield Ink(sight.say("stack", number=number)), Ink(str(left)), Ink(said)
