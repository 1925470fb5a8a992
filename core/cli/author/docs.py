"""`docs`: the pages on tilewright in the terminal; each lies in the wheel beside the code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ...base.brief import COMPARED, closest
from ..shared import common
from ..shared.output import Styled

DOCS = Path(__file__).resolve().parents[3] / "docs"
"""At the root of a checkout, and in the wheel in the package."""
WIDEST = 110
NAMED = 4
"""Headings that are named where another one was asked for."""
LINKS = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)]*)\)")
HEADING = re.compile(r"(#+) (.*)")


def docs(page: str | None = None, path: bool = False, plain: bool = False) -> None:
    """Read the pages on tilewright.

    Without PAGE: all pages, in a line each. In a pipe a page is Markdown, as it was written.

    Examples: tilewright docs authoring; tilewright docs drawing#Spot
    """
    name, _, wanted = (page or "").partition("#")
    name = name.removesuffix(".md")
    if path:
        common.say(str(_file(name) if name else DOCS))
    elif not name:
        _list(plain)
    else:
        text = _file(name).read_text("utf-8")
        _print(_section(name, text, wanted) if wanted else text, plain)


def _pages() -> dict[str, list[str]]:
    """Return the names of the pages that are here by caption, in the order of the index."""
    blocks = re.findall(r":caption: (.*)\n(?::.*\n)*\n((?:\S+\n)+)", (DOCS / "index.md").read_text("utf-8"))
    return {
        caption: [name for name in listed.split() if "/" not in name and (DOCS / f"{name}.md").is_file()]
        for caption, listed in blocks
    }


def _file(name: str) -> Path:
    """Return the file of this page; UsageError if there is none."""
    known = [one for names in _pages().values() for one in names]
    if name not in known:
        near = closest(name, known)
        raise common.usage(
            f"no page '{name}'" + (f"; did you mean {near}?" if near else "; tilewright docs lists all pages")
        )
    return DOCS / f"{name}.md"


def _list(plain: bool) -> None:
    terminal = common.terminal(plain)
    for caption, names in _pages().items():
        if names:
            terminal.say(caption, "bold")
        for name in names:
            title = next(_headings((DOCS / f"{name}.md").read_text("utf-8")))[2]
            terminal.wrapped(title, f"  {name:<20}")
    common.say()
    common.paragraph("Read one with tilewright docs PAGE, a part of it with PAGE#HEADING.")


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield number of the line, level and text of each heading outside of code."""
    code = False
    for n, line in enumerate(text.splitlines()):
        code ^= line.startswith("```")
        if not code and (found := HEADING.match(line)):
            yield n, len(found[1]), found[2]


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.casefold()).replace(" ", "-")


def _section(name: str, text: str, wanted: str) -> str:
    """Return the part of a page below the heading of this anchor; UsageError if there is none."""
    found, anchor = [*_headings(text)], _anchor(wanted)
    anchors = [_anchor(title) for *_, title in found]
    if anchor not in anchors:
        near = [f"{name}#{one}" for one in _near(anchor, anchors)] + _elsewhere(name, anchor)
        more = f"did you mean {' or '.join(near)}?" if near else f"tilewright docs {name} shows all of it"
        raise common.usage(f"{name} has no heading '{wanted}'; {more}")
    at = anchors.index(anchor)
    first, level, _ = found[at]
    end = next((n for n, other, _ in found[at + 1 :] if other <= level), None)
    also = ", ".join(f"`tilewright docs {other}`" for other in _elsewhere(name, anchor))
    section = "\n".join(text.splitlines()[first:end]).rstrip() + "\n"
    return f"{section}\nSee also: {also}\n" if also else section


def _near(anchor: str, anchors: Sequence[str]) -> list[str]:
    """Return the headings with this word, or else those that are most like it."""
    return _with(anchor, anchors) or get_close_matches(anchor[:COMPARED], anchors, 2, 0.75)


def _with(anchor: str, anchors: Sequence[str]) -> list[str]:
    """Return the headings that are this one, or have it as a word."""
    return [one for one in anchors if anchor and anchor in (one, *one.split("-"))]


def _elsewhere(name: str, anchor: str) -> list[str]:
    """Return the headings of other pages with this word, as PAGE#HEADING."""
    found = []
    for page in (one for names in _pages().values() for one in names if one != name):
        text = (DOCS / f"{page}.md").read_text("utf-8")
        found += [f"{page}#{one}" for one in _with(anchor, [_anchor(title) for *_, title in _headings(text)])]
    return found[:NAMED]


def _print(text: str, plain: bool) -> None:
    """Print Markdown: laid out at a terminal, elsewhere as it is."""
    terminal = common.terminal(plain)
    if terminal.plain:
        common.say(Styled(text.rstrip("\n")))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    depth: Any = terminal.depth
    console = Console(
        width=min(terminal.width, WIDEST), force_terminal=True, color_system=depth, legacy_windows=False
    )
    with console.capture() as drawn:
        console.print(Markdown("\n".join(map(_unlinked, text.splitlines())), hyperlinks=False))
    common.say(Styled("\n".join(map(str.rstrip, drawn.get().splitlines()))))


def _unlinked(line: str) -> str:
    """Return the line with each link as what it shows and how its page is named to this command."""

    def linked(link: re.Match[str]) -> str:
        picture, shown, target = link[1], link[2], link[3].replace(".md", "")
        if line.startswith("|"):  # a long word would be cut off in a narrow column
            target = target.partition("#")[0]
        if picture:
            return f"(picture {target}: {shown})"
        return shown if target in ("", shown.removesuffix(".md")) else f"{shown} ({target})"

    return LINKS.sub(linked, line)
