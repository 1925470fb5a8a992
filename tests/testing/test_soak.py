"""The soak: it deals every setting, its numbers always mean the same game, and every planted fault is found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import testing
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import InvalidFile, UsageError
from tilewright.core.rules import assembly
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase, clockwise
from tilewright.core.testing import soak as soaks
from tilewright.core.testing.soak import APART, play, soak
from tilewright.core.testing.soak_settings import SoakedGame, drawn
from tilewright.core.testing.soak_tally import GameGroup, SoakBook, SoakFailure

from ..cases import soaked
from ..toys import nim
from ..toys.broken.plant import FAULTS
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm
from .test_faults import ROOMS

HARVEST = SoakedGame(name="harvest", game=harvest, modules={"storm": storm})


def broken(rules: Rules) -> SoakedGame:
    """The ground on which these rules are played, and no others."""
    parts = {module.name: rules.plugins.get_plugin(module.name) for module in rules.modules}
    game = rules.plugins.get_plugin(rules.game.name)
    return SoakedGame(name=rules.game.name, game=game, modules=parts, exactly=tuple(parts))


def first_failure(ground: SoakedGame, most: int) -> SoakFailure | None:
    for number in range(most):
        found = play(ground, 5, number, number + 1).failures
        if found:
            return found[0]
    return None


FINDABLE = [
    name for name, (check, _, _, given) in FAULTS.items() if check not in APART and "conserved" not in given
]

LEAKING = {"matches_that_share_a_list"}
"""It is shared by all games of a process, so that what happens depends on all of them."""


CHECKS = [FAULTS[name][0] for name in FINDABLE]
SAMPLED = [name for n, name in enumerate(FINDABLE) if CHECKS[n] not in CHECKS[:n]][1::3]
"""One fault of every third check; the others are left to the soak, and test_faults.py shows each one to its check."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SAMPLED else pytest.mark.soak) for name in FINDABLE]
)
def test_a_planted_fault_is_found_and_its_number_repeats_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(soaks, "CHECKED", 1)  # a soak has hours
    monkeypatch.setattr(soaks, "AGAIN", 1)
    monkeypatch.setattr(soaks, "EVERY", 4)
    ground = broken(FAULTS[name][2]())
    failure = first_failure(ground, 400)
    assert failure is not None, f"400 games do not show {name}"
    if name in LEAKING:
        return
    assert failure.only == str(failure.number)
    assembly.forget()
    [again] = play(ground, 5, failure.number, failure.number + 1).failures
    assert again.number == failure.number


def test_most_faults_can_be_found() -> None:
    assert len(FINDABLE) > 60 and all(room.__doc__ for room in ROOMS)


class Forgetful(nim.TakeStep):
    """A step whose rules go wrong once it has been used in some games, whoever plays them."""

    def bind(self, rules: Rules) -> None:
        super().bind(rules)
        self.games = 0

    def play(self, state: nim.Nim, action: Any, log: Log | None) -> bool:
        stays = super().play(state, action, log)
        self.games += state.over
        if state.over and self.games > 3:
            state.scores[action.seat] += 1
        return stays


def test_what_needs_the_games_before_it_is_repeated_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soaks, "CHECKED", 1 << 40)
    monkeypatch.setattr(soaks, "AGAIN", 1 << 40)
    plugin = nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [Forgetful()], turns=True)])
    ground = SoakedGame(name="nim", game=plugin)
    assert ground.block == 4
    [failure] = play(ground, 1, 4, 8).failures
    assert failure.number == 7 and failure.only == "4-7"
    assembly.forget()
    assert not play(ground, 1, 7, 8).failures
    assembly.forget()
    assert [again.number for again in play(ground, 1, 4, 8).failures] == [7]


def test_every_set_of_modules_edition_and_number_of_players_is_played() -> None:
    cells = 2 * (1 + len(HARVEST.editions[1:]))  # with and without the storm
    tally = play(HARVEST, 1, 0, cells * HARVEST.block)
    assert not tally.failures
    expected = {
        GameGroup("harvest", modules, edition or "", players): 2
        for modules in ("", "storm")
        for edition in HARVEST.editions
        for players in HARVEST.players
    }
    assert {cell: count.games + count.refused for cell, count in tally.counts.items()} == expected
    assert len(expected) > 10 and tally.total().drawn == 0


@pytest.mark.parametrize("game", ["glenmore", "isleofskye", "rebirth"])
def test_every_option_gets_every_value(game: str) -> None:
    """Of those that are listed; of a range its ends and something between."""
    declared = tw.load(game, max(SoakedGame.installed(game).sets, key=len)).declared
    seen: dict[str, set[object]] = {option.name: set() for option in declared}
    stream, sizes = Stream(8, "test"), set[int]()
    for _ in range(300):
        values = drawn(declared, stream)
        sizes.add(len(values))
        for name, value in values.items():
            seen[name].add(value)
    assert {1, 2, 3, 4, len(declared)} <= sizes
    for option in declared:
        assert ({*option.values} or {*option.known}) <= seen[option.name], option.name
        if option.ranged:
            low, high = map(int, option.values)
            assert len(seen[option.name]) >= min(4, high - low + 1), option.name


def test_options_that_a_game_refuses_are_drawn_again() -> None:
    """A mix of tiles that does not fit the map of Rebirth."""
    ground = SoakedGame.installed("rebirth")
    deals = [ground.deal(8, block) for block in range(90)]
    assert any(0 < deal.refused < 12 and deal.options for deal in deals)
    assert all(ground.rules(deal) for deal in deals)


def test_the_same_numbers_are_the_same_games_for_any_number_of_processes(tmp_path: Path) -> None:
    def played(workers: int, seed: int = 4) -> SoakBook:
        book = SoakBook(seed=seed)
        soak([SoakedGame.installed("rebirth")], book, lambda book: book.following < 2, workers=workers)
        book.seconds = 0
        return book

    one = played(1)
    assert one.following == 2 and one == played(2)
    assert one != played(1, seed=6)


def test_a_soak_goes_on_where_it_stopped(tmp_path: Path) -> None:
    at, about = tmp_path / "book.json", [HARVEST.about]
    for most in (3, 9):
        soak([HARVEST], SoakBook.open(at, 2, about), lambda book, most=most: book.following < most)  # type: ignore[misc]
    whole = SoakBook.open(None, 2, about)
    soak([HARVEST], whole, lambda book: book.following < 9)
    kept = SoakBook.open(at, 2, about)
    assert (kept.following, kept.counts, kept.checks) == (9, whole.counts, whole.checks)
    assert kept.total().games >= 9 * HARVEST.block - kept.total().refused
    with pytest.raises(UsageError, match="belongs to another soak: seed 2"):
        SoakBook.open(at, 3, about)
    with pytest.raises(UsageError, match="belongs to another soak"):
        SoakBook.open(at, 2, [attrs.evolve(HARVEST, seats=2).about])
    for text in ("", "[]", '{"seed": 2}', "7", "\0", '{"seed": 2, "about": [], "following": "x"}'):
        at.write_text(text)
        with pytest.raises(InvalidFile, match="this is not the book of a soak"):
            SoakBook.open(at, 2, about)


def test_rows_add_up() -> None:
    tally = play(HARVEST, 1, 0, 40)
    book = SoakBook()
    book.add(tally)
    rows = dict(book.rows())
    assert rows["harvest"] == tally.total()
    by_players = Counter({p: rows[f"harvest, {p} players"].games for p in HARVEST.players})
    assert by_players.total() == rows["harvest"].games


def test_settings_that_are_refused_are_no_games() -> None:
    """A set-up that the rules refuse for a number of players is counted, not reported."""

    def set_up(state: Any, log: Log | None) -> None:
        if len(state.seats) == 3:
            raise UsageError("not with three")
        nim.set_up(state, log)

    tally = play(SoakedGame(name="nim", game=nim.bent(set_up=set_up)), 1, 0, 8)
    assert (tally.total().games, tally.total().refused, tally.failures) == (4, 4, [])


PLAYS_ON = ("a_drawing_that_fails_with_one_value_of_an_option", "an_end_now_that_fails_without_farmers")
"""Games play on under these: no one asks for a drawing, or what the end would bring."""


RARE = ("an_appraisal_that_fails_in_the_largest_realm",)
"""Hundreds of games are played until one shows it."""
BREAKING = [name for name in FAULTS if FAULTS[name][0] == "options" and name not in PLAYS_ON]


@pytest.mark.parametrize("name", [*(name for name in BREAKING if name not in RARE), *soaked(*RARE)])
def test_options_that_break_a_game_are_drawn(name: str) -> None:
    """Whether the rules cannot be assembled with them, or a game cannot be played."""
    failure = first_failure(broken(FAULTS[name][2]()), 200)
    assert failure is not None and " with " in failure.said, failure


def test_rules_whose_options_are_all_given_are_assembled_anew() -> None:
    """Found by a soak: the memo of rulesets gave the check the very object that it had."""
    given = tw.load(harvest).option_values
    [finding] = testing.run(tw.load(harvest, options=given), ["matches"], games=1, seats=(2,))
    assert finding.outcome == "holds", finding.said
