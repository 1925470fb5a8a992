"""A match as one HTML file: `show RECORD --html FILE`."""

from __future__ import annotations

from pathlib import Path

from ...table import notable_moves
from ...table.face_texts import Texts
from ...table.notable_moves import Notable
from ...table.replay_walk import Walk
from ...text.seat_names import REFEREE, alike
from ...web.replay_page import document
from ..shared import common
from ..shared.terminal import progress
from .replay_lines import look_as


def opened(record: str, number: int | None, eyes: str | None, lang: str) -> Walk:
    """Return the walk through this record, at decision `number` or at the end, as the one called `eyes` sees it.

    Without a name a finished match is seen with everybody's eyes, others with the spectator's.
    """
    walk = Walk.open(record, lang, settled=eyes is None or alike(eyes) != REFEREE)
    if eyes is None and walk.match.over and not walk.shared:
        walk.eyes = REFEREE
    elif eyes is not None or not walk.shared:
        look_as(walk, eyes, Path(record))
    if number is not None and number > walk.final_number:
        only = common.counted(walk.final_number, "decision")
        raise common.usage(f"{record} has only {only}, so there is no decision {number}")
    walk.to(walk.final_number if number is None else number)
    if walk.match.remark:
        common.note(f"{record}: {walk.match.remark}")
    if walk.trouble:
        common.note(f"the page ends where the record can be followed no further: {walk.trouble}")
    return walk


def page(walk: Walk, seconds: float, plain: bool) -> str:
    """Return the page of this walk, with the notable moves that are found in so many CPU seconds."""
    return document(walk, found=_notable(walk, seconds, plain))


def _notable(walk: Walk, seconds: float, plain: bool) -> Notable | None:
    """The notable moves, with a bar while they are looked for; None if there are none to look for."""
    if not seconds or not notable_moves.reviewed(walk):
        return None
    found, said = None, Texts(walk.lang)("after.reviewing")
    with progress(said, 100, 0 if common.terminal(plain).asks else 1) as advance:
        for step in notable_moves.look(walk, seconds):
            if isinstance(step, notable_moves.Notable):
                found = step
                break
            advance.reach(step)
    return found
