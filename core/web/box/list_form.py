"""Lists and mappings in a form: small records as the rows of a table, everything else item by item."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from ...base.html import Html, inside, tag
from ...box.forms import FormField
from ...text.yaml import label
from .form_parts import bad, brief, json_path, of_origin, open_link

if TYPE_CHECKING:
    from .record_form import Forms

COLUMNS = 7
"""Fields of a record that stand in its row."""
SIMPLE = ("text", "whole", "decimal", "truth", "choice")
LONG = 24
"""Letters of a text that needs more room than its column would have."""


def items(forms: Forms, field: FormField) -> Html:
    """A list, with what adds to it."""
    columns = _columns(forms, field.children)
    if columns:
        drawn = _table(forms, field, columns)
    elif field.children:
        rows = [_item(forms, field, number, child) for number, child in enumerate(field.children)]
        drawn = tag("ol", rows, cls="items" + " inline" * field.fixed, start="0")
    else:
        drawn = inside()
    add: list[Html] = []
    if not field.fixed:
        if field.presets:
            begun = [tag("option", words, value=str(n)) for n, (words, _) in enumerate(field.presets)]
            begun.insert(0, tag("option", forms.said("box.empty"), value="-1"))
            add.append(tag("select", begun, data_preset=True, aria_label=forms.said("box.begin_as")))
        add.append(forms.button("insert", field.path, forms.said("box.add"), field.title, number=-1))
    added = tag("div", add, cls="add") if add else None
    return tag("fieldset", tag("legend", field.title), drawn, added)


def entries(forms: Forms, field: FormField) -> Html:
    """A mapping, with what adds to it."""
    rows = []
    for child in field.children:
        away = tag("span", forms.away(child.path, child.title), cls="buttons")
        rows.append(tag("li", tag("div", forms.field(child)), away))
    new = forms.said("box.new_key", what=field.title)
    taken = {child.key for child in field.children}
    left = [(one, words) for one, words in field.choices if one not in taken]
    key: Html | None = tag("input", data_new=True, aria_label=new, maxlength=60, autocomplete="off")
    if field.choices:
        options = [tag("option", words, value=one) for one, words in left]
        key = tag("select", options, data_new=True, aria_label=new) if left else None
    add = [key, forms.button("insert", field.path, forms.said("box.add"), field.title)] if key else []
    return tag(
        "fieldset",
        tag("legend", field.title),
        tag("ul", rows, cls="items") if rows else None,
        tag("div", add, cls="add") if add else None,
    )


# -- records as rows -------------------------------------------------------------------------------------------------


def tabled(forms: Forms, field: FormField) -> bool:
    """True for a list that is drawn as a table."""
    return field.kind == "list" and bool(_columns(forms, field.children))


def _columns(forms: Forms, records: Sequence[FormField]) -> list[tuple[str, str]]:
    """Keys and titles of the simple fields that these records use; none if they are not all records."""
    if not records or not all(one.kind == "record" and isinstance(one.value, dict) for one in records):
        return []
    found: dict[str, str] = {}
    for record in records:
        for one in record.children:
            if one.key in ("id", "code") or of_origin(one.key):
                continue
            used = one.required or (not one.missing and one.value not in ("", None))
            if used and (
                one.kind == "texts" or (one.kind in SIMPLE and not isinstance(one.value, (list, dict)))
            ):
                found.setdefault(one.key, one.title)
    # A field is a column only if it can be typed in every row: one whose type differs is in the whole record.
    kinds = {
        key: {one.kind for record in records for one in record.children if one.key == key} for key in found
    }
    simple = [key for key in found if kinds[key] <= {*SIMPLE} or kinds[key] == {"texts"}]
    return [(key, found[key]) for key in simple[:COLUMNS]]


def _table(forms: Forms, field: FormField, columns: Sequence[tuple[str, str]]) -> Html:
    head = tag("tr", tag("td"), [tag("th", title, scope="col") for _, title in columns], tag("td"))
    rows = [_row(forms, field, number, child, columns) for number, child in enumerate(field.children)]
    return tag("table", tag("thead", head), tag("tbody", rows), cls="records")


def _row(
    forms: Forms, field: FormField, number: int, record: FormField, columns: Sequence[tuple[str, str]]
) -> Html:
    named = label(record.value)
    if not named or not any(one.key in ("id", "code") and one.value == named for one in record.children):
        named = str(number + 1)
    by_key = {one.key: one for one in record.children}
    cells = [_cell(forms, by_key.get(key), title, named) for key, title in columns]
    shown = {key for key, _ in columns}
    hidden = [one for one in record.children if one.key not in shown and forms.inside(one.path)]
    wrong = [forms.problem(one) for one in forms.problems.get(record.path, ())]
    link = open_link(forms.name, record.path, named, title=forms.said("box.whole", what=named))
    sign, place = bad() if hidden else None, json_path(record.path)
    first = tag("th", link, sign, wrong, scope="row", data_place=place)
    away = forms.away(record.path, f"{field.title} {named}") if not field.fixed else None
    return tag("tr", first, cells, tag("td", tag("span", away, cls="buttons")))


def _cell(forms: Forms, field: FormField | None, title: str, row: str) -> Html:
    if field is None:  # of records of several classes
        return tag("td")
    if field.kind == "texts":
        lang = forms.said.lang
        told = {one.key: one for one in field.children}
        field = told[lang] if lang in told and told[lang].value else told["en"]
    wrong = [forms.problem(one) for one in forms.problems.get(field.path, ())]
    long = isinstance(field.value, str) and len(field.value) > LONG
    typed = attrs.evolve(field, kind="text") if field.kind == "block" else field
    cls, place = field.kind + " long" * long + " wrong" * bool(wrong), json_path(field.path)
    control = forms.control(typed, f"{row}, {title}")
    return tag("td", control, wrong, cls=cls, data_place=place, data_title=title)


# -- items one by one ------------------------------------------------------------------------------------------------


def _item(forms: Forms, field: FormField, number: int, child: FormField) -> Html:
    title = f"{field.title} {number + 1}"
    if child.kind == "record" and isinstance(child.value, dict):
        named = label(child.value) or brief(child.value, forms.said.lang) or str(number + 1)
        told = brief(child.value, forms.said.lang) if label(child.value) else ""
        link = open_link(forms.name, child.path, named)
        drawn = tag("p", link, " ", tag("span", told, cls="dim"), forms.mark(child))
    elif child.kind in ("list", "mapping", "record", "texts"):
        drawn = forms.field(attrs.evolve(child, title=title))
    else:
        wrong = [forms.problem(one) for one in forms.problems.get(child.path, ())]
        drawn = inside(forms.control(child, title), wrong)
    buttons = [] if field.fixed else _buttons(forms, field, number, child, title)
    return tag("li", tag("div", drawn), tag("span", buttons, cls="buttons") if buttons else None)


def _buttons(forms: Forms, field: FormField, number: int, child: FormField, title: str) -> list[Html]:
    """Up, down and away."""
    up, down = (forms.said(f"box.{way}", what=title) for way in ("up", "down"))
    last = number + 1 == len(field.children)
    return [
        forms.button("move", field.path, "↑", up, not number, number=number, before=number - 1),
        forms.button("move", field.path, "↓", down, last, number=number, before=number + 1),
        forms.away(child.path, title),
    ]
