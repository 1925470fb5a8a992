"""`rematch`: a finished game once more, with the same people, and another one in the first seat."""

from __future__ import annotations

from pathlib import Path

from ...base.errors import UsageError
from ..shared import common
from .face import FACE, Face
from .play import seat_people, seat_words
from .serve import needed


def rematch(file: Path, player: list[str] | None = None, face: Face = FACE) -> common.NextCommand | None:
    """Play a finished game once more.

    Game, modules, options, help and bots are those of the record; the seed is fresh, and everybody sits a place further
    on, so that the first seat goes round. The new record names the old one.

    Example: tilewright rematch FILE
    """
    if face.web:
        needed("--web")
    from ...bots.levels import settled
    from ...play import rematch as again
    from ...play.replay import seated
    from ...record.changes import rules_of
    from ...record.format import read
    from ...table.saved_games import digest, look
    from ..shared import seats
    from . import saved_games

    file = saved_games.named(file)
    record = read(file)
    _ = record.seed  # a copy for one player says what it is
    if not look(file).over:
        raise UsageError(f"the game in {file} is not over; to go on: {common.command('resume', file)}")
    head, rules = record.head, rules_of(record)
    words = ["rematch", str(file), *seat_words(player)]
    texts = seats.of_record(player, head.seats, head.bots, file, words)
    texts = {name: settled(text, rules) for name, text in texts.items()}
    bots = seated(texts, rules, seats.maker(player, len(head.seats)), head.bots, record)
    writer = saved_games.fresh(head.game)
    match = again.begun(rules, head, digest(file), common.drawn(), writer, bots, texts)
    return seat_people(match, texts, texts, face)
