"""The list that `?` opens: every key and every move that is possible now, to be searched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..draw.model import Offer
from ..table import choice_keys, lookup, move_text
from ..table.choosing import spot
from . import cursor
from .keys import KEYS, does, named
from .overlays import Finder, FinderEntry

if TYPE_CHECKING:
    from .play_screen import PlayScreen


def find(screen: PlayScreen, search: str = "") -> None:
    """Everything that is possible now, to be searched: keys first, then moves."""
    said = screen.said
    known = sorted(KEYS, key=lambda key: key == "enter")  # first in the list, it would be done by mistake
    entries = [
        FinderEntry(does(screen, key), key, named(screen, key), group=said("screen.find.do")) for key in known
    ]
    entries += [
        FinderEntry(
            said(f"screen.how.{name}"), None, said(f"screen.how.{name}.key"), group=said("screen.find.do")
        )
        for name in ("arrows", "anywhere", "scroll", "digits", "letters", "mouse")
    ]
    choice = screen.choice
    if choice is not None:
        keys = {target.action: label for target, label in zip(choice.listed, choice.labels, strict=False)}
        offers, group = choice.choosing.offers, said("screen.find.moves")
        moves = move_text.moves(screen.chair, (offer.action for offer in offers))
        entries += [
            FinderEntry(
                f"{move}   {there(screen, one)}".rstrip(), one.action, keys.get(one.action, ""), group=group
            )
            for one, move in zip(offers, moves, strict=True)
        ]

    def done(value: Any) -> None:
        if isinstance(value, str):
            screen.action_press(value)
        elif value is not None and choice is not None:
            cursor.follow(screen, choice_keys.take(choice, value))

    screen.app.push_screen(Finder(said("table.do.find"), entries, said, typed=search), done)


def there(screen: PlayScreen, offer: Offer) -> str:
    """The first words about the spot of a choice, since people look for names."""
    found = lookup.spot_at(screen.chair.show, spot(offer))
    return lookup.thing(found) if found is not None else ""
