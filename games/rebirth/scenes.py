"""Words that Rebirth adds to scenes."""

from __future__ import annotations

from tilewright.core.scene import Noun

NOUNS: tuple[Noun, ...] = ()
