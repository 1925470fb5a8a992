"""How strong bots are and what they cost: every bot against every other in each game, as tables and pictures.

    python benchmarks/strength.py [GAME ...] [--bots A,B,...] [-n GAMES] [--players K] [--with M1,M2 | --all]
                                  [--seed S] [--workers W] [--out FOLDER]

Without a game, all that are installed with tilewright. Writes strength.md (a table for each game) and strength-GAME.svg
into FOLDER. Ratings are those of `tilewright ladder`: 400 points are odds of ten to one, the first bot is at 0. The
cost is CPU time of choosing, per decision; forced moves count as decisions.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import attrs
from scatter import Dot, scatter_svg

import tilewright as tw
from tilewright.core import bots
from tilewright.core.bots import levels
from tilewright.core.rules import plugins
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation import games as simulate
from tilewright.core.simulation.ladder import Ladder, Performance, performances, play
from tilewright.core.simulation.rating import between

USUAL = "greedy,random,novice,casual,easy,normal,hard,expert,learned,search:8:1,search:8:1:learned"
"""The bots of a table."""
CHEAP = 0.001
"""Milliseconds: the least cost in a picture, since its scale has no 0."""


def measured(
    rules: Rules, chosen: Sequence[str], players: int, games: int, seed: int, workers: int
) -> list[Performance]:
    """Play the round robin, and return the bots, strongest first. SystemExit if a game failed."""
    plan = attrs.evolve(
        simulate.SimulationPlan.of(rules), seed=seed, bots=tuple(chosen), failed="build/failed"
    )
    rows = play(Ladder(plan=plan, bots=tuple(chosen), players=players, seeds=-(-games // players)), workers)
    if failed := [row for row in rows if "error" in row]:
        raise SystemExit(f"{rules.game.name}: {len(failed)} games failed; the first: {failed[0]['error']}")
    ladder = Ladder(plan=plan, bots=tuple(chosen), players=players, seeds=1)
    return sorted(performances(ladder, rows), key=lambda one: -one.rating)


def table(found: Sequence[Performance]) -> str:
    """Return the bots as a Markdown table."""
    lines = [
        "| bot | rating | 95 % interval | games | wins | 95 % interval | CPU ms per decision |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for one in found:
        ends = between(one.low, one.high) if one.low < one.high else "reference"
        lines.append(
            f"| `{one.bot}` | {one.rating:.0f} | {ends} | {one.games} "
            f"| {one.wins / one.games:.3f} | {one.wins_low:.3f} to {one.wins_high:.3f} | {one.ms:.3g} |"
        )
    return "\n".join(lines)


def picture(title: str, found: Sequence[Performance]) -> str:
    """Return the chart as the text of a file."""
    dots = [Dot(levels.spoken(one.bot), max(CHEAP, one.ms), one.rating, one.low, one.high) for one in found]
    return scatter_svg(title, dots, across="CPU milliseconds per decision", up="rating") + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--bots", default=USUAL, help="separated by commas; the first one's rating is 0")
    parser.add_argument("-n", type=int, default=100, help="games of any set of bots", metavar="GAMES")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--with", dest="modules", default="", help="modules, separated by commas")
    parser.add_argument("--all", action="store_true", help="with all modules that are installed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("build/strength"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    parts = ["# Strength and cost"]
    for game in given.games or list(plugins.found("game")):
        modules = [name for name in given.modules.split(",") if name]
        if given.all:
            own = f"{game}."
            modules = [name.removeprefix(own) for name in plugins.found("module") if name.startswith(own)]
        rules = tw.load(game, modules)
        chosen = [levels.settled(text, rules) for text in bots.several(given.bots)]
        found = measured(rules, chosen, given.players, given.n, given.seed, given.workers)
        name = "+".join([game, *modules])
        title = (
            f"{rules.game.title}{', with ' + ', '.join(modules) if modules else ''}, {given.players} players"
        )
        (given.out / f"strength-{name}.svg").write_text(picture(title, found), "utf-8")
        seeds = f"{given.n} games for any {given.players} bots, seeds from {given.seed}"
        parts += [f"## {title}", f"![{title}](strength-{name}.svg)", table(found), f"{seeds}."]
        (given.out / "strength.md").write_text("\n\n".join(parts) + "\n", "utf-8")
        print(f"{title}\n{table(found)}\n", flush=True)


if __name__ == "__main__":
    main()
