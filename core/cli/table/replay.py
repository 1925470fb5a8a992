"""`replay`: step through a record, or verify it."""

from __future__ import annotations

from pathlib import Path

from ..shared import common
from ..shared.options import ENGLISH, Lang


def replay(
    file: Path,
    verify: bool = False,
    to: int | None = None,
    at: int | None = None,
    eyes: str | None = None,
    every: bool = False,
    line: bool = False,
    json: bool = False,
    plain: bool = False,
    lang: Lang = ENGLISH,
) -> common.NextCommand | None:
    """Step through a record, or verify it.

    At a terminal, go back and forth by decision, turn and round, see every position as a player, the spectator or the
    referee, and play on from there. A damaged record can be followed up to the damage.

    In a pipe, or with --all or --to, every decision is printed with what happened and its points; secrets stay secret
    until they are revealed. A record that was shared (`record show`) is replayed as far as it goes; after that, only
    its moves are listed.

    `tilewright show FILE --html PAGE` writes it as a page to step through in a browser.

    With --json, one object per line. Exit code 3 if the file is damaged, 4 if the game goes differently than recorded,
    5 if an incompatible version wrote the file, 7 if all that can be compared fits, but states cannot be compared.
    """
    from ...play.replay import replay as run
    from ...record import format as records
    from . import replay_lines as lines

    if not (verify or every or json or to is not None) and common.terminal(plain).edits:
        return lines.stepped(file, eyes, line, plain, lang, at)
    record = records.read(file)
    if verify:
        match = run(record, verify=True, to=to)
        lines.reached(match, to, file)
        lines.verified(match, record, file, json)
        return None
    if record.shared:
        if eyes is not None:
            raise common.usage(f"--as {eyes}: {file} is what {record.shared} may know of the game")
        lines.retold(record, to, file, json, plain, lang.value)
        return None
    show = lines.DecisionLines(record, json, plain, lang.value, lines.eyes_named(eyes, record.head.seats))
    show.first = at or 0
    match = run(record, to=to, on_decision=show.decision)
    lines.reached(match, max(to or 0, at or 0), file)
    show.end(match)
    lines.unfinished(record, file)
    lines.remarked(match, file)
    return None
