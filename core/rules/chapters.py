"""The rules that hold in chapters, and the words that lead to them: as `learn.yaml` says, or from their ids."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from ..base.errors import Problem
from ..text.folder import LEARN
from ..text.strict import near
from ..text.yaml import Path
from . import lessons
from .rule_texts import holding, in_force, written

if TYPE_CHECKING:
    from ..text.lesson_file import Chapter
    from .ruleset import Rules

FIRST, LAST = ("AIM", "GOAL", "TURN"), ("SETUP", "START", "COMP", "BOX")
"""Words in ids of rules that are read first and last, where nobody has written chapters."""


@attrs.frozen
class RuleChapter:
    """Rules to read together, under a heading."""

    title: str
    rules: tuple[str, ...]
    """Their ids."""
    name: str = ""
    """Its name in `learn.yaml`, or the beginning that its ids share."""


@lru_cache(maxsize=64)
def chapters(rules: Rules, lang: str = "en") -> tuple[RuleChapter, ...]:
    """The chapters of a ruleset with the rules that hold, the overview first; empty ones are left out."""
    texts, found = in_force(rules), list[RuleChapter]()
    for name, one in arranged(rules).items():
        held = tuple(rule for rule in one.rules if rule in texts)
        found += [RuleChapter(lessons.said(rules, one.title, lang), held, name)] if held else []
    return tuple(found)


def arranged(rules: Rules) -> dict[str, Chapter]:
    """All chapters by name; each rule that is written, in force or not, stands in exactly one of them."""
    from ..text.lesson_file import Chapter

    found, by = _joined(rules), dict[str, list[str]]()
    named = {entry for one in found.values() for entry in one.rules}
    for rule in written(rules):
        begins = [rule[:n] for n, letter in enumerate(rule) if letter == "-"][::-1]
        entry = next((one for one in (rule, *begins) if one in named), f"-{begins[0] if begins else rule}")
        by.setdefault(entry, []).append(rule)
    made = {}
    for name, one in found.items():
        made[name] = attrs.evolve(one, rules=tuple(rule for entry in one.rules for rule in by.pop(entry, ())))
    titles = {
        rule: f"{module.title}: " for module in rules.modules for rule in rules.stated.get(module.name, ())
    }
    for entry in sorted(by, key=_late):
        word = entry[1:].partition("-")[2].replace("-", " ").capitalize() or entry[1:]
        made[entry[1:]] = Chapter(title={"en": titles.get(by[entry][0], "") + word}, rules=tuple(by[entry]))
    return made


def _joined(rules: Rules) -> dict[str, Chapter]:
    """The chapters as the files have them: a module adds rules to one of the game, or one behind it."""
    found: dict[str, Chapter] = {}
    for file in lessons.files(rules).values():
        for name, one in file.chapters.items():
            if name in found:
                one = attrs.evolve(found[name], rules=(*found[name].rules, *one.rules))
            names = [*found]
            if name not in found and one.after in found:
                names.insert(names.index(one.after) + 1, name)
            found = {**{other: found.get(other, one) for other in names}, name: one}
    return found


def _late(name: str) -> int:
    word = name.rpartition("-")[2]
    return 0 if word in FIRST else 2 + LAST.index(word) if word in LAST else 1


@lru_cache(maxsize=16)
def index(rules: Rules) -> tuple[tuple[dict[str, str], tuple[str, ...]], ...]:
    """The entries of the index: their words by language, separated by commas, and the rules that hold."""
    entries = [one for file in lessons.files(rules).values() for one in file.index]
    return tuple((dict(one.words), tuple(holding(rules, one.rules))) for one in entries)


def flaws(rules: Rules) -> Iterator[Problem]:
    """What is wrong with the rules that files name: ids that do not exist; rules that two chapters name, or none."""
    ids, named, files = written(rules), dict[str, str](), lessons.files(rules)
    begins = {rule[:n] for rule in ids for n, letter in enumerate(rule) if letter == "-"}
    for owner, folder in zip(rules.stated, rules.folders, strict=True):
        if owner not in files:
            continue
        file, document = files[owner], folder.document(LEARN)
        listed: list[tuple[Path, tuple[str, ...]]] = [
            (("index", n), one.rules) for n, one in enumerate(file.index)
        ]
        listed += [(("pages", name), one.rules) for name, one in file.pages.items()]
        listed += [
            (("pages", name, "task", "wrong", n), wrong.rules)
            for name, one in file.pages.items()
            for n, wrong in enumerate(one.task.wrong if one.task is not None else ())
        ]
        listed += [(("chapters", name), one.rules) for name, one in file.chapters.items()]
        for path, n, entry in ((path, n, one) for path, some in listed for n, one in enumerate(some)):
            place, name = (*path, "rules", n), str(path[1])
            if entry not in ids and entry not in begins:
                yield document.problem(
                    place, f"there is no rule {entry!r}{near(entry, ids, 'see rules.yaml')}"
                )
            elif path[0] == "chapters" and named.setdefault(entry, name) != name:
                yield document.problem(place, f"{entry} stands in the chapter {named[entry]!r} as well")
        for rule in rules.stated[owner] if file.chapters else ():
            if rule not in named and not any(rule.startswith(f"{entry}-") for entry in named):
                yield document.problem(("chapters",), f"no chapter names the rule {rule}")
