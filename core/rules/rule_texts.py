"""The rules in words: those of `rules.yaml` that hold, with the numbers in force, and those of a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import InvalidFile, UsageError
from ..text.folder import RULES, TRANSLATED, Folder, Rule
from ..text.languages import languages
from ..text.messages import Message, Words, arguments, filled, flaws, parts
from ..text.options import Option, typed, unknown
from ..text.strict import near
from ..text.translations import translated
from .frozen import FrozenDict

if TYPE_CHECKING:
    from .ruleset import Rules
    from .schedule import Decision

FILE = "rules.yaml"


def read(folder: Folder, declared: Sequence[Option]) -> dict[str, Rule]:
    """The rules of a game or module by id, as its file has them, if any.

    InvalidFile for options and values that do not exist.
    """
    known = {option.name: option for option in declared}
    found = _stated(folder)
    problems = [
        folder.document(FILE).problem((name, *path), said)
        for name, rule in found.items()
        for path, said in _flaws(rule, known)
    ]
    if problems:
        raise InvalidFile(problems)
    return found


def _stated(folder: Folder) -> dict[str, Rule]:
    return folder.load(FILE, RULES) if FILE in folder.names() else {}


def _flaws(rule: Rule, known: Mapping[str, Option]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """(where in the rule, what is wrong there)."""
    cases = [(("instead", n), one.text, one.when) for n, one in enumerate(rule.instead)]
    for path, text, when in [((), rule.text, rule.when), *cases]:
        try:
            parts(text)
            for name in arguments(text) - known.keys():
                raise unknown("option", name, known)
        except (ValueError, UsageError) as error:
            yield (*path, "text"), str(error)
        for name, value in when.items():
            try:
                if name not in known:
                    raise unknown("option", name, known)
                known[name].read(value)
            except UsageError as error:
                yield (*path, "when", name), str(error)


def english(folder: Folder) -> dict[str, dict[str, str]]:
    """The texts of the rules as messages: `rule.ID`, and `rule.ID.1` for the first text of `instead`."""
    texts = (
        (name, [rule.text, *(one.text for one in rule.instead)]) for name, rule in _stated(folder).items()
    )
    return {_key(name, n): {"en": text} for name, some in texts for n, text in enumerate(some)}


def _key(name: str, case: int = 0) -> str:
    return f"rule.{name}.{case}" if case else f"rule.{name}"


def messages(game: str, folder: Folder) -> dict[str, dict[str, str]]:
    """The texts of the rules of a game or module, by key (`english`), with those of its files `rules.LANG.yaml`.

    Our translations of what a user's files change are left out. InvalidFile for rules that do not exist, and for every
    text that could not be filled in.
    """
    own, shipped = english(folder), english(folder.shipped) if folder.changed else None
    found, problems = {key: dict(texts) for key, texts in own.items()}, []
    for file in folder.names():
        match = TRANSLATED.fullmatch(file)
        if match is None:
            continue
        lang, document = match[1], folder.document(file)
        if lang not in languages():
            said = f"there is no language {lang!r}; the file can be named rules.LANG.yaml by one of "
            problems.append(document.problem((), said + ", ".join(languages())))
            continue
        for name, text in folder.load(file, dict[str, str]).items():
            key = _key(name)
            stale = shipped is not None and not folder.given(file) and own.get(key) != shipped.get(key)
            if key in found and not stale:
                found[key][lang] = text
                problems += [document.problem((name,), s) for _, s in flaws({lang: text}, own[key]["en"])]
            elif not stale:
                ids = [one.removeprefix("rule.") for one in own]
                said = f"{FILE} has no rule {name!r}{near(name, ids, 'the ids are those there')}"
                problems.append(document.problem((name,), said, at_key=True))
    if problems:
        raise InvalidFile(problems)
    return translated(game, found, own, shipped)


def written(rules: Rules, of: str = "") -> dict[str, Rule]:
    """The rules as their files have them, by id, in force or not; with `of`, those of the game or of one module."""
    found = [some for owner, some in rules.stated.items() if of in ("", owner)]
    return {name: rule for some in found for name, rule in some.items()}


@lru_cache(maxsize=64)
def in_force(rules: Rules, of: str = "", lang: str = "en") -> dict[str, Rule]:
    """The rules that hold, by id, with what they say under the options in force; with `of`, as in `written`.

    A text that the language does not have is the English one, marked as such.
    """
    return FrozenDict(under(rules, rules.option_values, of, lang))


def under(rules: Rules, values: Mapping[str, object], of: str = "", lang: str = "en") -> dict[str, Rule]:
    """The rules that would hold under these values of all options."""
    said = {name: typed(value) for name, value in values.items()}
    gone = _replaced(rules)
    return {
        name: attrs.evolve(rule, text=_text(rules.words, name, rule, said, lang))
        for name, rule in written(rules, of).items()
        if name not in gone and _fits(rule.when, said)
    }


def _fits(when: Mapping[str, str], values: Mapping[str, object]) -> bool:
    return all(values.get(name) == value for name, value in when.items())


def _text(words: Words, name: str, rule: Rule, values: Mapping[str, str], lang: str) -> str:
    case = next((n for n, one in enumerate(rule.instead, 1) if _fits(one.when, values)), 0)
    texts = words.texts(_key(name, case))
    said = filled(texts, lang, values).strip()
    return said if lang in texts else f"{words.say('rule.untranslated', {}, (), lang)} {said}"


def _replaced(rules: Rules) -> dict[str, list[str]]:
    """The rules that do not hold because others take their place, with these."""
    found: dict[str, list[str]] = {}
    for name, rule in written(rules).items():
        for other in rule.replaces:
            found.setdefault(other, []).append(name)
    return found


def absence(rules: Rules, name: str) -> Message | None:
    """Return why a rule of the game or its modules does not hold; None for a rule that holds or does not exist."""
    rule = written(rules).get(name)
    if rule is None or name in in_force(rules):
        return None
    by = _replaced(rules).get(name)
    if by:
        return Message("rule.replaced", {"rule": name, "by": ", ".join(by)})
    editions = [f"--edition {one}" for one, values in rules.editions.items() if _fits(rule.when, values)]
    settings = " ".join(f"--set {option}={value}" for option, value in rule.when.items())
    return Message("rule.only", {"rule": name, "when": " / ".join([*editions, settings])})


def named(rules: Rules, step: Decision[Any]) -> list[str]:
    """The ids and chapters that a step, its kinds of action and modules name for its decision."""
    parts: list[Any] = [step, *step.extras]
    found = [one for part in parts for one in type(part).rules]
    found += [one for part in parts for kind in part.actions for one in kind.rules]
    return found + [one for module in rules.modules for one in module.step_rules.get(step.name, ())]


def chapter(name: str, ids: Iterable[str]) -> list[str]:
    """The rules of a chapter: `RB-PLACE-1` and all others of `RB-PLACE`."""
    return [one for one in ids if one.startswith(f"{name}-")]


def of_decision(rules: Rules, step: Decision[Any]) -> list[str]:
    """The ids of the rules that a decision names and that hold, in order; those that replace others in their place."""
    return holding(rules, named(rules, step))


def holding(rules: Rules, names: Iterable[str]) -> list[str]:
    """The ids of the rules that hold of these rules and chapters; those that replace others in their place."""
    texts, replaced, ids = in_force(rules), _replaced(rules), written(rules)
    found = [rule for one in names for rule in ([one] if one in ids else chapter(one, ids))]
    by = dict.fromkeys(name for rule in found for name in replaced.get(rule, [rule]))
    return [name for name in by if name in texts]
