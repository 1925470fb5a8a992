"""Small changes of Python code that a test should notice, each with a name that outlives a move of its file.

A change stands in the body of a function. Its name is made of the game (or `core`), the file, the function, a hash of
the statement, the kind of change and its number among equal ones; neither a folder nor a line is part of it.
"""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import attrs

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
EXCHANGED = {"min": "max", "max": "min", "any": "all", "all": "any"}
SAID = {"Reason", "cast", "PluginError", "UsageError", "ValueError"}
"""Calls whose arguments are read by people or by a type checker alone."""
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@attrs.frozen
class Mutant:
    """One change, at its place in a checkout."""

    file: str
    """The file's path in the checkout."""
    function: str
    """The function's qualified name in the file: `Groups.merge`, `clockwise.after`."""
    statement: str
    """A hash of the statement without its layout and messages; of `if` and the like only the first line counts."""
    operator: str
    ordinal: int
    line: int
    before: str
    after: str
    start: int
    """First byte that is replaced."""
    end: int

    @property
    def place(self) -> tuple[str, str, str, int]:
        """What stays the same when the file moves."""
        return self.function, self.statement, self.operator, self.ordinal

    @property
    def home(self) -> str:
        """The game, or `core`."""
        first, second = self.file.split("/")[:2]
        return second if first == "games" else first

    @property
    def key(self) -> str:
        """The name."""
        return ":".join([self.home, Path(self.file).stem, *map(str, self.place)])

    def planted(self, source: bytes) -> bytes:
        """The source of the file with the change."""
        return source[: self.start] + self.after.encode() + source[self.end :]


class _WithoutMessages(ast.NodeTransformer):
    """Blanks sentences, so that a better wording does not change a statement's hash."""

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        return ast.Constant("") if isinstance(node.value, str) and " " in node.value else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Constant:
        return ast.Constant("")


def _hashed(statement: ast.stmt) -> str:
    bare = copy.copy(statement)
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        if getattr(bare, name, None):
            setattr(bare, name, [])
    text = ast.unparse(_WithoutMessages().visit(copy.deepcopy(bare)))
    return hashlib.sha256(text.encode()).hexdigest()[:10]


@attrs.define(slots=False)
class Source:
    """The code of one file, and every change of it."""

    root: Path
    file: str

    @cached_property
    def bytes(self) -> bytes:
        return (self.root / self.file).read_bytes()

    @cached_property
    def _lines(self) -> list[int]:
        """The offset of the first byte of each line."""
        starts = [0]
        for line in self.bytes.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        return starts

    def mutants(self) -> Iterator[Mutant]:
        """Every change, in the order of the file."""
        for name, function in _functions(ast.parse(self.bytes), ""):
            equal: Counter[tuple[str, str]] = Counter()
            returned = ast.unparse(function.returns) if function.returns else ""
            for statement in function.body[1:] if ast.get_docstring(function) else function.body:
                for owner, node, operator, changed in _changes(statement, statement, returned):
                    after = ast.unparse(changed)
                    is_statement = isinstance(changed, ast.stmt)
                    hashed = _hashed(owner)
                    assert node.end_lineno is not None and node.end_col_offset is not None
                    yield Mutant(
                        file=self.file,
                        function=name,
                        statement=hashed,
                        operator=operator,
                        ordinal=equal[hashed, operator],
                        line=node.lineno,
                        before=ast.unparse(node),
                        after=after if is_statement else f"({after})",
                        start=self._lines[node.lineno - 1] + node.col_offset,
                        end=self._lines[node.end_lineno - 1] + node.end_col_offset,
                    )
                    equal[hashed, operator] += 1


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (*FUNCTIONS, ast.ClassDef)):
            name = f"{prefix}{child.name}"
            if isinstance(child, FUNCTIONS):
                yield name, child
            yield from _functions(child, f"{name}.")
        else:
            yield from _functions(child, prefix)


Change = tuple[ast.stmt, "ast.stmt | ast.expr", str, "ast.stmt | ast.expr"]
"""The statement, the node in it that is replaced, the kind of change, and what it is replaced by."""


def _changes(node: ast.AST, owner: ast.stmt, returned: str) -> Iterator[Change]:
    """Every change of the node and what lies in it, but not in functions of its own."""
    if isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.JoinedStr, ast.Assert, ast.pattern, ast.arguments)):
        return
    if isinstance(node, ast.stmt):
        owner = node
        for operator, changed in _of_statement(node, returned):
            yield owner, node, operator, changed
        if isinstance(node, ast.Raise):
            return
    elif isinstance(node, ast.expr):
        for operator, other in _of_expression(node):
            yield owner, node, operator, other
        if isinstance(node, ast.Call) and _is_said(node.func):
            return
    condition = getattr(node, "test", None)
    for test in [condition] if isinstance(condition, ast.expr) else getattr(node, "ifs", []):
        yield owner, test, "negate", ast.UnaryOp(ast.Not(), test)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _changes(child, owner, returned)


def _is_said(function: ast.expr) -> bool:
    if isinstance(function, ast.Attribute):
        return isinstance(function.value, ast.Name) and function.value.id == "log"
    return isinstance(function, ast.Name) and function.id in SAID


def _of_statement(node: ast.stmt, returned: str) -> Iterator[tuple[str, ast.stmt]]:
    if isinstance(node, ast.AugAssign):
        if type(node.op) in COMPUTED:
            yield "arithmetic", ast.AugAssign(node.target, COMPUTED[type(node.op)](), node.value)
        yield "drop", ast.Pass()
    elif isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Call) and not _is_said(node.value.func):
            yield "drop", ast.Pass()
    elif isinstance(node, ast.Assign):
        if all(isinstance(target, (ast.Attribute, ast.Subscript)) for target in node.targets):
            yield "drop", ast.Pass()
    elif isinstance(node, (ast.Delete, ast.Raise, ast.Continue, ast.Break)):
        yield "drop", ast.Pass()
    elif isinstance(node, ast.Return) and node.value is not None:
        changed = _returned(node.value, returned.partition("[")[0])
        if changed is not None:
            yield "return", ast.Return(changed)


def _returned(value: ast.expr, kind: str) -> ast.expr | None:
    """Another value of the kind that the function returns, None for kinds that have no other of their own."""
    if kind == "bool":
        return ast.UnaryOp(ast.Not(), value)
    if kind == "int":
        return ast.BinOp(value, ast.Add(), ast.Constant(1))
    if kind in ("list", "tuple") and getattr(value, "elts", True):
        return ast.Subscript(value, ast.Slice(upper=ast.UnaryOp(ast.USub(), ast.Constant(1))))
    return None


def _of_expression(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            ops = [*node.ops[:at], COMPARED[type(op)](), *node.ops[at + 1 :]]
            yield "compare", ast.Compare(node.left, ops, node.comparators)
    elif isinstance(node, ast.BinOp):
        if type(node.op) in COMPUTED:
            yield "arithmetic", ast.BinOp(node.left, COMPUTED[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield "logic", ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, (ast.Not, ast.USub)):
            yield "sign", node.operand
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield "flag", ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield "more", ast.Constant(node.value + 1)
            yield "less", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in EXCHANGED:
        yield "exchange", ast.Call(ast.Name(EXCHANGED[node.func.id]), node.args, node.keywords)
