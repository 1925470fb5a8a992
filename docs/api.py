"""Writes docs/api.md and docs/territory.md from the code, in plain text: names for authors, and docstrings.

python docs/api.py            # writes them again; a test compares the two

Below each table are the signatures of what the page does not describe further down. What stands between
`<!-- object FILE.NAME -->` and `<!-- end -->` is written: the name, its docstring and those of its members;
`<!-- module FILE: NAMES -->` does so for some names of a file, without names for all that say what they are.
FILE is one of the engine, or begins with `games.`.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import fill, indent

PAGE = Path(__file__).with_name("api.md")
TERRITORY = Path(__file__).with_name("territory.md")
SOURCE = Path(__file__).parents[1] / "src" / "tilewright" / "authoring.py"
HEAD = "## Names for authors"
ABOUT = """Everything in which a ruleset, a module, a bot or a metric is written can be imported from one place:
`from tilewright.authoring import Game, Phase, State`. Nothing else is needed, and its names are promised
([stability.md](stability.md)). Each is at home in a file of the engine, which the headings name and the rest of this
page describes; classes of drawings have an example each in [drawing.md](drawing.md). Tests of a ruleset import from
`tilewright.testing`. This list is written by `python docs/api.py`."""


def homes() -> dict[str, list[str]]:
    """Return the names by the file of the engine that they are at home in."""
    found: dict[str, list[str]] = {}
    for home, name in re.findall(
        r"^from \.core\.([\w.]+) import (\w+) as \2$", SOURCE.read_text("utf-8"), re.M
    ):
        whole = find_spec(f"tilewright.core.{home}.{name}") if "." not in home else None
        found.setdefault(f"{home}.{name}" if whole else home, []).append(name)
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


def signatures(home: str, names: Sequence[str], described: str) -> Iterator[str]:
    """Yield how the functions and classes of a file are called, without those that the page describes."""
    known = set(re.findall(r"^#{3,4} (\w+)$", described, re.M))
    for node in ast.parse(inspect.getsource(import_module(f"tilewright.core.{home}"))).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in set(names) - known:
            found = called(node, False) if isinstance(node, ast.FunctionDef) else made(node)
            if found:
                yield fill(found, 100, subsequent_indent="    ", break_long_words=False)


def table(described: str) -> Iterator[str]:
    for home, names in homes().items():
        texts = {home.rpartition(".")[2]: "The file as a module."} | said(home)
        yield f"\n**{home}**: {first(import_module(f'tilewright.core.{home}').__doc__ or '')}\n"
        yield "| name | what it is |"
        yield "| --- | --- |"
        for name in names:
            yield f"| `{name}` | {first(texts[name])} |"
        calls = [] if home.rpartition(".")[2] in names else list(signatures(home, names, described))
        if calls:
            yield "\n```python\n" + "\n".join(calls) + "\n```"


def plain(text: str) -> str:
    """Return a docstring as Markdown: examples become code."""
    found = []
    for part in inspect.cleandoc(text).split("\n\n"):
        found.append(f"```python\n{part}\n```" if part.startswith(">>>") else part)
    return "\n\n".join(found)


def called(node: ast.FunctionDef, method: bool) -> str:
    """Return how it is called, as it is written, without `self`; a property by its name."""
    back = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    if any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list):
        return node.name + back.replace(" -> ", ": ")
    args = ast.unparse(node.args)
    if method and args.split(",")[0].split(":")[0] in ("self", "cls"):
        args = args.partition(", ")[2]
    return f"{node.name}({args}){back}"


def default(value: ast.expr | None) -> str:
    """Return the default of a field after ` = `; "" if it must be given, or if a call declares more than that."""
    if isinstance(value, ast.Call):
        given = (
            {one.arg: one.value for one in value.keywords} if ast.unparse(value.func) == "attrs.field" else {}
        )
        if "factory" in given:
            made = ast.unparse(given["factory"])
            return " = " + {"dict": "{}", "list": "[]"}.get(made, f"{made}()")
        value = given.get("default")
    return "" if value is None else f" = {ast.unparse(value)}"


def made(node: ast.ClassDef) -> str:
    """Return how the class is called, by its `__init__` or its fields; "" if it has neither of its own."""
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            return f"{node.name}{called(one, True).removeprefix('__init__').removesuffix(' -> None')}"
    bases, marks = map(ast.unparse, node.bases), map(ast.unparse, node.decorator_list)
    if "NamedTuple" not in bases and not any("attrs" in one for one in marks):
        return ""
    fields = [
        one for one in node.body if isinstance(one, ast.AnnAssign) and "init=False" not in ast.unparse(one)
    ]
    given = [
        f"{ast.unparse(one.target)}: {ast.unparse(one.annotation)}{default(one.value)}"
        for one in fields
        if "ClassVar" not in ast.unparse(one.annotation)
    ]
    named = "*, " * any("kw_only=True" in ast.unparse(one) for one in node.decorator_list)
    return f"{node.name}({named}{', '.join(given)})" if given else ""


def members(body: Sequence[ast.stmt], method: bool = True) -> Iterator[tuple[str, str, str, ast.stmt]]:
    """Yield (name, how it is written, docstring, node) of everything public that says what it is, and of fields."""
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        text, name, written = "", "", ""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            text, name = ast.get_docstring(node) or "", node.name
            written = called(node, method) if isinstance(node, ast.FunctionDef) else f"class {name}"
        elif isinstance(node, ast.AnnAssign | ast.Assign):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                text = str(after.value.value)
            name = ast.unparse(target)
            written = name
            if isinstance(node, ast.AnnAssign):
                written = f"{name}: {ast.unparse(node.annotation)}{default(node.value) if method else ''}"
        # The fields of a class are named even if their names say all.
        if (text or (method and isinstance(node, ast.AnnAssign))) and not name.startswith("_"):
            yield name, written, text, node


def described(node: ast.stmt, written: str, text: str, level: str, only: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines on a function, a value or a class with its members."""
    name = written.removeprefix("class ") if isinstance(node, ast.ClassDef) else re.split(r"[(:]", written)[0]
    yield f"{level} {name}\n"
    if not isinstance(node, ast.ClassDef):
        folded = fill(written, 100, subsequent_indent="    ", break_long_words=False)
        yield f"```python\n{folded}\n```\n"
    elif any(isinstance(one, ast.FunctionDef) and one.name == "__init__" for one in node.body):
        yield f"```python\n{fill(made(node), 100, subsequent_indent='    ', break_long_words=False)}\n```\n"
    yield f"{plain(text)}\n"
    for inner, how, said_of, _ in members(node.body) if isinstance(node, ast.ClassDef) else ():
        if not only or inner in only:
            first_line, _, rest = plain(said_of).partition("\n")
            yield f"- `{how}`" + f": {first_line}" * bool(first_line)
            if rest:
                yield indent(rest, "  ")
    yield ""


def entry(word: str, target: str, names: str) -> str:
    """Return what the page says of an object or of a file. ValueError if there is no such name."""
    only = [name.strip() for name in names.split(",") if name.strip()]
    home, _, name = (target, "", "") if word == "module" else target.rpartition(".")
    module = import_module(f"tilewright.{home if home.startswith('games.') else f'core.{home}'}")
    tree = ast.parse(inspect.getsource(module))
    found = {one[0]: one for one in members(tree.body, method=False)}
    for wanted in [name] if name else only:
        if wanted not in found:
            raise ValueError(f"{home} has no {wanted} that says what it is")
    if name:
        _, written, text, node = found[name]
        return "\n".join(described(node, written, text, "###", only))
    lines = [f"### {home.rpartition('.')[2]}\n", f"{plain(ast.get_docstring(tree) or '')}\n"]
    for one in only or found:
        _, written, text, node = found[one]
        lines += described(node, written, text, "####")
    return "\n".join(lines)


WRITTEN = re.compile(r"(<!-- (object|module) ([\w.]+)(?:: (.+?))? -->\n).*?(<!-- end -->\n)", re.DOTALL)


def page() -> str:
    """Return the whole page with its table and its descriptions written anew."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(f"{HEAD}\n")
    after = rest[rest.index("\n## ") :]
    return written("\n".join([before + HEAD, "", ABOUT, *table(before + after)]) + "\n" + after)


def territory() -> str:
    """Return the page on scoring tiles of Isle of Skye with its descriptions written anew."""
    return written(TERRITORY.read_text("utf-8"))


def written(text: str) -> str:
    """Return a page's text with its descriptions written anew."""
    return WRITTEN.sub(lambda at: f"{at[1]}\n{entry(at[2], at[3], at[4] or '').strip()}\n\n{at[5]}", text)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    TERRITORY.write_text(territory(), "utf-8")
