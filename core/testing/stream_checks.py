"""Checks of isolation: streams of chance do not influence each other, and neither do matches."""

from __future__ import annotations

import random

from ..base.chance import Stream
from ..rules.state import State
from .field_walk import held
from .random_games import Moment, Subject, moments, play_on, random_game

SPARE = "testing:spare"


def streams(subject: Subject) -> None:
    """An unused draw in one stream changes nothing else; all chance comes from streams."""
    for players, seed in subject.deals:
        state = subject.rules.new(players, seed)
        keys = [key for key, _ in state.streams.values()]
        random.seed(seed)
        before = random.getstate()
        first = _digest(subject, players, seed)
        moment = subject.latest[-1]
        moment.need(len(set(keys)) == len(keys), "two streams have the same key")
        moment.need(random.getstate() == before, "the game uses Python's own random numbers")
        random.seed(seed + 1)
        again = _digest(subject, players, seed)
        moment.need(again == first, "the same seed and choices give a different game")
        _unused(subject, players, seed)


def _unused(subject: Subject, players: int, seed: int) -> None:
    twins: dict[str, State] = {}
    counts: dict[str, int] = {}
    for moment in random_game(subject, players, seed):
        state = moment.state
        if moment.decision == 0:
            twins[SPARE] = state.clone()
            twins[SPARE].streams[SPARE] = (1, 0)
        elif moment.stream.below(subject.every) == 0:
            for name, (key, count) in state.streams.items():
                twins[name] = state.clone()
                twins[name].streams[name] = (key, count + 1)
                counts[name] = count
        for name, twin in list(twins.items()):
            if name != SPARE and state.streams[name][1] != counts[name]:
                del twins[name]  # the stream was used: what follows may differ
                continue
            expected = state.clone()
            expected.streams[name] = twin.streams[name]
            said = f"an unused draw in stream '{name}' changes the game"
            moment.need(twin == expected, said)
            if moment.action is not None:
                moment.need(moment.action in twin.legal(moment.action.seat), said)
                twin.apply(moment.action)


def _digest(subject: Subject, players: int, seed: int) -> str:
    *_, last = random_game(subject, players, seed)
    return last.state.digest()


def matches(subject: Subject) -> None:
    """Two matches share nothing that changes, whether played alternately or under rulesets assembled separately."""
    for players, seed in subject.deals:
        alone = [_alone(subject, players, seed), _alone(subject, players, seed + 1)]
        states = [subject.rules.new(players, seed), subject.rules.new(players, seed + 1)]
        moment = next(random_game(subject, players, seed))
        _share_nothing(moment, states)
        _play_alternately(states, seed)
        _share_nothing(moment, states)
        played_alike = [state.digest() for state in states] == alone
        moment.need(played_alike, "matches played alternately influence each other")
    fresh = subject.again()
    moment = next(moments(subject))
    moment.need(
        fresh.option_hash == subject.rules.option_hash,
        "the same ruleset assembled again has a different hash",
    )
    same = [node.name for node, other in zip(fresh.nodes, subject.rules.nodes, strict=True) if node is other]
    moment.need(
        not same, f"two assembled rulesets share the steps {', '.join(same)}; create new ones for each"
    )
    state = fresh.new(subject.players[0], subject.seed)
    play_on(state, Stream(subject.seed, "alone"), fresh.game.turn_limit)
    again = _alone(subject, subject.players[0], subject.seed)
    moment.need(state.digest() == again, "the same ruleset assembled again plays a different game")


def _share_nothing(moment: Moment, states: list[State]) -> None:
    one, other = held(states[0]), held(states[1])
    paths = sorted(one[identity] for identity in one.keys() & other.keys())
    moment.need(not paths, f"two matches share {', '.join(paths)}")


def _play_alternately(states: list[State], seed: int) -> None:
    choosers = [Stream(seed + n, "alone") for n in range(len(states))]
    while not all(state.over for state in states):
        for state, chooser in zip(states, choosers, strict=True):
            play_on(state, chooser, 1)


def _alone(subject: Subject, players: int, seed: int) -> str:
    state = subject.rules.new(players, seed)
    play_on(state, Stream(seed, "alone"), subject.rules.game.turn_limit)
    return state.digest()
