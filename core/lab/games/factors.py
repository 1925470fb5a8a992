"""Factors: an option, a handicap, a module or a number of the data, with the values that it takes in a study."""

from __future__ import annotations

import re
from collections.abc import Sequence

import attrs

from ...base.errors import TilewrightError, UsageError
from ...rules import handicap, plugins
from ...rules.ruleset import Rules
from ...text.strict import near
from .variants import Variant, typed

MODULE = "module:"
DATA = "data:"
ON, OFF = "on", "off"
RANGE = re.compile(r"(-?[0-9]{1,18})\s*(?:to|\.\.)\s*(-?[0-9]{1,18})(?:\s*(?:by|/)\s*([0-9]{1,18}))?")
MOST = 1_000
"""Most values of one factor."""
HOW = "expected 'LOW to HIGH', 'LOW to HIGH by STEP', 'all', or the values with commas"


@attrs.frozen(kw_only=True)
class Factor:
    """An option, a module or a number of the data, with the values that the search may give it."""

    name: str
    """`castle`, `module:NAME` or `data:FILE.PATH`."""
    values: tuple[str, ...]
    """As they are typed; those of an ordered factor rise."""
    ordered: bool
    """True for numbers: a step leads to the value before or after. Otherwise it leads to any other value."""
    usual: str
    """The value of the base, whether it is among the values or not."""

    def steps(self, value: str) -> list[str]:
        """Return the values that are one step away."""
        if not self.ordered:
            return [one for one in self.values if one != value]
        at = self.values.index(value)
        return [self.values[near] for near in (at - 1, at + 1) if 0 <= near < len(self.values)]


def factor(name: str, said: str | Sequence[str], base: Variant, rules: Rules) -> Factor:
    """Read the values of one factor of this base; UsageError says what is wrong, and what was expected."""
    if name.startswith(MODULE):
        return _switch(name, said, rules)
    if name.startswith(DATA):
        usual = rules.folder.value(name.removeprefix(DATA))
        values = _values(said, ())
        ordered = all(re.fullmatch("-?[0-9]{1,18}", value) for value in values)
    else:
        option = next((one for one in (*rules.declared, *handicap.options([name])) if one.name == name), None)
        if option is None:
            known = [one.name for one in rules.declared]
            raise UsageError(f"there is no option '{name}'{near(name, known)}")
        usual = typed(rules.option_values.get(name, option.default))
        whole: list[int | bool | str] = list(option.values) or [*option.known]
        if option.ranged:
            low, high = (int(bound) for bound in option.values)
            whole = list(range(low, high + 1))
        values = _values(said, [typed(value) for value in whole])
        values = [typed(option.read(value)) for value in values]
        ordered = option.type == "int"
    if len(set(values)) < len(values):
        raise UsageError("a value is given twice")
    if len(values) < 2:
        raise UsageError(f"a factor needs at least two values; {HOW}")
    if ordered:
        values = sorted(values, key=int)
    made = Factor(name=name, values=tuple(values), ordered=ordered, usual=usual)
    for value in made.values:
        try:
            attrs.evolve(base, options={**base.options, name: value}).rules()
        except TilewrightError as error:
            raise UsageError(f"{value}: {error}") from error
    return made


def with_value(base: Variant, factors: Sequence[Factor], values: Sequence[str]) -> Variant:
    """Return the base with these values of the factors; nothing is checked."""
    options, modules = dict(base.options), list(base.modules)
    for factor, value in zip(factors, values, strict=True):
        module = factor.name.removeprefix(MODULE)
        if module == factor.name:
            options[factor.name] = value
        elif value == ON and module not in modules:
            modules.append(module)
        elif value == OFF and module in modules:
            modules.remove(module)
    told = " ".join(f"{factor.name}={value}" for factor, value in zip(factors, values, strict=True))
    return attrs.evolve(base, name=told, text=told, modules=tuple(modules), options=options)


def _switch(name: str, said: str | Sequence[str], rules: Rules) -> Factor:
    module, prefix = name.removeprefix(MODULE), f"{rules.game.name}."
    known = [one.removeprefix(prefix) for one in plugins.found("module") if one.startswith(prefix)]
    if module not in known:
        raise UsageError(f"there is no module '{module}'{near(module, known)}")
    if sorted(_values(said, [OFF, ON])) != [OFF, ON]:
        raise UsageError(f"a module is {OFF} or {ON}; expected 'all'")
    usual = ON if any(one.name == module for one in rules.modules) else OFF
    return Factor(name=name, values=(OFF, ON), ordered=False, usual=usual)


def _values(said: str | Sequence[str], whole: Sequence[str]) -> list[str]:
    """Return the values that the text names; `whole` are those that `all` stands for."""
    if not isinstance(said, str):
        return [one.strip() for one in said]
    text = said.strip()
    if text == "all":
        if not whole:
            raise UsageError(f"it can have any value, so name those to try; {HOW}")
        if len(whole) > MOST:
            raise UsageError(f"it has {len(whole)} values; {HOW}")
        return list(whole)
    ranged = RANGE.fullmatch(text)
    if ranged is None:
        return [one.strip() for one in text.split(",") if one.strip()]
    low, high, step = (int(part) if part else 1 for part in ranged.groups())
    if low >= high or step < 1:
        raise UsageError(f"{text} is empty; {HOW}")
    found = range(low, high + 1, step)
    if len(found) > MOST:
        raise UsageError(f"{text} has {len(found)} values; at most {MOST} are possible")
    return [str(value) for value in found]
