"""Simple strategies against a bot: does it fall to "3 gold for everything", or to castles before all else?

    python benchmarks/strategies.py GAME [--against hard,master] [--with M1,M2] [-n GAMES] [--only NAME,...] [--keep]

A strategy plays like greedy, but for one idea: it adds points to some moves, or counts a reason for a move several
times as much. Each is a bot by itself: `tilewright play rebirth -p anna -p bot:benchmarks/strategies.py:CastlesFirst`.
Two players; both seats of each seed. The interval is Wilson's. With `--keep` the tables of docs/bots.md get the shares
(player_tables.py).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import attrs

import tilewright as tw
from tilewright.authoring import Action, Choice, Rules, Stream, View
from tilewright.core.bots import levels
from tilewright.core.simulation import games as simulate
from tilewright.core.simulation.ladder import Ladder, play, ranked
from tilewright.core.simulation.wilson import wilson
from tilewright.games.rebirth.state import owner

FIRST = 1000.0
"""More than all that a move can be worth otherwise."""
Idea = Callable[[View, Choice], float]
"""What a move is worth more to the strategy than to greedy."""


class Strategy:
    """Greedy with one idea; each subclass has its own."""

    idea: Idea

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action that is worth most with the idea; ties are broken by the stream."""
        found = [(one.worth + type(self).idea(view, one), one.action) for one in self.rules.choices(view)]
        most = max(worth for worth, _ in found)
        return stream.pick([action for worth, action in found if worth >= most - 1e-9])


def kind(action: Action) -> str:
    return type(action).__name__


def times(factor: float, *labels: str) -> Idea:
    """The reasons with these labels count so many times as much."""
    return lambda view, one: (factor - 1) * sum(more for label, more in one.lines if label in labels)


def on(kinds: str, points: float | Callable[[View, Any], float]) -> Idea:
    """Moves of these kinds are worth more by so many points."""
    names = kinds.split()
    fixed = points if callable(points) else lambda view, action: points
    return lambda view, one: fixed(view, one.action) if kind(one.action) in names else 0.0


def _space(factor: float) -> Idea:
    return on("Take", lambda view, action: factor * action.space)


def _beside(mine: bool, points: float) -> Idea:
    """Rebirth: cells beside the own tiles, or beside those of others."""

    def found(view: View, action: Any) -> float:
        printed = view.rules.data
        near = [view.tiles[cell] for cell in printed.neighbours[printed.cell_at[action.cell]]]
        return points * sum((owner(tile) == action.seat) is mine for tile in near if tile >= 0)

    return on("PlaceTile", found)


def _price(wanted: int) -> Idea:
    return on("Price", lambda view, action: -FIRST * abs(action.gold - wanted))


def _land(factor: float) -> Idea:
    """Isle of Skye: builds near the castle, or far away from it."""
    return on("Build", lambda view, action: factor * (abs(action.cell.x) + abs(action.cell.y)))


def _stack(*names: str) -> Idea:
    """Glen More: tiles of these sorts before all others."""

    def found(view: View, action: Any) -> float:
        chain = view.chain
        at = chain.index(-1 - view.seat)
        tile = view.rules.assembled.kinds[chain[at + action.space]]
        return FIRST * (tile.kind in names) - action.space

    return on("Take", found)


IDEAS: dict[str, dict[str, Idea]] = {
    "rebirth": {
        "CastlesFirst": times(6, "castle"),
        "SettlementsFirst": times(6, "settlement"),
        "FarmsFirst": times(6, "food_group", "energy_group"),
        "FoodFirst": times(8, "food_group"),
        "EnergyFirst": times(8, "energy_group"),
        "CathedralsFirst": times(8, "cathedral", "mission", "missions"),
        "MissionsFirst": times(8, "mission", "missions", "held_mission", "public_missions"),
        "RoomFirst": times(10, "room"),
        "PointsNow": times(0, "room", "mission", "missions"),
        "NoCastles": times(0, "castle"),
        "NoSettlements": times(0, "settlement"),
        "Together": _beside(True, 2.0),
        "Apart": _beside(True, -4.0),
        "Blocking": _beside(False, 3.0),
        "Away": _beside(False, -3.0),
    },
    "glenmore": {
        "Nearest": _space(-FIRST),
        "Farthest": _space(FIRST),
        "FewTiles": times(4, "tile"),
        "QuickSteps": times(3, "distance"),
        "SlowSteps": times(0, "distance"),
        "ActivationsFirst": times(5, "activations"),
        "LaterFirst": times(5, "later"),
        "ThingsFirst": times(5, "benefit"),
        "WhiskyFirst": _stack("distillery"),
        "TavernsFirst": _stack("tavern"),
        "VillagesFirst": _stack("village"),
        "PlacesFirst": _stack("castle", "loch", "abbey"),
        "DealsFirst": _stack("fair", "butcher", "grocer", "bridge"),
        "FieldsFirst": _stack("production"),
        "ChieftainsFirst": on("Promote", FIRST),
        "NeverPromotes": on("Promote", -FIRST),
        "SellsAll": on("Sell", 5.0),
        "Hoards": on("Sell", -FIRST),
        "NeverBuys": on("Buy", -20.0),
    },
    "isleofskye": {
        **{f"Price{gold}": _price(gold) for gold in range(1, 8)},
        "PriceHigh": on("Price", lambda view, action: 2.0 * action.gold),
        "PriceLow": on("Price", lambda view, action: -2.0 * action.gold),
        "NeverBuys": on("Buy", -FIRST),
        "AlwaysBuys": on("Buy", FIRST),
        "BuysCheap": times(4, "price"),
        "BuysDear": times(0, "price"),
        "Blocking": times(3, "seller"),
        "Near": _land(-2.0),
        "Far": _land(2.0),
        "WhiskyFirst": times(4, "whisky"),
        "ScrollsFirst": times(4, "scrolls"),
        "RoomFirst": times(8, "room"),
        "GoalsOnly": times(0, "scrolls", "whisky", "room"),
    },
}
"""By game, the strategies by name."""

for _name, _idea in [(name, idea) for own in IDEAS.values() for name, idea in own.items()]:
    globals().setdefault(_name, type(_name, (Strategy,), {"idea": staticmethod(_idea)}))


def share(rules: Rules, strategy: str, rival: str, given: argparse.Namespace) -> tuple[float, int]:
    """Return the part of its games that a strategy wins, and their number."""
    plan = attrs.evolve(simulate.SimulationPlan.of(rules), seed=given.seed, failed="build/failed")
    cast = (strategy, rival)
    rows = play(Ladder(plan=plan, bots=cast, players=2, seeds=-(-given.n // 2), only=(cast,)), given.workers)
    if failed := [row for row in rows if "error" in row]:
        raise SystemExit(f"{strategy} against {rival}: {failed[0]['error']}")
    won = sum(1 / len(first) for row in rows for first in (ranked(row)[0],) if strategy in first)
    return won / len(rows), len(rows)


def main() -> None:
    # Whoever plays one of these bots from elsewhere does not have this folder among those of modules.
    from player_tables import keep, named

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=IDEAS)
    parser.add_argument("--against", default="hard,master", help="bots, separated by commas")
    parser.add_argument("--with", dest="modules", default="", help="modules, separated by commas")
    parser.add_argument("--only", default="", help="strategies, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=200, help="games of each strategy against each bot")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--keep", action="store_true", help="write the shares into the tables of docs/bots.md"
    )
    given = parser.parse_args()
    rules = tw.load(given.game, [name for name in given.modules.split(",") if name])
    names = [name for name in given.only.split(",") if name] or ["greedy", *IDEAS[given.game]]
    for rival in given.against.split(","):
        settled = levels.settled(rival, rules)
        for name in names:
            text = name if name == "greedy" else f"{__file__}:{name}"
            won, games = share(rules, text, settled, given)
            low, high = wilson(won * games, games)
            print(f"{name} against {settled}: {won:.3f} ({low:.3f} to {high:.3f}, {games} games)", flush=True)
            if given.keep:
                row = {"table": "strategies", "game": named(rules), "players": 2, "bot": name}
                keep(row | {"against": settled, "share": round(won, 4), "games": games, "seed": given.seed})


if __name__ == "__main__":
    main()
