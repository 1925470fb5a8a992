"""A match as a page to step through: boards, log, points, charts and notable moves of every position.

It is one document for two uses. A server links its style sheet and script and lets people choose whose eyes they look
with; a file has everything in itself, asks nothing of any host, and its policy allows its own style and script alone.
Both show what the walk's eyes may know, and nothing else is in their bytes: no seed, no folder, no other seat's secret.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import attrs

from ..base.html import Html, inside, tag
from ..draw.html_boards import definitions
from ..draw.html_parts import ink
from ..draw.model import Ink
from ..play import redaction
from ..table.face_texts import Texts
from ..table.narration import one_line, players
from ..table.notable_moves import reviewed
from . import end_card, replay_notable, static_files
from .html_frame import filled
from .page_words import PageWords
from .replay_positions import DrawnPositions, data
from .static_files import PALETTE

if TYPE_CHECKING:
    from ..table.notable_moves import Notable
    from ..table.replay_walk import Eyes, Walk

STYLES, SCRIPT = ("tokens.css", "parts.css", "replay.css"), "replay.js"
"""The files of `data/web` that the page needs, besides the palette."""
SCRIPTS = "channel.js", SCRIPT
"""The scripts of a page that can ask a server."""
_OPENING = re.compile(r"<(?=!|script)", re.IGNORECASE)


@attrs.frozen
class ServerLinks:
    """The addresses that a page of a server links to."""

    style: str
    """The address of the palette and STYLES."""
    script: str
    """The address of SCRIPTS."""
    eyes: Mapping[Eyes, str] = attrs.field(factory=dict)
    """The eyes that can be chosen, each with the address of the page seen with them."""
    notable: str = ""
    """The address that answers with `notable.answer`; "" if the match goes on."""


def document(walk: Walk, server: ServerLinks | None = None, found: Notable | None = None) -> str:
    """Return the page, which opens at the walk's position; without a server it is a file that needs nothing else."""
    said = Texts(walk.lang)
    title = said("replay.title", game=walk.rules.game.title)
    album = DrawnPositions(walk)
    now = album.at(walk.at, marked=True)
    parts = {
        "title": title,
        "players": _players(walk),
        "eyes": _eyes(walk, server, said),
        "head": now.head,
        "event": now.said,
        "boards": now.boards,
        "follows": now.follows,
        "panels": now.panels,
        "notes": now.notes,
        "beside": _beside(walk, server, found, said),
    }
    body = tag(
        "body",
        definitions(),
        filled("replay", said, **{name: inside(part) for name, part in parts.items()}),
        tag("script", embedded(_data(album, found, said)), type="application/json", id="positions"),
        "\n",
        tag("script", src=server.script, defer=True) if server else tag("script", _own(SCRIPT)),
        data_at=str(walk.at),
    )
    return "<!doctype html>\n" + tag("html", _head(title, server), "\n", body, lang=walk.lang) + "\n"


def _head(title: str, server: ServerLinks | None) -> Html:
    if server is None:
        style = _own(PALETTE, *STYLES)
        rule = tag("meta", http_equiv="Content-Security-Policy", content=policy(style, _own(SCRIPT)))
        looks = [tag("style", style)]
    else:
        rule = Html("")
        looks = [tag("link", rel="stylesheet", href=server.style)]
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        rule,
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name_="referrer", content="no-referrer"),
        tag("link", rel="icon", href="data:,"),
        tag("title", title),
        looks,
    )


def policy(style: str, script: str) -> str:
    """Return the policy under which just this style and this script work, and nothing is loaded from anywhere."""
    return (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _own(*names: str) -> Html:
    """The content of files of ours; none of them closes an element."""
    found = static_files.content(static_files.joined(*names))
    assert found is not None
    return Html(found.decode())


def embedded(thing: object) -> Html:
    """Return JSON that can stand in a script element, whatever its strings contain."""
    text = json.dumps(thing, separators=(",", ":"))
    return Html(_OPENING.sub(r"\\u003c", text.replace("</", r"<\/")))


def _players(walk: Walk) -> str:
    bots = {name: redaction.pathless(text) for name, text in walk.record.head.bots.items()}
    return Texts(walk.lang)("replay.players", who=players(walk.seats, bots))


def _eyes(walk: Walk, server: ServerLinks | None, said: Texts) -> Html | None:
    """The choice of eyes, if there is one."""
    if server is None or len(server.eyes) < 2:
        return None
    links = [
        tag("a", walk.called(eyes), href=href, aria_current="true" if eyes == walk.eyes else None)
        for eyes, href in server.eyes.items()
    ]
    return tag("nav", tag("span", said("replay.eyes")), links, id="eyes", aria_label=said("replay.eyes"))


# -- beside it -------------------------------------------------------------------------------------------------------


def _beside(walk: Walk, server: ServerLinks | None, found: Notable | None, said: Texts) -> Html:
    """Points, charts, notable moves and the log, which are about the whole match."""
    asked = server.notable if server and reviewed(walk) else ""
    looked: Html | None = None
    if found is not None:
        looked = replay_notable.section(found, walk)
    elif asked:
        looked = tag("button", said("replay.notable.ask"), type="button", id="ask", hidden=True)
    by_round, by_source = end_card.rounds(walk), end_card.sources(walk)
    parts = [
        tag("section", _scores(walk), id="points"),
        tag("section", by_round, id="rounds") if by_round else None,
        tag("section", tag("h2", said("walk.log")), _log(walk), id="log"),
        tag("section", tag("h2", said("replay.notable")), looked, id="notable", data_from=asked or None)
        if looked
        else None,
        tag("section", by_source, id="sources") if by_source else None,
    ]
    return tag("aside", parts)


def _scores(walk: Walk) -> Html:
    seats = [
        tag("li", ink(walk.show, Ink(name, f"seat {seat}")), Html(" "), tag("b", str(points)))
        for seat, (name, points) in enumerate(zip(walk.seats, walk.scores(), strict=True))
    ]
    return tag("ul", seats, id="scores")


def _log(walk: Walk) -> Html:
    """Every decision that the eyes know at the end, each with a link."""
    at, walk.at = walk.at, walk.last
    words = PageWords(walk.rules, walk.show, tuple(walk.seats))
    entries = []
    for entry in walk.log():
        number, told = entry.told.number, words(one_line(entry.told), entry.told.seat)
        link = tag("a", f"{number}. {told}", href=f"#{number}")
        here, later = "step" if entry.index == at else None, "later" if entry.known > at else None
        data = {"data_at": str(entry.index), "data_known": str(entry.known)}
        entries.append(tag("li", link, **data, aria_current=here, cls=later))
    walk.at = at
    rest = [tag("li", text, cls="rest") for text in walk.rest]
    return tag("ol", entries, rest, cls="log")


def _data(album: DrawnPositions, found: Notable | None, said: Texts) -> dict[str, Any]:
    """Everything that the script needs."""
    return data(album) | {
        "notable": found.numbers if found is not None else [],
        "words": {
            "typed": said("walk.to", n="{n}"),
            "looking": said("replay.notable.looking", n="{n}"),
            "lost": said("replay.notable.lost"),
            "beginning": said("walk.beginning"),
        },
    }
