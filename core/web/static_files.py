"""The static files of the pages, under addresses that change with their content, so that browsers may keep them.

Several of one kind are one answer: `/static/tokens+table.css`. Comments and indentation, which no browser needs, are
left out: they are a fifth of what a first visit loads.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from ..draw.css import palette_css

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

KINDS = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}
"""The files that are served, by their ending, each with its media type."""
PALETTE = "palette.css"
"""The colours of what is drawn, which come from its theme."""
KEPT = "public, max-age=31536000, immutable"
"""For an address with the version of the content."""


COMMENTS = {
    "css": re.compile(r"/\*.*?\*/", re.DOTALL),
    "js": re.compile(r"^\s*//.*$|\s+// [^\"'`\n]*$", re.MULTILINE),
}
"""Comments of our files: in scripts from two slashes to the end of the line, with no quotation mark after them."""
MOST = 8
"""Files in one answer."""


@lru_cache(maxsize=64)
def content(name: str) -> bytes | None:
    """The content of files in `data/web`, `one+other.css`; None if one of them is none that is served."""
    stems, _, ending = name.rpartition(".")
    parts = [_content(f"{one}.{ending}") for one in stems.split("+", MOST - 1)]
    return "\n".join(one for one in parts if one is not None).encode() if None not in parts else None


def _content(name: str) -> str | None:
    stem, _, ending = name.rpartition(".")
    if name == PALETTE:
        return palette_css()
    if ending not in KINDS or not stem.replace("-", "").isalnum():
        return None
    found = files("tilewright.data") / "web" / name
    if not found.is_file():
        return None
    lines = COMMENTS[ending].sub("", found.read_text("utf-8")).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


@lru_cache(maxsize=64)
def version(name: str) -> str:
    """A word that changes with the content of the file."""
    return sha256(content(name) or b"").hexdigest()[:12]


def joined(*names: str) -> str:
    """The name of these files of one kind together."""
    stems, endings = zip(*(name.rsplit(".", 1) for name in names), strict=True)
    return f"{'+'.join(stems)}.{endings[0]}"


def address(*names: str) -> str:
    """The address of these static files of one kind together, on this server."""
    name = joined(*names)
    return f"/static/{name}?v={version(name)}"


def static_route() -> Route:
    """The route of the static files."""
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.responses import Response
    from starlette.routing import Route

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        found = content(name) if len(name) <= 100 else None
        if found is None:
            return Response(status_code=404)
        kept = KEPT if request.query_params.get("v") == version(name) else "no-cache"
        return Response(
            found, headers={"content-type": KINDS[name.rpartition(".")[2]], "cache-control": kept}
        )

    return Route("/static/{name}", static, middleware=[Middleware(GZipMiddleware, compresslevel=9)])
