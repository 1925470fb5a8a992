"""Data files that lie in the Python file itself, so that a toy game is whole in one file."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from types import SimpleNamespace
from typing import IO, Any

import attrs

from tilewright.core.rules.game import Game, Module
from tilewright.core.rules.hooks import hook


@attrs.frozen
class Paper(Traversable):
    """A folder whose files are texts, or one such file."""

    title: str
    texts: Mapping[str, str] = attrs.field(factory=dict)
    text: str | None = None

    @property
    def name(self) -> str:
        return self.title

    def iterdir(self) -> Iterator[Traversable]:
        return iter([Paper(name, text=text) for name, text in self.texts.items()])

    def is_dir(self) -> bool:
        return self.text is None

    def is_file(self) -> bool:
        return self.text is not None

    def read_text(self, encoding: str | None = None, errors: str | None = None) -> str:
        return self.text or ""

    def read_bytes(self) -> bytes:
        return (self.text or "").encode()

    def joinpath(self, *descendants: Any) -> Traversable:
        return next(inner for inner in self.iterdir() if inner.name == "/".join(map(str, descendants)))

    def __truediv__(self, child: Any) -> Traversable:
        return self.joinpath(child)

    def open(self, mode: str = "r", *args: Any, **kwargs: Any) -> IO[Any]:
        raw = io.BytesIO(self.read_bytes())
        return raw if "b" in mode else io.TextIOWrapper(raw, encoding="utf-8")


def folder(messages: Mapping[str, str | Mapping[str, str]], rules: Mapping[str, str], **files: str) -> Paper:
    """A game's data: messages by key, in English or by language, what each rule says by its id, and further files."""
    spoken = {key: {"en": text} if isinstance(text, str) else text for key, text in messages.items()}
    said = "".join(f"{key}: {json.dumps(dict(texts))}\n" for key, texts in spoken.items())
    stated = "".join(f'{name}: {{text: "{text}", source: toy}}\n' for name, text in rules.items())
    more = {f"{name}.yaml": text for name, text in files.items()}
    texts = {"messages.yaml": said, "rules.yaml": stated, **more}
    return Paper("toy", {name: text for name, text in texts.items() if text})


def plugin(what: Game | Module, **hooks: Any) -> Any:
    """A plugin object with this game or module and these hook functions."""

    def described() -> Game | Module:
        return what

    name = "tilewright_game" if isinstance(what, Game) else "tilewright_module"
    found = {name: hook(described), **{key: hook(function) for key, function in hooks.items()}}
    return SimpleNamespace(__name__=what.name, **found)
