"""Glen More as boards and panels to draw, from what a view shows: the circuit as a chain, displays as squares."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.authoring import Ink, Show, View, unpack

from .. import placing_rules
from ..deals import in_hand
from ..state import tile_at
from .boards import circuit, display
from .offers import DISPLAY, offered
from .panels import common_panels, hidden, turn_panels
from .regions import Surroundings
from .sight import Sight
from .tiles import LOOKS, legend


def show(view: View, lang: str = "en") -> Show:
    """All that the view's seat may know; what differs only in hidden things looks the same."""
    sight = Sight(view, lang)
    first = view.seat if view.seat is not None else max(0, sight.turn)
    order = [first, *(seat for seat in range(len(view.seats)) if seat != first)]
    offers = list(offered(sight))
    places = {offer.at for offer in offers if offer.board == DISPLAY and offer.at is not None}
    if sight.acts and sight.step == "take":  # where it matters what a tile would activate
        places |= {unpack(at) for found in placing_rules.places(view, first).values() for at in found}
    own, *others = order
    boards = [circuit(sight), display(sight, own, places, small=False)]
    boards += [display(sight, seat, set(), small=True) for seat in others]
    return Show(
        title=_title(sight),
        boards=boards,
        panels=[*turn_panels(sight), *common_panels(sight)],
        offers=offers,
        looks=LOOKS,
        legend=list(_legend(sight)),
        caption=view.rules.provenance(lang),
        lang=lang,
        asks=_asks(sight) if sight.acts else "",
        status=tuple(_status(sight, view.seat)) if view.seat is not None else (),
        hidden=hidden(view),
        players=sight.players_signs,
        steps=tuple(_steps(sight)),
        progress=_progress(sight),
        last=_last(sight),
        secrecy=sight.say("points_hidden") if hidden(view) else "",
        about=Surroundings(sight, order).about,
    )


def _title(sight: Sight) -> str:
    """The player whose turn it is, and what is to be done."""
    title = sight.view.rules.game.title
    if sight.view.over:
        return sight.say("finished", title=title)
    said = sight.say("to_move", title=title, turn=sight.view.turns, seat=sight.turn)
    asks = _asks(sight)
    return f"{said} ({asks})" if asks else said


STEPS = {
    "take": "take",
    "pay": "take",
    "place": "place",
    "benefit": "place",
    "activate": "activate",
    "deal": "activate",
    "move": "move",
    "trade": "move",
}
"""By step of the rules, the step of a turn as players know it."""


def _steps(sight: Sight) -> Iterator[Ink]:
    """The steps of a turn, the one at hand strong."""
    now = STEPS.get(sight.step, "")
    for step in dict.fromkeys(STEPS.values()):
        yield Ink(sight.say(f"at_{step}"), "strong" if step == now else "")


def _progress(sight: Sight) -> str:
    """The turn, and how many tiles are left before the next scoring."""
    view, number = sight.view, sight.view.scorings + 1
    if view.over:
        return ""
    if number > 3:
        return sight.say("progress", turn=view.turns)
    left = sum(view.count(f"stack{stack}") for stack in range(number + 1))
    return sight.say("progress_scoring", turn=view.turns, count=left, number=number)


def _last(sight: Sight) -> str:
    """Returns that a turn can be the last one: a figure that moves so far ahead can wait for the rest (GM-TURN-15)."""
    view = sight.view
    left = view.count("stack3")
    near = view.scorings == 2 and left < len(view.chain) and not view.over
    return sight.say("last_turns", count=left) if near else ""


def _asks(sight: Sight) -> str:
    """Returns what is to be done in this step."""
    key = f"step_{sight.step}"
    return sight.say(key, tile=_subject(sight)) if sight.has(key) else ""


def _status(sight: Sight, seat: int) -> Iterator[Ink]:
    """Returns what the seat has to pay and to act with, its points, and the tile that it has taken."""
    view = sight.view
    if view.tile >= 0 and sight.turn == seat:
        yield Ink(sight.say("in_hand", what=sight.label(sight.printed.kinds[view.tile])))
    if sight.turn == seat and (view.points or sight.step in ("activate", "move")):
        yield Ink(sight.say("movement", count=view.points))
    members = sum(view.members[seat].values())
    for key, role, number in (
        ("coins", "coin", view.coins[seat]),
        ("members", "member", members),
        ("barrels", "barrel", view.barrels[seat]),
        ("points", "vp", view.scores[seat]),
    ):
        said = f"{sight.say(key)} {number}"
        yield Ink(said, inks=(Ink(sight.say(key), role, on=f"seat {seat}"), Ink(str(number), "strong")))


def _subject(sight: Sight) -> str:
    """The tile that the step is about, or ""."""
    view = sight.view
    if sight.step == "deal":
        return sight.name(tile_at(view, sight.turn, in_hand(view)[0]).id)
    if view.tile >= 0:
        return sight.name(sight.printed.kinds[view.tile].id)
    return sight.name(tile_at(view, sight.turn, view.placed[0]).id) if view.placed else ""


def _legend(sight: Sight) -> Iterator[tuple[Ink, str]]:
    yield from sight.player_legend()
    yield Ink(sight.signs[0], "seat 0"), sight.say("a_figure", seat=0)
    yield Ink("+3", "dim"), sight.say("a_ahead")
    yield from legend(sight)
    if hidden(sight.view):
        yield Ink("?"), sight.say("points_hidden")
