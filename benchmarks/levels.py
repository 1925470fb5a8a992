"""Levels: what their decisions cost, how far they are apart, and which error makes a bot as weak as wanted.

    python benchmarks/levels.py cost GAME [--level hard] [--every N] [--games G]
    python benchmarks/levels.py steps GAME [--counts 2,3] [-n GAMES] [--bots A,B,... | --keep]
    python benchmarks/levels.py find GAME --bot learned --against learned [--share 0.65] [--counts 2,3] [-n GAMES]
    python benchmarks/levels.py chain GAME --bot learned [--counts 2,3] [-n GAMES]

`cost`: greedy plays whole games, and the level is asked now and then what it would do. Prints CPU seconds of a
decision: median, 90 % and the longest, with the step and the number of moves there.

`steps`: each level against the one below, easy against `novice`, hard against `greedy`; with `--bots` each bot against
the one before it. With `--keep` the tables of docs/bots.md get the shares (player_tables.py).
One of the stronger plays against weaker ones in all other seats, from every seat in turn. The share is that of the
pairs in which it finished ahead of a weaker one, ties half. The interval is Wilson's over games: pairs of one game are
not independent, so that it is rather too wide.

`find`: the temperature at which another bot reaches this share against BOT~TEMPERATURE, by bisection on the same seeds,
for each number of players, and at last the text with all of them. Check it on other seeds with `steps`.

`chain`: the same for all levels from the top: master is the bot without an error, and each next level is as far behind
the one above as levels should be.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise

import attrs
from player_tables import STEPS as LADDER
from player_tables import keep, named

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream, mix
from tilewright.core.bots import levels
from tilewright.core.rules import plugins
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation import games as simulate
from tilewright.core.simulation.ladder import Ladder, play, ranked
from tilewright.core.simulation.wilson import wilson

Cost = tuple[float, str, int]
"""CPU seconds, step, number of legal moves."""
STEPS = {"expert": 0.64, "hard": 0.64, "normal": 0.69, "easy": 0.69}
"""The share that `chain` looks for between each level and the one above. Near the top levels are closer to each other:
simple strategies (benchmarks/strategies.py) win a third of their games from hard at most."""
COLDEST, HOTTEST = 0.1, 20.0
"""The range of temperatures."""
CLOSE = 1.25
"""It is halved, on a logarithmic scale, until its ends are as close as this."""


def costs(rules: Rules, level: str, players: int, every: int, seed: int) -> list[Cost]:
    """What the level's decisions cost in one game of greedy; decisions without a choice are left out."""
    usual, asked = bots.make("greedy", rules), bots.make(level, rules)
    state, found, decision = rules.new(players, seed), [], 0
    while not state.over:
        view = state.view(state.to_act[0])
        if decision % every == 0 and len(view.legal()) > 1:
            began = time.process_time()
            asked.choose(view, Stream.of(mix(seed, decision)))
            step = type(state.step).__name__
            found.append((time.process_time() - began, step, len(view.legal())))
        state.apply(usual.choose(view, Stream.of(mix(seed, decision))))
        decision += 1
    return found


def share(rules: Rules, strong: str, weak: str, players: int, given: argparse.Namespace) -> tuple[float, int]:
    """The share of pairs in which one strong bot finished ahead of a weak one, ties half; and the number of games."""
    plan = attrs.evolve(simulate.SimulationPlan.of(rules), seed=given.seed, failed="build/failed")
    cast = (strong, *[weak] * (players - 1))
    seeds = -(-given.n // players)
    rows = play(
        Ladder(plan=plan, bots=(strong, weak), players=players, seeds=seeds, only=(cast,)), given.workers
    )
    if failed := [row for row in rows if "error" in row]:
        raise SystemExit(
            f"{strong} against {weak}: {len(failed)} games failed; the first: {failed[0]['error']}"
        )
    ahead = 0.0
    for row in rows:
        places = ranked(row)
        own = next(n for n, place in enumerate(places) if strong in place)
        ahead += sum(place.count(weak) for place in places[own + 1 :]) + places[own].count(weak) / 2
    return ahead / (len(rows) * (players - 1)), len(rows)


def told(won: float, games: int) -> str:
    low, high = wilson(won * games, games)
    return f"{won:.3f} ({low:.3f} to {high:.3f}, {games} games)"


def print_cost(rules: Rules, name: str, counts: Sequence[int], given: argparse.Namespace) -> None:
    for players in counts:
        found = []
        for seed in range(given.seed, given.seed + given.games):
            found += costs(rules, given.level, players, given.every, seed)
        found.sort()
        seconds = [one[0] for one in found]
        longest, step, moves = found[-1]
        print(
            f"{name}, {players} players, {levels.settled(given.level, rules)}, {len(found)} decisions: "
            f"median {seconds[len(found) // 2]:.3f} s, 90 % {seconds[len(found) * 9 // 10]:.3f} s, "
            f"longest {longest:.2f} s ({step}, {moves} moves)",
            flush=True,
        )


def print_steps(rules: Rules, name: str, counts: Sequence[int], given: argparse.Namespace) -> None:
    chain = bots.several(given.bots)
    pairs = [(above, below) for below, above in pairwise(chain)] if chain else LADDER
    for players in counts:
        for above, below in ([levels.settled(text, rules) for text in pair] for pair in pairs):
            won, games = share(rules, above, below, players, given)
            print(f"{name}, {players} players: {above} against {below}: {told(won, games)}", flush=True)
            if given.keep and not chain:
                row = {"table": "levels", "game": named(rules), "players": players, "bot": above}
                keep(row | {"against": below, "share": round(won, 4), "games": games, "seed": given.seed})


def temperature(
    rules: Rules,
    name: str,
    bot: str,
    above: str,
    wanted: float,
    players: int,
    given: argparse.Namespace,
    coldest: float = COLDEST,
) -> str:
    """The temperature at which the one above reaches the share against the bot."""
    cold, hot = coldest, HOTTEST
    while hot > CLOSE * cold:
        heat = float(f"{(cold * hot) ** 0.5:.3g}")
        won, games = share(rules, above, f"{bot}~{heat:g}", players, given)
        print(f"{name}, {players} players: {above} against {bot}~{heat:g}: {told(won, games)}", flush=True)
        cold, hot = (heat, hot) if won < wanted else (cold, heat)
    return f"{(cold * hot) ** 0.5:.2g}"


def print_found(rules: Rules, name: str, counts: Sequence[int], given: argparse.Namespace) -> None:
    if not (given.bot and given.against):
        raise SystemExit("find needs --bot and --against")
    against = levels.settled(given.against, rules)
    found = [temperature(rules, name, given.bot, against, given.share, players, given) for players in counts]
    least = min(counts)
    print(f"{name}: {given.bot}~{'/'.join(found)}" + (f" (from {least} players on)" if least > 2 else ""))


def print_chain(rules: Rules, name: str, counts: Sequence[int], given: argparse.Namespace) -> None:
    if not given.bot:
        raise SystemExit("chain needs --bot")
    found: dict[str, list[str]] = {level: [] for level in STEPS}
    for players in counts:
        above, coldest = given.bot, COLDEST
        for level, wanted in STEPS.items():
            heat = temperature(rules, name, given.bot, above, wanted, players, given, coldest)
            found[level].append(heat)
            above, coldest = f"{given.bot}~{heat}", float(heat)
    for level, heats in found.items():
        print(f"{name}: {level} {given.bot}~{'/'.join(heats)}")


MODES = {"cost": print_cost, "steps": print_steps, "find": print_found, "chain": print_chain}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("mode", choices=MODES)
    parser.add_argument("game")
    parser.add_argument(
        "--counts", default="", help="numbers of players, separated by commas; all by default"
    )
    parser.add_argument("--with", dest="modules", default="", help="modules, separated by commas")
    parser.add_argument("--all", action="store_true", help="with all modules that are installed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="hard", help="the level or other bot whose cost is measured")
    parser.add_argument("--every", type=int, default=5, help="ask at each N-th decision", metavar="N")
    parser.add_argument("--games", type=int, default=1, help="games in which costs are measured")
    parser.add_argument("-n", type=int, default=200, help="games of each pair of bots")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--bots", default="", help="from weak to strong, separated by commas")
    parser.add_argument("--bot", default="", help="the bot that gets a temperature")
    parser.add_argument("--against", default="")
    parser.add_argument("--share", type=float, default=0.65)
    parser.add_argument("--keep", action="store_true", help="write the steps into the tables of docs/bots.md")
    given = parser.parse_args()
    modules = [name for name in given.modules.split(",") if name]
    if given.all:
        own = f"{given.game}."
        modules = [name.removeprefix(own) for name in plugins.found("module") if name.startswith(own)]
    rules = tw.load(given.game, modules)
    counts = [int(one) for one in given.counts.split(",") if one] or [
        one for one in rules.game.seat_counts if one > 1
    ]
    MODES[given.mode](rules, "+".join([given.game, *modules]), counts, given)


if __name__ == "__main__":
    main()
