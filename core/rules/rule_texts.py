"""The rules in words: those of `rules.yaml` that hold, with the numbers in force, and those of a decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import InvalidFile, UsageError
from ..text.folder import RULES, Folder, Rule
from ..text.messages import Message, arguments, filled, parts
from ..text.options import Option, typed, unknown
from .frozen import FrozenDict

if TYPE_CHECKING:
    from .ruleset import Rules
    from .schedule import Decision

FILE = "rules.yaml"


def read(folders: Mapping[str, Folder], declared: Sequence[Option]) -> dict[str, dict[str, Rule]]:
    """The rules by owner and id, as the files have them. InvalidFile for options and values that do not exist."""
    known = {option.name: option for option in declared}
    found = {owner: one.load(FILE, RULES) for owner, one in folders.items() if FILE in one.names()}
    problems = [
        folders[owner].document(FILE).problem((name, *path), said)
        for owner, stated in found.items()
        for name, rule in stated.items()
        for path, said in _flaws(rule, known)
    ]
    if problems:
        raise InvalidFile(problems)
    return found


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


def written(rules: Rules, of: str = "") -> dict[str, Rule]:
    """The rules as their files have them, by id, in force or not; with `of`, those of the game or of one module."""
    found = [some for owner, some in rules.stated.items() if of in ("", owner)]
    return {name: rule for some in found for name, rule in some.items()}


@lru_cache(maxsize=32)
def in_force(rules: Rules, of: str = "") -> dict[str, Rule]:
    """The rules that hold, by id, with what they say under the options in force; with `of`, as in `written`."""
    return FrozenDict(under(rules, rules.option_values, of))


def under(rules: Rules, values: Mapping[str, object], of: str = "") -> dict[str, Rule]:
    """The rules that would hold under these values of all options."""
    said = {name: typed(value) for name, value in values.items()}
    gone = _replaced(rules)
    return {
        name: attrs.evolve(rule, text=_text(rule, said))
        for name, rule in written(rules, of).items()
        if name not in gone and _fits(rule.when, said)
    }


def _fits(when: Mapping[str, str], values: Mapping[str, object]) -> bool:
    return all(values.get(name) == value for name, value in when.items())


def _text(rule: Rule, values: Mapping[str, str]) -> str:
    text = next((one.text for one in rule.instead if _fits(one.when, values)), rule.text)
    return filled({"en": text}, "en", values)


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
    texts, replaced, ids = in_force(rules), _replaced(rules), written(rules)
    found = [rule for one in named(rules, step) for rule in ([one] if one in ids else chapter(one, ids))]
    by = dict.fromkeys(name for rule in found for name in replaced.get(rule, [rule]))
    return [name for name in by if name in texts]
