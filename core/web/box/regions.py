"""The regions of the page of a draft, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ...base.html import Html, button, inside, tag
from ...box.check import DraftCheck, DraftProblem
from ...box.drawing import Tool
from ...draw.html_boards import board_svg
from ...draw.model import At, Diagram, Show
from ...table.face_texts import Texts
from ...table.setup_choices import titled
from ...text.yaml import Path, label
from .file_list import marks, shelf
from .form_parts import json_path, open_link
from .record_form import Forms

if TYPE_CHECKING:
    from .draft_session import DraftSession, OpenRecord

MOST = 60
"""Problems that are listed."""
KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""Keys that choose tools, in their order."""


def shown(on: DraftSession, record: OpenRecord, spot: At | None = None) -> dict[str, Any]:
    """Return what the page shows with this record open, and this spot lit: regions, and what its script has to know."""
    check = on.draft.check()
    there: dict[Path, list[DraftProblem]] = {}
    for one in check.problems:
        if one.name == record.name:
            there.setdefault(one.path, []).append(one)
    spots = [(number, one, on.spot(record, one)) for number, one in enumerate(check.problems)]
    forms = Forms(on.said, record.name, there)
    drawn = _drawn(on, record)
    regions = {
        "head": _head(on, check),
        "problems": _problems(on, forms, check),
        "files": shelf(on, record, check),
        "place": _place(on, record),
        **drawn,
        "here": _here(forms, record, spots),
        "form": forms.of(record.form, record.drawing.fields if record.drawing is not None else ()),
    }
    return {
        "regions": regions,
        "state": {
            "serial": on.draft.serial,
            "game": on.draft.game,
            "name": record.name,
            "path": [*record.path],
            "title": f"{_called(record.name, record.path, record.value)} - tilewright",
            "drawn": record.drawing is not None,
            "parts": [*record.drawing.parts] if record.drawing is not None else [1, 1],
            "wrong": sorted({at for *_, at in spots if at is not None}),
            "lit": [*on.lit[1]] if on.lit is not None and on.lit[0] == record.name else None,
            "spot": spot,
        },
        "message": on.message,
        "alarm": on.alarm,
    }


def _called(name: str, path: Path, value: object) -> str:
    """Return what a record is called: its name, or its place in the file."""
    if not path:
        return name
    return label(value) or ".".join(str(one + 1) if isinstance(one, int) else one for one in path)


# -- above -------------------------------------------------------------------------------------------------------


def _head(on: DraftSession, check: DraftCheck) -> Html:
    said, draft = on.said, on.draft
    played, wrong = on.played(), len(check.problems)
    mine = any(draft.changed(name) for name in draft.files)
    done = "box.in_place" if played == "now" and mine else "box.give"
    give = said("box.give_not", n=wrong) if wrong else said(done)
    can = check.ok and played != "now"
    export = tag("a", said("box.export"), href="export", download=True, cls="button", data_export=True)
    told = said(f"box.played.{played}" if played != "now" or mine else "box.played.shipped")
    tools = [
        _step("undo", draft.undoable, "↶", said),
        _step("redo", draft.redoable, "↷", said),
        button(said("box.as_in_place"), data_do="as_in_place") if played == "before" else None,
        button(give, data_do="give", cls="main" if can else None, disabled=not can),
        export if check.ok and mine else button(said("box.export"), disabled=True),
    ]
    title = tag("h1", said("box.title", game=titled(draft.game) or draft.game))
    named = tag("div", title, tag("p", told, cls="dim"), cls="named")
    return inside(named, tag("div", tools, role="toolbar", aria_label=said("box.tools"), cls="buttons"))


def _step(do: str, what: str, sign: str, said: Texts) -> Html:
    """The button that undoes, or does again, with what that is."""
    words = said(f"box.{do}", what=what) if what else said(f"box.{do}.nothing")
    shown = tag("span", sign, aria_hidden="true"), " ", tag("span", words, cls="words")
    return button(shown, title=words, data_do=do, disabled=not what)


def _problems(on: DraftSession, forms: Forms, check: DraftCheck) -> Html:
    said, found = on.said, check.problems
    if not found:
        return tag("p", tag("span", "✓ ", aria_hidden="true"), said("box.all_well"), cls="well")
    rows = []
    for number, one in enumerate(found[:MOST]):
        link = open_link(one.name, one.path, one.message, data_problem=number) if one.name else one.message
        rows.append(tag("li", link, " ", tag("small", one.name, cls="dim"), " ", forms.mend(one)))
    mended = sum(1 for one in found if one.right is not None and one.name)
    more = tag("p", said("box.more", n=len(found) - MOST)) if len(found) > MOST else None
    fix = button(said("box.fix_all", n=mended), data_do="fix_all") if mended > 1 else None
    count = tag("strong", said("box.problems", n=len(found)))
    summary = tag("summary", count, " ", tag("span", found[0].message))
    return tag("details", summary, fix, tag("ol", rows), more, data_fold="problems")


# -- the record --------------------------------------------------------------------------------------------------


def _place(on: DraftSession, record: OpenRecord) -> Html:
    said, draft, name, path = on.said, on.draft, record.name, record.path
    claim = next((one for one in on.claims() if one.name == name and one.path == path), None)
    way: list[Html] = []
    for n in range(len(path)):
        above = draft.at(name, path[:n])
        if n == 0 or (isinstance(above, dict) and isinstance(path[n - 1], int)):
            way += [open_link(name, path[:n], _called(name, path[:n], above)), tag("span", " › ", cls="dim")]
    buttons: list[Html] = []
    if path and isinstance(path[-1], int):
        count, number = len(draft.at(name, path[:-1])), path[-1]
        for key, to, sign in (("before", number - 1, "‹"), ("next", number + 1, "›")):
            off = not 0 <= to < count
            target = json_path((name, *path[:-1], to))
            words = said(f"box.{key}")
            buttons.append(button(sign, aria_label=words, title=words, data_open=target, disabled=off))
        buttons.insert(1, tag("span", said("box.of", number=number + 1, count=count)))
    act = [
        button(said("box.confirm"), data_do="confirm", title=said("box.confirm.means")),
        button(said("box.reset"), data_do="reset", disabled=not draft.changed(name, path)),
    ]
    if record.drawing is not None and record.drawing.sized:
        act.append(button(said("box.blank"), data_dialog="blank"))
    turn = tag("span", buttons, cls="turn") if buttons else None
    marked = marks(said, claim, draft.changed(name, path), 0)
    called = tag("div", tag("h2", _called(name, path, record.value)), turn, marked, cls="called")
    about = tag("p", draft.stock.about[name], cls="dim") if draft.stock.about[name] else None
    return inside(tag("p", way, cls="way") if way else None, called, about, tag("div", act, cls="buttons"))


def _drawn(on: DraftSession, record: OpenRecord) -> dict[str, Html]:
    """The drawing, its tools and what can be counted on it; all empty for a record without a drawing."""
    empty = {"tools": inside(), "drawing": inside(), "counts": inside()}
    drawing = record.drawing
    if drawing is None:
        return empty
    desk = on.draft.desk(record.name, on.lang)
    try:
        show = drawing.show(record.value, desk)
        tools, counts = drawing.tools(record.value, desk), drawing.counts(record.value, desk)
        board = board_svg(attrs.evolve(show, offers=()), 0)
        drawn = tag("div", board, data_grid=show.boards[0].grid)
    except Exception as error:  # of a game or plugin; the form is still there
        return {**empty, "drawing": tag("p", on.said("box.not_drawn", why=str(error)), cls="bad")}
    rows = [tag("div", tag("dt", words), tag("dd", str(n))) for words, n in counts.items()]
    return {
        "tools": _tools(on.said, tools, show),
        "drawing": drawn,
        "counts": inside(tag("h3", on.said("box.counts")), tag("dl", rows)) if rows else inside(),
    }


def _tools(said: Texts, tools: Sequence[Tool], show: Show) -> Html:
    groups: dict[str, list[Html]] = {}
    keys = iter(KEYS)
    for tool in tools:
        key = next(keys, "")
        kbd = tag("kbd", key, aria_hidden="true") if key else None
        more = {"role": "radio", "aria_checked": "false", "data_tool": tool.name}
        made = button(_look(tool, show), tag("span", tool.title), kbd, **more, aria_keyshortcuts=key or None)
        groups.setdefault(tool.group, []).append(made)
    return inside(
        tag("div", tag("h3", group) if group else None, tag("div", buttons, cls="tools"), cls="group")
        for group, buttons in groups.items()
    )


def _look(tool: Tool, show: Show) -> Html | None:
    """Return how the tool looks, on a board of its own."""
    if tool.spot is None or not show.boards:
        return None
    grid = show.boards[0].grid
    own = attrs.evolve(show, boards=(Diagram(grid=grid, spots=(tool.spot,)),), offers=())
    return tag("span", board_svg(own, 0), cls="look", aria_hidden="true")


def _here(forms: Forms, record: OpenRecord, spots: Sequence[tuple[int, DraftProblem, At | None]]) -> Html:
    """Return what is wrong on the drawing, in words."""
    rows = []
    for number, one, at in spots:
        if at is not None:
            link = open_link(one.name, one.path, one.problem.message, data_problem=number)
            rows.append(tag("li", link, " ", forms.mend(one), data_spot=f"{at[0]},{at[1]}"))
    return tag("ul", rows, cls="bad") if rows else inside()
