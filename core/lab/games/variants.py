"""Variants: rulesets written as changes to a base, each assembled and checked before anything is played."""

from __future__ import annotations

import itertools
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence

import attrs

from ...base.errors import TilewrightError, UsageError
from ...box import owner_data
from ...rules import plugins
from ...rules.assembly import load
from ...rules.ruleset import Rules
from ...text.folder import SHIPPED
from ...text.options import Option
from ...text.strict import near

WORDS = ("with", "without", "edition", "data", "game")
"""The changes of a variant other than options; each may also be written as a flag, `--with` and so on."""
MOST_FACTORS = 6
AGAIN = "A/A"
"""The base, played on other blocks."""


@attrs.frozen(kw_only=True)
class Variant:
    """One ruleset of a comparison: its name, its text, and the arguments of `load`."""

    name: str
    text: str = ""
    """The change to the shared ruleset as it was written; "" for none."""
    game: str
    modules: tuple[str, ...] = ()
    options: Mapping[str, object] = attrs.field(factory=dict)
    edition: str | None = None
    data: str | None = None
    given: str | None = None
    """The folder of data as it was named; None if it is what the owner has in place, which differs by game."""

    @classmethod
    def of(cls, rules: Rules, name: str) -> Variant:
        """Return the ruleset under this name."""
        return cls(
            name=name,
            game=rules.game.name,
            modules=tuple(module.name for module in rules.modules),
            options={**rules.changed, **rules.overridden},
            data=rules.data_folder,
        )

    def rules(self) -> Rules:
        """Assemble the ruleset. An error in the owner's data says what can be done."""
        with owner_data.explained(self.game, self.data):
            return load(self.game, self.modules, self.options, self.edition, self.data)


class Blamed(UsageError):
    """A word of a variant is wrong, whatever the ruleset that it changes."""


def variant(name: str, text: str, shared: Variant) -> Variant:
    """Apply the words of `text` to the shared ruleset and check the result. UsageError names variant and word."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError(f"variant {name}: {text}: {error}") from None
    found = attrs.evolve(shared, name=name, text=text)
    blamed: dict[str, str] = {}
    said: dict[str, str] = {}
    for word, key, value in _settings(name, words):
        if key not in ("with", "without") and said.setdefault(key, value) != value:
            raise UsageError(
                f"variant {name}: {key} is given twice, as {said[key]} and as {value}: leave one of them out"
            )
        found = _changed(found, key, value, word)
        blamed[key if key not in WORDS else value] = word
    if words:
        _check(found, blamed)
    return found


def _settings(name: str, words: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yield (text, name, value) for each word; a flag takes the next word as its value."""
    left = iter(words)
    for word in left:
        typed = word
        if word.startswith("--"):
            flag, equals, value = word[2:].partition("=")
            if flag not in (*WORDS, "set"):
                raise UsageError(f"variant {name}: there is no {word}{near(flag, [*WORDS, 'set'])}")
            if not equals:
                value = next(left, "")
                typed = f"{word} {value}"
            word = value if flag == "set" else f"{flag}={value}"
        key, equals, value = word.partition("=")
        if not equals or not key or (key in WORDS and not value):
            raise UsageError(f"variant {name}: {typed}: {_unread(word, next(left, ''))}")
        yield typed, key, value


def _unread(word: str, following: str) -> str:
    """Return what is wrong with a word that is not of the form NAME=VALUE; `following` is the next word."""
    known = ", ".join(f"{known}=" for known in WORDS)
    said = f"write it as NAME=VALUE, or one of {known}"
    if any(name.endswith(f".{word}") for name in plugins.found("module")):
        return f"{said}; for the module, write with={word}"
    meant = f"; did you mean '{word}={following}'?" if "=" not in word + following and following else ""
    return said + meant


def _changed(found: Variant, key: str, value: str, word: str) -> Variant:
    names = tuple(one.strip() for one in value.split(",") if one.strip())
    if key == "with":
        return attrs.evolve(found, modules=tuple(dict.fromkeys((*found.modules, *names))))
    if key == "without":
        for one in names:
            if one not in found.modules:
                said = f"module '{one}' is not in play{near(one, found.modules)}"
                raise UsageError(f"variant {found.name}: {word}: {said}")
        return attrs.evolve(found, modules=tuple(m for m in found.modules if m not in names))
    if key == "edition":
        return attrs.evolve(found, edition=value)
    if key == "data":
        if value != SHIPPED and not os.path.isdir(value):
            raise UsageError(f"variant {found.name}: {word}: there is no folder {value}")
        return attrs.evolve(found, data=owner_data.effective(found.game, value), given=value)
    if key == "game":
        return attrs.evolve(found, game=value, data=owner_data.effective(value, found.given))
    return attrs.evolve(found, options={**found.options, key: value})


def _check(found: Variant, blamed: Mapping[str, str]) -> None:
    """Check that the variant can be assembled; UsageError names the word that prevents it."""
    try:
        found.rules()
    except UsageError as error:
        said = str(error)
        for key, word in blamed.items():
            if any(f"'{one.strip()}'" in said for one in key.split(",")) or said.startswith(
                (f"option {key}:", f"{key}:")
            ):
                raise Blamed(f"variant {found.name}: {word}: {said}") from error
        raise UsageError(f"variant {found.name}: {said}") from error
    except TilewrightError as error:
        # An error in a file or plugin keeps its exit code and gains the variant's name.
        error.args = (f"variant {found.name}: {error}",)
        raise


def differing(base: Rules, other: Rules) -> dict[str, tuple[object, object]]:
    """Return the differences by name, each with the base's value and the other's; None if a side lacks the option."""
    pairs: dict[str, tuple[object, object]] = {
        "game": (f"{base.game.name} {base.game.version}", f"{other.game.name} {other.game.version}"),
        "modules": tuple(", ".join(m.name for m in rules.modules) for rules in (base, other)),  # type: ignore[dict-item]
        "edition": (base.edition, other.edition),
    }
    mine, theirs = base.plain, other.plain  # what a module makes of an option is the module's doing
    for name in dict.fromkeys((*mine, *theirs)):
        pairs[name] = (mine.get(name), theirs.get(name))
    for name in dict.fromkeys((*base.overridden, *other.overridden)):
        pairs[name] = (_stands(base, name), _stands(other, name))
    if base.data_folder or other.data_folder:
        pairs["data"] = (base.data_digest, other.data_digest)
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _stands(rules: Rules, name: str) -> str | None:
    """Return the value of `data:FILE.PATH` under these rules; None if their data lacks it."""
    try:
        return rules.folder.value(name.removeprefix("data:"))
    except UsageError:
        return None


# -- many variants at once -------------------------------------------------------------------------------------------


def every_change(base: Variant) -> list[Variant]:
    """Return the base and every single change to it: each option's other values, each module added or removed.

    A whole number with bounds takes the values one below and one above. Changes that cannot be assembled are left out.
    """
    rules = base.rules()
    texts = [
        f"{option.name}={shlex.quote(typed(value))}"
        for option in rules.declared
        for value in _others(option, rules.option_values[option.name])
    ]
    played = [module.name for module in rules.modules]
    prefix = f"{rules.game.name}."
    for name in plugins.found("module"):
        if name.startswith(prefix):
            module = name.removeprefix(prefix)
            texts.append(f"without={module}" if module in played else f"with={module}")
    found = [base]
    for text in texts:
        try:
            found.append(variant(text, text, base))
        except TilewrightError:
            continue
    return found


def _others(option: Option, value: int | bool | str) -> list[int | bool | str]:
    if option.ranged:
        low, high = (int(bound) for bound in option.values)
        return [near for near in (int(value) - 1, int(value) + 1) if low <= near <= high]
    return [other for other in option.values if other != value]


def typed(value: object) -> str:
    """Write the value of an option as a person types it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def factorial(base: Variant, factors: Sequence[str]) -> tuple[list[Variant], dict[str, frozenset[str]]]:
    """Return all combinations of the factors, the base (all off) first, and the factors switched on in each variant.

    A factor is a module, or words as in a variant (`NAME=VALUE`); the base has it switched off.
    """
    names = list(dict.fromkeys(factors))
    if not 2 <= len(names) <= MOST_FACTORS:
        raise UsageError(f"a factorial run takes 2 to {MOST_FACTORS} factors, not {len(names)}")
    texts = {name: name if "=" in name else f"with={name}" for name in names}
    plain = base.rules()
    for name, text in texts.items():
        if not differing(plain, variant(name, text, base).rules()):
            raise UsageError(f"factor {name} changes nothing: the base already has it")
    found, on = [base], {base.name: frozenset[str]()}
    for count in range(1, len(names) + 1):
        for chosen in itertools.combinations(names, count):
            made = variant(" + ".join(chosen), " ".join(texts[name] for name in chosen), base)
            found.append(made)
            on[made.name] = frozenset(chosen)
    return found, on
