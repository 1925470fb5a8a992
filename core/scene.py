"""Scenes."""

from __future__ import annotations

import attrs


@attrs.frozen
class Noun:
    name: str
