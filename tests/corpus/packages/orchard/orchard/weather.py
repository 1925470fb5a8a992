"""The module weather: it may rain, and a tile laid in the rain scores."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import TYPE_CHECKING

import attrs
from tilewright.authoring import (
    CELL,
    Automatic,
    Copyable,
    Insert,
    Log,
    Module,
    Rules,
    ScoreReason,
    State,
    hook,
    option,
    public,
    roll,
    words,
)

if TYPE_CHECKING:
    from .state import Readable

NAME = "weather"
STREAM = "module:weather"
OUTCOMES = ("rain", "sun")
RAIN, SUN = range(2)


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module; players write `weather.rain`."""

    rain: int = option(1, rule="OR-RAIN-2", doc="points for a tile laid in the rain", low=0, high=5)


@attrs.define
class Weather(Copyable):
    """The module's part of a state. Scenes write `weather.sky: rain`."""

    sky: int = public(means=words(*OUTCOMES), default=SUN)


def wet(state: Readable) -> bool:
    """True if it rains."""
    sky: int = state.slices[NAME].sky if isinstance(state, State) else state.slice(NAME)["sky"]
    return sky == RAIN


class WeatherStep(Automatic[State]):
    """Chance says whether it rains in this turn (OR-RAIN-1)."""

    name = "weather"

    def run(self, state: State, seat: int, log: Log | None) -> None:
        weather: Weather = state.slices[NAME]
        weather.sky = roll(state, STREAM, OUTCOMES, log)
        if log is not None:
            log.add("it_rains" if weather.sky == RAIN else "it_is_dry")


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name=NAME,
        game="orchard",
        title="Weather",
        options=Options,
        slice=lambda state: Weather(),
        slice_type=Weather,
        folder=lambda: resources.files(__package__ or __name__) / "weather_data",
        streams=(STREAM,),
        reasons=(ScoreReason("rain", "OR-RAIN-2", CELL),),
    )


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """The weather is known before the tile is laid."""
    return [Insert(WeatherStep(), anchor="draw")]


@hook
def lay_lines(state: Readable) -> Sequence[tuple[str, int]]:
    """A tile laid in the rain scores (OR-RAIN-2). A hook takes the arguments that it needs."""
    return [("rain", state.rules.module_options[NAME].rain)] if wet(state) else []
