"""The drawn positions of a page in less text, looking the same: on one sprite, or alone as smaller pictures.

Boards of one game have most of their text in common: the map, the cells, the legend. A sprite is one image in which
nothing that they share is drawn twice, and whose ids and styles cannot reach the page; the page shows its parts.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from urllib.parse import quote

import attrs

from ...base.html import short

TITLE = re.compile(r"<title>[^<]*</title>|(?<=>)\s+(?=<)")
PLAIN = re.compile(r'<(path|polygon|text|circle|ellipse|line|rect|g)((?:\s+[\w:-]+="[^"<>]*")+)\s*(/?)>')
WORD = re.compile(r'([\w:-]+)="([^"]*)"')
LONG_PATH = re.compile(r'<path d="([^"]{24,})"((?: class="\w+")?)/>')
LOOKS = {
    "fill", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "stroke-opacity", "font-weight", "font-style", "text-anchor",
}  # fmt: skip
"""Attributes that mean the same in a style sheet."""
TOKEN = re.compile(r"<(/?)([a-z]+)((?:\s+[\w:-]+=\"[^\"<>]*\")*)\s*(/?)>|([^<]+)")
KNOWN = {
    "svg", "g", "path", "polygon", "polyline", "text", "tspan", "circle", "ellipse", "line", "rect", "defs", "pattern",
}  # fmt: skip
"""Elements that a picture on a sprite may contain."""
BEGINS = re.compile(r"M(-?[\d.]+)[ ,]?(-?[\d.]+)([a-z][^A-Z]*)$")
SHAPE = re.compile(r'<path d="([^"]+)" class="(\w+)"/>')
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
CELL = 25
"""Width in units from which a shape counts as a cell or larger."""
LEAST = 40
"""Fewest characters that are worth sharing."""


class Unsuitable(Exception):
    """The picture cannot be part of a sprite: its elements, styles or references might affect other parts."""


@attrs.frozen
class Part:
    """The position of one picture on the sprite."""

    top: float
    width: float
    height: float


@attrs.frozen
class Sprite:
    """An image with all its parts."""

    svg: str
    width: float
    height: float
    parts: tuple[Part, ...]


def sprite(pictures: Sequence[str]) -> Sprite:
    """Put these pictures on one sprite, one below the other; `Unsuitable` if one of them must stay separate."""
    looks: dict[str, str] = {}
    kept: dict[str, str] = {}
    roots, bodies = [], []
    for svg in pictures:
        root, *body = _pieces(svg, looks, kept)
        roots.append(root)
        bodies.append(body)
    top, parts, drawn = 0.0, [], []
    for root, inner in zip(roots, _shared(bodies), strict=True):
        words = dict(WORD.findall(root))
        try:
            part = Part(top, float(words["width"]), float(words["height"]))
        except (KeyError, ValueError) as error:
            raise Unsuitable from error
        words = {key: value for key, value in words.items() if key not in ("xmlns", "role", "x", "y")}
        said = "".join(f' {key}="{value}"' for key, value in words.items())
        drawn.append(f'<svg y="{short(top)}"{said}>{inner}</svg>')
        parts.append(part)
        top += part.height
    style = "".join(f".{name}{{{look}}}" for look, name in looks.items())
    width = max((part.width for part in parts), default=0.0)
    size = f'width="{short(width)}" height="{short(top)}"'
    opened = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>'
    defined = f"<defs>{''.join(kept.values())}</defs>"
    return Sprite(f"{opened}{defined}{_reused(''.join(drawn), looks)}</svg>", width, top, tuple(parts))


def _pieces(svg: str, looks: dict[str, str], kept: dict[str, str]) -> Iterator[str]:
    """Yield the attributes of the root, then each element in it; definitions go to `kept`, named by their content."""
    svg, names = _defined(TITLE.sub("", svg), kept)
    for was, now in names.items():
        svg = svg.replace(f"url(#{was})", f"url(#{now})")
    at, depth, open_, piece, begun = 0, 0, list[bool](), "", False
    while at < len(svg):
        token = TOKEN.match(svg, at)
        if token is None:
            raise Unsuitable
        at = token.end()
        ends, name, words, empty, text = token.groups()
        if text is not None:
            piece += text if depth > 1 else ""
            continue
        if name not in KNOWN or 'id="' in words or "href" in words or "class=" in words or " on" in words:
            raise Unsuitable
        if not depth:
            if name != "svg" or ends or empty or begun:
                raise Unsuitable
            yield words
            begun = True
            depth, open_ = 1, [True]
            continue
        if ends:
            if not open_:
                raise Unsuitable
            written = open_.pop()
            depth -= written
            piece += f"</{name}>" if written and depth else ""
        else:
            # A group without attributes is dropped.
            written = name != "g" or bool(words.strip())
            piece += _element(name, words, empty, looks) if written else ""
            if not empty:
                open_.append(written)
                depth += written
        if depth == 1 and piece:
            yield piece
            piece = ""
    if open_:
        raise Unsuitable


def _defined(svg: str, kept: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return the picture without its definitions, and their names on the sprite."""
    names: dict[str, str] = {}
    for inner in re.findall(r"<defs>(.*?)</defs>", svg, re.DOTALL):
        left = re.sub(r"<pattern\b.*?</pattern>", "", inner, flags=re.DOTALL)
        if left.strip():
            raise Unsuitable
        for one in re.findall(r"<pattern\b.*?</pattern>", inner, re.DOTALL):
            bare = re.sub(r'\sid="[^"]*"', "", one, count=1)
            given = re.search(r'\sid="([\w-]+)"', one)
            if given is None or "#" in re.sub(r'"#[0-9a-fA-F]{3,8}"', "", bare) or ' id="' in bare:
                raise Unsuitable
            name = f"d{sha256(bare.encode()).hexdigest()[:8]}"
            names[given.group(1)] = name
            kept[name] = bare.replace("<pattern", f'<pattern id="{name}"', 1)
    return re.sub(r"<defs>.*?</defs>", "", svg, flags=re.DOTALL), names


def _element(name: str, words: str, empty: str, looks: dict[str, str]) -> str:
    """Return the opening tag with its look as a class and its corners as relative steps."""
    given = dict(WORD.findall(words))
    if name == "polygon" and "points" in given:
        name, given["d"] = "path", f"M{given.pop('points').strip()}Z"
    if name != "path":
        return _styled(name, given, empty, looks)
    outline = given.get("d", "")
    given["d"] = _steps(outline)
    drawn = _styled(name, given, empty, looks)
    return _window(drawn, outline) if empty and "url(" in given.get("fill", "") else drawn


def _window(drawn: str, outline: str) -> str:
    """Return shapes with a pattern in a window of their size, if their lines are straight: they look the same.

    Chromium prints a pattern as a picture as large as everything that is not clipped away: 40 kB for each cell.
    """
    if re.search(r"[^MLHVZhvz\d., -]", outline):
        return drawn
    x, y, across, down = 0.0, 0.0, [0.0][:0], [0.0][:0]
    for letter, rest in re.findall(r"([MLHVhv])([^MLHVZhvz]*)", outline):
        steps = [float(one) for one in NUMBER.findall(rest)]
        if letter in "Vv":
            corners = [(x, y * (letter == "v") + step) for step in steps]
        elif letter in "Hh":
            corners = [(x * (letter == "h") + step, y) for step in steps]
        else:
            corners = list(zip(steps[::2], steps[1::2]))
        across += [corner[0] for corner in corners]
        down += [corner[1] for corner in corners]
        x, y = corners[-1] if corners else (x, y)
    left, top = math.floor(min(across)), math.floor(min(down))
    width, height = math.ceil(max(across)) - left, math.ceil(max(down)) - top
    place = f'x="{left}" y="{top}" width="{width}" height="{height}"'
    return f'<svg {place} viewBox="{left} {top} {width} {height}">{drawn}</svg>'


def _styled(name: str, given: Mapping[str, str], end: str, looks: dict[str, str]) -> str:
    """Open an element; the attributes that a style sheet can hold become a class in `looks`."""
    size = given.get("font-size", "")
    sized = re.fullmatch(r"\d+(\.\d+)?", size) is not None
    style = ";".join(f"{key}:{value}" for key, value in given.items() if key in LOOKS)
    style += f";font-size:{size}px" if sized else ""
    kept = [key for key in given if key not in LOOKS and not (sized and key == "font-size")]
    said = "".join(f' {key}="{given[key]}"' for key in kept)
    if style:
        said += f' class="{looks.setdefault(style.strip(";"), f"z{len(looks)}")}"'
    return f"<{name}{said}{end}>"


def _steps(d: str) -> str:
    """Rewrite a closed shape of straight lines with relative steps; other paths stay as they are."""
    if d.count("M") != 1 or not d.endswith("Z") or re.search(r"[^ML\d., Z-]", d):
        return d
    numbers = [float(one) for one in NUMBER.findall(d)]
    if len(numbers) % 2 or len(numbers) < 6 or len(re.findall(r"[\d.]+", d)) != len(numbers):
        return d
    # In shapes as large as a cell, half a unit more or less is invisible.
    fine = 1 if max(numbers[::2]) - min(numbers[::2]) > CELL else 10
    corners = [(round(fine * x), round(fine * y)) for x, y in zip(numbers[::2], numbers[1::2])]
    path, way = f"M{short(corners[0][0] / fine)} {short(corners[0][1] / fine)}", ""
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        x, y = short((x1 - x0) / fine), short((y1 - y0) / fine)
        letter, step = ("h", x) if y == "0" else ("v", y) if x == "0" else ("l", f"{x} {y}")
        path += (letter if letter != way else " ") + step
        way = letter
    shorter = path.replace(" -", "-") + "z"
    return shorter if len(shorter) < len(d) else d


def _reused(svg: str, looks: dict[str, str]) -> str:
    """Define frequent shapes once; not those with a pattern, which would start again at each use."""
    plain = {name for look, name in looks.items() if "url(" not in look}

    def parts(found: re.Match[str]) -> tuple[str, str]:
        """Return (start, the shape relative to it); a path with absolute steps has no start."""
        begins = BEGINS.match(found[1])
        if begins is None:
            return "", found[1]
        return f' x="{begins[1]}" y="{begins[2]}"', f"M0 0{begins[3]}"

    often = Counter(parts(found)[1] for found in SHAPE.finditer(svg) if found[2] in plain)
    names = {d: f"s{n}" for n, (d, times) in enumerate(often.items()) if times > 2 and len(d) > 20}

    def used(found: re.Match[str]) -> str:
        where, d = parts(found)
        if d not in names or found[2] not in plain:
            return found[0]
        return f'<use href="#{names[d]}"{where} class="{found[2]}"/>'

    shapes = "".join(f'<path id="{name}" d="{d}"/>' for d, name in names.items())
    return f"<defs>{shapes}</defs>{SHAPE.sub(used, svg)}"


def _shared(bodies: Sequence[Sequence[str]]) -> list[str]:
    """Return the bodies with common runs of elements defined only in the first body that has them."""
    places: dict[str, list[tuple[int, int]]] = {}
    for number, body in enumerate(bodies):
        for at, piece in enumerate(body):
            places.setdefault(piece, []).append((number, at))
    # Elements that a body has twice are left as they are: it is unclear which one another body shares.
    once = {piece for piece, where in places.items() if len({n for n, _ in where}) == len(where) > 1}
    runs: dict[str, str] = {}

    def together(before: str, after: str) -> bool:
        """True if `after` follows `before` wherever either occurs."""
        return [(n, at + 1) for n, at in places[before]] == places[after]

    found = []
    for body in bodies:
        out, run = [], list[str]()
        for piece, following in zip(body, [*body[1:], None], strict=True):
            if piece not in once:
                out.append(piece)
                continue
            run.append(piece)
            if following is None or following not in once or not together(piece, following):
                out.append(_said("".join(run), runs))
                run = []
        found.append("".join(out))
    return found


def _said(run: str, runs: dict[str, str]) -> str:
    if len(run) < LEAST:
        return run
    if run in runs:
        return f'<use href="#{runs[run]}"/>'
    runs[run] = f"k{len(runs)}"
    return f'<g id="{runs[run]}">{run}</g>'


def address(svg: str) -> str:
    """Return the picture as a short `data:` address for an attribute in double quotes."""
    lighter = re.sub(r"<[^<>]*>", lambda found: re.sub(r'="([^"\']*)"', r"='\1'", found.group()), svg)
    return "data:image/svg+xml," + quote(lighter, safe=" <>'()*,/:;=!@?+$-._~|[]{}")


# -- a picture alone --------------------------------------------------------------------------------------------------


def smaller(svg: str) -> str:
    """Return the same picture in less text, for an `<img>`, where titles are not visible."""
    if "<style" in svg or "class=" in svg:
        return svg
    svg = TITLE.sub("", svg)
    looks: dict[str, str] = {}

    def opened(found: re.Match[str]) -> str:
        name, words, end = found.groups()
        return _styled(name, dict(WORD.findall(words)), end, looks)

    svg = PLAIN.sub(opened, svg)
    often = Counter(found[1] for found in LONG_PATH.finditer(svg))
    shapes = {d: f"u{n}" for n, (d, times) in enumerate(often.items()) if times > 2}
    svg = LONG_PATH.sub(
        lambda found: f'<use href="#{shapes[found[1]]}"{found[2]}/>' if found[1] in shapes else found[0], svg
    )
    style = "".join(f".{name}{{{style}}}" for style, name in looks.items())
    kept = "".join(f'<path id="{name}" d="{d}"/>' for d, name in shapes.items())
    root = re.match(r"\s*(?:<\?xml[^>]*>\s*)?<svg[^>]*>", svg)
    if root is None:
        return svg
    at = root.end()
    return f"{svg[:at]}<style>{style}</style><defs>{kept}</defs>{svg[at:]}"
