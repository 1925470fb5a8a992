"""`check`: each failure comes with a command that repeats it; broken plugins are named."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tilewright.core import testing

from ...cases import cases
from ...toys.broken import forgotten, orders
from ...toys.broken.plant import written
from ..packages import site as site
from ..shell import run


def test_json(site: Path) -> None:
    words = cases(__file__, "words")
    ran = run("check", "harvest", *words, "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)
    assert list(told) == ["schema", "checked", "seed", "rulesets", "errors"]
    assert told["schema"] == 1 and told["seed"] == 9 and told["errors"] == []
    [one] = told["rulesets"]
    assert one["game"] == "harvest" and one["modules"] == [] and one["options"]["offer"] == 4
    assert one["named"] == ["harvest", "--edition", "town"] and one["speed"] is None
    assert [(each["check"], each["outcome"]) for each in one["findings"]] == [
        ("scores", "holds"),
        ("modules", "skipped"),
    ]
    broken = json.loads(run("check", "generous", "--checks", "scores", "--seed", "40", "--json").out)
    [finding] = broken["rulesets"][0]["findings"]
    assert finding["outcome"] == "broken" and finding["seed"] >= 40 and finding["players"] in (2, 3, 4)
    assert finding["command"].startswith("tilewright check generous --checks scores --seed ")


def test_a_module_is_checked_with_its_game_and_the_game_alone(site: Path) -> None:
    words = ["--players", "3,2", "--games", "1", "--checks", "scores,words", "--set", "storm.omen=4"]
    ran = run("check", "harvest.storm", *words)
    assert ran.code == 0, ran
    heads = [line.split(":")[0] for line in ran.out.splitlines() if "options" in line]
    assert heads == ["harvest", "harvest with storm"]
    assert ran.out.count("2 of 2 checks hold, 0 broken, 0 skipped") == 2
    assert "games per second" not in ran.out


def test_a_failure_is_told_with_a_command_that_repeats_it(site: Path) -> None:
    ran = run("check", "generous", "--checks", "words,scores", "--seed", "40", "--set", "offer=2")
    assert ran.code == 1, ran
    assert "words      holds" in ran.out and "scores     broken" in ran.out
    said = " ".join(ran.out.split())
    [place] = re.findall(r"scores is broken: (.*) points but lines for .* \[seed (\d+); (\d) players; ", said)
    [command] = re.findall(r"to repeat it: (.*)", ran.out)
    repeated = f"--checks scores --seed {place[1]} --games 1 --players {place[2]}"
    assert command == f"tilewright check generous --set offer=2 {repeated}"
    again = run(*shlex.split(command)[1:])
    assert again.code == 1
    assert f"scores is broken: {place[0]} points but lines for" in " ".join(again.out.split())


def test_checks_that_fail_for_one_cause_are_told_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No tile ever fits, and the step does not say where it goes then."""
    brook = (Path(__file__).parents[3] / "examples" / "brook" / "brook.py").read_text("utf-8")
    for old, new in {
        '("MMMMWW", "MMMWWW", "MMWWWW", "MWMWMW", "MMWMMW", "WWWWWW")': '("MMMMMM", "WWWWWW")',
        "tw.option(3,": "tw.option(1,",
        'name="brook"': 'name="stony"',
        '"drawn", "aside", "BR-PLACE"': '"drawn", "", "BR-PLACE"',
    }.items():
        assert old in brook
        brook = brook.replace(old, new)
    (tmp_path / "stony.py").write_text(brook, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names = "fields,scores,lessons,undo,records,matches,workers"
    ran = run("check", "stony", "--players", "2", "--games", "1", "--checks", names)
    said = " ".join(ran.out.split())
    assert ran.code == 1 and said.count("must decide but has no legal actions") == 1, ran
    assert "no tile at hand fits anywhere; any sides may meet on a Board(matching=False)" in said
    assert (
        "the same in 5 more checks: scores, undo, records, matches, workers" in said
        and "IndexError" not in said
    ), ran


def test_debug_shows_where_a_failure_comes_from(site: Path) -> None:
    ran = run("check", "generous", "--checks", "scores", "--players", "2", "--debug")
    assert ran.code == 1 and "in scores" in ran.err, ran
    assert "points but lines for" in ran.err and "Traceback" in ran.err, ran
    assert "Traceback" not in run("check", "generous", "--checks", "scores", "--players", "2").err
    assert "hasty.py" in run("--debug", "check", "hasty").err


def test_warnings_are_told_and_break_nothing() -> None:
    rules = forgotten.an_option_that_no_code_reads()
    ran = run("check", rules.game.name, "--games", "1", "--players", "2", "--checks", "scores,unused,pieces")
    assert ran.code == 0, ran
    said = " ".join(ran.out.split())
    assert (
        "unused warns" in said
        and "3 of 3 checks hold, 0 broken, 0 skipped; 1 warning, which breaks nothing" in said
    )
    assert (
        f"unused warns: option bonus ({rules.game.name}/options.py:14, rule PL-LAY-3) is never read" in said
    )
    told = json.loads(
        run("check", rules.game.name, "--games", "1", "--checks", "scores,unused", "--json").out
    )
    scores, unused = told["rulesets"][0]["findings"]
    assert (scores["outcome"], unused["outcome"]) == ("holds", "holds") and "warnings" not in scores
    [warning] = unused["warnings"]
    assert (warning["kind"], warning["name"]) == ("option", "bonus") and "is never read" in warning["said"]


def test_a_skipped_check_may_warn() -> None:
    rules = forgotten.a_game_that_does_not_say_what_is_conserved()
    ran = run("check", rules.game.name, "--games", "1", "--players", "2", "--checks", "pieces")
    said = " ".join(ran.out.split())
    assert ran.code == 0 and "pieces skipped" in said, ran
    assert (
        f"1 warning, which breaks nothing pieces warns: {rules.game.name} does not say what is conserved"
        in said
    )


def test_a_package_in_the_folder_is_played_with_other_orders_of_sets() -> None:
    rules = orders.a_set_that_is_iterated_in_a_step()
    ran = run("check", rules.game.name, "--games", "1", "--players", "3", "--checks", "workers")
    said = " ".join(ran.out.split())
    assert ran.code == 1 and "after decision 0, 'lay 0,0', the field rumours differs" in said, ran
    assert "; 3 players; " in said and "decision 1;" in said, ran


def test_each_mistake_in_a_file_has_a_line() -> None:
    many = ("data/tiles.yaml", "letter: M, count: 6", "letter: M, count: many")
    few = ("data/tiles.yaml", "letter: P, count: 4", "letter: P, count: few")
    ran = run("check", written(many, few))
    first, second = ran.err.splitlines()
    assert (
        ran.code == 3 and "tiles.yaml:3:" in first and first.endswith("expected a whole number, got 'many'")
    ), ran
    assert "tiles.yaml:5:" in second and second.endswith("expected a whole number, got 'few'"), ran
    ran = run("check", written(("data/rules.yaml", "source: own, options: [reach]", "sauce: own")))
    one, other = [line for line in ran.err.splitlines() if "rules.yaml:6:" in line]
    assert ran.code == 3 and "key 'source' is missing" in " ".join(ran.err.split()) and one != other, ran


def test_a_failure_that_needs_several_games_is_told_with_all_of_them(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def third(subject: testing.Subject) -> None:
        """Breaks in the third game after two others."""
        for moment in testing.moments(subject):
            moment.need(moment.seed < 2 or subject.games == 1, "worn out")

    monkeypatch.setitem(testing.CHECKS, "scores", testing.Check("scores", "Third.", third))
    ran = run("check", "harvest", "--players", "2", "--checks", "scores")
    assert ran.code == 1 and "[seed 2; 2 players" in " ".join(ran.out.split()), ran
    assert (
        "to repeat it: tilewright check harvest --checks scores --seed 0 --games 3 --players 2\n" in ran.out
    )


def test_a_distribution_with_a_broken_plugin_is_checked_but_for_that_one(site: Path) -> None:
    ran = run("check", "tilewright-harvest", "--players", "2", "--games", "1", "--checks", "scores")
    assert ran.code == 3 and "Traceback" not in ran.err, ran
    assert ran.out.count("1 of 1 checks hold") == 4 and ran.out.count("0 of 1 checks hold, 1 broken") == 1
    ours = [line for line in ran.err.splitlines() if line != "a tile!"]  # the module loud prints that
    assert ours == [
        "module harvest.hasty (tilewright-harvest 1.0): ZeroDivisionError: division by zero (hasty.py:19)"
    ]


@pytest.mark.parametrize(("words", "code", "said"), cases(__file__, "what_cannot_be_checked_is_said"))
def test_what_cannot_be_checked_is_said(site: Path, words: str, code: int, said: str) -> None:
    ran = run("check", *words.split())
    assert ran.code == code, ran
    assert said in ran.err and "Traceback" not in ran.err, ran
