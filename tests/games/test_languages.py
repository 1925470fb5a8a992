"""A game is played in the chosen language as a whole: each message in each language, and no word past the messages.

The last is seen with a German of our own, in which every text is in brackets: what stands outside of them in what a
table says was never a message.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

import pytest
import yaml

import tilewright as tw
from tilewright.core.base.errors import Unreadable
from tilewright.core.draw.model import Ink, Show
from tilewright.core.rules.actions import Slot, verbs
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.rules.typed_moves import say_kind, say_unreadable
from tilewright.core.table.face_texts import every
from tilewright.core.text.languages import shipped
from tilewright.core.text.messages import Words, arguments, flaws, parts
from tilewright.core.text.unreadable import Unclear, engine

ROOT = Path(__file__).parents[2]
SEATS = ("anna", "bruno", "clara")
MODULES = ("bonus", "druids", "outskirts", "tunnel")
KINDS: Mapping[str, tuple[str, tuple[str, ...], dict[str, object]]] = {
    "glenmore": ("glenmore", (), {}),
    "glenmore otherwise": (
        "glenmore",
        (),
        {"no_tile": "pass", "ness_time": "any_time", "vp_secrecy": "open"},
    ),
    "isleofskye": ("isleofskye", (), {}),
    "isleofskye with modules": ("isleofskye", MODULES, {}),
    "rebirth": ("rebirth", (), {}),
    "rebirth otherwise": ("rebirth", (), {"cathedral_choice": "optional", "several_neighbours": "one"}),
    "rebirth in Ireland": ("rebirth", ("ireland",), {}),
    "rebirth in Ireland otherwise": ("rebirth", ("ireland",), {"ireland.bonuses": "optional"}),
}
every_kind = pytest.mark.parametrize("kind", KINDS)

# -- complete ------------------------------------------------------------------------------------------------------


def gaps(messages: Mapping[str, Mapping[str, str]]) -> list[str]:
    """What a complete table of messages would not have: a language missing, flaws, and other arguments."""
    found = []
    for key, texts in messages.items():
        proper = key.startswith("name.") and [*texts] == ["en"] and texts["en"].istitle()
        if not proper and key != "name.castle_of_mey":
            found += [f"{key}: {lang} is missing" for lang in shipped() if not texts.get(lang, "").strip()]
        found += [f"{key}: {lang}: {said}" for lang, said in flaws(texts, texts["en"])]
    return found


@every_kind
def test_every_message_of_our_games_is_there_in_every_language(kind: str) -> None:
    game, modules, _ = KINDS[kind]
    words = tw.load(game, modules).words
    assert gaps({key: words.texts(key) for key in words}) == []


def test_every_message_of_the_engine_and_of_the_faces_is_there_in_every_language() -> None:
    assert gaps(engine()) == []
    assert gaps(every()) == []


@pytest.mark.parametrize(
    "file",
    [*ROOT.glob("examples/*/*/data/messages.yaml"), *ROOT.glob("core/skeleton/**/messages.yaml.template")],
    ids=lambda file: file.parent.parent.name + "." + file.parent.name,
)
def test_every_message_that_an_author_learns_from_is_there_in_every_language(file: Path) -> None:
    text = Template(file.read_text(encoding="utf8")).safe_substitute(name="dice")
    assert gaps(yaml.safe_load(text)) == []


def test_translations_of_names_in_data_files_are_of_names_that_exist() -> None:
    """A translation of a name that is not there is left out without a word, so that only this test can see a slip."""
    for game in ("glenmore", "isleofskye", "rebirth"):
        modules = {"isleofskye": MODULES, "rebirth": ("ireland",)}.get(game, ())
        # A module may put other cards in the place of those of the game.
        words = {*tw.load(game).words, *tw.load(game, modules).words}
        files = [*(ROOT / "data" / game).glob("**/messages.yaml")]
        keys = [key for file in files for key in yaml.safe_load(file.read_text(encoding="utf8"))]
        assert files and [key for key in keys if key not in words] == []


@pytest.mark.parametrize(
    "file",
    sorted((ROOT / "data").glob("**/rules.??.yaml")),
    ids=lambda file: str(file.relative_to(ROOT / "data")),
)
def test_a_translated_rule_has_the_numbers_of_the_rule(file: Path) -> None:
    """Each number that one of them has is in the other; `ID.2` is the second text of `instead`."""
    said: dict[str, str] = {}
    for rule, one in yaml.safe_load(file.with_name("rules.yaml").read_text("utf-8")).items():
        others = {f"{rule}.{n}": other["text"] for n, other in enumerate(one.get("instead", ()), 1)}
        said |= {rule: one["text"]} | others
    for rule, text in yaml.safe_load(file.read_text("utf-8")).items():
        assert {*re.findall(r"\d+", text)} == {*re.findall(r"\d+", said[rule])}, rule


# -- no word past the messages ----------------------------------------------------------------------------------------

WORD = re.compile(r"[^\W\d_]{2,}")
"""Two letters at least: one letter is a sign on a tile."""
BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")
TYPED = re.compile(
    r"\bO\d-back\b|\bC_[a-z]+\b|⟧(default|even|ireland)⟦"
    r"|\b[A-Z]{2}-[A-Z]+-[A-Z]?\d+\b"
)
"""Ids, the same in every language: codes of tiles, maps, mixes, rules."""


def bracketed(text: str) -> str:
    """The text with what it says itself in brackets, and its arguments outside of them."""
    found = ""
    for before, name, forms in parts(text):
        found += f"⟦{before}⟧" if before.strip() else before
        found += f"{{{'|'.join((name, *(f'⟦{form}⟧' for form in forms)))}}}" if name else ""
    return found


@pytest.fixture
def rules(kind: str) -> Iterator[Rules]:
    """The rules in brackets, in an assembly of their own."""
    game, modules, options = KINDS[kind]
    made = tw.load(game, modules, options)
    ours = made.words
    brackets = {k: {**ours.texts(k), "de": bracketed(ours.texts(k)["en"])} for k in ours}
    object.__setattr__(made, "words", Words(brackets))
    yield made
    object.__setattr__(made, "words", ours)


def proper(rules: Rules) -> set[str]:
    """Names that no language changes: of players, of the game, of castles and special places."""
    found = {*SEATS, *WORD.findall(rules.game.title)}
    for module in rules.modules:
        found |= {*WORD.findall(module.title)}
    for option, made in rules.made.items():
        found |= {*WORD.findall(option), *WORD.findall(str(made.value))}
    for things in rules.things.values():
        for thing in things.things:
            found |= {*WORD.findall(thing.name)} | ({thing.code} if thing.code[0].isupper() else set())
    alike = [rules.words.texts(key) for key in rules.words if key.startswith("name.")]
    return found | {word for texts in alike if "pl" not in texts for word in WORD.findall(texts["en"])}


def signs(rules: Rules) -> set[str]:
    """Codes that stand on tiles and boards, and are typed like that in every language."""
    codes = [code for things in rules.things.values() for code in things.codes]
    return {word for code in codes if not code.islower() for word in WORD.findall(code)}


def leaks(said: str, known: set[str]) -> list[str]:
    """The words outside brackets that are neither names nor notation."""
    text, before = TYPED.sub(" ", said), ""
    while before != text:
        before, text = text, BRACKETS.sub(" ", text)
    return [f"{word} in {said}" for word in WORD.findall(text) if word not in known]


def spoken(inks: Iterable[Ink]) -> Iterator[str]:
    yield from (ink.said or (ink.text if len(ink.text) > 3 else "") for ink in inks)


def drawn(show: Show) -> Iterator[str]:
    """Every text of a drawing that consists of words."""
    yield from (show.title, show.asks)
    yield from spoken(show.status)
    yield from (said for _, said in show.legend)
    yield from show.caption
    for panel in show.panels:
        yield panel.title
        for row in [panel.head, *panel.rows]:
            yield from spoken(row)
    for number, board in enumerate(show.boards):
        yield board.title
        for spot in board.spots:
            yield spot.said
            yield from (ink.said for row in spot.face for ink in row)
            for region in show.about(number, spot.at).regions if show.about is not None else ():
                yield from (region.name, region.note)


def refused(state: State, chance: random.Random) -> Iterator[str]:
    """Why moves that are made up cannot be read, or are not legal."""
    rules, seat = state.rules, state.to_act[0]
    for kind in rules.kinds:
        words = []
        for part in kind.parts:
            if isinstance(part, Slot):
                values = rules.readers[part.name].values
                words.append(
                    str(chance.choice([*values(state)])) if values and chance.random() < 0.9 else "x1y"
                )
            else:
                words.append(part.text)
        try:
            action = rules.read(" ".join(words[: chance.randrange(1, len(words) + 1)]), state, seat)
        except Unreadable as error:
            assert isinstance(error.said, Unclear), f"{error} is not a message"
            yield say_unreadable(rules, error, "de").replace("x1y", "")
            yield from rules.spoken("de").follows(error.expected)
            continue
        refusal = state.check(action)
        if refusal is not None:
            yield rules.say_refusal(refusal, SEATS, "de")
            for reason in refusal.reasons:
                yield rules.say(reason.key, reason.args, SEATS, "de")


def heard(state: State, chance: random.Random) -> Iterator[str]:
    """Everything that a table may say at a decision."""
    rules, seat = state.rules, state.to_act[0]
    view = state.view(seat)
    yield from drawn(rules.show(view, "de"))
    labels = [key for choice in rules.choices(view) for key, _ in choice.lines]
    labels += [key for key, _ in rules.appraise(view, seat)]
    yield from (rules.say(key, {}, (), "de") for key in dict.fromkeys(labels))


@every_kind
def test_no_word_of_a_whole_game_goes_past_the_messages(kind: str, rules: Rules) -> None:
    chance, known = random.Random(7), proper(rules)
    found: dict[str, None] = {}
    state = rules.new(SEATS, 0)
    moves = 0
    while not state.over:
        if chance.random() < 0.06:
            for said in heard(state, chance):
                found.update(dict.fromkeys(leaks(said, known)))
            for said in refused(state, chance):
                found.update(dict.fromkeys(leaks(said, known | signs(rules))))
        legal, log = state.legal(state.to_act[0]), Log()
        action = legal[chance.randrange(len(legal))]
        for viewer in (action.seat, None):
            said = rules.say_move(action, viewer, "de")
            found.update(dict.fromkeys(leaks(said, known | signs(rules))))
        assert rules.read(rules.say_move(action, action.seat, "de"), state, action.seat, "de") == action
        state.apply(action, log)
        moves += 1
        for event in log.events:
            for viewer in (None, *range(len(SEATS))):
                found.update(dict.fromkeys(leaks(rules.say_event(event, SEATS, viewer, "de"), known)))
    assert moves > 30
    for line in state.score_lines():
        found.update(dict.fromkeys(leaks(rules.say(line.reason, {}, (), "de"), known)))
        found.update(dict.fromkeys(leaks(rules.words.name(line.source, "de"), known)))
    found.update(
        {leak: None for said in drawn(rules.show(state.view(None), "de")) for leak in leaks(said, known)}
    )
    assert not found, "\n".join(found)


@every_kind
def test_what_is_named_anywhere_has_a_message(kind: str, rules: Rules) -> None:
    """Score reasons, kinds of move, steps and sheets, also those that no random game comes to."""
    known, found = proper(rules), list[str]()
    for reason in rules.reasons:
        found += leaks(rules.say(reason.key, {}, (), "de"), known)
    for action in rules.kinds:
        found += leaks(say_kind(rules, action, "de"), known)
        slots = [f"<{part.name}>" for part in action.parts if isinstance(part, Slot)]
        for said in rules.spoken("de").follows([*verbs([action]), *slots]):
            found += leaks(said, known)
    for node in rules.nodes:
        step: Any = node
        if hasattr(step, "actions"):
            found += leaks(rules.words.say("not_now", {"step": step.name}, (), "de"), known)
    for sheet in rules.game.sheets.values():
        for said in drawn(sheet(rules, "de")):
            found += leaks(said, known)
    assert not found, "\n".join(found)


def test_a_kind_of_move_without_a_message_is_told_by_its_docstring() -> None:
    """Games of other authors need not write any."""
    rules = tw.load("rebirth")
    kind = rules.kinds[0]
    assert say_kind(rules, kind, "pl") == "Połóż kafelek z ręki na polu; samego kafelka nie trzeba wpisywać."
    words = rules.words
    object.__setattr__(rules, "words", Words({}))
    try:
        assert say_kind(rules, kind, "pl") == str(kind.__doc__).split("\n")[0].replace("`", "")
        longer = type("Longer", (kind,), {"__doc__": "What it does.\n\n    And more."})
        assert say_kind(rules, longer, "pl") == "What it does."
    finally:
        object.__setattr__(rules, "words", words)


def test_arguments_of_a_message_are_those_of_its_english_text() -> None:
    assert arguments("{seat} sells {kind} for {coins} {coins|coin|coins}") == {"seat", "kind", "coins"}


@pytest.mark.parametrize("game", ["rebirth", "glenmore", "isleofskye"])
def test_what_a_position_promises_is_not_called_like_a_part_of_a_score_reason(game: str) -> None:
    """Hints and reviews name it, and people look for it on the score sheet: `settlement` beside `small settlement`."""
    rules = tw.load(game)
    reasons = {reason.key for reason in rules.reasons}
    state = rules.new(2, 1)
    promised = {key for key, _ in rules.appraise(state.view(0), 0)} - reasons - {"points"}
    assert promised
    for lang in shipped():
        sheet = " ".join(rules.say(key, {}, (), lang).casefold() for key in reasons)
        for key in promised:
            assert rules.say(key, {}, (), lang).casefold() not in sheet, (key, lang)
