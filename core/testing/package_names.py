"""The Python files of a ruleset's packages and what they name. They are read as text and never run."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from fnmatch import translate
from functools import lru_cache
from inspect import ismodule
from pathlib import Path
from typing import get_args

import attrs

from ..rules.game import Game, Module
from ..rules.ruleset import Rules
from ..text.checks import Provenance
from ..text.folder import is_text

OURS = ("tilewright", "tilewright.games")
"""Packages that hold many rulesets: the package of one does not reach up to them."""
FOREIGN = frozenset({*sys.stdlib_module_names, "attr", "attrs", "cattrs"})
TESTS = frozenset({"tests", "test"})
FILLED = re.compile(r"%[sd]|\{[^{}]*\}")
"""The parts that `%` and `str.format` fill in."""


def roots(rules: Rules) -> list[Path]:
    """The folders of the packages of the game and its modules, and the files of modules that are in none."""
    parts: list[Game | Module] = [rules.game, *rules.modules]
    return list(dict.fromkeys(root for part in parts for root in _roots(rules, part)))


def sources(places: Iterable[Path]) -> list[Path]:
    """The Python files there, without tests; with a file come those next to it that it imports."""
    found: dict[Path, None] = {}
    for root in places:
        inside = sorted(root.rglob("*.py")) if root.is_dir() else _imported(root)
        found |= dict.fromkeys(
            one
            for one in inside
            if not TESTS & {*one.relative_to(root if root.is_dir() else root.parent).parts}
        )
    return list(found)


def _roots(rules: Rules, part: Game | Module) -> Iterator[Path]:
    plugin = rules.plugins.get_plugin(part.name)
    # A plugin may declare what lies in a package next to it.
    held = list(attrs.asdict(part, recurse=False).values())
    if not ismodule(plugin):
        held += vars(plugin).values()
    names = {str(getattr(one, "__module__", "")) for one in held if callable(one)}
    if ismodule(plugin):
        names.add(plugin.__name__)
    for name in sorted(names):
        if name.partition(".")[0] in FOREIGN or (
            name.startswith("tilewright.") and not name.startswith(OURS[1])
        ):
            continue
        outer = name
        while (parent := outer.rpartition(".")[0]) and parent not in OURS and file(parent) is not None:
            outer = parent
        first = file(outer)
        if first is not None:
            yield first.parent if hasattr(sys.modules[outer], "__path__") else first


def _imported(path: Path) -> Iterator[Path]:
    """Yield a file, and the files in its folder that it imports, directly or not."""
    waiting, found = [path], {path}
    while waiting:
        one = waiting.pop()
        yield one
        names = set(
            re.findall(r"^\s*(?:from|import)\s+\.?(\w+)", one.read_text("utf-8-sig", "replace"), re.MULTILINE)
        )
        near = {path.parent / f"{name}.py" for name in names}
        more = sorted(each for each in near - found if each.is_file())
        found.update(more)
        waiting += more


def file(module: str) -> Path | None:
    """Return the file of an imported module; None if it has none."""
    found = getattr(sys.modules.get(module), "__file__", None)
    return Path(found) if found else None


def named(path: Path) -> str:
    """Return a file as messages name it: with its folder."""
    return f"{path.parent.name}/{path.name}"


@attrs.frozen
class OptionRead:
    """An attribute of something that may be a ruleset's options."""

    name: str
    line: int
    function: str
    """The function of the file in which it stands, "" if in none or in a class."""


@attrs.frozen(eq=False)
class SourceFile:
    """One Python file."""

    file: str
    text: str
    texts: frozenset[str] = frozenset()
    """Its string constants, except those with which a score reason or a stream is declared."""
    patterns: frozenset[str] = frozenset()
    """Texts that are put together in it, `*` for each part that is filled in; only those with two letters or more."""
    words: frozenset[str] = frozenset()
    """Its identifiers, except the names of the functions that it defines."""
    functions: frozenset[str] = frozenset()
    """Its functions outside of classes and without decorators."""
    reads: tuple[OptionRead, ...] = ()


@lru_cache(maxsize=1024)
def parsed(file: str, text: str) -> SourceFile:
    """Return what the file names. SyntaxError if it is not Python of this version."""
    found = _Reading()
    functions = []
    for top in ast.parse(text).body:
        function = top.name if isinstance(top, ast.FunctionDef) else ""
        own = isinstance(top, ast.ClassDef) and OPTION in top.name.lower()
        if isinstance(top, ast.FunctionDef) and not top.decorator_list:
            functions.append(function)
        for node in ast.walk(top):
            found.note(node, function, own)
    return SourceFile(
        file=file,
        text=text,
        texts=frozenset(found.texts),
        patterns=frozenset(one for one in found.patterns if sum(letter.isalpha() for letter in one) > 1),
        words=frozenset(found.words),
        functions=frozenset(functions),
        reads=tuple(read for held, read in found.reads if OPTION in held.lower() or held in found.alias),
    )


OPTION = "option"
"""Names with such a part may hold the options of a ruleset."""


class _Reading:
    """The names in the nodes of a file, the outer ones before those inside them."""

    def __init__(self) -> None:
        self.texts: set[str] = set()
        self.patterns: set[str] = set()
        self.words: set[str] = set()
        self.reads: list[tuple[str, OptionRead]] = []
        """The last name of what an attribute is read from, and the attribute."""
        self.alias: set[str] = set()
        """Names that may stand for options: assigned from them, typed so, or arguments of any type."""
        self._declared: set[ast.AST] = set()

    def note(self, node: ast.AST, function: str, own: bool) -> None:
        """Note a node of this function; `own` if it is in a class of options, whose `self` are options."""
        if isinstance(node, ast.Name):
            self.words.add(node.id)
        elif isinstance(node, ast.Attribute):
            self.words.add(node.attr)
            self._read(node.value, node.attr, node.lineno, function, own)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node not in self._declared:
                self._text(node.value)
        elif isinstance(node, ast.JoinedStr):
            made = [str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values]
            self.patterns.add("".join(made))
        elif isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Constant):
                self._read(node.value, str(node.slice.value), node.lineno, function, own)
        elif isinstance(node, ast.Call):
            self._call(node, function, own)
        elif isinstance(node, ast.arg):
            self.words.add(node.arg)
            if node.arg not in ("self", "cls") and (node.annotation is None or _loose(node.annotation)):
                self.alias.add(node.arg)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)):
            self._assigned(node)
        elif isinstance(node, ast.ClassDef):
            self.words.add(node.name)
        elif isinstance(node, ast.keyword):
            self.words.add(node.arg or "")
        elif isinstance(node, ast.alias):
            self.words |= {node.name, node.asname or node.name}

    def _text(self, text: str) -> None:
        self.texts.add(text)
        if FILLED.search(text):
            self.patterns.add(FILLED.sub("*", text))
        elif text[-1:] in ("_", ".") or text[:1] in ("_", "."):
            self.patterns |= {f"{text}*", f"*{text}"}

    def _read(self, held: ast.expr, name: str, line: int, function: str, own: bool) -> None:
        last = _last(held)
        self.reads.append((OPTION if own and last == "self" else last, OptionRead(name, line, function)))

    def _call(self, node: ast.Call, function: str, own: bool) -> None:
        called = _last(node.func)
        if called == "ScoreReason" and node.args:
            self._declared.add(node.args[0])
        for keyword in node.keywords:
            if keyword.arg == "streams":
                self._declared.update(ast.walk(keyword.value))
        if called == "getattr" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):
            self._read(node.args[0], str(node.args[1].value), node.lineno, function, own)

    def _assigned(self, node: ast.Assign | ast.AnnAssign | ast.NamedExpr) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts))
            for to, value in pairs:
                typed = isinstance(node, ast.AnnAssign) and _loose(node.annotation)
                if typed or (value is not None and OPTION in _last(value).lower()):
                    self.alias.add(_last(to))


def _loose(stated: ast.expr) -> bool:
    """Return whether something of this type may be options."""
    names = [one.id for one in ast.walk(stated) if isinstance(one, ast.Name)]
    names += [str(one.value) for one in ast.walk(stated) if isinstance(one, ast.Constant)]
    names += [one.attr for one in ast.walk(stated) if isinstance(one, ast.Attribute)]
    return names == ["Any"] or any(OPTION in name.lower() for name in names)


def _last(node: ast.expr) -> str:
    """Return the last name of an expression: `options` of `view.options` and of `cast(Options, self.options)`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    if isinstance(node, ast.Call):
        called = _last(node.func)
        if called == "cast" and node.args:
            return OPTION if _loose(node.args[0]) else _last(node.args[-1])
        return called
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        values = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        return next((name for value in values if OPTION in (name := _last(value)).lower()), "")
    return ""


class PackageSources:
    """All Python files of a ruleset, and the words of its data files."""

    def __init__(self, rules: Rules, places: Iterable[Path]) -> None:
        self.files = [source for path in sources(places) if (source := _read(path)) is not None]
        self.texts = frozenset[str]().union(*(source.texts for source in self.files))
        self.words = frozenset[str]().union(*(source.words for source in self.files))
        self._lower = {word.lower() for word in self.words}
        made = sorted(frozenset[str]().union(*(source.patterns for source in self.files)))
        self._made = re.compile("|".join(f"(?:{translate(one)})" for one in made) or "(?!)")
        data = [
            folder.text(name)
            for folder in rules.folders
            for name in folder.names()
            if not is_text(Path(name).name)  # what these hold is looked for, and no use of it
        ]
        # Files of data may hold these words although none does so now.
        self._data = {word for text in data for word in re.findall(r"[^\W\d][\w.-]*", text)}
        self._data.update(get_args(Provenance))

    def use(self, text: str) -> bool:
        """Return whether a file may use this text: as a constant, put together, in data, or made of an identifier."""
        tails = [text, *(text[n + 1 :] for n, letter in enumerate(text) if letter == ".")]
        return any(
            tail in self.texts or tail in self._data or tail.lower() in self._lower or self._made.match(tail)
            for tail in tails
        )

    def place(self, pattern: str, module: str = "") -> str:
        """Return file and line where a pattern first matches, such as a declaration, in a module; "" if nowhere."""
        wanted = file(module)
        for source in self.files:
            found = re.search(pattern, source.text, re.MULTILINE)
            if found is not None and (wanted is None or source.file == named(wanted)):
                return f"{source.file}:{source.text.count(chr(10), 0, found.start()) + 1}"
        return ""

    def reads(self, option: str) -> tuple[list[str], list[str]]:
        """Return the places where code may read the option, and the functions that do, but that nothing names."""
        places, idle = list[str](), list[str]()
        for source in self.files:
            for read in source.reads:
                if read.name == option:
                    dead = read.function in source.functions and not self._named(read.function)
                    place = f"{source.file}:{read.line}"
                    (idle if dead else places).append(f"{read.function} ({place})" if dead else place)
        return places, idle

    def _named(self, function: str) -> bool:
        return function in self.words or function in self.texts


def _read(path: Path) -> SourceFile | None:
    """Return what the file names; None if it is not Python of this version, such as a template."""
    try:
        return parsed(named(path), path.read_text("utf-8-sig"))
    except (OSError, ValueError, SyntaxError):
        return None
