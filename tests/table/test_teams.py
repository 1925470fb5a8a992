"""Who wins together is told at every face: cooperative games, teams, and one player against a score."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError
from tilewright.core.bots import make
from tilewright.core.cli.shared.terminal import Terminal
from tilewright.core.cli.table import match_text
from tilewright.core.draw import html_parts
from tilewright.core.draw.model import Ink, Panel, Show
from tilewright.core.play.match import Match
from tilewright.core.play.replay import replay
from tilewright.core.record.format import read
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.teams import opposite, sides, together
from tilewright.core.simulation.player_history import PlayedGame, tally
from tilewright.core.simulation.player_ratings import counted
from tilewright.core.table import narration, result_text
from tilewright.core.table.face_texts import listed
from tilewright.core.table.point_course import course, end_texts
from tilewright.core.table.result_text import ResultText
from tilewright.core.table.saved_games import look
from tilewright.core.table.table import Table
from tilewright.core.testing import conforms
from tilewright.core.web.end_card import content

from ..cases import cases
from ..toys import brink, haul

NAMES = ("anna", "bruno", "clara", "dora")
PLAIN = Terminal(plain=True, colour=False, asks=False, width=80)
KINDS = {
    "won": (haul.COOPERATIVE, 3, {"goal": 1}),
    "lost": (haul.COOPERATIVE, 3, {"goal": 9}),
    "teams": (haul.TEAMS, 4, {}),
    "solo": (haul.SOLO, 1, {}),
    "solo won": (haul.bent(won=haul.won), 1, {"goal": 1}),
    "solo lost": (haul.bent(won=haul.won), 1, {"goal": 9}),
    "for points": (haul.bent(teams=together), 2, {}),
    "nobody": (haul.bent(ranking=lambda state: [(), tuple(range(len(state.seats)))]), 2, {}),
}


def rules_of(kind: str) -> tuple[Rules, int]:
    plugin, players, options = KINDS[kind]
    return tw.load(plugin, options=options), players


def finished(kind: str, record: Path | None = None) -> Match:
    """A match in which everybody pulls with 1, but dora with 2, who may slip."""
    rules, players = rules_of(kind)
    match = Match(rules, NAMES[:players], seed=3, record=record)
    while not match.over:
        seat = match.state.to_act[0]
        match.play(haul.Pull(seat, 2 if seat == 3 else 1))
    match.close()
    return match


@pytest.mark.parametrize(("kind", "lang", "line", "sentence"), cases(__file__, "results"))
def test_the_result_in_words(kind: str, lang: str, line: str, sentence: str) -> None:
    told = ResultText.of(finished(kind), lang)
    assert (told.place_line(), told.sentence()) == (line, sentence)


def test_teams_that_share_a_victory() -> None:
    told = attrs.evolve(ResultText.of(finished("teams")), winners=(0, 1, 2, 3))
    assert told.sentence() == "anna + clara and bruno + dora share the victory."


@pytest.mark.parametrize("kind", KINDS)
def test_every_face_says_so_at_the_end(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    match = finished(kind)
    sentence = ResultText.of(match).sentence()
    match_text.finish(Table(match).chair(None), PLAIN)
    assert capsys.readouterr().out.rstrip().endswith(sentence)
    told = end_texts(match, course(match), 0, "en")
    card = str(content(match, 0, "en"))
    assert f">{told.result}<" in card
    assert told.result == sentence
    assert ("u-trophy" in card) == bool(match.state.winners)
    assert (">1</span>" in card) == (kind in ("teams",)), "places are for sides that play against each other"


@pytest.mark.parametrize("lang", ["en", "de", "pl"])
def test_the_card_of_the_end_has_each_side_once_with_its_sum(lang: str) -> None:
    """As the line prompt says it: place, names, and what all partners have together."""
    match = finished("teams")
    card = ElementTree.fromstring(str(content(match, 0, lang)))
    rows, said = card.findall("ol[@class='standings']/li"), []
    for row in rows:
        names = [(one.text or "") for one in row.iter("b") if one.get("class") == "name"]
        place, total = row.findtext("span[@class='place']"), row.findtext("b[@class='total']")
        said.append(f"{place}. {listed(names, lang)}  {total}")
    assert said == ResultText.of(match, lang).places() and len(said) == 2
    for row, (one, other) in zip(rows, match.result["ranking"], strict=True):
        drawn = sum(int(title.text.split()[-1]) for title in row.iter("title") if title.text)
        assert drawn == match.state.scores[one] + match.state.scores[other], "the bar is of both"


def drawn(view: Any, lang: str = "en") -> Show:
    """Haul as a game draws it that says nothing of its sides."""
    rows = [(Ink(name, f"seat {seat}"), Ink(str(view.scores[seat]))) for seat, name in enumerate(view.seats)]
    return Show(title="Haul", panels=[Panel(title="", rows=rows)], lang=lang)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "anna + clara against bruno + dora"),
        ("de", "anna + clara gegen bruno + dora"),
        ("pl", "anna + clara kontra bruno + dora"),
    ],
)
def test_who_plays_with_whom_is_said_below_the_players(lang: str, said: str) -> None:
    rules = tw.load(haul.bent(teams=opposite, seats=(4, 4), show=drawn))
    table = Table(Match(rules, NAMES, seed=3), lang)
    for seat in (None, 0, 1):
        show = table.chair(seat).show
        [panel] = show.panels
        assert [ink.text for ink in panel.rows[-1]] == [said] and len(panel.rows) == 5
        assert said in str(html_parts.panel(show, panel))
        assert not show.status and len(show.players) == 4


def test_who_plays_with_whom_is_said_beside_the_title_of_a_game_without_a_list_of_players() -> None:
    rules = tw.load(haul.bent(teams=opposite, seats=(4, 4), show=lambda view, lang: Show(title="Haul")))
    show = Table(Match(rules, NAMES, seed=3)).chair(0).show
    assert [ink.text for ink in show.status] == ["anna + clara against bruno + dora"]


@pytest.mark.parametrize("more", [{"teams": together, "won": haul.won}, {}], ids=["together", "alone"])
def test_without_teams_against_each_other_nothing_is_said_of_sides(more: dict[str, Any]) -> None:
    show = Table(Match(tw.load(haul.bent(show=drawn, **more)), NAMES, seed=3)).chair(0).show
    assert [len(row) for row in show.panels[0].rows] == [2] * 4 and not show.status


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_holds_it(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    match = finished(kind, path)
    again = replay(read(path), rules=match.rules, verify=True)
    assert again.state == match.state and again.over
    save = look(path)
    assert save.result is not None and save.head is not None
    told = save.result
    assert told.winners == match.state.winners and told.ranking == tuple(match.state.ranking())
    assert told.shares == sides(match.rules.game.teams, len(NAMES[: len(told.scores)]), True).shares(
        told.winners
    )
    over = result_text.over(told, save.head.seats, "en")
    points = told.ahead[0]
    assert (
        over
        == {
            "won": "over, anna, bruno and clara won",
            "lost": "over, nobody won",
            "teams": "over, bruno and dora won",
            "solo": "over, 3 points",
            "solo won": "over, anna won",
            "solo lost": "over, nobody won",
            "for points": f"over, {points} points",
            "nobody": "over, nobody won",
        }[kind]
    )
    whole = tally([PlayedGame(save, 0)])
    assert (whole.finished, whole.won) == (1, kind in ("won", "solo won"))
    assert (whole.share is None) == (kind in ("solo", "for points"))
    assert counted(save, "haul") == (kind not in ("won", "lost", "for points"))


def test_an_older_record_of_a_solo_game_is_valid(tmp_path: Path) -> None:
    """It did not say that nothing could be lost."""
    path = tmp_path / "match.jsonl"
    match = finished("solo", path)
    text = path.read_text()
    assert '"scored": true' in text
    path.write_text(text.replace(', "scored": true', ""))
    assert replay(read(path), rules=match.rules, verify=True).over
    save = look(path)
    assert save.result is not None and not save.result.scored


@pytest.mark.parametrize("kind", ["won", "lost", "teams", "solo", "for points"])
def test_the_kit_finds_nothing_wrong(kind: str) -> None:
    conforms(rules_of(kind)[0], ["scores", "ending"], games=2)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"ranking": lambda state: [(0, 1), (2, 3)], "seats": (4, 4), "teams": opposite},
            "parts seats that play together",
        ),
        (
            {"ranking": lambda state: [(0,), (), (1,)], "seats": (2, 2)},
            "an empty place that is not the first",
        ),
        ({"teams": together, "won": lambda state: 1}, "won is 1, not True or False"),
        (
            {"teams": together, "standing": lambda state: list(state.scores), "seats": (2, 2)},
            "parts seats that play",
        ),
    ],
)
def test_the_kit_finds_what_is(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Exception, match=said):
        conforms(tw.load(haul.bent(**changes)), ["scores", "ending"], games=2)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"teams": together, "ranking": lambda state: []}, r"say with Game\(won=...\)"),
        ({"seats": (2, 4), "won": haul.won}, r"Game\(won=...\) is asked where all play together"),
        ({"teams": lambda seats: [(0, 1)]}, "expected each of 0 to 0 in one group"),
        ({"teams": lambda seats: [(n,) for n in range(seats)] + [()]}, "in one group"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(PluginError, match=said):
        haul.bent(**changes)


def test_a_game_that_does_not_say_whether_it_is_won_is_refused_at_its_end() -> None:
    state = tw.load(haul.bent(teams=together, won=lambda state: None)).new(2, 1)
    state.over = True
    with pytest.raises(
        PluginError, match=r"game haul: Game\(won=...\) returned None; expected True or False"
    ):
        state.ranking()


def test_opposite_seats() -> None:
    assert opposite(4) == [(0, 2), (1, 3)] and opposite(6) == [(0, 3), (1, 4), (2, 5)]
    assert opposite(3) == [(0,), (1,), (2,)] and opposite(1) == [(0,)]


def test_partners_are_ahead_together() -> None:
    state = tw.load(haul.TEAMS).new(NAMES, 1)
    state.gain(0, 3, 0)
    state.gain(1, 5, 0)
    state.gain(2, 4, 0)
    assert state.standing() == [7, 5, 7, 5] and state.ranking() == [(0, 2), (1, 3)]
    told = sides(opposite, 4, losable=False)
    assert told.lead(state.standing(), 0) == 2 and told.lead(state.standing(), 3) == -2
    assert told.shares((0, 2)) == [1, 0, 1, 0] and told.shares((0, 1, 2, 3)) == [0.5] * 4


def test_the_status_tells_sides() -> None:
    """Where a game counts something else than points, partners have one number."""
    for teams, said in (
        (opposite, ["lives:", "anna + clara 6", "bruno + dora 6"]),
        (together, ["lives: 12"]),
    ):
        several = sides(teams, 4, losable=False)
        plugin = brink.bent(
            teams=teams,
            standing=lambda state, several=several: several.totals(state.lives),
            show=lambda view, lang="en": tw.authoring.Show(title="Brink", lang=lang),
            **({"ranking": haul.GAME.ranking} if teams is together else {}),
            seats=(4, 4),
        )
        chair = Table(Match(tw.load(plugin), NAMES, seed=3)).chair(0)
        assert [ink.text for ink in chair.show.status] == said


def test_what_a_move_changes_is_told_once_for_a_side() -> None:
    counts = {"standing": lambda state: sides(opposite, 4, False).totals(state.lives), "seats": (4, 4)}
    rules = tw.load(brink.bent(teams=opposite, **counts))
    told = narration.standing_by_seat(rules, (1, -2, 1, -2), NAMES, 2, "en")
    assert told == ["+1 lives", "bruno + dora -2 lives"]


def test_a_sheet_of_a_team_game_has_the_sums_of_the_teams() -> None:
    chair = Table(finished("teams")).chair(0)
    sheet = chair.standing()
    state = chair.table.match.state
    assert sheet.sums == [("in total", tuple(state.scores)), ("Together", tuple(state.standing()))]


def test_bots_help_their_side() -> None:
    """A partner's points count as one's own: with the goal in reach, nobody risks anything."""
    rules, players = rules_of("won")
    bots = {name: make("search:20", rules) for name in NAMES[:players]}
    match = Match(rules, NAMES[:players], seed=1, bots=bots)
    match.play_bots()
    assert match.state.winners == (0, 1, 2)
