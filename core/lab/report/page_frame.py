"""The frame of every report: one self-contained HTML file without script, font or network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files

from ...base.html import Child, Html, inside, tag
from ..study.findings import Arm, Findings
from .number_text import finite

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""Nothing is loaded and nothing runs, whatever names and errors contain."""


def stylesheet(name: str) -> str:
    """Return one of the sheets beside this file."""
    return files(__package__).joinpath(name).read_text("utf-8")


def framed(title: str, version: str, *body: Child, style: str = "") -> str:
    """Return the file; `style` is added to the sheet that all reports have."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("meta", name="generator", content=f"tilewright {version}"),
        tag("title", title),
        tag("style", Html(stylesheet("style.css") + style)),
    )
    return "<!doctype html>\n" + inside(tag("html", head, "\n", tag("body", *body), lang="en")) + "\n"


def definitions(*drawn: Child) -> Html:
    """Return what pictures of the page refer to, in an element that takes no room."""
    return tag("svg", tag("defs", *drawn), width="0", height="0", cls="defs", aria_hidden="true")


def folded(said: str, *parts: Child, cls: str | None = None) -> Html | None:
    """Return what only those see who ask for it, under what is said of it; None if there is nothing."""
    drawn = inside(*parts)
    return tag("details", tag("summary", said), drawn, cls=cls) if drawn else None


def heat(difference: float | None, firm: bool) -> str | None:
    """Return the colour class of a cell: the direction of a difference, and whether it is significant."""
    if difference is None or not finite(difference) or not difference:
        return None
    return f"{'up' if difference > 0 else 'down'}{' firm' if firm else ''}"


def by_variant(findings: Findings, draw: Callable[[int, Arm], Child], note: str) -> Html:
    """Return what is drawn for each variant, under its name if there are several, and the note; "" if nothing is."""
    several = len(findings.arms) > 2
    parts = [
        inside(tag("h3", arm.name) if several else None, drawn)
        for n, arm in enumerate(findings.arms[1:])
        if (drawn := draw(n, arm))
    ]
    return inside(parts, tag("p", note, cls="note")) if parts else Html("")


def sections(drawn: Sequence[tuple[str, str, Child]]) -> tuple[Html, Html]:
    """Return the links to these sections (key, title, content), and the sections."""
    links = [tag("li", tag("a", title, href=f"#{key}")) for key, title, _ in drawn]
    main = [tag("section", tag("h2", title, id=key), section) for key, title, section in drawn]
    return tag("nav", tag("ul", links), aria_label="Sections"), tag("main", main)


def footer(version: str, plan_hash: str, seed: int, state: str = "") -> Html:
    """Return the line that says what made the report, and the state of the folder that it was made of."""
    of = f"; made of {state}" if state else ""
    return tag(
        "footer", tag("p", f"tilewright {version}, plan ", tag("code", plan_hash), f", seed {seed}{of}")
    )


def facts(found: Sequence[tuple[str, Child]]) -> Html:
    """Return facts (name, value) as a list."""
    return tag("dl", [tag("div", tag("dt", name), tag("dd", said)) for name, said in found], cls="facts")
