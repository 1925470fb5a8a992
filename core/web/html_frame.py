"""The HTML around everything: the frame of a table that its script fills, and pages of one sentence."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

from ..base.html import Html, inside, tag
from ..draw import html_boards
from ..table.face_texts import Texts
from ..text.grammar import grammar
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
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", http_equiv="refresh", content=str(retry)) if retry else None,
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        tag("link", rel="stylesheet", href=static_files.address("tokens.css", *styles)),
        tag("script", src=static_files.address("theme.js")),
        # Without a word on it, browsers ask for a script that may wait only when style sheets have come.
        tag("script", src=static_files.address(*scripts), defer=True, fetchpriority="high")
        if scripts
        else None,
    )
    return "<!doctype html>\n" + tag("html", head, tag("body", body), lang=lang)


def filled(name: str, said: Texts, /, **parts: str) -> Html:
    """The markup in `data/web/NAME.html` without its comments; `{key}` stands for one of the parts, or for a text."""

    def fill(found: re.Match[str]) -> str:
        key = found[1]
        return inside(parts[key] if key in parts else said(key), plain=True)

    return Html(re.sub(r"\{([a-z0-9_.]+)\}", fill, _bare(name)))


@lru_cache(maxsize=16)
def _bare(name: str) -> str:
    text = (files("tilewright.data") / "web" / f"{name}.html").read_text("utf-8")
    return re.sub(r"<!--.*?-->|\s*\n\s*", "", text, flags=re.DOTALL)


def table(said: Texts, *, watching: bool, learns: str = "", speaks: str = "") -> str:
    """The frame of a table, for a person or for spectators.

    It offers one thing: another language, which the person `speaks`, or in a sentence that this game can be learnt.
    """
    offer = ""
    if speaks:
        offer = filled("speaks", said, lang=speaks, name=grammar(speaks).name, here=said.lang)
    elif learns:
        offer = filled("offer", said, text=inside(learns))
    body = filled(
        "table", said, hidden="hidden" * watching, offer=offer, definitions=html_boards.definitions()
    )
    styles = ("palette.css", "parts.css", "table.css", "news.css")
    scripts = ("channel.js", "boards.js", "motion.js", "signals.js", "tips.js", "table.js")
    return whole(said.lang, said("web.title"), body, styles=styles, scripts=scripts)


def box(said: Texts) -> str:
    """The frame of the page of a draft. The photo in it never leaves the browser."""
    body = filled("box", said, definitions=html_boards.definitions())
    styles, scripts = ("palette.css", "parts.css", "box.css"), ("boards.js", "box.js", "boxphoto.js")
    return whole(said.lang, "tilewright", body, styles=styles, scripts=scripts)
