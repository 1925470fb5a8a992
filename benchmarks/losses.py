"""What single decisions cost: the mean loss of bots' moves in points, against a deep look from the same position.

    python benchmarks/losses.py GAME [--bots easy,...,greedy] [--with M1,M2] [-n POSITIONS] [--rounds 8] [--keep]

Two of the level `--of` play; at one decision in `--every` all bots say what they would play there, twice each. These
moves, and the best five as the bot of hints rates them, are judged by simulations that play on for `--rounds` rounds
with what was learned. The strongest of them is found in some simulations, and each move is compared with it in others,
so that a loss is not the luck of the one that was chosen. Two moves that are as good may lose a little to each other,
either way. A blunder loses more than BLUNDER points, and more than twice its standard error. Prints the largest blunder
of each bot in words.

How deep the look is matters: with three rounds, as deep as `review`, master's moves in Rebirth lose as much as greedy's
(0.97 and 1.08 points, 100 positions); with eight 0.43 and 1.21.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt

import attrs
from player_tables import keep, named

import tilewright as tw
from tilewright.authoring import Action, Rules, Stream, View
from tilewright.core import bots
from tilewright.core.base.chance import mix
from tilewright.core.bots import levels
from tilewright.core.bots.advisor import Adviser
from tilewright.core.bots.learned_file import ANYWAY
from tilewright.core.bots.search import Search

USUAL = "greedy,easy,normal,hard,expert,master"
ASKED = 2
"""Moves of each bot in each position."""
SCOUTS, MEASURED = 16, 48
"""Simulations in which the strongest move is found, and those in which each is compared with it."""
BLUNDER = 3.0


@attrs.frozen
class Loss:
    """One move, and by how much it is worse than the best one that was found."""

    points: float
    error: float
    move: str
    best: str
    where: str

    @property
    def blunder(self) -> bool:
        return self.points > BLUNDER and self.points > 2 * self.error


def positions(rules: Rules, of: str, players: int, every: int, seed: int) -> Iterator[tuple[View, str, int]]:
    """Yield views in which a seat has a choice, where they are, and a number that is theirs alone."""
    playing, game = bots.make(of, rules), seed
    while True:
        state, decision = rules.new(players, game), 0
        while not state.over:
            view, key = state.view(state.to_act[0]), mix(game, decision)
            if len(view.legal()) > 1 and Stream.of(mix(key, 1)).below(every) == 0:
                yield view, f"seed {game}, decision {decision}", key
            state.apply(playing.choose(view, Stream.of(key)))
            decision += 1
        game += 1


def judged(
    adviser: Adviser, deep: Search, view: View, chosen: Sequence[Action], where: str, key: int
) -> list[Loss]:
    """Return what each of the moves loses."""
    judge = deep.judge(view, Stream.of(mix(key, 2)))
    rivals = [plan for plan, _ in adviser.plans(view, judge, Stream.of(mix(key, 3)))]
    plans = list(dict.fromkeys([*rivals, *(judge.completed(action) for action in chosen)]))
    *_, scouted = judge.comparing(plans, range(SCOUTS))
    best = max(scouted, key=lambda one: one.points).plan
    own = [judge.completed(action) for action in chosen]
    tried = list(dict.fromkeys([best, *own]))
    *_, measured = judge.comparing(tried, range(SCOUTS, SCOUTS + MEASURED))
    results = dict(zip(tried, measured, strict=True))
    return [Loss(*results[plan].behind(results[best]), _said(plan), _said(best), where) for plan in own]


def _said(plan: Sequence[Action]) -> str:
    return ", ".join(map(str, plan))


def measure(
    rules: Rules, names: Sequence[str], players: int, given: argparse.Namespace
) -> dict[str, list[Loss]]:
    """Return by bot the losses of its moves, position by position."""
    asked, adviser = [bots.make(name, rules) for name in names], Adviser(rules, players)
    deep = Search(rules, "20", str(given.rounds), "learned", ANYWAY)
    found: dict[str, list[Loss]] = {name: [] for name in names}
    looked = positions(rules, given.of, players, given.every, given.seed)
    for _ in range(given.n):
        view, where, key = next(looked)
        chosen = [bot.choose(view, Stream.of(mix(key, 10 + n))) for bot in asked for n in range(ASKED)]
        losses = judged(adviser, deep, view, chosen, where, key)
        for n, name in enumerate(names):
            found[name] += losses[ASKED * n : ASKED * (n + 1)]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--bots", default=USUAL, help="separated by commas")
    parser.add_argument("--with", dest="modules", default="", help="modules, separated by commas")
    parser.add_argument("--of", default="hard", help="who plays the games from which the positions are")
    parser.add_argument("--every", type=int, default=8, help="look at one decision in N", metavar="N")
    parser.add_argument("--counts", default="2", help="numbers of players, separated by commas")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-n", type=int, default=100, help="positions")
    parser.add_argument("--rounds", type=int, default=8, help="how deep the look is")
    parser.add_argument("--keep", action="store_true", help="write it into the tables of docs/bots.md")
    given = parser.parse_args()
    rules = tw.load(given.game, [name for name in given.modules.split(",") if name])
    names = [levels.settled(text, rules) for text in bots.several(given.bots)]
    for players in map(int, given.counts.split(",")):
        found = measure(rules, names, players, given)
        for name, losses in found.items():
            count = len(losses)
            mean = sum(one.points for one in losses) / count
            # The moves of one position are not independent of each other.
            places = [losses[n : n + ASKED] for n in range(0, count, ASKED)]
            error = sqrt(sum(sum(one.points - mean for one in place) ** 2 for place in places)) / count
            blunders = sum(one.blunder for one in losses) / count
            print(
                f"{named(rules)}, {players} players: {name}: loses {mean:.2f} points ({error:.2f}), ", end=""
            )
            print(f"{100 * blunders:.1f} % blunders, {count} moves", flush=True)
            worst = max((one for one in losses if one.blunder), key=lambda one: one.points, default=None)
            if worst is not None:
                said = (
                    f"{worst.points:.1f} points ({worst.error:.1f}) with {worst.move}; better: {worst.best}"
                )
                print(f"    {said} ({worst.where})", flush=True)
            if given.keep:
                measured = {"loss": round(mean, 4), "error": round(error, 4), "blunders": round(blunders, 4)}
                more = {"moves": count, "rounds": given.rounds, "seed": given.seed}
                row = {"table": "losses", "game": named(rules), "players": players, "bot": name}
                keep(row | measured | more)


if __name__ == "__main__":
    main()
