"""Documentation of a class and its fields from the source: the docstring, and the string below each field."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import lru_cache
from textwrap import dedent


def of_class(kind: type) -> str:
    """The class's own docstring; "" if it has none."""
    return inspect.cleandoc(kind.__doc__ or "") if "__doc__" in vars(kind) else ""


@lru_cache(maxsize=1024)
def of_fields(kind: type) -> Mapping[str, str]:
    """Return the strings below the fields of a class and of its bases, by name.

    Python does not keep these strings, so they are read from the source; where there is none, nothing is said.
    """
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__[:-1]):
        try:
            [body] = ast.parse(dedent(inspect.getsource(one))).body
        except (OSError, TypeError, SyntaxError, ValueError):
            continue
        found |= _below(body) if isinstance(body, ast.ClassDef) else {}
    return found


def first(text: str) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join(inspect.cleandoc(text).split("\n\n")[0].split())


def _below(body: ast.ClassDef) -> dict[str, str]:
    found = {}
    for node, after in zip(body.body, [*body.body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            said = after.value if isinstance(after, ast.Expr) else None
            text = said.value if isinstance(said, ast.Constant) else ""
            found[node.target.id] = inspect.cleandoc(text) if isinstance(text, str) else ""
    return found
