"""A whole game of Glen More at the oracle's table: who acts, what may be done, what it brings, when the game ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from . import glenmore as rules
from .glenmore import CARDS, RESOURCES, TILES, Amounts, Cell, Means, Player, Rows, around
from .glenmore_circuit import Circuit
from .glenmore_scoring import Line, final, scoring

reaches = lru_cache(maxsize=200_000)(rules.reaches)


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
        self.given: Amounts = (0,) * 5
        self.members_owed = 0
        self.spots: set[Cell] | None = None
        self.placed: Cell | None = None
        self.lochy = 0
        self.shiel = False
        self.near: set[Cell] = set()
        self.activated: set[Cell] = set()
        self.ness = True
        """Whether Loch Ness may still be used in this turn."""
        self.deal: Cell | None = None
        self.ended = False
        """Whether the player has ended the activations."""
        self.oich = False
        """Whether Loch Oich was placed."""
        self.points = 0
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
        order = ["take", "pay", "place", "benefit", "activate", "move", "refill"]
        if self.options["movement_after_refill"]:
            order[-2:] = ["refill", "move"]
        while not self.over and not self._waits():
            if self.step == "refill":
                self._refill()
            if self.step == order[-1]:
                if not self.over:
                    self.turn()
                return
            self.step = order[order.index(self.step) + 1]

    def _waits(self) -> bool:
        """Whether the step has anything to decide."""
        if self.step == "take" or self.deal is not None:
            return True
        if self.step == "pay":
            return bool(self.owed) or bool(self.members_owed)
        if self.step == "place":
            return bool(self.tile)
        if self.step == "benefit":
            return self.lochy > 0 or self.shiel
        if self.step == "activate":
            # Until new tiles are laid cubes can be sold (GM-WARE-2, GM-AMB-22).
            return (
                self.placed is not None
                and not self.ended
                and bool(self.near or self._ness() or self._sales())
            )
        return self.step == "move" and self.points > 0

    def _refill(self) -> None:
        if self.moved:
            self.circuit.refill(self._ended)
        elif len(self.circuit.passed) == len(self.players):
            self._finish()

    def _ended(self, number: int) -> bool:
        """A stack is used up: the scoring, and after the third the final accounting (GM-SCORE-1, GM-FINAL-1)."""
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
        return {
            "take": self._taking,
            "pay": self._paying,
            "place": lambda: {f"place {x},{y}" for x, y in self._cells()},
            "benefit": self._benefits,
            "activate": self._activating,
            "move": self._moving,
        }[self.step]() | self._sales()

    def means(self, given: Amounts = (0,) * 5, buys: bool = True) -> Means:
        """What the player can pay with."""
        return Means(self.me.owned(), self.me.coins, self.rows, given, buys, self.options["buy_owned"])

    def takeable(self) -> set[int]:
        """The tiles that can be taken, by spaces ahead (GM-TURN-6)."""
        return {
            spaces for spaces, tile in self.circuit.ahead(self.seat).items() if self._can_take(spaces, tile)
        }

    def _can_take(self, spaces: int, tile: str) -> bool:
        cost = TILES[tile].get("cost", {})
        if self.me.barrels < cost.get("whisky", 0):
            return False
        demands = rules.demands(tile)
        if demands and not reaches(self.means(), demands):
            return False
        if not cost.get("member"):
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
            if self.me.members.total() > 1 or (last and not chieftain):
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
        found = self._handing_in(self.given, self.owed)
        if self.members_owed:
            for at in self._payers(self.tile, self.circuit.very_last(self.seat), self.spots):
                found.add("pay-chieftain" if at is None else f"pay-member {at[0]},{at[1]}")
        return found

    def _handing_in(self, given: Amounts, goals: frozenset[Amounts], buys: bool = True) -> set[str]:
        """Each cube that can be handed in, own or bought, so that a goal can still be reached."""
        found = set()
        here = self.means(given, buys)
        for after in here.steps(goals):
            if after.given != given and reaches(after, goals):
                (kind,) = (k for n, k in enumerate(RESOURCES) if after.given[n] > given[n])
                if after.own == here.own:
                    found.add(f"buy {kind}")
                else:
                    found |= {f"pay {kind} {x},{y}" for k, (x, y) in self.me.piles() if k == kind}
        return found

    def _sales(self) -> set[str]:
        """Each cube that can be sold, so that what has been begun can still be finished (GM-WARE-7, GM-WARE-9)."""
        found = set()
        for kind, (x, y) in self.me.piles():
            n = RESOURCES.index(kind)
            if not max(self.rows[n]):
                continue
            own = rules.more(self.me.owned(), n, -1)
            coins, rows = self.me.coins + max(self.rows[n]), rules.sold(self.rows, n)
            given, goals, buys = self.given, self.owed, True
            if self.deal is not None:
                goals, buys = frozenset(self._deals()), not self._own_only()
                if given in goals or not any(given):
                    goals = frozenset()
            means = Means(own, coins, rows, given, buys, self.options["buy_owned"])
            if not goals or reaches(means, goals):
                found.add(f"sell {kind} {x},{y}")
        return found

    def _benefits(self) -> set[str]:
        if self.shiel:
            empty = any(
                TILES[tile]["kind"] == "abbey" and at not in self.me.cubes for at, tile in self.tiles()
            )
            found = {"fill"} | ({f"fill {kind}" for kind in RESOURCES} if empty else set())
            return found if self.options["shiel_compulsory"] else found | {"decline"}
        cells = [self.placed] if self.options["lochy_cubes"] == "on_lochy" else []
        if not cells:
            cells += [
                at for at, tile in self.tiles() if TILES[tile]["each"]["does"] != "produce" or self.room(at)
            ]
        found = {f"get {kind} {at[0]},{at[1]}" for at in cells if at is not None for kind in RESOURCES}
        return found if self.options["lochy_compulsory"] else found | {"decline"}

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

    def _ness(self) -> set[str]:
        """What Loch Ness may activate (GM-SP-4, GM-AMB-5, GM-AMB-7)."""
        if "loch_ness" not in self.me.cards or not self.ness or self.placed is None:
            return set()
        return {f"ness {way}" for at in self.me.display if at not in self.activated for way in self._ways(at)}

    def _activating(self) -> set[str]:
        found = {f"activate {way}" for at in self.near for way in self._ways(at)}
        if not found or self.options["activation"] == "optional":
            found.add("end")
        return found | self._ness()

    def _deals(self) -> dict[Amounts, tuple[int, int]]:
        assert self.deal is not None
        return rules.deals(self.me.display[self.deal], self.options)

    def _own_only(self) -> bool:
        assert self.deal is not None
        return bool(self.options["own_only"]) and TILES[self.me.display[self.deal]]["kind"] in (
            "grocer",
            "bridge",
        )

    def _dealing(self) -> set[str]:
        found = self._handing_in(self.given, frozenset(self._deals()), not self._own_only())
        return found | ({"done"} if not any(self.given) or self.given in self._deals() else set())

    def _moving(self) -> set[str]:
        found = {"end"}
        for at in self.me.members:
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
        return found | (self._ness() if self.options["ness_after_movement"] else set())

    # Doing it

    def play(self, order: str, outcomes: list[tuple[str, str]]) -> list[Line]:
        """The order is carried out, and everything that follows; the points it brought."""
        assert order in self.legal(), order
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
        self.me.barrels -= cost.get("whisky", 0)
        self.owed = rules.demands(self.tile)
        self.members_owed = cost.get("member", 0)
        if self.members_owed and self.options["ness_payment"] == "before_payment":
            self.spots = self.spots_for(self.tile)
        self.step = "pay"

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
        self.given = rules.more(self.given, RESOURCES.index(kind))
        if self.deal is not None:
            if not any(goal != self.given and covers(goal, self.given) for goal in self._deals()):
                self._close()
        elif self.given in self.owed:
            self.owed, self.given = frozenset(), (0,) * 5

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
        self.near = {near for near in [at, *around(at)] if near in self.me.display}
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
            if kind:
                self.produced = True
                self.me.gain(kind, at)
            elif each["cube"] != "any":
                self.me.gain(each["cube"], at)
        elif each["does"] == "score":
            self.lines.append(Line(self.seat, each["vp"], "tavern", tile))
        elif each["does"] == "move":
            lost = self.oich and self.options["oich_movement"] == "lost"
            self.points += (
                0 if lost or (at == (0, 0) and not self.options["start_village_counts"]) else each["points"]
            )
        elif rules.deals(tile, self.options):
            self.deal, self.given = at, (0,) * 5

    def _use_ness(self, where: str, kind: str = "") -> None:
        self.ness = False
        self._activate(where, kind)

    def _close(self) -> None:
        """The deal is done (GM-BRN, GM-DIST-2); for nothing it brings nothing (GM-AMB-25)."""
        assert self.deal is not None
        tile = self.me.display[self.deal]
        if any(self.given):
            points, barrels = self._deals()[self.given]
            self.me.barrels += barrels
            if points:
                self.lines.append(Line(self.seat, points, TILES[tile]["kind"], tile))
        elif self.options["empty_activation"] == "free":
            self.activated.discard(self.deal)
        self.deal, self.given = None, (0,) * 5

    def _move(self, start: str, to: str) -> None:
        self.me.leave(cell(start))
        self.me.members[cell(to)] += 1
        self.points -= 1
        self.stepped = True

    def _promote(self, at: str) -> None:
        self.me.leave(cell(at))
        self.me.chieftains += 1
        self.points -= 1

    def _end(self) -> None:
        if self.step == "move":
            self.points = 0
        else:
            self.ended = True


def covers(goal: Amounts, given: Amounts) -> bool:
    """Whether the one holds at least the other."""
    return all(g >= h for g, h in zip(goal, given))


def cell(text: str) -> Cell:
    """`1,0` as a cell."""
    x, y = text.split(",")
    return int(x), int(y)
