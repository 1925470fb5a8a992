"""Positions at the ends of turns, with the points that each seat had then and at the end, to learn values from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from ..base.chance import Stream, mix
from ..base.errors import TilewrightError
from ..bots.features import features
from ..lab.games.variants import Variant
from ..play.lifecycle import Bot
from ..play.match import bot_key, names_of
from ..rules.ruleset import Rules
from ..rules.schedule import opening, passage
from ..rules.state import State
from ..rules.weights import Weights
from ..simulation.games import ENDLESS
from .arena import Player, ready

EXPLORED = 0.15
"""The part of turns that begin with another move than the best, so that its consequences are seen as well."""
NEAR = 5
"""It is one of so many moves of the highest worth."""


@attrs.frozen(kw_only=True)
class SampleGames:
    """Games that are played to be learned from: three seats of four by the hero, the others by rivals."""

    variant: Variant
    players: int
    hero: Player
    rivals: tuple[Player, ...]
    seed: int


def studied(study: SampleGames, first: int, count: int) -> list[dict[str, Any]]:
    """Play some games; return for each `{rounds, seats, positions, ended}`.

    A position is `[round, the seat whose turn is over, {name: feature by seat}, points so far]`; points are
    `{reason: by seat}`, and `ended` are those at the end.
    """
    rules = study.variant.rules()
    # Features that read weights must be those that the hero will play by.
    hero = study.hero
    weights = rules.weights if isinstance(hero, str) else rules.weights.changed(hero.weights)
    return [_game(study, rules, weights, number) for number in range(first, first + count)]


def _game(study: SampleGames, rules: Rules, weights: Weights, number: int) -> dict[str, Any]:
    seed = study.seed + number
    drawn = Stream(seed, "studied")
    players: list[Bot] = [
        ready(rules, study.hero if drawn.below(4) else drawn.pick(study.rivals)) for _ in range(study.players)
    ]
    state = rules.new(study.players, seed)
    keys = [bot_key(seed, name) for name in names_of(study.players)]
    positions: list[Any] = []
    count, began = 0, passage(state)
    while not state.over:
        if count >= rules.game.turn_limit:
            raise TilewrightError(f"{ENDLESS} {rules.game.turn_limit} decisions")
        seat = state.to_act[0]
        view = state.view(seat)
        legal = view.legal()
        if len(legal) > 1 and opening(state) and drawn.below(1000) < 1000 * EXPLORED:
            chosen = list(range(len(legal)))
            if rules.game.choices is not None:
                worths = rules.worths(view, legal)
                chosen.sort(key=lambda n: -worths[n])
                del chosen[NEAR:]
            action = legal[drawn.pick(chosen)]
        else:
            action = players[seat].choose(view, Stream.of(mix(keys[seat], count)))
        state.apply(action)
        count += 1
        now = passage(state)
        if now != began and not state.over:
            seen = state.view(seat).weighed(weights)
            found = {name: list(values) for name, values in features(rules, seen).items()}
            positions.append([rules.game.round_of(state), seat, found, _points(rules, state)])
        began = now
    return {
        "rounds": rules.game.round_of(state),
        "seats": study.players,
        "positions": positions,
        "ended": _points(rules, state),
    }


def _points(rules: Rules, state: State) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    seats: Sequence[int] = [0] * len(state.seats)
    for seat, amount, reason, *_ in state.ledger:
        found.setdefault(rules.reasons[reason].key, list(seats))[seat] += amount
    return found
