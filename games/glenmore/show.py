"""Glen More as boards and panels to draw, from what a view shows: the circuit as a chain, displays as squares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tilewright.core.draw.model import Board, Ink, Offer, Panel, Piece, Show, Spot, letters
from tilewright.core.grid import SQUARE8, unpack
from tilewright.core.schedule import name_of

from . import land
from .actions import Activate, Discard, LochNess, MoveMember, Pay, PayMember, PlaceTile, Take, TakeCube
from .captions import WORDS
from .picture import (
    LETTERS,
    LOOKS,
    WIDE,
    Teller,
    code,
    cost,
    count,
    cube,
    each,
    label,
    legend,
    lines,
    marks,
    once,
    text,
    ways,
)
from .printed import ANY
from .scoring import categories, chiefs
from .state import DIE, RESOURCES, amount, has, held, total
from .warehouse import payable, price, purse, worth

if TYPE_CHECKING:
    from tilewright.core.actions import Action
    from tilewright.core.draw.model import At
    from tilewright.core.views import View

    from .printed import Deal, Kind, Printed

CIRCUIT, DISPLAY = 0, 1
"""The boards on which choices are numbered; the display is the viewer's own."""
NAMES = 11
"""Letters of a player's name in the table."""


def show(view: View, lang: str = "en") -> Show:
    """All that the view's seat may know; what differs only in hidden things looks the same."""
    return _Picture(view, lang).show()


class _Picture:
    """One view in one language."""

    def __init__(self, view: View, lang: str) -> None:
        self.view = view
        self.lang = lang
        self.printed: Printed = view.rules.data
        self.tell = Teller(view.rules, lang)
        self.signs = letters(view.seats)
        self.turn = -1 if view.over else view.to_act[0]
        """The seat whose turn it is."""
        self.step = "" if view.over else name_of(view.rules.nodes[view.stack[-1][0]])

    def say(self, key: str, **args: object) -> str:
        return WORDS.say(key, args, self.view.seats, self.lang)

    def show(self) -> Show:
        view = self.view
        first = view.seat if view.seat is not None else max(0, self.turn)
        order = [first, *(seat for seat in range(len(view.seats)) if seat != first)]
        offers = list(self.offers())
        places = {offer.at for offer in offers if offer.board == DISPLAY and offer.at is not None}
        boards = [self.circuit()]
        boards += [self.display(seat, places if seat == first else set(), seat != first) for seat in order]
        title = view.rules.game.title
        return Show(
            title=self.say("finished", title=title) if view.over else self.to_move(title),
            boards=boards,
            panels=list(self.panels()),
            offers=offers,
            looks=LOOKS,
            legend=list(self.legend()),
            caption=view.rules.game.provenance(self.printed),
            lang=self.lang,
        )

    def to_move(self, title: str) -> str:
        said = self.say("to_move", title=title, turn=self.view.turns, seat=self.turn)
        key = f"step_{self.step}"
        if key not in WORDS:
            return said
        return f"{said} ({self.say(key, tile=self.subject())})"

    def subject(self) -> str:
        """The tile that the step is about, "" for none."""
        view = self.view
        if self.step == "deal":
            return self.tell.name(self.kind(self.turn, view.stack[-1][2]))
        if view.tile >= 0:
            return self.tell.name(self.printed.kinds[view.tile])
        return self.tell.name(self.kind(self.turn, view.placed[0])) if view.placed else ""

    def kind(self, seat: int, cell: int) -> Kind:
        number: int = self.view.displays[seat][cell]
        return self.printed.kinds[number]

    # -- choices ---------------------------------------------------------------------------------------------------

    def offers(self) -> Iterator[Offer]:
        """Every legal action; on a spot where it alone is meant by it."""
        legal = list(self.view.legal())
        meant = [self.spot_of(action, legal) for action in legal]
        taken = Counter(meant)
        for action, place in zip(legal, meant, strict=True):
            if place is None or taken[place] > 1:
                yield Offer(action=action)
            else:
                yield Offer(action=action, board=place[0], at=place[1])

    def spot_of(self, action: Action, legal: Sequence[Action]) -> tuple[int, At] | None:
        """Board and spot of an action; None for sales and whatever else says more than a spot."""
        if isinstance(action, (Take, Discard)):
            return CIRCUIT, (action.space, 0)
        if isinstance(action, LochNess) and action.cell in {a.cell for a in legal if isinstance(a, Activate)}:
            return None
        if isinstance(action, MoveMember) and len({a.start for a in legal if isinstance(a, MoveMember)}) > 1:
            return None
        if isinstance(action, (PlaceTile, Activate, LochNess, MoveMember, Pay, PayMember, TakeCube)):
            return DISPLAY, (action.cell.x, action.cell.y)
        return None

    # -- boards ----------------------------------------------------------------------------------------------------

    def circuit(self) -> Board:
        """The chain from the rear to the head, then the gap; small while nobody takes a tile."""
        view = self.view
        spots = []
        for space, item in enumerate(view.chain):
            name = f"+{space}" if space else "0"
            if item >= 0:
                kind = self.printed.kinds[item]
                spots.append(
                    Spot(
                        at=(space, 0),
                        name=name,
                        face=self.tile_face(kind),
                        short=(Ink(code(kind, self.lang)),),
                        ground=kind.frame,
                        ways=ways(kind),
                        said=self.tell.tile(kind),
                    )
                )
                continue
            die = item == DIE
            seat = -1 - item
            role, said = (
                ("die", self.say("die_said")) if die else (f"seat {seat}", self.say("figure", seat=seat))
            )
            called = self.say("die") if die else view.seats[seat]
            piece = Piece("#" if die else self.signs[seat], role, "cube" if die else "pawn")
            spots.append(
                Spot(
                    at=(space, 0),
                    name=name,
                    face=((Ink(called[:WIDE], "strong"),),),
                    pieces=(piece,),
                    short=(Ink(piece.text, role),),
                    said=said,
                )
            )
        for space in range(len(view.chain), self.printed.spaces):
            face = ((Ink("..", "dim"),),)
            said = self.say("gap_said")
            spots.append(Spot(at=(space, 0), name=self.say("gap"), face=face, said=said))
        return Board(title=self.say("circuit"), grid="chain", spots=spots, small=self.step != "take")

    def tile_face(self, kind: Kind) -> tuple[tuple[Ink, ...], ...]:
        """Name, cost, what it brings at once and each time."""
        first, *more = lines(self.tell.name(kind))
        second = (" ".join(more)).ljust(WIDE - len(marks(kind)) - 1)
        paid, gained = cost(kind, self.lang), once(kind, self.printed)
        between = (Ink(" "),) * bool(paid and gained and len(text(paid) + text(gained)) < WIDE)
        return ((Ink(first, "strong"),), (Ink(second, "strong"),), (*paid, *between, *gained), each(kind))

    def display(self, seat: int, places: set[At], small: bool) -> Board:
        """The seat's tiles, and the free spots that are offered to it."""
        view = self.view
        spots = [self.tile(seat, cell, number) for cell, number in view.displays[seat].items()]
        laid = {spot.at for spot in spots}
        spots += [Spot(at=at, said=self.say("spot")) for at in sorted(places - laid)]
        return Board(title=self.say("display", seat=seat), grid="square8", spots=spots, small=small)

    def tile(self, seat: int, cell: int, number: int) -> Spot:
        """A tile with its cubes and clan members."""
        kind, sign = self.printed.kinds[number], self.signs[seat]
        pile, members = self.view.cubes[seat].get(cell, 0), self.view.members[seat].get(cell, 0)
        counts = [amount(pile, resource) for resource in range(5)]
        pieces = [
            Piece(
                f"{n}{LETTERS[resource]}" if total(pile) > 4 else LETTERS[resource],
                RESOURCES[resource],
                "cube",
            )
            for resource, n in enumerate(counts)
            for _ in range(n if total(pile) <= 4 else bool(n))
        ]
        own = kind.each.cube if kind.each.does == "produce" else ANY
        short = [Ink(code(kind, self.lang))]
        if own != ANY and total(pile) == counts[own] > 0:
            short.append(Ink(str(counts[own]), RESOURCES[own]))
        elif pile:
            short += [Ink("."), *(cube(resource, n) for resource, n in enumerate(counts) if n)]
        if members:
            figure = Piece(sign + (str(members) if members > 1 else ""), f"seat {seat}", "pawn")
            pieces.append(figure)
            short.append(Ink(figure.text, figure.role))
        said = [self.tell.tile(kind, placed=True)]
        said += [self.say("holds", what=self.tell.cubes(counts))] * bool(pile)
        said += [count("member", members, self.lang)] * bool(members)
        return Spot(
            at=unpack(cell),
            face=((Ink(label(kind, self.lang), "strong"),), each(kind)),
            pieces=tuple(pieces),
            short=tuple(short),
            ground=kind.frame,
            ways=ways(kind),
            said="; ".join(said),
        )

    # -- panels ----------------------------------------------------------------------------------------------------

    def panels(self) -> Iterator[Panel]:
        if self.turn >= 0:
            rows = [(Ink(line),) for line in self.turn_lines()]
            if rows:
                yield Panel(title=self.say("turn", seat=self.turn), rows=rows)
            if self.step in ("activate", "deal") and self.view.active:
                yield Panel(title=self.say("activating"), rows=[self.preview(at) for at in self.view.active])
            if self.step == "place":
                yield Panel(title=self.say("placing"), rows=list(self.placing()))
        yield self.warehouse()
        yield self.players()
        gains = self.gains()
        if self.view.scorings < 3 and not self.view.over and any(map(any, gains)):
            yield self.scoring(gains)
        places = list(self.special_places())
        if places:
            yield Panel(title=self.say("places"), rows=places)
        coming = list(self.coming())
        if coming:
            yield Panel(title=self.say("coming"), rows=coming)

    def turn_lines(self) -> Iterator[str]:
        """What is owed, held, to be had and to be spent in the turn in hand."""
        view, seat = self.view, self.turn
        if view.tile >= 0:
            yield self.say("in_hand", what=self.tell.name(self.printed.kinds[view.tile]))
        if view.owed:
            owed = [self.tell.cubes(view.owed[:5])]
            owed += [self.say("different", count=view.owed[5])] * bool(view.owed[5])
            owed += [count("payer", view.owed[7], self.lang)] * bool(view.owed[7])
            yield self.say("owed", what=", ".join(filter(None, owed)))
        if view.benefit > 0:
            yield self.say("to_take", what=count("cube", view.benefit, self.lang))
        elif view.benefit < 0:
            yield self.say("once_restock")
        if self.step == "deal":
            cell, pile = view.stack[-1][2:4]
            given = tuple(amount(pile, resource) for resource in range(5))
            yield self.tell.each(self.kind(seat, cell))
            yield self.say("given", what=self.tell.cubes(given) or self.say("nothing"))
            made = [deal for deal in self.kind(seat, cell).each.deals if deal.give == given]
            yield self.say("worth", what=self.gain(made[0]) if made else self.say("nothing"))
        if self.step in ("activate", "deal") and not view.ness and has(view, seat, "loch_ness"):
            yield self.say("ness")
        if view.points or self.step in ("activate", "move"):
            yield self.say("movement", count=view.points)

    def gain(self, deal: Deal) -> str:
        return count("point", deal.vp, self.lang) if deal.vp else count("barrel", deal.whisky, self.lang)

    def preview(self, at: int) -> tuple[Ink, ...]:
        """What activating the tile would bring now."""
        kind = self.kind(self.turn, at)
        return Ink(SQUARE8.text(at)), Ink(label(kind, self.lang), kind.frame), Ink(self.outcome(kind, at))

    def outcome(self, kind: Kind, at: int) -> str:
        view, seat = self.view, self.turn
        if kind.each.does == "produce" and not self.has_room(kind, at):
            return self.say("full")
        if kind.each.does == "move" and not (at or view.options.start_village_counts):
            return self.say("nothing")
        if not kind.each.deals:
            return self.tell.each(kind)
        own, prices = held(view, seat), self.printed.prices
        only_own = view.options.own_only and kind.kind in ("grocer", "bridge")
        best: tuple[int, int, str] | None = None
        for deal in kind.each.deals:
            missing = [max(0, wanted - have) for wanted, have in zip(deal.give, own, strict=True)]
            if (only_own and any(missing)) or not payable(purse(view, seat), deal.give):
                continue
            paid = sum(sum(prices[view.warehouse[k] :][:n]) for k, n in enumerate(missing))
            said = self.tell.deal(deal)
            if paid:
                bought = text([cube(k, n) for k, n in enumerate(missing) if n])
                said = self.say("bought", deal=said, what=bought, coins=paid)
            if best is None or (deal.vp, -paid) > best[:2]:
                best = (deal.vp, -paid, said)
        return best[2] if best else self.say("no_deal")

    def has_room(self, kind: Kind, at: int) -> bool:
        view = self.view
        spent = kind.each.cube == ANY and view.options.iona_production == "once" and bool(view.iona)
        return not spent and total(view.cubes[self.turn].get(at, 0)) < int(view.options.tile_capacity)

    def placing(self) -> Iterator[tuple[Ink, ...]]:
        """For each spot, in symbols, what could be activated there."""
        view, seat = self.view, self.turn
        kind = self.printed.kinds[view.tile]
        display = view.displays[seat]
        card = None if kind.card is None else self.printed.cards[kind.card]
        for at in view.spots or land.spots(view, seat, kind):
            near = [at + off for off in land.AROUND if at + off in display]
            if card is not None and card.once.activate_all:
                near = list(display)
            around = [(kind, at), *((self.kind(seat, cell), cell) for cell in sorted(near))]
            found = [
                text(each(tile))
                for tile, cell in around
                if tile.each.does != "produce" or self.has_room(tile, cell)
            ]
            said = ", ".join(filter(None, found))
            yield Ink(SQUARE8.text(at)), Ink(said or self.say("nothing"))

    def warehouse(self) -> Panel:
        view, prices = self.view, self.printed.prices
        rows = []
        for resource in range(5):
            taken = view.warehouse[resource]
            spaces = " ".join("$" if n < taken else str(coins) for n, coins in enumerate(prices))
            rows.append(
                (
                    cube(resource),
                    Ink(self.tell.resource(resource)),
                    Ink(spaces, said=f"{taken}/{len(prices)}"),
                    Ink(str(price(view, resource) or "-")),
                    Ink(str(worth(view, resource) or "-")),
                )
            )
        return Panel(title=self.say("warehouse"), head=self.head("", "", "spaces", "buy", "sell"), rows=rows)

    def head(self, *keys: str) -> tuple[Ink, ...]:
        return tuple(Ink(self.say(key) if key else "", "dim") for key in keys)

    def who(self, seat: int) -> Ink:
        return Ink(self.signs[seat], f"seat {seat}", said=self.view.seats[seat])

    def players(self) -> Panel:
        """Points too, but those of others only where they are open or the game is over (GM-EV-3)."""
        view = self.view
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
            rows.append(
                (self.who(seat), Ink(name[:NAMES], said=name), *(Ink(str(value)) for value in values))
            )
        keys = ("points", "coins", "cubes", "members", "tiles", "cards", "barrels", "chieftains", "counting")
        return Panel(title=self.say("players"), head=self.head("", "", *keys), rows=rows)

    def gains(self) -> list[list[int]]:
        """What a scoring would bring now, by category and seat (GM-SCORE-4)."""
        found = categories(self.view).values()
        return [[self.printed.points(number - min(numbers)) for number in numbers] for numbers in found]

    def scoring(self, gains: list[list[int]]) -> Panel:
        view = self.view
        rows = []
        for seat in range(len(view.seats)):
            own = [points[seat] for points in gains]
            rows.append((self.who(seat), *(Ink(str(points)) for points in (*own, sum(own)))))
        title = self.say("scoring", number=view.scorings + 1)
        return Panel(title=title, head=self.head("", "whisky", "chieftains", "cards", "all"), rows=rows)

    def special_places(self) -> Iterator[tuple[Ink, ...]]:
        """Cards on the circuit with all that they do, cards of players with what lasts."""
        view = self.view
        for space, item in enumerate(view.chain):
            number = self.printed.kinds[item].card if item >= 0 else None
            if number is not None:
                card = self.printed.cards[number]
                yield Ink(f"+{space}", "dim"), Ink(self.card_name(number)), Ink(self.tell.card(card))
        for seat in range(len(view.seats)):
            for number, card in enumerate(self.printed.cards):
                if view.cards[seat] >> number & 1:
                    yield (
                        self.who(seat),
                        Ink(self.card_name(number)),
                        Ink(self.tell.card(card, at_once=False)),
                    )

    def card_name(self, number: int) -> str:
        return self.view.rules.words.name(self.printed.cards[number].id, self.lang)

    def coming(self) -> Iterator[tuple[Ink, ...]]:
        """How many tiles each stack holds; and which, while a tile is taken: in what order nobody knows."""
        view = self.view
        counts = {n: view.count(f"stack{n}") for n in range(4) if view.count(f"stack{n}")}
        if counts and self.step != "take":
            said = ", ".join(f"{self.say('stack', number=n)}: {left}" for n, left in counts.items())
            yield (Ink(said),)
            return
        for number, left in counts.items():
            names: Counter[str] = Counter()
            for kind, copies in view.unseen(f"stack{number}").items():
                names[self.tell.name(self.printed.kinds[kind])] += copies
            listed = sorted(names.items(), key=lambda item: (-item[1], item[0]))
            said = ", ".join(f"{copies} {name}" for name, copies in listed)
            yield Ink(self.say("stack", number=number)), Ink(str(left)), Ink(said)

    def legend(self) -> Iterator[tuple[Ink, str]]:
        yield Ink(self.signs[0], "seat 0"), self.say("a_figure", seat=0)
        yield Ink("+3", "dim"), self.say("a_ahead")
        yield from legend(self.tell)
