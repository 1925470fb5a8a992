"""Games that were played before: taken wherever they are the same, never where anything that decides them differs."""

from __future__ import annotations

import json
import os
import shutil
import time
import zlib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import pytest

from tilewright.core.bots.learned_moves import Lookahead
from tilewright.core.lab.games import arm_store, code_digests, reuse
from tilewright.core.lab.games.arm_store import HEAD, MOST, trimmed
from tilewright.core.lab.games.store import RunFolder
from tilewright.core.lab.games.tabulate import long
from tilewright.core.lab.report import as_json, page, terminal
from tilewright.core.lab.study import play, run
from tilewright.core.lab.study.crew import Crew
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.planning import made_of
from tilewright.core.lab.study.requests import ComparisonRequest

from ...cases import cases
from ...cli.shell import run as shell
from ...cli.shell import start
from ...training import adapting
from ..site import STUCK
from ..site import site as site

ASKED = ComparisonRequest(game="rebirth", b="castle=8", bots="random", blocks=5)
OF_MACHINE = ("worker", "seconds")
LEFT = ("command", "seconds", "reused")
"""What a report says of how it was made."""


def plan(seed: int = 5, **more: Any) -> ComparisonPlan:
    return made_of(attrs.evolve(ASKED, **more), seed)


def played(made: ComparisonPlan, kept: Path | None = None, **more: Any) -> play.PlayedBlocks:
    return play.play(made, Crew(kept=kept, **more))


def rows(found: play.PlayedBlocks) -> str:
    """The rows as a folder has them, without what the machine decides."""
    return json.dumps([{key: row[key] for key in row if key not in OF_MACHINE} for row in found.rows])


def taken(made: ComparisonPlan, kept: Path) -> int:
    """How many blocks of arms a run of this plan takes from the folder, without playing what is missing."""
    return made.blocks * len(made.work("").sides) - missing(made, kept)


def missing(made: ComparisonPlan, kept: Path) -> int:
    """How many blocks of arms a run of this plan would play."""
    work = made.work("")
    with reuse.Blocks(work, made.rules, lambda: pytest.fail("nothing is played"), kept) as blocks:
        return round(made.blocks * len(work.sides) * blocks.left(0, made.blocks))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the games of the usual plan, for tests that play nothing."""
    folder = tmp_path_factory.mktemp("before")
    played(plan(), folder)
    return folder


def report(made: ComparisonPlan, found: play.PlayedBlocks, folder: Path) -> list[Any]:
    """Everything that is written of a run: report, page, terminal, block means, games to watch."""
    found = found._replace(rows=[{**row, "worker": "one", "seconds": 1.0} for row in found.rows], seconds=1.0)
    told = run.findings(made, found._replace(reused=""), command="again", folder=folder)
    games = {one.name: one.read_bytes() for one in sorted(folder.rglob("*.jsonl"))}
    table = json.dumps(long(told.table), default=list)
    return [json.dumps(as_json(told)), page(told), terminal(told, 80, False), table, games]


# -- the same --------------------------------------------------------------------------------------------------------

QUESTIONS: dict[str, dict[str, Any]] = cases(__file__, "questions")


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_is_taken_is_byte_for_byte_what_is_played(question: str, tmp_path: Path) -> None:
    made, workers = plan(**QUESTIONS[question]), QUESTIONS[question].get("workers", 1)
    kept = tmp_path / "kept"
    before = played(made)
    first = played(made, kept, workers=workers)
    again = played(made, kept, workers=workers)
    assert rows(before) == rows(first) == rows(again)
    assert before.path == first.path == again.path
    assert not before.reused and not first.reused and "were played before, on 20" in again.reused
    if question == "plain":  # a report follows from the rows
        folder = tmp_path / "run"
        assert report(made, before, folder) == report(made, again, folder)


def test_a_second_question_plays_the_variant_alone(tmp_path: Path) -> None:
    played(plan(metrics=["score"]), tmp_path)
    other = plan(b="port=3", metrics=["score"])
    assert taken(other, tmp_path) == 5
    again = played(other, tmp_path)
    assert rows(again) == rows(played(other))
    assert again.reused.startswith("5 blocks of the base were played before, on 20")
    told = run.findings(other, again, command="again")
    for said in (
        page(told),
        json.dumps(as_json(told)),
        " ".join(terminal(told, 80, False, verbose=True).split()),
    ):
        assert again.reused in said


def test_a_longer_range_plays_what_is_new(tmp_path: Path) -> None:
    """The base is castle=5 by itself, so that value is the base, and not played either."""
    asked: dict[str, Any] = {"b": None, "primary": ["score"], "metrics": ["score"], "confirm": 0}
    played(plan(**asked, sweep={"castle": "4..6"}), tmp_path)
    longer = plan(**asked, sweep={"castle": "3..7"}, blocks=8)
    assert missing(longer, tmp_path) == sum({"3": 8, "7": 8, "4": 3, "6": 3, "base": 3}.values())
    assert rows(played(longer, tmp_path)) == rows(played(longer))


def test_blocks_are_found_by_their_seeds_whatever_the_first_one_is(tmp_path: Path) -> None:
    played(plan(seed=5, blocks=6), tmp_path)
    later = plan(seed=8, blocks=5)
    assert taken(later, tmp_path) == 2 * 3
    assert rows(played(later, tmp_path)) == rows(played(later))


def test_casts_that_take_turns_are_found_where_the_same_seed_has_the_same_cast(tmp_path: Path) -> None:
    casts = {"bots": "random;random,greedy", "blocks": 4}
    played(plan(seed=5, **casts), tmp_path)
    assert taken(plan(seed=6, **casts), tmp_path) == 0
    assert taken(plan(seed=7, **casts), tmp_path) == 2 * 2
    assert rows(played(plan(seed=7, **casts), tmp_path)) == rows(played(plan(seed=7, **casts)))


def test_trained_players_are_known_by_what_they_have_learned(tmp_path: Path) -> None:
    """Their files lie in another folder in each run."""
    learned = {"A": Lookahead(), "B": Lookahead(candidates=2)}
    here, there, others = (adapting.plan(tmp_path / name) for name in ("here", "there", "others"))
    adapting.written(here, learned)
    adapting.written(there, learned)
    adapting.written(others, learned | {"B": Lookahead(candidates=3)})
    found = played(here, tmp_path / "kept")
    again = played(there, tmp_path / "kept")
    assert rows(found) == rows(again) == rows(played(there))
    arms = len(here.work("").sides)
    assert taken(there, tmp_path / "kept") == here.blocks * arms
    # As printed players play: A, and B without having learned it.
    assert taken(others, tmp_path / "kept") == here.blocks * 2


def test_a_variant_that_changes_nothing_is_not_played(tmp_path: Path) -> None:
    made = plan(b="castle=5")
    assert missing(made, tmp_path) == made.blocks
    assert rows(played(made, tmp_path)) == rows(played(made))


def test_games_that_fail_are_played_again(site: Path, tmp_path: Path) -> None:
    points = site / "toys-1.0.dist-info" / "entry_points.txt"
    points.write_text(points.read_text() + "[tilewright.bots]\nstuck = toy_stuck:Stuck\n")
    (site / "toy_stuck.py").write_text(STUCK)
    os.utime(site / "toy_stuck.py", (1e9, 1e9))
    made = plan(bots="stuck", blocks=8)
    before = played(made, failed=str(tmp_path))
    failed = [row["block"] for row in before.rows for [game] in row["arms"].values() if "error" in game]
    assert 0 < len(failed) < 16
    assert rows(played(made, tmp_path / "kept", failed=str(tmp_path))) == rows(before)
    again = played(made, tmp_path / "kept", failed=str(tmp_path))
    assert rows(again) == rows(before) and again.reused.startswith(f"{16 - len(failed)} blocks of 2 rulesets")


# -- never where anything differs ------------------------------------------------------------------------------------

OTHERS: dict[str, dict[str, Any]] = cases(__file__, "other_games")


@pytest.mark.parametrize("other", OTHERS)
def test_other_games_are_not_taken(other: str, before: Path) -> None:
    assert taken(plan(), before) == 10
    assert taken(plan(**OTHERS[other]), before) == 0


@pytest.mark.parametrize("what", ["ours", "shipped", "installed"])
def test_other_code_takes_nothing(what: str, before: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_digests, what, lambda: "other")
    assert taken(plan(), before) == 0


def test_code_that_changes_under_the_process_takes_nothing(
    before: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_digests, "BEGAN", 0.0)
    assert taken(plan(), before) == 0
    assert not played(plan(), before).reused


def test_a_module_of_others_is_told_apart_by_its_code(site: Path, tmp_path: Path) -> None:
    eager = site / "toy_eager.py"
    long_ago = time.time() - 1e6
    made = plan(b="with=eager")
    os.utime(eager, (long_ago, long_ago))
    played(made, tmp_path)
    assert taken(made, tmp_path) == 10
    os.utime(eager)
    assert taken(made, tmp_path) == 5, "this process may have loaded it as it was before"
    eager.write_text(eager.read_text() + "\n")
    os.utime(eager, (long_ago, long_ago))
    assert taken(made, tmp_path) == 5, "the base alone"


# -- spoilt files ----------------------------------------------------------------------------------------------------


def resealed(path: Path, change: Callable[[Any], Any]) -> None:
    """Write the file with other blocks, and with a digest that fits."""
    blocks = change(json.loads(zlib.decompress(path.read_bytes()[len(HEAD) + 64 :])))
    sealed(path, zlib.compress(json.dumps(blocks).encode()))


def sealed(path: Path, packed: bytes) -> None:
    path.write_bytes(HEAD + sha256(packed).hexdigest().encode() + packed)


def changed(**values: Any) -> Callable[[Path], None]:
    """Change a game of the third block, with a digest that fits."""

    def change(blocks: Any) -> Any:
        blocks[2]["games"][0] |= values
        return blocks

    return lambda path: resealed(path, change)


def linked(path: Path) -> None:
    path.rename(path.parent / "x")
    path.symlink_to("x")


SPOILT: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut": (lambda path: path.write_bytes(path.read_bytes()[:-9]), "it was changed after it was written"),
    "empty": (lambda path: path.write_bytes(b""), "it was changed after it was written"),
    "open": (lambda path: path.chmod(0o644), "others may have written it"),
    "link": (linked, "others may have written it"),
    "no zlib": (lambda path: sealed(path, b"nonsense"), "incorrect header check"),
    "bomb": (lambda path: sealed(path, zlib.compress(bytes(MOST + 1), 1)), "it is too large"),
    "nested": (lambda path: sealed(path, zlib.compress(b"[" * 100_000)), "recursion"),
    "fewer": (lambda path: resealed(path, lambda blocks: blocks[1:]), "other blocks than its name says"),
    "no blocks": (lambda path: resealed(path, lambda blocks: [1] * 5), "a block is damaged"),
    "no traces": (
        lambda path: resealed(path, lambda blocks: [one | {"traces": []} for one in blocks]),
        "other courses than games",
    ),
    "bots": (changed(bots=["greedy", "greedy"]), "other bots or another seed"),
    "seed": (changed(seed=6), "other bots or another seed"),
    "more": (changed(record="/etc/passwd"), "other bots or another seed"),
    "scores": (changed(scores=["<b>", 1]), "values that are no numbers"),
    "seats": (changed(winners=[7]), "other seats than there are"),
    "names": (changed(players=[1, 2]), "names that are none"),
    "turns": (changed(turns="many"), "counts that are none"),
    "metrics": (changed(values={"wit": 1}), "metrics that were not asked for"),
    "values": (changed(values={"score": [1, "<script>"]}), "values that are no numbers"),
    "other": (changed(values=[1]), "a block is damaged"),
}


@pytest.mark.skipif(os.name != "posix", reason="the system has other rights")
@pytest.mark.parametrize("kind", SPOILT)
def test_a_spoilt_file_is_told_and_played_again(
    kind: str, tmp_path: Path, fresh: tuple[str, dict[str, bytes]]
) -> None:
    whole, files = fresh
    for name, content in files.items():
        path = tmp_path / name
        path.parent.mkdir()
        path.write_bytes(content)
        path.chmod(0o600)
    spoil, said = SPOILT[kind]
    spoil(path)
    told: list[str] = []
    again = played(plan(metrics=["score"]), tmp_path, note=told.append)
    assert rows(again) == whole and again.reused.startswith("5 blocks of ")
    [sentence] = told
    assert sentence.startswith(f"{path} is not used, and its blocks are played again: ") and said in sentence
    assert played(plan(metrics=["score"]), tmp_path).reused.startswith("10 blocks of 2 rulesets")


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, dict[str, bytes]]:
    """The rows of a run, and the files that it has left."""
    kept = tmp_path_factory.mktemp("kept")
    found = rows(played(plan(metrics=["score"]), kept))
    files = {str(one.relative_to(kept)): one.read_bytes() for one in kept.rglob("*-*")}
    assert len(files) == 2
    return found, files


# -- several processes, kills, little room ---------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="the system has other rights")
def test_only_the_owner_can_read_it(before: Path) -> None:
    for one in before.rglob("*"):
        assert one.stat().st_mode & 0o077 == 0


def test_a_file_that_another_process_throws_away_meanwhile_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = 10
    monkeypatch.setattr(arm_store, "TOGETHER", together)
    made, told = plan(blocks=together + 2, metrics=["score"]), list[str]()
    whole = rows(played(made, tmp_path))
    work = made.work("")
    found = []
    with play._blocks(made, Crew(kept=tmp_path, note=told.append), []) as blocks:
        for row in blocks.rows(0, made.blocks):
            for path in tmp_path.rglob(f"{5 + together}-*"):
                path.unlink()
            found.append(row)
        assert blocks.seen.total() == len(work.sides) * together and not told
    assert rows(play.PlayedBlocks(found, None, 0.0)) == whole


@pytest.mark.skipif(os.name != "posix", reason="the system cannot kill so")
def test_a_killed_process_leaves_whole_files_alone(tmp_path: Path) -> None:
    words = (
        "rebirth",
        "--b",
        "castle=8",
        "--bots",
        "random",
        "--metrics",
        "score",
        "--blocks",
        "2000",
        "--seed",
        "5",
    )
    process = start(tmp_path, "compare", *words, XDG_CACHE_HOME=str(tmp_path), TILEWRIGHT_ANEW="0")
    kept, deadline = tmp_path / "tilewright" / "blocks", time.monotonic() + 60
    while len([*kept.glob("*/*-*")]) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.kill()
    process.communicate()
    made, told = plan(blocks=50, metrics=["score"]), list[str]()
    again = played(made, kept, note=told.append)
    assert "were played before" in again.reused and not told
    assert rows(again) == rows(played(made))


def test_what_has_not_been_used_for_longest_goes_first(tmp_path: Path) -> None:
    for age, name in enumerate("dcba"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "1-1").write_bytes(b"x" * 100)
        (tmp_path / name / ".1-1.new").write_bytes(b"x" * 20)
        os.utime(tmp_path / name, (1000 + age, 1000 + age))
    trimmed(tmp_path, 4 * 120)
    assert len([*tmp_path.iterdir()]) == 4
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "mine").write_bytes(b"x" * 1000)
    store = tmp_path / "store"
    store.mkdir()
    (store / "link").symlink_to(tmp_path / "elsewhere")
    trimmed(store, 0)
    assert (tmp_path / "elsewhere" / "mine").exists()
    shutil.rmtree(store)
    shutil.rmtree(tmp_path / "elsewhere")
    trimmed(tmp_path, 2 * 120 + 1)
    assert {one.name for one in tmp_path.iterdir()} == {"a", "b"}


def test_what_is_taken_counts_as_used(tmp_path: Path) -> None:
    played(plan(), tmp_path)
    for one in tmp_path.iterdir():
        os.utime(one, (1000, 1000))
    played(plan(b="port=3"), tmp_path)
    assert sorted(one.stat().st_mtime > 1000 for one in tmp_path.iterdir()) == [False, True, True]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden here")
def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert rows(played(plan(), tmp_path / "kept")) == rows(played(plan()))


def test_a_run_with_a_folder_keeps_its_own_rows(tmp_path: Path) -> None:
    made = plan(b="port=3")
    played(plan(), tmp_path / "kept")
    store = RunFolder(tmp_path / "out", made, list[str]().append)
    found = play.play(made, Crew(kept=tmp_path / "kept", store=store))
    store.close()
    assert found.reused and RunFolder(tmp_path / "out", made, list[str]().append).blocks == 5


def test_the_command_says_what_it_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("TILEWRIGHT_ANEW")
    words = ("rebirth", "--bots", "random", "--metrics", "score", "--blocks", "4", "--seed", "1", "--b")
    first = shell("compare", *words, "castle=8")
    again = shell("compare", *words, "castle=7", "--json")
    anew = shell("compare", *words, "castle=7", "--anew", "--json")
    assert "--anew" not in first.out and json.loads(anew.out)["reused"] == ""
    assert json.loads(again.out)["reused"].startswith("4 blocks of the base were played before, on 20")
    lasting = [{k: v for k, v in json.loads(one.out).items() if k not in LEFT} for one in (again, anew)]
    assert lasting[0] == lasting[1]
    assert len([*(tmp_path / "tilewright" / "blocks").iterdir()]) == 3
    shell("compare", *words, "castle=6", "--anew")
    assert len([*(tmp_path / "tilewright" / "blocks").iterdir()]) == 3
