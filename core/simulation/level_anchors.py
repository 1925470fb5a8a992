"""Where the levels of a game stand among people who have played it, and the errors that would move them.

A level is to be so strong that people win a wanted share of their games against it. Its error follows from the levels
themselves: strength falls as the logarithm of the temperature rises, as steeply as between those levels that one bot
plays with different temperatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, exp, log
from typing import TYPE_CHECKING

import attrs

from ..bots import levels
from ..bots.human_error import temperature, warmth
from ..bots.levels import LEVELS
from ..rules.ruleset import Rules
from .player_ratings import ENOUGH, STEP, Ratings, counted, key, rated
from .wilson import Z, wilson

if TYPE_CHECKING:
    from ..table.saved_games import SavedGame

GAP = log(STEP / (1 - STEP))
"""How far neighbouring levels are meant to be apart, in units of log strength."""
INFORMS = 0.2
"""What one more game against a level adds to what is known of its distance, where either side may win."""
Interval = tuple[float, float, float]
"""What is most likely, and the ends of its 95 % interval."""


@attrs.frozen(kw_only=True)
class Anchor:
    """One level among people."""

    level: str
    games: int
    """Games in which people met it."""
    ahead: float
    """In how many of these they finished ahead of it, ties half; in parts with several people or bots of the level."""
    share: Interval
    """The share of games that people win against it alone by their ratings, one game each."""
    below: int
    """Number of people whose rating is lower than its own."""
    wanted: float
    """The share that they should win."""
    heats: Mapping[int, Interval | None]
    """By number of players, the temperature for the wanted share; None where it does not follow."""
    missing: int
    """About how many games of people against it are missing until its place is known to one step between levels."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `ahead` as a share."""
        return wilson(self.ahead, self.games)


@attrs.frozen(kw_only=True)
class Anchors:
    """The levels of a game among the people in some records."""

    ratings: Ratings
    people: Mapping[str, str]
    """The people with enough games to be counted, as they are spelled first, by key; weakest first."""
    median: Interval | None
    """The rating of the median person, in log strength; None without people."""
    levels: Sequence[Anchor]
    """Empty without people."""
    others: int
    """Games in which another bot than today's played a level; it counts as the level."""


def usual() -> list[float]:
    """Return the shares that people win if levels are as far apart as they should be, with people in the middle."""
    return [_chance(((len(LEVELS) - 1) / 2 - n) * GAP) for n in range(len(LEVELS))]


def counts(rules: Rules) -> list[int]:
    """Return with how many players the game is played, from two on."""
    return [count for count in rules.game.seat_counts if count > 1]


def anchored(rules: Rules, saves: Sequence[SavedGame], wanted: Sequence[float]) -> Anchors:
    """Rate people and levels in these games; `wanted` are the shares for people to win, from the lowest level on."""
    games = [save for save in saves if counted(save, rules.game.name)]
    ratings = rated(games, rules.game.name)
    names: dict[str, str] = {}
    for save in sorted(games, key=lambda save: save.changed):
        for name in save.people:
            names.setdefault(key(name, {}), name)
    known = [who for who in names if ratings.played.get(who, 0) >= ENOUGH]
    known.sort(key=lambda who: (ratings.strengths[who], who))
    playing = levels.of(rules)
    found = [
        _anchor(level, share, playing, ratings, known, games, counts(rules))
        for level, share in zip(LEVELS, wanted, strict=True)
        if known
    ]
    return Anchors(
        ratings=ratings,
        people={who: names[who] for who in known},
        median=_median(ratings, known) if known else None,
        levels=found,
        others=sum(_otherwise(save, rules, playing) for save in games),
    )


def _otherwise(save: SavedGame, rules: Rules, playing: Mapping[str, str]) -> bool:
    """Whether a level was played by another bot than under the same modules now."""
    assert save.head is not None
    if {*save.head.modules} != {module.name for module in rules.modules}:
        return False
    bots = [text.partition("!")[0] for text in save.head.bots.values()]
    return any(
        levels.spoken(text) in playing and levels.bot(text) != playing[levels.level(text)] for text in bots
    )


def _median(ratings: Ratings, people: Sequence[str]) -> Interval:
    middle = people[(len(people) - 1) // 2], people[len(people) // 2]
    parts = {who: middle.count(who) / 2 for who in middle}
    at, error = ratings.sure(parts)
    return at, at - Z * error, at + Z * error


def _anchor(
    level: str,
    wanted: float,
    playing: Mapping[str, str],
    ratings: Ratings,
    people: Sequence[str],
    games: Iterable[SavedGame],
    players: Iterable[int],
) -> Anchor:
    strengths = [ratings.strengths[who] for who in people]
    own = f":{level}"
    at = ratings.strengths[own]
    met = [share for save in games if (share := _ahead(save, own)) is not None]
    share, parts = _won(strengths, at)
    _, error = ratings.sure({**dict(zip(people, parts, strict=True)), own: -sum(parts)})
    logit = log(share / (1 - share))
    low, high = (_chance(logit + side * Z * error) for side in (-1, 1))
    goal = _strength(strengths, wanted)
    _, slopes = _won(strengths, goal)
    toward = {who: part / sum(slopes) for who, part in zip(people, slopes, strict=True)}
    _, error = ratings.sure({**toward, own: -1.0})
    missing = max(0, ceil(((Z / GAP) ** 2 - (1 / error) ** 2) / INFORMS))
    heats = {n: _heat(own, goal, toward, playing, ratings, n) if not missing else None for n in players}
    return Anchor(
        level=level,
        games=len(met),
        ahead=sum(met),
        share=(share, low, high),
        below=sum(one < at for one in strengths),
        wanted=wanted,
        heats=heats,
        missing=missing,
    )


def _chance(difference: float) -> float:
    return 1 / (1 + exp(-difference))


def _won(strengths: Sequence[float], level: float) -> tuple[float, list[float]]:
    """Return the mean share that these win against a level, and how its log odds grow with each of them."""
    chances = [_chance(one - level) for one in strengths]
    mean = sum(chances) / len(chances)
    return mean, [one * (1 - one) / (len(chances) * mean * (1 - mean)) for one in chances]


def _strength(strengths: Sequence[float], wanted: float) -> float:
    """Return the strength of a level against which these win the wanted share."""
    low, high = min(strengths) - 12, max(strengths) + 12
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if _won(strengths, middle)[0] > wanted else (low, middle)
    return (low + high) / 2


def _heat(
    own: str,
    goal: float,
    toward: Mapping[str, float],
    playing: Mapping[str, str],
    ratings: Ratings,
    players: int,
) -> Interval | None:
    """Return the temperature with which a level would be as strong as the goal; `toward` says what moves that."""
    now, ends = temperature(warmth(playing[own[1:]])[1], players), _ends(playing, players)
    if not now or ends is None:
        return None
    hot, cold, far = ends
    slope, error = (one / far for one in ratings.sure({cold: 1.0, hot: -1.0}))
    if slope <= Z * error:
        return None
    gap = (goal - ratings.strengths[own]) / slope
    parts = {who: part / slope for who, part in toward.items()}
    for who, part in ((own, -1 / slope), (cold, -gap / slope / far), (hot, gap / slope / far)):
        parts[who] = parts.get(who, 0.0) + part
    _, error = ratings.sure(parts)
    middle, low, high = (now * exp(-gap + side * Z * error) for side in (0, -1, 1))
    return middle, low, high


def _ends(playing: Mapping[str, str], players: int) -> tuple[str, str, float] | None:
    """Return the hottest and the coldest level of the bot that plays most of them with an error, by key, and how far
    apart the logarithms of their temperatures are; None if there are no two."""
    heats: dict[str, dict[float, str]] = {}
    for level, text in playing.items():
        bot, errors = warmth(text)
        if heat := temperature(errors, players):
            heats.setdefault(bot, {})[heat] = f":{level}"
    most = max(heats.values(), key=len, default={})
    if len(most) < 2:
        return None
    return most[max(most)], most[min(most)], log(max(most) / min(most))


def _ahead(save: SavedGame, own: str) -> float | None:
    """Return the part of the pairs of a person and this level in which the person finished ahead; None without any."""
    assert save.head is not None and save.result is not None
    place = {seat: n for n, seats in enumerate(save.result.ranking) for seat in seats}
    who = [key(name, save.head.bots) for name in save.head.seats]
    together = {(one, other) for side in save.result.sides or () for one in side for other in side}
    pairs = [
        (place[person], place[bot])
        for person, name in enumerate(who)
        if not name.startswith(":") and person not in save.result.bots
        for bot, other in enumerate(who)
        if other == own and (person, bot) not in together
    ]
    return sum((mine < its) + (mine == its) / 2 for mine, its in pairs) / len(pairs) if pairs else None
