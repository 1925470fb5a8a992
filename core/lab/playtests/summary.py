"""Many playtests in numbers, by ruleset: scores, lengths, times, what was refused, what people said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from statistics import mean, median, stdev
from typing import TypeVar

import attrs

from ...rules.actions import verbs
from ...rules.author_questions import asked
from ...rules.typed_moves import say_kind
from ...simulation.wilson import wilson
from .reading import ReadMatch, RefusedMove, Remark, TimedDecision

SLOWEST = 5
"""Decisions that are listed by their place in a record."""
T = TypeVar("T")
K = TypeVar("K")


@attrs.frozen
class Spread:
    """Some numbers."""

    count: int
    mean: float
    deviation: float
    """Their standard deviation; 0 for a single one."""
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """Return what these numbers are like; there is at least one."""
        spread = stdev(values) if len(values) > 1 else 0.0
        return cls(len(values), mean(values), spread, min(values), max(values))


@attrs.frozen
class SeatTally:
    """A seat, or a rank, in finished games."""

    scores: Spread
    """Points, or what says in their place who is ahead."""
    won: float
    """Victories; one that was shared counts in parts."""
    interval: tuple[float, float]
    """Wilson's 95 % interval of the share of games that were won."""


@attrs.frozen
class PlayerCount:
    """The games of so many players."""

    players: int
    finished: int
    abandoned: Mapping[int, int]
    """Round in which games stopped to how many of them."""
    seats: tuple[SeatTally, ...]
    ranks: tuple[Spread, ...]
    """The scores of the first, second ... of each game."""
    rounds: Spread | None
    decisions: Spread | None
    minutes: Spread | None
    """How long people decided in finished games."""


@attrs.frozen
class KindTally:
    """The decisions of people of one kind."""

    kind: str
    words: str
    count: int
    median: float
    slow: float
    """The slowest tenth took as long or longer."""


@attrs.frozen
class RuleTally:
    """A rule by which moves were refused."""

    rule: str
    words: str
    """"" if no rule has this id."""
    moves: tuple[RefusedMove, ...]


@attrs.frozen
class QuestionTally:
    """A question, and what was answered."""

    question: str
    words: str
    """"" if the ruleset asks no such question now."""
    labels: Mapping[str, str]
    """Of a scale and a choice: the words for what can be chosen."""
    counts: Mapping[str, int]
    """How often each of these was chosen."""
    texts: tuple[Remark, ...]
    """All other answers."""


@attrs.frozen
class RulesetTally:
    """All playtests of one ruleset."""

    matches: tuple[ReadMatch, ...]
    by_players: tuple[PlayerCount, ...]
    kinds: tuple[KindTally, ...]
    slowest: tuple[TimedDecision, ...]
    rules: tuple[RuleTally, ...]
    """Those that refused most first."""
    questions: tuple[QuestionTally, ...]
    notes: tuple[Remark, ...]


def summed(matches: Iterable[ReadMatch]) -> list[RulesetTally]:
    """Return what these matches add up to, by ruleset; those with most matches first."""
    groups = _grouped(matches, lambda one: (one.head.game, one.head.option_hash)).values()
    return [_ruleset(some) for some in sorted(groups, key=len, reverse=True)]


def _ruleset(matches: Sequence[ReadMatch]) -> RulesetTally:
    counts = _grouped(matches, lambda one: len(one.head.seats))
    timed = sorted((one for match in matches for one in match.timed), key=lambda one: -one.seconds)
    return RulesetTally(
        tuple(matches),
        tuple(_players(number, counts[number]) for number in sorted(counts)),
        _kinds(matches),
        tuple(timed[:SLOWEST]),
        _refusals(matches),
        _questions(matches),
        tuple(note for match in matches for note in match.notes),
    )


def _players(number: int, matches: Sequence[ReadMatch]) -> PlayerCount:
    done = [one for one in matches if one.result is not None]
    ends = [one.result for one in matches if one.result is not None]
    minutes = [one.minutes for one in done if one.minutes is not None]
    seats, ranks = list[SeatTally](), list[Spread]()
    orders = [[seat for place in end.ranking for seat in place] for end in ends]
    for n in range(number) if ends else ():
        won = sum(end.shares[n] for end in ends)
        seats.append(SeatTally(Spread.of([end.ahead[n] for end in ends]), won, wilson(won, len(ends))))
        ranks.append(Spread.of([end.ahead[order[n]] for end, order in zip(ends, orders, strict=True)]))
    return PlayerCount(
        number,
        len(ends),
        dict(sorted(Counter(one.rounds for one in matches if one.result is None).items())),
        tuple(seats),
        tuple(ranks),
        Spread.of([one.rounds for one in done]) if done else None,
        Spread.of([one.decisions for one in done]) if done else None,
        Spread.of(minutes) if minutes else None,
    )


def _kinds(matches: Sequence[ReadMatch]) -> tuple[KindTally, ...]:
    rules, found = matches[0].rules, list[KindTally]()
    timed = (one for match in matches for one in match.timed)
    for kind, some in _grouped(timed, lambda one: type(one.played.action)).items():
        seconds = sorted(one.seconds for one in some)
        name = next(iter(verbs([kind])), kind.__name__)
        slow = seconds[ceil(0.9 * len(seconds)) - 1]
        found.append(KindTally(name, say_kind(rules, kind), len(seconds), median(seconds), slow))
    return tuple(sorted(found, key=lambda one: -one.median))


def _refusals(matches: Sequence[ReadMatch]) -> tuple[RuleTally, ...]:
    texts = matches[0].rules.rule_texts()
    moves = ((rule, move) for match in matches for move in match.refused for rule in move.rules)
    groups = _grouped(moves, lambda one: one[0])
    found = [
        RuleTally(rule, texts[rule].text if rule in texts else "", tuple(move for _, move in some))
        for rule, some in groups.items()
    ]
    return tuple(sorted(found, key=lambda one: (-len(one.moves), one.rule)))


def _questions(matches: Sequence[ReadMatch]) -> tuple[QuestionTally, ...]:
    known = {one.name: one for one in asked(matches[0].rules, "en")}
    given: dict[str, list[Remark]] = {name: [] for name in known}
    for match in matches:
        for name, answers in match.answers.items():
            given.setdefault(name, []).extend(answers)
    found = []
    for name, answers in given.items():
        question = known.get(name)
        labels = question.labels if question is not None else {}
        counts = {key: sum(one.text == key for one in answers) for key in labels}
        others = tuple(one for one in answers if one.text not in labels)
        if answers:
            found.append(QuestionTally(name, question.text if question else "", labels, counts, others))
    return tuple(found)


def _grouped(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
