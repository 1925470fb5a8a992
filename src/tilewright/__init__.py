"""Tile-laying games: a shared core and rulesets that plug into it."""

from pathlib import Path as _Path

__version__ = "0.1.0"

# In a checkout the code lies in core/, games/ and data/ at the repository's root;
# in an installed wheel it lies beside this file.
_root = _Path(__file__).resolve().parents[2]
if (_root / "pyproject.toml").is_file() and (_root / "core" / "__init__.py").is_file():
    __path__.insert(0, str(_root))


from .core.errors import TilewrightError as TilewrightError  # noqa: E402
from .core.match import Match as Match  # noqa: E402
from .core.rules import Rules as Rules  # noqa: E402
from .core.rules import load as load  # noqa: E402
from .core.state import State as State  # noqa: E402
