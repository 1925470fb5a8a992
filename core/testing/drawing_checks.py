"""Checks of drawings: every position that a game reaches can be drawn, and the drawing reveals nothing hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from xml.etree import ElementTree

from ..base import plugin_errors
from ..base.sanitize import printable
from ..draw import ports
from ..draw.about import About
from ..draw.html_boards import board_svg
from ..draw.model import Show
from ..draw.show_sentences import sentences
from ..draw.svg import draw_svg
from ..draw.text import draw_text
from ..rules.ruleset import Rules
from ..rules.views import View
from ..text.languages import shipped
from .field_walk import alike
from .picture_checks import misdrawn
from .random_games import Broken, Moment, Skipped, Subject, moments
from .secrecy_checks import altered, named

RARELY = 3
"""Drawing is slow, so it is done this many times less often than other costly work (see `Subject.every`)."""
WIDTHS = (80, 132, 48)


def draws(subject: Subject) -> None:
    """Every position can be drawn for every seat, as text and picture in each language, and reveals nothing hidden.

    The facts about places reveal nothing either. Only seats that must decide get an instruction.
    """
    rules = subject.rules
    if rules.game.show is None:
        raise Skipped("the game does not draw a board; Game(show=...) would")
    for name in rules.game.sheets:
        for lang in shipped():
            with _failing(subject.broken, rules, f"sheet {name} cannot be drawn in '{lang}'"):
                _drawn(rules.sheet(name, lang), shipped().index(lang))
            for problem in misdrawn(rules.sheet(name, lang)):
                raise subject.broken(f"sheet {name}: {problem}")
    turn = 0
    for moment in moments(subject):
        ends = moment.action is None or moment.decision == 0
        if not ends and moment.stream.below(subject.every * RARELY):
            continue
        turn += 1
        for place, seat in enumerate([*range(len(moment.state.seats)), None]):
            _seen(moment, seat, turn + place)


def _seen(moment: Moment, seat: int | None, number: int) -> None:
    """Check the drawing for one seat, in one of the languages and forms."""
    state, rules = moment.state, moment.state.rules
    lang = shipped()[number % len(shipped())]
    view = state.view(seat)
    who = f"{named(state, seat)} in '{lang}'"
    with _failing(moment.broken, rules, f"show fails for {who}"):
        show = rules.show(view, lang)
    offered = [offer.action for offer in show.offers]
    whole = offered == list(view.legal())
    moment.need(whole, f"show for {who} does not offer exactly the legal actions, in their order")
    signs = len(show.players) in (0, len(state.seats))
    moment.need(signs, f"show for {who} has {len(show.players)} signs for {len(state.seats)} players")
    acts = seat in state.to_act
    moment.need(acts or not show.asks, f"show asks something of {who}, whose turn it is not")
    with _failing(moment.broken, rules, f"what show returns for {who} cannot be drawn"):
        _drawn(show, number)
    for problem in misdrawn(show):
        moment.need(False, f"show for {who}: {problem}")
    silent = [
        spot.called for board in show.boards for spot in board.spots if not spot.said and not ports.said(spot)
    ]
    moment.need(not silent, f"nothing is said of {', '.join(silent)} on a board; give Spot(said=...)")
    if moment.decision == 0:
        _in_words(moment, view, show, who)
    world = view.determinize(moment.stream)
    same = alike(rules.show(world.view(seat), lang), show)
    moment.need(same, f"the drawing for {who} reveals hidden things")
    told, again = (_told(moment, one, who, number) for one in (show, rules.show(world.view(seat), lang)))
    same = told == again
    moment.need(same, f"what is said about places for {who} reveals hidden things")
    for reason in [reason for about in told for reason in about.barred]:
        known = reason.key in rules.words and reason.rule in (rules.rule_texts() or [reason.rule])
        moment.need(known, f"About.barred: there is no message '{reason.key}' or no rule '{reason.rule}'")
    other = altered(state, seat)
    if other != state:
        same = alike(rules.show(other.view(seat), lang), show)
        moment.need(same, f"the drawing for {who} reveals what others keep hidden")


def _in_words(moment: Moment, view: View, show: Show, who: str) -> None:
    """Check that a drawing in another language has other words, if the messages for drawings have."""
    words, lang = moment.state.rules.words, show.lang
    texts = [words.texts(key) for key in words if key.startswith("show.")]
    if lang != "en" and any(lang in one and one[lang] != one["en"] for one in texts):
        english = sentences(moment.state.rules.show(view, "en"))
        said = f"the drawing for {who} has the words of that in 'en'; hand the language on to what says them"
        moment.need(sentences(show) != english, said)


def _told(moment: Moment, show: Show, who: str, number: int) -> list[About]:
    """Return the game's facts about every fourth of the spots and of the places beside them, in turn."""
    if show.about is None:
        return []
    near = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
    places = [
        (n, (spot.at[0] + dx, spot.at[1] + dy))
        for n, board in enumerate(show.boards)
        for spot in board.spots
        for dx, dy in near
    ]
    with _failing(moment.broken, moment.state.rules, f"Show.about fails for {who}"):
        return [show.about(*place) for place in list(dict.fromkeys(places))[number % 4 :: 4]]


@contextmanager
def _failing(broken: Callable[[str], Broken], rules: Rules, said: str) -> Iterator[None]:
    """Say in these words what fails inside."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise broken(f"{said}: {plugin_errors.describe(error, rules.plugins)}") from error


def _drawn(show: Show, number: int) -> None:
    """Draw as text in one of some widths, as a picture or one of its boards, and in sentences; in turns, for time."""
    odd = number % 2 == 1
    marks = dict.fromkeys(show.lit(), "ab") if odd else {}
    draw_text(show, width=WIDTHS[number // 2 % len(WIDTHS)], colour=odd, tall=odd, marks=marks)
    if show.boards and odd:
        ElementTree.fromstring(board_svg(show, number // 2 % len(show.boards), lit=show.lit()))
    else:
        ElementTree.fromstring(draw_svg(show, marks=marks))
    for text in (show.title, *sentences(show)):
        if text != printable(text, keep="\n"):
            raise ValueError(f"'{printable(text)}' has characters that are not printable")
