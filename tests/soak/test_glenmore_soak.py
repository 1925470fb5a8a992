"""Random whole games of Glen More with what must hold looked at after every decision, in all editions and more.

A few dozen belong to the quick tests; `pytest -m soak` plays five thousand, `pytest -m soak -n auto` on all cores.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.chance import Stream
from tilewright.core.events import Log
from tilewright.games.glenmore.state import DIE, total

EDITIONS = ("alea-de", "polish", "yucata")
READINGS: dict[str, dict[str, object]] = {
    "early": {"ness_time": "any_time", "exchange": "forced", "spend_gained": False, "ness_on_discard": True},
    "late": {"trade_after_refill": True, "ness_after_movement": True, "ness_last_member": True},
}
RULES = {edition: tw.load("glenmore", edition=edition) for edition in EDITIONS}
RULES |= {name: tw.load("glenmore", options=options) for name, options in READINGS.items()}
CHUNK = 250


def one_game(seed: int, players: int) -> int:
    """A random game with its invariants, played again from its outcomes; returns how many decisions it took."""
    edition = [*RULES][seed % len(RULES)]
    rules = RULES[edition]
    chance = Stream(seed, "soak")
    log = Log()
    state: Any = rules.new(players, seed, log)
    outcomes, moves = list(log.outcomes), list[tuple[int, str]]()
    lines, scores, turns = 0, [0] * players, 0
    while not state.over:
        where = f"seed {seed}, {players} players, {edition}, decision {len(moves)}"
        assert len(moves) < rules.game.turn_limit, where
        [seat] = state.to_act
        legal = state.legal(seat)
        assert len(legal), where
        action = chance.pick(legal)
        assert action in legal and state.check(action) is None, where
        log = Log()
        state.apply(action, log)
        outcomes += log.outcomes
        moves.append((seat, str(action)))
        for gained in state.ledger[lines:]:
            scores[gained[0]] += gained[1]
        lines = len(state.ledger)
        assert state.scores == scores, where
        holds(state, where)
        if state.turns != turns and not state.over:
            turns = state.turns
            between_turns(state, where)
    assert state.scorings == 3
    script: dict[str, list[str]] = {}
    for outcome in outcomes:
        script.setdefault(outcome.source, []).append(outcome.value)
    log = Log(script)
    again: Any = rules.new(players, seed, log)
    for mover, text in moves:
        again.play(rules.read(text, again, mover), log)
    assert again == state and log.left() == {}, f"seed {seed}: the replay goes another way"
    return len(moves)


def between_turns(state: Any, where: str) -> None:
    """GM-TURN-12: 13 of the 14 spaces are occupied, and a figure is last; nothing is left of the turn before."""
    assert len(state.chain) == 13 and state.chain[0] < 0, where
    assert Counter(item for item in state.chain if item < 0) == Counter(
        [-1 - seat for seat in range(len(state.seats))] + [DIE] * (len(state.seats) <= 3)
    ), where
    assert (state.tile, state.owed, state.placed, state.points) == (-1, [], [], 0), where


def holds(state: Any, where: str) -> None:
    """Cubes, coins and members are where they may be, and none comes from nowhere."""
    printed, options, count = state.printed, state.rules.options, len(state.seats)
    coins = sum(state.coins) + sum(sum(printed.prices[:taken]) for taken in state.warehouse)
    given = count * options.start_coins + (5 * printed.prices[0] if count <= 3 else 0)
    members = sum(sum(standing.values()) for standing in state.members) + sum(state.chieftains)
    gained = count
    for seat, display in enumerate(state.displays):
        assert state.coins[seat] >= 0 and state.barrels[seat] >= 0 and state.chieftains[seat] >= 0, where
        assert set(state.cubes[seat]) <= set(display) and set(state.members[seat]) <= set(display), where
        for at, number in display.items():
            kind = printed.kinds[number]
            if kind.each.does == "produce":
                assert total(state.cubes[seat].get(at, 0)) <= options.tile_capacity, where
            if at:
                gained += kind.once.member - kind.cost.member
            if kind.card is not None:
                given += kind.card.once.coins
                gained += kind.card.once.member
    if state.tile >= 0:  # Loch Ness taken, and paid for or not
        cost = printed.kinds[state.tile].cost.member
        gained -= cost - (state.owed[7] if state.owed else 0)
    assert coins == given, f"{where}: {coins} coins of {given}"
    assert members == gained <= 25, f"{where}: {members} members of {gained}"
    assert all(0 <= taken <= len(printed.prices) for taken in state.warehouse), where


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_dozen_random_games(players: int) -> None:
    assert sum(one_game(seed, players) for seed in range(12)) > 600


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(5_000 // CHUNK))
def test_five_thousand_random_games(chunk: int) -> None:
    for seed in range(1000 + chunk * CHUNK, 1000 + (chunk + 1) * CHUNK):
        one_game(seed, 2 + seed % 4)
