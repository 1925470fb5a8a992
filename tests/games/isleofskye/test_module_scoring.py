"""A module's scoring tile is one record and one function; what is missing is said with its file and what to write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tilewright as tw
from tilewright.authoring import InvalidFile, Module, ScoreReason, hook
from tilewright.core.bots import make
from tilewright.core.play.match import Match
from tilewright.games.isleofskye.authoring import Counting, Source, Territory, always, territory, with_scoring
from tilewright.games.isleofskye.count_forms import Counted, Each
from tilewright.games.isleofskye.scoring_kinds import Scoring
from tilewright.testing import scenes

from ...cases import cases

RECORD: str = cases(__file__, "record")


def pastures(least: int) -> Any:
    def find(home: Territory) -> Iterator[Source]:
        for root in home.regions("P"):
            if home.size(root) >= least:
                yield 1, home.cells(root)

    return find


COUNTING = {"pastures": Counting(lambda tile, options: pastures(tile.least))}


def plugin(folder: Path, counting: Mapping[str, Counting] = COUNTING, record: str = RECORD) -> Any:
    """A module with these scoring tiles, its data in the folder."""
    folder.joinpath("scoring.yaml").write_text(record, "utf-8")
    folder.joinpath("rules.yaml").write_text("PA-1: {text: Wide pastures., source: own}\n", "utf-8")

    @hook
    def tilewright_module() -> Module:
        module = Module(name="wide", game="isleofskye", title="Wide", folder=lambda: folder)
        return with_scoring(module, counting)

    return SimpleNamespace(__name__="wide", tilewright_module=tilewright_module)


def test_all_else_follows_from_the_record(tmp_path: Path) -> None:
    """Piece, score reason with its letter, names and text; a line is said as the tile's name."""
    rules = tw.load("isleofskye", [plugin(tmp_path)])
    tile = rules.assembled.scorings[-1]
    assert rules.pieces["scoring"][-1] == tile.id == "pastures" and (tile.points, tile.least) == ((2,), 3)
    reason = rules.reasons[rules.reason["pastures"]]
    assert reason.rule == "PA-1" and reason.source is not None
    assert rules.say("pastures", {}, (), "de") == "weite Weiden" == rules.words.name("pastures", "de")
    assert "pastures" not in tw.load("isleofskye").words
    text = rules.words.say("name.pastures.text", tile.numbers)
    assert text == "2 VP for each pasture on 3 tiles."


def test_it_scores_and_bots_play_with_it(tmp_path: Path) -> None:
    """PA-1: a pasture on three tiles, the castle's among them, counts; one on two does not."""
    rules = tw.load("isleofskye", [plugin(tmp_path)])
    [scene] = scenes.read(
        "- {scene: x, game: isleofskye, players: [a, b], expect: [a has 0 points], given: {step: score, "
        'territories: {a: {"0,1": L32, "0,2": L29}, b: {"0,1": L31}}}}',
        "x.yaml",
    )
    state: Any = scenes.begin(scene, None, rules)[1]
    amounts = [rules.assembled.scorings[-1].total(territory(state, seat)) for seat in (0, 1)]
    assert amounts == [2, 0]
    match = Match(rules, 2, seed=1)
    match.bots = {seat: make("greedy", rules) for seat in match.state.seats}
    while not match.over:
        match.play(match.choose(match.state.to_act[0]))


@pytest.mark.parametrize(("old", "new", "said"), cases(__file__, "what_is_missing_is_said_where_it_is"))  # fmt: skip
def test_what_is_missing_is_said_where_it_is(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert RECORD.count(old) == 1
    with pytest.raises(InvalidFile) as caught:
        tw.load("isleofskye", [plugin(tmp_path, record=RECORD.replace(old, new))])
    assert said in str(caught.value)


def test_users_may_take_a_tile_out(tmp_path: Path) -> None:
    """A function without a record is the author's mistake, not that of a user whose own file has fewer tiles."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs" / "modules" / "wide"
    ours.mkdir()
    theirs.mkdir(parents=True)
    more = {**COUNTING, "others": always(lambda home: iter(()))}
    module = plugin(ours, more, RECORD + RECORD.replace("pastures", "others"))
    assert tw.load("isleofskye", [module]).pieces["scoring"][-1] == "others"
    (theirs / "scoring.yaml").write_text(RECORD, "utf-8")
    rules = tw.load("isleofskye", [module], data=tmp_path / "theirs")
    assert rules.pieces["scoring"][-1] == "pastures" and "others" not in rules.reason


def test_a_form_that_counts_amounts_is_not_used_for_a_table(tmp_path: Path) -> None:
    how = {"pastures": always(pastures(1), Each(lambda tile: 1))}
    forms = []
    for number, (kind, points) in enumerate((("each", "2"), ("table", "[1, 3]"))):
        folder = tmp_path / str(number)
        folder.mkdir()
        record = RECORD.replace("kind: each\n  points: 2", f"kind: {kind}\n  points: {points}")
        forms.append(tw.load("isleofskye", [plugin(folder, how, record)]).assembled.scorings[-1].form)
    assert isinstance(forms[0], Each) and isinstance(forms[1], Counted)


def test_the_hook_without_a_record_still_works() -> None:
    """A `Scoring` of one's own, with its piece and its score reason declared by hand."""

    @hook
    def tilewright_module() -> Module:
        return Module(
            name="wide",
            game="isleofskye",
            title="Wide",
            pieces=lambda data: {"scoring": ("pastures",)},
            reasons=(ScoreReason("pastures", ""),),
            names=lambda data: {"pastures": {"en": "wide pastures"}},
        )

    @hook
    def scoring_tiles(rules: tw.Rules) -> list[Scoring]:
        return [Scoring("pastures", "", "each", (2,), pastures(3))]

    module = SimpleNamespace(
        __name__="wide", tilewright_module=tilewright_module, scoring_tiles=scoring_tiles
    )
    rules = tw.load("isleofskye", [module])
    assert rules.assembled.scorings[-1].id == "pastures"
    assert rules.say("pastures", {}, ()) == "wide pastures"
