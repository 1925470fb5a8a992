"""Questions at a page: why, the log, the score sheet, rules, the words of the prompt.

Each answer is a page that the browser shows in a window above the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from ..base.errors import UsageError
from ..base.html import Html, inside, tag
from ..draw import html_parts
from ..draw.svg import draw_svg
from ..rules.chapters import RuleChapter, chapters
from ..table import choice_keys, commands, cursor_info, move_text, narration, rule_pages, rule_search
from ..table.table import LATEST
from . import author_form, regions
from .page_words import words_of

if TYPE_CHECKING:
    from ..draw.model import Show, Where
    from ..table.face_texts import Texts
    from .page_session import PageSession


@attrs.frozen
class AnswerPage:
    """Something to read."""

    title: str
    body: Html
    go: str = ""
    """The address to which the browser goes instead."""


def paragraphs(texts: Iterable[str]) -> Html:
    """The texts as paragraphs, without empty ones."""
    return inside([tag("p", text) for text in texts if text])


def shared(said: Texts, path: str, *, over: bool = True) -> AnswerPage:
    """The address at which everybody sees the replay, or the match that goes on, ready to be copied.

    The page knows how this site is called.
    """
    label = said("web.end.address" if over else "web.lobby.watching")
    field = tag("input", value=path, readonly=True, data_path=path, aria_label=label)
    copy = tag("button", said("web.lobby.copy"), data_copy=said("web.lobby.copied"))
    row = tag("p", field, copy, cls="address")
    return AnswerPage(
        said("web.end.share"), inside(row, paragraphs([said("web.end.shared" if over else "web.shared")]))
    )


def why(session: PageSession) -> AnswerPage:
    """Return why nothing can be done at the cursor, with the rules; what the move there would do, if something can."""
    found = cursor_info.why(session.choosing())
    rules = tag("dl", [inside(tag("dt", name), tag("dd", text)) for name, text in found.rules])
    words = words_of(session)
    texts = (words(text, session.seat) for text in found.texts)
    title = words(found.title, session.seat, move=True)
    return AnswerPage(title, inside(paragraphs(texts), rules if found.rules else None))


# -- pages -----------------------------------------------------------------------------------------------------------


def page(session: PageSession, name: str, text: str) -> AnswerPage:
    """The page of this name; `text` is what is searched for. UsageError if there is none."""
    make = PAGES.get(name)
    if make is None:
        raise UsageError(f"ask: '{name}' is unknown; expected one of {', '.join(PAGES)}")
    return make(session, text)


def log(session: PageSession, text: str = "") -> AnswerPage:
    """Every decision that this seat may know of, the last one first, each with a link to its boards in the replay.

    With N those from shortly after it on, with -N the last N.
    """
    said, told = session.said, [one for _, one in session.chair.log]
    if not told:
        return AnswerPage(said("screen.log"), paragraphs([said("line.nothing_yet")]))
    at, words = commands.log_place(told, text, said), words_of(session)
    links = {} if session.trial is not None else {"href": "#", "target": "_blank"}
    entries = []
    for one in reversed(told[at:] if text.startswith("-") else told[: at + 6]):
        if one.then:
            entries.append(tag("li", words(one.then, session.seat), cls="then"))
        go = f"replay#{one.number}" if links else None
        link = tag("a", words(one.deed, one.seat), data_go=go, **links)
        here = "step" if text.isdecimal() and one is told[at] else None
        about = regions.about(session, (one.number,)) if one in told[-LATEST:] else {}
        entries.append(tag("li", link, value=one.number, aria_current=here, **about))
    return AnswerPage(said("screen.log"), tag("ol", entries, cls="log"))


def news(session: PageSession, text: str = "") -> AnswerPage:
    """What has happened since the last decision, turn by turn, and what was said last."""
    said, told = session.said, session.chair.news
    words = [words_of(session)(one, session.seat) for one in session.chair.messages]
    rows = regions.rows(session, told.first, told.turns) or [tag("li", said("line.nothing_yet"))]
    again = tag("button", said("web.news.again"), data_again="") if told.turns else None
    more = paragraphs([said("table.messages"), *words]) if words else None
    return AnswerPage(said("table.do.news"), inside(again, tag("ol", rows, cls="told"), more))


def score(session: PageSession, text: str = "") -> AnswerPage:
    """The score sheet, and where the points came from."""
    chair, show, words = session.chair, session.chair.show, words_of(session)
    body = [html_parts.panel(show, narration.panel(chair.standing(), ""))]
    for name, points, parts in chair.sources():
        body.append(tag("h3", f"{name}  {points}"))
        body.append(tag("ul", [tag("li", tag("b", reason), ": ", words(of)) for reason, of in parts]))
    return AnswerPage(session.said("screen.score"), inside(body))


def legend(session: PageSession, text: str = "") -> AnswerPage:
    """The marks around spots, the meaning of signs and grounds, and where the figures come from."""
    show, said = session.chair.show, session.said
    marks = [
        tag("li", tag("span", cls=f"sample {mark}", aria_hidden="true"), " ", said(f"web.mark.{mark}"))
        for mark in ("lit", "chosen", "changed")
    ]
    body = inside(tag("ul", marks, cls="legend"), html_parts.legend(show), html_parts.captions(show))
    return AnswerPage(said("table.do.legend"), body)


def words(session: PageSession, text: str = "") -> AnswerPage:
    """The whole table in sentences."""
    return AnswerPage(session.said("web.in_words"), html_parts.described(session.chair.show))


def rules(session: PageSession, text: str = "") -> AnswerPage:
    """The rules of the decision at hand and all chapters, folded; or those that are asked for."""
    said, chair = session.said, session.chair
    known, lang, (wanted, sources) = chair.view.rules, chair.lang, rule_pages.parted(text)
    if not chair.rule_texts:
        raise UsageError(said("screen.no_rules"))
    search = tag(
        "form",
        tag("input", type="search", name="text", value=wanted, aria_label=said("web.search")),
        tag("button", said("web.search"), type="submit"),
        data_ask="rules",
    )
    if not wanted:
        pages = rule_search.pages(chair)
        opened = ("", next(one.name for one in pages if one.name))  # those of the decision, and the overview
        body = [_chapter(session, one, folded=one.name not in opened) for one in pages]
        return AnswerPage(said("screen.rules"), inside(search, body))
    every = tag("button", said("table.rules.chapters"), type="button", data_ask="rules")
    try:
        found = rule_search.asked(known, lang, wanted)
    except UsageError as error:
        return AnswerPage(said("screen.rules"), inside(search, paragraphs([str(error)]), every))
    single = len(found.rules) == 1 and not found.title
    listed = _chapter(session, found, sources=sources or single)
    return AnswerPage(said("screen.rules"), inside(search, listed, every))


def _chapter(
    session: PageSession, one: RuleChapter, *, sources: bool = False, folded: bool | None = None
) -> Html:
    """Rules as a list, below the picture of a chapter or rule; each id leads to the rule alone, with its source.

    A folded chapter gets its picture once it is opened. Rules that words lead to name their chapters.
    """
    texts, listed = session.chair.rule_texts, []
    known, lang = session.chair.view.rules, session.chair.lang
    where = {} if one.title else {rule: of.title for of in chapters(known, lang) for rule in of.rules}
    for rule in one.rules:
        source = tag("small", session.said("table.source", source=texts[rule].source)) if sources else None
        alone = tag("button", rule, type="button", data_ask="rules", data_text=rule)
        chapter = tag("small", where[rule]) if rule in where else None
        listed.append(tag("li", chapter, texts[rule].text, " ", alone, source))
    single = one.title or len(one.rules) == 1
    drawn = rule_pages.picture(known, lang, *one.rules) if single and not folded else None
    picture = Html(draw_svg(drawn[0], marks=drawn[1], notes=False)) if drawn is not None else None
    rules = inside(tag("div", picture, cls="picture", data_chapter=one.name), tag("ul", listed, cls="rules"))
    if folded is None:
        return inside(tag("h3", one.title) if one.title else None, rules)
    return tag("details", tag("summary", one.title), rules, open=None if folded else "")


def panels(session: PageSession, text: str = "") -> AnswerPage:
    """All panels, those that are folded on the page included."""
    every = [regions.panel(session, one) for one in session.chair.show.panels]
    return AnswerPage(session.said("table.do.panels"), inside(every))


def keys(session: PageSession, text: str = "") -> AnswerPage:
    """The keys of this page, and how the pointer is used."""
    said = session.said
    listed = [
        inside(tag("dt", tag("kbd", said(f"web.key.{name}"))), tag("dd", said(f"web.keys.{name}")))
        for name in KEYS_SAID
    ]
    return AnswerPage(said("web.keys"), tag("dl", listed, cls="keys"))


KEYS_SAID = (
    "pointer", "arrows", "enter", "turn", "amount", "letter", "tab", "escape", "undo", "hint", "what_if", "coach",
    "zoom", "coordinates", "type",
)  # fmt: skip
"""Keys in the order in which they are explained."""


def author(session: PageSession, text: str = "") -> AnswerPage:
    """The questions of the author, for people who do not play to the end."""
    return AnswerPage(session.said("ask.title"), author_form.form(session, title=False))


PAGES: Mapping[str, Callable[[PageSession, str], AnswerPage]] = {
    "log": log,
    "news": news,
    "score": score,
    "legend": legend,
    "words": words,
    "rules": rules,
    "panels": panels,
    "keys": keys,
    "questions": author,
}


# -- words of the prompt ---------------------------------------------------------------------------------------------


@attrs.define
class ParagraphWriter:
    """An answer as paragraphs."""

    lines: list[str] = attrs.field(factory=list)

    def say(self, text: str = "") -> None:
        """Write a line."""
        self.lines.append(text)

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> None:
        """Write a paragraph; the browser breaks its lines."""
        self.lines.append(f"{first}{text}".strip())

    def drawn(self, show: Show, marks: Mapping[Where, str]) -> None:
        """Draw boards, with these marks on their spots."""
        self.lines.append(Html(draw_svg(show, marks=marks, notes=False)))


def typed(session: PageSession, text: str) -> None:
    """Do what was typed: a word is answered, a whole move is taken, a part of one narrows the choice."""
    text = text.strip()
    if not text:
        return
    paper = ParagraphWriter()
    asker = commands.Pointing(session.chair, session.choice, paper)
    named = commands.named(text, asker)
    if named is not None:
        session.answer = answered(session, asker, paper, *named)
        return
    commands.mistyped(text, asker)
    session.pressed(choice_keys.written(session.choosing(), text))


def answered(
    session: PageSession, asker: commands.Asker, paper: ParagraphWriter, name: str, rest: str
) -> AnswerPage | None:
    """Return what a word of the prompt asks for; None if it does something instead."""
    said = session.said
    if name in SERVER_ONLY:
        raise UsageError(said("web.at_server"))
    if name in ("bot", "resign"):
        session.say(commands.leave(asker, name, rest))
        return None
    if name in DOES:
        session.key(DOES[name])
        return None
    if name in commands.ANSWERS and name not in SHOWN:
        commands.ANSWERS[name](asker, rest)
        word = said(f"line.word.{name}").split()[0]
        return AnswerPage(f"{word} {rest}".strip(), paragraphs(paper.lines))
    if name == "moves":
        moves: Sequence[str] = move_text.moves(session.chair, (one.action for one in asker.choosing.offers))
        return AnswerPage(said("screen.find.moves"), tag("ul", [tag("li", one) for one in moves]))
    return PAGES[SHOWN[name]](session, rest)


SERVER_ONLY = ("save", "quit")
"""Words for files and the end of the program: nothing for people who are somewhere else."""
DOES = {"hint": "h", "back": "escape", "undo": "u", "redo": "U", "whatif": "i"}
SHOWN = {
    "help": "keys",
    "board": "words",
    "legend": "legend",
    "score": "score",
    "log": "log",
    "rules": "rules",
}
