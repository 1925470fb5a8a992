"""Games as other projects want them: PettingZoo and Gymnasium environments, OpenSpiel games. Each is an extra.

`numbering` (actions as numbers), `observing` (views as numbers) and `episode` (one game after the other) serve all;
`pettingzoo`, `gymnasium` and `openspiel` are imported only by whoever wants them, and only they import those projects.
"""

from __future__ import annotations

from ..errors import UsageError


def missing(extra: str, library: str) -> UsageError:
    """What to raise where an adapter's library is not installed."""
    return UsageError(f'this adapter needs {library}: pip install "tilewright[{extra}]"')
