"""Parts of a drawing that follow from the rules: offers from the legal actions, land and ways from a face."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from ..land.faces import Area, Face
from ..land.grid import Grid
from ..rules.teams import sides_of
from ..rules.views import View
from ..text.messages import NO_ARGUMENTS, Words
from ..text.unreadable import engine
from .model import At, Ground, Ink, Offer, Panel, Show, Way, Where


def at_cell(action: Any) -> At | None:
    """Return the place of the action's `cell`; None for an action without one."""
    cell = getattr(action, "cell", None)
    return None if cell is None else tuple(cell)


def offers(
    view: View,
    at: Callable[[Any], At | None] = at_cell,
    board: int = 0,
    piece: Callable[[Any], Where | None] = lambda action: None,
) -> list[Offer]:
    """Return an offer for every legal action of the view's seat, at the place on this board that `at` says.

    `piece` says where the tile lies that the action takes, if people can pick that first.
    """
    return [Offer(action=action, board=board, at=at(action), piece=piece(action)) for action in view.legal()]


def ways(face: Face, role: str | Callable[[int], str], grid: Grid[Any]) -> tuple[Way, ...]:
    """Return the roads of a face as it lies: to sides, or from port to port where sides have several.

    All have this role, or the one that the function gives for the road's number.
    """
    named = [
        direction if face.ports == 1 else f"{direction}{n}"
        for direction in grid.directions
        for n in range(1, face.ports + 1)
    ]
    return tuple(
        Way(role(number) if callable(role) else role, tuple(named[port] for port in road), face.ports)
        for number, road in enumerate(face.roads)
    )


def areas(
    face: Face,
    role: Callable[[str], str],
    grid: Grid[Any],
    *,
    letter: Callable[[str], str] = str,
    marks: Callable[[Area], tuple[Ink, ...]] = lambda area: (),
) -> tuple[Ground, ...]:
    """Return the land of a face as it lies, an area of the picture for each of its areas, in their order.

    `role` gives the role of a terrain, `letter` its letter in text, `marks` what is printed on an area.
    """
    return tuple(
        Ground(
            letter(area.terrain),
            role(area.terrain),
            tuple(
                side
                for n, side in enumerate(grid.directions)
                if any(p // face.ports == n for p in area.sides)
            ),
            marks(area),
        )
        for area in face.areas
    )


def shown(view: View, lang: str) -> Show:
    """The view as its game draws it; if the game does not draw, its moves and who is ahead."""
    rules = view.rules
    if rules.game.show is not None:
        return rules.show(view, lang)
    ahead = view.standing()
    rows = [
        (*(Ink(view.seats[seat], f"seat {seat}") for seat in side), Ink(str(ahead[side[0]])))
        for side in sides_of(view).groups
    ]
    offers = [Offer(action=action) for action in view.legal()]
    return Show(
        title=rules.game.title,
        panels=[Panel(title=rules.counted(lang), rows=rows, now=True)],
        offers=offers,
        lang=lang,
    )


def leading(view: View, lang: str) -> Show:
    """The view as it is drawn, with the sides below its players if there are teams; its status ends with what is last,
    and with who is ahead if the game counts that."""
    show, counted = shown(view, lang), view.rules.counted(lang)
    if not show.last and any(one.rounds and one.rounds[-1].now for one in show.panels):
        show = attrs.evolve(show, last=Words(engine()).say("last_round", NO_ARGUMENTS, (), lang))
    more = [Ink(show.last, "strong")] if show.last and not view.over else []
    sides = sides_of(view)
    named = [(" + ".join(view.seats[seat] for seat in side), side[0]) for side in sides.groups]
    if view.rules.game.show is not None and counted:
        ahead = view.standing()
        if not sides.rivals:
            more += [Ink(f"{counted}: {ahead[0]}")]
        else:
            told = (Ink(f"{name} {ahead[seat]}", f"seat {seat}") for name, seat in named)
            more += [Ink(f"{counted}:"), *told]
    elif view.rules.game.show is not None and sides.teams and sides.rivals:
        against = Words(engine()).say("against", NO_ARGUMENTS, (), lang)
        line = Ink(f" {against} ".join(name for name, _ in named))
        n = next((n for n, one in enumerate(show.panels) if one.players), None)
        if n is None:
            more.append(line)
        else:
            panel = attrs.evolve(show.panels[n], rows=[*show.panels[n].rows, (line,)])
            show = attrs.evolve(show, panels=[*show.panels[:n], panel, *show.panels[n + 1 :]])
    return attrs.evolve(show, status=[*show.status, *more]) if more else show
