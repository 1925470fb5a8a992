"""What the tests of all games share about scenes: those of a folder, a run of each, positions as scenes and back, and
what is logged of orders in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tilewright.core.base.errors import InvalidFile
from tilewright.core.rules.events import Log
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.state import State
from tilewright.core.scenes import scene as scenes
from tilewright.core.scenes.scene import Scene

ROOT = Path(__file__).parents[2]


def scenes_in(folder: str) -> list[Scene]:
    """The scenes of a folder below tests/scenes, without those of folders inside it."""
    files = sorted((ROOT / "tests" / "scenes" / folder).glob("*.yaml"))
    return [scene for file in files for scene in scenes.read(file, file.relative_to(ROOT).as_posix())]


def case_id(value: object) -> str:
    if isinstance(value, Scene):
        return f"{Path(value.document.file).stem}: {value.title}"
    return str(value) if value is not None else ""


def each(every: Iterable[Scene]) -> pytest.MarkDecorator:
    """A test of `scene` and `under` for each scene, and for each variant or edition that it has."""
    cases = [(scene, under) for scene in every for under in scene.expectations]
    return pytest.mark.parametrize(("scene", "under"), cases, ids=case_id)


def run(scene: Scene, under: str | None, rules: Rules | None = None) -> None:
    """Everything that the scene expects is so, and it expects something."""
    outcome = scenes.run(scene, under, rules)
    assert not outcome.problems, "\n".join(map(str, outcome.problems))
    assert outcome.verdicts, "the scene expects nothing"


def say_what_they_pin(every: Iterable[Scene], field: str) -> None:
    """Each scene has a title of its own, this field, and rules that hold in one of its settings at least."""
    every = list(every)
    for scene in every:
        assert scene.content["scene"] and scene.content[field], scene.title
        # Most rules hold in the first setting.
        left = set(scene.cites)
        for under in scene.expectations if left else ():
            left -= scenes.rules_for(scene, under).rule_texts().keys()
            if not left:
                break
        assert scene.cites and not left, scene.title
    assert not [title for title, count in Counter(scene.title for scene in every).items() if count > 1]


def played(every: Iterable[Scene]) -> dict[str, set[str]]:
    """The values of options that scenes and their variants set, by option and in small letters."""
    found: dict[str, set[str]] = {}
    for scene in every:
        for options in [scene.content.get("options", {}), *scene.content.get("variants", {}).values()]:
            for name, value in options.items():
                found.setdefault(name, set()).add(str(value).lower())
    return found


def back(text: str, rules: Rules | None = None) -> State:
    """The state that an exported scene stands for."""
    (scene,) = scenes.read(text, "exported.yaml")
    return scenes.begin(scene, rules=rules)[1]


def logged(state: Any, *orders: str) -> Log:
    """What is logged of orders, each by the seat to act."""
    log = Log()
    for order in orders:
        state.play(state.rules.read(order, state, state.to_act[0]), log)
    return log


def read_back(state: State, rules: Rules | None = None) -> str:
    """The position as a scene, which reads back as an equal state and is then written in the same way."""
    text = scenes.export(state, title="a position")
    again = back(text, rules)
    assert again == state
    assert again.digest() == state.digest()
    assert scenes.export(again, title="a position") == text
    return text


def position_or_problem(given: dict[str, Any], rules: Rules) -> None:
    """Whatever stands under `given`, it is a position that reads back, or is refused with a line."""
    text = f"game: {rules.game.name}\nplayers: [anna, bruno]\ngiven: {{}}"
    document = scenes.read(text, "any.yaml")[0].document
    document.content["given"] = given
    try:
        rules, state = scenes.begin(Scene(document), rules=rules)
    except InvalidFile as error:
        assert all(problem.line for problem in error.problems)
        return
    assert state.over or state.legal(state.to_act[0]) is not None
    assert back(scenes.export(state), rules) == state
