"""A run's folder shows what was changed in it afterwards, and goes on where an older version began it."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.lab.games.kept_plan import PLAN
from tilewright.core.lab.games.lines import Lines, digest
from tilewright.core.lab.games.store import BLOCKS, REQUEST, RunFolder
from tilewright.core.lab.study import play, run
from tilewright.core.lab.study.crew import Crew
from tilewright.core.lab.study.plan import ComparisonPlan
from tilewright.core.lab.study.planning import begun, made_of
from tilewright.core.lab.study.requests import ComparisonRequest

from ...cases import cases

ASKED = ComparisonRequest(
    game="rebirth", b="castle=8", bots="random", blocks=6, metrics=["score", "margin"], seed=5
)
Edit = Callable[[list[bytes]], list[bytes]]


def store(folder: Path, plan: ComparisonPlan | None = None, told: list[str] | None = None) -> RunFolder:
    return RunFolder(folder, plan or made_of(ASKED, 5), (told if told is not None else []).append)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    kept = store(folder)
    play.play(made_of(ASKED, 5), Crew(store=kept))
    kept.close()
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    """The folder of a whole run of six blocks."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def rewritten(path: Path, edit: Edit) -> None:
    path.write_bytes(b"".join(edit(path.read_bytes().splitlines(keepends=True))))


def raised(*blocks: int) -> Edit:
    """Raise the first score of these blocks by 30."""

    def more(line: bytes) -> bytes:
        return re.sub(
            rb'"scores":\[(\d+)', lambda found: b'"scores":[%d' % (int(found[1]) + 30), line, count=1
        )

    return lambda lines: [more(line) if n in blocks else line for n, line in enumerate(lines)]


def dumped(lines: list[bytes]) -> list[bytes]:
    """The same data as another program writes it."""
    return [json.dumps(json.loads(line)).encode() + b"\n" for line in lines]


def test_the_same_data_fits_however_it_is_written(folder: Path) -> None:
    rewritten(folder / BLOCKS, dumped)
    assert b'", "' in (folder / BLOCKS).read_bytes()
    store(folder).close()


def test_anybody_can_make_the_digests_again(folder: Path) -> None:
    """As docs/laboratory.md says: SHA-256 over the digest before it and the line without its own."""
    plan = json.loads((folder / PLAN).read_text())["plan"]
    seal = sha256(
        json.dumps(plan, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    ).hexdigest()
    for line in (folder / BLOCKS).read_text().splitlines():
        body, sign, own = line.partition(',"sha256":"')
        seal = sha256((seal + body + "}").encode()).hexdigest()
        assert sign and own == f'{seal}"}}'
    kept = store(folder)
    assert kept.seal == seal
    kept.close()


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (raised(3), "1 of 6 lines do not fit their digests: block 3;"),
        (raised(5), "1 of 6 lines do not fit their digests: block 5;"),
        (raised(0, 1, 4), "3 of 6 lines do not fit their digests: block 0, block 1, block 4;"),
        (lambda lines: [*lines[:2], *lines[3:]], "1 of 5 lines do not fit their digests: block 3;"),
        (lambda lines: lines[1:], "1 of 5 lines do not fit their digests: block 1;"),
        (lambda lines: [lines[0], lines[2], lines[1], *lines[3:]], "block 2, block 1, block 3;"),
        (lambda lines: dumped(raised(2)(lines)), "1 of 6 lines do not fit their digests: block 2;"),
        (lambda lines: [re.sub(rb',"sha256":"\w+"', b"", line) for line in lines], "6 of 6 lines do not fit"),
        (
            lambda lines: [
                *lines[:3],
                *(re.sub(rb',"sha256":"\w+"', b"", line) for line in lines[3:4]),
                *lines[4:],
            ],
            "1 of 6 lines do not fit their digests: block 3;",
        ),
    ],
    ids=cases(__file__, "ids"),
)
def test_blocks_that_were_changed_are_named(edit: Edit, named: str, folder: Path) -> None:
    rewritten(folder / BLOCKS, edit)
    with pytest.raises(InvalidFile) as told:
        store(folder)
    [problem] = told.value.problems
    assert problem.file == str(folder / BLOCKS) and named in problem.message
    assert problem.message.endswith("put the file back as it was, or begin anew elsewhere")


def test_of_many_changed_blocks_twenty_are_named(tmp_path: Path) -> None:
    lines = Lines(tmp_path / "lines", print)
    for number in range(216):
        lines.append({"block": number, "scores": [number]})
    lines.close()
    rewritten(tmp_path / "lines", raised(*range(20, 216)))
    lines = Lines(tmp_path / "lines", print)
    with pytest.raises(
        InvalidFile, match=r"lines:21:1: 196 of 216 .*: block 20, .*, block 39 and 176 more; "
    ):
        lines.content()
    lines.close()


def edited(folder: Path, key: str, value: object, rehashed: bool = False) -> None:
    kept = json.loads((folder / PLAN).read_text())
    kept["plan"][key] = value
    if rehashed:
        kept["hash"] = digest(kept["plan"])
    (folder / PLAN).write_text(json.dumps(kept, indent=1))


def test_an_edited_plan_is_noticed(folder: Path) -> None:
    edited(folder, "alpha", 0.2)
    with pytest.raises(
        InvalidFile, match=r"plan.json:1:1: the plan was changed .*: alpha was 0.2, now 0.05; put"
    ):
        store(folder)
    edited(folder, "alpha", 0.2, rehashed=True)
    with pytest.raises(UsageError, match=r"holds another run: alpha was 0.2, now 0.05"):
        store(folder)
    edited(folder, "alpha", 0.05, rehashed=True)
    store(folder).close()
    (folder / PLAN).write_text((folder / PLAN).read_text().replace('"castle": 8', '"castle": 9'))
    with pytest.raises(InvalidFile, match=r"plan.json:1:1: the plan was changed after the run began; put"):
        store(folder)


def test_a_plan_that_was_replaced_does_not_fit_its_blocks(folder: Path) -> None:
    other = made_of(attrs.evolve(ASKED, primary=["margin"]), 5)
    (folder / PLAN).unlink()
    with pytest.raises(InvalidFile, match=r"blocks.jsonl:1:1: 1 of 6 lines .*: block 0; "):
        store(folder, other)


# -- folders of older versions ---------------------------------------------------------------------------------------


def older(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Make the folder one of a version that wrote no digests and another plan."""
    kept = json.loads((folder / PLAN).read_text())
    change(kept)
    if "castle" in kept["options"]["B"]:
        del kept["options"]
    kept["hash"] = digest(kept["plan"])
    (folder / PLAN).write_text(json.dumps(kept))
    for name in (BLOCKS, "timing.jsonl"):
        rewritten(folder / name, lambda lines: [re.sub(rb',"sha256":"\w+"', b"", line) for line in lines[:4]])


def test_blocks_without_digests_go_on_with_them(folder: Path) -> None:
    older(folder, lambda kept: None)
    told: list[str] = []
    kept = store(folder, told=told)
    assert told == [f"{folder / BLOCKS}: an older version wrote the first 4 blocks without digests"]
    play.play(made_of(ASKED, 5), Crew(store=kept))
    kept.close()
    lines = (folder / BLOCKS).read_bytes().splitlines()
    assert [b'"sha256":' in line for line in lines] == [False] * 4 + [True] * 2
    store(folder).close()
    rewritten(folder / BLOCKS, raised(2))
    with pytest.raises(InvalidFile, match="1 of 6 lines do not fit their digests: block 4;"):
        store(folder)


def test_a_run_of_another_version_goes_on_and_says_so(folder: Path) -> None:
    """The rest of its plan is the same, so the same games are played; what bots choose is no promise."""

    def change(kept: dict[str, Any]) -> None:
        kept["plan"]["tilewright"] = "0.9.9"

    older(folder, change)
    rows, told = (folder / BLOCKS).read_bytes(), list[str]()
    store(folder, told=told).close()
    assert told[0].startswith(f"{folder} was begun with tilewright 0.9.9, and {tw.__version__} goes on: ")
    assert (folder / BLOCKS).read_bytes() == rows
    asked = attrs.evolve(ASKED, out=str(folder))
    plan = begun(asked, lambda seed: made_of(asked, seed), lambda: 0)
    assert plan.hash == json.loads((folder / PLAN).read_text())["hash"], "fixed before the first game"


def test_a_metric_that_is_new_is_left_out_and_said(folder: Path) -> None:
    """The folder of a version that measured less goes on with what it measured, unless the question is about more."""
    asked = attrs.evolve(ASKED, metrics=None, out=str(folder), primary=["score"])
    old = made_of(attrs.evolve(asked, metrics=["score", "margin"]), 5)
    older(folder, lambda kept: kept.update(plan=json.loads(json.dumps(old.stated()))))
    plan = begun(asked, lambda seed: made_of(asked, seed), lambda: 0)
    assert [*plan.metrics] == ["score", "margin"] and plan.seed == 5
    kept = store(folder, plan)
    told = run.findings(plan, play.play(plan, Crew(store=kept)), command="again")
    kept.close()
    assert (
        "decisions is left out: it is new since this run was begun; another folder would have it."
        in told.limits
    )
    (folder / REQUEST).write_text("game: rebirth\nmetrics: [score, margin]\n")
    assert "decisions" in begun(asked, lambda seed: made_of(asked, seed), lambda: 0).metrics, (
        "another request"
    )
    (folder / REQUEST).unlink()
    asked = attrs.evolve(asked, primary=["decisions"])
    plan = begun(asked, lambda seed: made_of(asked, seed), lambda: 0)
    with pytest.raises(
        UsageError, match=r'primary was \["score"\], now .*; not measured there: .*decisions'
    ) as new:
        store(folder, plan)
    assert "choose another folder" in str(new.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda kept: kept["plan"].update(tilewright="0.0.1", alpha=0.2),
            "it was begun with tilewright 0.0.1, and this is ",
        ),
        (lambda kept: kept["plan"].pop("power"), "power is new, 0.9"),
        (lambda kept: kept["plan"].update(luck="blind"), 'luck was "blind", now null'),
        (
            lambda kept: (
                kept["options"]["B"].pop("castle"),
                kept["plan"]["variants"]["B"].update(options="0" * 16),
            ),
            "the option castle of B is new",
        ),
        (lambda kept: kept["plan"]["metrics"].append("mood"), "not measured now: mood"),
    ],
)
def test_what_another_version_had_otherwise_is_said(
    change: Callable[[dict[str, Any]], object], said: str, folder: Path
) -> None:
    older(folder, change)
    with pytest.raises(UsageError, match=r"holds another run: ") as told:
        store(folder)
    assert said in str(told.value) and "choose another folder" in str(told.value)


def test_a_setting_that_is_new_and_not_used_makes_no_difference(folder: Path) -> None:
    older(folder, lambda kept: [kept["plan"].pop(key) for key in ("effect", "aa", "smallest")])
    store(folder).close()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda row: row["arms"].pop("B"), "block 0 is damaged: KeyError"),
        (lambda row: row.update(seed=9), "block 0 was not played with the seed of the plan"),
        (lambda row: row.pop("seed"), "block 0 is damaged: KeyError"),
        (lambda row: row.pop("cast"), "block 0 is damaged: KeyError"),
        (lambda row: row["arms"]["A"][0].pop("winners"), "block 0 has a game without winners"),
        (lambda row: row["arms"]["B"][0].pop("parted"), "block 0 has a game without parted"),
        (lambda row: row["arms"].update(A=7), "block 0 is damaged: TypeError"),
    ],
)
def test_a_block_that_lacks_something_is_named(
    damage: Callable[[dict[str, Any]], object], said: str, folder: Path
) -> None:
    older(folder, lambda kept: None)
    row = json.loads((folder / BLOCKS).read_text().splitlines()[0])
    damage(row)
    rewritten(folder / BLOCKS, lambda lines: [json.dumps(row).encode() + b"\n", *lines[1:]])
    with pytest.raises(InvalidFile, match=rf"blocks.jsonl:1:1: {said}"):
        store(folder)


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_lines_that_another_editor_has_saved_fit_their_digests(tmp_path: Path, end: bytes) -> None:
    path, notes = tmp_path / "blocks.jsonl", list[str]()
    lines = Lines(path, notes.append)
    for number in range(3):
        lines.append({"block": number})
    lines.close()
    assert path.stat().st_mode & 0o77 == 0 or os.name != "posix", "it holds the seeds"
    raw = path.read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + raw.replace(b"\n", end) + end + b"\x1a")
    again = Lines(path, notes.append)
    assert [row["block"] for row in again.content()] == [0, 1, 2]
    again.append({"block": 3})
    again.close()
    last = Lines(path, notes.append)
    assert [row["block"] for row in last.content()] == [0, 1, 2, 3] and not notes
    last.close()
