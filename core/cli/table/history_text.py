"""The statistics of saved games in lines of text, and as `--json` prints them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...bots.levels import LEVELS
from ...simulation import player_history as told
from ...simulation import player_ratings
from ...simulation.player_history import PEOPLE, GameTally, PlayedGame, PointSources
from ...simulation.player_ratings import Ratings, Standing
from ...simulation.rating import POINTS
from ...table.face_texts import Texts
from ...table.narration import signed
from ...table.saved_games import SavedGame, date
from ...text.options import unknown
from ...text.seat_names import alike, find
from ..shared import common
from ..shared.terminal import Terminal, progress
from ..shared.text_tables import table

LAST = 8
"""Games that are listed one by one."""
AGAIN = 50
"""The most games that `--detail` plays again: the newest ones."""


def print_history(
    found: Sequence[SavedGame],
    terminal: Terminal,
    say: Texts,
    game: str | None = None,
    player: str | None = None,
    detail: bool = False,
) -> dict[str, str]:
    """Print the statistics of these saved games; return why some cannot be played again for the detail, by file."""
    played = told.games(found, game, player)
    people = told.by_person(played)
    points = {who: sources(games, say.lang) for who, games in people.items()} if detail else None
    if played:
        print_people(people, rated(found, played), points, game, terminal, say)
    else:
        terminal.place(say("history.none"), common.home())
    if begun := len(told.games(found, game, player, begun=True)):
        terminal.say()
        terminal.wrapped(say("history.begun", n=begun))
    return {file: why for one in (points or {}).values() for file, why in one.failed.items()}


def rated(found: Sequence[SavedGame], played: Sequence[PlayedGame]) -> dict[str, Ratings]:
    """Return the ratings of all who ever played, by game, for the games that were played here."""
    return {name: player_ratings.rated(found, name) for name in dict.fromkeys(one.name for one in played)}


def known(name: str | None, names: Sequence[str], what: str) -> None:
    """Raise UsageError for a name that no saved game has, if there are others."""
    if name is not None and names and find(name, names) is None:
        raise unknown(f"saved game of the {what}", name, list(dict.fromkeys(names)))


def sources(played: Sequence[PlayedGame], lang: str) -> PointSources:
    again = [one for one in played if one.finished][-AGAIN:]
    with progress("games", len(again)) as advance:
        return told.sources(again, lang, advance)


def print_people(
    people: Mapping[str, Sequence[PlayedGame]],
    ratings: Mapping[str, Ratings],
    sources: Mapping[str, PointSources] | None,
    game: str | None,
    terminal: Terminal,
    say: Texts,
) -> None:
    """Print everything about these people: each in lines of their own, named where there are several."""
    for who, played in people.items():
        whole = told.tally(played)
        rate = ""
        if whole.share is not None and whole.interval is not None:
            low, high = (round(100 * bound) for bound in whole.interval)
            rate = say("history.rate", share=round(100 * whole.share), low=low, high=high)
        counts = {"played": whole.played, "finished": whole.finished, "won": whole.won}
        said = say("history.whole", who=who, **counts, rate=rate)
        terminal.say(terminal.fill(said, "", "  "), "bold")
        for rated_game in dict.fromkeys(one.name for one in played):
            if standing := ratings[rated_game].standing(alike(who)):
                terminal.wrapped(f"{rated_game}: {beside_levels(standing, say)}", "  ", "    ")
    terminal.say()
    several = len(people) > 1
    titles = ("player",) * several + (
        "game", "against", "players", "played", "finished", "won", "interval", "mean", "best",
    )  # fmt: skip
    rows = [[say(f"history.{title}") for title in titles]]
    for who, played in people.items():
        groups = told.grouped(played, lambda one: (one.name, one.against, one.players))
        for (name, against, players), tally in groups.items():
            more = [str(name), _against(against, say), str(players), *_figures(tally)]
            rows.append([who] * several + more)
    right, spare = (tuple(n + several for n in columns) for columns in (range(2, 9), (6, 2)))
    for line in table(rows, terminal.width, narrow=1 + several, right=right, spare=spare):
        terminal.say(line)
    for who, played in people.items():
        for name in dict.fromkeys(one.name for one in played):
            title = f"{who}, {name}" if several else name
            _course(title, [one for one in played if one.name == name], terminal, say)
    for who, found in (sources or {}).items():
        _points(found, who, terminal, say)
    every = sorted((one for played in people.values() for one in played), key=lambda one: one.save.changed)
    _latest(every, terminal, say)
    if sources is None and game is not None and any(one.finished for one in every):
        terminal.say()
        terminal.say(say("history.detail", command=common.command("history", game, "--detail")))


def beside_levels(standing: Standing, say: Texts) -> str:
    """Return how well somebody plays, how sure that is, and which level to try, in a sentence or two."""
    if not standing.known:
        return say("history.early", level=standing.level, n=standing.games)
    low, at, high = standing.places
    end = len(LEVELS)
    sure = ""
    if low < 0 <= high:
        sure = say("history.most", level=LEVELS[high])
    elif low < end <= high:
        sure = say("history.least", level=LEVELS[low])
    elif low < high:
        sure = say("history.between", low=LEVELS[low], high=LEVELS[high])
    like = "history.under" if at < 0 else "history.over" if at == end else "history.like"
    wins = {"low": round(100 * standing.least), "high": round(100 * standing.most)}
    said = say(like, level=standing.level, sure=sure, n=standing.games)
    return f"{said} {say('history.try', level=standing.level, **wins)}"


def _against(against: Any, say: Texts) -> str:
    met = ", ".join(say("history.people") if one == PEOPLE else one for one in against)
    return met or say("history.alone")


def _figures(tally: GameTally) -> list[str]:
    """Return the numbers of one line: games, finished, won, interval, mean, best."""
    interval = ""
    if tally.interval is not None:
        low, high = tally.interval
        interval = f"{100 * low:.0f}-{100 * high:.0f} %"
    mean = f"{tally.mean:.1f}" if tally.mean is not None else ""
    best = str(tally.best) if tally.best is not None else ""
    return [str(tally.played), str(tally.finished), str(tally.won), interval, mean, best]


def _course(name: str, played: Sequence[PlayedGame], terminal: Terminal, say: Texts) -> None:
    """Print the scores of one game over time: as blocks, or as numbers in plain text."""
    scores = [one.score for one in played if one.score is not None]
    if len(scores) < 2:
        return
    terminal.say()
    if terminal.plain:
        said = say("history.scores", scores=", ".join(map(str, scores[-30:])))
        terminal.wrapped(f"{name}: {said}", "", "  ")
    else:
        terminal.say(f"{name}: {say('history.chart', low=min(scores), high=max(scores))}")
        terminal.say(f"  {told.blocks(scores, min(60, terminal.width - 2))}")
    halves = told.halves(scores)
    if halves is not None:
        count, before, now = halves
        terminal.wrapped(
            say("history.better", n=count, now=round(now, 1), before=round(before, 1)), "  ", "  "
        )


def _points(sources: PointSources, who: str, terminal: Terminal, say: Texts) -> None:
    if not sources.games:
        return
    terminal.say()
    terminal.say(say("history.reasons", n=sources.games), "bold")
    rows = [["", who, say("history.theirs"), say("history.difference")]]
    for reason in sorted(sources.names, key=lambda one: -sources.mine.get(one, 0.0)):
        mine, theirs = sources.mine.get(reason, 0.0), sources.theirs.get(reason, 0.0)
        rows.append([sources.names[reason], f"{mine:.1f}", f"{theirs:.1f}", signed(mine - theirs)])
    for line in table(rows, terminal.width, narrow=0, right=(1, 2, 3)):
        terminal.say(line)


def _latest(played: Sequence[PlayedGame], terminal: Terminal, say: Texts) -> None:
    terminal.say()
    terminal.say(say("history.last"), "bold")
    rows = []
    for one in reversed(played[-LAST:]):
        ended = say("history.win" if one.won else "history.loss")
        if not one.finished:
            ended = say("history.open", n=one.save.decisions)
        elif not one.contested:
            ended = say("history.scored")
        rows.append([date(one.save.changed), one.name, _scores(one), ended])
    for line in table(rows, terminal.width, narrow=2):
        terminal.say(line)


def _scores(one: PlayedGame) -> str:
    """Return the players with their scores, the person first."""
    seats = sorted(range(one.players), key=lambda seat: seat != one.seat)
    scores = one.save.result.ahead if one.save.result is not None else None
    return ", ".join(one.head.seats[n] + (f" {scores[n]}" if scores else "") for n in seats)


def report(
    played: Sequence[PlayedGame], ratings: Mapping[str, Ratings], sources: PointSources | None
) -> dict[str, Any]:
    """Return everything as `--json` prints it."""
    people = told.by_person(played)
    report: dict[str, Any] = {
        "schema": 1,
        "all": _plain(told.tally(played)),
        "people": [
            {"player": who, **_plain(told.tally(games)), "ratings": _ratings(alike(who), games, ratings)}
            for who, games in people.items()
        ],
        "levels": {
            name: {level: round(POINTS * at) for level, at in zip(LEVELS, one.levels, strict=True)}
            for name, one in ratings.items()
        },
        "groups": [
            {"player": who, "game": name, "against": list(against), "players": players, **_plain(tally)}  # type: ignore[call-overload]
            for who, games in people.items()
            for (name, against, players), tally in told.grouped(
                games, lambda one: (one.name, one.against, one.players)
            ).items()
        ],
        "games": [_game(one) for one in played],
    }
    if sources is not None:
        report["sources"] = {
            "games": sources.games,
            "mine": {reason: round(value, 3) for reason, value in sources.mine.items()},
            "theirs": {reason: round(value, 3) for reason, value in sources.theirs.items()},
            "failed": sources.failed,
        }
    return report


def _game(one: PlayedGame) -> dict[str, Any]:
    save, result = one.save, one.save.result
    found = {
        "file": str(save.path),
        "changed": round(save.changed, 3),
        "game": one.name,
        **common.fields(one, "player", "against", "players"),
        "decisions": save.decisions,
        **common.fields(one, "finished", "won", "score"),
        "scores": result.scores if result is not None else None,
    }
    return found | ({"standing": result.standing} if result and result.standing is not None else {})


def _ratings(who: str, played: Sequence[PlayedGame], ratings: Mapping[str, Ratings]) -> list[dict[str, Any]]:
    found = {name: ratings[name].standing(who) for name in dict.fromkeys(one.name for one in played)}
    levels = [*LEVELS, None]  # -1 and one too many are beyond all
    return [
        {
            "game": name,
            "games": one.games,
            "known": one.known,
            "rating": round(one.rating),
            "interval": [round(one.low), round(one.high)],
            "like": levels[one.places[1]],
            "between": [levels[one.places[0]], levels[one.places[2]]],
            "try": one.level,
            "share": round(one.share, 3),
            "share_interval": [round(one.least, 3), round(one.most, 3)],
        }
        for name, one in found.items()
        if one is not None
    ]


def _plain(tally: GameTally) -> dict[str, Any]:
    return {
        **common.fields(tally, "played", "finished", "won", "best"),
        "share": round(tally.share, 4) if tally.share is not None else None,
        "interval": [round(bound, 4) for bound in tally.interval] if tally.interval is not None else None,
        "mean": round(tally.mean, 2) if tally.mean is not None else None,
    }
