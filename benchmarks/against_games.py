"""Play games with the code of one checkout and print what they cost as JSON: the worker of `against.py`.

    PYTHONPATH=CHECKOUT/src python benchmarks/against_games.py rebirth+ireland random,greedy,clone
    PYTHONPATH=CHECKOUT/src python benchmarks/against_games.py record FILE

Only promised names are imported, so that checkouts of any layout can be measured.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import tilewright as tw
from tilewright.authoring import Stream
from tilewright.testing import bots, play_out

SKYE = ["druids", "tunnel", "bonus", "outskirts"]
MODULES = {"rebirth+ireland": ["ireland"], "isleofskye+all": SKYE}
"""Of the rulesets that have any."""
AMOUNTS = {
    "rebirth": (100, 40, 10, 100),
    "rebirth+ireland": (60, 12, 3, 50),
    "glenmore": (50, 12, 2, 40),
    "isleofskye": (35, 3, 1, 25),
    "isleofskye+all": (20, 1, 1, 6),
}
"""Games of random, greedy and learned, and decisions of search: about 0.3 seconds of each."""
BOTS = {"random": "random", "greedy": "greedy", "learned": "learned", "search": "search:4:1"}
POSITIONS = 400
LONG = 150
"""Random decisions before the position of `record`."""


class Taken:
    """The time that rows take, each in seconds of CPU and of the clock, and a digest of what was played."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[str, Any]] = {}

    @contextmanager
    def row(self, kind: str, note: Callable[[], str]) -> Iterator[None]:
        """Time the block; `note` says afterwards where it led."""
        gc.collect()  # garbage of an earlier row costs this one nothing
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        self.rows[kind] = {"cpu": cpu, "wall": wall, "digest": hashlib.sha256(note().encode()).hexdigest()}


def match_of(
    rules: tw.Rules, seed: int, decisions: int, player: Any, match: tw.Match | None = None
) -> tw.Match:
    """Return a match of two after so many decisions of the bot, or the given one after so many more."""
    match = match or tw.Match(rules, 2, seed=seed)
    for _ in range(decisions):
        if match.over:
            break
        match.play(match.choose(match.state.to_act[0], player))
    return match


def games(rules: tw.Rules, kind: str, amount: int, taken: Taken) -> None:
    """Time games of a bot. Games of other seeds fill the caches before."""
    player = bots.make(BOTS[kind], rules)
    match_of(rules, 0, 10 if kind != "search" else 2, player)
    if kind == "search":
        # The middle of a game, where there is most to search.
        match = match_of(rules, 1, 30, bots.make("random", rules))
        with taken.row(kind, lambda: match.state.digest()):
            match_of(rules, 1, amount, player, match)
        return
    ends = []
    with taken.row(kind, lambda: "".join(state.digest() for state in ends)):
        for seed in range(1, amount + 1):
            state = rules.new(2, seed)
            play_out(rules, state, [player, player], seed)
            ends.append(state)


def steps(rules: tw.Rules, kinds: list[str], taken: Taken) -> None:
    """Time clones, lists of all legal actions and moves, over the positions of random games."""
    positions, moves, seed = [], [], 1
    while len(positions) < POSITIONS:
        state, stream = rules.new(2, seed), Stream(seed, "against")
        while not state.over:
            move = stream.pick(list(state.legal(state.to_act[0])))
            positions.append(state.clone())
            moves.append(move)
            state.apply(move)
        seed += 1
    if "clone" in kinds:
        with taken.row("clone", lambda: str(len(positions))):
            for _ in range(50):
                for state in positions:
                    state.clone()
    if "list" in kinds:
        fresh = [state.clone() for _ in range(8) for state in positions]
        found: list[int] = []
        with taken.row("list", lambda: str(found)):
            for state in fresh:
                found.append(len(list(state.legal(state.to_act[0]))))
    if "apply" in kinds:
        rounds = [[state.clone() for state in positions] for _ in range(10)]
        with taken.row("apply", lambda: "".join(state.digest() for state in rounds[0])):
            for states in rounds:
                for state, move in zip(states, moves, strict=True):
                    state.apply(move)


def record(path: str) -> None:
    """Write the record of five people who have made random moves with all modules: the largest position there is."""
    rules = tw.load("isleofskye", SKYE)
    player = bots.make("random", rules)
    match = tw.Match(rules, ["anna", "bruno", "clara", "dora", "emil"], seed=1, record=path)
    match_of(rules, 1, LONG, player, match)
    match.close()


def main(ruleset: str, what: str) -> None:
    if ruleset == "record":
        record(what)
        return
    rules = tw.load(ruleset.partition("+")[0], MODULES.get(ruleset, []))
    kinds, taken = what.split(","), Taken()
    for kind, amount in zip(BOTS, AMOUNTS[ruleset], strict=True):
        if kind in kinds:
            games(rules, kind, amount, taken)
    steps(rules, kinds, taken)
    print(json.dumps({"code": tw.__file__, "rows": taken.rows}))


if __name__ == "__main__":
    main(*sys.argv[1:])
