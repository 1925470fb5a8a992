"""Every rule of every game has a scene or test that cites its id, or says why none can; and what is cited exists.

Rules stand in data/GAME/rules.yaml. A scene cites under `rules:`, a test in a comment or docstring. Only ids that are
written out count: "RB-AMB-1 to RB-AMB-3" cites two.
"""

from __future__ import annotations

import ast
import fnmatch
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tilewright.core.rules.assembly import load
from tilewright.core.rules.plugins import found
from tilewright.core.scenes import scene as scenes
from tilewright.core.text.document import read_document
from tilewright.core.text.folder import Rule

from ..cases import cases
from .sources import GAMES, ROOT, files, path_id

ID = re.compile(r"(?<![A-Za-z0-9-])[A-Z]{2}(?:-[A-Z0-9]+)+(?![A-Za-z0-9])")
"""What looks like a rule's id, or like a chapter of rules (RB-PLACE)."""


def table(game: str) -> dict[str, Rule]:
    """The rules of a game and its modules by id; none while it has no such file."""
    found: dict[str, Rule] = {}
    for file in files(ROOT / "data" / game, "rules.yaml"):
        found.update(read_document(file, path_id(file)).structure(dict[str, Rule]))
    return found


RULES = {game: rules for game in GAMES if (rules := table(game))}
SCENES = list(files(ROOT / "tests" / "scenes", ".yaml"))
TESTS = [path for path in files(ROOT / "tests", ".py") if path.name.startswith("test_")]
HERE = Path(__file__)


def shipped_modules(game: str) -> list[str]:
    names = [name.partition(".")[2] for name in found("module") if name.startswith(f"{game}.")]
    return [name for name in names if found("module")[f"{game}.{name}"].source == "tilewright"]


def unknown(text: str, rules: Mapping[str, Mapping[str, Rule]] = RULES) -> set[str]:
    """The ids in a text that no game has; those of games without rules yet are left alone."""
    prefixes = {rule.partition("-")[0]: game for game, known in rules.items() for rule in known}
    found = set()
    for cited in ID.findall(text):
        known = rules.get(prefixes.get(cited.partition("-")[0], ""))
        if known is not None and not any(rule == cited or rule.startswith(f"{cited}-") for rule in known):
            found.add(cited)
    return found


def remarks(source: str) -> Iterator[str]:
    """The comments and docstrings of a Python source."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            yield ast.get_docstring(node) or ""


@cache
def scenes_of(path: Path) -> list[scenes.Scene]:
    """The scenes of a file."""
    return scenes.read(path, path_id(path))


@cache
def cited() -> dict[str, list[str]]:
    """Rule id to the scene files and tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in SCENES:
        for scene in scenes_of(path):
            for rule in scene.cites:
                found.setdefault(rule, []).append(path_id(path))
    for path in TESTS:
        source = path.read_text("utf-8")
        if path != HERE and ID.search(source):  # others need not be parsed
            for rule in ID.findall("\n".join(remarks(source))):
                found.setdefault(rule, []).append(path_id(path))
    return found


def uncovered(rules: Mapping[str, Rule], by: Mapping[str, object]) -> list[str]:
    """The rules that nothing cites and that do not say why."""
    return [rule for rule in rules if rule not in by and not rules[rule].untested]


def excused(rules: Mapping[str, Rule], by: Mapping[str, object]) -> list[str]:
    """The rules that say why no test is possible, and have one."""
    return [rule for rule in rules if rule in by and rules[rule].untested]


@pytest.mark.parametrize("game", RULES)
def test_every_rule_is_tested(game: str) -> None:
    wrong = uncovered(RULES[game], cited())
    assert not wrong, "no scene or test cites " + ", ".join(wrong)


@pytest.mark.parametrize("game", RULES)
def test_no_rule_is_excused_for_nothing(game: str) -> None:
    by = cited()
    wrong = [
        f"{rule} is said to be untested, but cited in {', '.join(by[rule])}"
        for rule in excused(RULES[game], by)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", RULES)
def test_every_rule_says_where_it_stands(game: str) -> None:
    """A sentence, a source; and a reason, not a word, where no test is possible."""
    for name, rule in RULES[game].items():
        assert rule.text.endswith((".", ".)")) and rule.source, name
        assert not rule.untested or len(rule.untested.split()) > 3, name


CITING = [
    path
    for folder in ("core", "games", "data")
    for path in files(ROOT / folder)
    if path.suffix in (".py", ".yaml")
]


def test_rules_cited_in_the_product_exist() -> None:
    assert not {path_id(path): ids for path in CITING if (ids := unknown(path.read_text("utf-8")))}


# Message keys

ROOMS = {"core": ROOT / "core"} | {game: ROOT / "games" / game for game in GAMES}


@cache
def messages(room: str) -> set[str]:
    """The keys for which a room has a text."""
    return {
        key for file in files(ROOT / "data" / room, "messages.yaml") for key in read_document(file).content
    }


def written(node: ast.expr, tree: ast.Module) -> Iterator[str | None]:
    """The texts that an expression can stand for, read off the source; `second_*` for an f-string, None for nothing."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from written(node.body, tree)
        yield from written(node.orelse, tree)
    elif isinstance(node, ast.Name):
        values = [
            one.value
            for one in ast.walk(tree)
            if isinstance(one, ast.Assign)
            and any(isinstance(t, ast.Name) and t.id == node.id for t in one.targets)
        ]
        for value in values:
            yield from written(value, tree)
        if not values:
            yield None
    else:
        yield None


def keys(source: str) -> Iterator[tuple[int, str | None]]:
    """Line and message key of each refusal, score reason and event that a source makes."""
    if not re.search(r"\b(Reason|ScoreReason|Event)\(|log\.add\(", source):
        return
    tree = ast.parse(source)
    listed = {
        name.id
        for loop in ast.walk(tree)
        if isinstance(loop, ast.comprehension)
        for name in ast.walk(loop.target)
        if isinstance(name, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        reason = isinstance(node.func, ast.Name) and node.func.id == "ScoreReason"
        if reason and isinstance(node.args[0], ast.Name) and node.args[0].id in listed:
            continue  # made of a table; test_score_reasons_have_texts asks the game itself
        call = node.func
        name = call.id if isinstance(call, ast.Name) else ""
        logged = (
            isinstance(call, ast.Attribute) and call.attr == "add" and ast.unparse(call.value).endswith("log")
        )
        if name in ("Reason", "ScoreReason", "Event") or logged:
            said = [node.args[0], *node.args[3:4]] if name == "Event" else node.args[:1]
            said += [word.value for word in node.keywords if word.arg == "secret_key"]
            yield from ((node.lineno, key) for one in said for key in written(one, tree))


HANDED_ON = ROOT / "core" / "rules" / "events.py"
"""Where `Log.add` makes an event of a key that it is given."""
SPEAKING = [
    (room, path)
    for room, folder in ROOMS.items()
    if messages(room)
    for path in files(folder, ".py")
    if path != HANDED_ON
]


def test_messages_exist() -> None:
    """Each key has a text in the room's messages.yaml; a key that cannot be read off the source is none."""
    wrong = [
        f"{path_id(path)}, line {line}: {key or 'write the message key out'}"
        for room, path in SPEAKING
        for line, key in keys(path.read_text("utf-8"))
        if key is None or not fnmatch.filter(messages(room) | messages("core"), key)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_score_reasons_have_texts(game: str) -> None:
    """With all its modules, each reason of the game says in English what for."""
    rules = load(game, shipped_modules(game))
    assert not [reason.key for reason in rules.reasons if reason.key not in rules.words]


# These tests themselves

SAMPLE = '''
"""Rule RB-ONE-1, chapter RB-TWO."""
def test() -> None:
    "RB-ONE-2 is in the docstring."  # RB-ONE-3 is in a comment
    text = "RB-ONE-4 is neither"
'''


def test_only_comments_and_docstrings_cite() -> None:
    assert sorted(set(ID.findall(" ".join(remarks(SAMPLE))))) == [
        "RB-ONE-1",
        "RB-ONE-2",
        "RB-ONE-3",
        "RB-TWO",
    ]


def test_a_rule_without_a_test_is_seen() -> None:
    rules = {
        "RB-A-1": Rule("a", "b"),
        "RB-A-2": Rule("a", "b", untested="c"),
        "RB-A-3": Rule("a", "b", untested="c"),
    }
    assert uncovered(rules, {"RB-A-3": ["test_x"]}) == ["RB-A-1"]
    assert excused(rules, {"RB-A-3": ["test_x"]}) == ["RB-A-3"]
    assert not uncovered(rules, {"RB-A-1": ["test_x"]})
    assert not excused(rules, {"RB-A-1": ["test_x"]})


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("(RB-A-1)", set()),
        ("RB-A-1, RB-A.", set()),
        ("RB-A-11 and RB-B-1", {"RB-A-11", "RB-B-1"}),
        ("a chapter RB-B", {"RB-B"}),
        ("GM-A-1 of another game, UTF-8", set()),
    ],
)
def test_an_unknown_rule_is_seen(text: str, wrong: set[str]) -> None:
    assert unknown(text, {"one": {"RB-A-1": Rule("a", "b")}}) == wrong


@pytest.mark.parametrize(("source", "found"), cases(__file__, "message_keys_are_found"))
def test_message_keys_are_found(source: str, found: list[str | None]) -> None:
    assert [key for _, key in keys(source)] == found
