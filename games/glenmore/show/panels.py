"""The panels: the turn in hand; the warehouse, the players, the next scoring, special places, tiles to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from tilewright.authoring import GLUE, SQUARE8, Goal, Ink, Panel, View

from .. import placing_rules
from ..actions import Sell
from ..cube_payment import own_only
from ..deals import in_hand
from ..debt import BARRELS, DIFFERENT, MEMBERS
from ..files import RESOURCES
from ..gains import has_room, products
from ..printed import ANY
from ..scoring import categories, chiefs, special
from ..state import cards_of, contents, has, tile_at
from ..warehouse import payable, price, purse, worth
from .tile_pictures import does, each, good, goods, kind_role
from .tiles import each_signs, text

if TYPE_CHECKING:
    from ..files import Card
    from ..printed import Deal, Kind
    from .sight import Sight

NAMES = 11
"""Letters of a player's name in the table."""

# -- the turn in hand ----------------------------------------------------------------------------------------------


def turn_panels(sight: Sight) -> Iterator[Panel]:
    """The turn, and the tiles that it may activate; nothing once the game is over."""
    if sight.turn < 0:
        return
    rows = [(line if isinstance(line, Ink) else Ink(line),) for line in _lines(sight)]
    if rows:
        yield Panel(title=sight.say("turn", seat=sight.turn), rows=rows, now=True)
    if sight.step in ("activate", "deal") and sight.view.active:
        gains = [_preview(sight, at) for at in sight.view.active]
        yield Panel(title=sight.say("activating"), rows=gains, now=sight.step == "activate")
    if sight.step == "place":
        yield Panel(title=sight.say("placing"), rows=list(_placing(sight)), now=True, written=True)


TRADING = ("take", "pay", "deal", "trade")
"""Steps in which it matters what cubes cost and bring."""


def _lines(sight: Sight) -> Iterator[str | Ink]:
    """Lines on what is owed, held, to be had and to be spent in the turn; for the viewer the status has some."""
    view, seat = sight.view, sight.turn
    if view.tile >= 0 and not sight.acts:
        yield sight.say("in_hand", what=sight.name(sight.printed.kinds[view.tile].id))
    if view.owed:
        owed = [sight.cubes(view.owed[:5])]
        owed += [sight.say("different", count=view.owed[DIFFERENT])] * bool(view.owed[DIFFERENT])
        owed += [sight.count("payer", view.owed[MEMBERS])] * bool(view.owed[MEMBERS])
        owed += [sight.count("barrel", view.owed[BARRELS])] * bool(view.owed[BARRELS])
        drawn = (
            *goods(view.owed[:5]),
            *good(ANY, view.owed[DIFFERENT]),
            *(Ink("m", "member", on=f"seat {seat}"),) * view.owed[MEMBERS],
            *(Ink("b", "barrel"),) * view.owed[BARRELS],
        )
        said = sight.say("owed", what=", ".join(filter(None, owed)))
        yield Ink(said, inks=(Ink(sight.say("owed", what="") + GLUE), *drawn))
    if view.benefit > 0:
        yield sight.say("to_take", what=sight.count("cube", view.benefit))
    elif view.benefit < 0:
        yield sight.say("once_restock")
    if sight.step == "deal":
        cell, pile = in_hand(view)
        kind, given = tile_at(view, seat, cell), contents(pile)
        yield sight.each(kind)
        yield sight.say("given", what=sight.cubes(given) or sight.say("nothing"))
        made = [deal for deal in kind.each.deals if deal.give == given]
        yield sight.say("worth", what=_gain(sight, made[0]) if made else sight.say("nothing"))
    early = view.options.ness_time == "any_time" and sight.step not in ("move", "trade")
    if (early or sight.step in ("activate", "deal")) and not view.ness and has(view, seat, "loch_ness"):
        yield sight.say("ness")
    if not sight.acts and (view.points or sight.step in ("activate", "move")):
        yield sight.say("movement", count=view.points)


def _gain(sight: Sight, deal: Deal) -> str:
    return sight.count("point", deal.vp) if deal.vp else sight.count("barrel", deal.whisky)


def _preview(sight: Sight, at: int) -> tuple[Ink, ...]:
    """A row on what activating the tile would bring now."""
    kind, said = tile_at(sight.view, sight.turn, at), outcome(sight, sight.turn, at)
    what, label = kind_role(kind), sight.label(kind)
    named = Ink(label, kind.frame, inks=(Ink(label, what), Ink(GLUE + label)) if what else ())
    plain = not kind.each.deals and said == sight.each(kind)  # what it brings is what is printed on it
    drawn = [ink for one in each(sight, kind) for ink in one.get] if plain else []
    return Ink(SQUARE8.text(at)), named, Ink(said, inks=tuple(drawn))


def outcome(sight: Sight, seat: int, at: int) -> str:
    """Returns what activating the tile on the seat's display would bring it now."""
    view, kind = sight.view, tile_at(sight.view, seat, at)
    if kind.each.does == "produce" and not makes_cube(sight, seat, kind, at):
        return sight.say("full")
    if kind.each.does == "move" and not (at or view.options.start_village_counts):
        return sight.say("nothing")
    if not kind.each.deals:
        return sight.each(kind)
    mine, prices = purse(view, seat), sight.printed.prices
    own = own_only(view, kind)
    best: tuple[int, int, str] | None = None
    for deal in kind.each.deals:
        missing = [max(0, wanted - have) for wanted, have in zip(deal.give, mine.own, strict=True)]
        if (own and any(missing)) or not payable(mine, deal.give):
            continue
        paid = sum(sum(prices[view.warehouse[k] :][:n]) for k, n in enumerate(missing))
        said = sight.deal(deal)
        if paid:
            said = sight.say("bought", deal=said, what=sight.cubes(missing), coins=paid)
        if best is None or (deal.vp, -paid) > best[:2]:
            best = (deal.vp, -paid, said)
    return best[2] if best else sight.say("no_deal")


def makes_cube(sight: Sight, seat: int, kind: Kind, at: int) -> bool:
    """True if a tile of this kind would produce something on this cell of the seat's display."""
    return bool(products(sight.view, kind)) and has_room(sight.view, seat, at)


def activated_at(sight: Sight, seat: int, at: int) -> list[Kind]:
    """Return the kinds of the tiles that placing a tile there could activate to some effect, first the one in hand."""
    view, display, number = sight.view, sight.view.displays[seat], sight.view.tile
    near = [at + off for off in placing_rules.AROUND if at + off in display]
    if number >= 0 and sight.printed.activates_all(number):
        near = list(display)
    near = [cell for cell in near if cell not in view.activated]
    own = [(sight.printed.kinds[number], at)] if number >= 0 else []
    around = [*own, *((tile_at(view, seat, cell), cell) for cell in sorted(near))]
    return [
        tile
        for tile, cell in around
        if each_signs(tile) and (tile.each.does != "produce" or makes_cube(sight, seat, tile, cell))
    ]


def _placing(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """For each spot, in symbols, what could be activated there."""
    for at in placing_rules.open_spots(sight.view, sight.turn):
        works = activated_at(sight, sight.turn, at)
        signs = ", ".join(text(each_signs(tile)) for tile in works)
        said = ", ".join(map(sight.each, works))
        drawn = tuple(map(does, works))
        yield Ink(SQUARE8.text(at)), Ink(signs or sight.say("nothing"), said=said, inks=drawn)


# -- what is there for all ----------------------------------------------------------------------------------------


def common_panels(sight: Sight) -> Iterator[Panel]:
    """The panels of the whole table; those without content are left out."""
    yield _warehouse(sight)
    gains = _gains(sight) if sight.view.scorings < 3 and not sight.view.over else []
    yield _players(sight, gains)
    if any(map(any, gains)):
        yield _scoring(sight, gains)
    places = list(_places(sight))
    if places:
        cards = [goal for _, goal in places]
        yield Panel(title=sight.say("places"), rows=[row for row, _ in places], goals=cards)
    coming = list(_coming(sight))
    if coming:
        yield Panel(title=sight.say("coming"), rows=coming)


def _warehouse(sight: Sight) -> Panel:
    """What has been paid in, and what cubes cost and bring; while they are traded, only prices, on one line."""
    view, prices, goods = sight.view, sight.printed.prices, range(5)
    trading = sight.step in TRADING or any(isinstance(action, Sell) for action in view.legal())
    buy, sell = [price(view, n) for n in goods], [worth(view, n) for n in goods]
    rows = [
        (Ink(sight.say("paid_in"), "dim"), *(_paid(prices, view.warehouse[n]) for n in goods)),
        (Ink(sight.say("buy"), "dim"), *map(_coins, buy)),
        (Ink(sight.say("sell"), "dim"), *map(_coins, sell)),
    ]
    if trading:
        both = (_both(*pair) for pair in zip(buy, sell, strict=True))
        rows = [(Ink(sight.say("buy_sell"), "dim"), *both)]
    heads = [Ink(sight.resource(n), RESOURCES[n]) for n in goods]
    return Panel(title=sight.say("warehouse"), head=(Ink(""), *heads), rows=rows, now=trading)


def _both(buy: int | None, sell: int | None) -> Ink:
    """What a cube costs, and what one brings."""
    one, other = _coins(buy), _coins(sell)
    drawn = (*(one.inks or (one,)), Ink("/", "dim"), *(other.inks or (other,)))
    return Ink(f"{one.text}/{other.text}", inks=drawn)


def _paid(prices: Sequence[int], taken: int) -> Ink:
    """The spaces of a row: coins that were paid in, and prices of those that are free."""
    text = " ".join("$" if n < taken else str(coins) for n, coins in enumerate(prices))
    drawn = [Ink(str(coins), "coin" if n < taken else "space") for n, coins in enumerate(prices)]
    return Ink(text, said=f"{taken}/{len(prices)}", inks=tuple(drawn))


def _coins(number: int | None) -> Ink:
    """So many coins; `-` for none."""
    return Ink(str(number), inks=(Ink(str(number), "coin"),)) if number else Ink("-", "dim")


def hidden(view: View) -> frozenset[int]:
    """The seats whose points the viewer does not see (GM-EV-3)."""
    if view.options.vp_secrecy == "open" or view.over:
        return frozenset()
    return frozenset(range(len(view.seats))) - {view.seat}


ROLES = {
    "points": "vp",
    "coins": "coin",
    "members": "member",
    "tiles": "tile",
    "cards": "card",
    "barrels": "barrel",
    "chieftains": "chief",
}
"""By caption of a column, the role whose symbol stands for it."""


def _players(sight: Sight, gains: Sequence[Sequence[int]]) -> Panel:
    """Points of others are shown only if they are open or the game is over (GM-EV-3)."""
    view = sight.view
    secret, penalty = hidden(view), view.options.tile_penalty
    seats = range(len(view.seats))
    counts = [len(display) for display in view.displays]
    columns: dict[str, Sequence[object]] = {
        "points": ["?" if seat in secret else view.scores[seat] for seat in seats],
        "coins": view.coins,
        "barrels": view.barrels,
        "chieftains": [_chiefs(view, seat) for seat in seats],
        "cards": [cards.bit_count() for cards in view.cards],
        "members": [sum(view.members[seat].values()) for seat in seats],
        "tiles": counts,
    }
    if not view.over and penalty:
        columns["penalty"] = [-penalty * (count - min(counts)) for count in counts]
    if gains:
        columns["next_scoring"] = [sum(points[seat] for points in gains) for seat in seats]
    table = sight.players(columns)
    heads = [
        attrs.evolve(
            head,
            role=ROLES.get(key, "dim"),
            said=sight.say(f"{key}_said") if sight.has(f"{key}_said") else "",
            more=sight.say("now") if sight.has(f"{key}_said") else "",
        )
        for key, head in zip(("", "", *columns), table.head, strict=True)
    ]
    return attrs.evolve(table, head=tuple(heads))


def _chiefs(view: View, seat: int) -> str:
    """A seat's chieftains, and what counts beside them: `5+2`."""
    more = chiefs(view, seat) - view.chieftains[seat]
    return f"{view.chieftains[seat]}+{more}" if more else str(view.chieftains[seat])


def _gains(sight: Sight) -> list[list[int]]:
    """Points that a scoring would bring now, by category and seat (GM-SCORE-4)."""
    found = categories(sight.view).values()
    return [[sight.printed.points(number - min(numbers)) for number in numbers] for numbers in found]


def _scoring(sight: Sight, gains: list[list[int]]) -> Panel:
    """What the next scoring would bring now, also as cards."""
    rows, seats = [], range(len(sight.view.seats))
    for seat in seats:
        own = [points[seat] for points in gains]
        rows.append((sight.who(seat), *(Ink(str(points)) for points in (*own, sum(own)))))
    counts = categories(sight.view).values()
    goals = [
        Goal(
            title=sight.say(key),
            said=sight.say("difference"),
            icon=role,
            amounts=dict(enumerate(numbers)),
            points=dict(enumerate(points)),
            now=True,
        )
        for key, role, numbers, points in zip(SCORED, SCORED.values(), counts, gains, strict=True)
    ]
    title = sight.say("scoring", number=sight.view.scorings + 1)
    return Panel(title=title, head=sight.head("", *SCORED, "all"), rows=rows, goals=goals)


SCORED = {"whisky": "barrel", "chieftains": "chief", "cards": "card"}
"""What each scoring counts, and the role of its symbol."""


def _places(sight: Sight) -> Iterator[tuple[tuple[Ink, ...], Goal]]:
    """Cards on the circuit with all that they do, cards of players with what lasts; as rows and as cards."""
    view = sight.view
    for space, item in enumerate(view.chain):
        card = sight.printed.kinds[item].card if item >= 0 else None
        if card is not None:
            said, name = sight.card(card), sight.name(card.id)
            goal = Goal(
                title=name, said=said, icon=_symbol(sight, card), note=sight.say("ahead", count=space)
            )
            yield (Ink(f"+{space}", "dim"), Ink(name), Ink(said)), goal
    for seat in range(len(view.seats)):
        worth = {card.id: points for card, points in special(view, seat)}
        for card in cards_of(view, seat):
            said, name = sight.card(card, at_once=False), sight.name(card.id)
            goal = Goal(
                title=name,
                said=said,
                icon=_symbol(sight, card),
                points={seat: worth[card.id]} if card.id in worth else {},
                note=view.seats[seat],
            )
            yield (sight.who(seat), Ink(name), Ink(said)), goal


def _symbol(sight: Sight, card: Card) -> str:
    """The role of the place that a card belongs to."""
    kinds = [kind for kind in sight.printed.kinds if kind.card is not None and kind.card.id == card.id]
    return (kind_role(kinds[0]) if kinds else "") or "card"


def _coming(sight: Sight) -> Iterator[tuple[Ink, ...]]:
    """The number of tiles in each stack; while a tile is being taken, also which ones, in no known order."""
    view = sight.view
    counts = {n: view.count(f"stack{n}") for n in range(4) if view.count(f"stack{n}")}
    if counts and sight.step != "take":
        said = ", ".join(f"{sight.say('stack', number=n)}: {left}" for n, left in counts.items())
        yield (Ink(said),)
        return
    for number, left in counts.items():
        names: Counter[str] = Counter()
        for kind, copies in view.unseen(f"stack{number}").items():
            names[sight.name(sight.printed.kinds[kind].id)] += copies
        listed = sorted(names.items(), key=lambda item: (-item[1], item[0]))
        said = ", ".join(f"{copies} {name}" for name, copies in listed)
        yield Ink(sight.say("stack", number=number)), Ink(str(left)), Ink(said)
