"""What holds rules goes through pickle and copy and is the same there; what differs there is said."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from itertools import cycle, islice
from multiprocessing import get_context
from operator import methodcaller
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
import tilewright.core.outside.difference_search
import tilewright.core.web.http_errors
from tilewright.core import bots
from tilewright.core.base.chance import Stream
from tilewright.core.base.errors import Incompatible, InvalidFile, Problem, TilewrightError, UsageError
from tilewright.core.bots import restrictions
from tilewright.core.bots.restrictions import Narrowed
from tilewright.core.lab.design.search import SearchHalted
from tilewright.core.lab.study.play import PlayedBlocks, PlayHalted
from tilewright.core.play.match import Match
from tilewright.core.rules.actions import Illegal
from tilewright.core.rules.assembly import forget
from tilewright.core.rules.views import Listed, Opened
from tilewright.core.text.strict import Slip, Slips

from ..adapters.rulesets import RULESETS, rules_of, walk
from ..toys import auction, paper

cloudpickle = pytest.importorskip("cloudpickle")
RULES = [*RULESETS, ("glenmore", "with an option")]
WAYS: list[Callable[[Any], Any]] = [
    *(lambda one, n=n: pickle.loads(pickle.dumps(one, n)) for n in (0, pickle.HIGHEST_PROTOCOL)),
    lambda one: pickle.loads(cloudpickle.dumps(one)),
    deepcopy,
    copy,
]


def made(name: str, how: str) -> tw.Rules:
    return tw.load(name, options={"tile_penalty": 1}) if "option" in how else rules_of(name, how)


@pytest.mark.parametrize(("name", "how"), RULES)
def test_rules_states_views_and_actions_are_the_same_afterwards(name: str, how: str) -> None:
    rules = made(name, how)
    assert all(way(rules) is rules for way in WAYS)
    for way, state in zip(cycle(WAYS), walk(rules, 3, 5, every=25), strict=False):
        after = way(state)
        assert after == state and after.digest() == state.digest() and after is not state
        assert after.ledger is not state.ledger
        seat = state.to_act[0] if state.to_act else 0
        for view in (state.view(seat), state.view(None), Opened(state, seat)):
            there = way(view)
            assert type(there).__name__ == type(view).__name__ and there.to_dict() == view.to_dict()
            assert there.determinize(Stream(1)) == view.determinize(Stream(1))
            for module, part in state.slices.items():
                assert way(view.module_part(module)).__class__ is view.module_part(module).__class__, part
        legal = state.legal(seat)
        for same in (way(legal), way(Listed.of(state.view(seat), legal)).legal()):
            assert list(same) == list(legal) and list(same.codes) == list(legal.codes)
            assert all(action in same and str(way(action)) == str(action) for action in legal)


@pytest.mark.parametrize(("name", "how"), RULES)
def test_what_rules_and_drawings_hold_can_be_copied(name: str, how: str) -> None:
    rules = made(name, how)
    show = rules.show(rules.new(3, 2).view(0)) if rules.game.show is not None else None
    for way in WAYS:
        for held in (rules.option_values, rules.reason, rules.pieces, rules.module_options):
            assert way(held) == held and type(way(held)) is type(held)
        assert way(show) == show
    for halted in (PlayHalted(PlayedBlocks([], None, 1.0)), SearchHalted("search", ())):
        assert vars(pickle.loads(pickle.dumps(halted))) == vars(halted)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        yield pool


def test_another_process_has_the_same(elsewhere: ProcessPoolExecutor) -> None:
    for name, how in [one for one in RULES if one[0] != "auction"]:
        state = next(islice(walk(made(name, how), 2, 3, every=25), 2, None))
        view = state.view(state.to_act[0])
        assert elsewhere.submit(methodcaller("digest"), state).result() == state.digest()
        assert elsewhere.submit(methodcaller("to_dict"), view).result() == view.to_dict()
        bot, stream = bots.make("greedy!one-step", state.rules), Stream(2)
        chosen = elsewhere.submit(methodcaller("choose", view, stream), bot).result()
        assert chosen == bot.choose(view, stream)


def test_a_mistake_made_elsewhere_comes_back_as_it_was(elsewhere: ProcessPoolExecutor) -> None:
    state = rules_of("rebirth").new(2, 1)
    other = tw.load("rebirth").new(2, 2).legal(0)[0]
    for call, kind in (
        (methodcaller("play", attrs.evolve(other, seat=1 - state.to_act[0])), Illegal),
        (methodcaller("retract", 0), UsageError),
        (methodcaller("seat", "nobody"), ValueError),
    ):
        with pytest.raises(kind) as here:
            call(state)
        with pytest.raises(kind) as there:
            elsewhere.submit(call, state).result()
        assert str(there.value) == str(here.value)
        assert vars(there.value).keys() - {"__notes__"} == vars(here.value).keys()


def kinds(of: type[TilewrightError]) -> Iterator[type[TilewrightError]]:
    yield of
    for one in of.__subclasses__():
        yield from kinds(one)


def test_every_error_keeps_its_text_and_fields() -> None:
    for kind in set(kinds(TilewrightError)):
        error = kind.__new__(kind)
        error.args, error.__dict__["where"] = ("a sentence",), {"line": 3}
        for way in WAYS:
            after = way(error)
            assert type(after) is kind and str(after) == "a sentence" and vars(after) == vars(error)
    two = [Problem("b.yaml", 2, 1, "", "wrong"), Problem("a.yaml", 1, 1, "", "wrong")]
    assert pickle.loads(pickle.dumps(InvalidFile(two))).problems == sorted(two)
    slips = Slips([Slip(("a", 1), "is wrong")])
    assert str(pickle.loads(pickle.dumps(slips))) == str(slips) == "a.1: is wrong"


def test_bots_and_their_narrowed_views_choose_the_same_afterwards() -> None:
    rules = rules_of("rebirth")
    state = rules.new(3, 4)
    view = state.view(state.to_act[0])
    for text in (*bots.SHIPPED, "casual~2!one-step", "search:4:1:learned"):
        bot = bots.make(text, rules, 3)
        assert pickle.loads(pickle.dumps(bot)).choose(view, Stream(1)) == bot.choose(view, Stream(1))
    narrowed = Narrowed.of(view, restrictions.read("one-step", rules))
    assert 0 < len(narrowed.legal()) < len(view.legal())
    there = pickle.loads(pickle.dumps(narrowed))
    assert list(there.legal()) == list(narrowed.legal())
    assert type(there.like(state, state.to_act[0])).__name__ == "Narrowed"


def test_a_match_goes_on_and_one_that_is_recorded_says_how_to_hand_it_over(tmp_path: Path) -> None:
    rules = rules_of("isleofskye")
    match = Match(rules, 2, seed=3, bots={"player1": bots.make("random", rules)})
    match.play_bots()
    match.play(match.state.legal(1)[0])
    copies = [way(match) for way in WAYS[:4]]
    for one in (match, *copies):
        one.play_bots()
    for after in copies:
        assert after.state == match.state and after.played[-1].log.outcomes == match.played[-1].log.outcomes
    recorded = Match(rules, 2, seed=3, record=tmp_path / "game.jsonl")
    for way in (pickle.dumps, deepcopy):
        with pytest.raises(
            UsageError, match=r"game\.jsonl is being written by this process.*resume it there"
        ):
            way(recorded)


def test_what_differs_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = pickle.dumps(rules_of("auction"))
    state = pickle.dumps(rules_of("auction").new(2, 1))
    monkeypatch.setattr(auction, "PLUGIN", paper.plugin(attrs.evolve(auction.GAME, version="7")))
    with pytest.raises(Incompatible, match=r"the rules of auction .* auction is version .* there and 7 here"):
        pickle.loads(toy)

    @attrs.define(eq=False)
    class Other(auction.Auction):
        bids: int = 0

    monkeypatch.setattr(auction, "PLUGIN", paper.plugin(attrs.evolve(auction.GAME, state=Other)))
    with pytest.raises(Incompatible, match="states have other fields here"):
        pickle.loads(state)
    monkeypatch.delattr(auction, "PLUGIN")
    with pytest.raises(
        Incompatible, match="auction were handed over, but cannot be made here: plugin auction"
    ):
        pickle.loads(toy)

    own = tmp_path / "own"
    own.mkdir()
    (own / "tiles.yaml").write_bytes((Path(tw.__file__).parent / "data/rebirth/tiles.yaml").read_bytes())
    monkeypatch.chdir(tmp_path)
    there = pickle.dumps(tw.load("rebirth", data="own"))
    monkeypatch.chdir("/")
    assert pickle.loads(there).data_folder == str(own)
    (own / "tiles.yaml").write_text((own / "tiles.yaml").read_text("utf-8").replace("004", "4", 1), "utf-8")
    with pytest.raises(Incompatible, match=r"the data files differ; install tilewright \S+, with the folder"):
        pickle.loads(there)
    (own / "tiles.yaml").unlink()
    own.rmdir()
    with pytest.raises(
        Incompatible, match=r"cannot be made here: .*own.*; install tilewright \S+, with the folder"
    ):
        pickle.loads(there)


def test_what_python_notes_in_a_plugin_makes_no_other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tw.load(auction.PLUGIN)
    monkeypatch.setattr(auction.PLUGIN, "__warningregistry__", {}, raising=False)
    assert tw.load(auction.PLUGIN) is before
    monkeypatch.setattr(auction.PLUGIN, "more", {}, raising=False)
    assert tw.load(auction.PLUGIN) is not before


def test_rules_that_are_assembled_anew_are_equal() -> None:
    rules = tw.load("glenmore", options={"tile_penalty": 1}, edition="polish")
    written = pickle.dumps(rules)
    forget()
    after = pickle.loads(written)
    assert after is not rules and after.option_hash == rules.option_hash
    assert after.changed == rules.changed and after.plain == rules.plain and after.edition == "polish"
