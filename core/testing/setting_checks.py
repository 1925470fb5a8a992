"""Checks of other settings of the same ruleset: every option's values, editions, modules in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, permutations

import attrs

from ..base.errors import InvalidFile, UsageError
from ..rules.events import Event, Log, Outcome
from ..rules.ruleset import Rules
from ..text.options import Option
from .field_walk import line_totals
from .questions import looked_at
from .random_games import Moment, Skipped, Subject, random_game

MOST_ORDERS = 24


def modules(subject: Subject) -> None:
    """The order in which modules are named and registered changes nothing."""
    names = [module.name for module in subject.rules.modules]
    if len(names) < 2:
        raise Skipped("fewer than two modules, so there is only one order")
    for players in subject.players:
        stories: list[list[tuple[list[Event], list[Outcome], str]]] = []
        for order in islice(permutations(names), MOST_ORDERS):
            rules = subject.again(modules=order)
            steps = [node.name for node in rules.nodes]
            if steps != [node.name for node in subject.rules.nodes]:
                raise subject.broken(
                    f"with modules in the order {', '.join(order)} the steps are {', '.join(steps)}"
                )
            stories.append(_story(subject, rules, players))
            if stories[-1] != stories[0]:
                raise subject.broken(
                    f"the game goes differently with modules in the order {', '.join(order)}"
                )


def _story(subject: Subject, rules: Rules, players: int) -> list[tuple[list[Event], list[Outcome], str]]:
    found: list[tuple[list[Event], list[Outcome], str]] = []

    def heard(moment: Moment, log: Log) -> None:
        found.append((log.events, log.outcomes, moment.state.digest()))

    for _ in random_game(subject, players, subject.seed, rules=rules, played=heard):
        pass
    return found


def options(subject: Subject) -> None:
    """Games work with every value of every option and with every edition, unless the game refuses it with an error.

    In each of them, one game is drawn and appraised as well, where it begins and where it ends.
    """
    rules = subject.rules
    for option in rules.declared:
        for value in values(option):
            if value != rules.option_values[option.name]:
                _survives(subject, {option.name: value})
        if option.ranged:
            for beyond in (int(option.values[0]) - 1, int(option.values[1]) + 1):
                if not _refused(subject, {option.name: beyond}):
                    raise subject.broken(f"option {option.name}={beyond} is out of range but not refused")
    for edition in rules.editions:
        defaults = {option.name: option.default for option in rules.declared}
        _survives(subject, defaults | {k: str(v) for k, v in rules.editions[edition].items()})


def values(option: Option) -> Sequence[int | bool | str]:
    """Return the values worth trying: all that are listed, else the ends and the default of the range."""
    if option.ranged:
        return tuple(dict.fromkeys((*option.values, option.default)))
    return option.values or option.known or (option.default,)


def _refused(subject: Subject, given: Mapping[str, object]) -> bool:
    try:
        subject.again(given)
    except UsageError:
        return True
    return False


def _survives(subject: Subject, given: Mapping[str, object]) -> None:
    said = ", ".join(f"{name}={value}" for name, value in given.items())
    subject.latest.clear()
    try:
        rules = subject.again(given)
    except (UsageError, InvalidFile):
        return
    except (Exception, SystemExit) as error:
        raise subject.broken(f"with {said} the ruleset cannot be assembled: {error!r}") from error
    one = attrs.evolve(subject, games=max(1, subject.games // 3))
    for players, seed in one.deals:
        try:
            rules.new(players, seed)
        except UsageError:
            continue
        for moment in random_game(one, players, seed, rules=rules):
            ends = moment.action is None or moment.decision == 0
            if ends and (players, seed) == (one.players[0], one.seed):
                looked_at(moment, [])
        state = moment.state
        moment.need(state.scores == line_totals(state), f"with {said} a score is not the sum of its lines")
        saved = rules.restore(state.to_dict()) == state
        moment.need(saved, f"with {said} a state does not survive saving")
        moment.need(
            state.winners == state.ranking()[0], f"with {said} the winners are not those of the ranking"
        )
