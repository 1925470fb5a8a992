"""Draws docs/floors.svg: the folders of core as floors, each of which imports from those below it.

python docs/floors.py        # draws it again; a test compares the floors with those in the picture

The order is that of the contract `floors` in pyproject.toml; what lies on a floor is the first sentence of its folder.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).parents[1]
PICTURE = Path(__file__).with_name("floors.svg")
WIDTH, LOW, HIGH, GAP, LEFT = 1000, 32, 104, 5, 20
STYLE = """<style>
text { font: 13px system-ui, sans-serif; fill: #1a1a1a }
.name { font-weight: 600; font-size: 15px } .small { fill: #555; font-size: 11px }
rect { fill: #f3efe6; stroke: #8a8371 } .faces { fill: #e3edf5 } .engine { fill: #e8f1e4 } .games { fill: #f7e6d8 }
@media (prefers-color-scheme: dark) {
  text { fill: #eee } .small { fill: #b5b5b5 } rect { fill: #33302a; stroke: #7a7364 }
  .faces { fill: #263442 } .engine { fill: #2a3a26 } .games { fill: #43301f }
}
</style>"""
ENGINE = {"base", "text", "land", "rules", "draw", "scenes", "record", "meters", "play"}
FACES = {"cli", "browser", "adapters", "notebook", "screen", "testing", "web"}


def floors() -> list[list[str]]:
    """Return the folders of core by floor, the highest first, as the contract orders them."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    [contract] = [one for one in settings["tool"]["importlinter"]["contracts"] if one["id"] == "floors"]
    return [[name.strip() for name in layer.split("|")] for layer in contract["layers"]]


def sentence(folder: str) -> str:
    """Return what the folder says that it is: the first sentence of its docstring."""
    text = (ROOT / "core" / folder / "__init__.py").read_text("utf-8")
    line = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    return line.partition(". ")[0].rstrip(".").replace("`", "")


def size(folder: str) -> str:
    """Return how much lies in a folder: its Python files and their lines, to the hundred."""
    files = list((ROOT / "core" / folder).rglob("*.py"))
    lines = sum(file.read_text("utf-8").count("\n") for file in files)
    return f"{len(files)} files, {max(round(lines, -2), 100) / 1000:.1f}k lines"


def text(x: float, y: float, said: str, kind: str = "", end: bool = False) -> str:
    """Return one line of text, which ends at x if `end`."""
    anchor = ' text-anchor="end"' if end else ""
    return f'<text x="{x:g}" y="{y:g}" class="{kind}"{anchor}>{escape(said)}</text>'


def room(x: float, y: float, width: float, height: float, name: str, kind: str) -> str:
    """Return an empty room with its name."""
    frame = f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4"/>'
    return frame + text(x + 12, y + 21, name, "name")


def picture() -> str:
    """Return the whole picture as SVG."""
    right = WIDTH - LEFT
    parts = [text(LEFT, 20, "A file imports from its own folder and from the floors below it.", "small")]
    y = 30.0
    for layer in floors():
        width = (WIDTH - 2 * LEFT - GAP * (len(layer) - 1)) / len(layer)
        for n, name in enumerate(layer):
            kind = "engine" if name in ENGINE else "faces" if name in FACES else "middle"
            x = LEFT + n * (width + GAP)
            if len(layer) == 1:
                parts.append(room(x, y, width, LOW, name, kind))
                parts += [
                    text(x + 120, y + 21, sentence(name)),
                    text(right - 12, y + 21, size(name), "small", True),
                ]
            else:
                parts.append(room(x, y, width, HIGH, name, kind))
                lines = wrap(sentence(name), int(width / 7.6))
                parts += [text(x + 12, y + 40 + 16 * n, line) for n, line in enumerate(lines)]
                parts.append(text(x + width - 12, y + 21, size(name).partition(", ")[2], "small", True))
        y += (LOW if len(layer) == 1 else HIGH) + GAP
    parts.append(room(LEFT, y + 10, WIDTH - 2 * LEFT, LOW, "games", "games"))
    about = "Glen More, Isle of Skye, Rebirth, and packages of others: they import from tilewright.authoring alone"
    parts.append(text(LEFT + 120, y + 31, about))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 60:g}" role="img">'
    return "\n".join([head, "<title>The floors of tilewright.core</title>", STYLE, *parts, "</svg>", ""])


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
    sys.stdout.write(f"{PICTURE.name}: {sum(map(len, floors()))} rooms on {len(floors())} floors\n")
