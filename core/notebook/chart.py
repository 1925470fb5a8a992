"""A chart that a notebook shows."""

from __future__ import annotations

from pathlib import Path

import attrs

from ..base import files


@attrs.frozen
class Picture:
    """A chart, which a notebook shows."""

    svg: str = attrs.field(repr=False)
    """A complete SVG document."""

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the SVG file; return its path. UsageError if it cannot be written."""
        files.put(path, self.svg + "\n")
        return Path(path)
