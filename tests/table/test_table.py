"""What a person at the table can see, do and ask: previews that hold, honest confirmations, no secrets, what if."""

from __future__ import annotations

from typing import Any

import pytest

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import UsageError
from tilewright.core.bots import make
from tilewright.core.draw.model import Diagram, Ink, Offer, Show, Spot
from tilewright.core.draw.show_sentences import sentences
from tilewright.core.play.match import Match
from tilewright.core.rules.state import ScoreLine
from tilewright.core.table import chair as chairs
from tilewright.core.table import cursor_info, narration
from tilewright.core.table.chair import Chair
from tilewright.core.table.choice_cursor import values
from tilewright.core.table.preview import After, ghost
from tilewright.core.table.table import Table
from tilewright.core.web import questions
from tilewright.core.web.live_match import LiveMatch

from ..draw.made_up import Lay
from ..toys import nim
from .games import KINDS, decisions, ruleset, table


def other_world(chair: Chair, seed: int) -> Chair:
    """The same seat in a position that it cannot tell apart from its own."""
    match = chair.table.match
    start = chair.view.determinize(Stream(seed, "other"))
    twin = Match(match.rules, start=start, bots=match.bots, seed=99)
    return Table(twin, chair.table.lang).chair(chair.seat)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_a_chair_says_depends_on_secrets(kind: str) -> None:
    """In two positions that the seat cannot tell apart, show, previews, ghosts, refusals and hints are the same."""
    for n, chair in enumerate(decisions(table(kind, seed=3), most=40)):
        if n % 30:
            continue
        twin = other_world(chair, n)
        assert sentences(chair.show) == sentences(twin.show)
        assert chair.choosing.left == twin.choosing.left
        for offer in chair.choosing.left[:4]:
            assert chair.said(offer.action) == twin.said(offer.action)
            assert chair.ghost(offer) == twin.ghost(offer)
        for at in ((0, 0), (1, 0), (3, 4)):
            one, other = (cursor_info.why_not(each, (0, at)) for each in (chair, twin))
            assert (one and one.reasons) == (other and other.reasons)
        # Even what is hidden in it: a what if is dealt from what the seat knows.
        assert chair.what_if(1).match.state.digest() == twin.what_if(1).match.state.digest()


@pytest.mark.parametrize("kind", KINDS)
def test_a_move_is_final_exactly_if_it_cannot_be_taken_back(kind: str) -> None:
    """After every move of a whole game: what was called final cannot be taken back, everything else can."""
    at = table(kind, seed=11)
    stream = Stream(2, "moves")
    seen = {True: 0, False: 0}
    for chair in decisions(at, most=30):
        action = stream.pick(chair.view.legal())
        final = chair.final(action)
        before = at.match.state.digest()
        chair.play(action)
        while at.next_bot() is not None:
            at.play(at.think())
        assert chair.seat is not None
        possible = not at.over and at.can_take_back(chair.seat)
        seen[final] += 1
        if possible:
            assert not final, f"{action} was called final, but can be taken back"
        if not final and not at.over:
            assert possible, f"{action} cannot be taken back, and nobody was asked"
            if seen[False] % 5 == 0:
                at.take_back(chair.seat)
                assert at.match.state.digest() == before
                at.redo(action.seat) if not at.sealed else chair.play(action)
    assert seen[True] > 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_preview_comes_true(kind: str) -> None:
    """Every point and event that a preview names happens when the move is played."""
    at = table(kind, seed=6)
    stream = Stream(4, "moves")
    named = 0
    for n, chair in enumerate(decisions(at, most=36)):
        action = stream.pick(chair.view.legal())
        seen = chair.foresee(action) if n % 2 else None
        played = chair.play(action)
        if seen is None:
            continue
        for line in seen.lines:
            assert line in played.lines
        for event in seen.events:
            assert event in played.log.events
        named += len(seen.lines) + len(seen.events)
    assert named > 10


@pytest.mark.parametrize("kind", ["rebirth", "isleofskye+"])
def test_a_ghost_is_what_the_spot_becomes(kind: str) -> None:
    found = 0
    at = table(kind, seed=7)
    for n, chair in enumerate(decisions(at, most=60)):
        if n % 3:
            continue
        action = chair.view.legal()[0]
        offer = next(offer for offer in chair.choosing.left if offer.action == action)
        ghost, board = chair.ghost(offer), chair.show.boards[offer.board] if offer.at is not None else None
        chair.play(action)
        if not ghost or board is None or at.over:
            continue
        now = next(one for one in chair.show.boards if (one.title, one.grid) == (board.title, board.grid))
        assert {*ghost} <= {*now.spots}
        found += 1
    assert found > 3


@pytest.mark.parametrize("kind", KINDS)
def test_every_value_of_a_slot_is_legal_or_says_why(kind: str) -> None:
    """IS: the four rotations of a tile, legal ones first; the others with a reason."""
    for n, chair in enumerate(decisions(table(kind, seed=4), most=40)):
        if n % 30:
            continue
        for offer in chair.choosing.left[:2]:
            for slot in ("rotation", "tile", "kind"):
                if not hasattr(offer.action, slot):
                    continue
                judged = values(chair, offer.action, slot)
                legal = [value for value, refused in judged if refused is None]
                assert getattr(offer.action, slot) in legal
                assert [value for value, _ in judged][: len(legal)] == legal
                assert len(judged) == 4 or slot != "rotation"


@pytest.mark.parametrize("kind", KINDS)
def test_what_if_never_touches_the_match(kind: str) -> None:
    """Moves of a what if are played against bots and taken back; the match is as before, bit for bit."""
    at = table(kind, seed=9)
    stream = Stream(5, "tries")
    for n, chair in enumerate(decisions(at, most=40)):
        if n % 30:
            continue
        before = at.match.state.digest(), len(at.match.played), at.revision
        trial = chair.what_if(n)
        assert trial.trial and trial.people == (chair.seat,) and trial.match.path is None
        mine = trial.chair(chair.seat)
        first = trial.match.state.digest()
        for _ in range(3):
            while trial.next_bot() is not None:
                trial.play(trial.think())
            if not trial.over:
                action = stream.pick(mine.view.legal())
                assert not mine.final(action), "nothing is final in a what if"
                mine.play(action)
        assert chair.seat is not None
        while trial.can_take_back(chair.seat):
            trial.take_back(chair.seat)
        assert trial.match.state.digest() == first or not chair.acts
        assert (at.match.state.digest(), len(at.match.played), at.revision) == before


def test_undo_can_be_switched_off() -> None:
    at = table("glenmore")
    at.undo = False
    chair = next(decisions(at))
    assert chair.final(chair.view.legal()[0])
    chair.play(chair.view.legal()[0])
    assert chair.seat is not None
    with pytest.raises(UsageError, match="switched off"):
        at.take_back(chair.seat)


def test_a_page_that_asks_for_ever_fills_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are kept while nothing happens, and whoever asks may name any move."""
    monkeypatch.setattr(chairs, "KEPT", 20)
    chair = Table(Match(tw.load(nim.PLUGIN), ["anna", "bruno"])).chair(0)
    answers = [chair.refused(nim.Take(0, count)) for count in range(100)]
    assert [answer is None for answer in answers] == [1 <= count <= 3 for count in range(100)]
    assert len(chair._memo) <= 20


# -- who plays -------------------------------------------------------------------------------------------------------

TEXTS = {"bruno": "hard=greedy", "clara": "greedy~1/2"}


def against(kind: str, people: int = 1, **options: str) -> Table:
    """A table with bots that have names, as records write them."""
    game, modules, _ = KINDS[kind]
    rules = tw.load(game, list(modules), options=options)
    names = ["anna", "bruno", "clara"]
    bots = {name: make("greedy", rules) for name in names[people:]}
    texts = {name: text for name, text in TEXTS.items() if name in bots}
    return Table(Match(rules, names, seed=3, bots=bots, bot_names=texts))


@pytest.mark.parametrize("kind", KINDS)
def test_the_levels_of_bots_stand_where_players_are_listed(kind: str) -> None:
    at = against(kind)
    assert [at.called(seat) for seat in range(3)] == ["anna", "bruno (hard)", "clara (greedy~1/2)"]
    for chair in (at.chair(0), at.chair(None)):
        said = "\n".join(sentences(chair.show))
        for who in ("bruno (hard)", "clara (greedy~1/2)"):
            assert said.count(who) == 1
        assert "anna (" not in said
        sheet = narration.panel(chair.standing(), "")
        assert [ink.full.text for ink in sheet.head[1:]] == [at.called(seat) for seat in range(3)]
    copy = at.chair(0).what_if()
    assert copy.called(1) == "bruno", "in a copy another bot plays"


def test_no_folder_of_a_bot_is_told() -> None:
    at = against("rebirth")
    for text, said in (
        ("/home/me/mine.py:Bot~1/2", "mine.py:Bot~1/2"),
        ("learned:/home/me/it.yaml:anyway~1/2!no-contest", "learned:it.yaml:anyway~1/2!no-contest"),
        ("exec:/home/me/bot --secret", "exec:bot"),
    ):
        at.match.bot_names["bruno"] = text
        assert at.called(1) == f"bruno ({said})"


@pytest.mark.parametrize(("secrecy", "mine"), [("hidden", (7, None, None)), ("open", (7, 5, 0))])
def test_the_score_sheet_hides_what_the_players_panel_hides(
    secrecy: str, mine: tuple[int | None, ...]
) -> None:
    """GM-EV-3."""
    at = against("glenmore", vp_secrecy=secrecy)
    state = at.match.state
    for seat, points in ((0, 7), (1, 5)):
        state.gain(seat, points, state.rules.reason["tavern"], 0)
    sheet = at.chair(0).standing()
    assert sheet.scores == mine and dict(sheet.rows) == {"tavern": mine}
    assert [line.seat for line in at.chair(0).lines()] == ([0] if secrecy == "hidden" else [0, 1])
    shown = narration.panel(sheet, "").rows[1]
    assert [ink.text for ink in shown[1:]] == [narration.figure(points) for points in mine]
    hidden = (None, None, None) if secrecy == "hidden" else mine
    assert at.chair(None).standing().scores == hidden


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_the_score_sheet_says_why_points_are_hidden(lang: str) -> None:
    """In words of the game, which know the option; in our own if the game has none."""
    match = against("glenmore").match
    at = Table(match, lang)
    chair = at.chair(0)
    sheet = chair.standing()
    assert sheet.note == f"?: {chair.show.secrecy}" and "vp_secrecy" in sheet.note
    assert narration.panel(sheet, "").rows[-1][0].text == sheet.note
    here = LiveMatch(at, pace=0)
    assert sheet.note in str(questions.score(here.session(0, "p")).body)
    bare = narration.ScoreSheet(match.rules, [], at.seats, (1, None, 3), lang)
    assert bare.note == f"?: {at.said('table.hidden')}"
    assert not narration.ScoreSheet(match.rules, [], at.seats, (1, 2, 3), lang).note
    meanings = [text for ink, text in chair.show.legend if ink.text == "?"]
    assert chair.show.secrecy in meanings


@pytest.mark.parametrize(
    ("reason", "source", "said"),
    [("tavern", "s2_tavern", "+3 tavern"), ("scoring_chieftains", "1", "+3 chieftains in scoring 1")],
)
def test_a_source_called_like_its_reason_is_named_once(reason: str, source: str, said: str) -> None:
    line = ScoreLine(seat=0, amount=3, reason=reason, source=source, rule="", turn=1)
    assert narration.points(tw.load("glenmore"), line, "en") == said


def test_a_ghost_of_two_cells_is_all_that_a_domino_fills() -> None:
    rules = ruleset("dominoes")
    state = rules.new(["anna", "bruno"], seed=2)
    found = 0
    for _ in range(12):
        [seat] = state.to_act
        view = state.view(seat)
        show = rules.show(view)
        offer = show.offers[0]
        if offer.board == 2:  # the realm
            lies = ghost(After.of(view, offer.action, show), offer)
            assert len(lies) == 2 and lies[0].at == offer.at
            state.apply(offer.action)
            after = rules.show(state.view(seat)).boards[2]
            assert {*lies} <= {*after.spots}
            found += 1
        else:
            state.apply(offer.action)
    assert found > 3


FREE: tuple[dict[str, Any], ...] = (
    {},
    {"face": ((Ink("."),),)},
    {"face": ((Ink("\u00b7", "dim"),),)},
    {"short": (Ink("."),)},
    {"ground": "water"},
)


@pytest.mark.parametrize("look", FREE)
def test_a_ghost_is_whole_over_cells_that_are_free_in_any_way_of_drawing_them(look: dict[str, Any]) -> None:
    def show(*laid: int) -> Show:
        spots = [
            Spot(at=(x, 0), said="raft", face=((Ink("A"),),))
            if x in laid
            else Spot(at=(x, 0), said="free", **look)
            for x in range(4)
        ]
        return Show(title="", boards=[Diagram(grid="square4", spots=spots)])

    offer = Offer(action=Lay(0), at=(1, 0))
    assert [spot.at for spot in ghost(After(show(), show(1, 2), show(1, 2)), offer)] == [(1, 0), (2, 0)]
