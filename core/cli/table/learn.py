"""`learn`: the lesson of a game at the terminal, then the first game against `easy`, with a coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..shared import common
from ..shared.options import ENGLISH, Lang
from ..shared.ruleset_words import RulesetWords
from .face import Face
from .serve import needed

if TYPE_CHECKING:
    from ...table.progress import Progress


def learn(
    game: str,
    modules: str | None = None,
    page: int | None = None,
    plain: bool = False,
    lang: Lang = ENGLISH,
    line: bool = False,
    web: bool = False,
) -> common.NextCommand | None:
    """Learn a game: a few short pages, each with a board on which to try what it says, then a first game.

    The rules judge what is tried. The lesson goes on where it was left. A game without a lesson of its own gets pages
    that are made from its rules.

    Examples: tilewright learn GAME; tilewright learn GAME --with MODULE; tilewright learn GAME --page 3;
    tilewright learn GAME --web
    """
    from ...table.face_texts import Texts
    from ...table.lesson import lesson

    if web:
        needed("learn --web")
        from .serving import lesson as served

        served(game, common.names(modules), lang, page)
    found, said, done = lesson(game, common.names(modules)), Texts(lang.value), progress()
    chosen = found.number(page) if page is not None else None
    done.offered(found.rules.game.name)
    found = found if chosen is not None else done.left(found)
    begin = chosen if chosen is not None else done.begin(found)
    terminal = common.terminal(plain)
    if line or terminal.plain or not terminal.asks:
        from .lesson_prompt import taught

        begins = taught(found, begin, terminal, done, said)
    else:
        from ...screen.lesson_screen import teach

        begins = teach(found, begin, lang.value, done.read)
    if not begins:
        return None
    names = ",".join(module.name for module in found.rules.modules)
    face = Face(plain=plain, lang=lang, line=line, coach=True)
    first = {"game": found.rules.game.name, "ruleset": RulesetWords(names or None), "face": face}
    return common.NextCommand("play", {**first, "player": ["player", "bot:easy"]})


def offered(game: str, modules: str | None, face: Face) -> str:
    """Offer the lesson to somebody who begins a first game of this kind: full screen as a choice, else as a sentence.

    Return what is chosen: `learn`, `coach` for a game with the coach, or "".
    """
    terminal = common.terminal(face.plain)
    if not terminal.asks:
        return ""
    from ...table.record_index import RecordIndex

    done = progress()
    if not done.offers(game, RecordIndex(common.home())):
        return ""
    from ...rules.assembly import load
    from ...table.face_texts import Texts
    from ...table.introduction import MINUTES, introduced

    said, rules = Texts(face.lang.value), load(game)
    done.offered(game)
    if face.line or terminal.plain:
        terminal.wrapped(said("learn.offer", title=rules.game.title, minutes=MINUTES))
        terminal.say(f"  {common.command('learn', game, *(('--with', modules) if modules else ()))}")
        return ""
    from ...screen.lesson_choices import LessonOffer
    from ...screen.shell import ask

    return ask(LessonOffer(rules.game.title, introduced(rules, face.lang.value), said)) or ""


def progress() -> Progress:
    """Return what this person has learnt."""
    from ...table.progress import FILE, Progress

    return Progress(common.home().parent / FILE)
