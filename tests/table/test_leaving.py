"""People leave the table: a bot plays on, they come back, they resign, and it is told everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import UsageError
from tilewright.core.bots.random import Random
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record import format
from tilewright.core.table import table_request
from tilewright.core.table.point_course import course, end_texts
from tilewright.core.table.replay_walk import Walk
from tilewright.core.table.result_text import ResultText
from tilewright.core.table.review import Review
from tilewright.core.table.table import Table
from tilewright.core.web.end_card import content

from ..toys import nim

ANNA, BRUNO, CLARA = range(3)
NAMES = ["anna", "bruno", "clara"]
RULES = tw.load("isleofskye")
NIM = tw.load(nim.PLUGIN)


def seated(players: int = 3, people: int = 3, path: Path | None = None) -> Table:
    names = NAMES[:players]
    bots = {name: Random(RULES) for name in names[people:]}
    texts = dict.fromkeys(names[people:], "random")
    return Table(Match(RULES, names, seed=4, bots=bots, bot_names=texts, record=path), one_keyboard=False)


def refused(at: Table, what: str, *given: int) -> str:
    before = at.revision, at.people, at.match.left
    with pytest.raises(UsageError) as error:
        getattr(at, what)(*given)
    assert before == (at.revision, at.people, at.match.left)
    return str(error.value)


def on(at: Table, decisions: int) -> None:
    for _ in range(decisions):
        at.match.play(at.match.state.legal(at.to_act[0])[0])


def test_a_bot_plays_on_until_the_person_is_back(tmp_path: Path) -> None:
    at = seated(path=tmp_path / "match.jsonl")
    assert at.chair(ANNA).acts and refused(at, "come_back", ANNA) == "no bot plays for you"
    before = at.revision
    at.let_bot(ANNA, by=(ANNA,))
    assert at.revision > before and [*at.people] == [BRUNO, CLARA] and [*at.bots] == [ANNA]
    assert at.next_bot() == ANNA and not at.chair(ANNA).acts and at.called(ANNA) == "anna (normal)"
    assert table_request.left(at.chair(BRUNO)) == ("normal plays on for anna.",)
    assert refused(at, "let_bot", ANNA).startswith("only people can do that")
    at.play(at.think())
    assert not at.can_take_back(ANNA), "it is the bot's"
    at.come_back(ANNA)
    assert [*at.people] == [ANNA, BRUNO, CLARA] and table_request.left(at.chair(None)) == ()
    at.match.close()
    [away, back] = replay(format.read(tmp_path / "match.jsonl"), verify=True).left.every
    assert away.bot.startswith("normal=") and back.bot == "" and [*away.by] == [*back.by] == [ANNA]
    assert away.at and back.at


def test_the_others_agree_on_a_bot_for_the_absent() -> None:
    at = seated()
    assert not at.ask_bot(ANNA, CLARA)
    assert at.wish is not None and at.wish.waiting == (BRUNO,), "who is absent is not asked"
    assert at.chair(BRUNO).wished() == ("anna asks that a bot plays on for clara", "still to agree: bruno")
    assert refused(at, "ask_bot", BRUNO, CLARA) == "first the other request is answered"
    at.decline(BRUNO)
    assert at.chair(ANNA).wished() == ("bruno does not agree, so no bot plays for clara",)
    at.ask_bot(ANNA, CLARA)
    assert at.agree(BRUNO) and at.bots == (CLARA,) and at.match.left.every[-1].by == (ANNA, BRUNO)
    assert at.chair(None).wished() == ("everyone agrees: a bot plays on for clara",)
    assert at.ask_bot(ANNA, BRUNO), "nobody else is left to be asked"
    assert at.people == (ANNA,) and at.wish is None


def test_a_request_ends_when_somebody_leaves() -> None:
    at = seated()
    at.ask_bot(ANNA, CLARA)
    at.let_bot(BRUNO)
    assert at.wish is None and at.answered is not None and at.answered.end == "overtaken"


def test_resigning_is_meant_when_it_is_asked_for_twice() -> None:
    at = seated(2)
    assert at.resign(BRUNO).startswith("If you resign, the match is over and the others win.")
    assert at.resign(ANNA), "nobody confirms for another"
    on(at, 1)
    at._went_on()
    assert at.resign(ANNA), "a move lies between"
    assert at.resign(ANNA) == "" and at.over and at.to_act == ()
    assert refused(at, "resign", BRUNO) == refused(at, "let_bot", BRUNO) == "the match is over"
    assert not at.can_take_back(ANNA) and not at.can_ask_back(BRUNO)


def test_the_end_says_who_resigned() -> None:
    at = seated(2)
    on(at, 4)
    at.resign(ANNA)
    at.resign(ANNA)
    told = ResultText.of(at.match)
    assert told.sentence() == "bruno wins; anna has resigned."
    assert [line.split()[1] for line in told.places()] == ["bruno", "anna"]
    assert end_texts(at.match, course(at.match), ANNA, "en").result == told.sentence()
    assert ">bruno wins; anna has resigned.<" in str(content(at.match, ANNA, "en"))
    assert ResultText.of(at.match, "de").sentence() == "bruno gewinnt; anna hat aufgegeben."


def test_with_more_seats_the_bot_plays_to_the_end(tmp_path: Path) -> None:
    at = seated(path=tmp_path / "match.jsonl")
    assert "a bot plays on in your place" in at.resign(BRUNO)
    assert at.resign(BRUNO) == "" and not at.over and at.bots == (BRUNO,)
    assert table_request.left(at.chair(None)) == ("bruno has resigned; normal plays on.",)
    assert refused(at, "come_back", BRUNO).startswith("you have resigned")
    at.let_bot(ANNA)
    at.let_bot(CLARA, level="easy")
    for _ in range(12):
        at.play(at.think())
    at.match.close()
    walk = Walk.open(tmp_path / "match.jsonl")
    walk.at = walk.last
    assert any(
        one.told.number == 1
        and "bruno has resigned; normal plays on" in one.told.then
        and "easy plays on for clara" in one.told.then
        for one in walk.log()
    )


def test_a_match_that_was_given_up_has_no_result() -> None:
    at = seated()
    on(at, 3)
    at.give_up(60)
    told = ResultText.of(at.match)
    assert at.over and told.places() == [] and told.place_line() == ""
    assert told.sentence().startswith("The match has ended by itself: nobody has played for 60 days.")
    card = str(content(at.match, ANNA, "en"))
    assert "u-trophy" not in card and "nobody has played for 60 days" in card and "<b>1</b>" not in card


def test_a_review_judges_the_person_alone() -> None:
    made = Match(tw.load("rebirth"), ["anna", "bruno"], seed=4)
    at = Table(made, one_keyboard=False)
    on(at, 8)
    at.let_bot(ANNA)
    for _ in range(12):
        if at.next_bot() is not None:
            at.play(at.think())
        else:
            on(at, 1)
    own = [one for one in made.played if one.seat == ANNA]
    assert {one.deputy for one in own} == {False, True}
    review = Review(made, ANNA)
    review.run()
    assert 0 < review.decisions <= sum(not one.deputy for one in own)


def test_nobody_leaves_a_trial() -> None:
    trial = seated().chair(ANNA).what_if()
    for what in ("let_bot", "resign"):
        assert refused(trial, what, ANNA).startswith("nobody can leave a copy")
