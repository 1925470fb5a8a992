"""Writes listings into pages, so that they read complete as plain files: the tutorial, its game, two of formats.

python docs/listings.py        # writes them again; a test compares

A comment says what follows it: `<!-- listing PATH -->` a whole file, `<!-- listing PATH object NAME -->` a function or
class, `<!-- listing PATH head NAME -->` a class up to its first method, `<!-- listing PATH from TEXT -->` or `until
TEXT` the lines from the first one that begins so, or those before it. `<!-- page PATH -->` is followed by a page of
Markdown, with its headings one level down, up to `<!-- end -->`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from textwrap import dedent

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGES = (
    "authoring.md",
    "authoring_reference.md",
    "tutorial.md",
    "harvest.md",
    "notation.md",
    "drawing.md",
    "showing.md",
    "territory.md",
    "hosting.md",
)
LISTING = re.compile(
    r"(<!-- listing (\S+)(?: (object|head|from|until) (.+?))? -->\n)```(\w+)\n(?:.*?\n)??```\n", re.DOTALL
)
PAGE = re.compile(r"(<!-- page (\S+) -->\n).*?(<!-- end -->\n)", re.DOTALL)


def listing(path: str, part: str | None, name: str) -> str:
    """Return these lines of a file, without common indentation. ValueError if there are none."""
    text = (ROOT / path).read_text("utf-8")
    lines = text.splitlines()
    if part in ("object", "head"):
        body: ast.AST = ast.parse(text)
        for one in name.split("."):
            body = next(
                (node for node in getattr(body, "body", ()) if getattr(node, "name", "") == one), ast.Pass()
            )
        if not isinstance(body, ast.FunctionDef | ast.ClassDef):
            raise ValueError(f"{path} has no {name}")
        start = min([body.lineno, *(mark.lineno for mark in body.decorator_list)]) - 1
        methods = [node.lineno - 1 for node in body.body if isinstance(node, ast.FunctionDef)]
        lines = lines[start : min(methods) if part == "head" else body.end_lineno]
    elif part is not None:
        at = next((n for n, line in enumerate(lines) if line.startswith(name)), None)
        if at is None:
            raise ValueError(f"no line of {path} begins with {name}")
        lines = lines[at:] if part == "from" else lines[:at]
    return dedent("\n".join(lines)).strip("\n")


def lowered(text: str) -> str:
    """Return a page with its headings one level down; lines within code stay as they are."""
    found, code = [], False
    for line in text.splitlines():
        code ^= line.startswith("```")
        found.append(f"#{line}" if line.startswith("#") and not code else line)
    return "\n".join(found)


def page(name: str) -> str:
    """Return a page with all that it lists, as it should be now."""
    text = (HERE / name).read_text("utf-8")
    text = LISTING.sub(lambda at: f"{at[1]}```{at[5]}\n{listing(at[2], at[3], at[4])}\n```\n", text)
    return PAGE.sub(lambda at: f"{at[1]}\n{lowered((ROOT / at[2]).read_text('utf-8'))}\n\n{at[3]}", text)


if __name__ == "__main__":
    for name in PAGES:
        (HERE / name).write_text(page(name), "utf-8")
