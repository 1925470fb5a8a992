"""Games played for training, in this process, in several, or on a Dask cluster, with the same outcomes.

Contests are of heroes against rivals, with the same seeds, seats and rivals for each hero. Samples are positions at the
ends of turns, with the points that each seat had then and at the end, to learn values from.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import attrs

from .. import bots
from ..base.chance import Stream, mix
from ..base.errors import TilewrightError
from ..bots.features import features
from ..bots.learned_moves import Lesson, Mind
from ..lab.games.block import BlockSide, BlockWork
from ..lab.games.engine import LOCAL, Engine, engine
from ..lab.games.variants import Variant
from ..play import lifecycle
from ..play.guests import seated
from ..play.lifecycle import Bot
from ..play.match import bot_key, names_of
from ..play.recorded_game import result
from ..rules.ruleset import Rules
from ..rules.schedule import opening, passage
from ..rules.state import State
from ..rules.teams import sides_of
from ..rules.weights import Weights
from ..simulation.games import ENDLESS, play_out

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


COUNTS = ("work", "decisions")
"""What a learned bot counts itself."""
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
    that it rated or valued in its `decisions`. The hero has all seats of its side. Where there is no other side, the
    rival plays the same deal, and who does better wins; `own` and `its` are their victories then, or points. Where one
    has won, points do not count.
    """
    rules = contest.variant.rules()
    return [_game(contest, rules, number) for number in range(first, first + count)]


def _game(contest: Contest, rules: Rules, number: int) -> dict[str, Any]:
    hero = ready(rules, contest.heroes[number // contest.games], hero=True)
    game = number % contest.games
    seat, seed = game % contest.players, contest.seed + game // contest.players
    drawn = Stream(seed, "rivals")
    players = [ready(rules, drawn.pick(contest.rivals)) for _ in range(contest.players)]
    sides, rival = rules.game.sides(contest.players), players[0]
    for one in sides.side(seat):
        players[one] = hero
    before = [getattr(hero, name, 0) for name in COUNTS]
    won, lead = _played(rules, players, seed, seat)
    row = {name: getattr(hero, name, 0) - so_far for name, so_far in zip(COUNTS, before, strict=True)}
    if sides.rivals:
        return {"share": won, "margin": lead, **row}
    other = _played(rules, [rival] * contest.players, seed, seat)
    own, its = (lead, other[1]) if sides.scored else (won, other[0])
    share, near = (own > its) + (own == its) / 2, sides.scored or own == its == 0
    return {"share": share, "margin": lead - other[1] if near else 0.0, **row, "own": own, "its": its}


def _played(rules: Rules, players: Sequence[Bot], seed: int, seat: int) -> tuple[float, float]:
    """Play a game; return the seat's part of the victory, and the lead of its side or, if there is no other, its
    points."""
    state = rules.new(len(players), seed)
    play_out(rules, state, players, seed)
    sides, lost = sides_of(state), [one.seat for one in lifecycle.forfeits(players)]
    winners = lifecycle.placed_last(state.ranking(), lost, sides)[0] if lost else state.winners
    return sides.shares(winners)[seat], sides.lead(state.standing(), seat)


def shares(contest: Contest, rows: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Return the rows by hero."""
    return [list(rows[n * contest.games : (n + 1) * contest.games]) for n in range(len(contest.heroes))]


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
    """Play some games; return for each `{rounds, sides, positions, ended}`.

    A position is `[round, the seat whose turn is over, {name: feature by seat}, points so far]`; points are
    `{reason: by seat}`, and `ended` are those at the end.
    """
    rules = study.variant.rules()
    # Features that read weights must be those that the hero will play by.
    hero = study.hero
    weights = rules.weights if isinstance(hero, str) else rules.weights.changed(hero.weights)
    return [_studied(study, rules, weights, number) for number in range(first, first + count)]


def _studied(study: SampleGames, rules: Rules, weights: Weights, number: int) -> dict[str, Any]:
    seed = study.seed + number
    drawn = Stream(seed, "studied")
    players: list[Bot] = [
        ready(rules, study.hero if drawn.below(4) else drawn.pick(study.rivals)) for _ in range(study.players)
    ]
    state = rules.new(study.players, seed)
    keys = [bot_key(seed, name) for name in names_of(study.players)]
    chooses = [seated(player).choose for player in players]
    lifecycle.begin(players, state.seats)
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
            action = chooses[seat](view, Stream.of(mix(keys[seat], count)))
        state.apply(action)
        count += 1
        now = passage(state)
        if now != began and not state.over:
            seen = state.view(seat).weighed(weights)
            found = {name: list(values) for name, values in features(rules, seen).items()}
            positions.append([rules.game.round_of(state), seat, found, _points(rules, state)])
        began = now
    lifecycle.end(players, result(state))
    return {
        "rounds": rules.game.round_of(state),
        "sides": sides_of(state).groups,
        "positions": positions,
        "ended": _points(rules, state),
    }


def _points(rules: Rules, state: State) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    seats: Sequence[int] = [0] * len(state.seats)
    for seat, amount, reason, *_ in state.ledger:
        found.setdefault(rules.reasons[reason].key, list(seats))[seat] += amount
    return found


SEED = 1 << 40
"""Seeds of games are below it."""


@attrs.frozen
class Plays:
    """Plays contests and studies of one ruleset with one number of players."""

    engine: Engine
    variant: Variant
    players: int
    progress: Callable[[int], None] = lambda games: None
    """Called with the number of newly finished games."""

    def contest(self, heroes: Sequence[Player], rivals: Sequence[Player], games: int, key: int) -> Contest:
        return Contest(
            variant=self.variant,
            players=self.players,
            heroes=tuple(heroes),
            rivals=tuple(rivals),
            games=games,
            seed=key % SEED,
        )

    def rows(self, contest: Contest) -> list[dict[str, Any]]:
        """Return the rows of all games of the contest, in order (`games`)."""
        playing = self.engine.playing(partial(games, contest))
        return list(playing.rows(0, contest.games * len(contest.heroes), self.progress))

    def positions(
        self, player: Player, rivals: Sequence[Player], games: int, key: int
    ) -> list[dict[str, Any]]:
        """Return the positions at the ends of turns of so many games (`studied`)."""
        study = SampleGames(
            variant=self.variant,
            players=self.players,
            hero=player,
            rivals=tuple(rivals),
            seed=key % SEED,
        )
        playing = self.engine.playing(partial(studied, study))
        return list(playing.rows(0, games, self.progress))


@contextmanager
def crew(name: str, variant: Variant, workers: int, against: str = "") -> Iterator[Engine]:
    """Start what plays under these rules: `local`, `dask` or `dask:ADDRESS`, as for a comparison.

    Another machine must know the bot that is played `against`. Programs that bots have started end afterwards.
    """
    casts = ((against,),) if against and name != LOCAL else ()
    work = BlockWork(sides=(BlockSide(variant=variant, metrics=()),), casts=casts)
    with engine(name, work, workers) as playing:
        try:
            yield playing
        finally:
            lifecycle.close(bot for _, _, bot in vars(_HERE).pop("made", ()))
            vars(_HERE).clear()
