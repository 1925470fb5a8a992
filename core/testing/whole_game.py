"""One whole random game with what is cheap to check looked at after every decision, and the rest at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..rules.actions import Action
from ..rules.events import Log, script_of
from ..rules.ruleset import Rules
from ..rules.state import State
from .field_walk import line_totals
from .random_games import Moment, Subject, random_game
from .result_checks import finished

SELDOM = 4
"""Conserved pieces are counted at one decision in this many; lost pieces do not come back by themselves."""

Watch = Callable[[State, Log], Callable[[State, Log], None]]
"""A game's own invariants: called with the state and log of set-up; what it returns is called after each decision."""


def whole(rules: Rules, players: int, seed: int, *, watch: Watch | None = None, again: bool = True) -> int:
    """Play one random game and return its number of decisions; raises `Broken` at the first thing that does not hold.

    With `again`, the game is played once more from its moves as text and its outcomes of chance.
    """
    log = Log()
    set_up = rules.new(players, seed, log)
    subject = Subject(rules=rules, seed=seed, games=1, seats=(players,))
    game = _Game(rules, set_up, log, watch)
    for moment in random_game(subject, players, seed, rules=rules, played=game.heard):
        game.before(moment)
    finished(moment, game.moves[-1] if game.moves else None)
    game.closed(moment)
    if again:
        _again(moment, game)
    return moment.decision


class _Game:
    """The course of one game so far: moves, outcomes, points."""

    def __init__(self, rules: Rules, state: State, log: Log, watch: Watch | None) -> None:
        self.conserved = rules.game.conserved
        self.pieces = self.conserved(state) if self.conserved is not None else None
        self.watch = watch(state, log) if watch is not None else None
        self.set_up = state
        self.outcomes = list(log.outcomes)
        self.moves: list[Action] = []
        self.scores = [0] * len(state.seats)
        self.lines = 0
        self.turns = 0

    def before(self, moment: Moment) -> None:
        """Check that the listed action that is played next is accepted, and the set-up the same without a log."""
        state = moment.state
        if moment.decision == 0:
            moment.need(state == self.set_up, "the set-up has another result if a log is given")
        if moment.action is not None:
            refusal = state.check(moment.action)
            if refusal is not None:
                moment.need(False, f"{moment.action} is listed but refused: {refusal.rules}")
            moment.need(not state.winners, "there are winners before the end")
            self.moves.append(moment.action)

    def heard(self, moment: Moment, log: Log) -> None:
        """Check the position after a decision: points, pieces, turns, and what the game itself promises."""
        state = moment.state
        self.outcomes += log.outcomes
        for line in state.ledger[self.lines :]:
            self.scores[line[0]] += line[1]
            if not 0 <= line[4] <= state.turns:
                moment.need(False, f"a score line names turn {line[4]} of {state.turns}")
        moment.need(len(state.ledger) >= self.lines, "score lines have disappeared")
        self.lines = len(state.ledger)
        if state.scores != self.scores:
            said = f"scores are {state.scores}, but their lines add up to {self.scores}"
            moment.need(False, said)
        if state.turns < self.turns:
            moment.need(False, f"turn {self.turns} is followed by turn {state.turns}")
        self.turns = state.turns
        if self.conserved is not None and (state.over or moment.decision % SELDOM == 0):
            found = self.conserved(state)
            if found != self.pieces:
                moment.need(False, f"pieces are lost or added: {self.pieces}, now {found}")
        if self.watch is not None:
            try:
                self.watch(state, log)
            except AssertionError as error:
                moment.need(False, f"what the game promises does not hold: {error}")

    def closed(self, moment: Moment) -> None:
        """Check that the sum over all lines is still the score: no earlier line has changed."""
        totals = line_totals(moment.state)
        moment.need(totals == moment.state.scores, f"all score lines add up to {totals}, not {self.scores}")


def _again(moment: Moment, game: Any) -> None:
    """Check that the moves, read back from their texts, lead to the same position with the same outcomes of chance."""
    state, rules = moment.state, moment.state.rules
    log = Log(script_of(game.outcomes))
    other = rules.new(len(state.seats), moment.seed, log)
    for number, action in enumerate(game.moves):
        text = str(action)
        found = rules.read(text, other, action.seat)
        moment.need(
            found == action, f"decision {number}: '{text}' is read back as {found!r}, not as {action!r}"
        )
        other.play(found, log)
    moment.need(log.left() == {}, f"outcomes are left when the game is played again: {log.left()}")
    moment.need(
        other == state and other.digest() == state.digest(), "played again, the game ends differently"
    )
    back = rules.restore(state.to_dict())
    moment.need(
        back == state and back.digest() == state.digest(), "the last position does not survive saving"
    )
