"""Records: a match as JSON Lines, append-only; the referee's file, since it holds the seed and so every secret.

Lines: the header; then `{"n", "seat", "move"}` for each decision (`told`: the move as others may read it), with
`{"n", "draw", "value"}` for what chance gave in it (`to`: the only player who saw it), `{"n", "turn", "hash"}` at each
turn's end, `{"n", "reveal"}` at a reveal, `{"undo": seat}` and `{"redo": seat}`, `{"back": n}` if everything after
decision n is taken back, those of people who leave (`seat_lines`), and last `{"result"}`. `{"note"}` and the lines of a
playtest (`playtest_lines`) may stand anywhere. A last line without its newline is an unfinished write.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, overload

import attrs

from ..base import files, strict_json
from ..base.errors import Incompatible, InvalidFile, Problem, UsageError
from ..base.limits import PLAYERS, RECORD, SEED_BITS
from ..base.version import __version__
from ..rules.packing import state_schema
from ..rules.ruleset import Rules
from ..text.seat_names import check_seat_names
from ..text.strict import EXACT, WORDS, Slips, near, structure
from . import playtest_lines, seat_lines
from .changes import PLAIN, packages
from .result import checked

DECIDING = frozenset({"move", "undo", "redo", "back"}) | seat_lines.KEYS
"""Keys of the lines that play, take back or change a seat; what follows from one of them stands behind it."""
REMARKS = frozenset({"note", "took", "refused", "question"})
"""Keys of the lines that a replay ignores."""
FOLLOWING = 2_000
"""Lines that follow from one decision, or from the set-up, and options, modules and packages of a header."""
FORMAT = 1
"""Version of the record format that is written; older ones stay readable."""
Help = Literal["full", "previews", "none"]
"""How much a table tells about moves before they are played (`core/table`), the same for all its seats."""


def header(
    rules: Rules,
    seats: tuple[str, ...],
    seed: int,
    bots: Mapping[str, str],
    start: Mapping[str, Any] | None,
    help_level: Help = "full",
    playtest: bool = False,
) -> dict[str, Any]:
    """Make the first line of a record: all that is needed to play it again."""
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
        "schema": state_schema(rules),
        "seats": list(seats),
        "bots": dict(bots),
        "seed": seed,
    }
    if known := packages(rules):
        found["packages"] = known
    found |= {"help": help_level} if help_level != "full" else {}
    found |= {"playtest": True} if playtest else {}
    if start is not None:
        found["start"] = start
    return found


def _seats(header: Header, field: object, seats: tuple[str, ...]) -> None:
    if not 0 < len(seats) <= PLAYERS:
        raise ValueError(f"seats: expected 1 to {PLAYERS} players, got {len(seats)}")
    try:
        check_seat_names(seats)
    except ValueError as error:
        raise ValueError(f"seats: {error}") from None


def _playing(header: Header, field: object, bots: Mapping[str, str]) -> None:
    for player in bots:
        if player not in header.seats:
            raise ValueError(f"bots: {player!r} is not among the players")


def _sources(header: Header, field: object, packages: dict[str, str]) -> None:
    for name, version in packages.items():
        if not PLAIN.fullmatch(name) or not PLAIN.fullmatch(version):
            raise ValueError("packages: expected names and versions of packages")


def _narrow(header: Header, field: object, seed: int | None) -> None:
    if seed is None and header.shared is None:
        raise ValueError("seed: missing")
    if seed is not None and header.shared is not None:
        raise ValueError("seed: a copy for one player has no seed")
    if seed is not None and seed.bit_length() > SEED_BITS:
        raise ValueError(f"seed: a seed has at most {SEED_BITS} bits")


def _few(header: Header, field: attrs.Attribute[Any], named: Mapping[str, object]) -> None:
    if len(named) > FOLLOWING:
        raise ValueError(f"{field.name}: more than {FOLLOWING:,} entries")


def _copied(header: Header, field: object, shared: dict[str, str | None] | None) -> None:
    if shared is None:
        return
    if list(shared) != ["as"]:
        raise ValueError("shared: expected as: PLAYER, or null for the spectator")
    if shared["as"] is not None and shared["as"] not in header.seats:
        raise ValueError(f"shared: there is no player {shared['as']!r}")
    if header.start is None:
        raise ValueError("start: missing; a copy for one player begins from a position")


def _digest(header: Header, field: object, digest: str) -> None:
    if not re.fullmatch("([0-9a-f]{64})?", digest):
        raise ValueError("rematch: expected 64 hexadecimal digits")


@attrs.frozen(kw_only=True)
class Header:
    """The first line of a record, its types checked."""

    tilewright: int
    engine: str = ""
    game: str
    ruleset: str = ""
    modules: dict[str, str] = attrs.field(validator=_few)
    edition: str | None = None
    options: dict[str, int | bool | str] = attrs.field(validator=_few)
    overrides: dict[str, str] = attrs.field(validator=_few)
    data: str | None = None
    data_digest: str = ""
    option_hash: str = ""
    schema: str = ""
    seats: tuple[str, ...] = attrs.field(validator=_seats)
    bots: dict[str, str] = attrs.field(factory=dict, validator=_playing)
    seed: int | None = attrs.field(default=None, validator=_narrow)
    """None in a copy for one player."""
    packages: dict[str, str] = attrs.field(factory=dict, validator=_sources)
    """The packages that game and modules came from, with their versions; tilewright is `engine`."""
    help: Help = "full"
    playtest: bool = False
    """How long decisions of people take, what is refused, and answers to the author's questions are in the record."""
    shared: dict[str, str | None] | None = attrs.field(default=None, validator=_copied)
    """Of a copy for one player (`core/play/redaction.py`): `as` and the player, None for the spectator."""
    rematch: str = attrs.field(default="", validator=_digest)
    """The digest of the first line of the match before, if the same people play once more."""
    start: dict[str, Any] | None = None
    """The position that the match began from; `begun` checks it."""


@attrs.frozen
class RecordLine:
    """One line of a record after the header, with its line number."""

    number: int
    content: Mapping[str, Any]


@attrs.frozen(eq=False, repr=False)
class RecordLines(Sequence[RecordLine]):
    """The lines of a record after its header, which were checked. Each is parsed when it is asked for.

    A line that is parsed takes ten times the memory of its text.
    """

    _text: bytes
    _ends: Sequence[int]
    """Where the header ends in the text, and then each of the lines."""
    _numbers: Sequence[int]
    """The number of each line in the file."""

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> RecordLine: ...
    @overload
    def __getitem__(self, at: slice) -> RecordLines: ...
    def __getitem__(self, at: int | slice) -> RecordLine | RecordLines:
        where = range(len(self))[at]
        if isinstance(where, range):
            ends = self._ends[where.start : where.stop + 1]
            return RecordLines(self._text, ends, self._numbers[where.start : where.stop])
        content = json.loads(self._text[self._ends[where] + 1 : self._ends[where + 1]])
        return RecordLine(self._numbers[where], content)


@attrs.frozen
class Record:
    """A whole record. `unfinished` is the line number of a torn last line that was dropped, 0 without one."""

    path: str
    header: Mapping[str, Any]
    """The first line as it was written."""
    head: Header
    """The same, checked."""
    lines: RecordLines
    unfinished: int = 0
    size: int = 0
    """Bytes up to the end of the last finished line."""

    @property
    def shared(self) -> str:
        """The seat whose knowledge this copy holds (`anna`, `the spectator`); "" for the referee's record."""
        return "" if self.head.shared is None else self.head.shared["as"] or "the spectator"

    @property
    def seed(self) -> int:
        """The seed of all chance. UsageError for a copy for one player, which says what it is."""
        if self.head.seed is None:
            raise UsageError(
                f"{self.path} is what {self.shared} may know of the game; it cannot be resumed or verified. To see "
                f"it: tilewright replay {self.path}"
            )
        return self.head.seed

    def problem(self, line: int, message: str, where: str = "") -> Problem:
        return Problem(self.path, line, 1, where, message)


BLANK = b" \t\r\n\x1a"
"""What editors and old systems add: the last one behind the last line, the others anywhere."""
_WRITTEN = re.compile(rb"[^ \t\r\n\xef\xbb\xbf]")
_SCENE = re.compile(rb"^(- )?(scene|game|players):", re.MULTILINE)
"""What a scene file, given by mistake, has at the beginning of a line."""


def read(path: str | Path) -> Record:
    """Return the record in this file. InvalidFile names the damaged line; Incompatible names an unknown format."""
    record, damage = sound(path)
    if damage is not None:
        raise damage
    return record


def sound(path: str | Path) -> tuple[Record, InvalidFile | None]:
    """Return the record up to its first damaged line, and what is wrong there; errors of the header as for `read`."""
    name = str(path)
    raw = files.content(path, most=RECORD)
    if not raw.strip(BLANK):
        raise InvalidFile([Problem(name, 1, 1, "", "the file is empty; a record begins with a header line")])
    if _SCENE.search(raw) and not raw.startswith(b"{"):
        said = f"this is a scene, not the record of a game; run it with: tilewright scene run {name}"
        raise InvalidFile([Problem(name, 1, 1, "", said)])
    raw, stop, torn = finished(raw)
    if stop < 0:
        said = "the header line is unfinished; nothing of the game was saved"
        raise InvalidFile([Problem(name, 1, 1, "", said)])
    end = _line_end(raw, 0, stop)
    number = raw.count(b"\n", 0, end) + 1
    first = parsed(name, number, raw[:end].lstrip())
    head = header_of(name, first)
    ends, numbers, following = array("Q", [end]), array("I"), 0
    while end < stop:
        end = _line_end(raw, ends[-1] + 1, stop)
        piece = raw[ends[-1] + 1 : end].lstrip(BLANK)
        number += 1 + raw.count(b"\n", ends[-1] + 1, end)
        try:
            line = RecordLine(number, parsed(name, number, piece))
            check(name, line, head)
            following = 0 if line.content.keys() & DECIDING else following + 1
            if following > FOLLOWING:
                said = f"more than {FOLLOWING:,} lines follow from one decision"
                raise InvalidFile([Problem(name, number, 1, "", said)])
        except InvalidFile as damage:
            return Record(name, first, head, RecordLines(raw, ends, numbers)), damage
        ends.append(end)
        numbers.append(number)
    size = stop + (raw[stop : stop + 1] == b"\n")
    lines = RecordLines(raw, ends, numbers)
    return Record(name, first, head, lines, number + 1 if torn else 0, size), None


def _line_end(raw: bytes, at: int, stop: int) -> int:
    """Where the next line ends that is not blank; blank ones before it are read as part of it."""
    begin = _WRITTEN.search(raw, at, stop)
    end = raw.find(b"\n", begin.start(), stop) if begin is not None else -1
    return end if end >= 0 else stop


def finished(raw: bytes) -> tuple[bytes, int, bool]:
    """Return the text with one kind of line ends, where its last finished line ends, and whether more stands behind it.

    Editors leave out the last newline, or add blank lines and a Ctrl-Z. A line is finished if its newline or its last
    brace is there.
    """
    for other, ours in ((b"\r\r\n", b"  \n"), (b"\r\n", b" \n"), (b"\r", b"\n")):
        raw = raw.replace(other, ours)
    written = len(raw.rstrip(BLANK))
    stop = raw.find(b"\n", written)
    if stop >= 0:
        return raw, stop, False
    begin = raw.rfind(b"\n", 0, written) + 1
    try:
        parsed("", 0, raw[begin:written])
    except InvalidFile:
        return raw, begin - 1, True
    return raw, written, False


def header_of(name: str, first: Mapping[str, Any]) -> Header:
    """Read the header, from the first line. InvalidFile names each wrong key; Incompatible the unknown format."""
    if "tilewright" not in first:
        raise InvalidFile([Problem(name, 1, 1, "", "this is not a tilewright record: the header is missing")])
    version = first["tilewright"]
    if type(version) is int and version != FORMAT:
        raise Incompatible(
            f"{name}:1: record format {version}; this version of tilewright reads format {FORMAT}"
        )
    try:
        return structure(first, Header, EXACT)
    except Slips as slips:
        raise InvalidFile([slip.problem(name) for slip in slips.slips]) from None


def parsed(name: str, number: int, piece: bytes) -> dict[str, Any]:
    """Return the JSON object on this line of a record. InvalidFile if there is none."""
    try:
        content = strict_json.read(piece)
    except strict_json.NotJson as error:
        said = f"damaged line, not a JSON object: {error}"
        raise InvalidFile([Problem(name, number, 1, "", said)]) from error
    if not isinstance(content, dict):
        raise InvalidFile([Problem(name, number, 1, "", "damaged line: expected a JSON object")])
    return content


_SHAPES: tuple[tuple[dict[str, type], dict[str, type]], ...] = (
    ({"n": int, "seat": int, "move": str}, {"told": str, "sealed": bool}),
    ({"n": int, "draw": str, "value": str}, {"to": str}),
    ({"n": int, "turn": int}, {"hash": str, "scores": list}),
    ({"n": int, "reveal": bool}, {}),
    ({"undo": int}, {}),
    ({"redo": int}, {}),
    ({"back": int}, {}),
    ({"result": dict}, {}),
    ({"note": str}, {"n": int}),
    *playtest_lines.SHAPES,
    *seat_lines.SHAPES,
)
"""For each kind of line the keys that it has, and those that it may have."""
_SHARED: tuple[tuple[dict[str, type], dict[str, type]], ...] = (
    *_SHAPES,
    ({"n": int, "draw": str, "to": str}, {}),
)
"""The same for a copy for one player, with what others drew."""


def check(name: str, line: RecordLine, head: Header) -> None:
    """Raise InvalidFile for a line that is not one of a record with this header."""
    content, seats = line.content, head.seats
    shapes = _SHARED if head.shared is not None else _SHAPES
    wrong: dict[str, str] = {}
    kinds: dict[str, Any]
    for needed, allowed in shapes:
        if content.keys() >= needed.keys():
            kinds = needed | allowed
            break
    else:
        said = "this is not a move, draw, turn, reveal, undo, redo, back, result, note, seat or playtest line"
        raise InvalidFile([Problem(name, line.number, 1, "", said)])
    for key in content:
        value: Any = content[key]
        if key not in kinds:
            wrong[key] = f"unknown key{near(key, kinds)}"
        elif type(content[key]) is not kinds[key]:
            wrong[key] = f"expected {WORDS[kinds[key]]}"
        elif key in ("seat", "undo", "redo") and not 0 <= value < len(seats):
            wrong[key] = f"there is no seat {value}; the seats are 0 to {len(seats) - 1}"
        elif key == "to" and value not in ("", *seats):
            wrong[key] = f"there is no player {value!r}"
        elif key == "scores" and any(type(one) is not int for one in value):
            wrong[key] = "expected whole numbers"
        elif key in ("n", "back") and value < 0:
            wrong[key] = "decisions are counted from 1, the set-up is 0"
        elif said := playtest_lines.flaw(key, value) or seat_lines.flaw(content, key, len(seats)):
            wrong[key] = said
    if wrong:
        raise InvalidFile([Problem(name, line.number, 1, key, said) for key, said in wrong.items()])
    if "result" in content:
        try:
            checked(content["result"], len(seats))
        except Slips as slips:
            raise InvalidFile(
                [slip.problem(name, "result", line=line.number) for slip in slips.slips]
            ) from None
