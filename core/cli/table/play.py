"""`play` and `resume`: play a match at the terminal, or watch bots play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ...base.errors import TilewrightError
from ..shared import common
from ..shared.common import Stopped
from ..shared.options import HelpLevel
from ..shared.ruleset_words import USUAL, RulesetWords
from . import learn
from .face import FACE, SWITCHES, Confirm, Face, Undo
from .serve import needed

if TYPE_CHECKING:
    from ...play.match import Match
    from ...screen.puzzle_screen import AfterChoice
    from ...table.review import Review
    from .session import Session


def play(
    game: str | None = None,
    player: list[str] | None = None,
    ruleset: RulesetWords = USUAL,
    seed: int | None = None,
    save: Path | None = None,
    start: str | None = None,
    help_level: HelpLevel = HelpLevel.full,
    playtest: bool = False,
    face: Face = FACE,
) -> common.NextCommand | None:
    """Play a game, or watch bots play.

    Play alone against bots, or with others at one terminal; without -p you play against a bot (level normal). At a
    terminal the table takes the whole screen; with --line or --plain it is a prompt. Moves can also come, one per
    line, from a pipe. Every move is saved.

    Examples: tilewright play GAME -p anna -p bot:hard; tilewright play GAME -p anna -p bruno; tilewright play GAME
    -p a:normal -p b:greedy --seed 7; tilewright play --from RECORD@12
    """
    if face.web:
        needed("--web")
    elif game is not None and start is None and (not player or any(":" not in one for one in player)):
        chosen = learn.offered(game, ruleset.modules, face)
        if chosen == "learn":
            return common.NextCommand("learn", {"game": game, "modules": ruleset.modules, "lang": face.lang})
        face = attrs.evolve(face, coach=face.coach or chosen == "coach")
    from .new_match import begun

    match, texts = begun(game, player, ruleset, start, seed, save, face.lang, help_level, playtest)
    return seat_people(match, texts, texts, face)


def resume(
    file: Path | None = None, player: list[str] | None = None, face: Face = FACE
) -> common.NextCommand | None:
    """Continue a saved game.

    Without FILE, choose from a list of the games that are not over, the newest first; a pipe gets the list alone. This
    works even if the record breaks off in the middle of a move: no decision that was acknowledged is lost. Bots go on
    as the record names them. Code in a file, or a program, must be named again with -p: a record starts neither.

    Examples: tilewright resume; tilewright resume FILE -p anna:./mine.py:Bot
    """
    if face.web:
        needed("--web")
    from ...play.replay import resume as go_on
    from ...record.format import read
    from ...table.face_texts import Texts
    from ...table.table_request import now
    from ..shared import seats
    from . import saved_games

    file = (
        saved_games.named(file)
        if file is not None
        else saved_games.picked(common.terminal(face.plain), face.lang.value)
    )
    before = read(file)
    _ = before.seed  # a copy for one player says what it is
    texts = seats.of_record(
        player, before.head.seats, before.head.bots, file, ["resume", str(file), *seat_words(player)]
    )
    made = seats.maker(player, len(before.head.seats))
    match, record = go_on(file, made, players=texts)
    for name in seats.people(player, record.head.seats, file):
        seat = record.head.seats.index(name)
        if seat in match.left.bots:
            match.hand_over(seat, "", by=(seat,), at=now())
    if record.unfinished:
        common.note(f"{file}:{record.unfinished}: the last line was not finished and has been removed")
    if match.remark:
        common.note(f"{file}: {match.remark}")
    common.note(Texts(face.lang.value)("line.so_far", n=match.decisions))
    return seat_people(match, texts, record.head.bots, face, file)


def seat_words(player: Sequence[str] | None) -> list[str]:
    return [word for one in player or () for word in ("-p", one)]


def seat_people(
    match: Match,
    texts: Mapping[str, str],
    written: Mapping[str, str],
    face: Face,
    file: Path | None = None,
) -> common.NextCommand | None:
    """Let the match go on at the terminal, or in the browser; return the command that the people ask for then.

    `file` is its record, which the match has not open any more if it is over.
    """
    from ...bots import levels
    from ...table.narration import players
    from ...table.table import Table
    from .session import Session

    path = match.path
    if face.web:
        from .serving import web

        record = path or file
        assert record is not None
        match.close()
        web(record, texts, face.lang, face.undo is Undo.turn, face.pace)
    terminal = common.terminal(face.plain)
    table = Table(
        match,
        face.lang.value,
        face.undo is Undo.turn,
        confirm=face.confirm is Confirm.auto,
        pace=face.pace,
        coach=face.coach,
    )
    session = Session(table, terminal, texts, written)
    spoken = {name: levels.spoken(text) for name, text in texts.items()}
    terminal.say(f"{match.rules.game.title}: {players(match.state.seats, spoken)}", "bold")
    if path is not None:
        terminal.place(table.said("line.saving"), path, note=True)
    unsaid = _provenance(match, face.lang.value)
    try:
        if face.line or terminal.plain or not terminal.asks:
            for sentence in [table.said("line.unsaid")] if terminal.asks and unsaid else unsaid:
                terminal.wrapped(sentence, "! ", "  ")
            session.run()
        else:
            session.run(partial(full, first=[*([match.remark] if match.remark else []), *unsaid]))
    finally:
        SWITCHES.update(confirm=Confirm.auto if table.confirm else Confirm.never, pace=table.pace)
    if session.wish is None:
        return None
    return _next(session.wish, match, path, texts, Face(lang=face.lang, undo=face.undo, **SWITCHES))


def _next(
    wish: AfterChoice, match: Match, path: Path | None, texts: Mapping[str, str], face: Face
) -> common.NextCommand:
    """Return what the people want after a match: a rematch, on from one of its positions, or the menu."""
    from ...bots.levels import spoken
    from ...table.saved_games import look
    from ...text.folder import SHIPPED

    rules = match.rules
    if wish.do == "menu":
        return common.NextCommand("menu")
    shared = {"game": rules.game.name, "face": face}
    if wish.do == "play":
        return common.NextCommand("play", shared | {"start": f"{path}@{wish.number}"})
    if path is not None and (head := look(path).head) is not None and head.bots == texts:
        return common.NextCommand("rematch", {"file": path, "face": face})
    ruleset = RulesetWords(
        ",".join(module.name for module in rules.modules) or None,
        rules.edition,
        [f"{name}={value}" for name, value in (rules.option_values | rules.overridden).items()],
        Path(rules.data_folder or SHIPPED),
    )
    again = {
        "player": [f"{name}:{spoken(texts[name])}" if name in texts else name for name in match.state.seats],
        "ruleset": ruleset,
        "help_level": HelpLevel(match.help_level),
        "playtest": match.playtest is not None,
    }
    return common.NextCommand("play", shared | again)


def full(session: Session, first: Sequence[str]) -> None:
    """Play full screen, and leave it as the prompt is left. `first` are sentences to begin with."""
    from ...screen.app import TableApp, TableExit

    reviews: dict[int, Review] = {}
    asked = session.match.playtest is None
    while True:
        left = TableApp(session.table, first=first).run() or TableExit("interrupted")
        if left.error is not None:
            with session.guard(left.move):
                raise left.error
        if left.why == "interrupted":
            raise KeyboardInterrupt
        if not asked:
            from ...screen import author_screen

            author_screen.ask(session.table)
            asked = True
        if left.why == "left":
            session.leave("")
            raise Stopped(0)
        from ...screen.after_game import after  # what follows a game is not needed to begin one

        match = session.match
        session.wish = after(match, session.table.people, session.table.lang, match.path, reviews)
        if session.wish is None or session.wish.do != "board":
            return
        first = ()


def _provenance(match: Match, lang: str) -> list[str]:
    """Return notes on handicaps, and on data that does not come from the printed game. Each game and data is noted only
    once, ever: a file remembers it."""
    from ...base import files
    from ...rules import handicap

    path, rules = common.home().parent / "seen.txt", match.rules
    game = f"{rules.game.name}@{rules.data_digest}" if rules.data_folder else rules.game.name
    with suppress(TilewrightError):
        if game in files.text(path).split():
            return handicap.told(rules, lang)
    with suppress(OSError, TilewrightError):  # then it is said again, which does no harm
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "a", encoding="utf-8", opener=files.ordinary) as file:
            file.write(f"{game}\n")
    return match.rules.provenance(lang)
