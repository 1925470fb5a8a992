"""Typed text that cannot be read, as a message key with arguments, so that it can be said in any language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from .messages import Words


@lru_cache(maxsize=1)
def engine() -> Mapping[str, Mapping[str, str]]:
    """The engine's own messages; those that begin with `read.` are for readers of games as well."""
    from .folder import Folder
    from .translations import translated

    return translated("core", Folder(files("tilewright.data") / "core", "data/core").messages())


class Unclear(ValueError):
    """A reader cannot read what was typed. `str` is English if the message is the engine's, otherwise its key."""

    def __init__(self, key: str, **given: object) -> None:
        self.key = key
        self.given = given
        super().__init__(key)

    def __str__(self) -> str:
        return self.told(Words(engine())) if self.key in engine() else self.key

    def told(self, words: Words, lang: str = "en") -> str:
        """The sentence. PluginError if there is no such message."""
        return words.say(self.key, self.given, (), lang, literal=True)
