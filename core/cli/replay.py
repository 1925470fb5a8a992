"""`replay`: step through a record, or verify it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import common
from .common import Json, Lang, Language, Plain

if TYPE_CHECKING:
    from ..match import Match, Played
    from ..record import Record
    from ..sharing import Retold
    from .narration import Narrator


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.")],
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Draw everything again from the seed, and compare every line."),
    ] = False,
    to: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Stop after this many decisions and draw the board."),
    ] = None,
    json: Json = False,
    plain: Plain = False,
    lang: Language = Lang.en,
) -> None:
    """Step through a record, or verify it.

    Prints every decision with what happened and its points; secrets stay secret until they are revealed. A record that
    was shared (`record show`) is replayed as far as it goes; after that, only its moves are listed.

    With --json, one object per line. Exit code 3 if the file is damaged, 4 if the game goes differently than recorded,
    5 if an incompatible version wrote the file.
    """
    from .. import record as records
    from ..replay import replay as run

    record = records.read(file)
    if verify:
        match = run(record, verify=True, to=to)
        _reached(match, to, file)
        _verified(match, record, file, json)
        return
    if record.shared:
        _retell(record, to, file, json, plain, lang.value)
        return
    show = _Show(record, json, plain, lang.value)
    match = run(record, to=to, on_decision=show.decision)
    _reached(match, to, file)
    show.end(match)
    _unfinished(record, file)


def _reached(match: Match, to: int | None, file: Path) -> None:
    if to is not None and match.decisions < to:
        only = common.counted(match.decisions, "decision")
        raise common.usage(f"{file} has only {only}, so there is no decision {to}")


def _unfinished(record: Record, file: Path) -> None:
    if record.unfinished:
        common.note(
            f"{file}:{record.unfinished}: the last line is not finished (a write was cut off) and is ignored"
        )


def _verified(match: Match, record: Record, file: Path, json: bool) -> None:
    whole = not record.unfinished
    if json:
        common.emit(
            {
                "schema": 1,
                "file": str(file),
                "verified": whole,
                "decisions": match.decisions,
                "turns": match.state.turns,
                "over": match.over,
                "digest": match.state.digest(),
                "unfinished_line": record.unfinished,
            }
        )
    elif whole:
        state = "finished" if match.over else "not finished"
        decisions = common.counted(match.decisions, "decision")
        common.say(f"{file}: verified, {decisions} in {common.counted(match.state.turns, 'turn')}, {state}")
    _unfinished(record, file)
    if not whole:
        raise common.Stopped(3)


def _retell(record: Record, to: int | None, file: Path, json: bool, plain: bool, lang: str) -> None:
    """Show a shared record: what can be replayed as its reader sees it, then the moves that are left."""
    from ..sharing import retell, seat_of

    common.note(f"{file} is what {record.shared} may know of the game; it cannot be resumed or verified")
    show = _Show(record, json, plain, lang, seat_of(record))
    told = retell(record, to=to, on_decision=show.decision)
    if not told.rest:
        _reached(told.match, to, file)
    show.end(told.match)
    if told.rest:
        show.rest(told)
    _unfinished(record, file)


class _Show:
    """Prints each decision when it has been replayed, as the viewer (None: the spectator) may see it."""

    def __init__(self, record: Record, json: bool, plain: bool, lang: str, viewer: int | None = None) -> None:
        self.record = record
        self.viewer = viewer
        self.json = json
        self.lang = lang
        self.terminal = common.terminal(plain)
        self.last = 0
        self.narrator: Narrator | None = None

    def decision(self, match: Match, played: Played) -> None:
        from .narration import Narrator, as_json

        if self.narrator is None:
            self.narrator = Narrator(match, self.viewer, self.lang)
        narrator = self.narrator
        if played.number <= self.last and not self.json:
            self.terminal.say(f"     (taken back to before decision {played.number})")
        self.last = played.number
        for shown in narrator.ready(played):
            if self.json:
                common.emit(as_json(match.rules, shown, match.state.seats, match.state.scores))
            else:
                narrator.show(shown, self.terminal)

    def end(self, match: Match) -> None:
        from ..match import result
        from .narration import sheet
        from .session import draw, finish

        if self.json:
            end = {
                "schema": 1,
                "decisions": match.decisions,
                "over": match.over,
                "scores": list(match.state.scores),
            }
            common.emit(end | ({"result": result(match.state)} if match.over else {}))
            return
        if match.over:
            finish(match, self.viewer, self.terminal, self.lang)
            return
        draw(match, self.viewer, self.terminal, self.lang, numbers=False)
        self.terminal.say()
        lines, state = match.state.score_lines(), match.state
        for line in sheet(match.rules, lines, state.seats, state.scores, self.lang):
            self.terminal.say(line)
        self.terminal.say(f"to act: {', '.join(state.seats[seat] for seat in state.to_act)}")

    def rest(self, told: Retold) -> None:
        """Print the moves that could not be replayed, and the result, as the record has them."""
        from .narration import ranking, victory

        seats = told.match.state.seats
        if not self.json:
            who = self.record.shared
            self.terminal.say(
                f"What follows depends on what {who} cannot know. The record lists these moves:"
            )
        for line in told.rest:
            content = line.content
            if "move" in content:
                seat, move = seats[content["seat"]], content["move"]
                if self.json:
                    common.emit({"schema": 1, "n": content["n"], "player": seat, "move": move})
                else:
                    self.terminal.say(f"{content['n']:>3}. {seat}: {move}")
            elif "undo" in content and not self.json:
                self.terminal.say(f"     ({seats[content['undo']]} takes the last decision back)")
        if told.result is None:
            return
        if self.json:
            common.emit({"schema": 1, "over": True, "result": told.result})
            return
        scores = told.result["scores"]
        for text in ranking(told.result["ranking"], scores, seats):
            self.terminal.say(text)
        self.terminal.say(victory(told.result["winners"], seats), "bold")
