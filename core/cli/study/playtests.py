"""`playtests`: what the records of many matches say of a ruleset and of the people who played it."""

from __future__ import annotations

from pathlib import Path

from ..shared import common


def playtests(places: list[Path], pace: Path | None = None, json: bool = False) -> None:
    """Sum up the records of playtests.

    Files and folders, with all that lies below, may hold records of several rulesets, which are told apart by their
    options. Printed are finished games and where others stopped, scores by seat and by rank, lengths, how long people
    took for each kind of decision, which rules refused moves, answers to the author's questions, and remarks. Records
    of matches that were not playtests hold a part of that. Files without a sound record are named. The exit code is 1
    if no record was found.

    With --pace FILE it writes how fast people decided in the records, all of one game, for the metric minutes: as
    pace.yaml in the data folder of your game, or in a folder of your own for --data.

    Examples: tilewright playtests records/; tilewright playtests anna.jsonl bruno.jsonl --json
    """
    from ...lab.playtests.reading import read
    from ...lab.playtests.summary import summed
    from ..shared.terminal import progress
    from . import playtests_text as shown

    with progress("records", None) as advance:
        matches, unread = read(places, lambda file: advance(1))
    if pace is not None and matches:
        from ...lab.playtests.measured_pace import measured, written
        from ..shared import output

        output.put(pace, written(measured(matches)))
    found = summed(matches)
    if json:
        common.emit(shown.report(found, unread))
    else:
        shown.print_playtests(found, unread, common.terminal())
    if not matches:
        raise common.Stopped(1)
