"""Records: a match as JSON Lines, append-only; the referee's file, since it holds the seed and so every secret.

Lines: the header; then `{"n", "seat", "move"}` for each decision (`told`: the move as others may read it), with
`{"n", "draw", "value"}` for what chance gave in it (`to`: the only player who saw it), `{"n", "turn", "hash"}` at each
turn's end, `{"n", "reveal"}` at a reveal, `{"undo": seat}` and `{"redo": seat}`, and last `{"result"}`. A last line
without its newline is an unfinished write.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from .errors import Incompatible, InvalidFile, Problem, UsageError

if TYPE_CHECKING:
    from .rules import Rules

FORMAT = 1
"""Version of the record format that is written; older ones stay readable."""


def header(
    rules: Rules, seats: tuple[str, ...], seed: int, bots: Mapping[str, str], start: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The first line of a record: all that is needed to play it again."""
    from tilewright import __version__

    found: dict[str, Any] = {
        "tilewright": FORMAT,
        "engine": __version__,
        "game": rules.game.name,
        "ruleset": rules.game.version,
        "modules": {m.name: m.version for m in rules.modules},
        "edition": rules.edition,
        "options": rules.option_values,
        "overrides": rules.overrides,
        "data": rules.data_folder,
        "data_digest": rules.data_digest,
        "option_hash": rules.option_hash,
        "schema": rules.schema,
        "seats": list(seats),
        "bots": dict(bots),
        "seed": seed,
    }
    if start is not None:
        found["start"] = start
    return found


@attrs.frozen
class Line:
    """One line of a record after the header, with its line number."""

    number: int
    content: Mapping[str, Any]


@attrs.frozen
class Record:
    """A whole record. `unfinished` is the line number of a torn last line that was dropped, 0 without one."""

    path: str
    header: Mapping[str, Any]
    lines: tuple[Line, ...]
    unfinished: int = 0

    @property
    def bots(self) -> dict[str, str]:
        """Player to bot, as the header names them. Only installed ones may be made from it: `bots.installed`."""
        return {str(name): str(text) for name, text in (self.header.get("bots") or {}).items()}

    @property
    def shared(self) -> str:
        """Whose knowledge this copy holds (`anna`, `the spectator`); "" for the referee's record."""
        if "shared" not in self.header:
            return ""
        return str(self.header["shared"].get("as") or "the spectator")

    def problem(self, line: int, message: str) -> Problem:
        return Problem(self.path, line, 1, "", message)


_SCENE = re.compile(rb"^(- )?(scene|game|players):", re.MULTILINE)
"""What a scene file, given by mistake, has at the beginning of a line."""


def read(path: str | Path) -> Record:
    """The record in this file. InvalidFile names the damaged line; Incompatible names an unknown format."""
    name = str(path)
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise UsageError(f"{name}: {error.strerror}") from error
    if not raw:
        raise InvalidFile([Problem(name, 1, 1, "", "the file is empty; a record begins with a header line")])
    if _SCENE.search(raw) and not raw.startswith(b"{"):
        said = f"this is a scene, not the record of a game; run it with: tilewright scene run {name}"
        raise InvalidFile([Problem(name, 1, 1, "", said)])
    pieces = raw.split(b"\n")
    torn = pieces.pop()
    lines: list[Line] = []
    for n, piece in enumerate(pieces, 1):
        lines.append(Line(n, _object(name, n, piece)))
    if not lines:
        raise InvalidFile(
            [Problem(name, 1, 1, "", "the header line is unfinished; nothing of the game was saved")]
        )
    first = lines[0].content
    if "tilewright" not in first:
        raise InvalidFile([Problem(name, 1, 1, "", "this is not a tilewright record: the header is missing")])
    if first["tilewright"] != FORMAT:
        raise Incompatible(
            f"{name}:1: record format {first['tilewright']!r}; this version of tilewright reads format {FORMAT}"
        )
    needed = {"game": str, "modules": dict, "options": dict, "overrides": dict, "seats": list, "seed": int}
    shared = "shared" in first
    if shared:  # a copy for one seat has no seed, but a position that the seat could be in
        del needed["seed"]
        needed |= {"shared": dict, "start": dict}
    wrong = [
        Problem(name, 1, 1, key, f"missing, or not a {kind.__name__}")
        for key, kind in needed.items()
        if not isinstance(first.get(key), kind)
    ]
    if wrong:
        raise InvalidFile(wrong)
    for line in lines[1:]:
        _shape(name, line, _SHAPES + _SHARED * shared)
    return Record(name, first, tuple(lines[1:]), len(pieces) + 1 if torn else 0)


def _object(name: str, number: int, piece: bytes) -> Mapping[str, Any]:
    try:
        content = json.loads(piece.decode("utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise InvalidFile(
            [Problem(name, number, 1, "", f"damaged line, not a JSON object: {error}")]
        ) from error
    if not isinstance(content, dict):
        raise InvalidFile([Problem(name, number, 1, "", "damaged line: expected a JSON object")])
    return content


_SHAPES: tuple[dict[str, type], ...] = (
    {"n": int, "seat": int, "move": str},
    {"n": int, "draw": str, "value": str},
    {"n": int, "turn": int, "hash": str},
    {"n": int, "reveal": bool},
    {"undo": int},
    {"redo": int},
    {"result": dict},
    {"note": str},
)


_SHARED: tuple[dict[str, type], ...] = ({"n": int, "draw": str, "to": str}, {"n": int, "turn": int})
"""Lines of a copy for one seat: what others drew, and turns without hashes."""


def _shape(name: str, line: Line, shapes: tuple[dict[str, type], ...]) -> None:
    content = line.content
    for shape in shapes:
        if all(isinstance(content.get(key), kind) for key, kind in shape.items()):
            return
    said = "this is not a move, draw, turn, undo, redo or result line"
    raise InvalidFile([Problem(name, line.number, 1, "", said)])


def rules_of(record: Record) -> Rules:
    """The rules that the record was played under; Incompatible if the installed ones differ."""
    from .assembly import load

    head = record.header
    game = str(head["game"])
    given = {**head["options"], **{f"data:{k}": v for k, v in head["overrides"].items()}}
    try:
        rules = load(game, sorted(head["modules"]), given, head.get("edition"), head.get("data"))
    except UsageError as error:
        raise Incompatible(f"{record.path}:1: {error}") from error
    if head.get("ruleset") != rules.game.version:
        raise Incompatible(
            f"{record.path}:1: played under version {head.get('ruleset')} of the {game} rules, but version "
            f"{rules.game.version} is installed; install the tilewright that wrote it ({head.get('engine')})"
        )
    if head.get("data_digest") != rules.data_digest:
        raise Incompatible(f"{record.path}:1: the game's data has changed since the record was written")
    if head.get("option_hash") != rules.option_hash:
        raise Incompatible(f"{record.path}:1: the header's option hash does not match its options")
    return rules
