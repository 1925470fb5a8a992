"""Saved games: `resume` without a file, files by name alone, and `history`, in three languages."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.bots.levels import LEVELS
from tilewright.core.cli.shared.text_tables import table
from tilewright.core.cli.table.history_text import beside_levels
from tilewright.core.cli.table.menu import told
from tilewright.core.play.match import Match
from tilewright.core.simulation.player_ratings import Standing
from tilewright.core.table.face_texts import Texts
from tilewright.core.text.languages import shipped

from ...cases import cases
from ..shell import GAME, Screen, run

RULES = tw.load(GAME)
DAY = 86_400


@pytest.fixture
def folder(home: Path) -> Path:
    """Where games are saved."""
    path = home / "tilewright" / "games"
    path.mkdir(parents=True)
    return path


def save(
    folder: Path, name: str, *, most: int = 10_000, age: float = 0, seed: int = 1, person: str = "anna"
) -> Match:
    """A game of a person against two bots, left after `most` decisions."""
    texts = {"bot": "normal=greedy", "rival": "greedy"}
    made = {one: bots.make("random", RULES) for one in (person, *texts)}
    path = folder / f"{name}.jsonl"
    match = Match(RULES, list(made), seed=seed, bots=made, bot_names=texts, record=path)
    while not match.over and match.decisions < most:
        match.play(match.choose(match.state.to_act[0]))
    match.close()
    os.utime(path, (time.time() - age,) * 2)
    return match


def test_without_any_saved_game(home: Path) -> None:
    ran = run("resume")
    assert ran.code == 2 and not ran.out
    said = f"there is no game to continue in {home}/tilewright/games; begin one: tilewright play GAME\n"
    assert ran.err == said


def test_finished_games_are_left_out_and_counted(home: Path, folder: Path) -> None:
    save(folder, "over")
    ran = run("resume")
    assert ran.code == 2 and not ran.out
    assert ran.err.startswith(
        "1 finished game is left out; replay FILE shows one.\nthere is no game to continue"
    )
    save(folder, "old", most=5)
    save(folder, "other", seed=2)
    screen = Screen(home, ["resume", "--plain"])
    shown = screen.wait("q, Enter: leave> ")
    assert "2 finished games are left out" in shown and "a  rebirth" in shown and "\nb  " not in shown
    assert "There is no game b here" in screen.type("b", "q, Enter: leave> ")
    assert "Continuing over.jsonl." in screen.type("over", "wins.")  # named, it is shown all the same
    screen.type("", "")
    assert screen.end() == 0


def test_a_saved_game_that_is_left_is_named_and_others_by_their_whole_path(
    folder: Path, tmp_path: Path
) -> None:
    """A path of many folders would be broken in two by a small window."""
    save(folder, "old", most=5)
    ran = run("resume", "old", typed="")
    assert ran.code == 130 and ran.err.splitlines()[-1].split(" -p ")[0] == "  tilewright resume old"
    (tmp_path / "away").mkdir()
    away = (folder / "old.jsonl").rename(tmp_path / "away" / "old.jsonl")
    ran = run("resume", away, typed="")
    assert ran.code == 130 and f"  tilewright resume {away}" in ran.err


def test_in_a_pipe_the_list_is_printed(folder: Path) -> None:
    save(folder, "over", age=90)
    save(folder, "old", most=5, age=2.5 * DAY)
    save(folder, "new", most=1, age=7300, person="bruno")
    save(folder, "begun", most=0, age=30 * DAY)
    (folder / "torn.jsonl").write_text('{"tilew', "utf-8")
    ran = run("resume")
    assert ran.code == 2
    title, *lines = ran.out.splitlines()
    assert title == "Saved games"
    rows = [re.split("  +", line) for line in lines]
    assert rows[0] == ["new", "rebirth", "bruno, bot (normal), rival (greedy)", "move 1", "2 hours ago"]
    assert rows[1] == ["old", "rebirth", "anna, bot (normal), rival (greedy)", "move 5", "2 days ago"]
    assert rows[2][0] == "begun" and rows[2][3] == "just begun"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", rows[2][4])
    assert len(rows) == 3
    assert "1 finished game is left out" in ran.err
    assert "torn.jsonl cannot be read: the header line is unfinished" in ran.err
    assert ran.err.endswith("name the game to continue: tilewright resume FILE\n")


@pytest.mark.parametrize(("lang", "said"), cases(__file__, "the_list_in_other_languages"))
def test_the_list_in_other_languages(folder: Path, lang: str, said: list[str]) -> None:
    save(folder, "old", most=5, age=7300)
    ran = run("resume", "--lang", lang)
    assert ran.code == 2
    for text in said:
        assert text in ran.out


@pytest.mark.parametrize("named", ["left", "left.jsonl"])
def test_a_file_can_be_named_without_its_folder(folder: Path, named: str) -> None:
    save(folder, "left", most=6)
    ran = run("resume", named)
    assert "6 decisions so far" in ran.err and ran.code == 130, ran


def test_a_file_that_is_nowhere(folder: Path) -> None:
    ran = run("resume", "nothing")
    assert ran.code == 2 and "nothing cannot be read: No such file" in ran.err


def test_hundreds_of_games_leave_the_prompt_on_the_screen(home: Path, folder: Path) -> None:
    for n in range(20):
        save(folder, f"game{n}", most=n + 1, age=60 * n, seed=n)
        (folder / f"torn{n}.jsonl").write_text("", "utf-8")
    screen = Screen(home, ["resume"], COLUMNS="80", LINES="24")
    shown = screen.wait("q, Enter: leave> ")
    assert shown.count("\n") < 24
    assert "17 other files cannot be read." in shown and f"6 older games are in:\n  {folder}\n" in shown
    lines = [line for line in shown.splitlines() if re.match(r"[a-z]  rebirth", line)]
    assert [line[0] for line in lines] == list("abcdefghijklmn")
    assert [re.search(r"move (\d+)", line)[1] for line in lines] == [str(n + 1) for n in range(14)]  # type: ignore[index]
    assert max(map(len, lines)) <= 80
    assert "There is no game z here; type a letter from the list, or" in screen.type("z", "q, Enter: leave> ")
    assert "There is no game 99 here" in screen.type("99", "q, Enter: leave> ")
    screen.type("q", "")
    assert screen.end() == 0


@pytest.mark.parametrize(
    ("typed", "chosen"), [("", "new"), ("b", "old"), ("2", "old"), ("old", "old"), ("over", "over")]
)
def test_a_letter_or_enter_continues(home: Path, folder: Path, typed: str, chosen: str) -> None:
    save(folder, "over")
    save(folder, "old", most=8, age=100)
    save(folder, "new", most=4, age=50)
    screen = Screen(home, ["resume", "--plain"])
    screen.wait("q, Enter: leave> ")
    shown = screen.type(typed, "decisions so far")
    assert f"Continuing {chosen}.jsonl." in shown
    if chosen != "over":
        assert shown.endswith({"new": "4", "old": "8"}[chosen] + " decisions so far")
        screen.wait("anna> ")
        time.sleep(0.3)  # readline shows its prompt before it listens: an interrupt in between is lost
        screen.send(b"\x03")
        assert screen.end() == 130
    else:
        screen.type("", "")  # Enter ends what is offered after a game
        assert screen.end() == 0


def test_ctrl_d_leaves(home: Path, folder: Path) -> None:
    save(folder, "new", most=4)
    screen = Screen(home, ["resume"])
    screen.wait("q, Enter: leave> ")
    screen.send(b"\x04")
    assert screen.end() == 130
    assert "Traceback" not in screen.shown and "error" not in screen.shown


# -- history -------------------------------------------------------------------------------------------------------


def test_history(folder: Path) -> None:
    matches = [save(folder, f"game{n}", seed=n, age=100 - n) for n in range(6)]
    save(folder, "left", most=12, person="bruno")
    wins = sum(0 in match.state.winners for match in matches)
    scores = [match.state.scores[0] for match in matches]
    ran = run("history")
    assert ran.code == 0 and not ran.err, ran
    whole = ran.out.splitlines()
    anna = f"anna: 6 games, 6 finished, {wins} won ({round(100 * wins / 6)} %; 95 % interval "
    said = [line for line in whole[: whole.index("")] if not line.startswith(" ")]
    assert sorted(said)[0].startswith(anna) and "bruno: 1 game, 0 finished, 0 won" in said
    [level] = [line for line in whole if line.startswith("  rebirth: ")]
    assert level.startswith("  rebirth: does not play as well as easy yet (at most like hard, from 6 games).")
    assert f"anna, rebirth: Scores, oldest first: {', '.join(map(str, scores))}" in ran.out
    [row] = [line for line in whole if line.startswith("anna    rebirth  greedy, normal")]
    assert row.split()[4:7] == ["6", "6", str(wins)] or row.split()[4:8] == ["3", "6", "6", str(wins)]
    [other] = [line for line in whole if line.startswith("bruno   rebirth  ")]
    assert other.split()[-2:] == ["0", "0"] and len(other) < len(row)
    assert row.endswith(f"{sum(scores) / 6:.1f}   {max(scores)}") and len(row) <= 80
    assert "not over, move 12" in ran.out and "Where the points" not in ran.out
    mine = json.loads(run("history", "--player", "ANNA", "--json").out)
    assert mine["schema"] == 1 and mine["all"]["played"] == 6 and mine["all"]["won"] == wins
    assert [one["score"] for one in mine["games"]] == scores
    assert mine["groups"][0]["against"] == ["greedy", "normal"]
    both = json.loads(run("history", "--json").out)
    assert {one["player"]: one["played"] for one in both["people"]} == {"anna": 6, "bruno": 1}
    assert [len(one["ratings"]) for one in both["people"] if one["player"] == "bruno"] == [0]
    assert [(one["player"], one["played"]) for one in both["groups"] if one["player"] == "bruno"] == [
        ("bruno", 1)
    ]


def test_points_by_reason_on_demand(folder: Path) -> None:
    matches = [save(folder, f"game{n}", seed=n) for n in range(2)]
    (folder / "empty.jsonl").write_text("", "utf-8")
    assert f"tilewright history {GAME} --detail" in run("history", GAME).out
    ran = run("history", GAME, "--detail")
    assert "Where the points came from, on average of 2 games" in ran.out and "difference" in ran.out
    assert "empty.jsonl cannot be read: the file is empty" in ran.err
    told = json.loads(run("history", GAME, "--detail", "--json").out)
    assert sum(told["sources"]["mine"].values()) == pytest.approx(
        sum(m.state.scores[0] for m in matches) / 2, abs=0.01
    )
    assert [one["error"] for one in told["broken"]] == ["the file is empty"]


def test_the_chart_is_drawn_at_a_terminal(home: Path, folder: Path) -> None:
    scores = [save(folder, f"game{n}", seed=n, age=100 - n).state.scores[0] for n in range(4)]
    assert max(scores) > min(scores)
    screen = Screen(home, ["history"])
    shown = screen.wait("Last games")
    assert f"Score over time, {min(scores)} to {max(scores)}:" in shown
    [drawn] = re.findall("[▁▂▃▄▅▆▇█]+", shown)
    assert (
        len(drawn) == 4
        and drawn[scores.index(max(scores))] == "█"
        and drawn[scores.index(min(scores))] == "▁"
    )
    assert screen.end() == 0


def test_which_level_somebody_plays_like(folder: Path) -> None:
    """Others have played as well as anna, which says where she stands; asking for her alone changes nothing."""
    for n in range(4):
        save(folder, f"game{n}", seed=n)
        save(folder, f"other{n}", seed=n + 10, person="bruno")
    (folder / "empty.jsonl").write_text("", "utf-8")
    every = json.loads(run("history", "--json").out)
    alone = json.loads(run("history", GAME, "--player", "anna", "--json").out)
    assert alone["people"] == [one for one in every["people"] if one["player"] == "anna"]
    assert alone["levels"] == every["levels"] and [*every["levels"][GAME]] == [*LEVELS]
    [anna] = alone["people"][0]["ratings"]
    assert (anna["game"], anna["games"], anna["known"]) == (GAME, 4, True)
    low, high = anna["interval"]
    assert low < anna["rating"] < high and anna["try"] == LEVELS[0]
    assert anna["share_interval"][0] < anna["share"] < anna["share_interval"][1]
    assert anna["between"][0] is None and anna["between"][1] in LEVELS
    early = folder.joinpath("early.jsonl")
    save(folder, early.stem, person="clara", seed=7)
    ran = run("history", "--player", "clara")
    assert "rebirth: too early to say which level suits, after 1 game. Try: " in ran.out
    assert "empty.jsonl cannot be read: the file is empty" in ran.err
    assert "  rebirth: nach 1 Partie lässt sich" in run("history", "--player", "clara", "--lang", "de").out


@pytest.mark.parametrize(
    "places", [(-1, -1, 1), (-1, 0, 2), (0, 1, 2), (1, 1, 1), (2, 3, 4), (2, 4, 4), (4, 4, 4)]
)
def test_sentences_about_levels(places: tuple[int, int, int]) -> None:
    """They name the levels by number of place; -1 and 4 stand for beyond all of them."""
    last = len(LEVELS)
    spread = tuple(last if at == 4 else at for at in places)
    level = LEVELS[min(max(0, spread[1]), last - 1)]
    standing = Standing(5, 0.0, 0.0, 0.0, level, 0.5, 0.31, 0.72, spread)  # type: ignore[arg-type]
    said = beside_levels(standing, Texts())
    sure = {
        (-1, -1, 1): "does not play as well as easy yet (at most like normal, from 5 games).",
        (-1, 0, 2): "plays about as well as easy (at most like hard, from 5 games).",
        (0, 1, 2): "plays about as well as normal (between easy and hard, from 5 games).",
        (1, 1, 1): "plays about as well as normal (from 5 games).",
        (2, 3, 4): f"plays about as well as {LEVELS[3]} (at least like hard, from 5 games).",
        (2, 4, 4): f"plays better than {LEVELS[-1]} (at least like hard, from 5 games).",
        (4, 4, 4): f"plays better than {LEVELS[-1]} (from 5 games).",
    }
    assert said == f"{sure[places]} Try: {level}, to win 31 to 72 % against one."


@pytest.mark.parametrize(("words", "code", "said"), cases(__file__, "history_of_what_is_not_there"))
def test_history_of_what_is_not_there(folder: Path, words: list[str], code: int, said: str) -> None:
    save(folder, "game", most=2)
    ran = run("history", *words)
    assert ran.code == code and said in ran.err and not ran.out, ran


def test_columns_that_do_not_fit_are_left_out_and_the_others_stay_aligned() -> None:
    rows = [["game", "against", "95 %", "best"], ["rebirth", "hard", "0-79 %", "126"]]
    assert table(rows, 40, narrow=1, right=(2, 3), spare=(2,))[1] == "rebirth  hard     0-79 %   126"
    for width in (29, 22):
        head, row = table(rows, width, narrow=1, right=(2, 3), spare=(2,))
        assert head == "game     against  best" and row == "rebirth  hard      126"


def test_the_numbers_of_the_menu_fit_its_page(folder: Path) -> None:
    for n in range(2):
        save(folder, f"game{n}", seed=n)
    for lang in shipped():
        lines = told(lang, 66)
        head = next(n for n, one in enumerate(lines) if Texts(lang)("history.against") in one)
        assert max(map(len, lines)) <= 66 and lines[head + 1].startswith("rebirth  greedy, no")
        assert len(lines[head]) == len(lines[head + 1]), "the last column ends alike"


def test_the_index_is_made_anew_when_it_is_damaged_and_when_somebody_asks(folder: Path) -> None:
    save(folder, "game")
    before = run("history", "--json")
    assert not before.err and before.out == run("history", "--json").out
    (folder.parent / "index.sqlite").write_bytes(b"not a database" * 100)
    damaged = run("history", "--json")
    assert damaged.out == before.out and "was damaged, or of another version" in damaged.err
    rebuilt = run("history", "--json", "--rebuild")
    assert rebuilt.out == before.out and "made anew from 1 record." in rebuilt.err


def test_games_from_a_position_are_told_and_not_counted(folder: Path) -> None:
    match = save(folder, "whole")
    before = json.loads(run("history", "--json").out)
    *_, (position, _) = match.past()
    bots_of = {"bot": "greedy", "rival": "greedy"}
    rest = Match(RULES, match.state.seats, start=position, bot_names=bots_of, record=folder / "rest.jsonl")
    rest.play(rest.state.legal(rest.state.to_act[0])[0])
    rest.close()
    after = json.loads(run("history", "--json").out)
    assert (before["begun"], after["begun"]) == (0, 1) and after["all"] == before["all"]
    assert run("history").out.endswith("\nNot counted: 1 game that began from a position.\n")


def test_history_of_nothing(home: Path) -> None:
    ran = run("history", "--lang", "pl")
    assert ran.code == 0 and ran.out.startswith("Żadna zapisana partia nie pasuje.")
    assert json.loads(run("history", "--json").out)["all"] == {
        **{"played": 0, "finished": 0, "won": 0},
        **{"share": None, "interval": None, "mean": None, "best": None},
    }


@pytest.mark.parametrize("lang", shipped())
def test_plural_forms(lang: str) -> None:
    forms = {
        "en": ["1 day ago", "3 days ago", "5 days ago"],
        "de": ["vor 1 Tag", "vor 3 Tagen", "vor 5 Tagen"],
        "pl": ["1 dzień temu", "3 dni temu", "5 dni temu"],
    }
    assert [Texts(lang)("age.days", n=n) for n in (1, 3, 5)] == forms[lang]
    played = {
        "en": ["game,", "games,", "games,"],
        "de": ["Partie,", "Partien,", "Partien,"],
        "pl": ["partia,", "partie,", "partii,"],
    }
    said = [Texts(lang)("history.whole", who="x", played=n, finished=0, won=0, rate="") for n in (1, 3, 5)]
    assert [text.split()[2] for text in said] == played[lang]
