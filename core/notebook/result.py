"""Results of the functions for notebooks: a study that was played, with its report, and its charts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

import attrs

from ..base import files


class StudyResult(ABC):
    """Base of the three results. A notebook shows the answer; `print` shows what the command prints."""

    @abstractmethod
    def page(self) -> str:
        """Return the report as one self-contained HTML file."""

    def save(self, path: str | Path) -> Path:
        """Write the report; return its path. UsageError if it cannot be written."""
        files.put(path, self.page())
        return Path(path)


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
