"""A square tile with a `Picture`: its ground with ways, and four quarters, each with one job.

Up left is what it is, up right what lies on it or is got once, down left who stands on it or what it costs, down right
what it does each time. A tile that is drawn small shows fewer things, never smaller ones: its `brief` form. Pages hold
both forms and show the one that fits (data/web/boards.js); a picture in a file has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.sanitize import markup
from .colours import dashes
from .drawings import DRAWINGS
from .model import Piece, Plate, Spot, Way
from .plates import EDGE, HIGH, LIGHT, NOBODY, column, number, sign
from .svg_page import SvgPage, short
from .symbols import SYMBOLS, use

LANDS = {tint: tuple(said.split()) for tint, said in DRAWINGS["lands"].items()}
"""By tint: ground, lower ground, frame."""
WAYS = {kind: tuple(said.split()) for kind, said in DRAWINGS["ways"].items()}
PERSON = 41.0
"""Height of a person, of 100."""
SIDES = {"n": (0, -50), "e": (50, 0), "s": (0, 50), "w": (-50, 0)}


def picture(page: SvgPage, spot: Spot, *, full: bool = True, brief: bool = False) -> str:
    """Return the spot around 0,0, its side 100; in one form or in both."""
    if not spot.ground:
        return _stand(page, spot, full, brief) if spot.pieces else _place(page, spot, full)
    drawn = _land(page, spot)
    if full:
        drawn += f'<g class="full">{"".join(_quarters(page, spot))}</g>'
    if brief:
        drawn += f'<g class="brief">{"".join(_briefly(page, spot))}</g>'
    return f'<g class="tile">{drawn}</g>' + (_lacking(page, spot) if full else "")


def at(x: float, y: float, drawn: str, cls: str = "") -> str:
    """Return what is drawn around 0,0 at this place of a tile, from 0,0 at its upper left to 100,100."""
    named = f' class="{cls}"' if cls else ""
    return f'<g{named} transform="translate({short(x - 50)} {short(y - 50)})">{drawn}</g>'


# -- ground and ways ---------------------------------------------------------------------------------------------------


def _land(page: SvgPage, spot: Spot) -> str:
    """Return the ground with relief and frame, and over them the ways, which go on at the edges."""
    look = page.show.looks.get(spot.ground)
    ground, lower, frame = LANDS[look.tint if look is not None and look.tint in LANDS else "white"]
    drawn = f'<rect x="-49.5" y="-49.5" width="99" height="99" rx="5" fill="{ground}"/>'
    drawn += _laid(page, "g-relief", lower)
    if look is not None and look.pattern in ("dots", "lines"):
        drawn += _laid(page, "g-tufts", frame)
    elif look is not None and look.pattern == "waves":
        drawn += _laid(page, "g-waves")
    drawn += (
        f'<rect class="frame" x="-47.5" y="-47.5" width="95" height="95" rx="4" fill="none" stroke="{frame}" '
        'stroke-width="5"/>'
    )
    drawn += "".join(_way(page, way) for way in spot.roads)
    if len(spot.roads) == 2 and all(len(way.sides) == 2 for way in spot.roads):
        drawn += _laid(page, "g-bridge")
    return drawn + (
        f'<rect x="-49.5" y="-49.5" width="99" height="99" rx="5" fill="none" stroke="{EDGE}" '
        'stroke-opacity=".75"/>'
    )


def _laid(page: SvgPage, name: str, colour: str = "") -> str:
    page.define(name)
    return use(name, 100.0, colour)


def _way(page: SvgPage, way: Way) -> str:
    """Return a way from the middles of its sides, straight or bent; a single end leads to the middle."""
    look = page.show.looks.get(way.role)
    kind = "water" if look is not None and look.tint in ("sky", "blue") else "land"
    sides = sorted(way.sides)
    if sides in (["n", "s"], ["e", "w"]):
        turned = (sides == ["n", "s"]) != (kind == "water")
        drawn = _laid(page, "g-river" if kind == "water" else "g-road")
        return f'<g transform="rotate(90)">{drawn}</g>' if turned else drawn
    ends = [SIDES[side] for side in way.sides if side in SIDES]
    if len(ends) == 2:
        (ax, ay), (bx, by) = ends
        line = f"M{ax} {ay}Q0 0 {bx} {by}"
    else:
        line = "".join(f"M{x} {y}L0 0" for x, y in ends)
    inner, outer = WAYS[kind]
    return "".join(
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'
        for colour, width in ((outer, 17), (inner, 14))
    )


# -- the four quarters -------------------------------------------------------------------------------------------------


def _quarters(page: SvgPage, spot: Spot) -> Iterator[str]:
    """Yield everything that lies on the ground of a tile."""
    shown = spot.picture
    assert shown is not None
    corners = {name: column(page, [one for one in shown.plates if one.corner == name]) for name in CORNERS}
    if corners["sw"] and corners["se"] and corners["sw"][-1][1] + corners["se"][-1][1] > 88:
        corners["ne"] += corners.pop("sw")  # a price finds room beside what the tile is
    top = 6 + 25 * len(corners.get("nw", ()))
    wide_ne = max([wide for _, wide in corners["ne"]], default=0.0)
    low = 69 - 25 * max(0, len(corners["se"]) - 1) if corners["se"] else 94.0
    wide_se = max([wide for _, wide in corners["se"][:-1]], default=0.0)
    people = [piece for piece in spot.pieces if piece.symbol and piece.role.startswith("seat ")]
    goods = [piece for piece in spot.pieces if piece.symbol and piece not in people]
    if shown.what:
        top += 11 * bool(shown.badge)
        size = min(40.0, 92 - wide_ne - 4 if wide_ne > 50 else 40.0, (low if wide_se > 44 else 94) - top)
        down = 10 if shown.badge and size < 36 else 0
        yield at(6 + size / 2, top + down + size / 2, _icon(page, shown.what, size))
    for name, plates in corners.items():
        for n, (drawn, wide) in enumerate(plates):
            x = 94 - wide if "e" in name else 6
            y = 71 - 25 * (len(plates) - 1 - n) if "s" in name else 6 + 25 * n
            yield at(x, y, drawn, "plate")
    beside = not corners["se"] or corners["se"][-1][1] < 50
    yield from _goods(page, goods, 78.0 if beside or not people else 50.0)
    yield from _people(page, people, *((26.5, 74.0) if beside else (76.5, 23.5)))
    if shown.title and (not people or beside):
        crowded = bool(people) and beside
        base = 52.0 if crowded else 67.5 if corners["se"] or corners.get("sw") else 93.0
        yield from _titled(shown.title, base)
    if shown.badge:
        half = 4.5 + 4 * len(shown.badge)
        yield at(2, 2, f'<rect width="{short(2 * half)}" height="15" rx="7.5" fill="#221c14"/>', "badge")
        yield at(2 + half, 2, number(shown.badge, 0, 11.8, 12, "#ffffff"), "badge")


CORNERS = ("nw", "ne", "sw", "se")


def _icon(page: SvgPage, role: str, size: float, colour: str = NOBODY) -> str:
    """Return the symbol of a role; "" if it has none."""
    look = page.show.looks.get(role)
    if look is None or look.icon not in SYMBOLS:
        return ""
    page.define(look.icon)
    return use(look.icon, size, colour)


def _goods(page: SvgPage, goods: Sequence[Piece], x: float) -> Iterator[str]:
    """Yield goods from the upper right corner down; a number stands beside several of one kind."""
    size = 26.0 if len(goods) < 3 else 23.0
    for n, piece in enumerate(goods):
        px, py = x + (4 if len(goods) > 2 else 0) - 23 * (n // 2), 20.0 + size * (n % 2)
        yield at(px, py, _icon(page, piece.symbol, size) or _disc(page, piece, size / 2))
        if piece.count > 1:
            yield at(px + 12, py + 12, number(str(piece.count), 0, 0, 13, more=HALO))


HALO = f' stroke="{LIGHT}" stroke-width="3.5" paint-order="stroke" stroke-linejoin="round"'


def _people(page: SvgPage, people: Sequence[Piece], x: float, y: float) -> Iterator[str]:
    """Yield people, each with the letter of its player; of more than three the number."""
    each = [piece for piece in people for _ in range(piece.count if piece.count < 4 else 1)]
    size = PERSON if len(each) < 2 else 33.0
    for n, piece in enumerate(each):
        yield at(x + 17 * (n - (len(each) - 1) / 2), y, person(page, piece, size))
        if piece.count > 3:
            yield at(x + 17, y + 18, number(str(piece.count), 0, 0, 14, more=HALO))


def person(page: SvgPage, piece: Piece, size: float) -> str:
    """Return a person in the colour of a player, with the player's letter."""
    colour = page.tint(piece.role) or NOBODY
    drawn = _icon(page, piece.symbol, size, colour)
    high = size * 0.42
    return drawn + number(piece.text[:1], 0, size * 0.3, high, "#ffffff", cls="who" if size < 50 else "")


def _disc(page: SvgPage, piece: Piece, radius: float) -> str:
    """Return a piece as a round letter."""
    r, high = short(radius), radius * 1.25
    small, fill = radius < 30, page.tint(piece.role) or NOBODY
    cls = ' class="round"' if small else ""
    drawn = f'<circle{cls} r="{r}" fill="{fill}" stroke="#ffffff" stroke-width="2"/>'
    return drawn + number(piece.text[:1], 0, high * 0.36, high, "#ffffff", cls="mono" if small else "")


def _titled(title: str, base: float) -> Iterator[str]:
    """Yield a proper name with its baseline here; a long one has two lines."""
    blanks = [n for n, letter in enumerate(title) if letter == " "]
    cut = min(blanks, key=lambda n: abs(2 * n - len(title)), default=0) if len(title) > 14 else 0
    lines = [title[:cut], title[cut:].strip()] if cut else [title]
    for n, line in enumerate(lines):
        text = (
            f'<text class="name" font-size="9.5" font-weight="bold" text-anchor="middle" fill="#221c14"{HALO}>'
            f"{markup(line)}</text>"
        )
        yield at(50, base - 10.5 * (len(lines) - 1 - n), text)


def _lacking(page: SvgPage, spot: Spot) -> str:
    """Return what is missing to choose the tile, struck through, beside its badge."""
    shown = spot.picture
    if shown is None or not shown.lacks:
        return ""
    signs = [sign(page, ink, 12.0) for ink in shown.lacks[:2]]
    wide = 6 + sum(own for _, own in signs)
    drawn = f'<rect width="{short(wide)}" height="15" rx="7.5" fill="{LIGHT}" stroke="#a3271c" stroke-width="1.2"/>'
    x = 3.0
    for part, own in signs:
        drawn += f'<g transform="translate({short(x + own / 2)} 7.5)">{part}</g>'
        x += own
    drawn += f'<path d="M4 12.500L{short(wide - 4)} 2.5" stroke="#a3271c" stroke-width="1.6"/>'
    beside = 5.0 + 9 + 8 * len(shown.badge) if shown.badge else 2.0
    return f'<g class="full lacks">{at(beside, 2, drawn)}</g>'


# -- small tiles, figures and empty places -----------------------------------------------------------------------------


def _briefly(page: SvgPage, spot: Spot) -> Iterator[str]:
    """Yield what lies on a tile, or else what it is, and people as round letters."""
    shown = spot.picture
    people = [piece for piece in spot.pieces if piece.role.startswith("seat ")]
    goods = [piece for piece in spot.pieces if piece not in people]
    x, y, size = (37.0, 37.0, 42.0) if people else (50.0, 50.0, 48.0)
    lying = [piece for piece in goods for _ in range(min(piece.count, 4))][:4]
    if len(lying) > 1:
        places = [
            (x - 16, y - 14),
            (x + 16, y - 14 if len(lying) > 2 else y + 14),
            (x - 16, y + 16),
            (x + 16, y + 16),
        ]
        for piece, (px, py) in zip(lying, places, strict=False):
            yield at(px, py, _icon(page, piece.symbol, 32.0))
    elif lying:
        yield at(x, y, _icon(page, lying[0].symbol, size))
    elif shown is not None and shown.what:
        yield at(x, y, _icon(page, shown.what, size))
    for n, piece in enumerate(people[:2]):
        yield at(72 - 34 * n, 72, _disc(page, piece, 22.0))


def _stand(page: SvgPage, spot: Spot, full: bool, brief: bool) -> str:
    """Return a figure or die that stands on a way: within a circle in its player's line, with its name."""
    piece = spot.pieces[0]
    seat = int(piece.role[5:]) if piece.role.startswith("seat ") else -1
    line = f' stroke="{page.tint(piece.role)}"' if seat >= 0 else ' class="nobody" stroke="#b9ad92"'
    gaps = dashes(seat) if seat >= 0 else ""
    line += f' stroke-dasharray="{gaps}" stroke-linecap="round"' if gaps else ""
    ring = (
        f'<circle r="40" fill="#fffdf8" class="stand"/><circle r="40" fill="none" stroke-width="2.2"{line}/>'
    )
    title = spot.picture.title if spot.picture is not None else ""
    drawn = ""
    if full:
        large = person(page, piece, 52.0) if seat >= 0 else _icon(page, piece.symbol, 46.0)
        said = f'<text class="name" y="31" font-size="9.5" text-anchor="middle">{markup(title)}</text>'
        drawn += (
            f'<g class="full">{ring}<g transform="translate(0 {-7 if title else 0})">{large}</g>{said}</g>'
        )
    if brief:
        large = _disc(page, piece, 38.0) if seat >= 0 else _icon(page, piece.symbol, 70.0)
        drawn += f'<g class="brief">{large}</g>'
    return drawn


def _place(page: SvgPage, spot: Spot, full: bool) -> str:
    """Return an empty place: dashed, with plates that say what happens there."""
    drawn = (
        '<rect class="place" x="-46" y="-46" width="92" height="92" rx="6" fill="none" stroke="#b9ad92" '
        'stroke-width="1.5" stroke-dasharray="4 4"/>'
    )
    plates: Sequence[Plate] = spot.picture.plates if spot.picture is not None and full else ()
    lines: list[list[tuple[str, float]]] = [[]]
    for made in column(page, plates):
        if lines[-1] and sum(wide + 2 for _, wide in lines[-1]) + made[1] > 90:
            lines.append([])
        lines[-1].append(made)
    inner = ""
    for n, line in enumerate(lines):
        x = 51 - sum(wide + 2 for _, wide in line) / 2
        y = 50 + (HIGH + 2) * (n - len(lines) / 2)
        for plated, wide in line:
            inner += at(x, y, plated, "plate")
            x += wide + 2
    return drawn + (f'<g class="full">{inner}</g>' if inner else "")
