"""Rulesets in words: as a trained file says what it has learned, and as the command line takes them."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

import attrs

from ..base.errors import UsageError
from ..rules.ruleset import Rules
from ..text.options import typed


@attrs.frozen(kw_only=True)
class Ruleset:
    """The rules under which a file was trained. It is used under other rules only if the user asks for that."""

    game: str
    version: str
    modules: Mapping[str, str] = attrs.field(factory=dict)
    """Their versions."""
    options: Mapping[str, str] = attrs.field(factory=dict)
    """Options and data that differ from the defaults."""
    hash: str
    """`Rules.option_hash`, which changes with anything in the rules."""

    @classmethod
    def of(cls, rules: Rules) -> Ruleset:
        return cls(
            game=rules.game.name,
            version=rules.game.version,
            modules={module.name: module.version for module in rules.modules},
            options={name: typed(value) for name, value in {**rules.changed, **rules.overridden}.items()},
            hash=rules.option_hash,
        )

    def __str__(self) -> str:
        name = "+".join([self.game, *self.modules])
        return f"{name} {self.version}" + "".join(f" {name}={value}" for name, value in self.options.items())

    def words(self) -> list[str]:
        """Return the game, its modules and its options as the command line takes them, word by word."""
        found = [self.game]
        if self.modules:
            found += ["--with", ",".join(self.modules)]
        for name, value in self.options.items():
            found += ["--set", f"{name}={value}"]
        return found

    def own(self, rules: Rules, bot: str) -> None:
        """Raise UsageError unless these are rules of the same game."""
        if self.game != rules.game.name:
            raise UsageError(f"{bot} has learned {self}, which is not the game here, {rules.game.name}")

    def fit(self, rules: Rules, bot: str) -> None:
        """Raise UsageError, which names the bot that has learned this, unless it is exactly the ruleset of `rules`."""
        if self.hash == rules.option_hash:
            return
        here = str(Ruleset.of(rules))
        why = f"other data or another version of {here}" if str(self) == here else str(self)
        here += f" with the data in {rules.data_folder}" if rules.data_folder else ""
        raise UsageError(
            f"{bot} was trained under other rules ({why}, not {here}); train a bot for these: "
            f"tilewright train {flags(rules)}, or let it play as it was trained: {bot}:anyway"
        )


def flags(rules: Rules) -> str:
    """Return the game and its settings as the command line takes them."""
    return shlex.join(words(rules))


def words(rules: Rules) -> list[str]:
    """Return `flags` word by word."""
    folder = ["--data", str(rules.data_folder)] if rules.data_folder else []
    return [*Ruleset.of(rules).words(), *folder]
