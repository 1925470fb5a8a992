"""`compare-rules` and `engine` as people meet them: words, exit codes, JSON, the record of a difference."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from ..packages import site as site
from ..shell import GAME, SRC, process, run

ORACLE = Path(__file__).resolve().parents[2] / "outside" / "strangers" / "oracle.py"
SECOND = "exec:" + shlex.join([sys.executable, str(ORACLE), GAME])
ENGINE = "exec:" + shlex.join([sys.executable, "-m", "tilewright", "engine", GAME])


@pytest.fixture(autouse=True)
def _ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tilewright` in a program's command is the one that is tested."""
    monkeypatch.setenv("PYTHONPATH", str(SRC))


def test_a_second_implementation_is_the_same() -> None:
    ran = run("compare-rules", GAME, SECOND, "-n", "1", "--players", "3", "--seed", "4", "--depth", "1")
    assert ran.code == 0 and ran.err == "", ran
    assert ran.out.splitlines()[-1] == "no difference" and ran.out.startswith("1 game, "), ran
    told = json.loads(run("compare-rules", GAME, SECOND, "-n", "1", "--json").out)
    assert told["schema"] == 1 and told["same"] is True and told["difference"] is None
    assert told["games"] == 1 and told["decisions"] > 50


def test_our_engine_is_a_program_too() -> None:
    assert run("compare-rules", GAME, ENGINE, "-n", "1", "--depth", "1").code == 0
    assert run("compare-rules", ENGINE, ENGINE, "--game", GAME, "-n", "1", "--players", "4").code == 0


def test_options_are_words_and_a_difference_is_a_record(tmp_path: Path) -> None:
    out = tmp_path / "difference.jsonl"
    ran = run("compare-rules", GAME, "castle=6", "-n", "2", "--out", out)
    assert ran.code == 1 and "first difference: after " in ran.out and "(RB-END-3)" in ran.out, ran
    shown = run("show", GAME, out)
    assert shown.code == 0 and "player1" in shown.out, shown
    assert run("scene", "export", out, "--at", "5").code == 0
    assert run("replay", out, "--to", "5").code == 0
    assert run("replay", out, "--verify").code == 4, "its draws are fixed, not those of the seed"
    again = json.loads(run("compare-rules", GAME, "castle=6", "-n", "2", "--json").out)
    assert again["same"] is False and again["difference"]["differences"][0]["field"] == "scores"
    assert len(again["difference"]["moves"]) == len(
        [1 for line in out.read_text().splitlines() if '"move"' in line]
    )
    taken = run("compare-rules", GAME, "castle=6", "-n", "1", "--out", out)
    assert taken.code == 2 and "already exists" in taken.err, taken


def test_a_ruling_is_found_with_the_rule_that_forbids() -> None:
    """Edition polish lets more be taken than the printed one; whoever refuses says which rule."""
    ran = run("compare-rules", "glenmore", "edition=polish", "-n", "10", "--json")
    [told, *_] = json.loads(ran.out)["difference"]["differences"]
    assert ran.code == 1 and told["field"] == "legal"
    assert all(one["rules"] and one["refused"] for one in [*told["only_a"], *told["only_b"]])


def test_shared_words_apply_to_both() -> None:
    assert run("compare-rules", GAME, f"{GAME} castle=6", "--set", "castle=6", "-n", "1").code == 0
    program = f"{ENGINE} --set castle=6"
    assert run("compare-rules", f"{GAME} castle=6", program, "-n", "1").code == 0
    refused = run("compare-rules", GAME, program, "-n", "1")
    assert refused.code == 3 and "castle: this program was started with '6', not '5'" in refused.err, refused


FAULTS = {
    "import sys; sys.stderr.write('no\\nboard\\x1b[31m'); sys.exit(3)": ("ended", "exit status 3"),
    "print('hello')": ("garbled", "not JSON"),
    "import time; time.sleep(60)": ("silent", "within 0.1 seconds"),
}


@pytest.mark.parametrize("code", FAULTS)
def test_a_program_that_breaks_the_protocol_is_exit_3(code: str) -> None:
    kind, said = FAULTS[code]
    program = "exec:" + shlex.join([sys.executable, "-c", code])
    words = ("compare-rules", GAME, f"{program}:seconds={'0.1' if kind == 'silent' else '20'}")
    ran = run(*words)
    assert ran.code == 3 and said in ran.err and "Traceback" not in ran.err and "\x1b" not in ran.err, ran
    if kind == "ended":
        assert "no\n    board\\x1b[31m" in ran.err, "the end of its stderr"
    told = json.loads(run(*words, "--json").out)
    assert told["same"] is None and told["fault"]["kind"] == kind and told["fault"]["moves"] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("castle=6", "castle=7"), "neither A nor B names the game; add --game GAME"),
        ((ENGINE, ENGINE), "neither A nor B names the game; add --game GAME"),
        ((GAME, "exec:"), "names no program"),
        ((GAME, "exec:'"), "no closing quotation"),
        ((GAME, "exec:./nobody"), "there is no program ./nobody"),
        ((GAME, f"{ENGINE}:speed=3"), "takes only seconds and memory"),
        ((GAME, "'"), "B: ': No closing quotation"),
        ((GAME, "castel=6"), "variant B: castel=6"),
        ((GAME, "rebirht"), "rebirht"),
        ((GAME, "castle=6 anew"), "variant B: anew: write it as NAME=VALUE"),
        ((GAME, "castle=6", "--players", "9"), "is for 2 to 4 players, not 9"),
        ((ENGINE, ENGINE, "--game", GAME, "--out", "x.jsonl"), "A or B must be rules of ours"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], said: str) -> None:
    ran = run("compare-rules", *words)
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err, ran


def test_two_programs_can_play_a_game_that_is_not_installed() -> None:
    nim = "exec:" + shlex.join([sys.executable, str(ORACLE.with_name("nim.py"))])
    words = ("--game", "nim", "--set", "heap=9", "--players", "3", "-n", "5", "--depth", "2")
    assert run("compare-rules", nim, nim, *words).code == 0
    ran = run("compare-rules", nim, f"{nim} fewer=9", *words)
    assert ran.code == 1 and "first difference: at the set-up" in ran.out, ran
    assert "player1: only A allows 'take 3'" in ran.out, ran


def test_what_a_plugin_prints_does_not_get_between_the_answers(site: Path) -> None:
    new: dict[str, object] = {
        "type": "new",
        "id": 1,
        "game": "harvest",
        "seats": ["anna", "bruno"],
        "seed": "1",
        "moves": [],
    }
    new["modules"] = {"loud": "1"}
    ran = run("engine", "harvest", "--with", "loud", typed=json.dumps(new) + "\n")
    [here] = map(json.loads, ran.out.splitlines())
    assert ran.code == 0 and here["type"] == "position", ran
    [(seat, actions)] = here["legal"].items()
    play = {"type": "play", "id": 2, "seat": int(seat), "action": actions[0]}
    ran = run("engine", "harvest", "--with", "loud", typed=f"{json.dumps(new)}\n{json.dumps(play)}\n")
    assert [json.loads(line)["type"] for line in ran.out.splitlines()] == ["position", "position"], ran
    assert "a tile!" in ran.err


def test_the_engine_ends_quietly(tmp_path: Path) -> None:
    ran = process(tmp_path, "engine", GAME, typed='what?\n{"type": "quit"}\n{"type": "hello"}\n')
    assert ran.code == 0 and json.loads(ran.out)["type"] == "error" and ran.err == ""
