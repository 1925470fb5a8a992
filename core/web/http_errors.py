"""HTTP errors, each with one sentence: unknown addresses, records in use elsewhere, too many requests.

The sentence never contains a token, a path or anything of a match, so it can be shown to anyone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ..base import strict_json
from ..base.errors import TilewrightError
from ..base.html import tag
from ..table.face_texts import Texts
from ..text.languages import languages, spoken
from ..text.strict import EXACT, Slips, structure
from .html_frame import whole

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

T = TypeVar("T")

REFUSED = "tilewright.refused"
"""The key of a request's scope under which its HttpError is kept, for the log."""


class HttpError(TilewrightError):
    """A request that is answered with a sentence: the text `key` with its arguments, under an HTTP status."""

    status = 400
    key = "web.error.request"
    retry = 0
    """Seconds after which it may be different; 0 if it stays as it is."""

    def __init__(
        self, key: str | None = None, *, status: int | None = None, retry: int | None = None, **args: object
    ) -> None:
        self.key = key or self.key
        self.status = status or self.status
        self.retry = self.retry if retry is None else retry
        self.filled = args
        super().__init__(self.said("en"))

    def said(self, lang: str) -> str:
        """The sentence in this language."""
        return Texts(lang)(self.key, **self.filled)


def structured(raw: bytes, kind: type[T]) -> T:
    """The content of a request, of this kind. HttpError if it does not hold one."""
    try:
        return structure(strict_json.read(raw), kind, EXACT)
    except (strict_json.NotJson, Slips) as error:
        raise HttpError("web.error.request") from error


class UnknownAddress(HttpError):
    """Nothing has ever been at this address, or its match was forgotten."""

    status, key = 404, "web.error.address"


class AddressExpired(HttpError):
    """The address led to a seat; the match was closed for good, or a bot has taken the seat."""

    status, key = 410, "web.error.closed"


class NotBegun(HttpError):
    """The address leads to a table for which people are awaited."""

    status, key, retry = 409, "web.join.waits", 3


class RecordInUse(HttpError):
    """Another process holds the record, such as a terminal."""

    status, key, retry = 409, "web.error.elsewhere", 3


class RecordBroken(HttpError):
    """The record cannot be played on."""

    status, key = 409, "web.error.broken"


class ServerFull(HttpError):
    """As many matches are open as this server opens."""

    status, key, retry = 503, "web.error.full", 5


def language(headers: Iterable[tuple[bytes, bytes]], default: str) -> str:
    """The first language of `Accept-Language` that we speak, in the order in which it is written."""
    for name, value in headers:
        if name == b"accept-language":
            for part in value[:200].decode("latin-1").split(","):
                lang = re.split("[-;]", part.strip(), maxsplit=1)[0].strip().lower()
                if lang in languages():
                    return lang
    return spoken(default)


def answer(error: HttpError, lang: str, html: bool) -> tuple[Mapping[str, str], bytes]:
    """Headers and body: a page with the sentence, or JSON for a script."""
    headers = {"retry-after": str(error.retry)} if error.retry else {}
    if html:
        text = page(error.said(lang), lang, error.retry)
        return headers | {"content-type": "text/html; charset=utf-8"}, text.encode()
    content = {"error": error.said(lang), "retry": error.retry}
    return headers | {"content-type": "application/json"}, json.dumps(content, ensure_ascii=False).encode()


def page(sentence: str, lang: str, retry: int = 0) -> str:
    """A whole page that says one sentence, and asks again by itself after `retry` seconds, if that is not 0."""
    body = tag("main", tag("h1", "tilewright"), tag("p", sentence, role="status"))
    return whole(lang, "tilewright", body, styles=("lobby.css",), retry=retry)


def wants_page(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """True if a browser asks for a page, not a script for data."""
    return any(name == b"accept" and b"text/html" in value for name, value in headers)


def handlers(lang: str) -> dict[Any, Callable[[Request, Any], Awaitable[Response]]]:
    """What answers such an error, in the language that the browser asks for, `lang` if it asks for none of ours."""
    from starlette.responses import Response

    async def refused(request: Request, error: HttpError) -> Response:
        raw = request.headers.raw
        request.scope[REFUSED] = error
        headers, body = answer(error, language(raw, lang), wants_page(raw))
        return Response(body, error.status, headers)

    return {HttpError: refused}
