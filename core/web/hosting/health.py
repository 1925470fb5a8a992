"""`/healthz`: whether this server answers, for what watches over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...base.version import __version__

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from ..middleware import Hosts

PATH = "/healthz"


def health_route(hosts: Hosts, live: Callable[[], int]) -> Route:
    """The route, with the version and the matches that are open now.

    A probe asks by whatever address it knows, so that every `Host` gets an answer. One by which this server is not
    known learns nothing but that: a foreign page can make its name lead here.
    """
    from starlette.responses import JSONResponse
    from starlette.routing import Route

    async def health(request: Request) -> Response:
        known = hosts.allow(request.headers.get("host", ""))
        return JSONResponse({"ok": True, **({"version": __version__, "matches": live()} if known else {})})

    return Route(PATH, health)
