"""The HTML around everything: the frame of a table that its script fills, and pages of one sentence."""

from __future__ import annotations

from ..base.html import Html, tag
from ..draw import html_boards
from ..table.face_texts import Texts
from . import static_files


def whole(
    lang: str,
    title: str,
    *body: Html,
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
    retry: int = 0,
) -> str:
    """A whole document with these files of `data/web`; it is asked for again after `retry` seconds, if not 0."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light"),
        tag("meta", http_equiv="refresh", content=str(retry)) if retry else None,
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        [tag("link", rel="stylesheet", href=static_files.address(name)) for name in styles],
        [tag("script", src=static_files.address(name), defer=True) for name in scripts],
    )
    return "<!doctype html>\n" + tag("html", head, tag("body", body), lang=lang)


def sentence(lang: str, title: str, text: str) -> str:
    """A page that says one thing."""
    return whole(
        lang, title, tag("main", tag("h1", title), tag("p", text), cls="sentence"), styles=("table.css",)
    )


def table(said: Texts, *, watching: bool) -> str:
    """The frame of a table, for a person or for spectators."""
    typed = tag(
        "form",
        tag(
            "input",
            name_="text",
            autocomplete="off",
            maxlength=500,
            aria_label=said("table.do.type"),
            placeholder=said("web.type"),
        ),
        tag("button", said("web.type.do"), type="submit"),
        id="typed",
        hidden=watching,
    )
    controls = [
        _region("choice", role="group", aria_label=said("web.choices")),
        _region("move", aria_live="polite"),
    ]
    close = tag("form", tag("button", said("web.close"), autofocus=True), method="dialog")
    return whole(
        said.lang,
        said("web.title"),
        tag("p", said("web.no_script"), id="lost", cls="lost", data_lost=said("web.lost"), role="status"),
        tag(
            "header",
            _region("head", aria_live="polite"),
            _region("tools", role="toolbar", aria_label=said("web.tools")),
        ),
        tag(
            "main",
            tag("div", data_region="layout", id="boards"),
            tag(
                "div",
                _region("news", aria_live="polite"),
                tag("div", controls, id="controls"),
                typed,
                tag("aside", _region("panels")),
                cls="side",
            ),
        ),
        html_boards.definitions(),
        tag("dialog", tag("h2"), tag("div", cls="body"), close, id="page"),
        styles=("palette.css", "parts.css", "table.css"),
        scripts=("table.js",),
    )


def _region(name: str, **attributes: str) -> Html:
    """A place that the script fills."""
    return tag("div", id=name, data_region=name, **attributes)
