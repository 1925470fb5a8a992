"""The static files of the pages, under addresses that change with their content, so that browsers may keep them."""

from __future__ import annotations

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


@lru_cache(maxsize=64)
def content(name: str) -> bytes | None:
    """The content of a file in `data/web`; None if there is none of this name that is served."""
    if name == PALETTE:
        return palette_css().encode()
    stem, _, ending = name.rpartition(".")
    if ending not in KINDS or not stem.replace("-", "").isalnum():
        return None
    found = files("tilewright.data") / "web" / name
    return found.read_bytes() if found.is_file() else None


@lru_cache(maxsize=64)
def version(name: str) -> str:
    """A word that changes with the content of the file."""
    return sha256(content(name) or b"").hexdigest()[:12]


def address(name: str) -> str:
    """The address of a static file, on this server."""
    return f"/static/{name}?v={version(name)}"


def static_route() -> Route:
    """The route of the static files."""
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.responses import Response
    from starlette.routing import Route

    async def static(request: Request) -> Response:
        name = request.path_params["name"]
        found = content(name) if len(name) <= 60 else None
        if found is None:
            return Response(status_code=404)
        kept = KEPT if request.query_params.get("v") == version(name) else "no-cache"
        return Response(
            found, headers={"content-type": KINDS[name.rpartition(".")[2]], "cache-control": kept}
        )

    return Route("/static/{name}", static, middleware=[Middleware(GZipMiddleware, compresslevel=6)])
