"""Statistics over saved games: who counts, what is won, and points that add up to the scores."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core import bots
from tilewright.core.play.match import Match
from tilewright.core.simulation import player_history, player_ratings
from tilewright.core.table.saved_games import saves

RULES = tw.load("rebirth")


def saved(
    folder: Path, name: str, people: list[str], others: dict[str, str], *, seed: int, most: int = 10_000
) -> Match:
    """A game in the folder, left after `most` decisions; chance plays for all. Its time is its seed."""
    path = folder / f"{name}.jsonl"
    made = {one: bots.make("random", RULES) for one in (*people, *others)}
    match = Match(RULES, list(made), seed=seed, bots=made, bot_names=others, record=path)
    while not match.over and match.decisions < most:
        match.play(match.choose(match.state.to_act[0]))
    match.close()
    os.utime(path, (1000 + seed,) * 2)
    return match


def test_games_are_counted_for_people(tmp_path: Path) -> None:
    against = {"bot": "normal=greedy"}
    over = [saved(tmp_path, f"a{n}", ["anna"], against, seed=n) for n in range(5)]
    saved(tmp_path, "left", ["anna"], against, seed=6, most=9)
    three = saved(tmp_path, "three", ["bruno", "Anna"], {"bot": "random"}, seed=7)
    saved(tmp_path, "watched", [], {"one": "greedy", "two": "random"}, seed=8)
    (tmp_path / "broken.jsonl").write_text("nonsense\n", "utf-8")
    found = saves(tmp_path)
    played = player_history.games(found, player="anna")
    assert [one.save.path.stem for one in played] == ["a0", "a1", "a2", "a3", "a4", "left", "three"]
    assert {one.player for one in player_history.games(found)} == {"anna", "Anna", "bruno"}
    assert (
        player_history.games(found, "glenmore") == []
        and len(player_history.games(found, "rebirth", "bruno")) == 1
    )
    tally = player_history.tally([one for one in played if one.players == 2])
    wins = sum(0 in match.state.winners for match in over)
    scores = [match.state.scores[0] for match in over]
    assert (tally.played, tally.finished, tally.won) == (6, 5, wins)
    assert tally.mean == pytest.approx(sum(scores) / 5) and tally.best == max(scores)
    assert tally.share == wins / 5 and tally.interval is not None
    assert tally.interval[0] - 1e-9 <= wins / 5 <= tally.interval[1] + 1e-9
    groups = player_history.grouped(played, lambda one: (one.against, one.players))
    assert list(groups) == [(("normal",), 2), (("people", "random"), 3)]
    last = played[-1]
    assert last.score == three.state.scores[1] and last.won == (1 in three.state.winners)


@pytest.mark.parametrize(
    ("what", "contested", "score", "ranked"),
    [
        ("a bot played on", False, None, [["bruno", ":normal"]]),
        ("a bot played on for bruno", True, "kept", [["anna", ":normal"]]),
        ("resigned", True, None, [["bruno", "anna"], [":normal", "anna"]]),
        ("given up", False, None, []),
    ],
)
def test_what_a_bot_has_reached_says_nothing_of_a_person(
    tmp_path: Path, what: str, contested: bool, score: str | None, ranked: list[list[str]]
) -> None:
    path = tmp_path / "a.jsonl"
    made = {one: bots.make("random", RULES) for one in ("anna", "bruno", "bot")}
    match = Match(
        RULES, list(made), seed=3, bots={"bot": made["bot"]}, bot_names={"bot": "normal=greedy"}, record=path
    )
    for n in range(2000):
        if n == 10 and what.startswith("a bot"):
            match.hand_over(what.endswith("bruno"), "random", made["bruno"])
        elif n == 10 and what == "resigned":
            match.resign(0, "random", made["anna"])
        elif n == 20 and what == "given up":
            match.give_up(60)
        if match.over:
            break
        match.play(match.choose(seat := match.state.to_act[0], made[match.state.seats[seat]]))
    match.close()
    found = saves(tmp_path)
    [anna] = player_history.games(found, player="anna")
    assert anna.contested == contested and anna.score == (match.state.scores[0] if score else None)
    assert not (what == "resigned" and anna.won)
    assert player_history.tally([anna]).contested == contested
    assert player_ratings.counted(found[0], "rebirth") == bool(ranked)
    if ranked:
        order = [who for place in player_ratings._ranking(found[0]) for who in place]
        names = {who for pair in ranked for who in pair}
        assert {*order} == names
        assert what != "resigned" or order[-1] == "anna"


def test_nothing_was_finished(tmp_path: Path) -> None:
    saved(tmp_path, "left", ["anna"], {"bot": "random"}, seed=1, most=3)
    tally = player_history.tally(player_history.games(saves(tmp_path)))
    assert (tally.played, tally.finished, tally.share, tally.interval, tally.mean, tally.best) == (
        1,
        0,
        *[None] * 4,
    )


def test_points_by_reason_add_up_to_the_scores(tmp_path: Path) -> None:
    matches = [saved(tmp_path, f"a{n}", ["anna"], {"b": "random", "c": "greedy"}, seed=n) for n in range(3)]
    saved(tmp_path, "left", ["anna"], {"bot": "random"}, seed=4, most=3)
    played = player_history.games(saves(tmp_path))
    spoilt = tmp_path / "a0.jsonl"
    text = spoilt.read_text("utf-8")
    done: list[int] = []
    found = player_history.sources(played, "en", done.append)
    assert found.games == 3 == len(done) and not found.failed
    mine = [match.state.scores[0] for match in matches]
    theirs = [sum(match.state.scores[1:]) / 2 for match in matches]
    assert sum(found.mine.values()) == pytest.approx(sum(mine) / 3)
    assert sum(found.theirs.values()) == pytest.approx(sum(theirs) / 3)
    assert found.names["food_group"] == "food group"
    spoilt.write_text(text.replace('"data_digest": "', '"data_digest": "0'), "utf-8")
    found = player_history.sources(played)
    assert found.games == 2 and "data has changed" in found.failed[str(spoilt)]
    assert sum(found.mine.values()) == pytest.approx(sum(mine[1:]) / 2)


def test_blocks_and_halves() -> None:
    assert player_history.blocks([1, 8, 1]) == "▁█▁"
    assert player_history.blocks([]) == "" and len(set(player_history.blocks([5, 5, 5]))) == 1
    assert player_history.blocks([9, 0, 1, 7], most=3) == "▁▂█"
    assert player_history.halves([1, 2, 3]) is None
    assert player_history.halves([0, 1, 3, 5, 7]) == (2, 2.0, 6.0)
