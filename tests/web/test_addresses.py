"""The file of addresses: what it keeps, who may change it at once, and what of a hostile one is believed."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.web.address_book import AddressBook
from tilewright.core.web.addresses import MOST, AddressContent, MatchAddresses, token

pytestmark = pytest.mark.quick


def kept(number: int = 1, **more: Any) -> MatchAddresses:
    given: dict[str, Any] = {
        "id": f"{number:08x}",
        "record": f"/games/{number}.jsonl",
        "head": f"{number:064x}",
        "seats": ("anna", "bot"),
        "people": {"anna": token()},
        "watching": token(),
        "bots": {"bot": "greedy"},
    }
    return MatchAddresses(**(given | more))


def older(folder: Path, *matches: MatchAddresses) -> Path:
    """The file in which older versions have kept addresses."""
    path = folder / "web.json"
    path.write_text(json.dumps({"lobby": token(), "matches": [attrs.asdict(one) for one in matches]}))
    return path


def test_it_is_kept_for_the_next_server_and_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "new" / "web.sqlite"
    first = AddressBook(path)
    match = kept(lang="pl", langs={"anna": "de"}, made=7, people={"anna": token()})
    first.keep(match)
    first.keep(closed := attrs.evolve(match, closed=True))
    second = AddressBook(path)
    assert (second.lobby, second.match(match.id), second.going()) == (first.lobby, closed, {})
    assert second.found(match.people["anna"]) == ("seat", match.id, "anna")
    assert second.found(match.watching) == ("watch", match.id, "")
    assert second.found(first.lobby) == ("lobby", "", "")
    assert (
        second.found(match.watching[:-1])
        == second.found("' OR 1=1 --")
        == second.found("\udcff")
        == ("", "", "")
    )
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in path.parent.iterdir()] == ["web.sqlite"]


def test_several_servers_change_one_file_and_see_it_all(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        books = [*pool.map(lambda _: AddressBook(tmp_path / "web.sqlite"), range(4))]
        assert len({one.lobby for one in books}) == 1
        shared = kept(99, langs={}, seats=("0", "1", "2", "3"), people={}, bots={})
        books[0].keep(shared)

        def work(server: int) -> None:
            for n in range(5):
                books[server].keep(kept(10 * server + n))
            chosen = {str(server): "de"}
            books[server].change(shared.id, lambda now: attrs.evolve(now, langs=now.langs | chosen))

        [*pool.map(work, range(4))]
    everywhere = {f"{10 * server + n:08x}" for server in range(4) for n in range(5)} | {shared.id}
    for one in books:
        assert one.going().keys() == everywhere
        now = one.match(shared.id)
        assert now is not None and now.langs.keys() == {"0", "1", "2", "3"}


def test_the_newest_match_comes_first_whatever_changes(tmp_path: Path) -> None:
    book = AddressBook(tmp_path / "web.sqlite")
    for n in range(4):
        book.keep(kept(n))
    book.change("00000001", lambda now: attrs.evolve(now, lang="de"))
    book.change("00000002", lambda now: attrs.evolve(now, closed=True))
    assert [*book.going().items()] == [(f"{n:08x}", f"/games/{n}.jsonl") for n in (3, 1, 0)]
    assert [one.id for one in book.of("/games/1.jsonl")] == ["00000001"] and not book.of("/games/2.jsonl")


KEEPS = """
import sys
from pathlib import Path
from tests.web.test_addresses import AddressBook, kept
book = AddressBook(Path(sys.argv[1]))
n = 0
while True:
    n += 1
    book.keep(kept(n))
    print(n, flush=True)
"""


def test_kill_9_loses_nothing_that_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "web.sqlite"
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", KEEPS, str(path)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
        ) as run:
            assert run.stdout is not None
            for _ in range(20):
                last = int(run.stdout.readline())
            run.kill()
            rest = run.stdout.read().split()
        last = max([last, *map(int, rest)])
        assert {f"{n:08x}" for n in range(1, last + 1)} <= AddressBook(path).going().keys()


# -- what older versions have kept ---------------------------------------------------------------------------------


def test_the_file_of_older_versions_is_moved_over_once(tmp_path: Path) -> None:
    one, gone = kept(1, langs={"anna": "de"}), kept(2, closed=True)
    old = older(tmp_path, one, gone)
    lobby = json.loads(old.read_text())["lobby"]
    for _ in range(2):
        book = AddressBook(tmp_path / "web.sqlite")
        assert (book.lobby, book.match(one.id), book.match(gone.id)) == (lobby, one, gone)
        assert book.found(one.people["anna"]) == ("seat", one.id, "anna")
        assert {path.name for path in tmp_path.iterdir()} == {"web.sqlite", "web.json.moved"}


def test_what_an_older_version_has_kept_meanwhile_is_moved_over_as_well(tmp_path: Path) -> None:
    one, other = kept(1), kept(2)
    older(tmp_path, one)
    first = AddressBook(tmp_path / "web.sqlite")
    first.change(one.id, lambda now: attrs.evolve(now, lang="pl"))
    lobby = json.loads(older(tmp_path, attrs.evolve(one, closed=True), other).read_text())["lobby"]
    book = AddressBook(tmp_path / "web.sqlite")
    assert book.match(one.id) == attrs.evolve(one, lang="pl", closed=True) and book.match(other.id) == other
    assert book.found(lobby)[0] == book.found(first.lobby)[0] == "lobby" and book.lobby == first.lobby


def test_several_servers_may_move_it_over_at_once(tmp_path: Path) -> None:
    every = [kept(n) for n in range(20)]
    older(tmp_path, *every)
    with ThreadPoolExecutor(6) as pool:
        books = [*pool.map(lambda _: AddressBook(tmp_path / "web.sqlite"), range(6))]
    assert len({one.lobby for one in books}) == 1
    assert all(book.match(one.id) == one for book in books for one in every)


def _without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda content: content["matches"][0].pop(key)


def _with(key: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda content: content["matches"][0].update({key: value})


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    "no lobby": lambda content: content.pop("lobby"),
    "an empty lobby": lambda content: content.update(lobby=""),
    "a number for the lobby": lambda content: content.update(lobby=7),
    "one token twice": lambda content: content.update(lobby=content["matches"][0]["watching"]),
    "a match twice": lambda content: content["matches"].append(content["matches"][0]),
    "an unknown key": _with("help", 1),
    "no head": _without("head"),
    "a short token": _with("watching", "abc"),
    "an empty token": _with("people", {"anna": ""}),
    "a stranger who reads": _with("langs", {"mallory": "de"}),
    "a stranger": _with("people", {"mallory": "A" * 22}),
    "a strange bot": _with("bots", {"mallory": "greedy"}),
    "a bot that is no text": _with("bots", {"bot": ["greedy"]}),
    "a relative path": _with("record", "../../etc/passwd"),
    "a zero byte": _with("record", "/games/\0"),
    "no players": _with("seats", []),
    "a player twice": _with("seats", ["anna", "bot", "Anna"]),
    "a player with a tag for a name": _with("seats", ["anna", "bot", "<img>"]),
    "too many players": _with("seats", [str(n) for n in range(101)]),
    "a language that is no text": _with("lang", 7),
    "a time that is no number": _with("made", "now"),
    "a time before all times": _with("made", -1),
    "closed by a word": _with("closed", "no"),
    "an id with a path": _with("id", "../../x/"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_a_sentence_that_tells_no_token(tmp_path: Path, name: str) -> None:
    path = older(tmp_path, kept())
    content = json.loads(path.read_text())
    secret = [content["lobby"], content["matches"][0]["people"]["anna"], content["matches"][0]["watching"]]
    HOSTILE[name](content)
    path.write_text(json.dumps(content))
    with pytest.raises(InvalidFile, match="move this file away") as caught:
        AddressBook(tmp_path / "web.sqlite")
    assert not any(one in str(caught.value) for one in secret)
    path.unlink()
    assert AddressBook(tmp_path / "web.sqlite").going() == {}  # nothing of it was moved over


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"lobby": 1, "lobby": 2}'])
def test_a_file_of_something_else_gets_a_sentence(tmp_path: Path, text: bytes) -> None:
    for name, data in (("web.json", text), ("web.sqlite", text.ljust(2000))):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InvalidFile, match="move this file away"):
            AddressBook(tmp_path / "web.sqlite")
        assert (tmp_path / name).read_bytes() == data  # it stays as it is
        (tmp_path / name).unlink()


def _scratched(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + b"\xa5" * 8192)


def _foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as file:
        file.execute("CREATE TABLE bookmarks(title)")


def _changed(command: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute(command)

    return change


@pytest.mark.parametrize(
    "harm",
    [
        _scratched,
        _foreign,
        _changed("PRAGMA user_version=99"),
        _changed("DROP TABLE matches"),
        _changed("UPDATE matches SET content = '{}'"),
        _changed("UPDATE matches SET content = replace(content, '/games/', '../')"),
        _changed("UPDATE matches SET content = replace(content, '{\"anna\"', '{\"x\"')"),
    ],
    ids=[
        "scratched",
        "foreign",
        "a later version",
        "no table",
        "no content",
        "a relative path",
        "a stranger",
    ],
)
def test_a_damaged_file_is_told_and_left_alone(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    path = tmp_path / "web.sqlite"
    match = kept(people={"anna": token()})
    first = AddressBook(path)
    first.keep(match)
    del first
    harm(path)
    before = path.read_bytes()
    with pytest.raises(InvalidFile, match="move this file away") as caught:
        AddressBook(path).match(match.id)
    assert match.people["anna"] not in str(caught.value) and path.read_bytes() == before


def test_what_is_no_ordinary_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "web.json"
    for name in ("web.json", "web.sqlite"):
        path = tmp_path / name
        path.unlink(missing_ok=True)
        path.mkdir()
        with pytest.raises(UsageError, match="a folder"):
            AddressBook(tmp_path / "web.sqlite")
        path.rmdir()
        path.symlink_to("/dev/zero")
        with pytest.raises(UsageError, match="a device"):
            AddressBook(tmp_path / "web.sqlite")
        path.unlink()
    (tmp_path / "web.json").write_bytes(b" " * (MOST + 1))
    with pytest.raises(UsageError, match="too large"):
        AddressBook(tmp_path / "web.sqlite")


def test_nothing_is_kept_in_a_file_that_is_gone(tmp_path: Path) -> None:
    book = AddressBook(tmp_path / "web.sqlite")
    book.keep(kept(1))
    os.replace(book.path, tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="was moved or replaced"):
        book.keep(kept(2))
    assert book.match("00000001") is not None  # those who play go on


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError, match="cannot be written"):
        AddressBook(tmp_path / "web.sqlite")


def test_no_token_is_shown_by_accident() -> None:
    match = kept()
    shown = repr(match) + repr(AddressContent(lobby=token(), matches=(match,)))
    assert match.watching not in shown
    assert match.people["anna"] not in shown
    assert "lobby" not in shown
