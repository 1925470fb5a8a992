"""A bot that plays any legal action, each with the same probability."""

from __future__ import annotations

from ..base.chance import Stream
from ..rules.actions import Action
from ..rules.ruleset import Rules
from ..rules.views import View


class Random:
    """Plays any legal action; the baseline for all other bots."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def choose(self, view: View, stream: Stream) -> Action:
        """Return one of the legal actions."""
        return stream.pick(view.legal())
