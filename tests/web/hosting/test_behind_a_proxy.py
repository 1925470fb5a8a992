"""Two people at one match in Chromium, behind nginx and Caddy as docs/hosting.md sets them up, or only in part."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import attrs
import pytest

from tilewright.core.table.face_texts import Texts
from tilewright.core.web.app import application
from tilewright.core.web.hosting.proxies import HERE, Proxies
from tilewright.core.web.hosting.self_test import SelfTest
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.matches import MatchRegistry
from tilewright.core.web.middleware import Hosts

from ..front import Front, serving
from ..house import QUICK, House, chromium, plan, until
from ..person import Person, clicked, recorded, whole
from .proxy import NAME, caddy, certificate, nginx

Kind = Callable[..., AbstractContextManager[int]]
SAID = Texts("en")
AS_IT_IS: Mapping[str, str] = MappingProxyType({})
BARE = {
    "proxy_set_header Host $http_host;": "",
    "proxy_set_header X-Forwarded-For $remote_addr;": "",
    "proxy_set_header X-Forwarded-Proto $scheme;": "",
}
"""What is missing with `proxy_pass` alone."""
HOLDS = {"proxy_http_version 1.1;": "proxy_http_version 1.1; proxy_ignore_headers X-Accel-Buffering;"}


@attrs.define
class Outside(Front):
    """A front that people reach by a name, at the port of a proxy."""

    at: int = 0

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.at}"


@attrs.define
class Hosted:
    """A server behind a proxy."""

    house: House
    test: SelfTest
    context: Any
    """In a browser, to which the name leads to this machine."""

    @property
    def here(self) -> str:
        """The proxy by a name that programs on this machine find as well."""
        front = self.house.front
        assert isinstance(front, Outside)
        return f"https://localhost:{front.at}"

    def lobby(self) -> Any:
        page = self.context.new_page()
        page.goto(f"{self.house.front.origin}/h/{self.house.registry.lobby}")
        return page


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium(f"--host-resolver-rules=MAP {NAME} 127.0.0.1") as found:
        yield found


@contextmanager
def hosted(
    folder: Path,
    browser: Any,
    kind: Kind,
    proxies: Proxies | None = None,
    others: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[Hosted]:
    registry = MatchRegistry(folder / "web.json", folder / "games", lambda table: LiveMatch(table, pace=0.0))
    test, names, known = SelfTest(), Hosts(names=frozenset({NAME})), Proxies.at(HERE)
    guard = application(registry, hosts=names, limits=QUICK, proxies=proxies or known, test=test)
    with (
        serving(guard) as front,
        kind(folder, front.port, others) as port,
        browser.new_context(ignore_https_errors=True) as context,
    ):
        yield Hosted(House(registry, Outside(front.port, front.server, port)), test, context)


@pytest.mark.parametrize("kind", [nginx, caddy], ids=["nginx", "caddy"])
def test_two_people_play_behind_the_proxy_of_the_docs(
    tmp_path: Path,
    browser: Any,
    kind: Kind,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "tilewright.web")
    heard: list[str] = []
    with hosted(tmp_path, browser, kind) as at:
        entry = at.house.begin(plan("rebirth", "anna", "bruno"))
        people = [Person(at.house, entry, name, at.context) for name in ("anna", "bruno")]
        while len({seat for seat, _ in recorded(people[0])}) < 2:
            asked = people[people[0].served.table.to_act[0]]
            assert whole(asked, clicked, seed=len(recorded(asked)), most=1)
        assert not [error for person in people for error in person.errors]
        lobby = at.lobby()
        well = SAID("web.test.well", name=at.house.front.origin)
        until(lambda: well in lobby.inner_text("#selftest"), "the lobby does not say that all is well")
        address = lobby.input_value("input[data-path]")
        assert address.startswith(f"{at.house.front.origin}/j/")
        assert f'value="{at.house.front.origin}/t/' in lobby.content()  # the server knows it, too
        if kind is nginx:  # a certificate that a program on this machine can be told to believe
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path)[0]))
            at.test.ask(at.here, SAID, heard.append)
            assert heard == [SAID("web.test.well", name=at.here)]
        assert not [one for one in caplog.records if one.levelno > logging.INFO]


def test_a_proxy_that_replaces_the_name_is_blamed_in_log_and_lobby(
    tmp_path: Path, browser: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with hosted(tmp_path, browser, nginx, others=BARE) as at:
        entry = at.house.begin(plan("rebirth", "anna", "bruno"))
        page = at.context.new_page()
        with entry.taken() as served:
            asked = entry.kept.seats[served.table.to_act[0]]
        page.goto(at.house.address(entry, asked))
        page.wait_for_selector(".spot.lit")
        page.keyboard.press("ArrowRight")
        page.wait_for_selector("#lost:not([hidden])")
        with entry.taken() as served, served.lock:
            served.table.let_bot(1 - served.table.to_act[0])
            served.stirred()
        page.wait_for_selector("#told .wish")
        assert page.is_visible("#lost"), "news takes away what is said of an act"
        assert page.inner_text("#lost") == SAID("web.error.replaced")
        host = f"127.0.0.1:{at.house.front.port}"
        names = at.house.front.origin.partition("//")[2]
        wrong = SAID("web.test.host", seen=host, name=names)
        assert [one.getMessage() for one in caplog.records] == [wrong]
        local = at.context.new_page()  # as the person who serves opens it, past the proxy
        local.goto(f"http://{host}/h/{at.house.registry.lobby}")
        until(lambda: wrong in local.inner_text("#selftest"), "the lobby does not say what is wrong")
        lobby = at.lobby()
        until(
            lambda: SAID("web.test.claimed") in lobby.inner_text("#selftest"),
            "the lobby finds nothing itself",
        )
        said = lobby.inner_text("#selftest")
        assert wrong in said and SAID("web.test.scheme") in said and SAID("web.test.held") not in said
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate(tmp_path)[0]))
        heard: list[str] = []
        at.test.ask(at.here, SAID, heard.append)
        assert SAID("web.test.claimed") in heard
        keys = [key for key, _ in at.test.found[at.here]]
        assert keys == ["web.test.host", "web.test.claimed", "web.test.scheme"]


def test_a_proxy_that_holds_events_back_is_blamed_on_the_page_and_in_the_lobby(
    tmp_path: Path, browser: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosted(tmp_path, browser, nginx, Proxies.at(["10.0.0.0/8"]), others=HOLDS) as at:
        entry = at.house.begin(plan("rebirth", "anna", "bruno"))
        page = at.context.new_page()
        page.goto(at.house.address(entry, "anna"))
        until(lambda: page.inner_text("#lost") == SAID("web.held"), "the page blames something else")
        lobby = at.lobby()
        until(lambda: SAID("web.test.held") in lobby.inner_text("#selftest"), "the lobby does not blame it")
        assert SAID("web.test.trust", address="127.0.0.1") in lobby.inner_text("#selftest")
        assert SAID("web.test.scheme") not in lobby.inner_text("#selftest")


def test_nobody_else_opens_the_test(tmp_path: Path, browser: Any) -> None:
    with hosted(tmp_path, browser, caddy) as at:
        front, lobby = at.house.front, at.house.registry.lobby
        entry = at.house.begin(plan("rebirth", "anna", "bruno"))
        told = {"outside": "https://evil.example"}
        assert front.post("/selftest/x", told, host="evil.example").status == 404
        assert front.ask("GET", "/selftest/x/live").status == 404
        for token in (entry.people["anna"], entry.kept.watching, "x"):
            assert front.ask("GET", f"/h/{token}/selftest").status == 404
        found = json.loads(front.ask("GET", f"/h/{lobby}/selftest", host="127.0.0.1").body)
        assert found == {"at": at.test.at, "html": ""}
        for body in ({}, {"outside": 5}, {"outside": "a", "apart": "b"}, {"outside": "a", "more": 1}):
            assert front.post(at.test.at, body).status == 400, body
        for n in range(20):
            assert front.post(at.test.at, {"outside": f"https://<b>{n}\x1b[2J.example"}).status == 200
        html = json.loads(front.ask("GET", f"/h/{lobby}/selftest").body)["html"]
        assert len(at.test.found) == 8 and "<b>" not in html and "\x1b" not in html
