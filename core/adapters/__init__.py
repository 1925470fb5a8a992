"""Games for other projects: PettingZoo, Gymnasium, OpenSpiel.

`numbering` (actions as numbers), `observing` (views as numbers) and `episode` (one game after the other) serve all of
them. `pettingzoo`, `gymnasium` and `openspiel` must be imported by name, and only they import those projects.
"""

from __future__ import annotations

from ..base.errors import UsageError, install


def missing(extra: str, library: str) -> UsageError:
    """Return the error to raise if an adapter's library is not installed."""
    return UsageError(f"this adapter needs {library}: {install(extra)}")
