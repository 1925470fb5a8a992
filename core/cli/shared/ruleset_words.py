"""The options by which a command says under which rules it plays: `--with`, `--edition`, `--set`, `--data`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from . import common

if TYPE_CHECKING:
    from ...rules.ruleset import Rules


@attrs.frozen(eq=False, repr=False)
class RulesetWords:
    """The options of a command that choose the rules of a game."""

    modules: str | None = None
    edition: str | None = None
    settings: list[str] | None = None
    data: Path | None = None

    def __bool__(self) -> bool:
        """True if any of them is given."""
        return any((self.modules, self.edition, self.settings, self.data))

    @property
    def names(self) -> list[str]:
        """The modules by name."""
        return common.names(self.modules)

    @property
    def options(self) -> dict[str, object]:
        """The options by name; UsageError if one is not written NAME=VALUE."""
        return common.settings(self.settings)

    @property
    def folder(self) -> str | None:
        """The folder of data as requests name it."""
        return common.folder(self.data)

    def rules(self, game: str) -> Rules:
        """Return the ruleset of the game, with the owner's data unless something else is said."""
        from ...box import owner_data

        return owner_data.loaded(game, self.names, self.options, self.edition, self.data)

    def without(self, module: str) -> RulesetWords:
        """Return the same without the module's options, which the game alone does not have."""
        kept = [word for word in self.settings or () if not word.startswith(f"{module}.")]
        return attrs.evolve(self, settings=kept)

    def words(self, modules: Sequence[str]) -> list[str]:
        """Return the words that say the same with these modules on a command line."""
        found = ["--with", ",".join(modules)] if modules or self.modules is not None else []
        found += ["--edition", self.edition] if self.edition is not None else []
        for name, value in self.options.items():
            found += ["--set", f"{name}={value}"]
        return [*found, *(["--data", self.folder] if self.folder is not None else [])]


USUAL = RulesetWords()
"""The game as it comes."""
