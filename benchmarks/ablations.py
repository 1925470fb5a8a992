"""What carries a learned bot: its share against greedy without each of its parts.

    python benchmarks/ablations.py GAME [--with M1,M2] [--players K] [-n GAMES] [--most 12] [--seed S]

All ways play the same seeds and seats. First without looking ahead, without values, with the default weights; then
without each of the weights that moved furthest (each back at its default) and of the features that promise most (each
left out of the value). Nothing is trained again: others could take over a part of what is missing.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import attrs

import tilewright as tw
from tilewright.core.bots import learned_file
from tilewright.core.bots.features import LearnedValue
from tilewright.core.bots.learned_moves import NOT, Lesson
from tilewright.core.lab.games.variants import Variant
from tilewright.core.simulation.wilson import wilson
from tilewright.core.training.arena import Plays, crew, shares
from tilewright.core.training.explanation import moved, promises


def without(value: LearnedValue, feature: str) -> LearnedValue:
    """The value without what this feature promises."""
    points = {
        reason: {name: both for name, both in parts.items() if name != feature}
        for reason, parts in value.points.items()
    }
    return attrs.evolve(value, points=points)


def ablations(one: learned_file.LearnedPlay, rules: tw.Rules, most: int) -> Iterator[tuple[str, Lesson]]:
    """What is left out, and the lesson without it."""
    lesson = one.lesson
    yield "nothing", lesson
    if lesson.look != NOT:
        yield "looking ahead", attrs.evolve(lesson, look=NOT)
    if lesson.value is not None:
        yield "values", attrs.evolve(lesson, value=None)
    weights = moved(one, rules)
    if weights:
        yield "weights", attrs.evolve(lesson, weights={})
    for weight in weights[:most]:
        left = {name: number for name, number in lesson.weights.items() if name != weight.name}
        yield f"weight {weight.name}", attrs.evolve(lesson, weights=left)
    if lesson.value is not None and lesson.look != NOT:
        for feature in list(promises(lesson.value))[:most]:
            yield f"feature {feature}", attrs.evolve(lesson, value=without(lesson.value, feature))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--with", dest="modules", default="", help="modules, separated by commas")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("-n", type=int, default=400, help="games of each way", metavar="GAMES")
    parser.add_argument("--most", type=int, default=12, help="weights and features that are left out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    variant = Variant(name=given.game, game=given.game, modules=tuple(filter(None, given.modules.split(","))))
    rules = variant.rules()
    document = next(learned_file.shipped(rules), None)
    if document is None:
        raise SystemExit("nothing is trained for these modules")
    one = learned_file.loaded(document, rules, "learned", anyway=False).players[str(given.players)]
    print("| without | wins against greedy | 95 % interval |\n| --- | --- | --- |")
    with crew("local", variant, given.workers) as engine:
        plays = Plays(engine, variant, given.players)
        for name, lesson in ablations(one, rules, given.most):
            contest = plays.contest([lesson], ["greedy"], given.n, given.seed)
            won = sum(row["share"] for row in shares(contest, plays.rows(contest))[0])
            low, high = wilson(won, given.n)
            print(f"| {name} | {won / given.n:.3f} | {low:.3f} to {high:.3f} |", flush=True)


if __name__ == "__main__":
    main()
