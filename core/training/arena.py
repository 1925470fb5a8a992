"""Games played for training: heroes against rivals, with the same seeds, seats and rivals for each hero."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import attrs

from .. import bots
from ..base.chance import Stream, mix
from ..base.errors import TilewrightError
from ..bots.learned_moves import Lesson, Mind
from ..lab.games.variants import Variant
from ..play.lifecycle import Bot
from ..play.match import bot_key, names_of
from ..rules.ruleset import Rules
from ..simulation.games import ENDLESS

Player = Lesson | str
"""What was learned, or the text of a bot."""


@attrs.frozen(kw_only=True)
class Contest:
    """Every hero plays the same games; game `n` has the hero at seat `n % players`."""

    variant: Variant
    players: int
    heroes: tuple[Player, ...]
    rivals: tuple[Player, ...]
    """Each other seat of a game is taken by one of them, drawn under the game's seed."""
    games: int
    """By hero."""
    seed: int

    @property
    def whole(self) -> int:
        """Number of games in all."""
        return self.games * len(self.heroes)


_HERE = threading.local()
"""Rules, and the bots of players, of the contest that this thread played last: bots count their work, so two threads
of a cluster's worker never share them."""


def ready(rules: Rules, player: Player, hero: bool = False) -> Bot:
    """Return the bot that plays; one is kept for each player of the last ruleset, and another for a hero, who may meet
    himself."""
    if getattr(_HERE, "rules", None) is not rules:
        _HERE.rules, _HERE.made = rules, []
    made: list[tuple[Player, bool, Bot]] = _HERE.made
    for known, own, bot in made:
        if own is hero and (known is player or known == player):
            return bot
    bot = bots.make(player, rules) if isinstance(player, str) else Mind(rules, player)
    made.append((player, hero, bot))
    del made[:-64]
    return bot


def games(contest: Contest, first: int, count: int) -> list[dict[str, Any]]:
    """Play some games of a contest; return rows `{share, margin, work, decisions}` of the hero, in order.

    `share` is its part of the victory, `margin` its lead over the best rival in points, `work` the number of positions
    that it rated or valued.
    """
    rules = contest.variant.rules()
    return [_game(contest, rules, number) for number in range(first, first + count)]


def _game(contest: Contest, rules: Rules, number: int) -> dict[str, Any]:
    hero = ready(rules, contest.heroes[number // contest.games], hero=True)
    game = number % contest.games
    seat, seed = game % contest.players, contest.seed + game // contest.players
    drawn = Stream(seed, "rivals")
    players = [ready(rules, drawn.pick(contest.rivals)) for _ in range(contest.players)]
    players[seat] = hero
    before = getattr(hero, "work", 0)
    state, decisions = played(rules, players, seed)
    winners, scores = state.winners, state.standing()
    rest = max((score for n, score in enumerate(scores) if n != seat), default=0)
    return {
        "share": 1 / len(winners) if seat in winners else 0.0,
        "margin": scores[seat] - rest,
        "work": getattr(hero, "work", 0) - before,
        "decisions": decisions[seat],
    }


def played(rules: Rules, players: Sequence[Bot], seed: int) -> tuple[Any, list[int]]:
    """Play one game to its end; return the final state and the number of decisions with a choice by seat."""
    state = rules.new(len(players), seed)
    keys = [bot_key(seed, name) for name in names_of(len(players))]
    decisions, count = [0] * len(players), 0
    while not state.over:
        if count >= rules.game.turn_limit:
            raise TilewrightError(f"{ENDLESS} {rules.game.turn_limit} decisions")
        seat = state.to_act[0]
        view = state.view(seat)
        action = players[seat].choose(view, Stream.of(mix(keys[seat], count)))
        decisions[seat] += 1
        state.apply(action)
        count += 1
    return state, decisions


def shares(contest: Contest, rows: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the rows by hero."""
    return [list(rows[n * contest.games : (n + 1) * contest.games]) for n in range(len(contest.heroes))]
