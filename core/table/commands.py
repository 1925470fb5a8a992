"""Words that can be typed instead of a move, the same in every face, and the answers to those that only ask."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from unicodedata import normalize

import attrs

from ..base.brief import closest
from ..base.errors import Unreadable, UsageError
from ..base.limits import number
from ..rules.actions import Reason, verbs
from ..text.seat_names import find
from . import (
    changes,
    cursor_info,
    lookup,
    move_text,
    rule_pages,
    rule_search,
    switches,
    table_request,
    typed_choice,
)
from .choosing import ChoiceTarget, Choosing, marked, spot
from .face_texts import Texts

if TYPE_CHECKING:
    from ..draw.model import Show, Where
    from ..rules.actions import Refusal
    from .chair import Chair
    from .choice_cursor import ChoiceCursor
    from .cursor_info import Why
    from .narration import DecisionText
    from .table import Table

NAMES = (
    "help", "moves", "board", "legend", "look", "why", "hint", "rules", "score", "log", "news", "changes", "back",
    "undo", "redo", "switch", "provenance", "whatif", "bot", "resign", "save", "quit",
)  # fmt: skip
"""Everything that can be asked for; `line.word.NAME` are the words for it."""
WITH = ("help", "moves", "board", "look", "why", "rules", "score", "log", "switch", "whatif", "bot", "save")
"""Those that take more words."""


class AnswerWriter(Protocol):
    """A writer of answers: a terminal, or the lines of a page."""

    def say(self, text: str = "") -> None:
        """Write a line."""

    def wrapped(self, text: str, first: str = "", rest: str | None = None) -> None:
        """Write a paragraph with `first` before its first line and `rest` (or as many blanks) before the others."""

    def drawn(self, show: Show, marks: Mapping[Where, str]) -> None:
        """Draw boards, with these marks on their spots."""


class Asker(Protocol):
    """A person who asks, with a choice before them, at any face."""

    refused: Refusal | None
    """The move that was refused last."""

    @property
    def chair(self) -> Chair: ...
    @property
    def table(self) -> Table: ...
    @property
    def said(self) -> Texts: ...
    @property
    def choosing(self) -> Choosing: ...
    @property
    def labels(self) -> Mapping[str, ChoiceTarget]:
        """The letters that choose now."""

    @property
    def paper(self) -> AnswerWriter: ...


@attrs.define(eq=False, repr=False)
class Pointing:
    """A person at a face with a cursor, who asks with a word."""

    chair: Chair
    choice: ChoiceCursor | None
    paper: AnswerWriter
    refused: Refusal | None = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        under = self.choice.refused if self.choice is not None else None
        self.refused = under[1] if under is not None else None

    @property
    def table(self) -> Table:
        return self.chair.table

    @property
    def said(self) -> Texts:
        return self.chair.texts

    @property
    def choosing(self) -> Choosing:
        return self.choice.choosing if self.choice is not None else self.chair.choosing

    @property
    def labels(self) -> dict[str, ChoiceTarget]:
        """The letters of the list."""
        return self.choice.lettered if self.choice is not None else {}


@lru_cache
def words(lang: str) -> dict[str, str]:
    """The words that can be typed, in English and in this language, each with what it asks for."""
    found: dict[str, str] = {"?": "help", "exit": "quit"}
    for name in NAMES:
        for one in ("en", lang):
            found |= dict.fromkeys(Texts(one)(f"line.word.{name}").split(), name)
    return found


def listed(lang: str = "en") -> dict[str, str]:
    """Each word as it can be typed, and what it does."""
    said = Texts(lang)
    heads = {name: said(f"line.word.{name}").split()[0] for name in NAMES}
    heads |= {name: f"{heads[name]} {said(f'line.of.{name}')}" for name in WITH}
    return {head: said(f"line.help.{name}") for name, head in heads.items()}


def completions(asker: Asker) -> list[str]:
    """What a word that was begun can become: moves, commands, names here and in the box, also after a word for one."""
    chair, known = asker.chair, words(asker.chair.lang)
    moves = move_text.moves(chair, (offer.action for offer in asker.choosing.left))
    shows = (chair.show, *chair.box(asker.chair.lang))
    names = dict.fromkeys(name for show in shows for name in lookup.known(show))
    takes = [*dict.fromkeys(move.split()[0] for move in moves)]
    takes += [word for word, name in known.items() if name in ("look", "why")]
    return [*moves, *known, *names, *(f"{word} {name}" for word in takes for name in names)]


def kinds(asker: Asker) -> set[str]:
    """The words with which a move can begin."""
    return move_text.typed(asker.chair, verbs(asker.chair.view.rules.kinds))


def named(text: str, asker: Asker) -> tuple[str, str] | None:
    """Return the command in a line, and the rest of the line; None if it is a move. A colon marks a command."""
    word, _, rest = normalize("NFC", text).partition(" ")
    name, known = word.lower().removeprefix(":"), words(asker.chair.lang)
    if name in known and (word.startswith(":") or name not in kinds(asker)):
        return known[name], rest.strip()
    return None


def mistyped(text: str, asker: Asker) -> None:
    """Raise UsageError if the first word is nearly one of these words, and neither begins a move nor names a thing."""
    word = text.partition(" ")[0].lower().removeprefix(":")
    if any(word in things for things in asker.chair.view.rules.things.values()):
        return
    close = closest(word, words(asker.chair.lang), 0.7)
    if close and word.isalpha() and not any(verb.startswith(word) for verb in kinds(asker)):
        raise UsageError(asker.said("line.no_command", word=word, close=close))


def _hint(asker: Asker, rest: str) -> None:
    _acting(asker)
    action, text = cursor_info.hint(asker.chair)
    label = next((f"[{one}] " for one, t in asker.labels.items() if t.action == action), "")
    asker.paper.wrapped(f"{label}{text}")


def _acting(asker: Asker) -> None:
    """Raise UsageError unless this person must decide now: otherwise no move of theirs can be read or rated."""
    if not asker.chair.acts:
        raise UsageError(asker.said("table.no_turn"))


def _why(asker: Asker, rest: str) -> None:
    if not rest:
        if asker.refused is None:
            raise UsageError(asker.said("line.why_what"))
        return _reasons(asker, asker.refused)
    if any(rest.upper() in stated for stated in asker.chair.view.rules.stated.values()):
        return _rules(asker, rest)
    chair, places = asker.chair, cursor_info.named(asker.chair, rest)
    exact = lookup.COORDINATE.fullmatch(rest) or any(lookup.called(show, rest) for show in chair.named)
    if places and exact and not any(where in asker.choosing.lit for where in places):
        return _spots_said(asker, places)
    try:
        _acting(asker)
        found = typed_choice.read(rest, chair, asker.choosing, asker.labels)
    except (UsageError, Unreadable):
        if places:
            return _spots_said(asker, places)
        begun = typed_choice.begun(rest, chair) if chair.acts else None
        if begun is None:
            raise
        if isinstance(begun, Reason):
            title = asker.said("line.is_refused", move=rest)
            return _answered(asker, cursor_info.cited(chair, title, (begun,)))
        found = begun
    actions = [offer.action for offer in found.left] if isinstance(found, Choosing) else found
    for action in actions[: 1 if not isinstance(found, Choosing) else FEW]:
        refusal = asker.chair.refused(action)
        if refusal is not None:
            asker.refused = refusal
            _reasons(asker, refusal)
        else:
            asker.paper.wrapped(cursor_info.legal(asker.chair, action))
    if len(actions) > FEW:
        asker.paper.say(f"  {asker.said('line.more', n=len(actions))}")
    return None


FEW = 6
"""Of a choice in parts, `why` explains so many moves."""


def _spots_said(asker: Asker, places: Sequence[Where]) -> None:
    """Say of each place what is known, which moves are possible there or why none is, and then the rules."""
    told = [(where, cursor_info.answer(asker.chair, where, asker.choosing)) for where in places[:FEW]]
    for where, why in told:
        offers = [one for one in asker.choosing.left if where in (spot(one), one.piece)][:FEW]
        texts = (*why.texts, *(cursor_info.legal(asker.chair, offer.action) for offer in offers))
        _answered(asker, attrs.evolve(why, texts=texts, rules=()))
    for rule in dict.fromkeys(rule for _, why in told for rule, _ in why.rules):
        _rule(asker, rule)
    if len(places) > FEW:
        asker.paper.say(f"  {asker.said('line.more', n=len(places))}")


def _reasons(asker: Asker, refusal: Refusal) -> None:
    title = asker.said("line.is_refused", move=move_text.move(asker.chair, refusal.action))
    _answered(asker, cursor_info.cited(asker.chair, title, refusal.reasons))


def _answered(asker: Asker, why: Why) -> None:
    asker.paper.wrapped(why.title)
    for text in why.texts:
        asker.paper.wrapped(text, "  ")
    for rule, _ in why.rules:
        _rule(asker, rule)


def _rule(asker: Asker, rule: str) -> None:
    """Print one rule."""
    found = asker.chair.rule_texts.get(rule)
    if found is not None:
        asker.paper.wrapped(f"{rule}: {found.text}", "  ", "      ")
    elif rule:
        asker.paper.say(f"  {rule}")


def _rules(asker: Asker, rest: str) -> None:
    here = rule_search.here(asker.chair)
    rule_pages.write(asker.paper, asker.chair.view.rules, asker.chair.lang, rest, here)


def _look(asker: Asker, rest: str) -> None:
    from ..draw.show_sentences import sentences

    if not rest or rest.lower() in ("all", asker.said("table.all")):
        found = sentences(asker.chair.show)
    else:
        errors: list[UsageError] = []
        moves = move_text.moves(asker.chair, (offer.action for offer in asker.chair.choosing.offers))
        for show in asker.chair.named:
            try:
                found = lookup.look(show, rest, marked(asker.labels), asker.chair.box(show.lang), moves)
                break
            except UsageError as error:
                errors.append(error)
        else:
            raise errors[0]
    height, width = (getattr(asker.paper, name, 0) for name in ("height", "width"))
    rows = accumulate(1 + len(line) // max(1, width - WRAPS) for line in found)  # at a terminal, what fits it
    most = len(found) if rest or not height else sum(row < height - 2 for row in rows)
    _list(asker, found[:most])
    if most < len(found):
        asker.paper.say(f"  {asker.said('table.look_all', n=len(found) - most)}")


WRAPS = 12
"""Columns that a line loses to its indent and to words that are not broken."""


def _list(asker: Asker, lines: Iterable[str]) -> None:
    for line in lines:
        asker.paper.wrapped(line, "  ", "    ")


def _changes(asker: Asker, rest: str) -> None:
    last = asker.chair.last_own
    found = changes.changes(asker.chair.past(last), asker.chair.show) if last is not None else []
    _list(asker, found or asker.chair.news.texts or [asker.said("line.nothing_yet")])


def _news(asker: Asker, rest: str) -> None:
    _list(asker, asker.chair.news.texts or [asker.said("line.nothing_yet")])
    if asker.chair.messages:
        asker.paper.say(asker.said("table.messages"))
        _list(asker, asker.chair.messages)


def log_place(told: Sequence[DecisionText], rest: str, said: Texts) -> int:
    """Return the place in a log that is asked for: its end, decision N, or with -N the first of the last N.

    UsageError if the rest of the line says something else, or there is no such decision.
    """
    n, last = number(rest.removeprefix("-")), told[-1].number if told else 0
    if rest and not n:
        raise UsageError(said("line.log_what", text=rest))
    if rest.startswith("-"):
        return max(0, len(told) - (n or 0))
    if (n or 0) > last:
        raise UsageError(said("line.no_decision", n=n, last=last))
    return max(0, bisect_right([one.number for one in told], n or last) - 1)


def _provenance(asker: Asker, rest: str) -> None:
    told = asker.chair.view.rules.provenance(asker.chair.lang)
    for line in told or [asker.said("line.printed")]:
        asker.paper.wrapped(line, "  ")


def _save(asker: Asker, rest: str) -> None:
    match, said = asker.table.match, asker.said
    path = match.path
    if path is None:
        raise UsageError(said("line.no_record"))
    if not rest:
        match.keep()
        _placed(asker, said("line.saving"), path)
        return
    try:
        target = Path(rest).expanduser()
        if not target.parent.is_dir():
            raise UsageError(said("line.no_folder", name=target.parent))
        moved = match.save(target)
    except (RuntimeError, ValueError) as error:  # a home of an unknown user; a name with a zero byte
        raise UsageError(asker.said("line.no_file", name=rest)) from error
    _placed(asker, said("line.moved" if moved else "line.copied"), target)


def _placed(asker: Asker, text: str, path: Path) -> None:
    """Print the text, then the path on a line of its own, so that it is never wrapped."""
    asker.paper.wrapped(text)
    asker.paper.say(f"  {path}")


def leave(asker: Asker, name: str, rest: str) -> str:
    """Let a bot play on for somebody at this keyboard, let a person come back, or resign; return a sentence on it.

    Where people sit apart everybody does that for themselves. UsageError if it cannot be.
    """
    table, seat = asker.table, asker.chair.seat
    if seat is None or name == "resign":
        table_request.can_leave(table, seat)
    who = find(rest, table.seats) if rest else seat
    if who is None or (who != seat and not table.one_keyboard):
        raise UsageError(asker.said("line.no_player", name=rest, players=", ".join(table.seats)))
    if name == "resign":
        return table.resign(who) or asker.said("table.bot.gave_up", who=table.seats[who])
    if who in table.match.left.bots:
        table.come_back(who)
        return asker.said("table.bot.back", who=table.seats[who])
    table.let_bot(who, by=(who,))
    return asker.said("table.bot.plays", who=table.seats[who], bot=table.bot(who))


def _switch(asker: Asker, rest: str) -> None:
    switches.switch(asker.chair, rest)
    _list(asker, switches.settings(asker.chair))


ANSWERS: dict[str, Callable[[Asker, str], None]] = {
    "look": _look,
    "why": _why,
    "hint": _hint,
    "rules": _rules,
    "news": _news,
    "changes": _changes,
    "switch": _switch,
    "provenance": _provenance,
    "save": _save,
}
"""What writes the answer, given who asks and the rest of the line. UsageError says what is wrong with it."""
