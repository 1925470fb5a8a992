"""Games for other projects: PettingZoo, Gymnasium, OpenSpiel.

`pettingzoo`, `gymnasium` and `openspiel` must be imported by name, and only they import those projects. The other files
serve all of them.
"""

from __future__ import annotations

from ..base.errors import UsageError, install


def missing(extra: str, library: str) -> UsageError:
    """Return the error to raise if an adapter's library is not installed."""
    return UsageError(f"this adapter needs {library}:{install(extra)}")
