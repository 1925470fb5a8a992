"""The frame of the page of a draft: what stays while its regions change. The photo in it never leaves the browser."""

from __future__ import annotations

from ...base.html import Html, tag
from ...draw.html_boards import definitions
from ...table.face_texts import Texts
from ..html_frame import whole


def frame(said: Texts) -> str:
    """The page, whose regions its script fills."""
    return whole(
        said.lang,
        "tilewright",
        tag("p", said("box.no_script"), id="lost", cls="lost", data_lost=said("box.lost"), role="status"),
        tag("header", region("head")),
        tag(
            "main",
            tag(
                "nav",
                tag("details", tag("summary", said("box.files")), region("files"), id="shelf", open=True),
                aria_label=said("box.files"),
            ),
            tag("div", region("place"), _work(said), region("form"), id="middle"),
        ),
        tag(
            "footer",  # at the edge of the window: a new message must not move the drawing from under the mouse
            tag("p", id="message", role="status", aria_live="polite"),
            region(
                "problems",
                role="region",
                aria_label=said("box.problems.label"),
                data_checking=said("box.checking"),
            ),
        ),
        definitions(),
        _dialog(said),
        tag("p", id="aloud", cls="aloud", aria_live="polite"),
        styles=("palette.css", "parts.css", "box.css"),
        scripts=("box.js", "boxphoto.js"),
    )


def region(name: str, **attributes: str) -> Html:
    """A place that the script fills."""
    return tag("div", id=name, data_region=name, **attributes)


def _work(said: Texts) -> Html:
    """Drawing and photo, one above the other or beside each other, with what can be put on the drawing."""
    stage = tag(
        "div",
        tag(
            "div",
            tag("div", tag("img", id="photo", alt=said("box.photo.alt"), draggable="false"), id="under"),
            region("drawing"),
            id="sheet",
        ),
        id="stage",
        tabindex="-1",
    )
    return tag(
        "section",
        _photo(said),
        tag(
            "div",
            tag(
                "div",
                tag("p", id="current", title=said("box.tools.label"), aria_hidden="true"),
                stage,
                region("here", aria_live="polite"),
                region("counts"),
                id="board",
            ),
            region("tools", role="radiogroup", aria_label=said("box.tools.label")),
            cls="bench",
        ),
        tag("p", said("box.keys"), cls="dim keys"),
        id="work",
        aria_label=said("box.drawing"),
        hidden=True,
    )


def _photo(said: Texts) -> Html:
    """Return what can be done with the photo."""
    chosen = tag(
        "label",
        tag("span", said("box.photo.choose")),
        tag("input", id="file", type="file", accept="image/*"),
        cls="button",
    )
    views = [
        tag(
            "button",
            said(f"box.photo.{view}"),
            type="button",
            role="radio",
            aria_checked="true" if view == "over" else "false",
            data_view=view,
            title=said(f"box.photo.{view}.means"),
        )
        for view in ("over", "beside", "away")
    ]
    moves = [
        tag(
            "button",
            said("box.photo.move"),
            type="button",
            id="move",
            aria_pressed="false",
            title=said("box.photo.move.means"),
        ),
        tag(
            "button",
            said("box.photo.match"),
            type="button",
            id="match",
            aria_pressed="false",
            title=said("box.photo.match.means"),
        ),
        _slider(said, "opacity", 0, 100, 1),
        _slider(said, "scale", -100, 400, 1),
        _number(said("box.photo.percent"), "percent", 1, 6400, 0.5),
        _slider(said, "turn", -180, 180, 0.5),
        _number(said("box.photo.degrees"), "degrees", -180, 180, 0.1),
        tag("button", said("box.photo.fit"), type="button", id="fit", title=said("box.photo.fit.means")),
        tag(
            "button", said("box.photo.remove"), type="button", id="drop", title=said("box.photo.remove.means")
        ),
    ]
    return tag(
        "div",
        [
            tag("button", sign, type="button", data_zoom=by, aria_label=said(key), title=said(key))
            for sign, by, key in (("−", "-1", "box.smaller"), ("+", "1", "box.larger"))
        ],
        chosen,
        tag("span", said("box.photo.stays"), cls="dim", id="stays"),
        tag("div", views, cls="views", role="radiogroup", aria_label=said("box.photo.view"), data_photo=True),
        tag("div", moves, cls="moves", data_photo=True),
        id="photos",
        role="group",
        aria_label=said("box.photo"),
        data_failed=said("box.photo.failed"),
        data_matched=said("box.photo.matched"),
        **{f"data_point{n}": said(f"box.photo.point{n}") for n in (1, 2, 3, 4)},
    )


def _slider(said: Texts, name: str, low: int, high: int, step: float) -> Html:
    return tag(
        "label",
        tag("span", said(f"box.photo.{name}")),
        tag("input", id=name, type="range", min=str(low), max=str(high), step=str(step)),
        title=said(f"box.photo.{name}.means"),
    )


def _number(label: str, name: str, low: int, high: int, step: float) -> Html:
    more = {"min": str(low), "max": str(high), "step": str(step)}
    return tag("input", id=name, type="number", aria_label=label, title=label, **more)


def _dialog(said: Texts) -> Html:
    """Asks for the size of an empty grid."""
    sizes = [
        tag(
            "label",
            tag("span", said(f"box.blank.{name}")),
            tag("input", name_=name, type="number", min="1", max="60", value="10", required=True),
        )
        for name in ("rows", "columns")
    ]
    return tag(
        "dialog",
        tag(
            "form",
            tag("h2", said("box.blank")),
            tag("p", said("box.blank.means")),
            sizes,
            tag("div", _shifted(), tag("p", said("box.blank.shifted"), cls="dim"), id="shifted"),
            tag(
                "div",
                tag("button", said("box.blank.begin"), type="submit", cls="main", value="begin"),
                tag("button", said("box.cancel"), type="button", data_close=True),
                cls="buttons",
            ),
            method="dialog",
        ),
        id="blank",
        aria_label=said("box.blank"),
    )


def _shifted() -> Html:
    """The beginning of a grid of hexes: its first, third and every further odd row begins at the edge."""
    hexes = [
        tag(
            "path",
            d=f"M{10 + 18 * column + 9 * (row % 2)} {2 + 15 * row}l9 5v10l-9 5l-9 -5v-10z",
            fill="#cfe3f7" if row % 2 else "#fff",
            stroke="#555",
        )
        for row in range(3)
        for column in range(3)
    ]
    numbers = [
        tag(
            "text",
            str(row + 1),
            x=str(10 + 9 * (row % 2)),
            y=str(16 + 15 * row),
            text_anchor="middle",
            font_size="10",
        )
        for row in range(3)
    ]
    return tag("svg", hexes, numbers, viewBox="0 0 68 54", width="102", height="81", aria_hidden="true")
