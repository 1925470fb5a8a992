"""The levels for people as bots: each makes the bot that plays it under the rules (`core/bots/levels.py`)."""

from __future__ import annotations

from functools import partial

from ..play.lifecycle import Bot
from ..rules.ruleset import Rules
from .levels import LEVELS, of


def _made(name: str, rules: Rules) -> Bot:
    from . import make

    return make(of(rules)[name], rules)


easy, normal, hard, expert = (partial(_made, name) for name in LEVELS)
