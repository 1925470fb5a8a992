"""Digests of random games, one for each game, edition and module set: python benchmarks/digests.py --games 500

Two checkouts that print the same line play the same games. A digest covers, for each game, every decision (who may
decide, how many moves were legal, which one was played), the score sheet, the ranking and the position at the end.
The script uses promised names alone, so that an older checkout can run it:

    PYTHONPATH=OTHER/src python benchmarks/digests.py --games 500
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
from collections.abc import Callable

import tilewright as tw

RULESETS = {
    "glenmore": 5,
    "glenmore edition=alea-de": 5,
    "glenmore edition=polish": 5,
    "glenmore edition=yucata": 5,
    "isleofskye": 5,
    "isleofskye with=bonus": 5,
    "isleofskye with=druids": 5,
    "isleofskye with=outskirts": 5,
    "isleofskye with=tunnel": 5,
    "isleofskye with=bonus,druids,outskirts,tunnel": 5,
    "rebirth": 4,
    "rebirth edition=de": 4,
    "rebirth edition=en": 3,
    "rebirth with=ireland": 4,
}
"""Each with the most players that it takes."""


def load(ruleset: str) -> tw.Rules:
    """The rules of a line of RULESETS."""
    game, *words = ruleset.split()
    said = dict(word.split("=") for word in words)
    modules = said["with"].split(",") if "with" in said else []
    return tw.load(game, modules, edition=said.get("edition"))


def play(rules: tw.Rules, players: int, seed: int, told: Callable[[bytes], None]) -> None:
    """Play a random game, and tell everything that happens in it."""
    chance = random.Random(f"{players} {seed}")
    state = rules.new(players, seed)
    while not state.over:
        seats = state.to_act
        seat = seats[chance.randrange(len(seats))]
        legal = state.legal(seat)
        action = legal[chance.randrange(len(legal))]
        told(f"{seats} {seat} {len(legal)} {action}\n".encode())
        state.apply(action)
    for line in state.score_lines():
        said = f"{line.seat} {line.amount} {line.reason} {line.source} {line.rule} {line.turn}\n"
        told(said.encode())
    end = {"ranking": state.ranking(), "position": state.to_dict()}
    told(json.dumps(end, sort_keys=True).encode())


def digest(ruleset: str, games: int) -> str:
    """The digest of so many games, with each number of players in turn."""
    rules, found = load(ruleset), hashlib.sha256()
    for seed in range(games):
        play(rules, 2 + seed % (RULESETS[ruleset] - 1), seed, found.update)
    return found.hexdigest()[:32]


def main() -> None:
    parser = argparse.ArgumentParser(description="Print a digest of random games for each ruleset.")
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="'glenmore edition=polish', say (all)")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games of each ruleset (20)")
    given = parser.parse_args()
    if unknown := [one for one in given.rulesets if one not in RULESETS]:
        parser.error(f"{unknown[0]}: there is {', '.join(RULESETS)}")
    for ruleset in given.rulesets or RULESETS:
        print(f"{digest(ruleset, given.games)}  {ruleset}", flush=True)


if __name__ == "__main__":
    main()
