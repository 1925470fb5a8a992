"""Who asks, where a proxy stands in front: only trusted ones are believed, and each visitor has a bucket."""

from __future__ import annotations

import logging
import socket
from typing import Any

import attrs
import pytest

from tilewright.core.table.face_texts import Texts
from tilewright.core.web.hosting import self_test
from tilewright.core.web.hosting.log import masked, plain
from tilewright.core.web.hosting.proxies import Proxies
from tilewright.core.web.hosting.self_test import Seen, SelfTest, Tried, findings
from tilewright.core.web.middleware import AccessMiddleware, Hosts, Limits
from tilewright.core.web.rate_limit import Rate

from ...cases import cases
from ..front import echo, serving
from ..house import house, plan, until

OURS = Proxies.at(["127.0.0.0/8", "10.1.0.0/16", "2001:db8:5::7"])


def request(peer: str | None, *headers: tuple[str, str]) -> Any:
    given = [(name.encode(), value.encode("latin-1")) for name, value in headers]
    return {"client": (peer, 5) if peer is not None else None, "headers": given, "scheme": "http"}


@pytest.mark.parametrize("case", cases(__file__, "who_asks"), ids=lambda case: str(case["said"])[:40])
def test_the_right_most_address_that_is_no_proxy_asks(case: dict[str, Any]) -> None:
    headers = [("x-forwarded-for", one) for one in case["said"]]
    assert OURS.told(request(case["peer"], *headers))["client"][0] == case["asks"]


def test_a_garbled_list_of_any_length_is_read_in_time() -> None:
    word = ",".join("[" * 9 + ":" * 40 for _ in range(300))
    assert OURS.told(request("127.0.0.1", ("x-forwarded-for", word)))["client"][0] == "127.0.0.1"
    long = ",".join(["127.0.0.1"] * 2000)
    assert OURS.told(request("127.0.0.1", ("x-forwarded-for", "9.9.9.9," + long)))["client"][0] == "9.9.9.9"


def test_the_scheme_is_told_by_trusted_proxies_alone() -> None:
    def scheme(peer: str | None, *said: str) -> str:
        found: str = OURS.told(request(peer, *(("x-forwarded-proto", one) for one in said)))["scheme"]
        return found

    assert scheme("127.0.0.1", "https") == scheme("::ffff:127.0.0.1", "http, HTTPS") == "https"
    assert scheme("127.0.0.1", "https", "http") == "http"
    assert scheme("192.0.2.1", "https") == scheme(None, "https") == scheme("127.0.0.1") == "http"
    assert scheme("127.0.0.1", "javascript") == scheme("127.0.0.1", "https\x00") == "http"


@pytest.mark.parametrize("word", ["", "caddy", "1.2.3", "10.0.0.0/33", "0.0.0.0/0", "::/0"])
def test_who_is_trusted_is_an_address_or_a_network(word: str) -> None:
    with pytest.raises(ValueError, match=r"everybody|write an address"):
        Proxies.at(["127.0.0.1", word])


def guard(proxies: Proxies, heard: list[bytes] | None = None) -> AccessMiddleware:
    limits = Limits(wrong=Rate(0.1, 3))
    return AccessMiddleware(
        echo([] if heard is None else heard), hosts=Hosts(), kind=lambda _: "", limits=limits, proxies=proxies
    )


def test_each_visitor_behind_a_proxy_has_wrong_addresses_of_their_own() -> None:
    with serving(guard(OURS)) as front:

        def tried(who: str) -> list[int]:
            return [front.ask("GET", f"/t/{n}", x_forwarded_for=who).status for n in range(4)]

        assert tried("203.0.113.5") == [404, 404, 404, 429]
        assert tried("203.0.113.6") == [404, 404, 404, 429]
        assert tried("6.6.6.6, 203.0.113.6") == [429] * 4  # what the visitor has claimed does not count
    with serving(guard(Proxies())) as front:
        assert [front.ask("GET", f"/t/{n}", x_forwarded_for=f"9.9.9.{n}").status for n in range(4)][3] == 429


# -- moves of which a proxy has replaced the name ---------------------------------------------------------------------


def test_a_replaced_name_is_told_from_a_foreign_page() -> None:
    """Refused are both. What a browser says of the site no page can write, and names of this machine are no proof."""
    told: list[tuple[str, str]] = []
    asked = AccessMiddleware(
        echo([]),
        hosts=Hosts(names=frozenset({"games.example.org"})),
        kind=lambda token: "seat" if token == "SEAT" else "",
        replaced=lambda host, origin: told.append((host, origin)),
    )

    def said(origin: str, path: str = "/t/SEAT/do", **headers: str) -> str:
        answer = front.post(path, {}, origin=origin, **headers)
        assert answer.status == 403
        return answer.error.partition(":")[0].partition(",")[0]

    with serving(asked) as front:
        host, foreign = f"127.0.0.1:{front.port}", "This request comes from a page of another site"
        assert said("https://games.example.org") == "This was not taken"
        assert said("https://other.example.org:8443", sec_fetch_site="same-origin") == "This was not taken"
        assert told == [(host, "https://games.example.org"), (host, "https://other.example.org:8443")]
        for origin, site in (
            ("https://games.example.org", "cross-site"),
            ("https://games.example.org", "same-site"),
            ("http://localhost:9000", ""),
            ("http://evil.example", ""),
            ("http://games.example.org.evil.example", ""),
            ("http://games.example.org@evil.example", ""),
            ("null", ""),
        ):
            assert said(origin, **({"sec_fetch_site": site} if site else {})) == foreign
        assert said("https://games.example.org", "/x", sec_fetch_site="same-origin") == foreign
    assert len(told) == 2


WELL = Seen(
    host="games.example.org",
    origin="https://games.example.org",
    scheme="https",
    client="203.0.113.5",
    proxied=True,
)


@pytest.mark.parametrize("case", cases(__file__, "findings"), ids=str)
def test_the_test_finds_what_is_to_be_changed(case: dict[str, Any]) -> None:
    tried = Tried(outside=case.pop("outside", WELL.origin), apart=case.pop("apart", 1.0))
    finds = case.pop("finds")
    found = findings(tried, attrs.evolve(WELL, **case))
    assert [key for key, _ in found] == finds
    for key, args in found:
        sentences = {Texts(lang)(key, **args) for lang in ("en", "de", "pl")}
        assert len(sentences) == 3 and not any("{" in one for one in sentences)


def test_a_name_under_which_nobody_or_somebody_else_answers_is_not_tested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(self_test, "PATIENCE", 0.3)  # the other one's stream says nothing
    heard: list[str] = []
    with serving(guard(Proxies())) as front:
        SelfTest().ask(front.origin, Texts("en"), heard.append, (0, 0))
    with socket.create_server(("127.0.0.1", 0)) as sock:
        nobody = f"https://127.0.0.1:{sock.getsockname()[1]}"
    SelfTest().ask(nobody, Texts("en"), heard.append, (0, 0))
    assert len(heard) == 2
    assert f"nothing was found under {front.origin} (" in heard[0] and "not tested" in heard[1]


# -- health and log -------------------------------------------------------------------------------------------------


def test_health_answers_probes_by_any_name_and_tells_strangers_nothing(tmp_path: Any) -> None:
    with house(tmp_path) as at:
        entry = at.begin(plan("rebirth", "anna", "bruno"))
        with entry.taken():
            known = at.front.ask("GET", "/healthz")
        assert known.status == 200 and known.headers["cache-control"] == "no-store"
        assert known.body.startswith(b'{"ok":true,"version":"') and known.body.endswith(b'"matches":1}')
        for host in ("10.0.0.9:8137", "evil.example", "", "a b", "127.0.0.1@evil.example"):
            found = at.front.ask("GET", "/healthz", host=host)
            assert (found.status, found.body) == (200, b'{"ok":true}'), host
        assert at.front.ask("HEAD", "/healthz").body == b""
        assert at.front.post("/healthz", {}).status == 405
        assert at.front.ask("GET", "/healthz/x", host="evil.example").status == 421
        assert at.front.ask("GET", "/healthz?" + "x" * 2000).status == 414


def test_the_log_has_a_line_for_each_event_and_no_secret(
    tmp_path: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "tilewright.web")
    with house(tmp_path) as at:
        bots = plan("rebirth", "anna:easy", "bruno:easy")
        moves = at.begin(bots, steps=10_000).look().decisions
        entry = at.begin(bots, steps=moves - 1)
        with at.front.listening(f"/t/{entry.kept.watching}/live"):
            until(lambda: entry.look().result is not None, "the bots do not end the match")
        entry = at.begin(plan("rebirth", "anna", "bruno"))
        seat = entry.people["anna"]
        at.front.post(f"/t/{seat}/do", {}, origin="http://evil.example")
        at.front.ask("GET", f"/t/{seat[:-1]}?{seat}")
        at.front.ask("GET", f"/{seat}/t/{entry.kept.watching}%1b[2J%0a")
        at.registry.close(entry)
        at.front.ask("GET", f"/t/{seat}")
        secrets = [seat, seat[:-1], entry.kept.watching, at.registry.lobby, *entry.people.values()]
    said = [one.getMessage() for one in caplog.records]
    name = entry.record.stem
    assert sum(one.startswith("match ended: rebirth-") for one in said) == 1
    assert said[0].startswith("start: tilewright ") and said[-1] == "stop"
    assert f"match begun: {name}" in said and f"match closed: {name}" in said
    assert any(one.startswith("refused (403) for 127.0.0.1: POST /t/*/do at 127.0.0.1:") for one in said)
    assert any(one.startswith("refused (404) for 127.0.0.1: GET /t/* at 127.0.0.1:") for one in said)
    assert all(any(end in one for one in said) for end in ("page of another site", "its match was closed"))
    assert not [one for one in said if any(secret in one for secret in secrets) or "\n" in one]


def test_the_log_cannot_be_flooded(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tilewright.web")
    with serving(guard(OURS)) as front:
        assert {front.ask("GET", "/t/x").status for _ in range(100)} == {404, 429}
        front.ask("GET", "/t/x", x_forwarded_for="203.0.113.5")
    lines = [one.getMessage() for one in caplog.records if "refused" in one.getMessage()]
    assert 20 <= len(lines) <= 25 and "for 203.0.113.5" in lines[-1]


def test_paths_and_sentences_are_written_plain() -> None:
    assert masked("/t/AbCdefgh_-12/do") == "/t/*/do"
    assert masked("/static/tokens+table.css") == "/static/*"
    assert masked("/\x1b[2J/x\ny") == "/*/*"
    assert plain("a\nb\x1b[0m\u202e") == "a?b?[0m?"
