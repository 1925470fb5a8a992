"""All sets of Isle of Skye's own modules, and random games in which gold and tiles are counted all the way."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.rules import plugins
from tilewright.core.rules.events import Event, Log
from tilewright.core.rules.ruleset import Rules
from tilewright.games.isleofskye.state import bank, conserved

MODULES = sorted(
    name.partition(".")[2]
    for name, found in plugins.found("module").items()
    if name.startswith("isleofskye.") and found.source == "tilewright"
)
SUBSETS = [subset for size in range(len(MODULES) + 1) for subset in combinations(MODULES, size)]
BOX = 303
"""The gold in the box."""
FLOWS = {
    "income": 1,
    "tile_priced": 0,
    "tile_bought": 0,
    "tile_kept": -1,
    "own_bought": -1,
    "druid_taken": -1,
    "bag_bought": -1,
}
"""By event that tells of gold: whether the players have more of it or less afterwards, what lies at tiles included."""


@cache
def ruleset(modules: tuple[str, ...]) -> Rules:
    return tw.load("isleofskye", modules=modules)


def label(modules: tuple[str, ...]) -> str:
    return "+".join(modules) or "base"


def flow(events: list[Event]) -> int:
    """How much more gold the players have by what happened, said by the events alone."""
    return sum(FLOWS[event.key] * int(str(event.args["gold"])) for event in events if "gold" in event.args)


def survives(modules: tuple[str, ...], seed: int) -> int:
    """A random game with its invariants looked at after each decision; returns how many there were."""
    rules, players = ruleset(modules), 2 + seed % 4
    log = Log()
    state: Any = rules.new(players, seed, log)
    chance = Stream(seed, "subsets")
    every = conserved(state)
    in_bag = {tile.id: tile.copies for tile in rules.assembled.tiles if tile.copies}
    assert {name: every["tile", name] for name in in_bag} == in_bag
    rate, letters, decisions, lines = rules.options.gold_for_vp, Counter[str](), 0, 0
    held, scores = flow(log.events), [0] * players
    while not state.over:
        where = f"{label(modules)}, seed {seed}, {players} players, decision {decisions}"
        assert decisions < rules.game.turn_limit, where
        seat = chance.pick(state.to_act)
        legal = state.legal(seat)
        assert len(legal), where
        action = chance.pick(legal)
        assert state.check(action) is None, where
        log = Log()
        state.apply(action, log)
        decisions += 1
        for line in state.score_lines()[lines:]:
            scores[line.seat] += line.amount
            held -= rate * line.amount if line.reason == "gold" else 0
        lines = len(state.ledger)
        held += flow(log.events)
        assert state.scores == scores, where
        assert BOX - bank(state) == held, (
            f"{where}: the players have {BOX - bank(state)} gold, events say {held}"
        )
        assert min(state.gold) >= 0 and all(stake >= -1 for stakes in state.stakes for stake in stakes), where
        assert conserved(state) == every, where
        scored = [str(event.args["scoring"]) for event in log.events if event.key == "letter_scored"]
        letters.update(scored)
    assert {*letters.values()} == {3}, f"{label(modules)}, seed {seed}: {letters}"
    again = rules.restore(state.to_dict())
    assert again == state and again.digest() == state.digest()
    return decisions
