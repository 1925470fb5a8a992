"""The levels for people as bots: each makes the bot that plays it under the rules (`core/bots/levels.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .levels import of

if TYPE_CHECKING:
    from ..play.lifecycle import Bot
    from ..rules.ruleset import Rules


def easy(rules: Rules) -> Bot:
    """Return the bot of this level."""
    return _made("easy", rules)


def normal(rules: Rules) -> Bot:
    """Return the bot of this level."""
    return _made("normal", rules)


def hard(rules: Rules) -> Bot:
    """Return the bot of this level."""
    return _made("hard", rules)


def expert(rules: Rules) -> Bot:
    """Return the bot of this level."""
    return _made("expert", rules)


def _made(name: str, rules: Rules) -> Bot:
    from . import make

    return make(of(rules)[name], rules)
