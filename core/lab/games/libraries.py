"""The libraries of the laboratory, which are not installed with the rest."""

from __future__ import annotations

import importlib.util

from ...base.errors import UsageError, install


def installed(what: str, extra: str = "lab", *more: str) -> None:
    """Raise UsageError, naming the extra to install, if a library is missing that this needs: numpy, scipy or more."""
    for library in ("numpy", "scipy", *more):
        if importlib.util.find_spec(library) is None:
            raise UsageError(f"{what} needs {library}:{install(extra)}")
