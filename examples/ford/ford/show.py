"""How a position is drawn: the river between its banks, the hands, and the surges that have come."""

from collections import Counter
from collections.abc import Mapping

from tilewright.authoring import (
    Action,
    Captions,
    Diagram,
    Ink,
    Look,
    Offer,
    Panel,
    Piece,
    Show,
    Spot,
    View,
    pack,
    unpack,
)

from .state import HEAVY, STONES, chained, exposed
from .steps import Lay, Roll

LOOKS = {
    "bank": Look("brown", "bricks"),
    "water": Look("sky", "waves"),
    "chain": Look("green", "tufts"),
    "light": Look("yellow", strong=True),
    "heavy": Look("grey", strong=True),
}


def show(view: View, lang: str = "en") -> Show:
    """The river with its stones, whose hand has what, and what may still come."""
    captions, options = Captions(view.rules, lang, view.seats), view.rules.options
    width, height = range(options.width), range(options.height)
    spots = [
        Spot(at=(x, y), ground="bank", said=captions.say("bank")) for x in width for y in (-1, len(height))
    ]
    chain, risky = chained(view.stones), exposed(view)
    spots += [cell(view, captions, pack(x, y), chain, risky) for y in height for x in width]
    own = [] if view.seat is None else [*dict.fromkeys(view.hand[view.seat])]
    names = [captions.name(name) for name in STONES]
    hand = [
        Spot(
            at=(n, 0),
            name=names[kind],
            pieces=(stone(captions, kind),),
            said=captions.say("safe", stone=names[kind]),
        )
        for n, kind in enumerate(own)
    ]
    lies = {STONES[kind]: (n, 0) for n, kind in enumerate(own)}
    boards = [Diagram(grid="square4", spots=spots, now=True)]
    if hand:
        title = captions.say("hand")
        boards.append(Diagram(title=title, grid="row", spots=hand, now=True, kind="hand", seat=view.seat))
    left = Counter({row: options.surges for row in reversed(height)})
    left.subtract(view.past)
    river = Panel(
        title=captions.say("river"),
        rows=[(Ink(captions.say("row", row=row)), Ink(str(n))) for row, n in left.items()],
    )
    holding = {name: [each.count(n) for each in view.hand] for n, name in enumerate(STONES)}
    return Show(
        title=view.rules.game.title,
        boards=boards,
        panels=[river, captions.players(holding)],
        offers=[offer(move, lies) for move in view.legal()],
        asks=captions.say("asks") if view.seat in view.to_act else "",
        status=[Ink(captions.say("surges", n=view.count("river")))],
        looks=LOOKS,
        lang=lang,
        players=captions.players_signs,
    )


def offer(move: Action, lies: Mapping[str, tuple[int, int]]) -> Offer:
    """Where a stone goes, and whence: from the hand, or from the cell beside it."""
    if isinstance(move, Roll):
        return Offer(action=move, at=(move.to.x, move.to.y), piece=(0, (move.cell.x, move.cell.y)))
    assert isinstance(move, Lay)
    return Offer(action=move, at=(move.cell.x, move.cell.y), piece=(1, lies[move.stone]))


def stone(captions: Captions, kind: int) -> Piece:
    """A stone as it is drawn."""
    name = captions.name(STONES[kind])
    return Piece(name[:1], STONES[kind], "cube" if kind == HEAVY else "disc")


def cell(view: View, captions: Captions, key: int, chain: set[int], risky: set[int]) -> Spot:
    """A cell of the river: green under stones that hang together with the southern bank."""
    at = unpack(key)
    if key not in view.stones:
        return Spot(at=at, face=((), (Ink("  ~"),)), ground="water", said=captions.say("water"))
    kind = STONES.index(view.stones.face(key).name)
    said = captions.say("risky" if key in risky else "safe", stone=captions.name(STONES[kind]))
    return Spot(
        at=at, pieces=(stone(captions, kind),), ground="chain" if key in chain else "water", said=said
    )
