"""One target for each reader of what comes from outside: it reads bytes, or refuses them with a sentence."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import tilewright as tw
from tilewright.core import bots
from tilewright.core.base import limits, strict_json
from tilewright.core.base.errors import TilewrightError
from tilewright.core.box.export import packed
from tilewright.core.box.take_over import BroughtFiles
from tilewright.core.box.undo_steps import UndoSteps
from tilewright.core.cli.study.playtests_text import report
from tilewright.core.lab.design import targets as aims
from tilewright.core.lab.design.plan import planned as searched
from tilewright.core.lab.games.kept_plan import same
from tilewright.core.lab.games.lines import Lines
from tilewright.core.lab.games.variants import Variant, variant
from tilewright.core.lab.playtests.reading import match_of
from tilewright.core.lab.playtests.reading import read as read_playtests
from tilewright.core.lab.playtests.summary import summed
from tilewright.core.lab.study import fail_if, planning, request
from tilewright.core.lab.study.requests import ComparisonRequest, DesignRequest
from tilewright.core.meters.registry import metrics_of
from tilewright.core.outside.implementations import EngineReferee
from tilewright.core.outside.rules_server import serve
from tilewright.core.play.redaction import shared
from tilewright.core.play.replay import replay
from tilewright.core.play.start import begin
from tilewright.core.record import format as records
from tilewright.core.rules.actions import Reason, Refusal
from tilewright.core.rules.author_questions import asked
from tilewright.core.rules.ruleset import Rules
from tilewright.core.scenes import scene as scenes
from tilewright.core.table.replay_walk import Walk
from tilewright.core.table.rule_search import searched as found_rules
from tilewright.core.table.saved_games import saves
from tilewright.core.testing.soak_tally import SoakBook
from tilewright.core.text.document import read_document
from tilewright.core.text.grammar import Grammar
from tilewright.core.text.messages import flaws, parts
from tilewright.core.text.strict import Slips
from tilewright.core.training.journal import Journal
from tilewright.core.web.addresses import parsed as addresses
from tilewright.core.web.box.page_event import DraftEvent
from tilewright.core.web.http_errors import HttpError, structured
from tilewright.core.web.page_event import PageEvent

from ..toys.asking import FILE, asking

CORPUS = Path(__file__).parents[1] / "corpus"
SCENES = Path(__file__).parents[1] / "scenes"
GAMES = ("rebirth", "glenmore", "isleofskye")
REFUSED = (TilewrightError, HttpError)
"""Errors that are sentences for people."""

Reader = Callable[[bytes, Path], object]
"""Takes the bytes and a path at which they can be laid."""
TARGETS: dict[str, tuple[list[bytes], Reader]] = {}
"""Examples that are read, and the reader."""


def target(*examples: bytes | str | Path) -> Callable[[Reader], Reader]:
    """Add a target with these examples: bytes, a text, or a file."""
    found = [
        one.read_bytes() if isinstance(one, Path) else one.encode() if isinstance(one, str) else one
        for one in examples
    ]

    def add(read: Reader) -> Reader:
        TARGETS[read.__name__] = found, read
        return read

    return add


def laid(data: bytes, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


@cache
def rules_of(game: str) -> Rules:
    return tw.load(game)


BEGUN = {game: rules_of(game).new(["anna", "bruno"], 7) for game in GAMES}


# -- files ---------------------------------------------------------------------------------------------------------


@target(*sorted((CORPUS / "records").rglob("*.jsonl"), key=lambda one: one.stat().st_size)[:8])
def record(data: bytes, path: Path) -> None:
    walk = Walk.open(laid(data, path), settled=True)
    if not walk.shared:
        shared(records.read(path), 0)
        replay(records.read(path), verify=True)
    begin(f"{path}@2", walk.rules.game.name)


def tested(game: str) -> bytes:
    """The record of a playtest with everything that a record can hold of one."""
    with tempfile.TemporaryDirectory() as folder:
        match = tw.Match(
            rules_of(game), ["anna", "bruno"], seed=7, record=f"{folder}/one.jsonl", playtest=True
        )
        for n in range(6):
            seat = match.state.to_act[0]
            action = match.state.legal(seat)[0]
            match.note_refusal(Refusal(action, (Reason("x", "RB-PLACE-1"), Reason("y", "X-2"))))
            match.play(action)
            match.answer(seat, f"q{n}", "good")
        match.close()
        return Path(folder, "one.jsonl").read_bytes()


@target(*map(tested, ("rebirth", "isleofskye")))
def playtest(data: bytes, path: Path) -> None:
    found = records.read(laid(data, path))
    (one,) = summed([match_of(found)])
    report([one], [])
    assert len(read_playtests([path])[0]) == 1
    if not found.shared:
        shared(found, 0, playtest=True)


@target(FILE)
def author_questions(data: bytes, path: Path) -> None:
    text = laid(data, path).read_text("utf-8", "replace")
    assert asked(asking(text), "de") or not data.strip()


@target(*sorted((CORPUS / "records/half").glob("*.jsonl"))[4:6])
def saved_games(data: bytes, path: Path) -> None:
    assert len(saves(laid(data, path).parent)) == 1


@target(*sorted((CORPUS / "scenes").glob("*.yaml"))[:3], SCENES / "glenmore/brown.yaml")
def scene(data: bytes, path: Path) -> None:
    for one in scenes.read(laid(data, path))[:3]:
        scenes.run(one)


DATA = {"rebirth": "missions.yaml", "glenmore": "tiles.yaml", "isleofskye": "landscape.yaml"}


@target(*(f"# {game}\n{rules_of(game).folder.text(name)}" for game, name in DATA.items()))
def data_file(data: bytes, path: Path) -> None:
    game = next((one for one in GAMES if data.startswith(f"# {one}\n".encode())), GAMES[0])
    tw.load(game, data=laid(data, path.parent / DATA[game]).parent)


@target(CORPUS / "learned/rebirth.yaml")
def learned(data: bytes, path: Path) -> None:
    bots.installed(f"learned:{laid(data, path.with_suffix('.yaml'))}", rules_of("rebirth"))


@target(CORPUS / "studies/compare.yaml", "game: rebirth\nb: castle=6\nblocks: 4\nfail_if: score > 1\n")
def comparison_plan(data: bytes, path: Path) -> None:
    planning.planned(request.merged(ComparisonRequest(), laid(data, path))[0], lambda: 1)


@target(CORPUS / "studies/design.yaml")
def design_plan(data: bytes, path: Path) -> None:
    searched(*request.merged(DesignRequest(), laid(data, path)), lambda: 1)


PLAN = CORPUS / "studies/compare/plan.json"


@target(PLAN, CORPUS / "studies/design/plan.json")
def study_plan(data: bytes, path: Path) -> None:
    wanted = json.loads(PLAN.read_text("utf-8"))
    same(laid(data, path), wanted["plan"], wanted.get("options", {}))


@target(CORPUS / "studies/compare/blocks.jsonl", CORPUS / "studies/design/asks.jsonl")
def study_lines(data: bytes, path: Path) -> None:
    lines = Lines(laid(data, path), lambda said: None)
    try:
        list(lines.content())
    finally:
        lines.close()


@target('{"plan": {"game": "rebirth"}}\n{"step": "looks", "outcome": [1, 2.5]}\n')
def journal(data: bytes, path: Path) -> None:
    kept = Journal(laid(data, path), {"game": "rebirth"}, lambda said: None)
    try:
        kept.step("looks", lambda: [1, 2])
    finally:
        kept.close()


@target(packed("rebirth", {name: rules_of("rebirth").folder.text(name) for name in ("missions.yaml",)}))
def gift_of_the_box(data: bytes, path: Path) -> None:
    BroughtFiles.of("rebirth", laid(data, path)).check()


@target('{"title": "one", "parts": [["box.yaml", ["tiles", 0], ["a"], []]]}\n{"to": 0}\n')
def undo_steps(data: bytes, path: Path) -> None:
    UndoSteps.read(laid(data, path))


@target(
    '{"seed": 1, "about": [], "following": 2, "seconds": 1.5, "counts": [], "checks": {}, "failures": []}'
)
def soak_book(data: bytes, path: Path) -> None:
    SoakBook.open(laid(data, path), 1, [])


@target(CORPUS / "served/web.json")
def served_addresses(data: bytes, path: Path) -> None:
    addresses(laid(data, path))


@target("name: Deutsch\ndecimal: ','\nforms: {one: n = 1, few: 'n % 10 = 2..4 and n != 12,13', other: ''}\n")
def language(data: bytes, path: Path) -> None:
    read_document(laid(data, path)).structure(Grammar).form(12)


# -- lines and texts -----------------------------------------------------------------------------------------------


@target(
    '{"type": "hello", "id": 0, "protocol": 1, "role": "rules"}\n{"type": "new", "id": 1, "game": "rebirth", '
    '"seats": ["anna", "bruno"], "seed": "7", "moves": []}\n{"type": "count", "id": 2, "depth": 1}\n'
)
def lines_of_a_program(data: bytes, path: Path) -> None:
    serve(EngineReferee(rules_of("rebirth"), most=1_000), io.BytesIO(data), io.BytesIO(), "ours")


@target('{"page": "p", "do": "click", "at": [0, 1, 2], "n": 3, "text": "x"}')
def page_event(data: bytes, path: Path) -> None:
    with suppress(strict_json.NotJson, Slips):
        PageEvent.of(strict_json.read(data))


@target('{"do": "put", "name": "box.yaml", "path": ["tiles", 0], "value": "x", "spots": [[0, 1, 2, 3]]}')
def draft_event(data: bytes, path: Path) -> None:
    structured(data, DraftEvent)


@target(
    "rebirth: " + "; ".join(map(str, BEGUN["rebirth"].legal(0)[:2])),
    *(f"{game}: {state.legal(state.to_act[0])[0]}" for game, state in BEGUN.items()),
    *(f"{game}: pass 2,-3 > r4" for game in GAMES),
)
def move(data: bytes, path: Path) -> None:
    game, _, text = data.decode("utf-8", "replace").partition(": ")
    state = BEGUN.get(game, BEGUN["rebirth"])
    for action in state.rules.read_line(text, state, state.to_act[0]):
        state.check(action)


@target(
    "castle=6", "edition=de with=ireland", "data:missions.cards.coast.points=9", "castle=1..9", "'a b' c=d"
)
def variant_text(data: bytes, path: Path) -> None:
    variant("B", data.decode("utf-8", "replace"), Variant(name="A", game="rebirth"))


@target("B: (score differs and |score| > 1.5) or not resolved", "score.low < 3 or (score not equivalent)")
def fail_if_condition(data: bytes, path: Path) -> None:
    fail_if.read(data.decode("utf-8", "replace"), ["A", "B"], ["score", "decisions"], ["score"], ["score"])


@target(
    "seat_gap under 3 %",
    "decisions between 90 and 110",
    "greedy beats random in 60 to 70 %",
    "minimise margin",
)
def search_target(data: bytes, path: Path) -> None:
    for read in (aims.target, aims.goal):
        try:
            read(data.decode("utf-8", "replace"), metrics_of(rules_of("rebirth")))
        except ValueError as error:
            assert str(error)


@target("search:20", "greedy~0.5", "casual:30!castle", "learned:x.yaml", "search:100ms:3")
def bot_name(data: bytes, path: Path) -> None:
    bots.installed(data.decode("utf-8", "replace"), rules_of("rebirth"))


@target("castle", "RB-PLACE-2", "wo liegt der fluss")
def rule_search(data: bytes, path: Path) -> None:
    found_rules(rules_of("rebirth").rule_texts(), data.decode("utf-8", "replace"))


@target("{who} takes {n|one tile|{n} tiles}", "{a} and {b}")
def message(data: bytes, path: Path) -> None:
    try:
        parts(data.decode("utf-8", "replace"))
    except ValueError as error:
        assert str(error)
    list(flaws({"de": data.decode("utf-8", "replace")}, "{who} takes {n}"))


@target("7", "-12", "123456789012345678901234567890")
def seed(data: bytes, path: Path) -> None:
    limits.seed(data.decode("utf-8", "replace"))
