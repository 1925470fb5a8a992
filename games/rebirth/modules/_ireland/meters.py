"""The meters of the module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.authoring import Meter, Metric, Rules, Value, at_end, hook

from .state import part, printed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ...state import RebirthState

CARDS = (
    Metric(
        name="cards_fulfilled",
        title="public missions fulfilled",
        more="players fulfil more public missions",
        less="players fulfil fewer public missions",
        group="content",
        by="seat",
        doc="Cards on display that the seat has fulfilled at the end (RI-MIS-2).",
    ),
    Metric(
        name="towers_touched",
        title="round towers touched",
        more="players touch more round towers",
        less="players touch fewer round towers",
        group="content",
        by="seat",
        doc="Round towers next to which the seat has a tile at the end (RI-TOW-1).",
    ),
    Metric(
        name="second_tiles",
        title="second tiles",
        more="more tiles that were set aside come back",
        less="fewer tiles that were set aside come back",
        group="tiles",
        unit="tiles",
        by="seat",
        doc="Tiles set aside that have come back by the end, placed or laid aside (RI-TOW-2).",
    ),
)


@hook
def add_meters(rules: Rules) -> Sequence[Meter]:
    """All meters of the module; of each card, how many of the seats fulfil it where it is on display."""
    cards, cells, aside = printed(rules).cards, printed(rules).tower_cells, rules.options.set_aside
    each = [
        Metric(
            name=f"content.fulfilled.{card.id}",
            title=f"mission fulfilled: {card.text['en'].rstrip('.')}",
            more=f"\u201c{card.text['en'].rstrip('.')}\u201d is fulfilled more often",
            less=f"\u201c{card.text['en'].rstrip('.')}\u201d is fulfilled less often",
            group="content",
            kind="rate",
            doc=f"Where the card `{card.id}` is on display, the share of the seats that have fulfilled it at the end.",
        )
        for card in cards
    ]

    def values(state: RebirthState) -> Mapping[str, Value]:
        here, seats = part(state), range(len(state.seats))
        owners = [{state.tiles[cell] >> 3 for cell in near} for near in cells]
        found: dict[str, Value] = {
            "cards_fulfilled": [
                sum(here.fulfilled[card] >> seat & 1 for card in here.display) for seat in seats
            ],
            "towers_touched": [sum(seat in near for near in owners) for seat in seats],
            "second_tiles": [aside - len(here.apart[seat]) for seat in seats],
        }
        for number, card in enumerate(cards):
            share = here.fulfilled[number].bit_count() / len(state.seats)
            found[f"content.fulfilled.{card.id}"] = share if number in here.display else None
        return found

    return [at_end([*CARDS, *each], values)]
