"""The file of addresses: what it keeps, who may change it at once, and what of a hostile one is believed."""

from __future__ import annotations

import json
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.web.addresses import MOST, AddressContent, AddressFile, MatchAddresses, token

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


def added(one: MatchAddresses) -> Callable[[AddressContent], AddressContent]:
    return lambda content: content.changed(one)


def test_it_is_kept_for_the_next_server_and_for_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "new" / "web.json"
    first = AddressFile(path)
    lobby = first.read().lobby
    match = kept(lang="pl", langs={"anna": "de"}, made=7, people={"anna": token()})
    first.change(added(match))
    first.change(added(attrs.evolve(match, closed=True)))
    second = AddressFile(path).read()
    assert (second.lobby, second.matches) == (lobby, (attrs.evolve(match, closed=True),))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {one.name for one in path.parent.iterdir()} == {"web.json", "web.json.lock"}


def test_what_another_server_writes_is_read_and_not_overwritten(tmp_path: Path) -> None:
    servers = [AddressFile(tmp_path / "web.json") for _ in range(4)]
    servers[0].read()

    def work(server: int) -> None:
        for n in range(5):
            servers[server].change(added(kept(10 * server + n)))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    everywhere = {f"{10 * server + n:08x}" for server in range(4) for n in range(5)}
    for server in servers:
        assert {one.id for one in server.read().matches} == everywhere


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
    path = tmp_path / "web.json"
    AddressFile(path).change(added(kept()))
    content = json.loads(path.read_text())
    secret = [content["lobby"], content["matches"][0]["people"]["anna"], content["matches"][0]["watching"]]
    HOSTILE[name](content)
    path.write_text(json.dumps(content))
    with pytest.raises(InvalidFile, match="move this file away") as caught:
        AddressFile(path).read()
    assert not any(one in str(caught.value) for one in secret)


@pytest.mark.parametrize("text", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"lobby": 1, "lobby": 2}'])
def test_a_file_of_something_else_gets_a_sentence(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "web.json"
    path.write_bytes(text)
    with pytest.raises(InvalidFile, match="move this file away"):
        AddressFile(path).read()


def test_what_is_no_ordinary_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "web.json"
    path.mkdir()
    with pytest.raises(UsageError, match="a folder"):
        AddressFile(path).read()
    path.rmdir()
    path.symlink_to("/dev/zero")
    with pytest.raises(UsageError, match="a device"):
        AddressFile(path).read()
    path.unlink()
    path.write_bytes(b" " * (MOST + 1))
    with pytest.raises(UsageError, match="too large"):
        AddressFile(path).read()


def test_what_happens_to_the_file_later_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "web.json"
    register = AddressFile(path)
    register.change(added(kept()))
    before = register.read()
    path.write_text("broken")
    assert register.read() is before
    with pytest.raises(InvalidFile):  # what somebody has edited is not thrown away either
        register.change(added(kept(2)))
    path.unlink()
    assert register.read() is before
    register.change(added(kept(2)))
    assert [one.id for one in AddressFile(path).read().matches] == ["00000001", "00000002"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_gets_a_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError, match="cannot be written"):
        AddressFile(tmp_path / "web.json").read()


def test_no_token_is_shown_by_accident() -> None:
    match = kept()
    shown = repr(match) + repr(AddressContent(lobby=token(), matches=(match,)))
    assert match.watching not in shown
    assert match.people["anna"] not in shown
    assert "lobby" not in shown
