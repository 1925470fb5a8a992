"""Boards on one sprite: less text, the same drawings; pictures whose ids could clash stay separate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote
from xml.etree import ElementTree

import attrs
import pytest

import tilewright as tw
from tilewright.core.draw.svg import draw_svg
from tilewright.core.lab.report import page
from tilewright.core.lab.report.sprite import LOOKS, Unsuitable, address, sprite

from .made import made

SVG = "{http://www.w3.org/2000/svg}"


def boards(game: str = "rebirth") -> list[str]:
    """Three positions of one game."""
    rules = tw.load(game)
    found = []
    for seed in range(3):
        state = rules.new(2, seed)
        for _ in range(30):
            legal = state.legal(state.to_act[0])
            state.apply(legal[seed % len(legal)])
        assert rules.game.show is not None
        found.append(draw_svg(rules.show(state.view(None), "en")))
    return found


def drawn(
    root: ElementTree.Element, sheet: ElementTree.Element, at: tuple[str, ...] = ()
) -> Iterator[tuple[str, ...]]:
    """Every text and shape in the order of drawing: its kind, look, words, the moves around it, where it begins."""
    looks = dict(re.findall(r"\.(\w+)\{([^}]*)\}", sheet.findtext(f"{SVG}style") or ""))
    known = {one.get("id"): one for one in sheet.iter()}
    for one in root:
        name = one.tag.removeprefix(SVG)
        own = [word.split(":", 1) for word in looks.get(one.get("class", ""), "").split(";") if word]
        own += [[key, value] for key, value in one.items() if key in LOOKS or key == "font-size"]
        look = tuple(sorted(f"{key}={_pattern(value.removesuffix('px'), known)}" for key, value in own))
        around = (*at, one.get("transform", ""), *look)
        if name in ("title", "style", "defs"):
            continue
        if name == "use":
            shared = known[one.get("href", "").removeprefix("#")]
            if shared.tag == f"{SVG}g":
                yield from drawn(shared, sheet, around)
                continue
            path = shared.get("d", "")
            path = path.replace("M0 0", f"M{one.get('x')} {one.get('y')}", 1) if one.get("x") else path
            yield "path", "", _corner(path), *filter(None, around)
        elif name in ("g", "svg"):
            yield from drawn(one, sheet, around)
        elif name in ("path", "polygon"):
            yield "path", "", _corner(one.get("d") or f"M{one.get('points')}"), *filter(None, around)
        else:
            yield name, one.text or "", f"{one.get('x')} {one.get('y')}", *filter(None, around)


def _pattern(value: str, known: dict[str | None, ElementTree.Element]) -> str:
    """A pattern is what it draws, not what it is called."""
    if not value.startswith("url("):
        return value
    return f"pattern of {len(list(known[value[5:-1]]))} at {known[value[5:-1]].get('width')}"


def _corner(path: str) -> str:
    """Where a path begins."""
    found = re.match(r"M\s*(-?[\d.]+)[ ,]*(-?[\d.]+)", path)
    assert found is not None, path
    return f"{found[1]} {found[2]}"


def _apart(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two things drawn differ; corners of cells may, by half a unit."""
    if one[0] != "path":
        return one != other
    places = zip(one[2].split(), other[2].split(), strict=True)
    return one[3:] != other[3:] or any(abs(float(x) - float(y)) > 0.51 for x, y in places)


@pytest.mark.parametrize("game", ["rebirth", "isleofskye"])
def test_a_sprite_shows_every_board_as_it_is(game: str) -> None:
    pictures = boards(game)
    made = sprite(pictures)
    whole = ElementTree.fromstring(made.svg)
    inner = whole.findall(f"{SVG}svg")
    assert len(made.parts) == len(inner) == 3
    top = 0.0
    for before, part, after in zip(pictures, made.parts, inner, strict=True):
        root = ElementTree.fromstring(before)
        assert (part.top, part.width) == (top, float(root.get("width", "")))
        top += part.height
        was, now = [*drawn(root, root)], [*drawn(after, whole)]
        assert not [pair for pair in zip(was, now, strict=True) if _apart(*pair)] and len(was) > 50
    assert made.height == top and len(made.svg) < 0.65 * sum(map(len, pictures))


@pytest.mark.parametrize("game", ["rebirth", "isleofskye"])
def test_a_pattern_has_a_window_no_larger_than_its_cell(game: str) -> None:
    """Else a printed page is ten times as large."""
    sheet = ElementTree.fromstring(sprite(boards(game)[:1]).svg)
    looks = dict(re.findall(r"\.(\w+)\{([^}]*)\}", sheet.findtext(f"{SVG}style") or ""))
    windows = 0
    for window in sheet.findall(f".//{SVG}svg[@x]"):
        for cell in window.findall(f"{SVG}path"):
            if "url(" in looks.get(cell.get("class", ""), ""):
                x, y, wide, high = map(float, window.get("viewBox", "").split())
                assert (x, y, wide, high) == tuple(
                    float(window.get(name, "")) for name in ("x", "y", "width", "height")
                )
                left, top, right, bottom = extent(cell.get("d", ""))
                assert x <= left + 1 and y <= top + 1 and right - 1 <= x + wide and bottom - 1 <= y + high
                assert wide <= right - left + 3 and high <= bottom - top + 3
                windows += 1
    cells = [one for one in sheet.iter(f"{SVG}path") if "url(" in looks.get(one.get("class", ""), "")]
    assert windows > 20 and len(cells) - windows <= 1, "but for a round sign in the legend"


def extent(path: str) -> tuple[float, float, float, float]:
    """The box of closed shapes of straight lines: left, top, right, bottom."""
    x = y = 0.0
    xs, ys = [], []
    for letter, rest in re.findall(r"([MLVlhv])([^MLVlhvzZ]*)", path):
        steps = [float(one) for one in re.findall(r"-?\d*\.?\d+", rest)]
        pairs = {"h": [(step, 0.0) for step in steps], "v": [(0.0, step) for step in steps]}
        pairs["V"] = [(0.0, step - y) for step in steps]
        for across, down in pairs.get(letter) or zip(steps[::2], steps[1::2], strict=True):
            x, y = (across, down) if letter in "ML" else (x + across, y + down)
            xs.append(x)
            ys.append(y)
    return min(xs), min(ys), max(xs), max(ys)


def test_the_page_has_one_image_for_all_boards() -> None:
    found = made()
    pictures = boards()
    watch = [attrs.evolve(one, picture=pictures[n]) for n, one in enumerate(found.watch[:3])]
    drawn = page(attrs.evolve(found, watch=watch))
    [link] = re.findall(r'<image id="boards"[^>]* href="([^"]*)"', drawn)
    assert unquote(link.removeprefix("data:image/svg+xml,")).startswith("<svg")
    assert drawn.count('<use href="#boards"/>') == 3 and "<img" not in drawn
    tops = [part.top for part in sprite(pictures).parts]
    assert [float(one) for one in re.findall(r'viewBox="0 ([\d.]+) [\d. ]+" style="max-width', drawn)] == tops


@pytest.mark.parametrize(
    "inner",
    [
        "<script>alert(1)</script>",
        "<style>text{}</style>",
        '<rect id="metrics" width="1" height="1"/>',
        '<use href="#boards"/>',
        '<rect onclick="x()" width="1" height="1"/>',
        "<foreignObject/>",
        "<g><rect/>",
        "<!-- -->",
        "</svg><svg>",
        '<defs><path id="x" d="M0 0"/></defs>',
        '<defs><pattern id="x"><rect fill="url(#y)"/></pattern></defs>',
    ],
)
def test_unsuitable_pictures_stay_by_themselves(inner: str) -> None:
    with pytest.raises(Unsuitable):
        sprite([f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{inner}</svg>'])


def test_an_address_holds_nothing_that_ends_it() -> None:
    text = """<svg a="b" c="it's #1"><text>"50 %" &amp; "more"</text></svg>"""
    told = address(text)
    assert not set('"#&\n') & set(told)
    assert unquote(told).endswith("""<svg a='b' c="it's #1"><text>"50 %" &amp; "more"</text></svg>""")
