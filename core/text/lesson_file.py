"""What `learn.yaml` holds: a game, or a module of it, for people who have never played it.

A module's pages and chapters join those of its game, and take the place of those of the same name. Texts are by
language, as in `messages.yaml`.
"""

from __future__ import annotations

from typing import Any

import attrs

from .folder import LEARN as LEARN
from .introduction import Introduction, Told


@attrs.frozen(kw_only=True)
class PagePosition:
    """A position as scenes have it. The first player named is the learner."""

    players: tuple[str, ...]
    given: dict[str, Any] = attrs.field(factory=dict)
    draws: dict[str, Any] = attrs.field(factory=dict)
    moves: tuple[Any, ...] = ()
    """Moves that lead to it."""


@attrs.frozen(kw_only=True)
class WrongTry:
    """A likely wrong try."""

    move: str
    """As it is typed."""
    say: Told
    """What it misses; of a move that the rules refuse, said beside the refusal."""
    rules: tuple[str, ...] = ()


@attrs.frozen(kw_only=True)
class LessonAnswer:
    """An answer that can be chosen."""

    answer: str | Told
    right: bool = False
    say: Told
    """Why it is right, or wrong."""


@attrs.frozen(kw_only=True)
class LessonTask:
    """Something to do at the table (`shown`, `done`, `right`, `miss`), or a question with answers to choose from."""

    text: Told
    shown: tuple[str, ...] = ()
    """The moves that do it."""
    done: tuple[str | tuple[str, ...], ...] = ()
    """Sentences of scenes that all hold once it is done; of several in a list, one."""
    right: Told = attrs.field(factory=dict)
    """Said when it is done."""
    miss: Told = attrs.field(factory=dict)
    """Said of any other try; then the position is set up again."""
    wrong: tuple[WrongTry, ...] = ()
    answers: tuple[LessonAnswer, ...] = ()


@attrs.frozen(kw_only=True)
class LessonPage:
    """A short text beside a position."""

    title: Told
    text: Told
    rules: tuple[str, ...] = ()
    """The rules that it explains."""
    scene: PagePosition
    lit: tuple[str, ...] = ()
    """The places that it speaks of, as people name them."""
    task: LessonTask | None = None
    after: str = ""
    """Of a module: the page that it follows."""


@attrs.frozen(kw_only=True)
class CoachTexts:
    """Sentences for a first game."""

    steps: dict[str, Told] = attrs.field(factory=dict)
    """By step, when it occurs first; `take discard` is for `take` when only the verb `discard` is possible."""
    scores: dict[str, Told] = attrs.field(factory=dict)
    """By reason of points, when it scores first."""
    costs: dict[str, Told] = attrs.field(factory=dict)
    """By reason of points, when a move first makes larger what it costs at the end."""


@attrs.frozen(kw_only=True)
class Chapter:
    """Rules that belong together, in the order in which they are read."""

    title: Told
    rules: tuple[str, ...]
    """Ids; the beginning of some stands for all of them that no chapter names."""
    after: str = ""
    """Of a module: the chapter that it follows."""


@attrs.frozen(kw_only=True)
class IndexEntry:
    """Words that people use, and the rules that they look for."""

    words: Told
    """Words in all their forms, separated by commas."""
    rules: tuple[str, ...]


@attrs.frozen(kw_only=True)
class LessonFile:
    """`learn.yaml`."""

    about: Introduction | None = None
    pages: dict[str, LessonPage] = attrs.field(factory=dict)
    coach: CoachTexts = attrs.field(factory=CoachTexts)
    chapters: dict[str, Chapter] = attrs.field(factory=dict)
    index: tuple[IndexEntry, ...] = ()
