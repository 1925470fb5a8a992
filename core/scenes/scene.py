"""Scenes: rule tests that people can read. A position, moves, and what must be true then.

    scene: Both hexes of one player bring both prizes
    rules: [RB-SET-5]
    game: rebirth
    players: [anna, bruno, clara]
    given: {tiles: {"5,1": anna settlement-2}, hand: {anna: settlement-1}}
    moves: [place settlement 4,1]
    expect: [anna scored 8 for medium settlement]

Everything that `given` does not name is as in the set-up with seed 0 (the first player named begins). `then:` may hold
further stages of draws, moves and expectations. `expect` may be a mapping from edition (or name under `variants:`, a
set of options each) to its list; a plain list holds for every variant. This file reads and runs; `given` is in
`position`, sentences are in `sentences`, and docs/scenes.md explains everything to rules authors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import attrs
import yaml

from ..base import files
from ..base.errors import InvalidFile, Problem, TilewrightError, UsageError
from ..rules.assembly import load
from ..rules.events import Log
from ..rules.nouns import Given as Given
from ..rules.nouns import Noun as Noun
from ..rules.position import place
from ..rules.position import written as written
from ..rules.ruleset import Rules
from ..rules.state import State
from ..text.document import Document, read_document
from ..text.strict import Slips, structure
from .sentences import holds
from .stage import draws, entry_problem, moved


@attrs.frozen(kw_only=True)
class StageFields:
    """What a stage under `then` is made of."""

    draws: Mapping[str, Any] = attrs.field(factory=dict)
    """The next outcomes of chance, by zone (deck, supply.anna) or stream (die)."""
    moves: Sequence[Any] = ()
    """Moves as typed at the prompt; `- bruno: MOVE` says whose."""
    expect: Sequence[str] | Mapping[str, Sequence[str]] = ()
    """Sentences that must be true then, or such a list for each edition or variant."""
    note: Any = None
    """A remark."""


@attrs.frozen(kw_only=True)
class SceneFields(StageFields):
    """What a scene is made of."""

    scene: str = ""
    """What it shows: the rule in plain words."""
    rules: Sequence[str] = ()
    """The ids of the rules that it pins."""
    game: str
    """The game."""
    players: Sequence[Any]
    """The players in turn order; the first begins."""
    modules: Sequence[Any] = ()
    """The modules in play."""
    edition: str = ""
    """A named set of options."""
    options: Mapping[str, Any] = attrs.field(factory=dict)
    """Options that differ from their defaults; data:FILE.PATH is a value of the data."""
    variants: Mapping[str, Mapping[str, Any]] = attrs.field(factory=dict)
    """Name to options: the scene is run with each of these sets."""
    given: Mapping[str, Any] = attrs.field(factory=dict)
    """The position. What it does not name is as in the set-up with seed 0."""
    then: Sequence[StageFields] = ()
    """Further stages, each with draws, moves, expect and note."""
    source: Any = None
    """Where the rulebook says so."""


@attrs.frozen
class Scene:
    """A scene as it stands in its file; nothing is assembled yet."""

    document: Document
    path: tuple[str | int, ...] = ()

    @property
    def content(self) -> Mapping[str, Any]:
        found: Any = self.document.content
        for step in self.path:
            found = found[step]
        return found  # type: ignore[no-any-return]

    @property
    def title(self) -> str:
        return str(self.content.get("scene", self.document.file))

    @property
    def cites(self) -> tuple[str, ...]:
        """Ids of the rules that the scene pins."""
        return tuple(self.content.get("rules", ()))

    @property
    def expectations(self) -> tuple[str | None, ...]:
        """The variants, and the editions with expectations of their own; (None,) when there is one list for all."""
        names: list[str | None] = list(self.content.get("variants") or ())
        for stage in self.stages():
            expect = stage[1].get("expect")
            if isinstance(expect, dict):
                names += [name for name in expect if name not in names]
        return tuple(names) or (None,)

    def stages(self) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
        """(path, content) of the scene itself and of what follows under `then`."""
        yield self.path, self.content
        for n, stage in enumerate(self.content.get("then") or ()):
            yield (*self.path, "then", n), stage


@attrs.frozen
class Verdict:
    """One sentence of `expect`; `problem` is None if it holds."""

    sentence: str
    problem: Problem | None


@attrs.frozen
class Run:
    """One run of a scene, under one edition or variant (None: as the scene itself says)."""

    scene: Scene
    under: str | None
    verdicts: tuple[Verdict, ...]
    problems: tuple[Problem, ...]
    """Every sentence that does not hold and everything that could not be done; empty if the scene passes."""
    possible: bool = True
    """False if the scene could not be set up: its file is at fault, and not a rule."""


def read(source: Path | str, name: str | None = None) -> list[Scene]:
    """The scenes of a file: one mapping, or a list of them. InvalidFile names line and field of each problem."""
    if isinstance(source, Path) and _is_record(source):
        file = name or source.as_posix()
        said = (
            f"this is the record of a game, not a scene; see it with: tilewright replay {file}; go on with it: "
            f"tilewright resume {file}"
        )
        raise InvalidFile([Problem(file, 1, 1, "", said)])
    document = read_document(source, name)
    content = document.content
    scenes = (
        [Scene(document, (n,)) for n in range(len(content))]
        if isinstance(content, list)
        else [Scene(document)]
    )
    problems: list[Problem] = []
    for scene in scenes:
        problems += _shape(scene)
    if problems:
        raise InvalidFile(problems)
    return scenes


def _is_record(path: Path) -> bool:
    """True if the file begins as a saved game does."""
    return files.opening(path, 13) == b'{"tilewright"'


def _shape(scene: Scene) -> Iterator[Problem]:
    """Yield the problems with the scene's fields, before anything is assembled."""
    document, content = scene.document, scene.content
    try:
        structure(content, SceneFields)
    except Slips as error:
        for slip in error.slips:
            path, said = (*scene.path, *slip.path), slip.message
            value = reduce(getitem, path, document.content) if "expect" in slip.path[:-1] else None
            if isinstance(value, dict) and len(value) == 1:  # an unquoted `to act: anna`
                key, rest = next(iter(value.items()))
                text = f"{key}: {rest}" if isinstance(rest, str) else f"{key}: ..."
                said = f"a sentence with a colon needs quotes: '{text}'"
            yield document.problem(path, said, at_key=slip.at_key)
        return
    if not content["players"]:
        yield document.problem((*scene.path, "players"), "there are no players")
    for path, stage in scene.stages():
        expect = stage.get("expect")
        missing = [
            name for name in content.get("variants", ()) if isinstance(expect, dict) and name not in expect
        ]
        for name in missing:
            yield document.problem((*path, "expect"), f"no expectations for variant '{name}'")


def rules_for(scene: Scene, under: str | None = None, more: Mapping[str, object] | None = None) -> Rules:
    """The scene's ruleset, under an edition or a variant of its own; `more` options override its own."""
    content = scene.content
    options: dict[str, object] = dict(content.get("options") or {})
    edition = content.get("edition")
    variants = content.get("variants") or {}
    if under in variants:
        options.update(variants[under])
    elif under is not None:
        edition = under
    options.update(more or {})
    try:
        return load(str(content["game"]), list(content.get("modules") or ()), options, edition)
    except UsageError as error:
        raise InvalidFile([scene.document.problem(_blamed(scene, str(error), under), str(error))]) from error
    except InvalidFile as error:
        raise InvalidFile(
            [_overridden(scene, problem, under, options) for problem in error.problems]
        ) from error


def _overridden(scene: Scene, problem: Problem, under: str | None, options: Mapping[str, object]) -> Problem:
    """The problem at the setting of the scene that causes it; any other problem as it is."""
    for name, value in options.items():
        if f"(with {name}={value})" in problem.message:
            said = f"{problem.where or problem.file}: {problem.message}"
            return scene.document.problem(_blamed(scene, f"option {name}:", under), said)
    return problem


def _blamed(scene: Scene, message: str, under: str | None) -> tuple[str | int, ...]:
    """Path to the word that the message quotes or begins with (`option NAME:`, `data:FILE.path:`); otherwise to the
    scene itself."""
    content = scene.content
    variants = content.get("variants") or {}
    inner = ("variants" if under in variants else "expect", under or "")
    words: list[tuple[tuple[str | int, ...], object]] = [(("game",), content["game"])]
    words += [(("edition",), content.get("edition")), (inner, under)]
    words += [
        ((field, n), name)
        for field in ("modules", "players")
        for n, name in enumerate(content.get(field) or ())
    ]
    words += [((*inner, name), name) for name in variants.get(under) or ()]
    words += [(("options", name), name) for name in content.get("options") or ()]
    for path, word in words:
        if f"'{word}'" in message or message.startswith((f"option {word}:", f"{word}:")):
            return (*scene.path, *path)
    return scene.path


def begin(scene: Scene, under: str | None = None, rules: Rules | None = None) -> tuple[Rules, State]:
    """The scene's position: rules and state. InvalidFile names line and field of what is impossible."""
    used, state, _ = begun(scene, under, rules)
    return used, state


def begun(scene: Scene, under: str | None, rules: Rules | None) -> tuple[Rules, State, dict[str, list[str]]]:
    """As `begin`, with the draws of the first stage that the set-up has not used."""
    used = rules if rules is not None else rules_for(scene, under)
    content = scene.content
    drawn = draws(content)
    names = [str(name) for name in content["players"]]
    zones = [place.label(names) for place in used.places.get(len(names), ())]
    script = {"start": [names[0]]} | {k: v for k, v in drawn.items() if k in used.streams and k not in zones}
    given = content.get("given") or {}
    try:
        log = Log(script)
        state = used.new(names, 0, log)
        left = {source: values for source, values in log.left().items() if source in drawn}
        for source, values in left.items():
            if not content.get("moves"):
                said = f"'{values[0]}' was never drawn from {source} during set-up"
                raise InvalidFile([scene.document.problem((*scene.path, "draws", source), said)])
        place(state, given)
    except Given as error:
        path = (*scene.path, "given", *error.path)
        raise InvalidFile([scene.document.problem(path, error.message)]) from error
    except InvalidFile:
        raise
    except TilewrightError as error:
        raise InvalidFile([scene.document.problem(_blamed(scene, str(error), under), str(error))]) from error
    return used, state, left | {k: v for k, v in drawn.items() if k not in script}


def run(scene: Scene, under: str | None = None, rules: Rules | None = None) -> Run:
    """Set up and play the scene and check its sentences, under these rules instead of its own if they are given."""
    try:
        rules, state, drawn = begun(scene, under, rules)
    except InvalidFile as error:
        return Run(scene, under, (), tuple(error.problems), possible=False)
    verdicts: list[Verdict] = []
    problems: list[Problem] = []
    for path, stage in scene.stages():
        before = len(state.ledger)
        left = drawn if path == scene.path else draws(stage)
        stopped = moved(scene.document, path, stage, state, left)
        if stopped is not None:
            problems.append(stopped)
            break
        for source, values in left.items():
            for value in values:
                at = (*path, "draws", source)
                problems.append(scene.document.problem(at, f"'{value}' was never drawn from {source}"))
        for at, sentence in _expected(path, stage, under, state):
            said = holds(sentence, state, before)
            problem = None if said is None else entry_problem(scene.document, at, f"{sentence}: {said}")
            verdicts.append(Verdict(sentence, problem))
            if problem is not None:
                problems.append(problem)
    return Run(scene, under, tuple(verdicts), tuple(problems))


def _expected(
    path: tuple[str | int, ...], stage: Mapping[str, Any], under: str | None, state: State
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    expect = stage.get("expect") or []
    if isinstance(expect, dict):
        name = under if under is not None else state.rules.edition or next(iter(state.rules.editions), "")
        for n, sentence in enumerate(expect.get(name) or ()):
            yield (*path, "expect", name, n), sentence
    else:
        for n, sentence in enumerate(expect):
            yield (*path, "expect", n), sentence


def run_file(path: Path, editions: Sequence[str] = ()) -> list[Run]:
    """Run every scene of the file, under the editions named, or under each that it has expectations for.

    A scene with expectations for other editions or variants only is left out.
    """
    found = []
    for scene in read(path):
        names = scene.expectations
        found += [run(scene, name) for name in editions or names if name in names or names == (None,)]
    return found


def export(state: State, *, title: str = "", ascii_only: bool = False) -> str:
    """A scene whose position is this state, as YAML text; reading it back gives an equal state."""
    rules = state.rules
    content: dict[str, Any] = {"scene": title or f"{rules.game.title} after {state.turns} turns"}
    content["game"] = rules.game.name
    if rules.modules:
        content["modules"] = [module.name for module in rules.modules]
    if rules.edition is not None:
        content["edition"] = rules.edition
    options = rules.changed | rules.overridden
    if options:
        content["options"] = options
    content["players"] = list(state.seats)
    content["given"] = written(state)
    text: str = yaml.safe_dump(
        content, sort_keys=False, allow_unicode=not ascii_only, width=110, default_flow_style=None
    )
    return text
