"""The repository as the tests of the house see it: folders, sources and who imports what."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

import attrs

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("core", "games", "data")
BUILT = {"__pycache__", "build", "dist", "node_modules"}  # never ours, wherever they lie


def files(folder: Path, suffix: str = "") -> Iterator[Path]:
    """Yield the files and links under `folder`, without hidden or built ones and without environments."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or path.name in BUILT or path.name.endswith(".egg-info"):
            continue
        if path.is_dir() and not path.is_symlink():
            if not (path / "pyvenv.cfg").exists():
                yield from files(path, suffix)
        elif path.name.endswith(suffix):
            yield path


def script(*parts: str) -> Any:
    """The names that a script of the repository defines; it is run, but not as the main program."""
    return SimpleNamespace(**run_path(str(ROOT.joinpath(*parts))))


def module_name(path: Path) -> str:
    """The dotted name under which a source of core/, games/ or data/ is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("tilewright", *(parts[:-1] if parts[-1] == "__init__" else parts)))


@attrs.frozen(slots=False)
class Source:
    """One Python file of the product."""

    module: str
    is_package: bool
    text: str

    @classmethod
    def read(cls, path: Path) -> Source:
        return cls(module_name(path), path.name == "__init__.py", path.read_text("utf-8"))

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def home(self) -> str:
        """Where imports are relative: tilewright.core, tilewright.data or one game."""
        parts = self.module.split(".")
        return ".".join(parts[: 3 if parts[1] == "games" else 2])

    def imports(self) -> Iterator[Import]:
        package = self.module.split(".") if self.is_package else self.module.split(".")[:-1]
        checking = [node for node in self.tree.body if isinstance(node, ast.If) and _types_only(node)]
        typed = {child for node in checking for one in node.body for child in (one, *statements(one))}
        for node in statements(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(node.lineno, False, alias.name, (alias.name,), node in typed)
            elif isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else []
                base = ".".join([*above, *([node.module] if node.module else [])])
                within = tuple(f"{base}.{alias.name}" for alias in node.names)
                yield Import(node.lineno, node.level > 0, base, (base, *within), node in typed)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements below a node, however deep, without a look into their expressions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield child
            yield from statements(child)


def _types_only(node: ast.If) -> bool:
    return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@attrs.frozen
class Import:
    """One import: `base` is the module named, `names` also what is taken from it, all made absolute."""

    line: int
    relative: bool
    base: str
    names: tuple[str, ...]
    types: bool = False
    """True if only a type checker sees it."""

    def touches(self, package: str) -> bool:
        return any(inside(name, package) for name in self.names)


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


SOURCES = [path for folder in FOLDERS for path in files(ROOT / folder, ".py")]
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/__init__.py"))


def path_id(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
