"""The index of saved games: it says what the records say, whatever happens to them, to it, or to who uses it."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import stat
import sys
from multiprocessing.synchronize import Semaphore
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.table import record_index
from tilewright.core.table.record_index import AT_ONCE, NAME, RecordIndex
from tilewright.core.table.saved_games import SavedGame, look, saves

from ..record.recorded import played

GAMES = [tw.load("rebirth"), tw.load("isleofskye")]
WRONG = [b"", b"hello\n", b"{}\n", b'{"tilewright": 1, "game": "\xff"}\n', b'{"tilewright": 99}\n']


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A folder with three records: one that is over, one that goes on, one that is broken."""
    folder = tmp_path / "games"
    folder.mkdir()
    played(GAMES[0], folder / "over.jsonl")
    played(GAMES[0], folder / "going.jsonl", seed=2, most=4)
    (folder / "broken.jsonl").write_bytes(b"{}\n")
    return folder


def same(folder: Path, *more: RecordIndex) -> None:
    """Every index of the folder says what its records say: those in use, one that is opened now, one made anew."""
    truth = saves(folder)
    anew = RecordIndex(folder, folder.parent / "anew.sqlite")
    assert anew.rebuild() == len(truth)
    for index in (*more, RecordIndex(folder), anew):
        assert index.saves() == truth
        assert repr(index.saves()) == repr(truth)
        assert [(row.path, row.words) for row in index.rows()] == [
            (row.path, row.words) for row in anew.rows()
        ]
    states = {row.path: row.state for row in anew.rows()}
    for save in truth:
        assert states[save.path] == ("broken" if save.problem else "finished" if save.over else "running")


@pytest.mark.parametrize("seed", range(3))
def test_a_random_folder_gives_the_same_answers_with_an_index_and_without(tmp_path: Path, seed: int) -> None:
    chance, folder = random.Random(seed), tmp_path / "games"
    folder.mkdir()
    used = [RecordIndex(folder), RecordIndex(folder)]  # two processes that go on all the time
    for step in range(30):
        there = sorted(folder.iterdir())
        path = chance.choice(there) if there else folder / "0.jsonl"
        match chance.randrange(7):
            case 0 | 1:
                most = chance.choice([0, 5, 30, None])
                played(
                    chance.choice(GAMES),
                    folder / f"{step}.jsonl",
                    seed=step,
                    **({} if most is None else {"most": most}),
                )
            case 2:
                (folder / f"{step} \udcff'; DROP TABLE records; --.jsonl").write_bytes(chance.choice(WRONG))
            case 3 if there:
                path.unlink()
            case 4 if there:
                text = path.read_bytes()
                path.write_bytes(text[: chance.randrange(len(text) + 1)])
            case 5 if there:
                os.utime(path, (at := chance.randrange(2_000_000_000), at))
            case 6 if there:
                os.replace(path, folder / f"{step}.jsonl")
        if step % 5 == 0:
            used[step % 2].rows()
    same(folder, *used)


def test_it_reads_only_what_has_changed(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    RecordIndex(games).rows()
    read: list[str] = []

    def noted(path: Path) -> SavedGame:
        read.append(path.stem)
        return look(path)

    monkeypatch.setattr(record_index, "look", noted)
    RecordIndex(games).saves()
    assert read == []
    played(GAMES[0], games / "new.jsonl", seed=3, most=2)
    with (games / "going.jsonl").open("ab") as file:
        file.write(b'{"note": "later"}\n')
    RecordIndex(games).saves()
    assert sorted(read) == ["going", "new"]


def test_it_is_for_its_user_alone_and_lies_beside_the_folder(games: Path) -> None:
    RecordIndex(games).rows()
    assert {one.name for one in games.parent.iterdir()} == {"games", NAME}
    assert stat.S_IMODE((games.parent / NAME).stat().st_mode) == 0o600


def test_nothing_is_written_where_nothing_was_saved(tmp_path: Path) -> None:
    index = RecordIndex(tmp_path / "games")
    assert (index.saves(), index.anew, [*tmp_path.iterdir()]) == ([], "", [])


def _foreign(path: Path) -> None:
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as file:
        file.execute("CREATE TABLE bookmarks(title)")
    file.close()


def _older(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version=1")
    file.close()


def _empty_tables(path: Path) -> None:
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE records")
    file.close()


def _scratched(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(data)


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(
            b"this is no database at all, but long enough to look like a file of some kind" * 20
        ),
        lambda path: path.write_bytes(path.read_bytes()[:1000]),
        _foreign,
        _older,
        _empty_tables,
        _scratched,
    ],
    ids=["text", "cut off", "foreign", "older", "no table", "scratched"],
)
def test_an_index_that_is_unfit_is_made_anew(games: Path, harm: object) -> None:
    RecordIndex(games).rows()
    harm(games.parent / NAME)  # type: ignore[operator]
    index = RecordIndex(games)
    assert (index.saves(), index.anew) == (saves(games), "unfit")
    again = RecordIndex(games)
    assert (again.saves(), again.anew) == (saves(games), "")
    assert not (games.parent / f"{NAME}-journal").exists()


def test_a_row_that_makes_no_sense_is_not_believed(games: Path) -> None:
    RecordIndex(games).rows()
    with sqlite3.connect(games.parent / NAME) as file:
        file.execute("UPDATE records SET content = '[]' WHERE state = 'running'")
        file.execute(
            "UPDATE records SET content = replace(content, 'scores', 'points') WHERE state = 'finished'"
        )
    file.close()
    assert RecordIndex(games).saves() == saves(games)


@pytest.mark.parametrize("place", ["a folder", "a device"])
def test_where_no_index_can_lie_everything_works_without(games: Path, place: str) -> None:
    path = games.parent / NAME
    path.mkdir() if place == "a folder" else path.symlink_to("/dev/full")
    index = RecordIndex(games)
    assert index.saves() == saves(games) and index.rebuild() == 3
    assert path.is_dir() if place == "a folder" else path.is_symlink()


def test_where_there_is_no_sqlite_everything_works_without(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert RecordIndex(games).saves() == saves(games)
    assert not (games.parent / NAME).exists()


def reads(folder: Path, ready: Semaphore) -> None:
    """Make the index anew for ever."""
    ready.release()
    while True:
        index = RecordIndex(folder)
        index.rebuild()
        assert len(index.saves()) == 3


def test_two_at_once_and_kill_9_leave_it_whole(games: Path) -> None:
    forked = multiprocessing.get_context("fork")
    for _ in range(3):
        ready = forked.Semaphore(0)
        runs = [forked.Process(target=reads, args=(games, ready)) for _ in range(2)]
        for run in runs:
            run.start()
        assert ready.acquire(timeout=60) and ready.acquire(timeout=60)
        (games / "going.jsonl").touch()
        assert RecordIndex(games).saves() == saves(games)
        for run in runs:
            run.kill()
            run.join()
            assert run.exitcode == -signal.SIGKILL, "it has failed before"
        index = RecordIndex(games)
        assert (index.saves(), index.anew) == (saves(games), "")


def test_many_records_without_an_index_are_told(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    for n in range(AT_ONCE + 1):
        (folder / f"{n}.jsonl").write_bytes(b"{}\n")
    assert [(len(index.rows()), index.anew) for index in (RecordIndex(folder), RecordIndex(folder))] == [
        (AT_ONCE + 1, "missing"),
        (AT_ONCE + 1, ""),
    ]
