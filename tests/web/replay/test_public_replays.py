"""The address at which everybody sees the replay of a finished game: it lasts, opens no seat, and ends with the end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.base.errors import TilewrightError
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.http_errors import AddressExpired, HttpError, UnknownAddress

from ..house import House, ahead, faults, plan
from ..house import at as at
from ..house import browser as browser
from ..quiet import registry

LINK = re.compile(r"/p/[A-Za-z0-9_-]{22}")


@pytest.fixture(scope="module")
def finished(at: House) -> bytes:
    """The record of a match of two people that is over."""
    entry = at.begin(plan("rebirth", "anna", "bruno"), steps=10_000)
    assert entry.look().over
    return entry.record.read_bytes()


@pytest.fixture
def over(at: House, finished: bytes, tmp_path: Path) -> HostedMatch:
    """Such a match, for one test."""
    (tmp_path / "over.jsonl").write_bytes(finished)
    return at.registry.add(tmp_path / "over.jsonl")


def shared(at: House, entry: HostedMatch) -> str:
    return f"/p/{at.registry.share(entry)}"


def back(entry: HostedMatch) -> None:
    """The match goes on from before its last decision, as it does after it was taken back."""
    assert entry.rest()
    lines = entry.record.read_text("utf-8").splitlines(keepends=True)
    last = max(n for n, line in enumerate(lines) if '"move"' in line)
    entry.record.write_text("".join(lines[:last]), "utf-8")
    assert not entry.look().over


def test_it_shows_everything_of_the_match_and_no_address(at: House, over: HostedMatch) -> None:
    path = shared(at, over)
    page = at.front.ask("GET", path)
    text = page.body.decode()
    assert page.status == 200 and "anna" in text and f"{over.kept.public}/notable?eyes=" in text
    assert at.front.ask("GET", f"{path}?eyes=bruno").status == 200
    assert at.front.ask("GET", f"{path}/notable?eyes=anna").status == 200
    for secret in (*over.people.values(), over.kept.watching, at.registry.lobby):
        assert secret not in text
    assert str(over.record) not in text and "/t/" not in text and "/h/" not in text


def test_it_stays_the_same_for_all_who_ask_and_after_a_restart(at: House, over: HostedMatch) -> None:
    path = shared(at, over)
    assert shared(at, over) == path
    at.registry.index.rebuild()
    for server in (at.registry, registry(at.registry.folder.parent)):
        target = server.shared(path.removeprefix("/p/"))
        assert (target.entry.id, target.seat, target.public) == (over.id, None, True)


def test_a_match_that_goes_on_has_none(at: House) -> None:
    entry = at.begin(plan("rebirth", "anna", "bruno"), steps=5)
    with pytest.raises(HttpError, match="not over"):
        at.registry.share(entry)
    answer = at.front.post(f"/t/{entry.people['anna']}/do", {"page": "a", "do": "share"})
    assert (answer.status, entry.kept.public) == (200, "")  # the page shows the spectators' address


def test_what_was_taken_back_is_shown_no_more_until_it_is_over_again(at: House, over: HostedMatch) -> None:
    path = shared(at, over)
    assert at.front.ask("GET", path).status == 200
    back(over)
    for asked in (path, f"{path}?eyes=anna", f"{path}?eyes=bruno", f"{path}/notable?eyes=anna"):
        answer = at.front.ask("GET", asked)
        assert answer.status == 409 and "not over" in answer.error, asked
        assert b"anna" not in answer.body and b"bruno" not in answer.body
    with over.taken() as served:
        ahead(served.table, 10_000)
    assert at.front.ask("GET", path).status == 200


def test_another_match_in_its_file_is_not_shown(at: House, over: HostedMatch) -> None:
    path = shared(at, over)
    other = at.begin(plan("rebirth", "carl", "dora"), seed=8, steps=10_000)
    over.rest()
    over.record.write_bytes(other.record.read_bytes())
    assert at.front.ask("GET", path).status == 409
    over.record.unlink()
    assert at.front.ask("GET", path).status == 409


def test_the_host_withdraws_it_for_good(at: House, over: HostedMatch) -> None:
    path, lobby = shared(at, over), f"/h/{at.registry.lobby}"
    assert at.front.post(f"{lobby}/do", {"do": "withdraw", "match": over.id}).status == 200
    gone = at.front.ask("GET", path)
    assert gone.status == 410 and "withdrawn" in gone.error
    again = at.front.post(f"{lobby}/do", {"do": "share", "match": over.id})
    [other] = set(LINK.findall(again.body.decode())) & {f"/p/{over.kept.public}"}
    assert other != path and at.front.ask("GET", other).status == 200
    assert at.front.ask("GET", path).status == 410
    with pytest.raises(AddressExpired):
        registry(at.registry.folder.parent).shared(path.removeprefix("/p/"))
    at.registry.close(over)
    assert at.front.ask("GET", other).status == 410


def test_it_opens_nothing_else_and_nothing_else_opens_it(at: House, over: HostedMatch) -> None:
    path = shared(at, over)
    token = over.kept.public
    for other in (f"/t/{token}", f"/t/{token}/live", f"/t/{token}/replay", f"/h/{token}", f"/h/{token}/list"):
        assert at.front.ask("GET", other).status == 404, other
    for other in ("live", "do", "replay", "record", "../t", "notable/x"):
        assert at.front.ask("GET", f"{path}/{other}").status == 404, other
    for other in (
        *over.people.values(),
        over.kept.watching,
        at.registry.lobby,
        token[:-1],
        f"{token}x",
        "A" * 22,
    ):
        for asked in (f"/p/{other}", f"/p/{other}/notable?eyes=anna"):
            assert at.front.ask("GET", asked).status == 404, asked
    for one in (token, "", "x"):
        with pytest.raises(UnknownAddress):
            at.registry.place(one)
    for one in ("", at.registry.lobby, over.kept.watching, "'; --", "\udcff"):
        with pytest.raises(UnknownAddress):
            at.registry.shared(one)


def test_it_is_only_read(at: House, over: HostedMatch) -> None:
    path, before = shared(at, over), over.record.read_bytes()
    for content in (
        {"do": "share"},
        {"page": "a", "do": "key", "key": "u"},
        {"do": "withdraw", "match": over.id},
    ):
        for where in (path, f"{path}/do", f"{path}/notable"):
            assert at.front.post(where, content).status in (404, 405), where
            assert at.front.post(where, content, origin="http://evil.example").status == 403
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS"):
        assert at.front.ask(method, path).status == 405
    assert at.front.ask("HEAD", path).status == 200
    assert at.front.ask("GET", f"{path}?eyes={'a' * 2000}").status == 414
    for eyes in ("nobody", "%00", "%ff", "..%2f", "%27%20OR%201%3D1", "referee%0d%0aX:%20y"):
        assert at.front.ask("GET", f"{path}?eyes={eyes}").status == 404, eyes
    assert over.record.read_bytes() == before and over.kept.public == path.removeprefix("/p/")


def test_only_the_people_of_the_match_and_the_host_share_it(at: House, over: HostedMatch) -> None:
    event = {"page": "a", "do": "share"}
    assert at.front.post(f"/t/{over.kept.watching}/do", event).status == 403
    assert at.front.post(f"/t/{over.people['anna']}/do", event, origin="http://evil.example").status == 403
    assert over.kept.public == ""
    answer = at.front.post(f"/t/{over.people['anna']}/do", event)
    assert answer.status == 200 and LINK.findall(answer.body.decode())[0] == f"/p/{over.kept.public}"
    for do in ("share", "withdraw"):
        assert at.front.post(f"/h/{over.people['anna']}/do", {"do": do, "match": over.id}).status == 404
        assert at.front.post(f"/h/{at.registry.lobby}/do", {"do": do, "match": "00000000"}).status == 404


def test_a_guess_is_counted_like_any_other(at: House) -> None:
    answers = {at.front.ask("GET", f"/p/{n:022}").status for n in range(40)}
    assert answers == {404, 429}


def test_it_is_shared_at_the_end_card(at: House, browser: Any, over: HostedMatch) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, permissions=["clipboard-write"])
    errors = faults(page)
    page.goto(at.address(over, "anna"))
    page.get_by_role("button", name="share this game").click()
    field = page.get_by_label("Address of the replay")
    field.wait_for()
    assert field.input_value() == f"{at.front.origin}/p/{over.kept.public}"
    page.get_by_role("button", name="copy").click()
    page.get_by_role("button", name="copied").wait_for()
    page.goto(field.input_value())
    page.locator("#boards svg").first.wait_for()
    assert (
        page.get_by_label("Eyes").count() <= 1
        and page.evaluate("document.documentElement.scrollWidth") == 390
    )
    page.close()
    assert not errors


def test_a_record_that_cannot_be_read_is_no_open_door(tmp_path: Path) -> None:
    here = registry(tmp_path)
    with pytest.raises(TilewrightError):
        here.share(here.add(tmp_path / "none.jsonl"))
