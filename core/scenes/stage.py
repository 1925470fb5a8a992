"""A stage of a scene is played: its moves, with the draws that it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ..base.errors import Problem, TilewrightError
from ..rules.events import Log
from ..rules.state import State
from ..text.document import Document


def draws(stage: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what chance gives in this stage, by stream or zone."""
    found = {}
    for source, values in (stage.get("draws") or {}).items():
        found[str(source)] = [str(v) for v in values] if isinstance(values, list) else [str(values)]
    return found


def entry_problem(document: Document, at: tuple[str | int, ...], said: str) -> Problem:
    """Return the problem with this move or sentence, which names the cause if its list was split within a cell.

    `[walk 1,0]` is a list of `walk 1` and `0`.
    """
    *holder, n = at
    for one in (n, n + 1) if isinstance(n, int) else ():
        line, column = document.marks.get((*holder, one), (1, 1))
        row = document.text.splitlines()[line - 1]
        if re.search(r"\d,$", row[: column - 1]) and re.match(r"-?\d", row[column - 1 :]):
            said += "; in [ ] a comma separates entries: put this one on a line of its own or in quotes"
            break
    return document.problem(at, said)


def moved(
    document: Document,
    path: tuple[str | int, ...],
    stage: Mapping[str, Any],
    state: State,
    script: dict[str, list[str]],
    heard: Callable[[Log, int], None] = lambda log, before: None,
) -> Problem | None:
    """Play the moves of a stage, and return the problem with the first that cannot be played, if there is one.

    The draws used are taken out of the script. `heard` is called with the log of each action and the number of score
    lines before it.
    """
    for n, move in enumerate(stage.get("moves") or ()):
        at = (*path, "moves", n)
        text, seat = str(move), state.to_act[0] if state.to_act else 0
        name, colon, rest = text.partition(": ")
        if colon and name in state.seats:  # "anna: rest" in quotes, which sentences with a colon need
            move = {name: rest}
        if isinstance(move, dict) and len(move) == 1:
            name, text = next(iter(move.items()))
            try:
                seat = state.seat(name)
            except ValueError as error:
                return entry_problem(document, at, str(error))
        try:
            for action in state.rules.read_line(text, state, seat):
                log, before = Log(script), len(state.ledger)
                state.play(action, log)
                left = log.left()
                script.clear()
                script.update(left)
                heard(log, before)
        except TilewrightError as error:
            return entry_problem(document, at, str(error))
    return None
