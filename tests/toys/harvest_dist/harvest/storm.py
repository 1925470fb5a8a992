"""A module of Harvest: storms that rage in a row, a shelter for each, and an omen that only its owner knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources

import attrs

from tilewright.authoring import (
    SEATS,
    Action,
    Automatic,
    Copyable,
    Extra,
    Folder,
    Insert,
    Legal,
    Log,
    Module,
    Place,
    Reason,
    Rules,
    ScoreReason,
    State,
    View,
    draw,
    hook,
    listed,
    notation,
    option,
    ordered,
    public,
    put_back,
    roll,
    unpack,
    whole,
    zone,
)

from .state import Harvest

CALM, GALE = 0, 1
WEATHER = ("calm", "gale")
ROWS = (-1, 0, 1)
NOWHERE = 99


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module."""

    omen: int = option(2, rule="HV-STORM-3", doc="points for an omen that comes true", low=0, high=5)


@attrs.define
class Sky(Copyable):
    """The module's part of a state."""

    pile: list[int] = zone("weather", "none", "pile", per_seat=False, factory=list)
    past: list[int] = zone("weather", "all", "row", per_seat=False, factory=list)
    omens: list[list[int]] = zone("weather", "owner", mixed=True, shown=True, factory=list)
    row: int = public(means=whole(), default=NOWHERE)
    """Where the storm rages."""
    waited: int = public(means=SEATS, default=0)
    """The seats that have waited."""


@attrs.frozen(cache_hash=True)
class Wait(Action):
    """The seat waits until the storm is over, and then places its tile."""

    parts = notation("wait")


def sky(state: State) -> Sky:
    """The module's part of the state."""
    found: Sky = state.slices["storm"]
    return found


def pile(state: State) -> Place:
    """The pile of weather cards."""
    return state.rules.place(state, "pile", holder="storm")


class StormStep(Automatic[Harvest]):
    """The weather changes after each turn (HV-STORM-1); cards that are past lie in the pile again when it is empty."""

    name = "storm"

    def run(self, state: Harvest, seat: int, log: Log | None) -> None:
        here = sky(state)
        if not here.pile:
            while here.past:
                put_back(state, pile(state), here.past.pop(), "module:storm")
        if not here.pile:
            return
        card = draw(state, pile(state), log)
        here.past.append(card)
        if card == CALM:
            here.row = NOWHERE
            if log is not None:
                log.add("front_gone")
            return
        here.row = ROWS[roll(state, "module:storm", [str(row) for row in ROWS], log)]
        if log is not None:
            log.add("front_blown", row=here.row)


class Shelter(Extra[Harvest]):
    """Waiting, as an alternative to placing a tile (HV-STORM-2)."""

    step = "place"
    actions = (Wait,)
    rules = ("HV-STORM-2",)

    def legal(self, state: Harvest, seat: int) -> Legal:
        here = sky(state)
        return listed([Wait(seat)] if here.row != NOWHERE and not here.waited >> seat & 1 else [])

    def play(self, state: Harvest, action: Wait, log: Log | None) -> bool:
        here = sky(state)
        here.row = NOWHERE
        here.waited |= 1 << action.seat
        if log is not None:
            log.add("sheltered", seat=action.seat)
        return True

    def explain(self, state: Harvest, action: Wait) -> list[Reason]:
        here = sky(state)
        reasons = [] if here.row != NOWHERE else [Reason("no_storm", "HV-STORM-2")]
        if here.waited >> action.seat & 1:
            reasons.append(Reason("sheltered_before", "HV-STORM-2", {"seat": action.seat}))
        return reasons


def load(data: Folder, options: Options) -> dict[str, int]:
    """How many cards of each weather there are."""
    return data.load("weather.yaml", dict[str, int])


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name="storm",
        game="harvest",
        title="Storm",
        options=Options,
        slice=lambda state: Sky(),
        slice_type=Sky,
        folder=lambda: resources.files(__package__ or __name__) / "storm_data",
        load=load,
        pieces=lambda data: {"weather": WEATHER},
        streams=("module:storm",),
        reasons=(ScoreReason("omen", "HV-STORM-3", "weather"),),
        step_rules={"place": ("HV-STORM-1",)},
    )


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """The weather changes when the offer has been filled up."""
    return [Insert(StormStep(), anchor="refill")]


@hook
def add_actions(rules: Rules) -> Sequence[Extra[Harvest]]:
    """Waiting is offered next to placing."""
    return [Shelter()]


@hook
def set_up(state: Harvest, log: Log | None) -> None:
    """The weather is piled up, and everybody looks at an omen."""
    here, counts = sky(state), state.rules.module_data["storm"]
    cards = [(f"{name}#{n}", kind) for kind, name in enumerate(WEATHER) for n in range(counts[name])]
    here.pile = ordered(cards, state.streams["module:storm"][0])
    for seat in range(len(state.seats)):
        here.omens.append([draw(state, pile(state), log, seat)])


@hook
def forbid_cells(state: Harvest, seat: int, cells: Sequence[int]) -> Mapping[int, Reason]:
    """No tile is placed in the storm (HV-STORM-1)."""
    row = sky(state).row
    return {
        cell: Reason("storm_rages", "HV-STORM-1", {"row": row}) for cell in cells if unpack(cell)[1] == row
    }


@hook
def final_lines(state: Harvest) -> Sequence[tuple[int, int, str, int]]:
    """An omen that has come true (HV-STORM-3)."""
    points = state.rules.module_options["storm"].omen
    true = CALM if sky(state).row == NOWHERE else GALE
    return [
        (seat, points, "omen", card)
        for seat, cards in enumerate(sky(state).omens)
        for card in cards
        if card == true and points
    ]


@hook
def action_worth(view: View, action: Action) -> float:
    """Waiting keeps a free row for later."""
    return 0.5 if isinstance(action, Wait) else 0.0
