"""A drawn position in less text, looking the same: looks and shapes said once, no words to hover over."""

from __future__ import annotations

import re
from collections import Counter

TITLE = re.compile(r"<title>[^<]*</title>|(?<=>)\s+(?=<)")
TAG = re.compile(r'<(path|polygon|text|circle|ellipse|line|rect|g)((?:\s+[\w:-]+="[^"<>]*")+)\s*(/?)>')
WORD = re.compile(r'([\w:-]+)="([^"]*)"')
SHAPE = re.compile(r'<path d="([^"]{24,})"((?: class="\w+")?)/>')
LOOKS = {
    "fill", "fill-opacity", "opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap",
    "stroke-linejoin", "stroke-opacity", "font-weight", "font-style", "text-anchor",
}  # fmt: skip
"""Attributes that mean the same in a style sheet."""


def smaller(svg: str) -> str:
    """The same picture in less text, for an `<img>`, in which nobody sees titles."""
    if "<style" in svg or "class=" in svg:
        return svg
    svg = TITLE.sub("", svg)
    looks: dict[str, str] = {}

    def worn(found: re.Match[str]) -> str:
        name, words, end = found.groups()
        given = WORD.findall(words)
        style = ";".join(f"{key}:{value}" for key, value in given if key in LOOKS)
        size = next((value for key, value in given if key == "font-size" and _number(value)), None)
        if size is not None:
            style += f";font-size:{size}px"
        kept = [
            f'{key}="{value}"'
            for key, value in given
            if key not in LOOKS and not (key == "font-size" and size)
        ]
        if style:
            kept.append(f'class="{looks.setdefault(style.strip(";"), f"z{len(looks)}")}"')
        return f"<{' '.join([name, *kept])}{end}>"

    svg = TAG.sub(worn, svg)
    often = Counter(found.group(1) for found in SHAPE.finditer(svg))
    shapes = {d: f"u{n}" for n, (d, times) in enumerate(often.items()) if times > 2}
    svg = SHAPE.sub(lambda found: _used(found, shapes), svg)
    style = "".join(f".{name}{{{style}}}" for style, name in looks.items())
    kept = "".join(f'<path id="{name}" d="{d}"/>' for d, name in shapes.items())
    opened = re.match(r"\s*(?:<\?xml[^>]*>\s*)?<svg[^>]*>", svg)
    if opened is None:
        return svg
    at = opened.end()
    return f"{svg[:at]}<style>{style}</style><defs>{kept}</defs>{svg[at:]}"


def _used(found: re.Match[str], shapes: dict[str, str]) -> str:
    d, look = found.groups()
    return f'<use href="#{shapes[d]}"{look}/>' if d in shapes else found.group(0)


def _number(text: str) -> bool:
    return re.fullmatch(r"\d+(\.\d+)?", text) is not None
