"""The owner's data: used by every command without a flag, kept for old records, and never a dead end."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.box import owner_data
from tilewright.core.lab.study.planning import planned
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.table.face_texts import Texts
from tilewright.core.table.match_setup import MatchSetup
from tilewright.core.table.setup_choices import offered
from tilewright.core.web.match_form import fitted, form

from ...cases import cases
from ..shell import GAME, lines_of, process, run

ROOT = Path(__file__).resolve().parents[3]
MISSIONS = (ROOT / "data" / GAME / "missions.yaml").read_text("utf-8")
OTHER = "glenmore"
PLAYERS = ("-p", "anna:greedy", "-p", "bruno:random", "--seed", "7")


def missions(points: int) -> str:
    """The missions, with other points for the first condition."""
    assert MISSIONS.count("    points: 8\n") > 0
    return MISSIONS.replace("    points: 8\n", f"    points: {points}\n", 1)


@pytest.fixture
def mine() -> Path:
    """The owner's data in place."""
    return owner_data.put_in_place(GAME, {"missions.yaml": missions(9)})


# -- where it is ---------------------------------------------------------------------------------------------------


def test_nothing_is_in_place_at_first(home: Path) -> None:
    assert owner_data.in_place(GAME) is None and owner_data.kept(GAME) == []
    assert owner_data.effective(GAME) is None and owner_data.words(GAME, None) == []
    assert not owner_data.take_away(GAME)
    assert not list(home.iterdir())


def test_the_same_files_have_the_same_folder(mine: Path) -> None:
    assert owner_data.in_place(GAME) == mine
    assert (mine / "missions.yaml").read_text("utf-8") == missions(9)
    other = owner_data.put_in_place(GAME, {"missions.yaml": missions(10)})
    assert owner_data.in_place(GAME) == other != mine and mine.is_dir()
    assert owner_data.put_in_place(GAME, {"missions.yaml": missions(9)}) == mine == owner_data.in_place(GAME)
    assert {*owner_data.kept(GAME)} == {mine, other}
    assert owner_data.put_in_place(GAME, {"modules/x/missions.yaml": missions(9)}) not in (mine, other)
    assert (other.parent / "now").read_text("ascii").strip() == owner_data.in_place(GAME).name  # type: ignore[union-attr]


def test_taking_it_away_keeps_the_folder(mine: Path) -> None:
    assert owner_data.take_away(GAME) and owner_data.in_place(GAME) is None
    assert mine.is_dir() and not owner_data.take_away(GAME)


def test_a_folder_that_was_changed_by_hand_is_moved_aside(mine: Path) -> None:
    (mine / "missions.yaml").write_text("deck: 1\n", "utf-8")
    assert owner_data.put_in_place(GAME, {"missions.yaml": missions(9)}) == mine
    assert (mine / "missions.yaml").read_text("utf-8") == missions(9)
    [aside] = mine.parent.glob("*.changed-1")
    assert (aside / "missions.yaml").read_text("utf-8") == "deck: 1\n"


@pytest.mark.parametrize("point", range(5))
def test_being_stopped_in_between_leaves_the_old_data(
    mine: Path, point: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is stopped, what is in place is whole."""

    class Stop(BaseException):
        pass

    def stop(*args: object, **given: object) -> None:
        raise Stop

    name = ("pathlib.Path.rename", "os.replace", "os.fsync", "os.chmod", "tempfile.mkdtemp")[point]
    with monkeypatch.context() as patch, pytest.raises(Stop):
        patch.setattr(name, stop)
        owner_data.put_in_place(GAME, {"missions.yaml": missions(11)})
    assert owner_data.in_place(GAME) == mine
    tw.load(GAME, data=mine)
    made = owner_data.put_in_place(GAME, {"missions.yaml": missions(11)})
    assert owner_data.in_place(GAME) == made
    assert (made / "missions.yaml").read_text("utf-8") == missions(11)


@pytest.mark.parametrize("name", cases(__file__, "a_name_that_leads_elsewhere_is_refused"))
def test_a_name_that_leads_elsewhere_is_refused(home: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a data file"):
        owner_data.put_in_place(GAME, {"box.yaml": "a: 1\n", name: "a: 1\n"})
    assert owner_data.in_place(GAME) is None and not list(home.rglob("*.yaml"))


@pytest.mark.parametrize("game", ["..", "../../x", "/etc", "a/b", "", "a\\b"])
def test_a_game_that_leads_elsewhere_has_no_data(game: str) -> None:
    assert owner_data.in_place(game) is None
    with pytest.raises(UsageError):
        owner_data.put_in_place(game, {"box.yaml": "a: 1\n"})
    assert "there is no game" in run("simulate", game, "-n", "1").err or not game


@pytest.mark.parametrize(
    "content", [b"", b"x" * 1000, b"../../etc", b"0123456789ABCDEF", b"\xff\xfe", b"0" * 16]
)
def test_a_note_that_names_no_folder(mine: Path, content: bytes) -> None:
    (mine.parent / "now").write_bytes(content)
    ran = run("simulate", GAME, "-n", "1", "--seed", "1")
    assert ran.code == 2 and f"tilewright box {GAME} --shipped" in ran.err
    assert run("simulate", GAME, "-n", "1", "--seed", "1", "--data", "none").code == 0


# -- every command -------------------------------------------------------------------------------------------------


def test_play_uses_it_and_the_record_says_so(mine: Path, tmp_path: Path) -> None:
    record = tmp_path / "a.jsonl"
    assert run("play", GAME, *PLAYERS, "--save", record).code == 0
    assert lines_of(record)[0]["data"] == str(mine)
    assert lines_of(record)[0]["data_digest"] == tw.load(GAME, data=mine).data_digest
    shipped = tmp_path / "b.jsonl"
    assert run("play", GAME, *PLAYERS, "--save", shipped, "--data", "none").code == 0
    assert lines_of(shipped)[0]["data"] is None


def test_records_go_on_after_other_data_was_put_in_place(mine: Path, tmp_path: Path) -> None:
    record, half = tmp_path / "a.jsonl", tmp_path / "half.jsonl"
    assert run("play", GAME, *PLAYERS, "--save", record).code == 0
    half.write_text("".join(f"{line}\n" for line in record.read_text("utf-8").splitlines()[:21]), "utf-8")
    for change in (
        lambda: owner_data.put_in_place(GAME, {"missions.yaml": missions(12)}),
        lambda: owner_data.take_away(GAME),
    ):
        change()
        assert run("replay", record, "--verify").code == 0
        branch = tmp_path / "branch.jsonl"
        branch.unlink(missing_ok=True)
        assert run("play", GAME, "--from", f"{record}@10", "--seed", "1", "--save", branch).code == 0
        assert lines_of(branch)[0]["data"] == str(mine)
    branch.unlink()
    assert (
        run("play", GAME, "--from", f"{record}@10", "--seed", "1", "--save", branch, "--data", "none").code
        == 0
    )
    assert lines_of(branch)[0]["data"] is None
    assert run("resume", half).code == 0 and "result" in half.read_text("utf-8").splitlines()[-1]
    assert half.read_text("utf-8") == record.read_text("utf-8")


def test_simulate_measures_it(mine: Path) -> None:
    own, shipped = (
        json.loads(run("simulate", GAME, "-n", "2", "--seed", "1", "--json", *more).out)
        for more in ((), ("--data", "none"))
    )
    assert own["option_hash"] == tw.load(GAME, data=mine).option_hash
    assert shipped["option_hash"] == tw.load(GAME).option_hash


def test_a_study_names_it(mine: Path, tmp_path: Path) -> None:
    words = ("compare", GAME, "--b", "castle=8", "--bots", "random", "--blocks", "2", "--seed", "1", "--json")
    found = json.loads(run(*words).out)
    arms = {arm["name"]: arm for arm in found["arms"]}
    assert {arm["data_digest"] for arm in arms.values()} == {tw.load(GAME, data=mine).data_digest}
    assert f"--data {mine}" in found["command"]
    found = json.loads(run(*words, "--data", "none").out)
    assert {arm["data_digest"] for arm in found["arms"]} == {tw.load(GAME).data_digest}
    assert str(mine) not in found["command"]


def test_a_variant_can_be_the_shipped_data(mine: Path) -> None:
    found = json.loads(
        run(
            "compare", GAME, "--b", "data=none", "--bots", "random", "--blocks", "2", "--seed", "1", "--json"
        ).out
    )
    digests = [arm["data_digest"] for arm in found["arms"]]
    assert digests == [tw.load(GAME, data=mine).data_digest, tw.load(GAME).data_digest]
    assert "data" in found["arms"][1]["differing"]


def test_another_game_as_a_variant_has_its_own_data(mine: Path) -> None:
    _, plan = planned(
        ComparisonRequest(game=OTHER, b=f"game={GAME}", bots="random", blocks=2, seed=1), lambda: 1
    )
    assert [one.data_folder for one in plan.rules] == [None, str(mine)]
    _, plan = planned(
        ComparisonRequest(game=GAME, b=f"game={OTHER}", bots="random", blocks=2, seed=1), lambda: 1
    )
    assert [one.data_folder for one in plan.rules] == [str(mine), None]
    _, plan = planned(
        ComparisonRequest(game=OTHER, b=f"game={GAME}", bots="random", blocks=2, seed=1, data="none"),
        lambda: 1,
    )
    assert [one.data_folder for one in plan.rules] == [None, None]


def test_studies_of_positions_keep_the_data_of_the_record(mine: Path, tmp_path: Path) -> None:
    record = tmp_path / "a.jsonl"
    assert run("play", GAME, *PLAYERS, "--save", record, "--data", "none").code == 0
    _, plan = planned(
        ComparisonRequest(game=GAME, b="castle=8", from_=f"{record}@10", bots="random", blocks=2, seed=1),
        lambda: 1,
    )
    assert [one.data_folder for one in plan.rules] == [None, None]


def test_the_menu_and_the_lobby_offer_it(mine: Path) -> None:
    assert MatchSetup(game=GAME).loaded().data_folder == str(mine)
    assert offered(GAME).name == GAME


def test_the_library_is_asked_for_it(mine: Path) -> None:
    assert tw.load(GAME).data_folder is None
    assert tw.load(GAME, data=mine).data_folder == str(mine)


def test_levels_play_with_it_and_what_was_learned_says_why_not(mine: Path) -> None:
    for level in ("hard", "expert"):
        ran = run("simulate", GAME, "-n", "1", "--seed", "1", "--bots", f"{level},random")
        assert ran.code == 0, ran
    ran = run("simulate", GAME, "-n", "1", "--seed", "1", "--bots", "learned,random")
    assert ran.code == 2 and str(mine) in ran.err and "learned:anyway" in ran.err
    assert (
        run("simulate", GAME, "-n", "1", "--seed", "1", "--bots", "learned,random", "--data", "none").code
        == 0
    )


def test_a_printed_command_says_which_data(mine: Path) -> None:
    own = run("luck", GAME, "--blocks", "12", "--seed", "1", "--bots", "random", "--json")
    commands = [one["command"] for one in json.loads(own.out)["luck"]["outliers"]]
    assert owner_data.words(GAME, str(mine)) == ["--data", str(mine)]
    assert owner_data.words(GAME, None) == ["--data", "none"] and owner_data.words(OTHER, None) == []
    assert all(f"--data {mine}" in one for one in commands)


# -- games ---------------------------------------------------------------------------------------------------------


def test_games_shows_what_is_in_place(mine: Path) -> None:
    listed = {one["name"]: one for one in json.loads(run("games", "--json").out)["games"]}
    assert listed[GAME]["owner"] == {"folder": str(mine), "digest": mine.name}
    assert listed[OTHER]["owner"] is None
    assert mine.name in run("games").out
    said = run("games", GAME).out
    assert mine.name in re.sub(r"\s+", "", said)
    owner_data.take_away(GAME)
    assert mine.name not in run("games").out and mine.name not in run("games", GAME).out


# -- data that no longer fits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("content", "said"), cases(__file__, "every_command_says_what_to_do"))
def test_every_command_says_what_to_do(home: Path, content: str, said: str, tmp_path: Path) -> None:
    broken = owner_data.put_in_place(GAME, {"missions.yaml": content})
    plan = tmp_path / "plan.yaml"
    plan.write_text(f"game: {GAME}\nfactors: {{castle: 1 to 3}}\ntargets: [seat_gap under 5 %]\n", "utf-8")
    for words in (
        ("play", GAME, *PLAYERS),
        ("simulate", GAME, "-n", "1", "--seed", "1"),
        ("compare", GAME, "--b", "castle=8", "--blocks", "2", "--seed", "1"),
        ("compare", OTHER, "--b", f"game={GAME}", "--blocks", "2", "--seed", "1"),
        ("content", GAME, "missions", "--blocks", "2", "--seed", "1"),
        ("luck", GAME, "--blocks", "2", "--seed", "1"),
        ("show", GAME),
        ("check", GAME),
        ("soak", GAME, "--games", "1"),
        ("metrics", GAME),
        ("bench", GAME),
        ("ladder", GAME, "--bots", "random,greedy", "--seed", "1"),
        ("train", GAME),
        ("engine", GAME),
        ("design", plan),
        ("serve", GAME, "--port", "0"),
        ("compare-rules", GAME, "castle=8", "-n", "1"),
    ):
        ran = run(*words)
        assert ran.code == 3, (words, ran)
        assert f"{broken.as_posix()}/{said}" in ran.err, (words, ran)
        assert f"tilewright box {GAME} --shipped" in ran.err and "--data none" in ran.err, (words, ran)
        assert "Traceback" not in ran.err
    assert run("simulate", GAME, "-n", "1", "--seed", "1", "--data", "none").code == 0


def test_the_lobby_and_the_menu_say_it_too(home: Path) -> None:
    broken = owner_data.put_in_place(GAME, {"missions.yaml": "decks: 3\n"})
    plan = fitted(None, [GAME])
    shown = str(form(plan, [GAME], "en", Texts("en")))
    assert f"{broken.as_posix()}/missions.yaml" in shown and "--shipped" in shown
    with pytest.raises(InvalidFile, match="--shipped"):
        offered(GAME)


def test_what_is_mine_is_told_once_for_each_version(mine: Path) -> None:
    words = ("play", GAME, "-p", "a:random", "-p", "b:random", "--seed", "1")
    told = "! 24 of the 25"  # before the first move; at the end it is always said
    assert told in run(*words).out and told not in run(*words).out
    owner_data.put_in_place(GAME, {"missions.yaml": missions(12)})
    assert told in run(*words).out and told not in run(*words).out
    assert told in run(*words, "--data", "none").out


def test_games_lists_the_shipped_data_then(home: Path) -> None:
    owner_data.put_in_place(GAME, {"missions.yaml": "decks: 3\n"})
    ran = run("games", GAME)
    assert ran.code == 0 and f"your data for {GAME}" in ran.err and "--shipped" in ran.err
    found = json.loads(run("games", GAME, "--json").out)
    assert found["games"][0]["owner"] is None and found["broken"][0]["plugin"] == f"your data for {GAME}"


def test_a_file_that_the_game_no_longer_has(home: Path) -> None:
    owner_data.put_in_place(GAME, {"gone.yaml": "a: 1\n"})
    ran = run("simulate", GAME, "-n", "1", "--seed", "1")
    assert ran.code == 3 and "gone.yaml" in ran.err and "--shipped" in ran.err


def test_a_folder_that_is_gone(mine: Path) -> None:
    shutil.rmtree(mine)
    ran = run("simulate", GAME, "-n", "1", "--seed", "1")
    assert ran.code == 2 and str(mine) in ran.err and "--shipped" in ran.err


def test_a_mistake_that_is_not_in_the_data_is_left_alone(mine: Path) -> None:
    ran = run("simulate", GAME, "-n", "1", "--seed", "1", "--set", "castel=3")
    assert ran.code == 2 and "--shipped" not in ran.err


def test_another_process_uses_it_too(home: Path, mine: Path) -> None:
    ran = process(home, "simulate", GAME, "-n", "2", "--seed", "1", "--workers", "2", "--json")
    assert json.loads(ran.out)["option_hash"] == tw.load(GAME, data=mine).option_hash
