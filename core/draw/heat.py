"""A board as a heat map: its picture, paler than at the table, under a layer of colour with numbers."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from ..base.html import short, tag
from ..base.sanitize import markup
from .cells import cell_len
from .model import At, Show, Spot
from .show_sentences import spot_said
from .svg_board import SvgBoard
from .svg_page import DARK, MARGIN, SvgPage

MORE, LESS = "#d55e00", "#0072b2"
"""Orange and blue, which people who see few colours tell apart."""
FIRM, FAINT = (0.45, 0.85), (0.08, 0.25)
"""How opaque colour is at least and at most: of what is certain, and of the rest."""


@attrs.frozen(kw_only=True)
class Heat:
    """The colour of one cell."""

    size: float
    """From -1, all blue, to 1, all orange."""
    firm: bool = False
    """In full colour, with a frame and its label; otherwise pale."""
    label: str = ""
    said: str = ""
    """What its title says."""


def draw_heat(show: Show, number: int, heat: Mapping[At, Heat]) -> str:
    """Return this board of the show as SVG text, with a colour on each of these cells, and cells for those it lacks."""
    board = show.boards[number]
    known = {spot.at for spot in board.spots}
    more = [Spot(at=at) for at in heat if at not in known]
    board = attrs.evolve(board, spots=[*board.spots, *more], small=False)
    page = SvgPage(show, right=0.0)
    drawing = SvgBoard(attrs.evolve(page, out=[]), board)
    middles = drawing.middles(0.0, 0.0)
    numbers = drawing.numbers(middles, 0.0, 0.0)
    below, spots, over = drawing.layers(middles, lambda spot: drawing.drawn(spot, *middles[spot.at]))
    page.put(tag("g", numbers, tag("g", below, *spots, opacity="0.4"), over), MARGIN, MARGIN)
    layer = [
        _layer(drawing, spot, heat[spot.at], *middles[spot.at]) for spot in board.spots if spot.at in heat
    ]
    page.put("".join(sorted(layer, key=lambda drawn: 'class="firm"' in drawn)), MARGIN, MARGIN)
    wide, high = drawing.corner(middles) if middles else (0.0, 0.0)
    page.right = MARGIN + wide
    return page.svg(MARGIN + high + MARGIN)


def _layer(drawing: SvgBoard, spot: Spot, heat: Heat, x: float, y: float) -> str:
    """Return the colour of a cell, with its frame and its label."""
    least, most = FIRM if heat.firm else FAINT
    strength = least + (most - least) * min(abs(heat.size), 1.0)
    fill = MORE if heat.size > 0 else LESS
    edge = f' stroke="{DARK}" stroke-width="3"' if heat.firm else ""
    outline = "L".join(drawing.outline(x, y, 0.95))
    drawn = (
        f'<path d="M{outline}Z" fill="{fill}" fill-opacity="{short(strength)}"{edge}/>' if heat.size else ""
    )
    if heat.firm and heat.label:
        size = min(30.0, 105.0 / max(cell_len(heat.label), 1))
        drawn += (
            f'<text x="{short(x)}" y="{short(y + size * 0.36)}" font-size="{short(size)}" text-anchor="middle" '
            f'font-weight="bold" fill="{DARK}" stroke="#ffffff" stroke-width="5" stroke-linejoin="round" '
            f'paint-order="stroke">{markup(heat.label)}</text>'
        )
    elif spot.blank:
        drawn += f'<path d="M{outline}Z" fill="none" stroke="#c8c8c8"/>'
    title = markup(": ".join(filter(None, [spot.place or spot_said(spot), heat.said])))
    return f'<g class="{"firm" if heat.firm else "faint"}"><title>{title}</title>{drawn}</g>'
