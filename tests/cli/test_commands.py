"""Every command does what its help says, with the keys and streams that are promised."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tilewright.core.lab.study.settings import commands

from .shell import GAME, SRC, environment, process, run

COMMANDS = [
    f"{told.get('group', '')} {place.replace(':', '.').rpartition('.')[2].replace('_', '-')}".strip()
    for place, told in commands().items()
]
"""Every command, as it is typed."""
CLI = SRC.parent / "core" / "cli"


@pytest.mark.parametrize("command", COMMANDS)
def test_help(command: str) -> None:
    ran = run(*command.split(), "-h")
    assert ran.code == 0
    assert f"Usage: tilewright {command}" in ran.out


def test_help_lists_commands_by_what_one_wants_to_do() -> None:
    """Each below one heading, with a whole sentence."""
    blocks = run("-h").out.split("\n\n")
    headings = {
        block.splitlines()[0]: block
        for block in blocks
        if re.fullmatch(r"[A-Z][a-z ]+:", block.splitlines()[0])
    }
    assert list(headings) == ["Options:", "Play:", "Study:", "Write rules:", "More:"]
    listed = [
        found for block in [*headings.values()][1:] for found in re.findall(r"^  ([a-z-]+)  ", block, re.M)
    ]
    assert sorted(listed) == sorted({command.split()[0] for command in COMMANDS})
    assert "..." not in "".join([*headings.values()][1:])


def test_without_arguments_there_is_help() -> None:
    for words in ([], ["play"], ["simulate"], ["scene"], ["scene", "run"]):
        ran = run(*words)
        assert ran.code == 2
        assert "Usage:" in ran.out + ran.err


def test_version() -> None:
    import tilewright

    ran = run("--version")
    assert ran.code == 0
    assert ran.out.startswith(f"tilewright {tilewright.__version__}\n")


def test_version_and_help_load_no_engine(home: Path) -> None:
    """Neither the engine nor a game is imported before a command needs it."""
    code = (
        "import sys, tilewright.core.cli.app as c\n"
        "for words in '--version,-h,play -h,schema -h,schema scene -h'.split(','):\n"
        "    try: c.app(words.split())\n"
        "    except SystemExit: pass\n"
        "print([m for m in sys.modules if m.startswith('tilewright.games.') or m in "
        "('tilewright.core.rules.ruleset', 'tilewright.core.play.match', 'rich', 'yaml', 'pydantic')])"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=environment(home), capture_output=True, text=True, timeout=120)
    assert done.stdout.count("Usage: ") == 4 and done.stdout.splitlines()[-1] == "[]", done


def test_no_command_imports_click() -> None:
    for path in CLI.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not [name for name in names if name.startswith(("click", "typer._click"))], path


def test_games_json() -> None:
    ran = run("games", "--json")
    told = json.loads(ran.out)
    assert set(told) == {"schema", "games", "bots", "broken"}
    assert {"easy", "normal", "hard", "random", "greedy", "search"} <= {one["bot"] for one in told["bots"]}
    assert told["schema"] == 1
    assert told["broken"] == []
    found = next(game for game in told["games"] if game["name"] == GAME)
    assert found.keys() >= {
        "name", "players", "modules", "editions", "levels", "options", "provenance", "source",
    }  # fmt: skip
    assert found["players"] == [2, 4]
    assert found["source"] == "tilewright"
    assert {edition["name"] for edition in found["editions"]} == {"de", "en"}
    for option in found["options"]:
        assert option.keys() >= {"name", "type", "default", "values", "rule"}


def test_a_broken_plugin_is_listed_and_takes_nothing_down(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint, entry_points

    from tilewright.core.rules import plugins

    def more(group: str) -> list[EntryPoint]:
        name = f"{GAME}.ruin" if group == "tilewright.modules" else "ruin"
        return [*entry_points(group=group), EntryPoint(name, "no.such.place", group)]

    monkeypatch.setattr(plugins, "entry_points", more)
    ran = run("games")
    assert ran.code == 0
    assert f"{GAME} " in ran.out
    assert ran.err.count("broken: ") == len(plugins.GROUPS) == 4
    assert "No module named 'no'" in ran.err
    assert len(json.loads(run("games", "--json").out)["broken"]) == 4
    assert "game ruin" in run("--version").out
    played = run("play", "ruin")
    assert played.code == 3
    assert "game ruin" in played.err


def test_bots_play_a_visible_game_to_the_end(home: Path) -> None:
    words = ["play", GAME, "-p", "anna:greedy", "-p", "bruno:greedy", "-p", "clara:random", "--seed", "7"]
    ran = process(home, *words)
    assert ran.code == 0, ran
    assert "  1. " in ran.out and "102. " in ran.out
    assert "+1 energy group" in ran.out
    assert "castle fields" in ran.out.lower() or "Ke" in ran.out  # the board
    assert "total" in ran.out
    assert "1. anna  172\n2. bruno  156\n3. clara  97\nanna wins.\n" in ran.out
    assert "\x1b" not in ran.out
    saved = list((home / "tilewright" / "games").glob("*.jsonl"))
    assert len(saved) == 1
    assert run("replay", saved[0], "--verify").code == 0


def test_a_seed_is_drawn_and_told_on_stderr(home: Path) -> None:
    words = ["-p", "anna:random", "-p", "bruno:random"]
    run("play", GAME, *words)  # what is reconstructed is said once
    first = run("play", GAME, *words)
    told, typed = first.err.splitlines()[:2]
    assert told == "shuffled at random; to play the same deal again:" and typed.startswith("  --seed ")
    again = run("play", GAME, *words, *typed.split())
    assert "--seed" not in again.err
    assert again.out == first.out


def test_a_drawn_seed_cannot_be_found_by_trying_and_names_no_file(home: Path) -> None:
    """It has 128 random bits: three of them below 2 to the 100th come once in 10 to the 25th."""
    drawn = []
    for _ in range(3):
        ran = run("play", GAME, "-p", "anna:random", "-p", "bruno:random")
        drawn.append(int(ran.err.splitlines()[1].split()[1]))
        assert str(drawn[-1]) not in ran.out
    saved = [path.name for path in home.rglob("*.jsonl")]
    assert max(drawn) > 1 << 100 and max(drawn) < 1 << 128 and len(set(drawn)) == 3
    assert len(saved) == 3 and not any(str(seed) in name for seed in drawn for name in saved)


def test_the_seed_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["play", GAME, "-p", "anna:random", "-p", "bruno:random"]
    run(*words, "--seed", "3")  # what is reconstructed is said once
    given = run(*words, "--seed", "3")
    monkeypatch.setenv("TILEWRIGHT_SEED", "3")
    assert run(*words).out == given.out


def test_language() -> None:
    ran = run("play", GAME, "-p", "anna:random", "-p", "bruno:random", "--seed", "1", "--lang", "de")
    assert "Nahrungsgruppe" in ran.out
    assert "zieht ein Plättchen" in ran.out


def test_replay_steps_through(played: Path) -> None:
    ran = run("replay", played)
    assert ran.code == 0
    assert "  1. " in ran.out and " 68. " in ran.out
    assert ran.out.rstrip().endswith("wins.")
    short = run("replay", played, "--to", "3")
    assert "  3. " in short.out and "  4. " not in short.out
    assert "to act: " in short.out


def test_replay_says_nothing_secret(played: Path) -> None:
    """The tile that a player draws stays secret until it is placed."""
    out = run("replay", played, "--to", "20").out
    assert "draws a tile" in out
    assert "draws food" not in out and "draws energy" not in out


def test_replay_json_is_one_object_a_line(played: Path) -> None:
    lines = [json.loads(line) for line in run("replay", played, "--json").out.splitlines()]
    assert {line["schema"] for line in lines} == {1}
    assert [line["n"] for line in lines[:-1]] == list(range(1, 69))
    assert lines[-1]["over"] and lines[-1]["result"]["scores"] == lines[-2]["scores"]
    scores = [0, 0]
    for line in lines[:-1]:
        for point in line["points"]:
            scores[point["seat"]] += point["amount"]
        assert line["scores"] == scores


def test_replay_verify(played: Path) -> None:
    assert "verified, 68 decisions" in run("replay", played, "--verify").out
    told = json.loads(run("replay", played, "--verify", "--json").out)
    assert told["verified"] is True and told["decisions"] == 68 and told["over"]


def test_show_map_tiles_and_a_record(played: Path, home: Path) -> None:
    assert "KE 2,13" in run("show", GAME, "map").out
    assert "settlement-4" in run("show", GAME, "tiles").out
    ran = run("show", GAME, f"{played}@10", "--svg", home / "a.svg")
    assert ran.code == 0 and ran.out == ""
    assert (home / "a.svg").read_text("utf-8").startswith("<svg")
    for name in ("-", "/dev/stdout"):
        ran = run("show", GAME, played, "--svg", name)
        assert ran.out.startswith("<svg") and ran.err == ""
    assert "turn 10" in run("show", GAME, f"{played}@10").out


def test_show_png(home: Path) -> None:
    pytest.importorskip("resvg_py")
    assert run("show", GAME, "map", "--png", home / "a.png").code == 0
    assert (home / "a.png").read_bytes().startswith(b"\x89PNG")


def test_scene_export_and_run(played: Path, home: Path) -> None:
    ran = run("scene", "export", played, "--at", "20")
    assert ran.code == 0
    scene = home / "position.yaml"
    scene.write_text(ran.out + "expect: ['the game is over']\n", "utf-8")
    failed = run("scene", "run", scene)
    assert failed.code == 1
    assert "FAIL" in failed.out and "0 passed, 1 failed" in failed.out
    broken = home / "broken.yaml"
    broken.write_text("scene: [", "utf-8")
    assert "0 passed, 1 failed, 1 file invalid\n" in run("scene", "run", scene, broken).out
    assert "0 passed, 0 failed, 2 files invalid\n" in run("scene", "run", broken, broken).out
    scene.write_text(ran.out, "utf-8")
    told = json.loads(run("scene", "run", scene, "--json").out)
    assert told["schema"] == 1 and told["scenes"][0]["passed"]
    under = run("scene", "run", scene, "--edition", "de", "--edition", "en")
    assert under.out.count("[de]") == under.out.count("[en]") == 1
    scene.write_text(ran.out + "moves: [{nobody: take 1}]\n", "utf-8")
    under = run("scene", "run", scene, "--edition", "de", "--edition", "en")
    assert under.code == 1 and under.err == "" and under.out.count("there is no player 'nobody'") == 2, under


def test_bench() -> None:
    ran = run("bench", GAME, "-n", "2", "--json")
    assert ran.code == 0, ran
    told = json.loads(ran.out)
    row = told["games"][0]
    assert told["schema"] == 1 and row["game"] == GAME and row["players"] == 3 and row["games"] == 2
    for key in ("games_per_second", "decision_us", "listing_us", "apply_us", "clone_us"):
        assert row[key] > 0
    assert "games per second" in run("bench", GAME, "-n", "1").out
