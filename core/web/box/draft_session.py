"""A draft of an owner's data that people correct on a page: what the page asks for, and what it shows then.

The page sends which record it has open and what was clicked or typed there; what follows is decided here. Every event
says for which state of the draft it was made, so that two pages never undo each other's work unseen.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path as File
from typing import Any

import attrs

from ...base import files
from ...base.errors import InvalidFile, TilewrightError, UsageError
from ...box import forms, owner_data
from ...box.check import DraftProblem
from ...box.claims import Claim
from ...box.draft import Draft
from ...box.drawing import Drawing
from ...box.forms import FormField
from ...box.plain_values import GONE, Plain, all_text, at, fields
from ...box.plain_values import record as class_of
from ...draw.model import At
from ...table.face_texts import Texts
from ...text.yaml import UNPRINTABLE, Path
from ..http_errors import HttpError
from .page_event import DraftEvent

GRID = 60
"""Rows and columns of an empty grid."""


def _texts(value: Plain) -> Iterator[str]:
    """Yield every text in a value, keys as well."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (key, *_texts(one))
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _reads(file: File, text: str) -> bool:
    """True if the file holds this text."""
    try:
        return files.content(file) == text.encode()
    except TilewrightError:
        return False


@attrs.frozen(kw_only=True)
class OpenRecord:
    """The record that a page has open."""

    name: str
    path: Path
    value: Plain
    drawing: Drawing | None
    form: FormField


class DraftSession:
    """A draft and the lock under which pages work on it."""

    def __init__(self, draft: Draft, lang: str = "en") -> None:
        self.draft, self.said, self.lang = draft, Texts(lang), lang
        self.lock = threading.RLock()
        self.message, self.alarm = "", False
        self.lit: tuple[str, Path] | None = None
        """The place that the page is to show, with its file."""
        self._claims: tuple[int, list[Claim]] = -1, []
        self._played: tuple[int, str] = -1, ""

    def do(self, event: DraftEvent) -> tuple[dict[str, Any], bool]:
        """Do what was done at the page; what it shows then, and whether the event was still meant for the draft."""
        from . import regions

        with self.lock:
            self.message, self.alarm, self.lit = "", False, None
            act = ACTS.get(event.do)
            if act is None and event.do != "open":
                raise HttpError("web.error.request")
            fits = act is None or event.serial == self.draft.serial
            if not fits:
                self.say(self.said("box.moved_on"))
            elif act is not None:
                try:
                    if event.do not in WHOLE:
                        self.draft.stock.named(event.name)
                    act(self, event)
                except HttpError:
                    raise
                except InvalidFile as error:
                    self.say(self.said("box.wrong", n=len(error.problems)))
                except (TilewrightError, ValueError) as error:
                    self.say(str(error))
            record, spot = self.opened(event.name, event.path), None
            problems = self.draft.check().problems
            if event.do == "open" and 0 <= event.problem < len(problems):
                found = problems[event.problem]
                self.lit, spot = (found.name, found.path), self.spot(record, found)
                self.say(found.message)
            return regions.shown(self, record, spot), fits

    def say(self, text: str, *, alarm: bool = True) -> None:
        """Show a sentence with the answer to the event at hand."""
        self.message, self.alarm = text, alarm

    # -- what is open --------------------------------------------------------------------------------------------

    def opened(self, name: str, path: Path) -> OpenRecord:
        """The record there, or what encloses it if there is nothing; with no name, what needs an owner most."""
        draft = self.draft
        if name not in draft.files:
            name, path = self.first()
        while at(draft.files[name], path) is GONE:
            path = path[:-1]
        while path and class_of(draft.kind(name, path), at(draft.files[name], path)) is None:
            path = path[:-1]  # a place inside a record is open with the record
        value = at(draft.files[name], path)
        form = forms.form(draft.kind(name, path), value, path, draft.desk(name, self.lang))
        return OpenRecord(name=name, path=path, value=value, drawing=draft.drawing(name, path), form=form)

    def first(self) -> tuple[str, Path]:
        """The first record that is reconstructed or disputed: rather one that every match uses, and that is drawn."""
        usual = self.draft.stock.usual
        unsure = sorted(
            (one for one in self.claims() if not one.sure),
            key=lambda one: (one.name not in usual, self.draft.drawing(one.name, one.path) is None),
        )
        return (unsure[0].name, unsure[0].path) if unsure else (next(iter(self.draft.files)), ())

    def claims(self) -> list[Claim]:
        """Return what every record claims, now."""
        if self._claims[0] != self.draft.serial:
            self._claims = self.draft.serial, list(self.draft.claims())
        return self._claims[1]

    def played(self) -> str:
        """Return which data every command uses: `now`, this draft; `before`, an earlier state of it; or `shipped`."""
        if self._played[0] != self.draft.serial:
            self._played = self.draft.serial, self._in_play()
        return self._played[1]

    def _in_play(self) -> str:
        folder, made = owner_data.in_place(self.draft.game), self.draft.texts()
        if folder is None:
            return "shipped" if made else "now"
        there = {entry.path for entry in files.walk(folder) if entry.is_file()}
        same = there == {str(folder / name) for name in made}
        return "now" if same and all(_reads(folder / name, text) for name, text in made.items()) else "before"

    def spot(self, record: OpenRecord, found: DraftProblem) -> At | None:
        """The spot of the record's drawing that a problem is about, if it is about one."""
        inside = found.path[: len(record.path)] == record.path
        if record.drawing is None or found.name != record.name or not inside:
            return None
        try:
            return record.drawing.spot(record.value, found.path[len(record.path) :], found.row, found.letter)
        # Half-finished, and a game that trusts it.
        except (ValueError, LookupError, TypeError, AttributeError):
            return None

    # -- what is done --------------------------------------------------------------------------------------------

    def field(self, event: DraftEvent) -> FormField:
        """The field of the open record that the event is about. UsageError if there is none."""
        field = self.opened(event.name, event.path).form
        while field.path != event.to:
            step = next((one for one in field.children if one.path == event.to[: len(one.path)]), None)
            if step is None:
                raise UsageError(self.said("box.no_place"))
            field = step
        return field

    def set(self, event: DraftEvent) -> None:
        """Put a value there; an empty one leaves out what need not be given."""
        if not event.to or not all_text(event.value):
            raise HttpError("web.error.request")
        if any(UNPRINTABLE.search(one) for one in _texts(event.value)):
            raise UsageError(self.said("box.sign"))
        if event.value in ("", None) and self._optional(event):
            if at(self.draft.files[event.name], event.to) is not GONE:
                self.draft.remove(event.name, event.to)
            return
        value = event.value.replace("\r\n", "\n") if isinstance(event.value, str) else event.value
        self.draft.change(event.name, event.to, value)

    def _optional(self, event: DraftEvent) -> bool:
        above, key = event.to[:-1], str(event.to[-1])
        found = class_of(self.draft.kind(event.name, above), self.draft.at(event.name, above))
        if found is None:  # a text in one more language
            return isinstance(event.to[-1], str)
        return key in fields(found) and fields(found)[key].default is not attrs.NOTHING

    def insert(self, event: DraftEvent) -> None:
        """Add an item to a list or a mapping: a preset, or one with nothing in it yet."""
        field = self.field(event)
        if field.kind not in ("list", "mapping", "record") or field.fixed:
            raise UsageError(self.said("box.no_place"))
        item = field.blank
        if 0 <= event.number < len(field.presets):
            item = field.presets[event.number][1]
        if field.kind == "mapping":
            taken = {child.key for child in field.children}
            if not event.key or event.key in taken or UNPRINTABLE.search(event.key):
                raise UsageError(self.said("box.key"))
            now = field.value if isinstance(field.value, dict) else {}
            self.draft.change(event.name, event.to, {**now, event.key: item})
        elif field.kind == "record":
            self.draft.change(event.name, event.to, forms.blank(self.draft.kind(event.name, event.to)))
        elif isinstance(field.value, list) and not field.missing:
            self.draft.insert(event.name, event.to, len(field.value), item)
            self.lit = event.name, (*event.to, len(field.value))
        else:
            self.draft.change(event.name, event.to, [item])
            self.lit = event.name, (*event.to, 0)

    def move(self, event: DraftEvent) -> None:
        """Move an item of a list."""
        items = self.draft.at(event.name, event.to)
        if not isinstance(items, list) or not (0 <= event.number < len(items) > event.before >= 0):
            raise UsageError(self.said("box.no_place"))
        others = [one for number, one in enumerate(items) if number != event.number]
        made = [*others[: event.before], items[event.number], *others[event.before :]]
        self.draft.change(event.name, event.to, made)

    def click(self, event: DraftEvent) -> None:
        """Use a tool on every spot of a stroke; it ends at the first spot that takes nothing."""
        for q, r, row, column in event.spots:
            self.draft.click(event.name, event.path, event.tool, (q, r), (row, column), self.lang)

    def blank(self, event: DraftEvent) -> None:
        if not (0 < event.rows <= GRID and 0 < event.columns <= GRID):
            raise UsageError(self.said("box.grid", most=GRID))
        self.draft.blank(event.name, event.path, event.rows, event.columns)

    def step(self, event: DraftEvent) -> None:
        """Undo the last step, or do it again."""
        back = event.do == "undo"
        what = self.draft.undoable if back else self.draft.redoable
        done = self.draft.undo() if back else self.draft.redo()
        key = "box.not_undone" if not done else "box.undone" if back else "box.redone"
        self.say(self.said(key, what=what), alarm=not done)

    def fix(self, event: DraftEvent) -> None:
        self.draft.fix(event.file or event.name, event.to)

    def fix_all(self, event: DraftEvent) -> None:
        self.say(self.said("box.fixed", n=self.draft.fix_all()), alarm=False)

    def give(self, event: DraftEvent) -> None:
        """Put the draft in place."""
        self.draft.put_in_place()
        self._played = -1, ""
        unsure = sum(1 for one in self.claims() if not one.sure)
        left = self.said("box.given.left", n=unsure) if unsure else ""
        command = f"tilewright play {self.draft.game}"
        self.say(self.said("box.given", command=command, left=left), alarm=False)


ACTS: Mapping[str, Callable[[DraftSession, DraftEvent], None]] = {
    "set": DraftSession.set,
    "remove": lambda on, event: on.draft.remove(event.name, event.to),
    "insert": DraftSession.insert,
    "move": DraftSession.move,
    "click": DraftSession.click,
    "blank": DraftSession.blank,
    "confirm": lambda on, event: on.draft.confirm(event.name, event.path),
    "reset": lambda on, event: on.draft.reset(event.name, event.path),
    "as_in_place": lambda on, event: on.draft.as_in_place(),
    "undo": DraftSession.step,
    "redo": DraftSession.step,
    "fix": DraftSession.fix,
    "fix_all": DraftSession.fix_all,
    "give": DraftSession.give,
}
"""What changes the draft."""
WHOLE = ("as_in_place", "undo", "redo", "fix_all", "give")
"""Of these, what is about the whole draft and no file of it."""
