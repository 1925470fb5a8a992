"""`record show`: what one player, or a spectator, may have of a record."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from ..shared import common, output

if TYPE_CHECKING:
    from ...record.format import Record


def show(
    file: Path,
    who: str,
    out: Path | None = None,
    playtest: bool = False,
) -> None:
    """Print what a player may have of a record.

    That is a record without the seed, and without what other players keep secret. `replay` shows it as far as it goes.

    Example: tilewright record show game.jsonl --as anna --out for-anna.jsonl
    """
    from ...play.redaction import shared
    from ...play.replay import replay
    from ...record.changes import compared, rules_of
    from ...record.format import read
    from ...record.writer import written

    record = read(file)
    lines = shared(record, _seat(record, who), playtest=playtest)
    if compared(record, rules_of(record)).remark and (said := replay(record).remark):
        common.note(f"{file}: {said}")
    if out is None:
        for line in lines:
            common.emit(line)
        return
    with suppress(OSError):  # then the file cannot be written, which is said
        out.parent.mkdir(parents=True, exist_ok=True)
    output.put(out, "".join(map(written, lines)), fresh=True)


def _seat(record: Record, who: str) -> int | None:
    """Return the seat of the player; None for the spectator."""
    from ...text.seat_names import SPECTATOR, alike, find

    seats = record.head.seats
    if alike(who) == SPECTATOR:
        return None
    seat = find(who, seats)
    if seat is None:
        raise common.usage(f"--as {who}: there is no such player; name {common.either([*seats, SPECTATOR])}")
    return seat
