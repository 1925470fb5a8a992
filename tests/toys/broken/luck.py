"""Faults of chance, of matches that share something, of modules and options."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import attrs

import tilewright as tw
from tilewright.core.base.chance import Stream, mix
from tilewright.core.rules import schedule
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Insert, Phase, clockwise
from tilewright.core.rules.zones import zone

from .. import drought, meadow, nim
from ..harvest_dist import harvest
from ..harvest_dist.harvest import storm
from ..paper import plugin
from .plant import fault, meadow_steps, meadow_with


@fault("set_up", "the set-up decides bag, aside by chance that is not an outcome")
def a_set_up_that_slices_an_ordered_pile() -> Rules:
    @attrs.define(eq=False)
    class Aside(meadow.Meadow):
        aside: list[int] = zone("tile", "none", per_seat=False, factory=list)

    def set_up(state: Any, log: Log | None) -> None:
        meadow.set_up(state, log)
        state.aside, state.bag = sorted(state.bag[:4]), state.bag[4:]

    return meadow_with(state=Aside, set_up=set_up)


@fault("set_up", "the set-up decides start by chance that is not an outcome")
def a_set_up_that_shuffles_by_a_raw_stream() -> Rules:
    def set_up(state: meadow.Meadow, log: Log | None) -> None:
        meadow.set_up(state, log)
        seats = list(range(len(state.seats)))
        Stream.of(state.streams["sky"][0]).shuffle(seats)
        state.start = seats[0]

    return meadow_with(set_up=set_up)


@fault("outcomes", "bag shrinks without an outcome; take pieces with draw")
def a_pile_that_is_popped_in_place_of_a_draw() -> Rules:
    class Popping(meadow.DrawStep):
        def run(self, state: meadow.Meadow, seat: int, log: Log | None) -> None:
            if state.bag:
                state.drawn.append(state.bag.pop())
            else:
                state.over = True

    return meadow_steps(drawing=Popping)


@fault("outcomes", "chance that is not an outcome decides weather")
def a_raw_value_of_a_stream_in_place_of_a_roll() -> Rules:
    class Raw(meadow.DrawStep):
        def run(self, state: meadow.Meadow, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            key, count = state.streams["sky"]
            state.weather = mix(key, count) & 1

    return meadow_steps(drawing=Raw)


@fault("streams", "an unused draw in stream 'start' changes the game")
def a_draw_that_depends_on_another_stream() -> Rules:
    class Coupled(meadow.DrawStep):
        def run(self, state: meadow.Meadow, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            key, count = state.streams["sky"]
            state.weather = mix(key, count + state.streams["start"][1]) & 1

    return meadow_steps(drawing=Coupled)


@fault("streams", "an unused draw in stream 'testing:spare' changes the game")
def a_draw_that_looks_at_all_streams() -> Rules:
    class Counting(meadow.DrawStep):
        def run(self, state: meadow.Meadow, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            state.weather = len(state.streams) & 1

    return meadow_steps(drawing=Counting)


@fault("streams", "the game uses Python's own random numbers")
def chance_from_elsewhere() -> Rules:
    class Foreign(meadow.DrawStep):
        def run(self, state: meadow.Meadow, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            state.weather = random.randrange(2)

    return meadow_steps(drawing=Foreign)


@fault("matches", "two matches share swapped")
def matches_that_share_a_list() -> Rules:
    everybody = [False] * 4

    def set_up(state: meadow.Meadow, log: Log | None) -> None:
        meadow.set_up(state, log)
        state.swapped = everybody

    return meadow_with(set_up=set_up)


@fault("matches", "matches played alternately influence each other")
def a_step_that_remembers() -> Rules:
    class Counting(meadow.DrawStep):
        calls = 0

        def run(self, state: meadow.Meadow, seat: int, log: Log | None) -> None:
            self.calls += 1
            super().run(state, seat, log)
            state.weather = self.calls % 3 % 2

    return meadow_steps(drawing=Counting)


@fault("matches", "two assembled rulesets share the steps take")
def a_step_that_two_rulesets_share() -> Rules:
    step = nim.TakeStep()
    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [step])]))


@fault("workers", "depend on the games simulated before them")
def a_cache_that_outlives_its_game() -> Rules:
    class Cached(meadow.LayStep):
        def bind(self, rules: Rules) -> None:
            super().bind(rules)
            self.known: dict[int, int] = {}

        def worth(self, here: Any, cell: int) -> int:
            return self.known.setdefault(cell, super().worth(here, cell))

    return meadow_steps(laying=Cached)


@fault("modules", "the steps are")
def modules_that_depend_on_who_comes_first() -> Rules:
    order: list[str] = []

    def inserting(name: str, make: Callable[[], schedule.Node[Any]]) -> Callable[[Rules], Sequence[Insert]]:
        def insert_steps(rules: Rules) -> Sequence[Insert]:
            order.append(name)
            return [Insert(make(), anchor="refill", priority=len(order))]

        return insert_steps

    names = ("add_actions", "set_up", "forbid_cells", "final_lines", "action_worth")
    sky = {name: getattr(storm, name) for name in names}
    sky["insert_steps"] = inserting("storm", storm.StormStep)
    dry = {**drought.HOOKS, "insert_steps": inserting("drought", Swapping)}
    return tw.load(harvest, modules=[plugin(storm.tilewright_module(), **sky), plugin(drought.MODULE, **dry)])


class Swapping(drought.DroughtStep):
    """Named by the number of such steps made so far, so that each assembled ruleset differs from the last."""

    made = 0

    def __init__(self) -> None:
        Swapping.made += 1
        self.name = f"drought {Swapping.made}"


@fault("options", "ZeroDivisionError")
def an_option_that_breaks_the_game() -> Rules:
    class Dividing(meadow.LayStep):
        def worth(self, here: Any, cell: int) -> int:
            return super().worth(here, cell) // self.options.neighbour

    return meadow_steps(laying=Dividing)


@fault("options", "with neighbour=5 a score is not the sum of its lines")
def an_option_that_scores_without_a_line() -> Rules:
    class Rich(meadow.LayStep):
        def play(self, state: meadow.Meadow, action: Any, log: Log | None) -> bool:
            state.scores[action.seat] += self.options.neighbour == 5
            return super().play(state, action, log)

    return meadow_steps(laying=Rich)
