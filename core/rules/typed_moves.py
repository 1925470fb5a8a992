"""Typed moves: the actions that they stand for, in the words of a ruleset, and why one cannot be read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..base.errors import Unreadable
from ..text.unreadable import Unclear
from .actions import Action, last_slot, read_action, verbs

if TYPE_CHECKING:
    from .ruleset import Rules
    from .state import State

EXAMPLES = re.compile(r"(?<=[.!?])(\s+`[^`]+`[.,;]?)+$")
"""Moves as they are typed, after the sentences of a docstring."""


def read_line(rules: Rules, text: str, state: State, seat: int, lang: str = "en") -> list[Action]:
    """Read one or more actions, as `Rules.read_line`."""
    tokens = f"{text} ".replace(", ", " ").replace(";", " ").replace("=", " ").split()
    kinds, spoken = kinds_now(rules, state), rules.spoken(lang)
    found: list[Action] = []
    repeated = False
    while tokens or not found:
        try:
            action, used = read_action(kinds, rules.readers, tokens, state, seat, spoken)
        except Unreadable as error:
            if repeated:  # what cannot be read may have been the last slot of the move before
                error = last_slot(type(found[-1]), rules.readers, tokens[1], state, seat) or error
            raise Unreadable(error.said, error.expected, say_unreadable(rules, error)) from None
        found.append(action)
        verb, tokens = tokens[0], tokens[used:]
        repeated = bool(tokens) and spoken.meant(tokens[0]) not in verbs(rules.kinds)
        if repeated:
            tokens = [verb, *tokens]  # `price L07=4 L31=2`: the verb is written once
            if used <= 1:
                raise Unreadable(Unclear("read.no_move", text=tokens[1]), verbs(kinds))
    return found


def kinds_now(rules: Rules, state: State) -> list[type[Action]]:
    """List all kinds of action, those of the waiting step first."""
    step = state.step
    own = step.all_actions if step is not None else ()
    return [*own, *(k for k in rules.kinds if k not in own)]


def say_unreadable(rules: Rules, error: Unreadable, lang: str = "en") -> str:
    """Return why a typed move cannot be read; in English if the reader has no message for it."""
    said = error.said
    return said.told(rules.words, lang) if isinstance(said, Unclear) else str(error)


def say_kind(rules: Rules, kind: type[Action], lang: str = "en") -> str:
    """Return what a kind of move does: the message `move.VERB`, or else the first line of its docstring.

    Of that line it is without backticks, and without the examples in backticks at its end.
    """
    key = f"move.{next(iter(verbs([kind])), kind.__name__)}"
    if key in rules.words:
        return rules.say(key, {}, (), lang)
    return EXAMPLES.sub("", (kind.__doc__ or "").strip().split("\n")[0]).replace("`", "")
