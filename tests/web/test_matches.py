"""The matches of a server: addresses, opening and resting, records that others hold, move or edit, and limits."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.errors import TilewrightError
from tilewright.core.play.match import Match
from tilewright.core.play.replay import resume
from tilewright.core.record.writer import InUse
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.http_errors import (
    AddressExpired,
    RecordBroken,
    RecordInUse,
    ServerFull,
    UnknownAddress,
)
from tilewright.core.web.live_match import LiveMatch

from .quiet import PLAN, held, registry

ROOT = Path(__file__).parents[2]


def play(entry: HostedMatch, moves: int = 1) -> None:
    """Somebody comes, plays the first move so often, and goes."""
    with entry.taken() as match:
        for _ in range(moves):
            seat = match.table.to_act[0]
            match.table.play(match.table.match.state.legal(seat)[0])


def test_every_person_and_the_spectators_have_an_address(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN, "de", seed=3)
    tokens = [here.lobby, entry.kept.watching, *entry.people.values()]
    assert len(set(tokens)) == 4
    assert all(len(one) == 22 for one in tokens)  # 128 bits in base 64
    assert list(entry.people) == ["anna", "bruno"]
    for seat, name in enumerate(("anna", "bruno")):
        place = here.place(entry.people[name])
        assert (place.entry, place.seat) == (entry, seat)
        assert here.kind(entry.people[name]) == "seat"
    watching = here.place(entry.kept.watching)
    assert (watching.entry, watching.seat) == (entry, None)
    assert (here.kind(entry.kept.watching), here.kind(here.lobby)) == ("watch", "lobby")


def test_no_other_address_leads_anywhere(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    right = entry.people["anna"]
    for wrong in (
        "",
        "x",
        right[:-1],
        right + "A",
        right.swapcase(),
        entry.id,
        here.lobby,
        "\ud800",
        "ä" * 22,
    ):
        with pytest.raises(UnknownAddress):
            here.place(wrong)
    assert here.kind(right[:-1]) == ""


def test_a_server_that_is_started_again_serves_the_same_addresses(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN, "pl")
    play(entry, 4)
    again = registry(tmp_path)
    assert again.lobby == here.lobby
    place = again.place(entry.people["bruno"])
    assert (place.seat, place.entry.id, place.entry.kept.lang) == (1, entry.id, "pl")
    here.rest()
    with place.entry.taken() as match:
        assert match.table.match.decisions == 4
        assert match.table.lang == "pl"
        assert match.table.bots == (2,)


def test_two_servers_see_each_others_matches(tmp_path: Path) -> None:
    one, other = registry(tmp_path), registry(tmp_path)
    entry = one.begin(PLAN)
    assert other.place(entry.kept.watching).entry.id == entry.id
    other.close(other.entry(entry.id))
    with pytest.raises(AddressExpired):
        one.place(entry.kept.watching)


def test_a_match_rests_only_when_nobody_needs_it(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    first, second = entry.take(), entry.take()
    assert first is second
    entry.leave()
    here.tidy(0)
    assert entry.opened is first and not first.stopped
    with pytest.raises(InUse):
        resume(entry.record, bots.installed)
    entry.leave()
    here.tidy(60)  # a page that is loaded again comes back soon
    assert entry.opened is first
    here.tidy(0)
    assert entry.opened is None and first.stopped
    match, _ = resume(entry.record, bots.installed)
    match.close()


def test_terminal_and_browser_take_turns_at_one_record(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    play(entry)
    assert entry.rest()
    match, _ = resume(entry.record, bots.installed)
    with pytest.raises(RecordInUse) as caught:
        entry.take()
    assert (caught.value.status, caught.value.retry > 0) == (409, True)
    assert "terminal" in caught.value.said("en")
    match.play(match.state.legal(match.state.to_act[0])[0])
    match.close()
    with entry.taken() as opened:
        assert opened.table.match.decisions == 2


def test_a_record_that_grows_while_it_is_read_is_not_cut_off(tmp_path: Path) -> None:
    """Whoever plays between the reading and the lock must not lose the move."""
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    whole = b""

    def slow(text: str, rules: object) -> object:
        nonlocal whole
        play(other.place(entry.kept.watching).entry)
        other.rest()
        whole = entry.record.read_bytes()
        return bots.installed(text, rules)  # type: ignore[arg-type]

    other = registry(tmp_path)
    with pytest.raises(InUse):
        resume(entry.record, slow)  # type: ignore[arg-type]
    assert whole.count(b'"move"') == 1
    assert entry.record.read_bytes() == whole


def test_only_so_many_are_open_at_once(tmp_path: Path) -> None:
    here = registry(tmp_path, most_open=2)
    entries = [here.begin(PLAN) for _ in range(3)]
    play(entries[0])
    time.sleep(0.01)
    play(entries[1])
    play(entries[2])  # the one that was left longest ago makes room
    assert [one.opened is None for one in entries] == [True, False, False]
    with entries[1].taken(), entries[2].taken(), pytest.raises(ServerFull) as caught:
        entries[0].take()
    assert caught.value.status == 503
    play(entries[0])
    assert sum(one.opened is not None for one in entries) == 2


def test_what_cannot_be_opened_takes_no_room(tmp_path: Path) -> None:
    here = registry(tmp_path, most_open=1)
    broken, sound = here.begin(PLAN), here.begin(PLAN)
    for _ in range(3):
        with held(broken.record), pytest.raises(RecordInUse):
            broken.take()
    play(sound)


def test_a_broken_record_hurts_no_other_match(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entries = [here.begin(PLAN, seed=n) for n in range(5)]
    sound = entries.pop()
    play(entries[1], 3)
    here.rest()
    entries[0].record.unlink()
    lines = entries[1].record.read_text().splitlines(keepends=True)
    head = lines[0]
    entries[1].record.write_text(head + lines[-1] + "".join(lines[1:]))
    entries[2].record.write_text(sound.record.read_text())
    entries[3].record.write_text(head)
    for entry in entries:
        with pytest.raises(RecordBroken) as caught:
            entry.take()
        assert entry.broken
        for lang in ("en", "de", "pl"):
            assert str(tmp_path) not in caught.value.said(lang)
    play(sound)


def test_a_bot_from_a_file_plays_only_if_somebody_has_named_it(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "import pathlib\npathlib.Path(__file__).with_suffix('.ran').touch()\n"
        "class Bot:\n    def __init__(self, rules): pass\n"
        "    def choose(self, view, stream): return view.legal()[0]\n"
    )
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    written = {"bot": f"{mine}:Bot"}  # by somebody who can write to the file of addresses
    here.book.change(entry.id, lambda kept: attrs.evolve(kept, bots=written))
    again = registry(tmp_path)
    with pytest.raises(RecordBroken):
        again.entry(entry.id).take()
    assert "not installed" in again.entry(entry.id).broken
    assert not mine.with_suffix(".ran").exists()
    named = again.add(entry.record, players={"bot": f"{mine}:Bot"})
    assert (named.id, named.people) == (entry.id, entry.people)
    play(named)
    assert mine.with_suffix(".ran").exists()


def test_a_match_against_a_trained_bot_goes_on_and_tells_nothing_of_other_files(tmp_path: Path) -> None:
    """Also after the server has started again, when nobody has named the bot."""
    file = tmp_path / "it.yaml"
    file.write_text((ROOT / "data/rebirth/trained/base.yaml").read_text("utf-8"), "utf-8")
    path, rules = tmp_path / "game.jsonl", tw.load("rebirth")
    texts = {"bruno": f"learned:{file}"}
    Match(rules, ["anna", "bruno"], seed=1, bot_names=texts, record=path).close()
    entry = registry(tmp_path).add(path)
    with entry.taken() as match:
        assert set(match.table.match.bots) == {"bruno"}
    assert entry.rest()
    file.write_text("password: hunter2", "utf-8")
    later = registry(tmp_path).entry(entry.id)
    with pytest.raises(RecordBroken):
        later.take()
    assert "is not what tilewright train writes" in later.broken and "hunter2" not in later.broken


def test_a_seat_that_a_bot_takes_over_says_so(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    addresses = entry.people
    here.add(entry.record, players={"bot": "random", "bruno": "greedy"})
    with pytest.raises(AddressExpired, match="A bot plays for bruno"):
        here.place(addresses["bruno"])
    with entry.taken() as match:
        assert match.table.bots == (1, 2)
    here.rest()
    here.add(entry.record, players={"bruno": "greedy"})
    assert list(entry.people) == ["anna", "bot"]
    assert here.place(entry.people["bot"]).seat == 2
    assert entry.people["anna"] == addresses["anna"]


def test_a_closed_match_says_so_for_good(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    opened = entry.take()
    here.close(entry)
    assert opened.stopped and entry.opened is None
    for server in (here, registry(tmp_path)):
        for one in (*entry.kept.people.values(), entry.kept.watching):
            with pytest.raises(AddressExpired) as caught:
                server.place(one)
            assert caught.value.status == 410
        assert server.entries() == []
        with pytest.raises(UnknownAddress):
            server.entry(entry.id)
    with pytest.raises(AddressExpired):
        entry.take()
    anew = here.add(entry.record)
    assert not {*anew.people.values()} & {*entry.kept.people.values()}


def test_what_is_over_and_what_rests_keeps_its_addresses_however_many_follow(tmp_path: Path) -> None:
    here = registry(tmp_path, most_open=2)
    entries = [here.begin(PLAN, seed=n) for n in range(8)]
    with entries[0].taken() as served:
        while not served.table.over:
            play(entries[0])
    for entry in entries[1:]:
        play(entry)  # one after the other comes back from the disk
    with entries[0].taken() as served:
        assert served.table.over
    for server in (here, registry(tmp_path)):
        assert [one.id for one in server.entries()] == [one.id for one in reversed(entries)]
        for entry in entries:
            assert server.place(entry.people["anna"]).entry.id == entry.id
    assert here.live == 2


def test_what_is_no_record_gets_a_sentence(tmp_path: Path) -> None:
    here = registry(tmp_path)
    (tmp_path / "text.jsonl").write_text("hello\n")
    for path in (tmp_path / "text.jsonl", tmp_path / "none.jsonl", tmp_path, Path("/dev/zero")):
        with pytest.raises(TilewrightError):
            here.add(path)
    assert here.entries() == []


def test_many_at_once_open_one_match(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    ready = threading.Barrier(12)

    def come(n: int) -> LiveMatch:
        ready.wait()
        return here.place(entry.people["anna"] if n % 2 else entry.kept.watching).entry.take()

    with ThreadPoolExecutor(12) as pool:
        came = [*pool.map(come, range(12))]
    assert len({id(one) for one in came}) == 1
    for _ in came:
        entry.leave()
    assert entry.rest()


def test_the_lobby_knows_how_far_a_resting_match_has_come(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    assert entry.course() is None
    with entry.taken() as match:
        assert entry.course() == (1, (match.table.seats[match.table.to_act[0]],))
    before = entry.course()
    assert entry.rest()
    assert entry.course() == before
    assert entry.look().decisions == 0


def test_no_token_is_shown_by_accident(tmp_path: Path) -> None:
    here = registry(tmp_path)
    entry = here.begin(PLAN)
    place = here.place(entry.people["anna"])
    shown = repr(here) + repr(entry) + repr(place) + repr(entry.kept)
    try:
        here.place(here.lobby)
    except UnknownAddress as error:
        shown += repr(error) + str(error.__traceback__)
    for one in (here.lobby, entry.kept.watching, *entry.people.values()):
        assert one not in shown
