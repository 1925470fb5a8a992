"""Round towers: what a seat gains by touching them, the choices that this leaves, the second tile (RI-TOW)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import (
    Automatic,
    Decision,
    Frame,
    Legal,
    Log,
    Reason,
    Rules,
    draw,
    listed,
    push,
    put_back,
    remember,
)

from ...files import KINDS
from ...state import RebirthState
from ...steps import PlaceStep
from .actions import DoubleCard, ForgoBonuses, UseBonus
from .cards import Cards
from .files import BONUSES, CARD, DOUBLING, DRAW, SECOND, THIRTEEN, THREE
from .state import NAME, STREAM, options, part, printed

if TYPE_CHECKING:
    from .options import Options
    from .printed import Ireland


class ResolveStep(Automatic[RebirthState]):
    """Resolves a tile once castles are settled: missions, then round towers (RI-MIS-1, RI-TOW-1, RI-AMB-2)."""

    name = "resolve"

    def bind(self, rules: Rules) -> None:
        self.options: Options = options(rules)
        self.data: Ireland = printed(rules)
        self.asks = self.options.bonuses == "optional"
        self.towers_first = self.options.order == "towers_first"
        self.cards = Cards(rules)
        self.bonus, self.double = rules.by_name["bonus"], rules.by_name["double"]
        self.missions = rules.by_name["missions"]
        self.thirteen = rules.reason["thirteen_points"]
        self.three = rules.reason["three_points"]

    def run(self, state: RebirthState, seat: int, log: Log | None) -> None:
        cell = part(state).placed
        if cell < 0:
            return
        if self.towers_first:
            push(state, self.missions, seat)
        else:
            self.cards.check(state, seat, log)
        self.towers(state, seat, cell, log)

    def towers(self, state: RebirthState, seat: int, cell: int, log: Log | None) -> None:
        """The bonuses of towers that the tile touches first are used, or offered (RI-TOW-1, RI-AMB-12)."""
        here, bit = part(state), 1 << seat
        new = [n for n in self.data.towers_at[cell] if not here.touched[n] & bit or here.kept[n] & bit]
        if not self.asks:
            for tower in new:
                self.touch(state, seat, tower, log)
                if self.useful(state, seat, tower):
                    self.use(state, seat, tower, log)
                else:
                    self.ignore(state, seat, tower, log)
            return
        for tower in new:
            self.touch(state, seat, tower, log)
        # Towers whose bonus needs others ask once, for the last of them.
        last = {here.bonuses[n]: n for n in new if here.bonuses[n] in (DOUBLING, THIRTEEN)}
        push(state, self.bonus, seat, sum(1 << n for n in new if last.get(here.bonuses[n], n) == n))

    def touch(self, state: RebirthState, seat: int, tower: int, log: Log | None) -> None:
        """The seat has touched the tower."""
        here = part(state)
        here.touched[tower] |= 1 << seat
        here.kept[tower] &= ~(1 << seat)
        if log is not None:
            log.add(
                "tower_touched",
                seat=seat,
                tower=self.data.towers[tower].name,
                bonus=BONUSES[here.bonuses[tower]],
            )

    def complete(self, state: RebirthState, seat: int, kind: int) -> bool:
        """True if the seat has touched as many towers with this bonus as it needs."""
        here = part(state)
        touched = sum(
            seats >> seat & 1
            for seats, bonus in zip(here.touched, here.bonuses, strict=True)
            if bonus == kind
        )
        return touched >= self.data.bonuses[kind].needs

    def useful(self, state: RebirthState, seat: int, tower: int) -> bool:
        """True if the bonus of a tower that the seat has just touched has an effect now."""
        here, kind = part(state), part(state).bonuses[tower]
        if kind == SECOND:
            return not here.second and bool(here.apart[seat])
        if kind == DRAW:
            drawn, left = self.options.drawn > 1, len(state.supply[seat])
            return drawn and left > 1 + here.more and (not here.more or self.options.two_draws == "five")
        if kind == CARD:
            return bool(here.deck)
        if kind == DOUBLING:
            return self.complete(state, seat, kind) and bool(self.open(state, seat))
        if kind == THIRTEEN:
            return self.complete(state, seat, kind)
        gained = any(line[0] == seat and line[2] == self.three for line in state.ledger)
        return self.options.three_points == "each" or not gained

    def ignore(self, state: RebirthState, seat: int, tower: int, log: Log | None) -> None:
        """A bonus without an effect is lost; a second tile that may not be used now, perhaps not (RI-AMB-3)."""
        here = part(state)
        if here.bonuses[tower] == SECOND and here.second and here.apart[seat]:
            if self.options.ignored_bonus == "kept":
                here.kept[tower] |= 1 << seat
            if log is not None:
                log.add("second_tile_ignored", seat=seat, tower=self.data.towers[tower].name)

    def use(self, state: RebirthState, seat: int, tower: int, log: Log | None) -> None:
        """The bonus has its effect (RI-TOW-2 to RI-TOW-9); a second tile comes when this one is resolved."""
        here, kind = part(state), part(state).bonuses[tower]
        if kind == SECOND:
            here.second = here.due = True
        elif kind == DRAW:
            here.more += self.options.drawn - 1
        elif kind == CARD:
            card = draw(state, "deck", log, seat, module=NAME)
            here.private[seat].append(card)
            here.private[seat].sort()
            if log is not None:
                name = self.data.cards[card].id
                log.add_private("card_drawn", seat, "own_card_drawn", {"card": name}, seat=seat)
        elif kind == DOUBLING:
            push(state, self.double, seat)
        elif kind == THIRTEEN:
            state.gain(seat, self.options.thirteen, self.thirteen, tower)
        elif kind == THREE:
            state.gain(seat, self.options.three, self.three, tower)

    def open(self, state: RebirthState, seat: int) -> list[int]:
        """The displayed cards on which the seat may put its doubling marker (RI-TOW-7, RI-AMB-7)."""
        here, again = part(state), self.options.own_mission == "double"
        return [
            card
            for card in here.display
            if not here.fulfilled[card] >> seat & 1 or (again and here.fresh >> card & 1)
        ]


class BonusStep(Decision[RebirthState]):
    """The seat uses bonuses of towers that it has just touched, or forgoes them (option bonuses, RI-AMB-12)."""

    name = "bonus"
    actions = (UseBonus, ForgoBonuses)
    rules = ("RI-TOW", "RI-AMB-3", "RI-AMB-12")

    def bind(self, rules: Rules) -> None:
        self.data: Ireland = printed(rules)
        self.numbers = rules.things["tower"].numbers
        resolve = rules.by_name["resolve"]
        assert isinstance(resolve, ResolveStep)
        self.towers = resolve

    def waiting(self, frame: Frame) -> list[int]:
        """The towers whose bonus may still be used."""
        return [n for n in range(len(self.data.towers)) if frame[2] >> n & 1]

    def advance(self, state: RebirthState, frame: Frame, log: Log | None) -> bool:
        """Bonuses that have no effect, or none any more, are not asked for."""
        seat, left = frame[1], frame[2]
        for tower in self.waiting(frame):
            if not self.towers.useful(state, seat, tower):
                self.towers.ignore(state, seat, tower, log)
                left -= 1 << tower
        if left:
            state.stack[-1] = (self.index, seat, left)
            return True
        state.stack.pop()
        return False

    def legal(self, state: RebirthState, seat: int) -> Legal:
        towers = [UseBonus(seat, self.data.towers[n].code) for n in self.waiting(state.stack[-1])]
        return listed([*towers, ForgoBonuses(seat)])

    def play(self, state: RebirthState, action: UseBonus | ForgoBonuses, log: Log | None) -> bool:
        seat, frame = action.seat, state.stack[-1]
        if isinstance(action, ForgoBonuses):
            if log is not None:
                for tower in self.waiting(frame):
                    log.add("bonus_forgone", seat=seat, tower=self.data.towers[tower].name)
            return False
        used = self.numbers[action.tower]
        state.stack[-1] = (self.index, seat, frame[2] - (1 << used))
        self.towers.use(state, seat, used, log)
        return True

    def explain(self, state: RebirthState, action: UseBonus | ForgoBonuses) -> list[Reason]:
        if isinstance(action, ForgoBonuses) or action in self.legal(state, action.seat):
            return []
        return [Reason("bonus_not_new", "RI-TOW-1", {"tower": action.tower})]


class DoubleStep(Decision[RebirthState]):
    """The seat puts its doubling marker on a card (RI-TOW-7)."""

    name = "double"
    actions = (DoubleCard,)
    rules = ("RI-TOW-7", "RI-AMB-5", "RI-AMB-7")

    def bind(self, rules: Rules) -> None:
        self.data: Ireland = printed(rules)
        self.numbers = rules.things["card"].numbers
        resolve = rules.by_name["resolve"]
        assert isinstance(resolve, ResolveStep)
        self.towers, self.cards = resolve, Cards(rules)

    def legal(self, state: RebirthState, seat: int) -> Legal:
        return listed([DoubleCard(seat, self.data.cards[n].id) for n in self.towers.open(state, seat)])

    def play(self, state: RebirthState, action: DoubleCard, log: Log | None) -> bool:
        here, seat = part(state), action.seat
        card, bit = self.numbers[action.card], 1 << action.seat
        here.doubled[card] |= bit
        here.brought = here.placed
        if log is not None:
            log.add("card_doubled", seat=seat, card=action.card)
        if here.fulfilled[card] & bit:  # by this very tile (RI-AMB-7)
            self.cards.score(state, seat, card, here.fulfilled[card] == bit, 1, log)
        return False

    def explain(self, state: RebirthState, action: DoubleCard) -> list[Reason]:
        if action in self.legal(state, action.seat):
            return []
        return [Reason("card_not_open", "RI-TOW-7", {"card": action.card})]


class MissionsStep(Automatic[RebirthState]):
    """The missions of a tile whose round towers come first (RI-AMB-2)."""

    name = "missions"

    def bind(self, rules: Rules) -> None:
        self.cards = Cards(rules)

    def run(self, state: RebirthState, seat: int, log: Log | None) -> None:
        self.cards.check(state, seat, log)


class SecondStep(Automatic[RebirthState]):
    """A second tile that a bonus gives is drawn from those set aside, to be placed and resolved at once (RI-TOW-2)."""

    name = "second"

    def bind(self, rules: Rules) -> None:
        self.back = options(rules).second_no_place == "back"
        place = rules.by_name["place"]
        assert isinstance(place, PlaceStep)
        self.place, self.resolve = place, rules.by_name["resolve"]

    def run(self, state: RebirthState, seat: int, log: Log | None) -> None:
        here = part(state)
        if not here.due:
            return
        here.due, here.placed = False, -1
        tile = draw(state, "apart", log, seat, owner=seat, module=NAME)
        if log is not None:
            said = {"tile": KINDS[tile]}
            log.add_private("second_tile_drawn", seat, "own_second_tile_drawn", said, seat=seat)
        if self.back and not self.place.cells(state, seat, tile):
            apart = state.rules.place(state, "apart", seat, NAME)
            put_back(state, apart, tile, STREAM)
            remember(state, apart, tile, 1 << seat)
            if log is not None:
                log.add("second_tile_back", seat=seat)
            return
        state.hand[seat].append(tile)
        push(state, self.resolve, seat)
        push(state, self.place, seat)
