"""No file uses the private names of another file's things."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from ..cases import cases
from .sources import ROOT, files, path_id

STANDARD = {"os", "sys"}
"""Modules of Python with documented names that begin with an underscore, such as `os._exit`."""
DOCUMENTED = {"_replace", "_asdict", "_fields"}
"""Methods that named tuples document."""
REASONED = {
    "core/editor/class_schema.py: validator._validators": "attrs has no other name for the parts of `and_`",
    "core/cli/shared/plain_values.py: one._runtime_param": "where typer keeps how it reads a value; looked for first",
    "core/cli/shared/plain_values.py: param._runtime_param": "likewise: typer reads what is not plain",
    "core/cli/shared/plain_values.py: parser._long_opt": "the options that typer's parser knows, by flag",
    "core/cli/shared/plain_values.py: parser._short_opt": "likewise, by letter",
}
"""The exceptions, each with its reason."""


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def doors(tree: ast.Module) -> Iterator[str]:
    """Yield each use of a private name of an object that is not the file's own, as it is written.

    A file's own names are those that it defines, and the attributes that its classes read from themselves.
    """
    own, used = set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.Attribute) and private(node.attr):
            holder = node.value.id if isinstance(node.value, ast.Name) else ""
            if holder in ("self", "cls"):
                own.add(node.attr)
            elif holder not in STANDARD:
                used.append(node)
        elif isinstance(node, ast.ImportFrom):
            # A folder's private file may be used by the files beside it.
            parts = (node.module or "").split(".")[node.level == 1 :]
            if any(map(private, parts)) or any(private(one.name) for one in node.names if node.module):
                yield ast.unparse(node)
    yield from (ast.unparse(node) for node in used if node.attr not in own)


MAYBE = re.compile(
    r"(?<!\bself)(?<!\bcls)\._[A-Za-z]|import\b.*\b_[A-Za-z]|from\s.*[. ]_[A-Za-z]|^    _\w+,$", re.MULTILINE
)
"""What stands in every file that may use a private name of another one; the others need not be parsed."""


def test_no_private_name_of_another_file_is_used() -> None:
    texts = {
        path_id(path): path.read_text("utf-8")
        for folder in ("core", "games")
        for path in files(ROOT / folder, ".py")
    }
    found = {
        f"{name}: {door}"
        for name, text in texts.items()
        if MAYBE.search(text)
        for door in doors(ast.parse(text))
    }
    assert found - REASONED.keys() == set()
    assert REASONED.keys() - found == set(), "these exceptions are not needed any more"


@pytest.mark.parametrize(("source", "seen"), cases(__file__, "what_counts_as_a_private_door"))
def test_what_counts_as_a_private_door(source: str, seen: list[str]) -> None:
    assert list(doors(ast.parse(source))) == seen
    assert not seen or MAYBE.search(source)
