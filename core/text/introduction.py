"""What `learn.yaml` says of a game in short: lists of games and offers to learn read nothing else of it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import attrs

from .messages import Language

Told: TypeAlias = dict[Language, str]
"""One text by language; English is never missing."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Introduction:
    """A game in short."""

    minutes: int
    """A typical game, among people who know it."""
    weight: Literal[1, 2, 3]
    """How hard it is: 1 light, 2 medium, 3 demanding."""
    text: Told
    """What it is, in one sentence."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Opening:
    """The beginning of the file, read alone."""

    about: Introduction
