"""The engine and the games have no input and no output: what they say, they return.

What the command line says leaves in one place, which makes foreign text harmless.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..cases import cases
from .sources import ROOT, SOURCES, path_id

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
HUMAN = "core/adapters/episode.py"
"""Prints what is drawn, which is printable, where a learner's environment is shown to a person."""
STYLISTS = {
    BOUNDARY,
    READER,
    *(f"core/cli/{name}.py" for name in cases(__file__, "names")),
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


MAYBE = re.compile(r"\b(?:print|input|breakpoint)\(|\bopen\([\d'\"]|\bsys\.__?std|\bstd(?:in|out|err)\b")
"""What stands in every file that may read or write; the others need not be parsed."""


def test_no_input_no_output() -> None:
    texts = {path_id(path): path.read_text("utf-8") for path in QUIET}
    found = {name: list(spoken(ast.parse(text))) for name, text in texts.items() if MAYBE.search(text)}
    allowed = {path_id(ROOT / WORKERS): "sys.", path_id(ROOT / HUMAN): "print()"}
    assert not {
        name: said
        for name, said in found.items()
        if [one for one in said if name not in allowed or allowed[name] not in one]
    }


def test_what_is_said_leaves_in_one_place() -> None:
    for path in SOURCES:
        if is_quiet(path):
            continue
        text = path.read_text("utf-8")
        if path != ROOT / BOUNDARY:
            reads = {ROOT / READER: ("input()", "sys.stdin"), ROOT / ANSWERS: ("sys.stdin",)}.get(path, ())
            assert not [one for one in spoken(ast.parse(text)) if not one.endswith(reads)], path
            assert "typer.echo" not in text and "secho" not in text, path
        if path not in {ROOT / name for name in STYLISTS}:
            assert not re.search(r"\bStyled\b", text), path


@pytest.mark.parametrize("text", cases(__file__, "speaking_is_seen"))
def test_speaking_is_seen(text: str) -> None:
    assert MAYBE.search(text) and list(spoken(ast.parse(text)))


def test_reading_a_file_is_not_speaking() -> None:
    assert not list(spoken(ast.parse("with open('tiles.yaml') as f: pass\nself.print(x)\nsys.argv")))
