"""The levels of a game beside people, in lines of text, and as `--json` prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...bots.human_error import temperature, warmth
from ...bots.levels import LEVELS
from ...rules.ruleset import Rules
from ...simulation.level_anchors import Anchors, usual
from ...simulation.player_ratings import ENOUGH
from ...simulation.rating import POINTS
from ...text.options import unknown
from ..shared import common
from ..shared.terminal import Terminal
from ..shared.text_tables import table

SHOWN = 8
"""People who are named."""


def print_levels(
    rules: Rules, playing: Mapping[str, str], players: Sequence[int], terminal: Terminal
) -> None:
    """Print which bot plays each level, with its temperature for each number of players."""
    terminal.say(f"{rules.game.name}: the bots that play the levels, and their temperatures", "bold")
    rows = [["level", "bot", *(f"{n} players" for n in players)]]
    for level, text in playing.items():
        bot, errors = warmth(text)
        rows.append([level, bot, *(f"{temperature(errors, n):g}" for n in players)])
    for line in table(rows, terminal.width, narrow=1, right=range(2, 2 + len(players))):
        terminal.say(line)


def shares(typed: str) -> list[float]:
    """Return the shares that people should win, from the lowest level on; the usual ones where none is typed."""
    found = dict(zip(LEVELS, usual(), strict=True))
    for word in common.names(typed):
        level, _, percent = word.partition("=")
        if level not in found:
            raise unknown("level", level, LEVELS)
        if not percent.isdecimal() or len(percent) > 2 or not int(percent):
            raise common.usage(f"--share {word}: write a percentage from 1 to 99, such as {level}=60")
        found[level] = int(percent) / 100
    return [*found.values()]


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _between(low: float, high: float) -> str:
    return f"{100 * low:.0f}-{100 * high:.0f} %"


def print_people(game: str, made: Anchors, terminal: Terminal) -> None:
    """Print who was rated, and how people stand beside each level."""
    terminal.say()
    if made.median is None:
        terminal.wrapped(
            f"Too early to say how strong levels are beside people: nobody has {ENOUGH} finished games of {game} in "
            "these records, against levels or against people who have met some."
        )
        return
    count = len(made.people)
    names = ", ".join([*made.people.values()][:SHOWN]) + ", ..." * (count > SHOWN)
    low, at, high = (_like(made.ratings.place(made.median[n])) for n in (1, 0, 2))
    people = "1 person" if count == 1 else f"{count} people"
    terminal.wrapped(
        f"{people} with {ENOUGH} games or more, the weakest first: {names}. The median plays like {at}"
        f"{'' if low == high else f' (between {low} and {high})'}."
    )
    rows = [["level", "games", "people won", "95 %", "by ratings", "95 %", "weaker people"]]
    for one in made.levels:
        share, *ends = one.share
        met = [_percent(one.ahead / one.games), _between(*one.interval)] if one.games else ["", ""]
        below = f"{one.below} of {count}"
        rows.append([one.level, str(one.games), *met, _percent(share), _between(ends[0], ends[1]), below])
    for line in table(rows, terminal.width, right=range(1, 7)):
        terminal.say(line)
    terminal.wrapped("By ratings: if each of these people meets the level alone.")
    if made.others:
        terminal.wrapped(f"In {common.counted(made.others, 'game')} another bot than today's played a level.")


def _like(place: int) -> str:
    """Return the level by its number, in words."""
    if place < 0:
        return f"less than {LEVELS[0]}"
    return LEVELS[place] if place < len(LEVELS) else f"more than {LEVELS[-1]}"


def print_wanted(
    made: Anchors, playing: Mapping[str, str], players: Sequence[int], terminal: Terminal
) -> None:
    """Print with which temperatures people would win the wanted shares, and what is missing to say so."""
    terminal.say()
    terminal.say("temperatures with which people would win so often", "bold")
    rows = [["level", "wanted", "players", "now", "then", "95 %"]]
    missing, fixed = [], []
    for one in made.levels:
        if one.missing:
            missing.append(f"about {common.counted(one.missing, 'game')} of people against {one.level}")
        first = [one.level, _percent(one.wanted)]
        for n, heat in one.heats.items():
            if heat is not None:
                now = f"{temperature(warmth(playing[one.level])[1], n):g}"
                rows.append([*first, str(n), now, _heat(heat[0]), f"{_heat(heat[1])} to {_heat(heat[2])}"])
                first = ["", ""]
        if not one.missing and first[0]:
            fixed.append(one.level)
    for line in table(rows, terminal.width, right=range(1, 5)) if len(rows) > 1 else []:
        terminal.say(line)
    if missing:
        terminal.wrapped(f"Missing to say more: {common.both(missing)}.")
    if fixed:
        terminal.wrapped(f"For {common.both(fixed)} it does not follow from what levels one bot plays.")


def _heat(heat: float) -> str:
    """Return a temperature with two digits."""
    return f"{float(f'{heat:.2g}'):g}"


def report(
    rules: Rules, playing: Mapping[str, str], players: Sequence[int], made: Anchors | None
) -> dict[str, Any]:
    """Return everything as `--json` prints it."""
    found = {"schema": 1, "game": rules.game.name, "modules": [one.name for one in rules.modules]}
    rows: list[dict[str, Any]] = [
        {
            "level": level,
            "bot": text,
            "temperatures": {str(n): temperature(warmth(text)[1], n) for n in players},
        }
        for level, text in playing.items()
    ]
    if made is not None:
        for row, one in zip(rows, made.levels, strict=False):
            row |= {
                "rating": round(POINTS * made.ratings.strengths[f":{one.level}"]),
                "games": one.games,
                "won": round(one.ahead, 3),
                "won_interval": [round(end, 3) for end in one.interval] if one.games else None,
                "share": round(one.share[0], 3),
                "share_interval": [round(end, 3) for end in one.share[1:]],
                "weaker_people": one.below,
                "wanted": round(one.wanted, 3),
                "missing_games": one.missing,
                "wanted_temperatures": {
                    str(n): [float(f"{end:.3g}") for end in heat] if heat is not None else None
                    for n, heat in one.heats.items()
                },
            }
        found["people"] = list(made.people.values())
        found["median"] = [round(POINTS * end) for end in made.median] if made.median is not None else None
        found["other_bots"] = made.others
    return found | {"levels": rows}
