"""The page for rules authors, docs/scenes.md, must not lie: examples run, sentences are known, no word is missing."""

from __future__ import annotations

import copy
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest
import yaml

import tilewright as tw
from tilewright import authoring
from tilewright.core.rules import plugins, position
from tilewright.core.rules.position import CORE
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.sentences import holds
from tilewright.games.glenmore.scenes import turn as glenmore

from ..cli.shell import run
from ..rules.test_placed import KINDS, phases
from ..toys import mosaic
from ..toys.paper import plugin

PAGE = (Path(__file__).parents[2] / "docs" / "scenes.md").read_text("utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\S[^\n]*)\n(.*?)^```$", PAGE, re.M | re.S)
"""What stands behind the opening fence, and the text, in order."""
EXAMPLES = [text for kind, text in BLOCKS if kind == "yaml"]
GAMES = sorted({scene.content["game"] for text in EXAMPLES for scene in scenes.read(text, "docs/scenes.md")})
SENTENCES = [
    (kind.split()[1], part.strip())
    for kind, text in BLOCKS
    if kind.startswith("text ")
    for part in re.split(r"\n|  +", text)
    if part.strip()
]
COMMANDS = [(before, text) for (_, before), (kind, text) in pairwise(BLOCKS) if kind == "console"]


def test_the_blocks_are_found() -> None:
    """None of them is passed over for how it is fenced."""
    assert len(BLOCKS) == PAGE.count("\n```") // 2
    assert {kind.split()[0] for kind, _ in BLOCKS} == {"yaml", "text", "console"}
    assert len(EXAMPLES) > 4 and len(SENTENCES) > 40 and COMMANDS


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_run(text: str) -> None:
    for scene in scenes.read(text, "docs/scenes.md"):
        for under in scene.expectations:
            outcome = scenes.run(scene, under)
            assert not outcome.problems, "\n".join(map(str, outcome.problems))
            assert outcome.verdicts


@pytest.mark.parametrize(("game", "sentence"), SENTENCES)
def test_the_sentences_are_understood(game: str, sentence: str) -> None:
    """Each has a form that scenes know, with words that its game knows; true or not."""
    name, *modules = game.split("+")
    said = str(holds(sentence, tw.load(name, modules).new(["anna", "bruno", "clara"])))
    assert "unknown sentence" not in said and "unknown word" not in said


@pytest.mark.parametrize(("scene", "session"), COMMANDS)
def test_the_commands_say_what_they_say(
    scene: str, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A command is given the scene that stands before it."""
    command, _, said = session.partition("\n")
    words = command.removeprefix("$ tilewright ").split()
    (tmp_path / next(word for word in words if word.endswith(".yaml"))).write_text(scene, "utf-8")
    monkeypatch.chdir(tmp_path)
    ran = run(*words)
    assert (ran.code, ran.out) == (0, said)


@pytest.mark.parametrize("word", [*attrs.fields_dict(scenes.SceneFields), *CORE])
def test_the_page_names_every_field_and_word(word: str) -> None:
    assert f"`{word}`" in PAGE or f"{word}:" in PAGE


@pytest.mark.parametrize("game", GAMES)
def test_the_page_names_every_word_of_a_game(game: str) -> None:
    """In the game's own part of the page: what may stand under `given`, and what sentences count or tell."""
    rules = tw.load(game)
    title = rules.game.title.partition(" (")[0]
    (part,) = re.findall(rf"^## Words of {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    words = [noun.name for noun in rules.nouns if noun.name]
    words += [place.name for place in rules.places_of(rules.new(3))]
    assert not [word for word in words if not re.search(rf"\b{word}\b", part)]


def test_the_page_names_all_that_is_said_of_a_turn_of_glen_more() -> None:
    marks = ("stepped", "die moved", "no movement", "moved")
    said = (*glenmore.PARTS, *glenmore.OWED, *marks)
    assert not [word for word in said if not re.search(rf"\b{word}\b", PAGE)]


@pytest.mark.parametrize(
    "full", sorted(name for name in plugins.found("module") if name.split(".")[0] in GAMES)
)
def test_the_page_names_every_word_of_a_module(full: str) -> None:
    game, module = full.split(".")
    plain = {noun.name for noun in tw.load(game).nouns}
    added = [noun.name for noun in tw.load(game, [module]).nouns if noun.name not in plain]
    assert not [name for name in added if name.removesuffix("s") not in PAGE]


MEANINGS = re.findall(
    r"^\| (.*?) \| `(.*?)` \| (.*) \|$",
    PAGE.partition("## Words that follow from fields")[2].partition("\n## ")[0],
    re.M,
)
"""What a field means, what a scene gives, and sentences that are true then."""


def meant(means: str, word: str) -> Any:
    """Return a game with a field of this name and meaning; those for placed tiles are in toys."""
    if "placed" in means:
        return KINDS
    if "per_seat" in means:
        return mosaic.PAIRS_PLUGIN
    outer, *inner = means.strip("`").split("(")
    plain: dict[str, Any] = {"at_cells": {}, "sequence": []}
    empty = [plain.get(inner[0], 0)] * 3 if outer in ("by", "by_seat") else plain.get(outer, 0)
    field = authoring.public(
        means=eval(means.strip("`"), vars(authoring)), factory=lambda: copy.deepcopy(empty)
    )
    state = attrs.make_class("Told", {word: field}, bases=(mosaic.Mosaic,), eq=False)
    return plugin(attrs.evolve(mosaic.GAME, state=state, phases=phases, choices=None))


@pytest.mark.parametrize(("means", "given", "told"), MEANINGS)
def test_fields_are_given_and_told_as_the_table_says(means: str, given: str, told: str) -> None:
    said = yaml.safe_load(given)
    (word,) = said
    game = mosaic.PLUGIN if word == "land" else meant(means, word)
    state = tw.load(game).new(["anna", "bruno", "clara"])
    position.place(state, said)
    for sentence in re.findall("`(.*?)`", told):
        assert holds(sentence, state) is None


@pytest.mark.parametrize(
    ("second", "problem"),
    [
        ("bruno: place food 0,15", ""),
        ({"bruno": "place food 0,15"}, ""),
        ("anna: place food 0,15", "it is not your turn"),
        ("dora: place food 0,15", "'dora:' is not a move"),
    ],
)
def test_a_move_says_whose_it_is_with_quotes_or_without(second: Any, problem: str) -> None:
    """Only a player's name is parted from a text."""
    hand = {"anna": "food", "bruno": "food"}
    scene = {"game": "rebirth", "players": ["anna", "bruno"], "given": {"hand": hand}}
    moves = ["anna: place food 2,4", second]
    (read,) = scenes.read(yaml.safe_dump(scene | {"moves": moves, "expect": ["anna has 1 tile"]}), "a.yaml")
    problems = scenes.run(read).problems
    assert [problem in one.message for one in problems] == [True] * bool(problem), problems


@pytest.mark.parametrize(
    ("moves", "expect", "split"),
    [
        ("[place food 2,4]", "[anna has 1 tile]", ["moves.0"]),
        ('["place food 2,4"]', "[tile 2,4 is anna food]", ["expect.0", "expect.1"]),
        ('["place food 2,4"]', '["tile 2,4 is anna food", anna has 5 tiles,bruno has 5 tiles]', []),
    ],
)
def test_a_cell_that_a_flow_list_splits_is_named_as_the_cause(
    moves: str, expect: str, split: list[str]
) -> None:
    """What is wrong for another reason says nothing of commas."""
    text = "game: rebirth\nplayers: [anna, bruno]\ngiven: {hand: {anna: food, bruno: food}}\n"
    (scene,) = scenes.read(f"{text}moves: {moves}\nexpect: {expect}\n", "a.yaml")
    problems = scenes.run(scene).problems
    assert problems
    assert [one.where for one in problems if "in [ ] a comma separates entries" in one.message] == split
