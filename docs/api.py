"""Writes the table of names for authors into docs/api.md: everything in tilewright.authoring, in plain text.

python docs/api.py            # writes the table again; a test compares the two
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).with_name("api.md")
SOURCE = Path(__file__).parents[1] / "src" / "tilewright" / "authoring.py"
HEAD = "## Names for authors"
ABOUT = """Everything in which a ruleset, a module, a bot or a metric is written can be imported from one place:
`from tilewright.authoring import Game, Phase, State`. Nothing else is needed, and its names are promised
([stability.md](stability.md)). Each is at home in a file of the engine, which the headings name and the rest of this
page describes. Tests of a ruleset import from `tilewright.testing`. This list is written by `python docs/api.py`."""


def homes() -> dict[str, list[str]]:
    """Return the names by the file of the engine that they are at home in."""
    found: dict[str, list[str]] = {}
    for home, name in re.findall(
        r"^from \.core\.([\w.]+) import (\w+) as \2$", SOURCE.read_text("utf-8"), re.M
    ):
        found.setdefault(home, []).append(name)
    return found


def said(home: str) -> dict[str, str]:
    """Return the docstring of everything at the top of the file, also of values that a string follows."""
    module = import_module(f"tilewright.core.{home}")
    found: dict[str, str] = {}
    names: list[str] = []
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found |= dict.fromkeys(names, str(node.value.value))
        names = []
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = ast.get_docstring(node) or ""
        elif isinstance(node, ast.Assign):
            names = [
                one.id
                for one in ast.walk(node)
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
            ]
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names = [node.target.id]
    return found


def first(text: str) -> str:
    """Return the first sentence or paragraph, in one line and safe in a table."""
    paragraph = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[a-z`)\]]\.) (?=[A-Z`])", paragraph)[0].replace("|", "\\|")


def table() -> Iterator[str]:
    for home, names in homes().items():
        texts = said(home)
        yield f"\n**{home}**: {first(import_module(f'tilewright.core.{home}').__doc__ or '')}\n"
        yield "| name | what it is |"
        yield "| --- | --- |"
        for name in names:
            yield f"| `{name}` | {first(texts[name])} |"


def page() -> str:
    """Return the whole page with its table written anew."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(f"{HEAD}\n")
    after = rest[rest.index("\n## ") :]
    return "\n".join([before + HEAD, "", ABOUT, *table()]) + "\n" + after


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
