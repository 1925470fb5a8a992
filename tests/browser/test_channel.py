"""The table behind a page, asked through its channel without a browser: what its lobby does, and what it refuses."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.base.errors import UsageError
from tilewright.core.browser.site_plan import SitePlan, read
from tilewright.core.play.replay import replay
from tilewright.core.record.format import read as record_of

from .sites import Channel, channel

PLAN = SitePlan(game="isleofskye", modules=("druids",), allow=("tunnel", "gold_for_vp"))


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Channel]:
    with channel(PLAN, tmp_path) as found:
        yield found


def asked(**more: Any) -> dict[str, Any]:
    players = [{"name": "anna", "level": ""}, {"name": "bruno", "level": "easy"}]
    return {"game": "isleofskye", "modules": ["druids"], "players": players} | more


def begun(at: Channel, **more: Any) -> str:
    """The address of the seat to which a new match leads."""
    found: str = at.post({"do": "begin", "plan": asked(**more)})["go"]
    return found


def record(at: Channel, seat: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in at.ask(f"{seat}/record").text.splitlines()]


def test_what_is_not_allowed_is_played_as_the_author_offers_it(at: Channel) -> None:
    page = at.ask(at.bridge.home).text
    assert re.findall(r'name="module"[^>]* value="(\w+)"|value="(\w+)"[^>]* name="module"', page)
    assert 'value="tunnel"' in page and 'value="bonus"' not in page and 'value="rebirth"' not in page
    assert re.findall(r'data-option="(\w+)"', page) == ["gold_for_vp"]
    # Whatever a request says, nothing else is changed.
    wanted = {"gold_for_vp": "3", "barrel_income": "5"}
    head = record(at, begun(at, game="rebirth", modules=["bonus", "tunnel"], options=wanted))[0]
    assert (head["game"], sorted(head["modules"])) == ("isleofskye", ["druids", "tunnel"])
    assert head["options"]["gold_for_vp"] == 3 and head["options"].get("barrel_income", 1) != 5


def test_a_plan_is_written_and_read_and_says_what_it_cannot_allow() -> None:
    assert read(PLAN.written()) == PLAN
    PLAN.check()
    with pytest.raises(UsageError, match="--allow gold_for_pv: expected one of all, edition, bonus, druids"):
        SitePlan(game="isleofskye", allow=("gold_for_pv",)).check()
    SitePlan(
        game="isleofskye", allow=("druids.bag_refusal",)
    ).check()  # an option of a module that may be chosen


def test_a_begun_match_leads_to_its_first_person_and_shows_its_board(at: Channel) -> None:
    seat = begun(at)
    page = at.ask(seat)
    assert (page.status, page.type) == (200, "text/html; charset=utf-8")
    assert "/static/" in page.text
    static = re.search(r'src="(/static/channel[^"]+)"', page.text)
    assert static is not None and "channel" in at.ask(static[1]).text
    assert at.ask("/t/nothing").status == 404 and at.ask("/t/nothing", lang="de").text.count("Adresse")


def test_a_record_goes_out_and_comes_in_again(at: Channel, tmp_path: Path) -> None:
    seat = begun(at)
    text = at.ask(f"{seat}/record").text
    (tmp_path / "mine.jsonl").write_text(text)
    assert replay(record_of(tmp_path / "mine.jsonl")).played == []
    listed = at.ask(at.bridge.home).text
    match = re.search(r'data-match="(\w+)"', listed)
    assert match is not None
    assert "Delete this match and its record" in listed
    gone = at.post({"do": "close", "match": match[1]})
    assert gone["message"] == "The match is deleted."
    assert match[1] not in gone["regions"]["matches"] and not [*(tmp_path / "games").glob("*.jsonl")]
    again = at.ask(f"{at.bridge.home}/record", text).json["go"]
    assert again != seat and at.ask(again).status == 200
    assert at.ask(f"{again}/record").text.startswith(text)  # bots may have gone on


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("", "empty"),
        ("no record", "the header line is unfinished"),
        ("no record\n", "JSON"),
        ('{"format": 99}\n', "the header is missing"),
        ("[" * 100_000 + "\n", "JSON"),
        ("\x00" * 10 + "\n", "JSON"),
    ],
)
def test_what_is_no_record_is_refused_with_a_sentence_and_leaves_nothing(
    at: Channel, tmp_path: Path, sent: str, said: str
) -> None:
    seat = begun(at)
    before = sorted((tmp_path / "games").iterdir())
    answer = at.ask(f"{at.bridge.home}/record", sent)
    assert answer.status == 409 and said in answer.json["error"], answer
    assert answer.json["error"].startswith("This file cannot be opened as a record: ")
    german = at.ask(f"{at.bridge.home}/record", sent, lang="de").json["error"]
    assert german.startswith("Diese Datei lässt sich nicht als Aufzeichnung öffnen: ")
    assert sorted((tmp_path / "games").iterdir()) == before and at.ask(seat).status == 200


def test_only_the_lobby_takes_records_in(at: Channel) -> None:
    seat = begun(at)
    assert at.ask(f"/h{seat[2:]}/record", at.ask(f"{seat}/record").text).status == 404


def priced(at: Channel, seat: str) -> Any:
    """Mark a tile and price the others, by keys; return what the page shows then."""
    for _ in range(9):
        shown = at.shown(seat)
        if not shown["state"]["acts"]:
            return shown
        key = next((one for one in ("do", "enter") if f'data-key="{one}"' in shown["move"]), "tab")
        sent = {"page": "one", "do": "key", "key": key, "number": shown["state"]["number"]}
        assert at.ask(f"{seat}/do", sent).status == 200
    raise AssertionError("it does not end")


def test_at_one_device_nobody_is_timed_while_another_decides(tmp_path: Path) -> None:
    players = [{"name": name, "level": ""} for name in ("anna", "bruno")]
    with channel(SitePlan(game="isleofskye", playtest=True), tmp_path) as at:
        anna = begun(at, players=players, modules=[])
        bruno = next(
            one for one in re.findall(r'href="(/t/[^"/]+)"', at.ask(at.bridge.home).text) if one != anna
        )
        at.shown(anna)  # the match is open from here on
        time.sleep(2)
        priced(at, anna)
        priced(at, bruno)
        took = [line["took"] for line in record(at, anna) if "took" in line]
    assert len(took) >= 6 and took[0] >= 2 > 2 * max(took[1:])


def test_people_at_one_device_hand_it_over(at: Channel) -> None:
    players = [{"name": name, "level": ""} for name in ("anna", "bruno")]
    anna = begun(at, players=players)
    assert "sit down as bruno</a>" in at.ask(at.bridge.home).text
    bruno = next(one for one in re.findall(r'href="(/t/[^"/]+)"', at.ask(at.bridge.home).text) if one != anna)
    assert at.shown(anna)["state"]["acts"] and "data-turn" not in at.shown(anna)["move"]
    shown = priced(at, anna)  # prices are secret, so both decide
    assert f'data-turn="{bruno}"' in shown["move"] and "Hand the device to bruno" in shown["move"]
    assert at.shown(bruno)["state"]["acts"]


def test_an_error_of_a_game_reaches_the_page_that_asked_and_no_other(at: Channel) -> None:
    seat = begun(at)
    assert at.ask(f"{seat}/do", "{").status == 400
    assert at.ask(f"{seat}/do", {"page": "one", "do": "fly"}).json["error"].startswith("do: 'fly' is unknown")
    assert at.ask(seat).status == 200
