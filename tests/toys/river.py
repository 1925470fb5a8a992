"""Toy: a river, the seat that is furthest back moves on and takes a tile, then uses its tiles in any order.

Refilling the row pushes a scoring in its middle, a storm ends the turn at once, and so does using a weir.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import attrs

from tilewright.core.base.chance import ordered
from tilewright.core.rules.actions import Action, Legal, Reason, listed, notation
from tilewright.core.rules.game import Game, ScoreReason
from tilewright.core.rules.meanings import reader, whole
from tilewright.core.rules.schedule import Automatic, Decision, Phase, conclude, once, push
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import draw, lying, public, zone
from tilewright.core.text.options import option

from .paper import folder, plugin

if TYPE_CHECKING:
    from tilewright.core.rules.events import Log
    from tilewright.core.rules.ruleset import Rules

KINDS = ("mill", "farm", "weir", "storm")
MILL, FARM, WEIR, STORM = range(4)
LENGTH = 5
REACH = 3


@attrs.frozen(kw_only=True)
class Options:
    mill: int = option(1, rule="RV-USE-1", doc="points for using a mill", low=0, high=3)
    scoring: str = option("most", rule="RV-SCORE-1", doc="who scores", values=("most", "all"))


@attrs.define(eq=False)
class River(State):
    pile: list[int] = zone("tile", "none", "pile", per_seat=False, factory=list)
    row: dict[int, int] = public(factory=dict)
    """Space to tile."""
    track: list[int] = public(factory=list)
    """By seat, the space of its figure; no two stand on one."""
    own: list[list[int]] = zone("tile", "all", "row", mixed=True, factory=list)
    used: int = public(default=0)
    """Own tiles used this turn, as bits."""
    gone: list[int] = public(factory=list)
    due: list[int] = public(factory=list)
    """How many tiles are left in the pile when a scoring comes, the next one last."""
    ending: bool = public(default=False)


@attrs.frozen(cache_hash=True)
class Take(Action):
    parts = notation("take {space}")
    space: int


@attrs.frozen(cache_hash=True)
class Use(Action):
    parts = notation("use {number}")
    number: int


@attrs.frozen(cache_hash=True)
class Done(Action):
    parts = notation("done")


class TakeStep(Decision[River]):
    name = "take"
    actions = (Take,)

    def spaces(self, state: River, seat: int) -> list[int]:
        return sorted(space for space in state.row if space > state.track[seat])[:REACH]

    def legal(self, state: River, seat: int) -> Legal:
        return listed([Take(seat, space) for space in self.spaces(state, seat)])

    def play(self, state: River, action: Any, log: Log | None) -> bool:
        tile = state.row.pop(action.space)
        state.track[action.seat] = action.space
        state.own[action.seat].append(tile)
        state.used = 0
        if log is not None:
            log.add("tile_taken", seat=action.seat, tile=KINDS[tile])
        return False

    def explain(self, state: River, action: Any) -> list[Reason]:
        if action.space in self.spaces(state, action.seat):
            return []
        return [Reason("no_tile", "RV-TAKE-1", {"space": action.space})]


class RefillStep(Automatic[River]):
    """The row is as long as it was (RV-FILL-1); a scoring interrupts it (RV-SCORE-1), a storm ends all (RV-STORM-1)."""

    name = "refill"

    def bind(self, rules: Rules) -> None:
        self.scoring = rules.by_name["scoring"]

    def run(self, state: River, seat: int, log: Log | None) -> None:
        for space in [space for space in state.row if space < min(state.track)]:
            state.gone.append(state.row.pop(space))
        while len(state.row) < LENGTH:
            if not state.pile:
                state.ending = True
                return
            tile = draw(state, state.rules.place(state, "pile"), log)
            state.row[max([*state.row, *state.track]) + 1] = tile
            if state.due and len(state.pile) <= state.due[-1]:
                state.due.pop()
                push(state, self, seat)
                push(state, self.scoring, seat)
                return
            if tile == STORM and len(state.row) == LENGTH:
                if log is not None:
                    log.add("storm", seat=seat)
                end_turn(state)
                return


class ScoringStep(Automatic[River]):
    name = "scoring"

    def bind(self, rules: Rules) -> None:
        self.all = rules.options.scoring == "all"
        self.reason = rules.reason["farms"]

    def run(self, state: River, seat: int, log: Log | None) -> None:
        farms = [tiles.count(FARM) for tiles in state.own]
        for owner, count in enumerate(farms):
            if count and (self.all or count == max(farms)):
                state.gain(owner, count, self.reason)


class UseStep(Decision[River]):
    """Each own tile once, in any order (RV-USE-1); a weir ends the turn (RV-USE-2)."""

    name = "use"
    actions = (Use, Done)

    def bind(self, rules: Rules) -> None:
        self.mill = rules.options.mill
        self.reason = rules.reason["used"]

    def open(self, state: River, seat: int) -> list[int]:
        return [n for n, tile in enumerate(state.own[seat]) if tile != STORM and not state.used >> n & 1]

    def needed(self, state: River, seat: int) -> bool:
        return bool(self.open(state, seat))

    def legal(self, state: River, seat: int) -> Legal:
        return listed([*(Use(seat, n) for n in self.open(state, seat)), Done(seat)])

    def play(self, state: River, action: Any, log: Log | None) -> bool:
        if isinstance(action, Done):
            return False
        state.used |= 1 << action.number
        tile = state.own[action.seat][action.number]
        state.gain(action.seat, (self.mill, 1, 2)[tile], self.reason, tile)
        if log is not None:
            log.add("tile_used", seat=action.seat, tile=KINDS[tile])
        if tile == WEIR:
            end_turn(state)
            return False
        return True

    def explain(self, state: River, action: Any) -> list[Reason]:
        if isinstance(action, Done) or action.number in self.open(state, action.seat):
            return []
        return [Reason("not_to_use", "RV-USE-1", {"number": action.number})]


class WageStep(Automatic[River]):
    """A coin for a turn that was played to its end (RV-WAGE-1)."""

    name = "wage"

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason["wage"]

    def run(self, state: River, seat: int, log: Log | None) -> None:
        state.gain(seat, 1, self.reason)


class Final(Automatic[River]):
    name = "final"

    def bind(self, rules: Rules) -> None:
        self.reason = rules.reason["fewest"]

    def run(self, state: River, seat: int, log: Log | None) -> None:
        fewest = min(map(len, state.own))
        for owner, tiles in enumerate(state.own):
            if len(tiles) == fewest:
                state.gain(owner, 3, self.reason)
        state.over = True


def set_up(state: River, log: Log | None) -> None:
    count = len(state.seats)
    named = [(f"{kind}#{n}", k) for k, kind in enumerate(KINDS) for n in range((6, 6, 4, 2)[k])]
    state.pile = ordered(named, state.streams["pile"][0])
    state.own = [[] for _ in range(count)]
    state.track = list(range(count))
    state.due = [3, 8]
    for n in range(LENGTH):
        state.row[count + n] = draw(state, state.rules.place(state, "pile"), log)


def furthest_back(state: River, seat: int) -> int:
    """The seat whose figure is furthest back; -1 when the row cannot be filled any more."""
    return -1 if state.ending else state.track.index(min(state.track))


def end_turn(state: State) -> None:
    """Drops the rest of the seat's turn in this phase: everything above the phase's frame, and its further steps."""
    phase = state.rules.nodes[state.stack[0][0]]
    assert isinstance(phase, Phase)
    state.stack[:] = [(phase.index, state.stack[0][1], len(phase.steps))]


def phases(rules: Rules) -> list[Phase]:
    turn = Phase("turn", furthest_back, [TakeStep(), RefillStep(), UseStep(), WageStep()], turns=True)
    return [turn, Phase("end", once, [Final()])]


def conserved(state: River) -> Counter[tuple[str, str]]:
    """Every tile, in a zone, on the river or gone."""
    names = state.rules.pieces["tile"]
    return lying(state) + Counter(("tile", names[kind]) for kind in [*state.row.values(), *state.gone])


GAME = Game(
    name="river",
    title="River",
    version="1",
    seats=(2, 3),
    state=River,
    options=Options,
    folder=lambda: folder(
        {
            "tile_taken": "{seat} takes {tile}",
            "tile_used": "{seat} uses {tile}",
            "storm": "a storm ends the turn of {seat}",
            "no_tile": "no tile can be taken from space {space}",
            "not_to_use": "tile {number} cannot be used",
            "farms": "farms",
            "used": "a tile used",
            "fewest": "fewest tiles",
            "wage": "a wage",
        },
        {
            "RV-TURN-1": "The seat that is furthest back moves.",
            "RV-TAKE-1": "One of the next three tiles.",
            "RV-FILL-1": "The row is filled up.",
            "RV-SCORE-1": "Farms score twice a game, in the middle of filling up.",
            "RV-STORM-1": "A storm that fills the row ends the turn.",
            "RV-USE-1": "Each own tile once a turn, in any order.",
            "RV-USE-2": "A weir ends the turn.",
            "RV-WAGE-1": "A coin for a turn played to its end.",
            "RV-END-1": "Fewest tiles.",
        },
    ),
    load=lambda data, options: None,
    phases=phases,
    pushed=lambda rules: [ScoringStep()],
    pieces=lambda data: {"tile": KINDS},
    set_up=set_up,
    streams=("pile",),
    reasons=(
        ScoreReason("farms", "RV-SCORE-1"),
        ScoreReason("used", "RV-USE-1", "tile"),
        ScoreReason("fewest", "RV-END-1"),
        ScoreReason("wage", "RV-WAGE-1"),
    ),
    ended=lambda state: conclude(state, "end"),
    readers={"space": reader(whole(0)), "number": reader(whole(0))},
    turn_rule="RV-TURN-1",
    turn_limit=500,
    conserved=conserved,
)

PLUGIN = plugin(GAME)
