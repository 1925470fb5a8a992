"""Statistics of a person's saved games: games played and won, opponents, and the sources of points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from ..base.errors import TilewrightError
from ..base.plugin_errors import said
from ..bots.levels import spoken
from ..play.replay import replay
from ..record import format as records
from ..record.format import Header
from ..text.seat_names import alike
from .wilson import wilson

if TYPE_CHECKING:
    from ..rules.ruleset import Rules
    from ..table.saved_games import SavedGame

PEOPLE = "people"
"""What stands for opponents without a bot."""
BLOCKS = "▁▂▃▄▅▆▇█"


@attrs.frozen
class PlayedGame:
    """One saved game, as one person played it."""

    save: SavedGame
    seat: int

    @property
    def head(self) -> Header:
        """The first line of its record."""
        assert self.save.head is not None
        return self.save.head

    @property
    def name(self) -> str:
        """The name of the game's rules."""
        return self.head.game

    @property
    def player(self) -> str:
        return self.head.seats[self.seat]

    @property
    def against(self) -> tuple[str, ...]:
        """The opponents' levels or bots, each once, and PEOPLE if there were people."""
        bots = self.head.bots
        others = [name for name in self.head.seats if name != self.player]
        return tuple(sorted({spoken(bots[name]) if name in bots else PEOPLE for name in others}))

    @property
    def players(self) -> int:
        return len(self.head.seats)

    @property
    def finished(self) -> bool:
        return self.save.result is not None

    @property
    def won(self) -> bool:
        """True if the game is over and won, alone or with others."""
        return self.contested and self.save.result is not None and self.seat in self.save.result.winners

    @property
    def contested(self) -> bool:
        """True if the game is over and this person has won or lost it: not only points counted, and no bot played on.

        Who resigns has lost, whoever played on.
        """
        result = self.save.result
        if result is None or result.scored:
            return False
        return self.seat in result.resigned or self.seat not in result.bots

    @property
    def score(self) -> int | None:
        """The points, or what the game counts in their place; None if this person has not played to the end."""
        result = self.save.result
        if result is None or result.resigned or self.seat in result.bots:
            return None
        return result.ahead[self.seat]


@attrs.frozen
class GameTally:
    """Some games in numbers. A victory shared with others counts as one."""

    played: int
    finished: int
    contested: int
    """Those that somebody won or lost."""
    won: int
    mean: float | None
    """Points of finished games; None if there are none."""
    best: int | None

    @property
    def share(self) -> float | None:
        """The part of the contested games that was won."""
        return self.won / self.contested if self.contested else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's 95 % interval of the share."""
        return wilson(self.won, self.contested) if self.contested else None


def games(
    saves: Iterable[SavedGame], game: str | None = None, player: str | None = None, *, begun: bool = False
) -> list[PlayedGame]:
    """The games in which people sat, oldest first; only of this game, and only as this player, if they are named.

    A game of several people counts for each of them. Broken files and games between bots alone are left out, and so are
    games that began from a position, whose points say little; with `begun` it is these alone.
    """
    return [
        PlayedGame(save, save.head.seats.index(name))
        for save in sorted(saves, key=lambda save: save.changed)
        if save.head is not None
        and (game is None or alike(game) == alike(save.head.game))
        and (save.head.start is not None) == begun
        for name in save.people
        if player is None or alike(name) == alike(player)
    ]


def by_person(played: Iterable[PlayedGame]) -> dict[str, list[PlayedGame]]:
    """These games by the name of the person, as it is spelled first; in the order of the first games."""
    names: dict[str, str] = {}
    found: dict[str, list[PlayedGame]] = {}
    for game in played:
        found.setdefault(names.setdefault(alike(game.player), game.player), []).append(game)
    return found


def tally(played: Sequence[PlayedGame]) -> GameTally:
    """These games in numbers."""
    scores = [game.score for game in played if game.score is not None]
    return GameTally(
        len(played),
        len(scores),
        sum(game.contested for game in played),
        sum(game.won for game in played),
        sum(scores) / len(scores) if scores else None,
        max(scores, default=None),
    )


def grouped(
    played: Sequence[PlayedGame], key: Callable[[PlayedGame], tuple[object, ...]]
) -> dict[tuple[object, ...], GameTally]:
    """The games in numbers by this key; those with most games first."""
    groups: dict[tuple[object, ...], list[PlayedGame]] = {}
    for game in played:
        groups.setdefault(key(game), []).append(game)
    return {found: tally(some) for found, some in sorted(groups.items(), key=lambda item: -len(item[1]))}


def blocks(values: Sequence[float], most: int = 60) -> str:
    """One block for each of the last values, the higher the larger the value."""
    values = values[-most:]
    if not values:
        return ""
    low, high = min(values), max(values)
    steps = len(BLOCKS) - 1
    return "".join(
        BLOCKS[round(steps * (value - low) / (high - low)) if high > low else steps // 2] for value in values
    )


def halves(values: Sequence[float], most: int = 10) -> tuple[int, float, float] | None:
    """Return how many values make the later half, at most so many, and the means of as many before and of these.

    None for fewer than four values.
    """
    if len(values) < 4:
        return None
    count = min(most, len(values) // 2)
    return count, sum(values[-2 * count : -count]) / count, sum(values[-count:]) / count


# -- where points came from ----------------------------------------------------------------------------------------


@attrs.define
class PointSources:
    """Points by reason in finished games that were played again, the person's and those of an opponent."""

    games: int = 0
    mine: dict[str, float] = attrs.field(factory=dict)
    """Reason to the mean of a game."""
    theirs: dict[str, float] = attrs.field(factory=dict)
    """The same, averaged over the opponents."""
    names: dict[str, str] = attrs.field(factory=dict)
    """Reason to its words in the language asked for."""
    failed: dict[str, str] = attrs.field(factory=dict)
    """File to why it cannot be played again."""


def sources(
    played: Sequence[PlayedGame], lang: str = "en", advance: Callable[[int], None] = lambda done: None
) -> PointSources:
    """Play the finished ones of these games again, and say where the points came from.

    That takes about as long as the games' moves took to check; `advance` is called with 1 after each.
    """
    found = PointSources()
    mine: dict[str, float] = {}
    theirs: dict[str, float] = {}
    for game in played:
        if game.score is None:
            continue
        try:
            rules, lines, others = _lines(game)
        except Exception as error:  # of the rules, too, which may be a stranger's
            found.failed[str(game.save.path)] = (
                str(error) if isinstance(error, TilewrightError) else said(error)
            )
            advance(1)
            continue
        found.games += 1
        for seat, amount, reason in lines:
            into, weight = (mine, 1.0) if seat == game.seat else (theirs, 1 / others)
            into[reason] = into.get(reason, 0.0) + amount * weight
            found.names[reason] = (
                rules.say(reason, {}, (), lang) if reason in rules.words else reason.replace("_", " ")
            )
        advance(1)
    found.mine = {reason: amount / found.games for reason, amount in mine.items()}
    found.theirs = {reason: amount / found.games for reason, amount in theirs.items()}
    return found


def _lines(game: PlayedGame) -> tuple[Rules, list[tuple[int, int, str]], int]:
    """The rules of a finished game, its lines of points as (seat, amount, reason), and the number of opponents."""
    match = replay(records.read(game.save.path))
    state = match.state
    lines = [(line.seat, line.amount, line.reason) for line in state.score_lines()]
    return match.rules, lines, max(1, len(state.seats) - 1)
