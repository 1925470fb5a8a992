"""Playtests in lines of text, and as `--json` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from ...lab.playtests.reading import ReadMatch, RefusedMove, Remark, TimedDecision, Unread
from ...lab.playtests.summary import PlayerCount, RulesetTally, Spread
from ..shared import common
from ..shared.terminal import Terminal
from ..shared.text_tables import table

PLACES = 3
"""Moves that a rule refused which are listed by their place in a record."""


def print_playtests(found: Sequence[RulesetTally], unread: Sequence[Unread], terminal: Terminal) -> None:
    """Print everything; files that are not counted come last."""
    for one in found:
        _ruleset(one, terminal)
    if not found:
        terminal.say("no record was found")
    for file in unread:
        terminal.note(f"not counted: {file.file}")
        terminal.advise(f"  {file.error.removeprefix(f'{file.file}:')}")


def _ruleset(found: RulesetTally, terminal: Terminal) -> None:
    first = found.matches[0]
    settings = ", ".join(f"{name}={value}" for name, value in _settings(first).items())
    named = " with ".join([first.head.game, *([", ".join(first.head.modules)] if first.head.modules else [])])
    games = common.counted(len(found.matches), "game")
    terminal.say(f"{named}: {games}, options {first.head.option_hash}", "bold")
    if settings:
        terminal.wrapped(settings, "  ")
    for one in found.by_players:
        _players(one, terminal)
    if found.kinds:
        _title("How long people took, in seconds", terminal)
        rows = [["decision", "", "times", "median", "slowest tenth"]]
        for kind in found.kinds:
            rows.append([kind.kind, kind.words, str(kind.count), f"{kind.median:.1f}", f"{kind.slow:.1f}"])
        _table(rows, terminal, narrow=1, right=(2, 3, 4))
        for slow in found.slowest:
            terminal.wrapped(f"{slow.seconds:.1f} s: {slow.player}, {slow.played.action}", "  ", "    ")
            terminal.say(f"    {_replay(slow)}")
    if found.rules:
        _title("Which rules refused moves", terminal)
        for rule in found.rules:
            moves, matches = len(rule.moves), len({one.file for one in rule.moves})
            where = f"{common.counted(moves, 'move')} in {common.counted(matches, 'game')}"
            terminal.wrapped(f"{rule.rule}: {where}. {rule.words}".rstrip(), "  ", "    ")
            for move in rule.moves[:PLACES]:
                terminal.say(f"    {_replay(move)}")
    for question in found.questions:
        _title(question.words or question.question, terminal)
        for key, count in question.counts.items():
            terminal.say(f"  {count:>4}  {question.labels[key]}")
        _remarks(question.texts, terminal)
    if found.notes:
        _title("Remarks in the records", terminal)
        _remarks(found.notes, terminal)
    terminal.say()


def _players(one: PlayerCount, terminal: Terminal) -> None:
    left = sum(one.abandoned.values())
    _title(f"{common.counted(one.players, 'player')}: {one.finished} finished, {left} not", terminal)
    if left:
        stopped = ", ".join(
            f"{round} ({count})" if count > 1 else f"{round}" for round, count in one.abandoned.items()
        )
        terminal.wrapped(f"they stopped in round {stopped}", "  ")
    lengths = [(one.rounds, "rounds"), (one.decisions, "decisions"), (one.minutes, "minutes of deciding")]
    said = [f"{_mean(spread)} {what}" for spread, what in lengths if spread is not None]
    if said:
        terminal.wrapped(f"a finished game has {', '.join(said)}", "  ")
    rows = [["", "mean score", "won", "share", "95 %"]]
    for n, seat in enumerate(one.seats, 1):
        low, high = (f"{100 * end:.0f}" for end in seat.interval)
        share = f"{100 * seat.won / one.finished:.0f} %"
        rows.append([f"seat {n}", _mean(seat.scores), f"{seat.won:g}", share, f"{low}-{high} %"])
    rows += [[f"rank {n}", _mean(rank), "", "", ""] for n, rank in enumerate(one.ranks, 1)]
    if one.seats:
        _table(rows, terminal, right=(1, 2, 3, 4))


def _title(text: str, terminal: Terminal) -> None:
    terminal.say()
    terminal.say(terminal.fill(text), "bold")


def _table(
    rows: Sequence[Sequence[str]], terminal: Terminal, *, narrow: int = -1, right: Sequence[int]
) -> None:
    for line in table(rows, terminal.width - 2, narrow=narrow, right=right):
        terminal.say(f"  {line}")


def _mean(spread: Spread) -> str:
    """Return the mean, how far values lie from it, and the ends where they differ."""
    if spread.least == spread.most:
        return _number(spread.mean)
    ends = f"{_number(spread.least)} to {_number(spread.most)}"
    return f"{spread.mean:.1f} ± {spread.deviation:.1f} ({ends})"


def _number(value: float) -> str:
    return f"{value:g}" if value == int(value) else f"{value:.1f}"


def _replay(one: TimedDecision | RefusedMove) -> str:
    return common.command("replay", one.file, "--to", str(one.after))


def _remarks(remarks: Iterable[Remark], terminal: Terminal) -> None:
    for one in remarks:
        terminal.wrapped(" ".join(one.text.split()), "  - ", "    ")
        terminal.say(f"    {one.player}{', ' * bool(one.player)}{one.file}")


def _settings(one: ReadMatch) -> dict[str, object]:
    """Return the options and data that are not as usual."""
    return {**one.rules.changed, **one.rules.overridden}


def report(found: Sequence[RulesetTally], unread: Sequence[Unread]) -> dict[str, Any]:
    """Return everything as `--json` prints it."""
    return {
        "schema": 1,
        "rulesets": [_report(one) for one in found],
        "unread": [attrs.asdict(one) for one in unread],
    }


def _report(found: RulesetTally) -> dict[str, Any]:
    head = found.matches[0].head
    return {
        "game": head.game,
        "option_hash": head.option_hash,
        "modules": [*head.modules],
        "settings": _settings(found.matches[0]),
        "matches": [
            {
                **common.fields(one, "file", "rounds", "decisions"),
                "players": one.head.seats,
                "bots": one.head.bots,
                "finished": one.result is not None,
                "minutes": None if one.minutes is None else round(one.minutes, 2),
            }
            for one in found.matches
        ],
        "by_players": [attrs.asdict(one) for one in found.by_players],
        "kinds": [attrs.asdict(one) for one in found.kinds],
        "slowest": [
            {**common.fields(one, "seconds", "player", "file", "after"), "move": str(one.played.action)}
            for one in found.slowest
        ],
        "rules": [attrs.asdict(one) for one in found.rules],
        "questions": [attrs.asdict(one) for one in found.questions],
        "notes": [attrs.asdict(one) for one in found.notes],
    }
