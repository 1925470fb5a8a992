"""Every spot of every board answers: what lies there, and why nothing can be done there now, with its rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import attrs
import pytest

from tilewright.core.draw.show_sentences import spot_said
from tilewright.core.rules.actions import Action
from tilewright.core.rules.state import State
from tilewright.core.table import cursor_info
from tilewright.core.table.chair import Chair

from ..cases import cases
from ..oracle import spots as oracle
from .games import KINDS, decisions, seated, table

ALLOWED = cases(__file__, "allowed")
"""By kind of move, rules that hold at each spot where it is possible."""
FIGURES = {
    "rebirth": (40, 5),
    "rebirth+": (40, 5),
    "glenmore": (9, 8),
    "isleofskye": (9, 6),
    "isleofskye+": (9, 6),
}
"""By kind of game, at every how many decisions all spots are asked, and how many different rules answer at least."""


def answers(chair: Chair) -> Iterator[str]:
    """The first rule of each answer, which fails there. At spots that are possible, the rules of the move hold."""
    known, own = chair.view.rules.rule_texts(), chair.view.rules.game.turn_rule[:2]
    for where, spot in [
        ((n, one.at), one) for n, board in enumerate(chair.show.boards) for one in board.spots
    ]:
        assert spot_said(spot).partition(": ")[2].strip(), f"nothing is said of {spot}"
        for offer in chair.choosing.spots.get(where, ()):
            for rule in ALLOWED.get(type(offer.action).__name__, "").split():
                held = oracle.holds(chair, *where, rule, offer.action) if rule.startswith(own) else None
                assert held is not False, (rule, offer)
        if where in chair.choosing.lit:
            continue
        refused = cursor_info.why_not(chair, where)
        reasons, action = cursor_info.bars(chair, where), None
        if refused is not None and not refused.untimely:
            assert refused.reasons == reasons and chair.table.match.state.check(refused.action) == refused
            action = refused.action
        held = oracle.holds(chair, *where, reasons[0].rule, action)
        assert not held, f"{reasons[0]} does not fail at {where}: {refused}"
        yield reasons[0].rule if held is False else ""
        answer = cursor_info.answer(chair, where, chair.choosing)
        assert {one.rule for one in reasons} <= known.keys() and all(chair.reasons(reasons))
        assert answer.title and answer.texts[-len(reasons) :] == (*chair.reasons(reasons),)


@pytest.mark.parametrize("kind", KINDS)
def test_every_spot_answers_with_a_rule_that_fails_there(kind: str, often: int = 0, seed: int = 5) -> None:
    """In whole games; nearly all answers are reckoned by another way."""
    every, least = FIGURES[kind]
    at, found = table(kind, seed), Counter[str]()
    for n, chair in enumerate(decisions(at, seed)):
        if n % (often or every) == 0:
            found += Counter(answers(chair))
            other = at.chair(1)  # while others decide
            assert all(cursor_info.answer(other, (n, (0, 0)), other.choosing).rules for n in (0, 1))
    assert found[""] * 20 < found.total() and len(found) >= least, found


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_every_spot_answers_at_each_decision(kind: str, seed: int) -> None:
    test_every_spot_answers_with_a_rule_that_fails_there(kind, 1, seed)


@pytest.mark.parametrize("kind", ["glenmore", "isleofskye+", "rebirth+"])
def test_a_move_of_another_step_is_refused_for_its_step(kind: str) -> None:
    """All kinds of moves that a game had, in all of its steps, of the seat to move and of others."""
    sat = table(kind, people=4)
    steps: dict[str, tuple[tuple[type[Action], ...], State]] = {}
    moves: dict[type[Action], Action] = {}
    for chair in decisions(sat, seed=2):
        moves |= {type(action): action for action in chair.view.legal()}
        step = sat.match.state.step
        if step is not None and step.name not in steps:
            own = (*step.actions, *(one for extra in step.extras for one in extra.actions))
            steps[step.name] = own, sat.match.state.clone()
    assert len(steps) > 2
    for name, (own, state) in steps.items():
        others = [action for action in moves.values() if not isinstance(action, own)]
        assert others
        for action, seat in product(others, range(len(state.seats))):
            refusal = state.check(attrs.evolve(action, seat=seat))
            assert refusal is not None and [one.key for one in refusal.reasons] == ["not_now"]
            assert f"not_now.{name}" in state.rules.words


@pytest.mark.parametrize("game", ["paths", "dominoes", "carcassonne"])
def test_a_ruleset_without_tries_answers_with_a_rule_of_its_step(game: str) -> None:
    """A spot that no move is about is not among those that are; a piece, and a way to turn it, goes with some."""
    sat = seated(game, (), 2, 2, 3)
    for chair in decisions(sat, 3, 40):
        step: Any = sat.match.state.step
        for where in [(n, one.at) for n, board in enumerate(chair.show.boards) for one in board.spots]:
            for reason in cursor_info.bars(chair, where):
                assert reason.rule in chair.view.rules.decision_rules(step), reason
                words = {word for one in chair.choosing.left for word in str(one.action).split()}
                assert reason.key != "elsewhere" or reason.args["here"] not in words, reason
