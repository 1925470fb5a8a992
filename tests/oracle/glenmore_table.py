"""A whole game of Glen More at the oracle's table: who acts, what may be done, what it brings, when the game ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from . import glenmore as rules
from .glenmore import CARDS, RESOURCES, TILES, Amounts, Cell, Means, Player, Rows, around
from .glenmore_circuit import Circuit
from .glenmore_ness import reaches_with
from .glenmore_scoring import Line, final, scoring

reaches = lru_cache(maxsize=200_000)(rules.reaches)
NONE: Amounts = (0,) * 5
EARLY = ("take", "pay", "place", "benefit")
"""The steps before the activations."""
Piles: TypeAlias = dict[Cell, Amounts]
"""By cell the cubes that may be spent."""


@dataclass(frozen=True)
class Debt:
    """What must be handed in altogether, one of these amounts, of which so much has been; and the barrels lacking."""

    goals: frozenset[Amounts] = frozenset({NONE})
    given: Amounts = NONE
    barrels: int = 0


class Table:
    """One game, told order by order, with what chance gave."""

    def __init__(self, names: list[str], options: dict[str, Any]) -> None:
        self.options = rules.DEFAULTS | options
        self.names = names
        self.players = [Player(self.options["start_coins"]) for _ in names]
        self.circuit = Circuit(len(names), self.options)
        self.rows: Rows = rules.empty_rows(len(names) <= 3)
        self.lines: list[Line] = []
        self.scorings = 0
        self.over = False
        self.due = False
        """Whether the third scoring waits."""
        self.produced = False
        """Whether Iona Abbey has produced (GM-EV-12)."""

    def begin(self, outcomes: list[tuple[str, str]]) -> None:
        """Everything is in place, and the first turn begins."""
        self.circuit.tell(outcomes)
        self.circuit.set_up(self.names)
        self.turn()

    # The turn

    def turn(self) -> None:
        """Nothing has happened in the turn yet."""
        self.seat = self.circuit.mover()
        self.step = "take"
        self.tile = ""
        self.owed: frozenset[Amounts] = frozenset()
        self.given: Amounts = NONE
        self.members_owed = 0
        self.barrels_owed = 0
        self.spots: set[Cell] | None = None
        self.placed: Cell | None = None
        self.lochy = 0
        self.shiel = False
        self.near: set[Cell] = set()
        self.activated: set[Cell] = set()
        self.ness = True
        """Whether Loch Ness may still be used in this turn."""
        self.fresh: Counter[tuple[Cell, str]] = Counter()
        """Cubes that must stay where they lie for the time being (GM-AMB-17)."""
        self.deal: Cell | None = None
        self.dealt: Amounts = NONE
        """What has been handed in for the deal."""
        self.reopens = False
        """Whether the tile may be activated in the ordinary way if Loch Ness finds an empty deal (GM-AMB-25)."""
        self.ended: set[str] = set()
        """The steps that the player has ended."""
        self.oich = False
        """Whether Loch Oich was placed."""
        self.points = 0
        self.spent = False
        """Whether a movement point has been spent."""
        self.stepped = False
        self.moved = False
        """Whether the figure has moved."""
        self._go_on()

    @property
    def me(self) -> Player:
        """Whoever is to act."""
        return self.players[self.seat]

    def _go_on(self) -> None:
        """From step to step until something can be done (GM-TURN-4)."""
        refill = ["refill", "trade", "third"]
        late = self.options["movement_after_refill"]
        order = [*EARLY, "activate", *([*refill, "move"] if late else ["move", *refill])]
        while not self.over and not self._waits():
            if self.step == "refill":
                self._refill()
            if self.step == "third" and self.due:
                self._score(3)
            if self.step == order[-1]:
                if not self.over:
                    self.turn()
                return
            self.step = order[order.index(self.step) + 1]

    def _waits(self) -> bool:
        """Whether the step has anything to decide."""
        if self.step == "take" or self.deal is not None:
            return True
        if self.step in self.ended:
            return False
        if self.step == "pay":
            return bool(self.owed or self.members_owed or self.barrels_owed)
        if self.step == "place":
            return bool(self.tile)
        if self.step == "benefit":
            return self.lochy > 0 or self.shiel
        if self.step == "activate":
            # Until new tiles are laid cubes can be sold (GM-WARE-2, GM-AMB-22).
            return self.moved and bool(self.near or self._ness() or self._sales())
        if self.step == "move":
            return self.points > 0 or (self.spent and bool(self._late_ness() or self._sales()))
        if self.step == "trade":
            return bool(self.options["trade_after_refill"] and self.moved and self._sales())
        return False

    def _refill(self) -> None:
        self.fresh.clear()
        if self.moved:
            self.circuit.refill(self._ended)
        elif len(self.circuit.passed) == len(self.players):
            self._finish()

    def _ended(self, number: int) -> bool:
        """A stack is used up: the scoring, but the third may wait for sales (GM-AMB-22). Whether the game goes on."""
        if number == 3 and self.options["trade_after_refill"]:
            self.due = True
            return False
        return self._score(number)

    def _score(self, number: int) -> bool:
        """The scoring, and after the third the final accounting (GM-SCORE-1, GM-FINAL-1)."""
        self.scorings += 1
        assert self.scorings == number
        self.lines += scoring(self.players, number, self.options)
        if number == 3:
            self._finish()
        return not self.over

    def _finish(self) -> None:
        self.lines += final(self.players, self.scores(), self.options)
        self.over = True

    def scores(self) -> list[int]:
        """The sum of everybody's lines."""
        return [sum(line.points for line in self.lines if line.seat == n) for n in range(len(self.players))]

    # What may be done

    def legal(self) -> set[str]:
        """All that the seat to act may do, in the game's notation."""
        if self.over:
            return set()
        if self.deal is not None:
            return self._dealing() | self._sales()
        return (
            {
                "take": self._taking,
                "pay": self._paying,
                "place": lambda: {f"place {x},{y}" for x, y in self._cells()},
                "benefit": self._benefits,
                "activate": self._activating,
                "move": self._moving,
                "trade": self._trading,
            }[self.step]()
            | self._sales()
            | (self._ness() if self.step in EARLY else set())
        )

    def piles(self) -> Piles:
        """By cell the cubes that the player may spend."""
        return {
            at: tuple(pile[kind] - self.fresh[at, kind] for kind in RESOURCES)
            for at, pile in self.me.cubes.items()
        }

    def means(self, piles: Piles, given: Amounts = NONE, coins: int = 0, rows: Rows | None = None) -> Means:
        """What the player can pay with, with these cubes and so many coins more."""
        own = tuple(sum(pile[n] for pile in piles.values()) for n in range(5))
        rows = self.rows if rows is None else rows
        return Means(own, self.me.coins + coins, rows, given, self.options["buy_owned"])

    def _pays(self, debt: Debt, means: Means, piles: Piles, ness: bool) -> bool:
        """Whether the debt can be paid with these means, the cubes lying so, with or without Loch Ness."""
        if not debt.barrels and reaches(means, debt.goals):
            return True
        return ness and any(
            self._helps(at, debt, means, piles) for at in set(self.me.display) - self.activated
        )

    def _helps(self, at: Cell, debt: Debt, means: Means, piles: Piles) -> bool:
        """Whether the debt can be paid with the help of Loch Ness activating this tile (GM-AMB-5)."""
        each = TILES[self.me.display[at]]["each"]
        for give, (_, barrels) in rules.deals(self.me.display[at], self.options).items():
            if barrels and barrels >= debt.barrels:
                return reaches(means, frozenset(plus(goal, give) for goal in debt.goals))
        if each["does"] != "produce" or debt.barrels or (each["cube"] == "any" and self._spent()):
            return False
        makes = tuple(range(5)) if each["cube"] == "any" else (RESOURCES.index(each["cube"]),)
        return reaches_with(means, piles.get(at, NONE), makes, self.options["tile_capacity"], debt.goals)

    def _debts(self) -> list[Debt] | None:
        """What the player must still be able to pay before a tile is placed, one of these; None if nothing."""
        if self.step == "pay":
            return [Debt(self.owed or frozenset({self.given}), self.given, self.barrels_owed)]
        if self.step != "take" or (self.options["ness_on_discard"] and self.options["no_tile"] == "discard"):
            return None
        return [
            self._cost(tile)
            for spaces, tile in self.circuit.ahead(self.seat).items()
            if TILES[tile].get("card") != "loch_oich" and self._has_spot(spaces, tile)
        ]

    def _cost(self, tile: str) -> Debt:
        lacking = max(0, TILES[tile].get("cost", {}).get("whisky", 0) - self.me.barrels)
        return Debt(rules.demands(tile) or frozenset({NONE}), NONE, lacking)

    def takeable(self) -> set[int]:
        """The tiles that can be taken, by spaces ahead (GM-TURN-6)."""
        return {
            spaces for spaces, tile in self.circuit.ahead(self.seat).items() if self._can_take(spaces, tile)
        }

    def _can_take(self, spaces: int, tile: str) -> bool:
        oich = TILES[tile].get("card") == "loch_oich"
        if oich and not self.ness:  # not in one turn (GM-SP-6)
            return False
        ness = self._ness_open() and not oich
        return self._has_spot(spaces, tile) and self._pays(
            self._cost(tile), self.means(self.piles()), self.piles(), ness
        )

    def _has_spot(self, spaces: int, tile: str) -> bool:
        if not TILES[tile].get("cost", {}).get("member"):
            return bool(self.spots_for(tile))
        before = list(self.circuit.chain), self.circuit.passed
        self.circuit.move(self.seat, spaces)
        last = self.circuit.very_last(self.seat)
        self.circuit.chain, self.circuit.passed = before
        return bool(self._payers(tile, last, None))

    def spots_for(self, tile: str, members: Counter[Cell] | None = None) -> set[Cell]:
        """Where the player can place a tile."""
        return rules.spots(self.me, tile, self.options["blocking"], members)

    def _payers(self, tile: str, last: bool, spots: set[Cell] | None) -> list[Cell | None]:
        """The members (by cell) that may pay for Loch Ness, None for a chieftain (GM-BLUE-3, GM-AMB-4, GM-AMB-28)."""
        found: list[Cell | None] = []
        chieftain = self.me.chieftains > 0
        if self.options["ness_payment"] == "before_payment":
            if not (self.spots_for(tile) if spots is None else spots):
                return []
            spare = not chieftain or self.options["ness_last_member"]
            if self.me.members.total() > 1 or (last and spare):
                found += self.me.members
            return found + [None] * chieftain
        for at in self.me.members:
            rest = self.me.members - Counter({at: 1})
            if rest and self.spots_for(tile, rest):
                found.append(at)
        if chieftain and self.spots_for(tile):
            found.append(None)
        return found

    def _taking(self) -> set[str]:
        takes = {f"take {spaces}" for spaces in self.takeable()}
        if takes:
            return takes
        if self.options["no_tile"] == "discard":
            return {f"discard {spaces}" for spaces in self.circuit.ahead(self.seat)}
        return {"pass"} if self.options["no_tile"] == "pass" else {"end-game"}

    def _cells(self) -> set[Cell]:
        return self.spots_for(self.tile) if self.spots is None else self.spots

    def _paying(self) -> set[str]:
        found = set()
        for order, means, piles in self._hand_ins(self.given):
            debt = Debt(self.owed, means.given, self.barrels_owed)
            useful = any(covers(goal, means.given) for goal in self.owed)
            if useful and self._pays(debt, means, piles, self._ness_open()):
                found.add(order)
        if self.members_owed:
            for at in self._payers(self.tile, self.circuit.very_last(self.seat), self.spots):
                found.add("pay-chieftain" if at is None else f"pay-member {at[0]},{at[1]}")
        return found

    def _hand_ins(self, given: Amounts, buys: bool = True) -> Iterator[tuple[str, Means, Piles]]:
        """Each cube that can be handed in, own or bought, whatever for; and what is left then."""
        piles = self.piles()
        own = self.means(piles).own
        for n, kind in enumerate(RESOURCES):
            for at, pile in piles.items():
                if pile[n]:
                    left = piles | {at: rules.more(pile, n, -1)}
                    yield f"pay {kind} {at[0]},{at[1]}", self.means(left, rules.more(given, n)), left
            price = rules.cost_of(self.rows, n)
            if buys and price and price <= self.me.coins and (self.options["buy_owned"] or not own[n]):
                rows = rules.bought(self.rows, n)
                yield f"buy {kind}", self.means(piles, rules.more(given, n), -price, rows), piles

    def _sales(self) -> set[str]:
        """Each cube that can be sold, so that what has been begun can still be finished (GM-WARE-7, GM-WARE-9)."""
        found = set()
        piles = self.piles()
        for at, pile in piles.items():
            for n, kind in enumerate(RESOURCES):
                most = max(self.rows[n])
                if pile[n] and most:
                    left = piles | {at: rules.more(pile, n, -1)}
                    means = self.means(left, self.given, most, rules.sold(self.rows, n))
                    if self._may_lose(means, left):
                        found.add(f"sell {kind} {at[0]},{at[1]}")
        return found

    def _may_lose(self, means: Means, piles: Piles) -> bool:
        """Whether with these means left what has been begun can be finished."""
        if self.deal is not None:
            return self._deal_ends(self.deal, self.dealt, means)
        debts = self._debts() if self.step == "pay" else None
        return debts is None or any(self._pays(debt, means, piles, self._ness_open()) for debt in debts)

    # Deals

    def _deal_ends(self, at: Cell, dealt: Amounts, means: Means, least: int = 0, buys: bool = True) -> bool:
        """Whether the deal can be finished, with so many cubes more at least, and the debts be paid as well."""
        tile = self.me.display[at]
        debts = [Debt()] if self._debts() is None else self._debts()
        goals = {goal: barrels for goal, (_, barrels) in rules.deals(tile, self.options).items()}
        if not any(dealt):
            goals[NONE] = 0
        own_only = self._own_only(tile) or not buys
        for goal, barrels in goals.items():
            rest = plus(goal, dealt, -1)
            if min(rest) < 0 or sum(rest) < least or (own_only and not covers(means.own, rest)):
                continue
            for debt in debts or []:
                if debt.barrels > barrels:
                    continue
                if own_only:  # first the deal, without buying
                    left = replace(means, own=plus(means.own, rest, -1), given=debt.given)
                    if reaches(left, debt.goals):
                        return True
                else:
                    whole = frozenset(plus(debt_goal, goal) for debt_goal in debt.goals)
                    if reaches(replace(means, given=plus(debt.given, dealt)), whole):
                        return True
        return False

    def _dealing(self) -> set[str]:
        assert self.deal is not None
        buys = not self._own_only(self.me.display[self.deal])
        found = {
            order
            for order, means, _ in self._hand_ins(self.dealt, buys)
            if self._deal_ends(self.deal, means.given, means)
        }
        return found | ({"done"} if self._may_close(self.deal) else set())

    def _may_close(self, at: Cell) -> bool:
        """Whether the deal may be closed with what has been handed in; for nothing (GM-AMB-16)."""
        debts = self._debts()
        made = self._deals().get(self.dealt)
        if any(self.dealt) and made is None:
            return False
        means, barrels = self.means(self.piles()), made[1] if made else 0
        if debts is not None and not any(
            debt.barrels <= barrels and reaches(replace(means, given=debt.given), debt.goals)
            for debt in debts
        ):
            return False
        if any(self.dealt) or not self._forced():
            return True
        return not self._deal_ends(at, NONE, means, 1, buys=False)

    def _benefits(self) -> set[str]:
        if self.shiel:
            empty = any(
                TILES[tile]["kind"] == "abbey" and at not in self.me.cubes for at, tile in self.tiles()
            )
            found = {f"fill {kind}" for kind in RESOURCES} if empty else set()
            found |= set() if empty and self._forced() else {"fill"}
            return found if self.options["shiel_compulsory"] else found | {"decline"}
        cells = [self.placed] if self.options["lochy_cubes"] == "on_lochy" else []
        if not cells:
            cells += [
                at for at, tile in self.tiles() if TILES[tile]["each"]["does"] != "produce" or self.room(at)
            ]
        found = {f"get {kind} {at[0]},{at[1]}" for at in cells if at is not None for kind in RESOURCES}
        return found if self.options["lochy_compulsory"] else found | {"decline"}

    def _forced(self) -> bool:
        """Whether what can be had must be had (GM-AMB-7, GM-AMB-16)."""
        return bool(self.options["exchange"] == "forced" or self.options["activation"] == "mandatory")

    def tiles(self) -> list[tuple[Cell, str]]:
        """The player's display."""
        return list(self.me.display.items())

    def room(self, at: Cell) -> bool:
        """Whether another cube may be produced there (GM-PROD-2)."""
        pile = self.me.cubes.get(at, Counter[str]())
        return pile.total() < int(self.options["tile_capacity"])

    def _ways(self, at: Cell) -> list[str]:
        """How activating a tile is said: an abbey that produces names a cube."""
        x, y = at
        if TILES[self.me.display[at]]["kind"] == "abbey" and self.room(at) and not self._spent():
            return [f"{x},{y} {kind}" for kind in RESOURCES]
        return [f"{x},{y}"]

    def _spent(self) -> bool:
        return self.options["iona_production"] == "once" and self.produced

    def _ness_open(self) -> bool:
        """Whether Loch Ness may be used now (GM-SP-4, GM-AMB-5, GM-AMB-27, GM-SP-6)."""
        if "loch_ness" not in self.me.cards or not self.ness:
            return False
        if self.step in EARLY:
            early = self.options["ness_time"] == "any_time"
            return early and (not self.tile or TILES[self.tile].get("card") != "loch_oich")
        return self.placed is not None or bool(self.options["ness_on_discard"])

    def _ness(self) -> set[str]:
        """What Loch Ness may activate (GM-SP-4, GM-AMB-7); what is owed must stay payable."""
        if not self._ness_open():
            return set()
        return {
            f"ness {way}"
            for at in self.me.display
            if at not in self.activated
            for way in self._ways(at)
            if self.step not in EARLY or self._bearable(at, way)
        }

    def _bearable(self, at: Cell, way: str) -> bool:
        """Whether after this use of Loch Ness what is owed can be paid without it."""
        piles, debts = self.piles(), self._debts()
        if debts is None:
            return True
        means = self.means(piles)
        each = TILES[self.me.display[at]]["each"]
        if rules.deals(self.me.display[at], self.options):
            return self._deal_ends(at, NONE, means)
        if each["does"] == "produce" and self.room(at):
            made = way.split()[-1] if each["cube"] == "any" else each["cube"]
            if made in RESOURCES:
                means = self.means(piles | {at: rules.more(piles.get(at, NONE), RESOURCES.index(made))})
        return any(
            not debt.barrels and reaches(replace(means, given=debt.given), debt.goals) for debt in debts
        )

    def _late_ness(self) -> set[str]:
        return self._ness() if self.options["ness_after_movement"] else set()

    def _activating(self) -> set[str]:
        found = {f"activate {way}" for at in self.near for way in self._ways(at)}
        if not found or self.options["activation"] == "optional":
            found.add("end")
        return found | self._ness()

    def _deals(self) -> dict[Amounts, tuple[int, int]]:
        assert self.deal is not None
        return rules.deals(self.me.display[self.deal], self.options)

    def _own_only(self, tile: str) -> bool:
        return bool(self.options["own_only"]) and TILES[tile]["kind"] in ("grocer", "bridge")

    def _moving(self) -> set[str]:
        found = {"end"}
        for at in self.me.members if self.points else ():
            x, y = at
            for to in around(at):
                full = self.options["members_per_tile"] == "one" and self.me.members[to]
                if to in self.me.display and not full:
                    found.add(f"move {x},{y} {to[0]},{to[1]}")
            laid = self.options["movement_after_refill"]
            alone = self.me.members.total() == 1
            if (not alone or self.circuit.very_last(self.seat, laid)) and not (
                self.stepped and self.options["promotions_first"]
            ):
                found.add(f"promote {x},{y}")
        return found | self._late_ness()

    def _trading(self) -> set[str]:
        return {"end"}

    # Doing it

    def play(self, order: str, outcomes: list[tuple[str, str]]) -> list[Line]:
        """The order, which is legal, is carried out, and everything that follows; the points it brought."""
        self.circuit.tell(outcomes)
        before = len(self.lines)
        verb, *words = order.split()
        doing: dict[str, Callable[..., None]] = {
            "take": self._take,
            "discard": self._discard,
            "pass": self._pass,
            "end-game": self._end_game,
            "pay": self._pay,
            "buy": self._buy,
            "sell": self._sell,
            "pay-member": self._pay_member,
            "pay-chieftain": self._pay_chieftain,
            "place": self._place,
            "get": self._get,
            "fill": self._fill,
            "decline": self._decline,
            "activate": self._activate,
            "ness": self._use_ness,
            "done": self._close,
            "move": self._move,
            "promote": self._promote,
            "end": self._end,
        }
        doing[verb](*words)
        self._go_on()
        self.circuit.tell([])
        return self.lines[before:]

    def _take(self, spaces: str) -> None:
        self.tile = self.circuit.move(self.seat, int(spaces))
        self.moved = True
        cost = TILES[self.tile].get("cost", {})
        self.barrels_owed = cost.get("whisky", 0)
        self._pay_barrels()
        self.owed = rules.demands(self.tile)
        self.members_owed = cost.get("member", 0)
        if self.members_owed and self.options["ness_payment"] == "before_payment":
            self.spots = self.spots_for(self.tile)
        self.step = "pay"

    def _pay_barrels(self) -> None:
        paid = min(self.barrels_owed, self.me.barrels)
        self.me.barrels -= paid
        self.barrels_owed -= paid

    def _discard(self, spaces: str) -> None:
        self.circuit.move(self.seat, int(spaces))
        self.moved = True
        self.step = "pay"

    def _pass(self) -> None:
        self.circuit.passed.add(self.seat)
        self.moved = False
        self.step = "pay"

    def _end_game(self) -> None:
        self.circuit.passed = set(range(len(self.players)))
        self.moved = False
        self.step = "pay"

    def _hand_in(self, kind: str) -> None:
        n = RESOURCES.index(kind)
        if self.deal is not None:
            self.dealt = rules.more(self.dealt, n)
            if not any(goal != self.dealt and covers(goal, self.dealt) for goal in self._deals()):
                self._close()
            return
        self.given = rules.more(self.given, n)
        if self.given in self.owed:
            self.owed, self.given = frozenset(), NONE

    def _pay(self, kind: str, at: str) -> None:
        self.me.lose(kind, cell(at))
        self._hand_in(kind)

    def _buy(self, kind: str) -> None:
        n = RESOURCES.index(kind)
        self.me.coins -= rules.cost_of(self.rows, n)
        self.rows = rules.bought(self.rows, n)
        self._hand_in(kind)

    def _sell(self, kind: str, at: str) -> None:
        n = RESOURCES.index(kind)
        self.me.lose(kind, cell(at))
        self.me.coins += max(self.rows[n])
        self.rows = rules.sold(self.rows, n)

    def _pay_member(self, at: str) -> None:
        self.me.leave(cell(at))
        self.members_owed -= 1

    def _pay_chieftain(self) -> None:
        self.me.chieftains -= 1
        self.members_owed -= 1

    def _place(self, where: str) -> None:
        at, tile = cell(where), self.tile
        facts = TILES[tile]
        self.me.display[at] = tile
        self.tile, self.placed, self.spots = "", at, None
        self.near = {near for near in [at, *around(at)] if near in self.me.display} - self.activated
        once = Counter(facts.get("once", {}))
        if "card" in facts:
            self.me.cards.add(facts["card"])
            given = CARDS[facts["card"]].get("once", {})
            once.update({word: n for word, n in given.items() if not isinstance(n, bool)})
            self.shiel = bool(given.get("restock"))
            if given.get("activate_all"):
                self.near = set(self.me.display)
                self.ness = False
            if facts["card"] == "loch_ness" and self.options["ness_time"] == "next_turn":
                self.ness = False
        self.oich = facts.get("card") == "loch_oich"
        self.me.barrels += once["whisky"]
        self.me.coins += once["coins"]
        self.me.members[at] += once["member"]
        self.me.members = +self.me.members
        self.lochy = once["cubes"]

    def _get(self, kind: str, at: str) -> None:
        self.me.gain(kind, cell(at))
        self.lochy -= 1

    def _fill(self, kind: str = "") -> None:
        for at, tile in self.tiles():
            each = TILES[tile]["each"]
            made = kind if each.get("cube") == "any" else each.get("cube", "")
            if each["does"] == "produce" and made and at not in self.me.cubes:
                self.me.gain(made, at)
        self.shiel = False

    def _decline(self) -> None:
        self.lochy, self.shiel = 0, False

    def _activate(self, where: str, kind: str = "") -> None:
        """The tile brings its benefit once (GM-ACT-3)."""
        at = cell(where)
        self.near.discard(at)
        self.activated.add(at)
        tile = self.me.display[at]
        each = TILES[tile]["each"]
        if each["does"] == "produce" and self.room(at):
            made = kind or each["cube"]
            if made != "any":
                self.produced |= bool(kind)
                self.me.gain(made, at)
                late = self.step == "move" and self.options["movement_after_refill"]
                if not self.options["spend_gained"] and self.step in ("activate", "move") and not late:
                    self.fresh[at, made] += 1
        elif each["does"] == "score":
            self.lines.append(Line(self.seat, each["vp"], "tavern", tile))
        elif each["does"] == "move":
            lost = self.oich and self.options["oich_movement"] == "lost"
            self.points += (
                0 if lost or (at == (0, 0) and not self.options["start_village_counts"]) else each["points"]
            )
        elif rules.deals(tile, self.options):
            self.deal, self.dealt = at, NONE

    def _use_ness(self, where: str, kind: str = "") -> None:
        self.ness = False
        near = cell(where) in self.near
        self._activate(where, kind)
        self.reopens = near and self.deal is not None

    def _close(self) -> None:
        """The deal is done (GM-BRN, GM-DIST-2); for nothing it brings nothing (GM-AMB-25)."""
        assert self.deal is not None
        tile = self.me.display[self.deal]
        if any(self.dealt):
            points, barrels = self._deals()[self.dealt]
            self.me.barrels += barrels
            self._pay_barrels()
            if points:
                self.lines.append(Line(self.seat, points, TILES[tile]["kind"], tile))
        elif self.options["empty_activation"] == "free":
            self.activated.discard(self.deal)
            if self.reopens:
                self.near.add(self.deal)
        self.deal, self.dealt, self.reopens = None, NONE, False

    def _move(self, start: str, to: str) -> None:
        self.me.leave(cell(start))
        self.me.members[cell(to)] += 1
        self.points -= 1
        self.stepped = self.spent = True

    def _promote(self, at: str) -> None:
        self.me.leave(cell(at))
        self.me.chieftains += 1
        self.points -= 1
        self.spent = True

    def _end(self) -> None:
        if self.step == "move":
            self.points = 0
        self.ended.add(self.step)


def covers(goal: Amounts, given: Amounts) -> bool:
    """Whether the one holds at least the other."""
    return all(g >= h for g, h in zip(goal, given))


def plus(one: Amounts, other: Amounts, sign: int = 1) -> Amounts:
    """The sum, or with sign -1 the difference."""
    return tuple(a + sign * b for a, b in zip(one, other))


def cell(text: str) -> Cell:
    """`1,0` as a cell."""
    x, y = text.split(",")
    return int(x), int(y)
