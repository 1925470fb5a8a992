"""What is said of scenes and positions of our games that are wrong, and sentences in their words, true and false.

The files in wordings/ hold, under `wrong`, a text to follow `start` and all that is said of it; under `table` a
scene, and under `sentences` what is said of each sentence there (null: it is true); and words for made-up positions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tilewright.core.base.errors import InvalidFile
from tilewright.core.rules.position import CORE
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.sentences import holds

from .scenery import back, position_or_problem

WORDINGS: dict[str, dict[str, Any]] = {
    path.stem: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parent / "wordings").glob("*.yaml"))
}


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in WORDINGS for name in WORDINGS[game]["wrong"]]
)
def test_wrong_scene(game: str, name: str) -> None:
    """Everything wrong is named with file, line and column; nothing is raised but InvalidFile."""
    case = WORDINGS[game]["wrong"][name]
    rules = tw.load(game, options=case["options"]) if "options" in case else None
    try:
        (scene,) = scenes.read(f"{WORDINGS[game]['start']}{case['text']}\n", "wrong.yaml")
        said = [str(p) for under in scene.expectations for p in scenes.run(scene, under, rules).problems]
    except InvalidFile as error:
        said = [str(problem) for problem in error.problems]
    assert said == [f"wrong.yaml:{case['said']}"]


@pytest.mark.parametrize(
    ("game", "sentence"), [(game, sentence) for game in WORDINGS for sentence in WORDINGS[game]["sentences"]]
)
def test_sentence(game: str, sentence: str) -> None:
    """A sentence that is true says nothing, one that is not says what is the case."""
    assert holds(sentence, back(WORDINGS[game]["table"])) == WORDINGS[game]["sentences"][sentence]


RULES = {game: tw.load(game) for game in WORDINGS}


def positions(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """What may stand under `given`: words of the game, mostly in wrong places."""
    words = WORDINGS[game]["words"]
    inside = [*words, *WORDINGS[game]["inner"]]
    anything = st.recursive(
        st.none() | st.sampled_from(inside),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(inside), inner, max_size=4)
        ),
        max_leaves=6,
    )
    nouns = [noun.name for noun in RULES[game].nouns if noun.put is not None and noun.name]
    fields = dict.fromkeys([*CORE, *nouns, *WORDINGS[game]["given"]])
    return st.dictionaries(st.sampled_from([*fields]), anything, min_size=1, max_size=4)


@pytest.mark.parametrize("game", WORDINGS)
@settings(max_examples=20)
@given(data=st.data())
def test_nothing_given_breaks_the_reader(game: str, data: st.DataObject) -> None:
    """Whatever stands under `given`, it is a position or is refused with a line."""
    position_or_problem(data.draw(positions(game)), RULES[game])
