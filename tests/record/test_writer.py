"""Saved means saved: a record that is moved, removed, replaced or changed in mid-game is noticed at the next write."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base import files
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay, resume
from tilewright.core.record import format
from tilewright.core.record.writer import InUse, Writer, unlocked

from ..toys import auction, meadow, nim

NAMES = ["anna", "bruno", "clara"]
RULES = {name: tw.load(toy.PLUGIN) for name, toy in (("nim", nim), ("meadow", meadow), ("auction", auction))}

pytestmark = pytest.mark.skipif(os.name != "posix", reason="an open file cannot be moved or removed there")


def moved(path: Path) -> None:
    path.rename(path.with_name("moved"))


def removed(path: Path) -> None:
    path.unlink()


def folder_removed(path: Path) -> None:
    path.unlink()
    path.parent.rmdir()


def folder_is_a_file(path: Path) -> None:
    folder_removed(path)
    path.parent.write_text("mine")


def replaced(path: Path) -> None:
    path.with_name("other").write_bytes(path.read_bytes())
    path.with_name("other").replace(path)


def replaced_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def truncated(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 3)


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b'{"note": "mine"}\n')


GONE = [moved, removed, folder_removed]
REFUSED: dict[Callable[[Path], None], str] = {
    replaced: "was replaced by another file",
    replaced_by_a_folder: "was replaced by another file",
    truncated: "was changed by another program",
    emptied: "was changed by another program",
    grown: "was changed by another program",
    folder_is_a_file: "cannot be written",
}


def begun(name: str, path: Path, decisions: int = 2) -> tuple[Match, Stream]:
    """A recorded random match after some decisions, some of them taken back and played again."""
    match, chooser = Match(RULES[name], NAMES, seed=7, record=path), Stream(7, "test")
    while match.decisions < decisions:
        step(match, chooser)
        if match.can_undo() and chooser.below(3) == 0:
            match.undo()
    return match, chooser


def step(match: Match, chooser: Stream) -> None:
    match.play(chooser.pick(match.state.legal(chooser.pick(match.state.to_act))))


def play_on(match: Match, chooser: Stream) -> None:
    while not match.over:
        step(match, chooser)


def same(path: Path, match: Match) -> None:
    """The record is whole and leads to the very state of the match."""
    found = format.read(path)
    again = replay(found, verify=True, rules=match.rules)
    assert not found.unfinished and again.state == match.state and again.decisions == match.decisions


def listing(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() if path.is_file() else b"folder" for path in folder.parent.rglob("*")
    }


def do(match: Match, what: str, chooser: Stream) -> None:
    """Whatever writes: a move, a decision taken back, a sealed step taken back."""
    if what == "move":
        step(match, chooser)
    else:
        match.undo(match.played[-1].seat)


SITUATIONS = [("nim", "move"), ("meadow", "move"), ("nim", "undo"), ("auction", "move"), ("auction", "undo")]


def waiting(tmp_path: Path, name: str, what: str) -> tuple[Match, Stream, Path]:
    path = tmp_path / "games" / "match.jsonl"
    match, chooser = begun(name, path)
    while what == "undo" and not match.can_undo(match.played[-1].seat):
        step(match, chooser)
    return match, chooser, path


@pytest.mark.parametrize("spoil", GONE)
@pytest.mark.parametrize(("name", "what"), SITUATIONS)
def test_a_record_that_is_gone_is_written_anew(
    tmp_path: Path, name: str, what: str, spoil: Callable[[Path], None]
) -> None:
    match, chooser, path = waiting(tmp_path, name, what)
    before = path.read_bytes()
    spoil(path)
    left = listing(path.parent) if path.parent.exists() else {}
    do(match, what, chooser)
    assert path.read_bytes().startswith(before) and len(path.read_bytes()) > len(before)
    same(path, match)
    assert left.items() <= listing(path.parent).items(), "what was moved stays as it was"
    with pytest.raises(UsageError, match="in use by another tilewright"):
        Writer(path, append_at=0)
    play_on(match, chooser)
    match.close()
    same(path, match)


@pytest.mark.parametrize("spoil", REFUSED)
@pytest.mark.parametrize(("name", "what"), SITUATIONS)
def test_another_file_is_never_written(
    tmp_path: Path, name: str, what: str, spoil: Callable[[Path], None]
) -> None:
    """The move is refused and has not been played. Saved elsewhere, the match goes on there, with its whole past."""
    match, chooser, path = waiting(tmp_path, name, what)
    before, state, decisions = path.read_bytes(), match.state, match.decisions
    spoil(path)
    left = listing(path.parent)
    for _ in range(2):
        with pytest.raises(UsageError, match=REFUSED[spoil]):
            do(match, what, Stream(1, "test"))
    assert match.state is state and match.decisions == decisions and listing(path.parent) == left
    other = tmp_path / "new" / "other.jsonl"
    assert match.save(other) and match.path == other
    assert other.read_bytes() == before
    do(match, what, chooser)
    same(other, match)
    play_on(match, chooser)
    match.close()
    same(other, match)
    assert {name: data for name, data in listing(path.parent).items() if name in left} == left


def test_a_resumed_record_is_kept_whole_as_well(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match, chooser = begun("meadow", path)
    match.close()
    before = path.read_bytes()
    path.write_bytes(before + b'{"n": 9')
    again, _ = resume(path, lambda text, rules: pytest.fail("nobody is a bot"), RULES["meadow"])
    path.unlink()
    step(again, chooser)
    again.close()
    assert path.read_bytes().startswith(before)
    same(path, again)


def test_a_copy_changes_nothing(tmp_path: Path) -> None:
    path, copy = tmp_path / "match.jsonl", tmp_path / "deep" / "copy.jsonl"
    match, chooser = begun("meadow", path)
    assert not match.save(copy) and match.path == path and copy.read_bytes() == path.read_bytes()
    step(match, chooser)
    match.close()
    same(path, match)
    copied = copy.read_bytes()
    with pytest.raises(UsageError, match="already exists"):
        Match(RULES["nim"], NAMES, record=tmp_path / "third.jsonl").save(copy)
    assert copy.read_bytes() == copied


def test_a_match_without_a_record_saves_nothing(tmp_path: Path) -> None:
    match = Match(RULES["nim"], NAMES)
    match.keep()
    assert not match.save(tmp_path / "copy.jsonl") and not list(tmp_path.iterdir())


def test_what_the_disk_refused_can_go_on_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match, chooser = begun("meadow", tmp_path / "match.jsonl")

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(UsageError, match="No space left on device; the move was not played"):
            step(match, Stream(1, "test"))
        with pytest.raises(UsageError, match=r"other\.jsonl cannot be written: No space left"):
            match.save(tmp_path / "other.jsonl")
        assert [path.name for path in tmp_path.iterdir()] == ["match.jsonl"], "nothing half written is left"
    same(tmp_path / "match.jsonl", match)
    assert match.save(tmp_path / "other.jsonl")
    step(match, chooser)
    same(tmp_path / "other.jsonl", match)


def test_a_copy_that_cannot_be_written_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if another program has removed it meanwhile."""
    match, _ = begun("nim", tmp_path / "match.jsonl")
    copy, full = tmp_path / "copy.jsonl", OSError(errno.ENOSPC, "no space")
    for removes in (False, True):

        def fails(file: Any, data: bytes, removes: bool = removes) -> None:
            if removes:
                copy.unlink()
            raise full

        with monkeypatch.context() as patch:
            patch.setattr(files, "flushed", fails)
            with pytest.raises(UsageError, match=r"copy\.jsonl cannot be written: no space"):
                match.save(copy)
        assert not copy.exists()
    match.save(copy)
    assert copy.read_bytes() == (tmp_path / "match.jsonl").read_bytes()


def test_the_name_of_a_new_record_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file whose folder was not flushed can be lost with its name: the folder is, and those made for it."""
    flushed: list[int] = []
    real = os.fsync

    def noted(descriptor: int) -> None:
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            flushed.append(found.st_ino)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    path = tmp_path / "a" / "b" / "match.jsonl"
    match, chooser = begun("meadow", path)
    assert flushed == [folder.stat().st_ino for folder in (tmp_path / "a" / "b", tmp_path / "a", tmp_path)]
    del flushed[:]
    step(match, chooser)
    assert not flushed, "once is enough"
    path.unlink()
    step(match, chooser)
    assert flushed == [path.parent.stat().st_ino]


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    (tmp_path / "a.b.jsonl").touch()
    for name in ("a.b-2.jsonl", "a.b-3.jsonl", "a.b-4.jsonl"):
        writer = Writer.fresh(tmp_path / "a.b.jsonl")
        assert writer.path == tmp_path / name and not writer.failed
        with pytest.raises(InUse):
            unlocked(writer.path)
        writer.close()
        unlocked(writer.path)
    with pytest.raises(UsageError, match="cannot be read: "):
        unlocked(tmp_path / "nothing")


def test_many_who_choose_the_same_name_at_once_get_a_file_each(tmp_path: Path) -> None:
    path = tmp_path / "saved" / "game.jsonl"
    path.parent.mkdir()
    (path.parent / "game-2.jsonl").symlink_to("nowhere")
    ready = Barrier(8)

    def begin(_: int) -> Path:
        ready.wait()
        writer = Writer.fresh(path)
        writer.close()
        return writer.path

    with ThreadPoolExecutor(8) as threads:
        made = sorted(threads.map(begin, range(8)))
    assert made == sorted([path, *(path.with_name(f"game-{n}.jsonl") for n in range(3, 10))])


def test_a_record_is_its_users_alone_whatever_the_umask_says(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        path = tmp_path / "a" / "b" / "match.jsonl"
        match, _ = begun("nim", path)
        match.save(copy := tmp_path / "copy.jsonl")
        path.unlink()
        match.keep()
    finally:
        os.umask(old)
    modes = [stat.S_IMODE(one.stat().st_mode) for one in (path, copy, path.parent, path.parent.parent)]
    assert modes == [0o600, 0o600, 0o700, 0o700]


@pytest.mark.parametrize("at", [2, 9])
def test_a_record_that_has_more_or_fewer_lines_than_were_read_is_in_use(tmp_path: Path, at: int) -> None:
    """What was read ends at that byte; behind it there may be a torn line, but no whole one."""
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"{}\n{}\n{")
    with pytest.raises(
        InUse, match=r"match\.jsonl was changed by another program while it was read"
    ) as error:
        Writer(path, append_at=at)
    unlocked(path)  # although the error still holds the writer that failed
    assert error.tb
    assert path.read_bytes() == b"{}\n{}\n{"
    Writer(path, append_at=6).close()
    assert path.read_bytes() == b"{}\n{}\n"
