"""After a game full screen: charts, questions, and what follows."""

from __future__ import annotations

from functools import cache
from time import monotonic, thread_time
from typing import Any

import pytest
from textual.pilot import Pilot

import tilewright as tw
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.core.screen import after_game
from tilewright.core.screen.after_game import AfterScreen
from tilewright.core.screen.overlays import TextOverlay
from tilewright.core.screen.puzzle_screen import AfterChoice, PuzzleScreen
from tilewright.core.table import move_text
from tilewright.core.table.review import Review

from ..cases import soaked
from .playing import answered, everything

SIZES = ((80, 24), (120, 40))
WORK = 60_000


@cache
def match(game: str = "rebirth") -> Match:
    """A finished match between a person who plays at random and a bot; it must not be changed."""
    rules = tw.load(game)
    bots = {"anna": make("random", rules), "bruno": make("random", rules)}
    found = Match(rules, ("anna", "bruno"), seed=3, bots=bots)
    found.play_bots()
    return found


@pytest.fixture(scope="module")
def reviewed() -> tuple[Match, Review]:
    """A match with what a short look back has found."""
    found = match()
    review = Review(found, 0, work=WORK)
    review.run()
    assert review.puzzles
    return found, review


def shown(pilot: Pilot[Any]) -> str:
    """All text on the screen, without the ends of its lines."""
    return " ".join(" ".join(line.strip("┃ ") for line in everything(pilot).split("\n")).split())


@pytest.mark.parametrize(("size", "lang"), [(SIZES[0], "de"), (SIZES[-1], "pl")])
def test_ranking_and_charts(size: tuple[int, int], lang: str) -> None:
    played = match()
    state = played.state

    async def play(pilot: Pilot[Any]) -> None:
        first = shown(pilot)
        for seat, name in enumerate(state.seats):
            assert f"{name} {state.scores[seat]}" in first
        await pilot.press("c")
        second = shown(pilot)
        titles = [AfterScreen(played, [0], lang).said(key) for key in ("after.sources", "after.rounds")]
        assert titles[0] in first and titles[1] in second
        await pilot.press("q")

    assert answered(AfterScreen(played, [0], lang), play, size) is None


@pytest.mark.parametrize(("key", "do"), [("n", "again"), ("m", "menu"), ("p", "replay"), ("escape", "board")])
def test_one_key_for_a_new_game_the_menu_and_a_replay(key: str, do: str) -> None:
    assert answered(AfterScreen(match(), [0], "en"), (key,)) == AfterChoice(do)  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
def test_a_question_mark_lists_all_keys_also_those_without_room(lang: str) -> None:
    after = AfterScreen(match(), [0], lang)

    async def play(pilot: Pilot[Any]) -> None:
        assert after.said("after.do.keys") in shown(pilot)
        await pilot.press("?")
        page = pilot.app.screen
        assert isinstance(page, TextOverlay)
        for _, name, does in after.named():
            assert f"{name} {does}" in shown(pilot)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, AfterScreen), "it closes the list alone"
        await pilot.press("q")

    assert answered(after, play, (60, 24)) is None


def test_without_people_nothing_is_asked_and_without_a_record_nothing_replayed() -> None:
    async def play(pilot: Pilot[Any]) -> None:
        assert "review" not in shown(pilot) and "replay" not in shown(pilot)
        await pilot.press("v", "p")
        assert isinstance(pilot.app.screen, AfterScreen)
        await pilot.press("q")

    assert answered(AfterScreen(match(), [], "en", recorded=False), play) is None


@pytest.mark.parametrize("size", SIZES)
def test_a_question_comes_first_and_the_answer_after_a_try_or_on_demand(
    size: tuple[int, int], reviewed: tuple[Match, Review]
) -> None:
    played, review = reviewed
    puzzle = review.puzzles[0]
    best = puzzle.reveal()[0]

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("v")
        asked = pilot.app.screen
        assert isinstance(asked, PuzzleScreen)
        said = shown(pilot)
        assert "Question 1" in said and "QUESTION: not the match" in said and "Best known" not in said
        assert asked.choice is not None
        asked.choice.seek(puzzle.played)
        await pilot.press("enter")
        assert "Not yet" in shown(pilot) and "Best known" not in shown(pilot)
        asked.choice.seek(best)
        await pilot.press("enter")
        assert "Right" in shown(pilot) and f"Best known: {best}" in shown(pilot)
        assert played.over and asked.table.match is not played
        await pilot.press("g")

    screen = AfterScreen(played, [0], "en", reviews={0: review})
    assert answered(screen, play, size) == AfterChoice("replay", puzzle.number - 1)


def test_the_answer_on_demand_then_the_next_question(reviewed: tuple[Match, Review]) -> None:
    played, review = reviewed

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("v")
        for n in range(len(review.puzzles)):
            await pilot.pause()
            assert f"Question {n + 1} of {len(review.puzzles)}" in shown(pilot)
            await pilot.press("a")
            best = review.puzzles[n].reveal()[0]
            assert f"Best known: {best} (marked [ ] on the board)" in shown(pilot)
            asked = pilot.app.screen
            assert isinstance(asked, PuzzleScreen) and asked.choice is not None
            assert asked.choice.where == move_text.spot_of(asked.chair, best)
            assert asked.marked == {move_text.spot_of(asked.chair, review.puzzles[n].played)}
            assert f"{review.puzzles[n].played} (marked ( ) on the board)" in shown(pilot)
            await pilot.press("n")
        await pilot.pause()
        assert isinstance(pilot.app.screen, AfterScreen)
        await pilot.press("q")

    assert answered(AfterScreen(played, [0], "en", reviews={0: review}), play) is None


@pytest.mark.parametrize("size", [SIZES[0], *soaked((SIZES[1],))])
def test_the_move_that_was_played_is_marked_as_the_question_says(
    size: tuple[int, int], reviewed: tuple[Match, Review]
) -> None:
    played, review = reviewed

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("v")
        for _ in review.puzzles:
            await pilot.pause()
            asked = pilot.app.screen
            assert isinstance(asked, PuzzleScreen) and asked.marked
            assert shown(pilot).count("(marked ( ) on the board)") == 1
            (where,) = asked.marked
            signs = [
                line
                for y in range(asked.boards.size.height)
                if "(" in (line := asked.boards.render_line(y).text)
            ]
            assert signs and asked.boards.cursor is None, where
            await pilot.press("right")
            assert asked.boards.cursor is not None
            await pilot.press("n")
        await pilot.press("q")

    assert answered(AfterScreen(played, [0], "en", reviews={0: review}), play, size) is None


def test_a_review_works_between_keys_and_can_be_left() -> None:
    async def play(pilot: Pilot[Any]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, AfterScreen) and screen.review is None
        await pilot.press("v")
        await pilot.pause(0.2)
        assert "looking back" in shown(pilot)
        assert screen.review is not None and not screen.review.done
        await pilot.press("c", "q")

    assert answered(AfterScreen(match(), [0], "en"), play) is None


def test_a_question_about_a_secret_step_waits_for_no_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all decide at once, others have still to decide; the question is nobody's but the person's."""
    monkeypatch.setattr("tilewright.core.bots.move_judge.FURTHER", 0)  # this is quicker
    played = match("isleofskye")
    review = Review(played, 0, work=30_000)
    for _ in review.steps():
        if any(one.position.to_act != (0,) for one in review.found):
            break
    assert review.puzzles[0].position.to_act != (0,)

    async def play(pilot: Pilot[Any]) -> None:
        await pilot.press("v")
        asked = pilot.app.screen
        assert isinstance(asked, PuzzleScreen)
        await pilot.pause(0.3)
        assert not asked.thinker.busy and asked.choice is not None and asked.table.match.decisions == 0
        await pilot.press("a")
        assert "Best known" in shown(pilot)
        await pilot.press("q", "q")

    assert answered(AfterScreen(played, [0], "en", reviews={0: review}), play) is None


def test_while_the_review_works_a_key_waits_for_one_piece_at_most() -> None:
    """`v` shows what has been found so far at once: the work leaves a time to the keys after each piece."""
    played = match()
    review = Review(played, 0)
    while not review.found:
        next(iter(review.steps()))

    async def play(pilot: Pilot[Any]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, AfterScreen)
        ends: list[float] = []
        begins: list[float] = []

        def slow() -> Any:
            while True:
                begins.append(monotonic())
                until = (
                    thread_time() + 3 * after_game.PIECE
                )  # as the screen counts: the machine may do something else
                while thread_time() < until:
                    sum(range(1000))
                ends.append(monotonic())
                yield 0.5

        review._steps = slow()
        while len(ends) < 7:
            await pilot.pause(after_game.PIECE)
        rests = [begin - end for end, begin in zip(ends, begins[1:], strict=False)]
        assert min(rests) > after_game.PIECE / 2, rests
        await pilot.press("v")
        assert isinstance(pilot.app.screen, PuzzleScreen)
        done = len(ends)
        await pilot.pause(5 * after_game.PIECE)
        assert len(ends) == done, "the review works on while a question is asked"
        await pilot.press("q", "q")

    assert answered(AfterScreen(played, [0], "en", reviews={0: review}), play) is None


@pytest.mark.parametrize("lang", ["de", *soaked("en", "pl")])
def test_the_way_out_is_always_shown(lang: str, reviewed: tuple[Match, Review]) -> None:
    played, review = reviewed

    async def play(pilot: Pilot[Any]) -> None:
        said = AfterScreen(played, [0], lang).said
        assert shown(pilot).endswith(f"q {said('after.do.quit')}")
        await pilot.press("v")
        assert isinstance(pilot.app.screen, PuzzleScreen)
        assert said("screen.trial.keys") not in shown(pilot) and said("after.border.keys") in shown(pilot)
        assert f"q {said('after.do.back')}" in shown(pilot)
        await pilot.press("q", "q")

    screen = AfterScreen(played, [0], lang, reviews={0: review})
    assert answered(screen, play, (60, 24)) is None
