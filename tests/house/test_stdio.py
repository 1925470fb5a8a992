"""The engine and the games have no input and no output: what they say, they return.

What the command line says leaves in one place, which makes foreign text harmless.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from .sources import ROOT, SOURCES, Source, path_id

SPEAKERS = ("cli", "draw", "screen")  # rooms of core that are there to read and write
STREAMS = {"stdin", "stdout", "stderr", "__stdin__", "__stdout__", "__stderr__"}
DEVICES = {0, 1, 2, "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty"}


def is_quiet(path: Path) -> bool:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return not (parts[0] == "core" and parts[1] in SPEAKERS)


BOUNDARY = "core/cli/shared/output.py"
READER = "core/cli/shared/terminal.py"
"""Reads lines from the keyboard or a pipe."""
ANSWERS = "core/cli/author/compare_rules.py"
"""`engine` answers programs, line by line."""
WORKERS = "core/simulation/workers.py"
"""Takes the streams of worker processes away from bots and plugins, and prints nothing."""
STYLISTS = {
    BOUNDARY,
    READER,
    *(
        f"core/cli/{name}.py"
        for name in ("printing", "screens", "after", "show", "comparing", "check", "boxpictures")
    ),
}
"""They vouch for text with escape sequences: everything foreign in it is printable."""
QUIET = [path for path in SOURCES if is_quiet(path)]


def spoken(tree: ast.Module) -> Iterator[str]:
    """Every place that reads from or writes to the terminal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            target = node.args[0] if node.args else None
            if name in {"print", "input", "breakpoint"}:
                yield f"line {node.lineno}: {name}()"
            elif name == "open" and isinstance(target, ast.Constant) and target.value in DEVICES:
                yield f"line {node.lineno}: open({target.value!r})"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.value.id == "sys" and node.attr in STREAMS:
                yield f"line {node.lineno}: sys.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "sys":
            yield from (f"line {node.lineno}: sys.{a.name}" for a in node.names if a.name in STREAMS)


def table_tools(source: Source) -> list[str]:
    """Imports of the libraries that write to terminals."""
    return [
        f"line {i.line}: {i.base}"
        for i in source.imports()
        if i.base.split(".")[0] in {"rich", "textual", "typer"}
    ]


@pytest.mark.parametrize("path", QUIET, ids=path_id)
def test_no_input_no_output(path: Path) -> None:
    source = Source.read(path)
    found = list(spoken(source.tree))
    assert not [one for one in found if path != ROOT / WORKERS or "sys." not in one]
    if source.is_engine or source.module.startswith("tilewright.games."):
        assert not table_tools(source)


@pytest.mark.parametrize("path", [path for path in SOURCES if not is_quiet(path)], ids=path_id)
def test_what_is_said_leaves_in_one_place(path: Path) -> None:
    if path != ROOT / BOUNDARY:
        reads = {ROOT / READER: ("input()", "sys.stdin"), ROOT / ANSWERS: ("sys.stdin",)}.get(path, ())
        assert not [one for one in spoken(Source.read(path).tree) if not one.endswith(reads)]
        assert "typer.echo" not in path.read_text("utf-8") and "secho" not in path.read_text("utf-8")
    if path not in {ROOT / name for name in STYLISTS}:
        assert "Styled" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "print('x')",
        "def f(): return input()",
        "import sys; sys.stdout.write('x')",
        "log(file=sys.stderr)",
        "from sys import stdin",
        "open(1, 'w')",
        "open('/dev/stdout')",
        "breakpoint()",
    ],
)
def test_speaking_is_seen(text: str) -> None:
    assert list(spoken(ast.parse(text)))


def test_reading_a_file_is_not_speaking() -> None:
    assert not list(spoken(ast.parse("with open('tiles.yaml') as f: pass\nself.print(x)\nsys.argv")))
