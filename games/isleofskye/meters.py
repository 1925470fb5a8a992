"""What is measured of Isle of Skye when rules are compared: gold, prices, tiles and open cells that fit nothing."""

from __future__ import annotations

from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, cast

from tilewright.core.metrics import Meter, Metric, Picks, mean

from .actions import Build, Buy, Drop, PassTurn, Price
from .income import catch_up
from .market import cheapest
from .state import MARKED, catalogue, tile_named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.core.actions import Action
    from tilewright.core.events import Log
    from tilewright.core.metrics import Making
    from tilewright.core.rules import Rules
    from tilewright.core.state import State

    from .state import IsleOfSkyeState


class Economy(Meter):
    """Income, prices and the gold that is left."""

    metrics = (
        Metric(
            name="income",
            group="economy",
            unit="gold",
            doc="gold that a player has from the bank at the start of a round, the mean of all rounds after the "
            "first one seen and of all players",
        ),
        Metric(
            name="catch_up_income",
            group="economy",
            unit="gold",
            doc="what of the income is for players ahead, for a player in the whole game (IS-INC-3)",
        ),
        Metric(
            name="price_asked",
            group="economy",
            unit="gold",
            doc="gold that lies at an offered tile when the screens are removed, the mean of all tiles",
        ),
        Metric(
            name="price_paid",
            group="economy",
            unit="gold",
            doc="what a buyer pays for a tile, the mean of all tiles bought",
        ),
        Metric(
            name="price_spread",
            group="economy",
            unit="gold",
            doc="standard deviation of the prices asked in one round, the mean of all rounds",
        ),
        Metric(
            name="pass_rate",
            group="economy",
            unit="share",
            doc="turns in the buying phase in which nothing is bought of another player, of all such turns",
        ),
        Metric(
            name="unsold",
            group="economy",
            unit="share",
            doc="offered tiles that nobody buys, so that their owner keeps them, of all offered tiles",
        ),
        Metric(
            name="gold_left",
            group="economy",
            unit="gold",
            doc="gold that a player has at the end, before it is exchanged for points",
        ),
    )

    def __init__(self, rules: Rules) -> None:
        self.kind: type[Action] | None = None
        self.round = self.gold = 0
        self.income: list[float] = []
        self.catch_up = 0
        self.prices: list[int] = []
        self.spreads: list[float] = []
        self.paid: list[int] = []
        self.passes = 0

    def decided(self, state: State, seat: int, action: Action, legal_count: int) -> None:
        here = cast("IsleOfSkyeState", state)
        self.kind = type(action)
        self.round, self.gold = here.round, sum(here.gold)
        if isinstance(action, Buy):
            offer = cheapest(here, seat, tile_named(here, action.tile))
            assert offer is not None
            self.paid.append(offer.cost)
        elif isinstance(action, PassTurn) and step_name(here) == "buy" and len(here.stack[-1]) == 2:
            self.passes += 1  # otherwise it ends a turn in which something has been bought

    def applied(self, state: State, log: Log | None) -> None:
        here = cast("IsleOfSkyeState", state)
        if self.kind in (Price, Drop):
            asked = [stake for stakes in here.stakes for stake in stakes if stake != MARKED]
            if asked:
                self.prices += asked
                average = sum(asked) / len(asked)
                self.spreads.append(sqrt(sum((gold - average) ** 2 for gold in asked) / len(asked)))
        elif here.round != self.round:
            seats = range(len(here.seats))
            self.income.append((sum(here.gold) - self.gold) / len(seats))
            self.catch_up += sum(catch_up(here, seat) for seat in seats)

    def end(self, state: State) -> dict[str, float]:
        here = cast("IsleOfSkyeState", state)
        count, rate = len(here.seats), here.rules.options.gold_for_vp
        reason = here.rules.reason["gold"]
        exchanged = sum(points * rate for _, points, why, *_ in here.ledger if why == reason)
        bought, offered = len(self.paid), len(self.prices)
        found = {"gold_left": (sum(here.gold) + exchanged) / count}
        if self.income:
            found |= mean("income", self.income) | {"catch_up_income": self.catch_up / count}
        if bought + self.passes:
            found["pass_rate"] = self.passes / (bought + self.passes)
        if offered:
            found["unsold"] = 1 - bought / offered
        return {
            **found,
            **mean("price_asked", self.prices),
            **mean("price_paid", self.paid),
            **mean("price_spread", self.spreads),
        }


class Misfits(Meter):
    """Tiles that have no place, cells that have no tile, and majorities that are shared."""

    metrics = (
        Metric(
            name="dead_tiles",
            group="tiling",
            unit="tiles",
            doc="tiles that go back to the bag because they have no place, for a player (IS-BUILD-5)",
        ),
        Metric(
            name="dead_cells",
            group="tiling",
            unit="cells",
            doc="open cells of a territory at the end on which no landscape tile would fit, for a player",
        ),
        Metric(
            name="majority_ties",
            group="tiling",
            unit="share",
            doc="scorings of a majority in which several players share the most, of those that pay anybody",
        ),
    )

    def __init__(self, rules: Rules) -> None:
        self.step = ""
        self.round = self.bag = self.returned = self.known = 0

    def start(self, state: State) -> None:
        self.known = len(state.ledger)

    def decided(self, state: State, seat: int, action: Action, legal_count: int) -> None:
        here = cast("IsleOfSkyeState", state)
        self.step, self.round, self.bag = step_name(here), here.round, len(here.bag)

    def applied(self, state: State, log: Log | None) -> None:
        # In other steps tiles go into the bag and come out of it for other reasons: the marker, say.
        if self.step not in ("buy", "build"):
            return
        here = cast("IsleOfSkyeState", state)
        drawn = sum(map(len, here.offers)) if here.round != self.round else 0
        self.returned += len(here.bag) + drawn - self.bag

    def end(self, state: State) -> dict[str, float]:
        here = cast("IsleOfSkyeState", state)
        count, known = len(here.seats), catalogue(here)
        dead = sum(
            not any(tile.face.fits[wanted] for tile in known.tiles)
            for board in here.territories
            for wanted in board.frontier.values()
        )
        return {
            "dead_tiles": self.returned / count,
            "dead_cells": dead / count,
            **mean("majority_ties", self._ties(here)),
        }

    def _ties(self, here: IsleOfSkyeState) -> list[bool]:
        """For each majority that paid somebody whether the first prize was paid several times."""
        majorities = {
            here.rules.reason[tile.id]: tile.points[0]
            for tile in catalogue(here).scorings
            if tile.kind == "majority"
        }
        firsts: dict[tuple[int, int, int], int] = {}
        for _, points, why, place, turn in here.ledger[self.known :]:
            if majorities.get(why) == points:
                firsts[why, place, turn] = firsts.get((why, place, turn), 0) + 1
        return [number > 1 for number in firsts.values()]


class Built(Picks):
    """Which landscape tiles find their way into territories."""

    def pick(self, state: State, seat: int, action: Action) -> str:
        return action.tile if isinstance(action, Build) else ""


def step_name(state: State) -> str:
    """What the step that waits for a decision is called."""
    return state.step.name if state.step is not None else ""


def meters(rules: Rules) -> Sequence[Making]:
    """The game's own meters."""
    return [partial(Economy, rules), partial(Misfits, rules), partial(Built, rules.pieces["tile"])]
