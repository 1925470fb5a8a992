"""Draws what a view of Isle of Skye shows, as boards and panels: territories, the market, scoring previews."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.draw.model import Show

from .boards import market, territory_board, turned
from .decide import decision, market_table
from .offers import offered
from .players import player_panels
from .scores import score_panels
from .sight import Sight
from .tiles import LOOKS, legend

if TYPE_CHECKING:
    from tilewright.core.views import View


def show(view: View, lang: str = "en") -> Show:
    """Draws all that the view's seat may know; positions that differ only in hidden things look the same."""
    sight = Sight(view, lang)
    own, *others = sight.order
    boards = [territory_board(sight, own), *([turned(sight)] if sight.building else [])]
    boards += [territory_board(sight, seat, small=True) for seat in others]
    boards.append(market(sight))
    return Show(
        title=_title(sight),
        boards=boards,
        panels=[*market_table(sight), *score_panels(sight), *player_panels(sight), *decision(sight)],
        offers=list(offered(sight, boards)),
        looks=LOOKS,
        legend=list(legend(sight.wording)),
        caption=view.rules.provenance(),
        lang=lang,
    )


def _title(sight: Sight) -> str:
    """Returns the title: round, players to move, and what they have to do."""
    view, title = sight.view, sight.view.rules.game.title
    if view.over:
        return sight.say("finished", title=title)
    said = {"round": view.round + 1, "rounds": len(sight.rounds), "who": sight.movers}
    text = sight.say("to_move", title=title, **said)
    key = f"step_{sight.step}"
    return f"{text} ({sight.say(key)})" if sight.wording.has(key) else text
