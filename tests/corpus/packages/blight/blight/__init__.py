"""Blight, a module of Rebirth: a die is rolled after each `draw`, and a six brings points."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

import attrs
from tilewright.authoring import Automatic, Insert, Log, Module, Rules, ScoreReason, State, hook, option, roll

NAME = "blight"
STREAM = "module:blight"
SIDES = ("1", "2", "3", "4", "5", "6")


@attrs.frozen(kw_only=True)
class Options:
    """Options of the module; players write `blight.points`."""

    points: int = option(1, rule="BL-SIX-1", doc="points for a six", low=0, high=10)


class DieStep(Automatic[State]):
    """A die is rolled for the seat that has just acted (BL-SIX-1)."""

    name = NAME

    def bind(self, rules: Rules) -> None:
        self.options: Options = rules.module_options[NAME]
        self.reason = rules.reason["blight_six"]

    def run(self, state: State, seat: int, log: Log | None) -> None:
        side = SIDES[roll(state, STREAM, SIDES, log)]
        if log is not None:
            log.add("blight_rolled", seat=seat, side=side)
        if side == "6" and self.options.points:
            state.gain(seat, self.options.points, self.reason)


@hook
def tilewright_module() -> Module:
    """The module, for the plugin manager."""
    return Module(
        name=NAME,
        game="rebirth",
        title="Blight",
        options=Options,
        folder=lambda: resources.files(__name__) / "data",
        streams=(STREAM,),
        reasons=(ScoreReason("blight_six", "BL-SIX-1"),),
    )


@hook
def insert_steps(rules: Rules) -> Sequence[Insert]:
    """The die is rolled directly after this step of Rebirth."""
    return [Insert(DieStep(), anchor="draw")]
