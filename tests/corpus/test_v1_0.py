"""What 1.0.0 wrote is read today: people who left, playtests, studies in parts, a box, a server's folder.

README.md beside this file says what lies in `v1.0`.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import tilewright as tw
from tilewright import testing

from ..cli.shell import Ran, run
from .reports import missing, report
from .serving import served

HERE = Path(__file__).resolve().parent / "v1.0"
RECORDS, STUDIES, TALLY = HERE / "records", HERE / "studies", HERE / "packages" / "tally"
TOLD = {
    "bots-play-on": ("finished", {"ranking": [[0], [1], [2]], "resigned": [2], "bots": [1, 2]}),
    "given-up": ("given up", {}),
    "half": ("not finished", {}),
    "playtest": ("finished", {}),
    "resigned": ("finished", {"ranking": [[0], [1]], "winners": [0], "resigned": [1]}),
}
COMMANDS: dict[str, list[str]] = {
    "large": ["compare", "merge"],
    "luck": [
        "luck",
        "rebirth",
        "--bots",
        "random",
        "--players",
        "2",
        "--blocks",
        "4",
        "--seed",
        "1",
        "--out",
    ],
    "ladder": ["ladder", "rebirth", "--bots", "random,greedy", "--games", "8", "--seed", "1", "--out"],
    "adapted": ["compare", "--plan", str(STUDIES / "adapted" / "request.yaml"), "--out"],
    "sweep": ["compare", "--plan", str(STUDIES / "sweep" / "request.yaml"), "--out"],
}


def done(*words: str | Path) -> Ran:
    """Run a command that must end well."""
    ran = run(*words)
    assert ran.code == 0, ran
    return ran


# -- records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOLD)
def test_who_left_is_told_as_it_was(name: str) -> None:
    path, (how, said) = RECORDS / f"{name}.jsonl", TOLD[name]
    assert done("replay", path, "--verify").out.rstrip().endswith(f", {how}")
    result = json.loads(path.read_text("utf-8").splitlines()[-1]).get("result", {})
    assert {key: result[key] for key in said} == said


def test_a_match_in_which_a_bot_decides_goes_on(tmp_path: Path) -> None:
    copy = Path(shutil.copy(RECORDS / "half.jsonl", tmp_path))
    begun, people = copy.read_bytes(), ("-p", "bruno:random", "-p", "clara:random")
    done("resume", copy, "--plain", "--pace", "0", *people)
    assert copy.read_bytes().startswith(begun) and ", finished" in done("replay", copy, "--verify").out
    assert json.loads(copy.read_bytes().splitlines()[-1])["result"]["bots"] == [0]


def test_a_playtest_is_summed_up() -> None:
    said = json.loads(done("playtests", RECORDS / "playtest.jsonl", "--json").out)
    assert "RB-LAY-1" in json.dumps(said) and "fun" in json.dumps(said)


def test_a_package_of_one_file_plays_its_game() -> None:
    testing.register(TALLY)
    testing.conforms(tw.load("tally"), ("saving", "legality", "scores", "records"), games=1, seats=[2])
    done("scene", "run", TALLY / "tests" / "scenes")
    assert ", finished" in done("replay", RECORDS / "tally.jsonl", "--verify").out


# -- studies, a box, a server's folder -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_a_study_is_made_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its blocks, or the parts of its shards; commands in the report name the folder as it was named then."""
    monkeypatch.chdir(tmp_path)
    folder = Path(shutil.copytree(STUDIES / name, name))
    (folder / "report.json").unlink()
    done(*COMMANDS[name], folder)
    assert not list(missing(report(STUDIES / name), report(folder)))


def test_what_an_owner_handed_on_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    given = HERE / "box" / "rebirth.yaml"
    done("box", "rebirth", "--import", given)
    done("box", "rebirth", "--export", tmp_path / "again.yaml")
    assert json.loads((tmp_path / "again.yaml").read_bytes()) == json.loads(given.read_bytes())


@pytest.mark.skipif(os.name == "nt", reason="Windows ends no process by Ctrl-C from another one")
def test_a_servers_folder_is_served_as_before(tmp_path: Path) -> None:
    """The match of a link, the table that waits, and the public replay; it lay at `/srv/tilewright`."""
    home = Path(shutil.copytree(HERE / "served", tmp_path / "tilewright"))
    with closing(sqlite3.connect(home / "web.sqlite")) as book, book:
        moved = ("/srv/tilewright", home.as_posix())
        book.execute("UPDATE matches SET content = replace(content, ?, ?)", moved)
        book.execute("UPDATE matches SET record = CAST(replace(CAST(record AS TEXT), ?, ?) AS BLOB)", moved)
        [(lobby,)] = book.execute("SELECT token FROM lobbies")
        matches = [json.loads(content) for (content,) in book.execute("SELECT content FROM matches")]
        [(content,)] = book.execute("SELECT content FROM waiting")
    waiting, public = json.loads(content), [one["public"] for one in matches if one["public"]]
    seats = [token for one in matches for token in (*one["people"].values(), one["watching"])]
    expected = [
        f"/h/{lobby}",
        *(f"/t/{token}" for token in seats),
        f"/j/{waiting['join']}",
        f"/p/{public[0]}",
    ]
    with served(tmp_path, lobby) as asked:
        assert [asked(path)[0] for path in expected] == [200] * 7
        assert "clara" in asked(f"/j/{waiting['join']}")[1]
