"""`train` and `bot read`: the same bot for any number of workers, after Ctrl-C and kill -9; mistakes in sentences."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
import time
from hashlib import sha256
from pathlib import Path

import attrs
import pytest

import tilewright as tw
from tilewright.core.bots import learned_file
from tilewright.core.bots.learned_moves import Lookahead
from tilewright.core.lab.games import code_digests
from tilewright.core.lab.games.lines import Lines
from tilewright.core.lab.games.variants import Variant
from tilewright.core.training import pace
from tilewright.core.training.arena import Plays, crew
from tilewright.core.training.budget import Budget
from tilewright.core.training.explanation import found_out, outcome
from tilewright.core.training.pace import budget

from ..cases import cases
from ..cli.shell import Ran, run, start
from .test_bots import made

BUDGET = "3x1,0x0,1,4"
"""Weights alone: tests/training/test_adapt.py interrupts values."""
TRAIN = ("train", "glenmore", "--players", "2", "--budget", BUDGET, "--seed", "5")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a training writes, without an interruption and in one process."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        ran = run(*TRAIN)
    assert ran.code == 0, ran
    assert "-p player -p bot:learned:glenmore.yaml\n" in ran.out
    _, *course = ran.err[ran.err.index("    games  learned so far") :].splitlines()
    assert [re.split("  |:", line[11:])[0] for line in course] == [
        "weights",
        "weights",
        "weights",
        "the best of all that was compared",
    ]
    assert max(map(len, ran.err.splitlines())) <= 80 and "wins against greedy" in " ".join(ran.err.split())
    assert not (folder / "glenmore.yaml.journal").exists()
    assert "<svg" in (folder / "glenmore.svg").read_text("utf-8")
    return (folder / "glenmore.yaml").read_text("utf-8")


def begun(site: Path, lines: int, sign: signal.Signals, *words: str) -> Ran:
    """Train until the journal has so many lines, then send the signal."""
    running = start(site, *words)
    journal = site / "glenmore.yaml.journal"
    until = time.monotonic() + 120
    while not journal.exists() or journal.read_bytes().count(b"\n") < lines:
        assert running.poll() is None and time.monotonic() < until
        time.sleep(0.01)
    running.send_signal(sign)
    out, err = running.communicate(timeout=120)
    return Ran(running.returncode, out, err)


def test_stopped_and_killed_and_with_two_workers_it_is_the_same_file(whole: str, site: Path) -> None:
    stopped = begun(site, 3, signal.SIGINT, *TRAIN, "--json")
    assert stopped.code == 130, stopped
    assert "glenmore.yaml.journal; to go on: tilewright train glenmore" in stopped.err
    assert "Traceback" not in stopped.err
    assert "glenmore.yaml has the best so far for 2 players, after " in stopped.err
    told, best = json.loads(stopped.out), learned_file.read(site / "glenmore.yaml").players["2"]
    assert told["interrupted"] is True and told["players"]["2"] == learned_file.plain(best)
    assert best.unfinished and best.weights and not best.results and best.games
    assert "stopped before its end" in run("bot", "read", "glenmore.yaml").out
    begun(site, 4, signal.SIGKILL, *TRAIN)
    assert learned_file.read(site / "glenmore.yaml").players["2"].games >= best.games
    with (site / "glenmore.yaml.journal").open("ab") as journal:
        journal.write(b'{"step":"half')  # as a kill in mid-line leaves it
    ran = run(*TRAIN, "--workers", "2")
    assert ran.code == 0 and "going on after" in ran.err and "will be replaced" not in ran.err, ran
    assert (site / "glenmore.yaml").read_text("utf-8") == whole


def test_what_is_finished_is_not_replaced_by_what_is_not(whole: str, site: Path) -> None:
    (site / "glenmore.yaml").write_text(whole, "utf-8")
    stopped = begun(site, 3, signal.SIGTERM, *TRAIN[:-1], "6")
    assert stopped.code == 130 and "glenmore.yaml has what is finished for 2 players" in stopped.err, stopped
    assert (site / "glenmore.yaml").read_text("utf-8") == whole


def test_a_journal_of_another_plan_is_refused(site: Path) -> None:
    line = {"plan": {"tilewright": "0.0", "rules": "?", "players": [2], "minutes": None, "seed": 6}}
    journal = site / "glenmore.yaml.journal"
    journal.write_text(json.dumps(line) + "\n")
    ran = run(*TRAIN)
    assert ran.code == 2 and "the journal of another training (it was begun with tilewright 0.0" in ran.err, (
        ran
    )
    for nonsense in ("nonsense", '{"plan": ' + "[" * 100_000):
        journal.write_text(f"{nonsense}\n")
        ran = run(*TRAIN)
        assert ran.code == 3 and "not the journal of a training" in ran.err, ran


@pytest.mark.skipif(os.name != "posix", reason="the system has no such locks")
def test_two_do_not_train_one_file(site: Path) -> None:
    journal = Lines(site / "glenmore.yaml.journal", print)  # as the other process has it
    ran = run(*TRAIN)
    assert ran.code == 2 and "another tilewright process is training glenmore.yaml" in ran.err, ran
    assert "choose another --out" in ran.err
    journal.close()


def test_another_number_of_players_is_added_and_other_rules_are_refused(whole: str, site: Path) -> None:
    (site / "glenmore.yaml").write_text(whole, "utf-8")
    more = [word if word != "2" else "3" for word in TRAIN]
    more[more.index(BUDGET)] = "0x0,0x0,1,3"
    ran = run(*more)
    assert ran.code == 0 and "what it has for 2 players stays" in ran.err, ran
    nothing = "nothing was learned that is better than greedy; the file plays like greedy."
    assert "It learns nothing with this budget" in ran.err and nothing in " ".join(ran.out.split())
    assert "-p player -p bot1:learned:glenmore.yaml -p bot2:learned:glenmore.yaml\n" in ran.out
    (against,) = re.findall("to play against it: tilewright (.*)", ran.out)
    played = run(*shlex.split(against), "--seed", "1")
    assert played.code == 130 and "tilewright resume" in played.err, played
    both = learned_file.read(site / "glenmore.yaml")
    assert list(both.players) == ["2", "3"]
    assert (site / "glenmore.yaml").read_text("utf-8").startswith(whole.rpartition("# sha256 ")[0])
    ran = run(*TRAIN, "--set", "tile_penalty=2", "--out", "glenmore.yaml")
    assert ran.code == 2 and "was trained under other rules" in ran.err, ran


def test_the_command_in_the_file_makes_the_same_file(site: Path) -> None:
    words = ("--players", "2", "--budget", "0x0,0x0,1,2", "--seed", "-3", "--set", "tile_penalty=2")
    ran = run("train", "glenmore", *words)
    assert ran.code == 0, ran
    (file,) = site.glob("glenmore-*.yaml")
    text = file.read_text("utf-8")
    again = shlex.split(learned_file.read(file).players["2"].command)
    file.unlink()
    ran = run(*again[1:])
    assert ran.code == 2 and f"{file.stem}.svg is there already" in ran.err, ran
    file.with_suffix(".svg").unlink()
    assert run(*again[1:]).code == 0
    assert file.read_text("utf-8") == text


def test_minutes_become_a_budget_once(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "ENOUGH", 0.1)
    rules = tw.load("harvest")
    variant = Variant(name="it", game="harvest")
    with crew("local", variant, 1) as engine:
        found = budget(Plays(engine, variant, 2), "greedy", 0.2)
    # How many games a minute allows depends on the machine.
    assert found.checks and Budget.read(str(found)) == found
    plan = {
        "tilewright": tw.__version__,
        "rules": rules.option_hash,
        "players": [2],
        "minutes": 0.01,
        "begin": {},
        "code": code_digests.ours(),
    }
    plan |= {"budgets": {"2": "0x0,0x0,1,2"}, "seed": 4}
    (site / "harvest.yaml.journal").write_text(json.dumps({"plan": plan}) + "\n")
    ran = run("train", "harvest", "--players", "2", "--minutes", "0.01", "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)["players"]["2"]
    measured = told["results"][0]["games"]  # there may be time for more than the two that were planned
    assert (told["budget"], told["seed"]) == (f"0x0,0x0,1,{measured}/2", 4)
    assert told["said"] == "nothing was learned that is better than greedy; the file plays like greedy"


def test_what_it_learned_is_read_in_words(site: Path) -> None:
    found, command = made(tw.load("harvest"), closing=1.5), " ".join(TRAIN) + " --begin " + "a" * 80
    one = attrs.evolve(found.players["2"], command=command)
    attrs.evolve(found, players={"2": one}).write(site / "it.yaml")
    ran = run("bot", "read", "it.yaml")
    assert ran.code == 0 and "a point for a field that is closed" in ran.out, ran
    assert "closing" in ran.out and "+17 %" in ran.out
    assert f"\n    {command}\n" in ran.out  # in one line, to be copied
    told = run("bot", "read", "it.yaml", "--markdown").out
    assert (
        "| closing | 1 | 1.5 | +17 % | a point for a field that is closed, where one for a neighbour is 1 |"
        in told
    )


def test_a_sentence_says_what_training_has_come_to(site: Path) -> None:
    rules = tw.load("harvest")
    one = made(rules, closing=1.5).players["2"]
    assert outcome(one, rules, 2) == "learned: wins 0.75 [0.53, 0.89] against greedy"
    assert outcome(one, rules, 1).endswith("against greedy, which cannot be told from an equal's 1.00")
    same = attrs.evolve(one, weights={}, value=None, look=Lookahead())
    nothing = "nothing was learned that is better than greedy; the file plays like greedy"
    assert outcome(same, rules, 2) == nothing
    found = "the best answer to hard found in 40 games wins 0.75 [0.53, 0.89] of its games"
    assert outcome(one, rules, 3, "hard") == f"{found}; an equal would win 0.33"
    assert outcome(one, rules, 1, "hard") == f"{found}; an equal would win 1.00, so no weakness is shown"
    early = "there was no time to learn anything; against hard, what was known wins 0.75 [0.53, 0.89]"
    assert outcome(attrs.evolve(one, games=0), rules, 2, "hard") == early
    assert found_out(one, rules).startswith("1 of 1 weight")
    assert (
        found_out(attrs.evolve(one, value=None), rules, one.lesson)
        == "All weights are those that were known before."
    )


def test_a_file_that_was_changed_says_so(whole: str, site: Path) -> None:
    file = site / "it.yaml"
    body, sign, digest = whole.rpartition("# sha256 ")
    assert sha256(body.encode()).hexdigest() == digest.strip()
    file.write_text(whole.replace("\n", "\r\n"), "utf-8-sig", newline="")  # as an editor may save it
    assert run("bot", "read", "it.yaml").code == 0
    changed = re.sub(r"^( +wins: ).*$", r"\g<1>1.25", body, count=1, flags=re.MULTILINE)
    assert changed != body
    file.write_text(changed + sign + digest, "utf-8")
    ran = run("bot", "read", "it.yaml")
    assert ran.code == 3 and "it.yaml:1:1: the file was changed after it was trained" in ran.err, ran
    file.write_text(changed, "utf-8")
    assert run("bot", "read", "it.yaml").code == 0


@pytest.mark.parametrize(("words", "said"), cases(__file__, "mistakes_are_said_before_anything_is_played"))
def test_mistakes_are_said_before_anything_is_played(words: list[str], said: str, site: Path) -> None:
    (site / "mine.py").write_text("x = 1\n")
    ran = run("train", "harvest", *words)
    assert ran.code == 2 and said in ran.err and "Traceback" not in ran.err, ran
    assert not list(site.glob("*.journal"))


def test_an_unwritable_place_is_found_before_the_games(site: Path) -> None:
    (site / "glenmore.yaml").mkdir()
    ran = run(*TRAIN)
    assert ran.code == 2 and "is a folder" in ran.err, ran


def test_a_mistyped_game_is_named_before_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert "there is no game 'rebrith'; did you mean 'rebirth'?" in run("train", "rebrith").err
    assert 'train needs numpy:\n  pip install "tilewright[lab]"\n' in run("train", "rebirth").err


def test_what_is_neither_a_file_nor_a_game_cannot_be_read(site: Path) -> None:
    (site / "folder").mkdir()
    for name, said in cases(__file__, "changed"):
        ran = run("bot", "read", name)
        assert ran.code == 2 and said in ran.err, ran
