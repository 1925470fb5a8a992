"""Drawn positions of one page on one sheet, on which nothing that they share is drawn twice.

Boards of one game have most of their text in common: the map, the cells, the legend. A sheet is one image, so that its
ids and styles cannot reach the page; the page shows its parts.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from urllib.parse import quote

import attrs

from .markup import short
from .picture import LOOKS, TITLE

TOKEN = re.compile(r"<(/?)([a-z]+)((?:\s+[\w:-]+=\"[^\"<>]*\")*)\s*(/?)>|([^<]+)")
WORD = re.compile(r'([\w:-]+)="([^"]*)"')
KNOWN = {
    "svg", "g", "path", "polygon", "polyline", "text", "tspan", "circle", "ellipse", "line", "rect", "defs", "pattern",
}  # fmt: skip
"""Elements of which a picture may be made to come on a sheet."""
BEGINS = re.compile(r"M(-?[\d.]+)[ ,]?(-?[\d.]+)([a-z][^A-Z]*)$")
SHAPE = re.compile(r'<path d="([^"]+)" class="(\w+)"/>')
CELL = 25
"""Units across from which a shape is a cell, or larger."""
LEAST = 40
"""Characters that are worth being said only once."""


class Strange(Exception):
    """A picture that is not put on a sheet: it has elements, styles or references that others might meet."""


@attrs.frozen
class Part:
    """A picture of a sheet: where it is."""

    top: float
    width: float
    height: float


@attrs.frozen
class Sheet:
    """An image with all its parts."""

    svg: str
    width: float
    height: float
    parts: tuple[Part, ...]


def sheet(pictures: Sequence[str]) -> Sheet:
    """All of these pictures, one below the other; `Strange` if one of them must stay by itself."""
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
            raise Strange from error
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
    return Sheet(f"{opened}{defined}{_reused(''.join(drawn), looks)}</svg>", width, top, tuple(parts))


def _pieces(svg: str, looks: dict[str, str], kept: dict[str, str]) -> Iterator[str]:
    """The words of the root, then each element in it; what is defined goes to `kept`, under a name made of itself."""
    svg, names = _defined(TITLE.sub("", svg), kept)
    for was, now in names.items():
        svg = svg.replace(f"url(#{was})", f"url(#{now})")
    at, depth, open_, piece, begun = 0, 0, list[bool](), "", False
    while at < len(svg):
        token = TOKEN.match(svg, at)
        if token is None:
            raise Strange
        at = token.end()
        ends, name, words, empty, text = token.groups()
        if text is not None:
            piece += text if depth > 1 else ""
            continue
        if name not in KNOWN or 'id="' in words or "href" in words or "class=" in words or " on" in words:
            raise Strange
        if not depth:
            if name != "svg" or ends or empty or begun:
                raise Strange
            yield words
            begun = True
            depth, open_ = 1, [True]
            continue
        if ends:
            if not open_:
                raise Strange
            written = open_.pop()
            depth -= written
            piece += f"</{name}>" if written and depth else ""
        else:
            # A group that says nothing is none.
            written = name != "g" or bool(words.strip())
            piece += _element(name, words, empty, looks) if written else ""
            if not empty:
                open_.append(written)
                depth += written
        if depth == 1 and piece:
            yield piece
            piece = ""
    if open_:
        raise Strange


def _defined(svg: str, kept: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The picture without its definitions, and how they are called on the sheet."""
    names: dict[str, str] = {}
    for inner in re.findall(r"<defs>(.*?)</defs>", svg, re.DOTALL):
        left = re.sub(r"<pattern\b.*?</pattern>", "", inner, flags=re.DOTALL)
        if left.strip():
            raise Strange
        for one in re.findall(r"<pattern\b.*?</pattern>", inner, re.DOTALL):
            bare = re.sub(r'\sid="[^"]*"', "", one, count=1)
            given = re.search(r'\sid="([\w-]+)"', one)
            if given is None or "#" in re.sub(r'"#[0-9a-fA-F]{3,8}"', "", bare) or ' id="' in bare:
                raise Strange
            name = f"d{sha256(bare.encode()).hexdigest()[:8]}"
            names[given.group(1)] = name
            kept[name] = bare.replace("<pattern", f'<pattern id="{name}"', 1)
    return re.sub(r"<defs>.*?</defs>", "", svg, flags=re.DOTALL), names


def _element(name: str, words: str, empty: str, looks: dict[str, str]) -> str:
    """The opening of an element, its look said in a style, its corners from one to the next."""
    given = dict(WORD.findall(words))
    if name == "polygon" and "points" in given:
        name, given["d"] = "path", f"M{given.pop('points').strip()}Z"
    if name == "path":
        given["d"] = _steps(given.get("d", ""))
    style = ";".join(f"{key}:{value}" for key, value in given.items() if key in LOOKS)
    size = given.get("font-size", "")
    if re.fullmatch(r"\d+(\.\d+)?", size):
        style += f";font-size:{size}px"
        del given["font-size"]
    said = "".join(f' {key}="{value}"' for key, value in given.items() if key not in LOOKS)
    if style:
        said += f' class="{looks.setdefault(style.strip(";"), f"z{len(looks)}")}"'
    return f"<{name}{said}{empty}>"


def _steps(d: str) -> str:
    """A closed shape of straight lines told from corner to corner; others stay."""
    if d.count("M") != 1 or not d.endswith("Z") or re.search(r"[^ML\d., Z-]", d):
        return d
    numbers = [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", d)]
    if len(numbers) % 2 or len(numbers) < 6 or len(re.findall(r"[\d.]+", d)) != len(numbers):
        return d
    # Of what is as large as a cell, half a unit more or less is not seen.
    fine = 1 if max(numbers[::2]) - min(numbers[::2]) > CELL else 10
    corners = [(round(fine * x), round(fine * y)) for x, y in zip(numbers[::2], numbers[1::2])]
    told, way = f"M{short(corners[0][0] / fine)} {short(corners[0][1] / fine)}", ""
    for (x0, y0), (x1, y1) in itertools.pairwise(corners):
        x, y = short((x1 - x0) / fine), short((y1 - y0) / fine)
        letter, step = ("h", x) if y == "0" else ("v", y) if x == "0" else ("l", f"{x} {y}")
        told += (letter if letter != way else " ") + step
        way = letter
    shorter = told.replace(" -", "-") + "z"
    return shorter if len(shorter) < len(d) else d


def _reused(svg: str, looks: dict[str, str]) -> str:
    """Shapes that come often are said once; not those with a pattern, which begins anew in each of its uses."""
    plain = {name for look, name in looks.items() if "url(" not in look}

    def parts(found: re.Match[str]) -> tuple[str, str]:
        """(where it begins, the shape from there); a shape that is told by places begins nowhere."""
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
    """The bodies, in which runs that several have in common are said in the first alone."""
    places: dict[str, list[tuple[int, int]]] = {}
    for number, body in enumerate(bodies):
        for at, piece in enumerate(body):
            places.setdefault(piece, []).append((number, at))
    # What a body has twice is left as it is: nothing tells which of them another's is.
    once = {piece for piece, where in places.items() if len({n for n, _ in where}) == len(where) > 1}
    runs: dict[str, str] = {}

    def together(before: str, after: str) -> bool:
        """Whether one follows the other wherever either is."""
        return [(n, at + 1) for n, at in places[before]] == places[after]

    told = []
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
        told.append("".join(out))
    return told


def _said(run: str, runs: dict[str, str]) -> str:
    if len(run) < LEAST:
        return run
    if run in runs:
        return f'<use href="#{runs[run]}"/>'
    runs[run] = f"k{len(runs)}"
    return f'<g id="{runs[run]}">{run}</g>'


def address(svg: str) -> str:
    """The picture as a `data:` address of few characters, to stand between double quotes."""
    lighter = re.sub(r"<[^<>]*>", lambda found: re.sub(r'="([^"\']*)"', r"='\1'", found.group()), svg)
    return "data:image/svg+xml," + quote(lighter, safe=" <>'()*,/:;=!@?+$-._~|[]{}")
