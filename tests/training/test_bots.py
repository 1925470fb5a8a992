"""What training leaves behind: files that are checked, weights and values that decide, ways to look ahead, the fit."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.bots import learned_file
from tilewright.core.bots.features import LearnedValue, Valuation, features
from tilewright.core.bots.learned_file import Ruleset
from tilewright.core.bots.learned_moves import LAST, Lesson, Lookahead, Mind
from tilewright.core.lab.games import dask
from tilewright.core.lab.games.block import BlockSide, BlockWork
from tilewright.core.lab.games.variants import Variant
from tilewright.core.lab.study.request import merged
from tilewright.core.lab.study.requests import ComparisonRequest
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.training.ridge import fitted

from ..cases import cases
from ..cli.shell import run
from ..toys import meadow
from ..toys.harvest_dist import harvest

VALUE = LearnedValue(
    rounds=12, points={"closed": {"field goals": (1.0, 0.5)}, "neighbours": {"field goals": (0.25, -0.125)}}
)
LOOK = Lookahead(candidates=3, trust=0.5)


@pytest.fixture(scope="module")
def rules() -> Rules:
    found: Rules = tw.load(harvest)
    return found


def made(rules: Rules, **weights: float) -> learned_file.Trained:
    """A file about two players, as training leaves it."""
    result = learned_file.WinShare(
        against="greedy", games=20, wins=15, share=0.75, low=0.53, high=0.89, seed=9
    )
    point = learned_file.Point(games=40, step="whole", share=0.7, low=0.5, high=0.9)
    one = learned_file.LearnedPlay(
        weights=weights,
        value=VALUE,
        look=LOOK,
        tilewright="1",
        command="tilewright train harvest",
        budget="1x1,1x1,1,1",
        seed=1 << 127,
        games=40,
        results=(result,),
        curve=(point,),
    )
    return learned_file.Trained(ruleset=Ruleset.of(rules), players={"2": one})


def after(rules: Rules, players: int, seed: int, decisions: int) -> State:
    """A position after so many random decisions."""
    state, stream = rules.new(players, seed), Stream(seed, "test")
    for _ in range(decisions):
        state.apply(stream.pick(state.legal(state.to_act[0])))
    return state


# -- files -----------------------------------------------------------------------------------------------------------


def test_a_file_is_read_as_it_was_written(rules: Rules, tmp_path: Path) -> None:
    found = made(rules, closing=1.5)
    found.write(tmp_path / "it.yaml")
    assert learned_file.read(tmp_path / "it.yaml") == found
    bare = attrs.evolve(found.players["2"], value=LearnedValue(rounds=12, points={}), results=(), curve=())
    attrs.evolve(found, players={"2": bare}).write(tmp_path / "bare.yaml")
    assert learned_file.read(tmp_path / "bare.yaml").players == {"2": bare}
    bot = bots.make(f"learned:{tmp_path}/it.yaml", rules)
    view = after(rules, 2, 1, 4).view(0)
    assert bot.choose(view, Stream(1)) in view.legal()


@pytest.mark.parametrize(
    ("old", "new", "line", "said"), cases(__file__, "a_mistake_in_a_file_is_named_with_its_line")
)
def test_a_mistake_in_a_file_is_named_with_its_line(
    rules: Rules, tmp_path: Path, old: str, new: str, line: int, said: str
) -> None:
    path = tmp_path / "it.yaml"
    made(rules, closing=1.5).write(path)
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(InvalidFile) as error:
        bots.make(f"learned:{path}", rules)
    assert f"it.yaml:{line}:" in str(error.value) and said in str(error.value)


def test_every_mistake_is_named_at_once(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "it.yaml"
    made(rules, closing=1.5).write(path)
    text = path.read_text("utf-8").replace("worlds: 1", "worlds: 0").replace("rounds: 12", "rounds: -1")
    path.write_text(text, "utf-8")
    with pytest.raises(InvalidFile) as error:
        learned_file.read(path)
    assert len(error.value.problems) == 2


def test_other_rules_are_refused_unless_somebody_says_so(rules: Rules, tmp_path: Path) -> None:
    path = tmp_path / "it.yaml"
    made(rules, closing=1.5).write(path)
    other = tw.load(harvest, options={"field": 4})
    with pytest.raises(UsageError, match="tilewright train harvest --set field=4"):
        bots.make(f"learned:{path}", other)
    bots.make(f"learned:{path}:anyway", other)
    with pytest.raises(UsageError, match="nothing is trained for harvest 1 yet"):
        bots.make("learned", rules)
    with pytest.raises(UsageError, match=r"missing\.yaml"):
        bots.make(f"learned:{tmp_path}/missing.yaml", rules)


@pytest.mark.parametrize(
    "words",
    cases(__file__, "a_number_of_players_not_learned_is_refused_before_anything_is_played"),
    ids=lambda words: words[0],
)
def test_a_number_of_players_not_learned_is_refused_before_anything_is_played(
    words: tuple[str, ...], site: Path
) -> None:
    made(tw.load("harvest", options={"field": 4})).write(site / "my file.yaml")
    command, *more = words
    ran = run(command, "harvest", *more, "--set", "field=4", "--seed", "1")
    assert ran.code == 2 and not ran.out, ran
    file = "my file.yaml" if command == "compare" else f"{site}/my file.yaml"
    assert ran.err == (
        f"learned:{file} is trained for 2 players, not for 3; to add them: "
        f"tilewright train harvest --set field=4 --players 3 --out '{file}'\n"
    )


@pytest.mark.parametrize(("text", "file"), cases(__file__, "what_a_plan_does_not_open"))
def test_what_was_learned_in_a_file_is_data_but_a_plan_does_not_open_it(
    text: str, file: str, tmp_path: Path
) -> None:
    assert bots.learned_from(text) == file
    assert not bots.uninstalled(text)
    if file:
        plan = tmp_path / "plan.yaml"
        plan.write_text(f"game: rebirth\nbots: '{text}'\n")
        with pytest.raises(InvalidFile, match="a plan cannot start"):
            merged(ComparisonRequest(), plan)


@pytest.mark.parametrize("text", ["learned:it.yaml", "search:4:1:learned:it.yaml~1"])
def test_a_game_against_a_trained_bot_goes_on_without_naming_it(text: str, rules: Rules, site: Path) -> None:
    made(tw.load("harvest"), closing=1.5).write(site / "it.yaml")
    save = site / "game.jsonl"
    words = ("-p", "anna", "-p", f"bruno:{text}", "--seed", "1", "--save", save)
    left = run("play", "harvest", *words)
    assert left.code == 130 and f"tilewright resume {save}\n" in left.err, left
    for again in (("resume", save), ("play", "harvest", "--from", f"{save}@0", "--seed", "1")):
        left = run(*again)
        assert left.code == 130 and "it.yaml" in left.out and "Traceback" not in left.err, left
    other = made(tw.load("harvest", options={"field": 4}))
    other.write(site / "it.yaml")
    left = run("resume", save)
    assert left.code == 3 and "bots.bruno: " in left.err and "trained under other rules" in left.err, left
    (site / "it.yaml").unlink()
    left = run("resume", save)
    assert left.code == 3 and f"{site}/it.yaml, by which it plays, is not there any more" in left.err, left


@pytest.mark.parametrize("kind", ["secret", "folder", "pipe", "device", "relative", "named"])
def test_a_record_tells_nothing_about_other_files(kind: str, rules: Rules, site: Path) -> None:
    """Whoever has written a record may have named any file: a pipe is not waited for, no text is quoted."""
    path = site / "secret"
    said = cases(__file__, "said")[kind]
    if kind == "secret":
        path.write_text("root: hunter2\n\t- hunter2: [hunter2\n")
    elif kind == "named":  # a file of ours, but for one word
        made(rules).write(path)
        path.write_text(path.read_text().replace("until: turn", "until: hunter2"))
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")
    text = f"learned:{'secret' if kind == 'relative' else path}"
    with pytest.raises(UsageError) as error:
        bots.installed(text, rules, 2)
    assert said in str(error.value) and "hunter2" not in str(error.value)


def test_a_cluster_tells_files_apart(tmp_path: Path, site: Path) -> None:
    path = tmp_path / "it.yaml"
    work = BlockWork(
        sides=(BlockSide(variant=Variant(name="A", game="harvest")),), casts=((f"learned:{path}", "learned"),)
    )
    path.write_text("one")
    one = dask.likeness(work)
    path.write_text("other")
    assert [name for name, value in dask.likeness(work).items() if one[name] != value] == [
        f"bot learned:{path}"
    ]


def test_a_trained_bot_plays_wherever_bots_are_named(rules: Rules, site: Path) -> None:
    made(tw.load("harvest"), closing=1.5).write(site / "it.yaml")
    ran = run("simulate", "harvest", "-n", "2", "--bots", "learned:it.yaml,greedy", "--workers", "2")
    assert ran.code == 0 and "player1  learned:it.yaml" in ran.out, ran
    ran = run("play", "harvest", "-p", "anna:learned:it.yaml", "-p", "bruno:greedy", "--seed", "1")
    assert ran.code == 0, ran
    ran = run("ladder", "harvest", "--bots", "learned:it.yaml,greedy", "-n", "2", "--seed", "1")
    assert ran.code == 0, ran
    words = ("--b", "offer=4", "--blocks", "2", "--seed", "1", "--bots", "learned:it.yaml:anyway,greedy")
    ran = run("compare", "harvest", *words)
    assert ran.code == 0, ran


# -- what decides ----------------------------------------------------------------------------------------------------


def test_weights_carried_by_a_view_change_what_is_played(rules: Rules) -> None:
    plain, blind = Mind(rules, Lesson()), Mind(rules, Lesson(weights={"closing": 0.0}))
    differ = 0
    for decisions in range(2, 20):
        state = after(rules, 2, 3, decisions)
        view = state.view(state.to_act[0])
        differ += plain.choose(view, Stream(decisions)) != blind.choose(view, Stream(decisions))
        rated = view.weighed(blind.weights)
        assert (view.weights.closing, rated.weights.closing, rated.like(state, 0).weights.closing) == (
            1,
            0,
            0,
        )
    assert differ


def test_a_value_is_scaled_where_the_points_of_a_reason_are() -> None:
    double = tw.load(harvest, options={"field": 4})
    # 4 in place of 2 for closed fields; neighbours as before.
    assert Valuation(double, VALUE, {}).whole == {"field goals": (2.25, 0.875)}
    assert Valuation(double, VALUE).whole == {"field goals": (1.25, 0.375)}  # as it was learned
    assert Valuation(double, VALUE, {"field": "4"}).whole == {"field goals": (1.25, 0.375)}
    assert Valuation(double, VALUE, {"field": "0"}).whole == {"field goals": (1.25, 0.375)}


def test_the_parts_of_a_value_add_up(rules: Rules) -> None:
    view = after(rules, 2, 5, 9).view(0)
    valued = Valuation(rules, VALUE)
    for seat, whole in enumerate(valued.of(view)):
        assert whole == pytest.approx(sum(points for _, points in valued.appraise(view, seat)))


@pytest.mark.parametrize("rated", [True, False])
def test_in_its_last_turn_a_bot_plays_on_if_the_game_rates_moves(rules: Rules, rated: bool) -> None:
    """Without ratings nothing says which few moves are worth it, so it looks as it does in all turns."""
    game = attrs.evolve(rules.game, last_turn=lambda view: True)
    if not rated:
        game = attrs.evolve(game, choices=None, worths=None)
    own = Lookahead(candidates=40, until="move", opening=False)
    mind = Mind(attrs.evolve(rules, game=game), Lesson(value=VALUE, look=own))
    view = after(rules, 2, 7, 4).view(0)
    assert mind.looking(view) == (LAST if rated else own)
    assert Mind(mind.rules, Lesson(value=VALUE, look=own), plays_out=False).looking(view) == own


def test_last_turns_are_no_work_by_which_ways_to_look_ahead_are_told_apart(rules: Rules) -> None:
    """Every lesson plays them on to the end. Counted, they would make all ways to look ahead in Glen More too dear."""
    game = attrs.evolve(rules.game, last_turn=lambda view: view.rules.game.round_of(view) > 2)
    mind, state = Mind(attrs.evolve(rules, game=game), Lesson()), rules.new(2, 7)
    choices = 0
    while not state.over:
        view = state.view(state.to_act[0])
        choices += len(view.legal()) > 1
        state.apply(mind.choose(view, Stream(mind.decisions)))
    assert mind.work == choices


@pytest.mark.parametrize("until", ["move", "turn", "reply", "round", "end"])
def test_it_looks_as_far_as_it_says(rules: Rules, until: Any) -> None:
    mind = Mind(rules, Lesson(value=VALUE, look=Lookahead(candidates=3, until=until)))
    root = after(rules, 3, 7, 4)
    (seat,) = root.to_act
    view = root.view(seat)
    state = root.clone()
    state.apply(view.legal()[0])
    mind.play_on(view, state, root, until, Stream(1))
    turns = state.turns - root.turns
    if until == "end":
        assert state.over
        return
    (acting,) = state.to_act
    # A turn of Harvest is one decision; the seats take turns in order.
    assert (turns, acting) == {
        "move": (1, (seat + 1) % 3),
        "turn": (1, (seat + 1) % 3),
        "reply": (3, seat),
        "round": (3 - root.turns % 3, acting),
    }[until]
    if until == "round":
        assert rules.game.round_of(state) == rules.game.round_of(root) + 1


def test_a_game_that_declares_no_features_still_tells_by_its_fields(rules: Rules) -> None:
    assert rules.game.features is None
    state = after(rules, 2, 5, 12)
    state.closed = [26, 27]  # type: ignore[attr-defined]  # as many cells as seats, and not by seat for all that
    assert set(features(rules, state.view(0))) == {"field goals", "end goal"}
    plain = tw.load(meadow.PLUGIN)
    state = after(plain, 3, 5, 12)
    assert state.swapped.count(True)  # type: ignore[attr-defined]
    assert list(features(plain, state.view(0))["field swapped"]) == list(state.swapped)  # type: ignore[attr-defined]


def test_the_fit_finds_what_was_planted() -> None:
    stream, games = Stream(1, "planted"), list[dict[str, Any]]()
    for _ in range(120):
        positions, ended = [], [0.0, 0.0]
        for at in range(10):
            apple, pear = ([float(stream.below(9)) for _ in range(2)] for _ in range(2))
            late = at / 10
            come = [2 * (1 - late) * apple[n] + 5 * late * apple[n] - pear[n] for n in range(2)]
            so_far = {"fruit": [ended[n] - come[n] for n in range(2)]}
            positions.append([at, at % 2, {"apple": apple, "pear": pear}, so_far])
        games.append({"rounds": 10, "sides": [[0], [1]], "positions": positions, "ended": {"fruit": ended}})
    value = fitted(games)
    assert value is not None and value.rounds == 10
    assert value.points["fruit"]["apple"] == pytest.approx((2, 5), abs=0.05)
    assert value.points["fruit"]["pear"] == pytest.approx((-1, -1), abs=0.05)
    assert fitted([{**game, "positions": []} for game in games]) is None
    flat = [[at, mover, {"apple": [1.0, 1.0]}, so_far] for at, mover, _, so_far in games[0]["positions"]]
    assert fitted([{**game, "positions": flat} for game in games]) is None


def test_budgets_are_read_as_they_are_written() -> None:
    from tilewright.core.training.budget import Budget, Paces

    for text in ("30x24,3x200,40,400", "17/30x24,3x200,9x40,520/400"):
        assert str(Budget.read(text)) == text
    for seconds in (1, 60, 300, 36000):
        for weights in (0, 1, 30):
            budget = Budget.of(seconds, Paces(game=0.02, ways=[0.04] * 14), weights, 3)
            assert Budget.read(str(budget)) == budget
            assert budget.checks % 3 == 0 and (budget.generations > 0) == (weights > 0 and seconds > 1)


def test_what_is_too_dear_for_the_time_is_not_planned() -> None:
    from tilewright.core.training.budget import Budget, Paces

    cheap = Budget.of(300, Paces(game=0.02, ways=[0.04] * 3), 0, 2)
    dear = Paces(game=0.02, ways=[0.04, 0.04, 90])
    assert (cheap.ways, Budget.of(300, dear, 0, 2).ways) == (3, 2)
    slow = Budget.of(300, Paces(game=4, ways=[8.0]), 20, 2)
    assert not slow.rounds and not slow.generations and slow.checks * 4 * 2 <= 60
    half = cheap.shortened(0.5, 2, 3)
    assert half.ways == 3 and 0 <= half.looks - cheap.looks / 2 <= 2
    assert cheap.shortened(1 / cheap.looks, 2, 3).ways == 1
    assert Budget.of(-1.0, Paces(game=0.02, ways=[]), 20, 2) == Budget.of(
        0.0, Paces(game=0.02, ways=[]), 20, 2
    )
    endless = Budget.of(300, Paces(game=1000, ways=[]), 20, 2)
    assert str(endless) == "0x0,0x0,2,2"
