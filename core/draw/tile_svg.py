"""A square tile with a `Picture`: its ground with ways, and four quarters, each with one job.

Up left is what it is, up right what lies on it or is got once, down left who stands on it or what it costs, down right
what it does each time. A tile that is drawn small shows fewer things, never smaller ones: its `brief` form. Pages hold
both forms and show the one that fits (data/web/boards.js); a picture in a file has one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..base.html import short
from .colours import LANDS, dashes
from .drawings import DRAWINGS
from .figures import figure
from .land_places import MIDDLES
from .model import Piece, Spot, Way
from .plates import EDGE, HALO, LIGHT, NOBODY, boxed, number, plate, sign
from .svg_page import SvgPage, moved

WAYS = {kind: tuple(said.split()) for kind, said in DRAWINGS["ways"].items()}
CORNERS = ("nw", "ne", "sw", "se")
BAD = "#a3271c"


def picture(page: SvgPage, spot: Spot, *, full: bool = True, brief: bool = False) -> str:
    """Return the spot around 0,0, its side 100; in one form or in both."""
    always, large, small = (_tile if spot.ground else _stand if spot.pieces else _place)(page, spot)
    drawn = (
        always
        + f'<g class="full">{large}</g>' * full
        + f'<g class="brief">{small}</g>' * bool(brief and small)
    )
    return (f'<g class="tile">{drawn}</g>' if spot.ground else drawn) + (_lacking(page, spot) if full else "")


def at(x: float, y: float, drawn: str, cls: str = "") -> str:
    """Return what is drawn around 0,0 at this place of a tile, from 0,0 at its upper left to 100,100."""
    return moved(drawn, x - 50, y - 50, cls=cls)


# -- ground and ways ---------------------------------------------------------------------------------------------------


def _land(page: SvgPage, spot: Spot) -> str:
    """Return the ground with relief and frame, and over them the ways, which go on at the edges."""
    look = page.show.looks.get(spot.ground)
    tint, pattern = (look.tint, look.pattern) if look is not None else ("", "")
    ground, lower, frame = LANDS.get(tint, LANDS["white"])
    over = {"dots": "g-tufts", "lines": "g-tufts", "waves": "g-waves"}.get(pattern, "")
    crossed = [len(way.sides) for way in spot.roads] == [2, 2]
    return "".join(
        (
            f'<rect x="-49.5" y="-49.5" width="99" height="99" rx="5" fill="{ground}"/>',
            page.use("g-relief", 100.0, lower),
            page.use(over, 100.0, frame),
            f'<rect class="frame" x="-47.5" y="-47.5" width="95" height="95" rx="4" fill="none" stroke="{frame}" '
            'stroke-width="5"/>',
            *(_way(page, way) for way in spot.roads),
            page.use("g-bridge", 100.0) if crossed else "",
            f'<rect x="-49.5" y="-49.5" width="99" height="99" rx="5" fill="none" stroke="{EDGE}" opacity=".75"/>',
        )
    )


def _way(page: SvgPage, way: Way) -> str:
    """Return a way from the middles of its sides, straight or bent; a single end leads to the middle."""
    look = page.show.looks.get(way.role)
    kind = "water" if look is not None and look.tint in ("sky", "blue") else "land"
    if {*way.sides} in ({"n", "s"}, {"e", "w"}):
        drawn = page.use("g-river" if kind == "water" else "g-road", 100.0)
        return f'<g transform="rotate(90)">{drawn}</g>' if ("n" in way.sides) != (kind == "water") else drawn
    ends = [f"{x:g} {y:g}" for x, y in (MIDDLES[side] for side in way.sides if side in MIDDLES)]
    line = f"M{ends[0]}Q0 0 {ends[1]}" if len(ends) == 2 else "".join(f"M{end}L0 0" for end in ends)
    parts = zip(WAYS[kind][::-1], (17, 14), strict=True)
    return "".join(
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="{wide}" stroke-linecap="round"/>'
        for colour, wide in parts
    )


# -- a tile ------------------------------------------------------------------------------------------------------------


def _tile(page: SvgPage, spot: Spot) -> tuple[str, str, str]:
    """Return the ground of a tile, and what lies there in full and in brief."""
    people = [piece for piece in spot.pieces if piece.symbol and piece.role.startswith("seat ")]
    goods = [piece for piece in spot.pieces if piece.symbol and piece not in people]
    large, small = "".join(_quarters(page, spot, people, goods)), "".join(_briefly(page, spot, people, goods))
    return _land(page, spot), large, small


def _quarters(page: SvgPage, spot: Spot, people: Sequence[Piece], goods: Sequence[Piece]) -> Iterator[str]:
    """Yield everything that lies on the ground of a tile."""
    shown = spot.picture
    assert shown is not None
    corners = {name: [plate(page, one) for one in shown.plates if one.corner == name] for name in CORNERS}
    does, paid = corners["se"], corners["sw"]
    if paid and does and paid[-1][1] + does[-1][1] > 88:
        corners |= {"ne": [*corners["ne"], *paid], "sw": []}  # a price finds room beside what the tile is
    beside = all(wide < 50 for _, wide in does)  # so that people have the lower left quarter to themselves
    top = 17.0 if shown.badge else 6.0 + 25 * len(corners["nw"])
    room = 88 - max([wide for _, wide in corners["ne"]], default=0.0)
    size = min(40.0, max(room, 28.0), (69 - 25 * (len(does) - 1) if len(does) > 1 else 94) - top)
    top += (17 if shown.lacks else 10) if shown.badge and room < 42 else 0
    yield at(6 + size / 2, top + size / 2, page.icon(shown.what, size, NOBODY))
    for name, plates in corners.items():
        for n, (drawn, wide) in enumerate(plates):
            x = 94 - wide / 2 if "e" in name else 6 + wide / 2
            yield at(x, 82.5 - 25 * (len(plates) - 1 - n) if "s" in name else 17.5 + 25 * n, drawn, "plate")
    size, right = (23.0, 81.0) if len(goods) > 2 else (26.0, 78.0 if beside or not people else 50.0)
    for n, piece in enumerate(goods):
        drawn = page.icon(piece.symbol, size, NOBODY) or _letter(page, piece, size / 2)
        if piece.count > 1:
            drawn += moved(number(str(piece.count), 13, more=HALO), 12, 9)
        yield at(right - 23 * (n // 2), 20 + size * (n % 2), drawn)
    each = [piece for piece in people for _ in range(min(piece.count, 3))]
    step = min(17.0, 62.0 / max(1, len(each) - 1))
    for n, piece in enumerate(each):
        spread = step / 2 * (len(each) - 1)
        middle = (max(26.5, 18 + spread), 74.0) if beside else (min(76.5, 80 - spread), 23.5)
        person = figure(page, piece, 41.0 if len(each) < 2 else 33.0)
        if piece.count > 3 and n == len(each) - 1:
            person += moved(number(str(piece.count), 14, more=HALO), 14, 12)
        yield at(middle[0] - spread + step * n, middle[1], person)
    if beside or not people:
        yield from _titled(shown.title, 52.0 if people else 67.5 if does or corners["sw"] else 93.0)
    if shown.badge:
        said = number(shown.badge, 12, fill="#ffffff")
        drawn, wide = boxed([(said, 2 + 8.5 * len(shown.badge))], 15, "#221c14")
        yield at(2 + wide / 2, 9.5, drawn)


def _letter(page: SvgPage, piece: Piece, radius: float) -> str:
    """Return a piece as a round letter; a small one grows with its letter."""
    round, mono = ("round", "mono") if radius < 30 else ("", "")
    drawn = f'<circle class="{round}" r="{short(radius)}" fill="{page.tint(piece.role) or NOBODY}" '
    letter = number(piece.text[:1], radius * 1.25, fill="#ffffff", cls=mono)
    return f'{drawn}stroke="#ffffff" stroke-width="2"/>{letter}'


def _titled(title: str, base: float) -> Iterator[str]:
    """Yield a proper name with its baseline here; a long one has two lines."""
    blanks = [n for n, letter in enumerate(title) if letter == " "]
    cut = min(blanks, key=lambda n: abs(2 * n - len(title)), default=0) if len(title) > 16 else 0
    for n, line in enumerate(filter(None, (title[:cut], title[cut:].strip()))):
        yield at(50, base - 10.5 * (cut > 0 and not n), number(line, 9.5, 0, more=HALO, cls="name"))


def _lacking(page: SvgPage, spot: Spot) -> str:
    """Return what is missing to choose the tile, struck through, beside or below its badge."""
    shown = spot.picture
    if shown is None or not shown.lacks:
        return ""
    drawn, wide = boxed([sign(page, ink, 12.0) for ink in shown.lacks[:2]], 15, LIGHT, BAD)
    half = short(wide / 2 - 4)
    drawn += f'<path d="M-{half} 5L{half}-5" stroke="{BAD}" stroke-width="1.6"/>'
    below = any(one.corner == "ne" and len(one.get) > 2 for one in shown.plates)
    beside = 11.0 + 8.5 * len(shown.badge) if shown.badge and not below else 2.0
    return f'<g class="full">{at(beside + wide / 2, 26 if below else 9.5, drawn)}</g>'


def _briefly(page: SvgPage, spot: Spot, people: Sequence[Piece], goods: Sequence[Piece]) -> Iterator[str]:
    """Yield what lies on a tile, or else what it is, and people as round letters."""
    shown = spot.picture
    middle, size = (37.0, 42.0) if people else (50.0, 48.0)
    lying = [piece.symbol for piece in goods for _ in range(piece.count)][:4]
    if len(lying) < 2 and shown is not None:
        yield at(middle, middle, page.icon(lying[0] if lying else shown.what, size, NOBODY))
    else:
        for n, role in enumerate(lying):
            low = n % 2 if len(lying) == 2 else n // 2
            yield at(
                middle + (16 if n % 2 else -16), middle + (15 if low else -15), page.icon(role, 32.0, NOBODY)
            )
    for n, piece in enumerate(people[:2]):
        yield at(72 - 34 * n, 72, _letter(page, piece, 22.0))


# -- figures and empty places ------------------------------------------------------------------------------------------


def _stand(page: SvgPage, spot: Spot) -> tuple[str, str, str]:
    """Return a figure or die that stands on a way: within a circle in its player's line, with its name."""
    piece, title = spot.pieces[0], spot.picture.title if spot.picture is not None else ""
    seat = int(piece.role[5:]) if piece.role.startswith("seat ") else None
    large, small = page.icon(piece.symbol, 46.0, NOBODY), page.icon(piece.symbol, 70.0, NOBODY)
    line = 'class="nobody" stroke="#b9ad92"'
    if seat is not None:
        large, small = figure(page, piece, 52.0), _letter(page, piece, 38.0)
        line = f'stroke="{page.tint(piece.role)}" stroke-dasharray="{dashes(seat)}" stroke-linecap="round"'
    ring = (
        f'<circle class="stand" r="40" fill="#fffdf8"/><circle r="40" fill="none" stroke-width="2.2" {line}/>'
    )
    return (
        "",
        ring + at(50, 43 if title else 50, large) + at(50, 81, number(title, 9.5, 0, cls="name stood")),
        small,
    )


def _place(page: SvgPage, spot: Spot) -> tuple[str, str, str]:
    """Return an empty place: dashed, with plates that say what happens there."""
    lines: list[list[tuple[str, float]]] = [[]]
    for drawn, wide in [
        plate(page, one) for one in (spot.picture.plates if spot.picture is not None else ())
    ]:
        if lines[-1] and sum(own for _, own in lines[-1]) + wide > 90:
            lines.append([])
        lines[-1].append((f'<g class="plate">{drawn}</g>', wide + 2))
    full = "".join(
        at(50, 50 + 25 * (n - (len(lines) - 1) / 2), boxed(line, 24, "none", "none")[0])
        for n, line in enumerate(lines)
    )
    return f'<g class="place" color="#b9ad92">{page.use("g-place", 100.0)}</g>', full, ""
