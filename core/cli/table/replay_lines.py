"""A record in lines: every decision as a viewer may see it, and whether a replay verifies it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ...base.errors import Uncompared
from ...play.match import Match
from ...play.recorded_game import Played
from ...play.redaction import Retold, retell, seat_of
from ...record.format import Record
from ...screen.replay_screen import step
from ...table.face_texts import Texts
from ...table.narration import Narrator, as_json
from ...table.replay_walk import Eyes, Walk
from ...table.result_text import ResultText
from ...table.table import Table
from ...text.seat_names import REFEREE, SPECTATOR, alike, find
from ..shared import common
from ..shared.options import Lang
from . import match_text
from .face import Face
from .replay_prompt import ReplayPrompt


def remarked(match: Match, file: Path) -> None:
    if match.remark:
        common.note(f"{file}: {match.remark}")


def eyes_named(name: str | None, seats: Sequence[str]) -> Eyes:
    """Return the seat of this name, the referee, or the spectator, who is also meant by None."""
    if name is None or alike(name) == SPECTATOR:
        return None
    if alike(name) == REFEREE:
        return REFEREE
    seat = find(name, seats)
    if seat is not None:
        return seat
    raise common.usage(f"--as {name}: no player of this name; write {', '.join(seats)}, spectator or referee")


def look_as(walk: Walk, name: str | None, file: Path) -> None:
    """Give the walk the eyes of this name."""
    eyes = eyes_named(name, walk.seats)
    if eyes not in walk.every_eyes:
        raise common.usage(f"--as {name}: {file} is what {walk.record.shared} may know of the game")
    walk.eyes = eyes


def stepped(
    file: Path, name: str | None, line: bool, plain: bool, lang: Lang, at: int | None = None
) -> common.NextCommand | None:
    """Walk through the record at a terminal, from decision `at`; return how to play on from a position if that is
    wanted."""
    walk = Walk.open(file, lang.value)
    if at is not None:
        reached(walk.match, at, file)
        walk.to(at)
    if walk.shared:
        common.note(
            f"{file} is what {walk.record.shared} may know of the game; it cannot be resumed or verified"
        )
    if name is not None:
        look_as(walk, name, file)
    unfinished(walk.record, file)
    remarked(walk.match, file)
    terminal = common.terminal(plain)
    if line or terminal.plain:
        goes_on = ReplayPrompt(walk, terminal).run()
    else:
        goes_on = step(walk)
    if goes_on:
        given = {"start": f"{file}@{walk.number}", "face": Face(plain=plain, lang=lang)}
        return common.NextCommand("play", {"game": walk.rules.game.name, **given})
    return None


def reached(match: Match, to: int | None, file: Path) -> None:
    if to is not None and match.decisions < to:
        only = common.counted(match.decisions, "decision")
        raise common.usage(f"{file} has only {only}, so there is no decision {to}")


def unfinished(record: Record, file: Path) -> None:
    if record.unfinished:
        common.note(
            f"{file}:{record.unfinished}: the last line is not finished (a write was cut off) and is ignored"
        )


def verified(match: Match, record: Record, file: Path, json: bool) -> None:
    whole, found = not record.unfinished, match.compared
    assert found is not None
    if json:
        common.emit(
            {
                "schema": 1,
                "file": str(file),
                "verified": whole and not found.doubt,
                "doubt": found.doubt,
                "gained": found.gained,
                "decisions": match.decisions,
                "turns": match.state.turns_played,
                "over": match.over,
                "digest": match.state.digest(),
                "unfinished_line": record.unfinished,
            }
        )
    elif whole:
        state = "given up" if match.left.given_up else "finished" if match.over else "not finished"
        turns = common.counted(match.state.turns_played, "turn")
        fits = f"{common.counted(match.decisions, 'decision')} in {turns}, {state}"
        said = (
            f"not verified: {found.fits} fit, {fits}; {found.doubt}" if found.doubt else f"verified, {fits}"
        )
        common.say(f"{file}: {'; '.join([said, *([found.gained] if found.gained else [])])}")
    unfinished(record, file)
    if not whole:
        raise common.Stopped(3)
    if found.doubt:
        raise common.Stopped(Uncompared.exit_code)


def retold(record: Record, to: int | None, file: Path, json: bool, plain: bool, lang: str) -> None:
    """Show a shared record: what can be replayed as its reader sees it, then the moves that are left."""
    common.note(f"{file} is what {record.shared} may know of the game; it cannot be resumed or verified")
    show = DecisionLines(record, json, plain, lang, seat_of(record))
    told = retell(record, to=to, on_decision=show.decision)
    if not told.rest:
        reached(told.match, to, file)
    show.end(told.match)
    if told.rest:
        show.rest(told)
    unfinished(record, file)


class DecisionLines:
    """Prints each decision when it has been replayed, as the viewer (None: the spectator) may see it."""

    def __init__(self, record: Record, json: bool, plain: bool, lang: str, eyes: Eyes = None) -> None:
        self.record = record
        self.eyes = eyes
        self.viewer = eyes if isinstance(eyes, int) else None
        self.json = json
        self.lang = lang
        self.said = Texts(lang)
        self.terminal = common.terminal(plain)
        self.last = 0
        self.first = 0
        """Decisions before this one are not printed."""
        self.teller: Narrator | None = None

    def decision(self, match: Match, played: Played) -> None:
        """Print what is known now. All steps of a sealed decision wait for its reveal, so that they stand in order."""
        self.teller = self.teller or Narrator(match, self.viewer, self.lang, waits_for_own=True)
        if played.number <= self.last and not self.json:
            self.terminal.say(f"     {self.said('walk.taken_back', n=played.number)}")
        self.last = played.number
        if self.eyes == "referee":
            self.teller.viewer = played.seat
        self.tell(match, self.teller.ready(played) if self.eyes != "referee" else (played,))

    def tell(self, match: Match, played: Iterable[Played]) -> None:
        for shown in played:
            if shown.number < self.first:
                continue
            if self.json:
                common.emit(as_json(match.rules, shown, match.state.seats, match.state.scores))
            elif self.teller is not None:
                match_text.decision(self.teller.told(shown), self.terminal)

    def end(self, match: Match) -> None:
        held = self.teller.held if self.teller is not None else []
        self.tell(match, [one for one in match.played if one in held and one.seat == self.viewer])
        if self.json:
            end = {
                "schema": 1,
                "decisions": match.decisions,
                "over": match.over,
                "scores": list(match.state.scores),
                **({"standing": list(match.state.standing())} if match.rules.counted() else {}),
            }
            common.emit(end | ({"result": match.result} if match.over and not match.left.given_up else {}))
            return
        chair = Table(match, self.lang).chair(self.viewer)
        if match.over:
            match_text.finish(chair, self.terminal)
            return
        match_text.drawing(chair.show, self.terminal)
        match_text.sheet(chair.standing(), self.terminal)
        state = match.state
        acting = ", ".join(state.seats[seat] for seat in state.to_act)
        self.terminal.say(self.said("walk.acting", who=acting))

    def rest(self, told: Retold) -> None:
        """Print the moves that could not be replayed, and the result, as the record has them."""
        seats = told.match.state.seats
        if not self.json:
            who = self.record.shared
            self.terminal.say(self.said("walk.follows", who=who))
        for line in told.rest:
            content = line.content
            if "move" in content:
                seat, move = seats[content["seat"]], content["move"]
                if self.json:
                    common.emit({"schema": 1, "n": content["n"], "player": seat, "move": move})
                else:
                    said = told.match.rules.spoken(self.lang).say(move)
                    self.terminal.say(f"{content['n']:>3}. {seat}: {said}")
            elif "undo" in content and not self.json:
                said = self.said("walk.takes_back", who=seats[content["undo"]])
                self.terminal.say(f"     {said}")
            elif "back" in content and not self.json:
                self.terminal.say(f"     {self.said('walk.taken_back', n=content['back'] + 1)}")
        if told.result is None:
            return
        if self.json:
            common.emit({"schema": 1, "over": True, "result": told.result})
            return
        result = ResultText(
            rules=told.match.rules,
            seats=seats,
            ranking=told.result["ranking"],
            winners=told.result["winners"],
            standing=told.result.get("standing", told.result["scores"]),
            lang=self.lang,
            resigned=told.result.get("resigned", ()),
            bots=told.result.get("bots", ()),
        )
        for text in result.places():
            self.terminal.say(text)
        self.terminal.say(result.sentence(), "bold")
