"""Answers about rules, alike at the prompt and in the shell: chapters to read, a rule and its picture, a search."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from ..base.errors import UsageError
from ..rules import lessons
from ..rules.chapters import RuleChapter, chapters
from ..rules.rule_texts import chapter
from . import rule_search
from .face_texts import Texts

if TYPE_CHECKING:
    from ..draw.model import Show, Where
    from ..rules.ruleset import Rules
    from .commands import AnswerWriter

SOURCES = "--sources"
"""Typed after what is asked for, it adds where each rule stands in the printed rules."""
MOST = 6
"""Of the rules that a search finds, so many are printed; of the others, the ids."""


def parted(typed: str) -> tuple[str, bool]:
    """What is asked for, and whether sources are wanted."""
    words = [word for word in typed.split() if word != SOURCES]
    return " ".join(words), SOURCES in typed.split()


def write(
    paper: AnswerWriter, rules: Rules, lang: str, typed: str, here: RuleChapter | None = None, word: str = ""
) -> None:
    """Write what is asked for; without a word the rules of the decision at hand, the overview, and all chapters.

    `word` is typed before what is asked for. UsageError says why there is nothing.
    """
    said, (wanted, sources) = Texts(lang), parted(typed)
    if not rules.rule_texts():
        raise UsageError(said("screen.no_rules"))
    if wanted:
        found = rule_search.asked(rules, lang, wanted)
        shown = found if found.title else attrs.evolve(found, rules=found.rules[:MOST])
        single = not found.title and len(found.rules) == 1
        _chapter(paper, rules, lang, shown, sources, single=single)
        if found.rules != shown.rules:
            more = ", ".join(found.rules[MOST:])
            paper.wrapped(said("line.more_rules", rules=more), "  ", "      ")
        drawn = picture(rules, lang, found.rules[0]) if single else None
        if drawn is not None:
            paper.drawn(*drawn)
        return
    every = chapters(rules, lang)
    for one in ([here] if here is not None else []) + [*every[:1]]:
        _chapter(paper, rules, lang, one, sources)
        paper.say()
    paper.say(said("table.rules.chapters"))
    for n, one in enumerate(every, 1):
        paper.wrapped(one.title, f"{n:>4}  ")
    paper.wrapped(said("line.rules_what", word=word or said("line.word.rules"), n=len(rules.rule_texts())))


def _chapter(
    paper: AnswerWriter, rules: Rules, lang: str, one: RuleChapter, sources: bool, *, single: bool = False
) -> None:
    if one.title:
        paper.say(one.title)
    write_rules(paper, rules, lang, one.rules, sources, single=single)


def write_rules(
    paper: AnswerWriter, rules: Rules, lang: str, ids: Iterable[str], sources: bool, *, single: bool = False
) -> None:
    """Write these rules in full; one that was asked for by its id begins with it."""
    texts = rules.rule_texts(lang=lang)
    for rule in ids:
        text = texts[rule].text
        paper.wrapped(*((f"{rule}: {text}", "  ", "      ") if single else (f"{text} ({rule})", "  - ")))
        if sources:
            paper.wrapped(Texts(lang)("table.source", source=texts[rule].source), "      ")


def picture(rules: Rules, lang: str, *ids: str) -> tuple[Show, dict[Where, str]] | None:
    """The boards of the page of a lesson that explains one of these rules, with marks on what it speaks of."""
    files = lessons.files(rules).values()
    known = [one for file in files for page in file.pages.values() for one in page.rules]
    rule = next((rule for rule in ids if _explains(known, rule)), None)
    if rule is None:
        return None
    from .lesson import PageTable, lesson  # scenes and all

    found = lesson(rules.game.name, [module.name for module in rules.modules])
    page = next((one for one in found.pages if _explains(one.content.rules, rule)), None)
    if page is None:
        return None
    table = PageTable(page, lang)
    show, lit = table.chair.show, table.lit
    boards = sorted({board for board, _ in lit}) or range(len(show.boards))
    moved = {(boards.index(board), at): "*" for board, at in lit}
    drawn = tuple(show.boards[n] for n in boards)
    return attrs.evolve(show, title=page.title(lang), boards=drawn, panels=(), caption=(), offers=()), moved


def _explains(named: Iterable[str], rule: str) -> bool:
    return any(rule == one or chapter(one, [rule]) for one in named)
