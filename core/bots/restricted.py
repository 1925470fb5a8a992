"""A bot with restrictions: it chooses among the actions that they leave."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.chance import Stream
from ..base.errors import TilewrightError
from ..play.guests import seated
from ..play.lifecycle import Bot
from ..rules.actions import Action
from ..rules.views import View
from .restrictions import Keep, Narrowed


class Restricted:
    """`BOT!RESTRICTION`: the bot gets a view with only the remaining actions legal, also where it looks ahead."""

    def __init__(self, bot: Bot, keeps: Sequence[Keep], text: str) -> None:
        self.bot = seated(bot)
        self.keeps = tuple(keeps)
        self.text = text

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the bot's choice among the remaining actions."""
        narrowed = Narrowed.of(view, self.keeps)
        action = self.bot.choose(narrowed, stream)
        # Bots of other packages may be wrong, so their choice is checked here.
        if action.seat != view.seat or action not in narrowed.legal():
            raise TilewrightError(f"bot {self.text} chooses '{action}', which is not allowed now")
        return action
