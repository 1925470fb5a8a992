"""The form of a record of a data file: every value that no click changes, each where it can be typed or chosen.

Whatever is typed is a text, as in the file; a script sends it with the place that stands at the control.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import attrs

from ...base.html import Html, button, inside, tag
from ...box.check import DraftProblem
from ...box.forms import FormField
from ...table.face_texts import Texts
from ...text.languages import languages
from ...text.yaml import Path
from . import list_form
from .form_parts import BRIEF, bad, brief, json_path, of_origin

SHORT = 3
"""Values of a record within another one that need not be folded."""


@attrs.frozen
class Forms:
    """Makes forms for the records of one file."""

    said: Texts
    name: str
    """The name of the file."""
    problems: Mapping[Path, Sequence[DraftProblem]]
    """What is wrong in the file, by its place."""

    def of(self, form: FormField, drawn: Iterable[str] = ()) -> Html:
        """The form of a record; what its drawing shows, and where it comes from, is folded."""
        if form.kind != "record":
            return tag("div", self.field(form), cls="form")
        clicked: list[FormField] = []
        other: list[FormField] = []
        for child in form.children:
            if child.key in drawn and not list_form.tabled(self, child):
                clicked.append(attrs.evolve(child, kind="block") if child.kind == "text" else child)
            else:
                other.append(child)
        if clicked:  # names of what is drawn are typed right below the drawing
            other.sort(key=lambda one: not list_form.tabled(self, one))
        used, *folded = self._sorted(other, form.path)
        return tag("div", used, self._folded("box.as_text", clicked), folded, cls="form")

    def _sorted(self, fields: Sequence[FormField], path: Path) -> Sequence[Html | None]:
        """Return what a record says; folded, what it need not say and does not; folded, where it comes from."""
        origin = [one for one in fields if of_origin(one.key)]
        idle = [one for one in fields if one not in origin and self._idle(one)]
        used = [self.field(one) for one in fields if one not in origin and one not in idle]
        names = ", ".join(one.title for one in idle)
        return (
            inside(used),
            self._folded("box.further", idle, path, names=names),
            self._folded("box.origin", origin, path),
        )

    def _idle(self, field: FormField) -> bool:
        empty = field.missing or field.value in ("", None, [], {})
        return not field.required and empty and not self.inside(field.path)

    def _folded(self, key: str, fields: Sequence[FormField], path: Path = (), **words: str) -> Html | None:
        if not fields:
            return None
        wrong = any(self.inside(child.path) for child in fields)
        summary = tag("summary", self.said(key, **words), bad() if wrong else None)
        return tag(
            "details", summary, [self.field(child) for child in fields], data_fold=f"{key} {json_path(path)}"
        )

    def inside(self, path: Path) -> bool:
        """True if something is wrong at the place or in it."""
        return any(one[: len(path)] == path for one in self.problems)

    def field(self, field: FormField) -> Html:
        """One place of the form, with what is wrong there."""
        if field.kind == "record" and (isinstance(field.value, dict) or field.missing):
            drawn = self._record(field)
        elif field.kind == "list" and (isinstance(field.value, list) or field.value in (None, "")):
            drawn = list_form.items(self, field)
        elif field.kind == "mapping" and (isinstance(field.value, dict) or field.value in (None, "")):
            drawn = list_form.entries(self, field)
        elif field.kind == "texts":
            drawn = self._texts(field)
        else:
            drawn = self._single(field)
        wrong = [self.problem(one) for one in self.problems.get(field.path, ())]
        cls, place = "field" + " wrong" * bool(wrong), json_path(field.path)
        return tag("div", drawn, _doc(field.doc), wrong, cls=cls, data_place=place)

    def problem(self, found: DraftProblem) -> Html:
        """Return what is wrong, and how to mend it if that is known."""
        return tag("p", found.problem.message, " ", self.mend(found), cls="bad")

    def mend(self, found: DraftProblem) -> Html | None:
        """A button for the one value that would be right."""
        if found.right is None or not found.name:
            return None
        right, to = self.said("box.make_it", right=found.right), json_path(found.path)
        return button(right, cls="mend", data_do="fix", data_file=found.name, data_to=to)

    # -- single values -------------------------------------------------------------------------------------------

    def _single(self, field: FormField, title: str = "") -> Html:
        return tag("label", tag("span", title or field.title), self.control(field), cls="single")

    def control(self, field: FormField, title: str = "") -> Html:
        """Return what a value is typed into, or chosen from."""
        value, said = field.value, self.said
        more: dict[str, object] = {"data_do": "set", "data_to": json_path(field.path)}
        more |= {"aria_label": title} if title else {}
        if value is not None and not isinstance(value, str):
            shown = json.dumps(value, ensure_ascii=False)
            return tag("textarea", shown, rows=2, readonly=True, aria_label=title or None)
        now = "" if field.missing else value or ""
        choices = [*field.choices]
        if field.kind == "truth":
            choices = [("true", said("box.yes")), ("false", said("box.no"))]
        if choices:
            known = {one for one, _ in choices}
            if not field.required and "" not in known:
                words = dict(choices).get(value or "", value or "")
                choices.insert(0, ("", said("box.usual", value=words) if words else said("box.none")))
            if now not in {one for one, _ in choices}:
                choices.insert(0, (now, now or said("box.choose")))
            rows = [tag("option", words or "-", value=one, selected=one == now) for one, words in choices]
            return tag("select", rows, **more)
        if field.kind == "block" or "\n" in now or len(now) > BRIEF:
            lines = now.split("\n")
            high, cls = min(max(2, len(lines) + len(now) // 100), 24), "block" if len(lines) > 2 else None
            return tag("textarea", "\n" + now, rows=high, spellcheck="false", cls=cls, **more)
        looks = {"inputmode": "numeric", "cls": "number"} if field.kind in ("whole", "decimal") else {}
        usual = value if field.missing and isinstance(value, str) else None
        own = {**looks, "placeholder": usual, "autocomplete": "off", "spellcheck": "false"}
        return tag("input", value=now, **own, **more)

    def _texts(self, field: FormField) -> Html:
        rows = []
        for child in field.children:
            key, lang = tag("span", child.key, aria_hidden="true"), child.key in languages() and child.key
            control = self.control(child, f"{field.title}, {child.key}")
            rows.append(tag("label", key, control, cls="single", lang=lang))
        return tag("fieldset", tag("legend", field.title), rows)

    # -- values with values in them ------------------------------------------------------------------------------

    def _record(self, field: FormField) -> Html:
        if field.missing and not isinstance(field.value, dict):
            add = self.button("insert", field.path, self.said("box.add"), field.title)
            return tag("div", tag("span", field.title), add, cls="single")
        away = self.away(field.path, field.title) if not field.required else None
        main = [child for child in field.children if not of_origin(child.key)]
        if len(main) <= SHORT and not any(child.children for child in main):
            return tag("fieldset", tag("legend", field.title), self._sorted(field.children, field.path), away)
        inner = self._sorted(field.children, field.path)
        short = tag("span", brief(field.value, self.said.lang), cls="dim")
        summary = tag("summary", field.title, " ", short, self.mark(field))
        return tag("details", summary, inner, away, data_fold=json_path(field.path))

    def mark(self, field: FormField) -> Html | None:
        """A sign at a field in which something is wrong."""
        return bad() if self.inside(field.path) else None

    def away(self, path: Path, title: str) -> Html:
        """A button that removes the value there."""
        return self.button("remove", path, "✕", self.said("box.remove", what=title))

    def button(self, do: str, path: Path, text: str, aloud: str = "", off: bool = False, **more: int) -> Html:
        """A button that does something at the place."""
        return button(
            text,
            aria_label=f"{text}: {aloud}" if aloud and len(text) > 1 else aloud or None,
            title=aloud if len(text) == 1 else None,
            disabled=off,
            data_do=do,
            data_to=json_path(path),
            **{f"data_{key}": value for key, value in more.items()},
        )


def _doc(text: str) -> Html | None:
    """A docstring, with what stands in backticks as code."""
    parts = [tag("code", one) if n % 2 else one for n, one in enumerate(text.split("`"))]
    return tag("small", parts) if text else None
