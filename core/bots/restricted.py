"""Any bot that is forbidden something: it chooses among what its restrictions leave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import TilewrightError
from ..restrictions import Keep, Narrowed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..actions import Action
    from ..chance import Stream
    from ..match import Bot
    from ..views import View


class Restricted:
    """`BOT!RESTRICTION`: the bot sees a view in which nothing else is legal, wherever it looks ahead as well."""

    def __init__(self, bot: Bot, keeps: Sequence[Keep], text: str) -> None:
        self.bot = bot
        self.keeps = tuple(keeps)
        self.text = text

    def choose(self, view: View, stream: Stream) -> Action:
        """What the bot chooses of the rest."""
        narrowed = Narrowed.of(view, self.keeps)
        action = self.bot.choose(narrowed, stream)
        # Other people's bots are trusted with nothing, and this one stands before theirs.
        if action.seat != view.seat or action not in narrowed.legal():
            raise TilewrightError(f"bot {self.text} chooses '{action}', which it may not do now")
        return action
