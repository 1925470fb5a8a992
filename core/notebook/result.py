"""Results of the functions for notebooks: a study that was played, with its report."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

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
