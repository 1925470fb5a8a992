"""Five pages for a game that has no `learn.yaml`: from its declaration, and from a game of random moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import attrs

from ..base.chance import Stream
from ..rules.game import enumerated
from ..rules.schedule import Sealed
from ..text.languages import languages
from ..text.lesson_file import LessonAnswer, LessonPage, LessonTask, PagePosition
from . import narration
from .face_texts import Texts
from .match_setup import NAMES

if TYPE_CHECKING:
    from ..rules.actions import Action, Refusal
    from ..rules.ruleset import Rules
    from ..rules.state import ScoreLine, State
    from ..text.introduction import Told

SEED = 1
MOST = 2_000
"""Decisions of the game that are looked at."""
FEW = 12
"""Most reasons for points that are named."""
NOWHERE = PagePosition(players=())


@attrs.frozen(eq=False)
class DerivedPage:
    """A page, and the position beside it."""

    name: str
    content: LessonPage
    begun: State


@attrs.frozen(eq=False)
class Moment:
    """A decision of the game of random moves."""

    before: State
    action: Action
    after: State

    def lines(self) -> list[ScoreLine]:
        """The points that it has brought."""
        rules, first = self.after.rules, len(self.before.ledger)
        return [rules.score_line(line, self.after) for line in self.after.ledger[first:]]


def derived(rules: Rules) -> list[DerivedPage]:
    """Return the pages: aim, whose turn, what one can do, what is not allowed, how points come.

    Pages for which the game has no example are left out.
    """
    moments = [*islice(_game(rules), MOST)]
    if not moments:
        return []
    makers = (_aim, _turn, _moves, _refused, _points)
    return [made for maker in makers if (made := maker(rules, moments)) is not None]


def _game(rules: Rules) -> Iterator[Moment]:
    names, stream = NAMES[: rules.game.fewest(2)], Stream(SEED, "lesson")
    state = rules.new(names, SEED)
    while not state.over and len(legal := state.legal(state.to_act[0])):
        before, action = state.clone(), stream.pick(legal)
        state.apply(action)
        yield Moment(before, action, state.clone())


def _page(rules: Rules, name: str, state: State, text: Told, task: LessonTask | None = None) -> DerivedPage:
    title = _told(lambda said: said(f"learn.title.{name}"))
    content = LessonPage(title=title, text=text, scene=NOWHERE, task=task)
    return DerivedPage(name, content, state)


def _told(make: Callable[[Texts], str]) -> Told:
    """A text in every language, with the braces of names in it as they are."""
    return {lang: make(Texts(lang)).replace("{", "(").replace("}", ")") for lang in languages()}


def _move(rules: Rules, action: Action, lang: str) -> str:
    return rules.say_move(action, action.seat, lang)


def _aim(rules: Rules, moments: list[Moment]) -> DerivedPage:
    turns = moments[-1].after.turns_played

    def text(said: Texts) -> str:
        held = rules.rule_texts()
        known = [reason.key for reason in rules.reasons if reason.rule in held and reason.key in rules.words]
        names = [rules.say(key, {}, (), said.lang) for key in known]
        reasons = ", ".join([*names[:FEW], *["..."] * (len(names) > FEW)]) or rules.counted(said.lang)
        players = enumerated(rules.game.seat_counts, "-", f" {said('learn.or')} ")
        return said("learn.aim", count=players, reasons=reasons, turns=turns)

    return _page(rules, "aim", moments[0].before, _told(text))


def _turn(rules: Rules, moments: list[Moment]) -> DerivedPage:
    state = moments[len(moments) // 2].before

    def text(said: Texts) -> str:
        rule = rules.rule_texts(lang=said.lang).get(rules.game.turn_rule)
        shown = rules.show(state.view(state.to_act[0]), said.lang) if rules.game.show is not None else None
        asks = (shown.asks or shown.title) if shown is not None else said("learn.title.turn")
        return said("learn.turn", rule=rule.text.strip() if rule is not None else "", asks=asks).strip()

    who = _told(lambda said: said("learn.turn.yes", who=state.seats[state.to_act[0]]))
    answers = tuple(
        LessonAnswer(answer=name, right=seat in state.to_act, say=who)
        for seat, name in enumerate(state.seats)
    )
    asked = len({one.right for one in answers}) > 1
    task = LessonTask(text=_told(lambda said: said("learn.turn.who")), answers=answers) if asked else None
    return _page(rules, "turn", state, _told(text), task)


def _moves(rules: Rules, moments: list[Moment]) -> DerivedPage:
    found: dict[str, Action] = {}
    for one in moments:
        found.setdefault(str(one.action).split()[0], one.action)

    def text(said: Texts) -> str:
        return said("learn.moves", moves=", ".join(_move(rules, one, said.lang) for one in found.values()))

    return _page(rules, "moves", moments[0].before, _told(text))


def _refused(rules: Rules, moments: list[Moment]) -> DerivedPage | None:
    for number, here in enumerate(moments):
        state, seat = here.before, here.action.seat
        legal = [*state.legal(seat)]
        if len(legal) < 2:
            continue
        for later in moments[number + 1 : number + 60]:
            other = later.action
            if other.seat == seat and type(other) is type(here.action) and other not in legal:
                refusal = state.check(other)
                if refusal is not None and any(reason.rule for reason in refusal.reasons):
                    return _choice(rules, state, legal[:2], other, refusal)
    return None


def _choice(rules: Rules, state: State, legal: list[Action], wrong: Action, refusal: Refusal) -> DerivedPage:
    def answer(action: Action, say: Callable[[Texts], str], right: bool = False) -> LessonAnswer:
        return LessonAnswer(
            answer=_told(lambda said: _move(rules, action, said.lang)), right=right, say=_told(say)
        )

    answers = [
        answer(one, lambda said, one=one: said("learn.refused.legal", move=_move(rules, one, said.lang)))  # type: ignore[misc]
        for one in legal
    ]
    answers.insert(1, answer(wrong, lambda said: rules.say_refusal(refusal, state.seats, said.lang), True))
    task = LessonTask(text=_told(lambda said: said("learn.refused.which")), answers=tuple(answers))
    return _page(rules, "refused", state, _told(lambda said: said("learn.refused.what")), task)


def _points(rules: Rules, moments: list[Moment]) -> DerivedPage | None:
    for one in moments:
        if isinstance(one.before.step, Sealed) or one.after.over:
            continue
        lines = [line for line in one.lines() if line.seat == one.action.seat]
        scored = sum(line.amount for line in lines)
        if scored > 0 and any(
            _scored(one.before, other) != scored for other in one.before.legal(one.action.seat)
        ):
            return _scoring(rules, one, lines, scored)
    return None


def _scored(before: State, action: Action) -> int:
    """The points that an action brings its player at once."""
    state = before.clone()
    state.apply(action)
    return sum(line[1] for line in state.ledger[len(before.ledger) :] if line[0] == action.seat)


def _scoring(rules: Rules, moment: Moment, lines: list[ScoreLine], scored: int) -> DerivedPage:
    state, seat = moment.before, moment.action.seat

    def points(said: Texts) -> str:
        return narration.by_seat(rules, lines, state.seats, seat, said.lang)

    task = LessonTask(
        text=_told(lambda said: said("learn.points.task")),
        shown=(str(moment.action),),
        done=(f"{state.seats[seat]} scored {scored}",),
        right=_told(lambda said: said("learn.points.right", points=points(said))),
        miss=_told(lambda said: said("learn.points.miss")),
    )
    return _page(rules, "points", state, _told(lambda said: said("learn.points", points=points(said))), task)
