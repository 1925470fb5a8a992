"""What a lobby of many matches lists: found by words, page by page, pushed as it changes, and small."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.datastructures import QueryParams

from tilewright.core.table.face_texts import Texts
from tilewright.core.web import lobby_routes
from tilewright.core.web.lobby import Lobby
from tilewright.core.web.lobby_list import AT_ONCE, LONGEST, LobbyView, listed
from tilewright.core.web.matches import MatchRegistry

from .house import House, faults, house, plan
from .house import browser as browser
from .quiet import PLAN, registry
from .replay.replays import played

DAY = 86_400.0


@pytest.fixture
def many(tmp_path: Path) -> MatchRegistry:
    """Matches that go on, matches that are over, and saved games without addresses; one record is gone."""
    here = registry(tmp_path)
    over = played(tmp_path / "games" / "over.jsonl", "isleofskye").read_bytes()
    for n in range(3):
        path = tmp_path / "games" / f"over-{n}.jsonl"
        path.write_bytes(over)
        os.utime(path, (at := time.time() - n * DAY, at))
        here.add(path)
    for n in range(13):
        here.begin(plan("rebirth", f"anna{n}", "ŻÓŁĆ" if n == 4 else "bruno"), seed=n)
    here.entries()[0].record.unlink()
    played(tmp_path / "games" / "saved.jsonl", "glenmore", most=3)
    return here


def shown(here: MatchRegistry, **view: object) -> dict[str, int]:
    """How many matches of each kind a page shows."""
    regions = Lobby(here, Texts(), "http://x").news(LobbyView(**view)).regions  # type: ignore[arg-type]
    return {name: regions[name].count("<article") or regions[name].count("<li") for name in regions}


def test_words_find_people_games_and_dates(many: MatchRegistry) -> None:
    assert shown(many) == {
        "matches": 10,
        "over": 4,
        "saved": 1,
    }  # the record that is gone stands with what is over
    assert shown(many, going=1) == {"matches": 2, "over": 4, "saved": 1}
    assert shown(many, find="anna4") == {"matches": 1, "over": 0, "saved": 0}
    assert shown(many, find="Anna żółć") == {"matches": 1, "over": 0, "saved": 0}
    assert shown(many, find="isle of SKYE") == {"matches": 0, "over": 3, "saved": 0}
    assert shown(many, find="glenmore") == {"matches": 0, "over": 0, "saved": 1}
    today, before = (time.strftime("%Y-%m-%d", time.localtime(time.time() - n * DAY)) for n in (0, 1))
    assert shown(many, find=f"carla {before}") == {"matches": 0, "over": 0, "saved": 0}
    assert shown(many, find=f"bruno {before}") == {"matches": 0, "over": 1, "saved": 0}
    assert shown(many, find=f"anna1 {today}")["matches"] == 3  # anna1, anna10 and anna11; anna12 is gone


def test_the_newest_come_first_and_pages_have_each_match_once(many: MatchRegistry) -> None:
    found = listed(many)
    entries = [one.id for one in many.entries()]
    assert [id for id, _ in found.going] == [id for id in entries if id in {one for one, _ in found.going}]
    changed = [row.changed for _, row in found.over if row.state == "finished"]
    assert changed == sorted(changed, reverse=True)
    seen = [one for n in range(2) for one in LobbyView(going=n).part("going", found.going)]
    assert seen == found.going
    assert LobbyView(going=99).part("going", found.going) == found.going[AT_ONCE["going"] :]
    assert {*map(str, (row.path for row in found.waiting))}.isdisjoint(
        one.kept.record for one in many.entries()
    )


@pytest.mark.parametrize(
    "find",
    [
        "' OR 1=1 --",
        "%",
        "_",
        '"; DROP TABLE matches; --',
        "\\",
        "*",
        "(",
        "..",
        "../../etc",
        "<b>",
        "\0",
        "\udcff",
        "[",
        "a" * 64,
    ],
    ids=ascii,
)
def test_a_search_is_words_and_nothing_else(many: MatchRegistry, find: str) -> None:
    before = [one.id for one in many.entries()]
    regions = Lobby(many, Texts(), "http://x").news(LobbyView(find=find)).regions
    here = 10 if find == "_" else 0  # it stands in the names of options
    assert regions["matches"].count("<article") == here and "<b>" not in "".join(regions.values())
    assert [one.id for one in many.entries()] == before


def test_a_view_is_taken_from_any_query() -> None:
    for query in ("going=-1", "going=1e9", "over=²", "going=", "over=99999999999999999999", "x=1&find="):
        assert LobbyView.of(QueryParams(query)) == LobbyView(), query
    assert LobbyView.of(QueryParams(f"find={'a' * 500}&going=7")) == LobbyView(find="a" * LONGEST, going=7)
    assert LobbyView.of(QueryParams("over=999999999")).over == 1_000_000


def test_a_lobby_of_many_is_small_and_reads_no_record_again(
    many: MatchRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    many.close(many.entries()[0])  # its record is gone
    lobby = Lobby(many, Texts(), "http://x")
    lobby.page(LobbyView())
    from tilewright.core.table import record_index, saved_games

    def read(*args: object) -> None:
        raise AssertionError(args)

    monkeypatch.setattr(record_index, "look", read)
    monkeypatch.setattr(saved_games, "_save", read)
    assert len(lobby.page(LobbyView()).encode()) < 60_000
    assert len(Lobby(registry(many.folder.parent), Texts(), "http://x").page(LobbyView())) < 60_000


# -- what is pushed ------------------------------------------------------------------------------------------------


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(lobby_routes, "PULSE", 0.1)
    with house(tmp_path) as found:
        yield found


def regions(at: House, view: str) -> dict[str, str]:
    return dict(json.loads(at.front.ask("GET", f"{at.lobby}/list?{view}").body)["regions"])


@contextmanager
def listening(at: House, query: str = "") -> Iterator[Callable[[], dict[str, str]]]:
    """A page that listens: each call waits for its next message, and returns the regions in it."""
    with at.front.connected() as sock:
        sock.sendall(
            f"GET {at.lobby}/live?{query} HTTP/1.1\r\nHost: 127.0.0.1:{at.front.port}\r\n\r\n".encode()
        )
        with sock.makefile("rb") as stream:

            def told() -> dict[str, str]:
                line = next(line for line in stream if line.startswith(b"data: "))
                return dict(json.loads(line.removeprefix(b"data: "))["regions"])

            yield told


def test_a_stream_tells_everything_at_first_and_then_only_what_has_changed(at: House) -> None:
    entry, other = at.registry.begin(PLAN, seed=1), at.registry.begin(PLAN, seed=2)
    with entry.taken() as served, listening(at) as told:
        assert told().keys() == {"matches", "over", "saved"}
        served.table.play(served.table.match.state.legal(served.table.to_act[0])[0])
        moved = told()
        assert moved.keys() == {f"far-{entry.id}"} and "move 1" in moved[f"far-{entry.id}"]
        at.registry.close(other)
        while "matches" not in (closed := told()):
            pass
        assert other.id not in closed["matches"] and entry.id in closed["matches"]


def test_a_page_that_shows_it_already_is_told_nothing(at: House) -> None:
    at.registry.begin(PLAN)
    page = at.front.ask("GET", at.lobby).body.decode()
    since = page.partition('data-since="')[2].partition('"')[0]
    with listening(at, f"since={since}") as told:
        time.sleep(0.3)
        at.registry.begin(PLAN)
        assert told().keys() == {"matches"}


def test_a_stream_follows_its_search(at: House) -> None:
    at.registry.begin(plan("rebirth", "anna", "bruno"))
    at.registry.begin(plan("rebirth", "carl", "dora"))
    with listening(at, "find=carl") as told:
        first = told()
    assert first["matches"].count("<article") == 1 and "carl" in first["matches"]
    assert regions(at, "find=carl")["matches"] == first["matches"]
    assert "Nothing here has these words" in regions(at, f"find={quote(chr(0) + '%27;--')}")["matches"]


def test_only_the_lobby_has_a_stream_of_the_lobby(at: House) -> None:
    entry = at.registry.begin(PLAN)
    for token in (*entry.people.values(), entry.kept.watching, "x" * 22):
        assert at.front.ask("GET", f"/h/{token}/live").status == 404
    assert at.front.post(f"{at.lobby}/live", {}).status == 405
    assert at.front.ask("GET", f"{at.lobby}/live?find={'a' * 2000}").status == 414


def test_a_page_is_told_what_happens_and_whoever_is_at_a_field_keeps_it(at: House, browser: Any) -> None:
    first = at.registry.begin(plan("rebirth", "anna", "bruno"))
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    errors = faults(page)
    page.goto(at.front.origin + at.lobby)
    field = page.get_by_label("Address for anna", exact=True)
    field.focus()
    second = at.registry.begin(plan("rebirth", "carl", "dora"))
    page.wait_for_timeout(700)
    assert page.locator(f"#match-{second.id}").count() == 0
    assert field.evaluate("field => field === document.activeElement")
    page.get_by_role("searchbox").focus()
    page.locator(f"#match-{second.id}").wait_for()  # it was only put off
    page.get_by_role("searchbox").fill("carl")
    page.locator(f"#match-{first.id}").wait_for(state="detached")
    at.registry.close(second)
    page.get_by_text("Nothing here has these words").first.wait_for()
    assert page.get_by_role("searchbox").input_value() == "carl"
    page.close()
    assert not errors
