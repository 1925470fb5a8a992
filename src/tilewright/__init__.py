"""Tile-laying games: a shared core and rulesets that plug into it."""

from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import TYPE_CHECKING as _CHECKING

# In a checkout the code lies in core/, games/ and data/ at the repository's root;
# in an installed wheel it lies beside this file.
_root = _Path(__file__).resolve().parents[2]
if (_root / "pyproject.toml").is_file() and (_root / "core" / "__init__.py").is_file():
    __path__.insert(0, str(_root))

from .core.base.version import __version__ as __version__  # noqa: E402  (found once the path is set)

if _CHECKING:
    from .core.base.errors import TilewrightError as TilewrightError
    from .core.notebook.comparison import compare as compare
    from .core.notebook.content import content as content
    from .core.notebook.design import design as design
    from .core.play.match import Match as Match
    from .core.rules.assembly import load as load
    from .core.rules.ruleset import Rules as Rules
    from .core.rules.state import State as State

# Fetched when first asked for, so that the command line answers at once.
_HOMES = {
    "TilewrightError": "base.errors",
    "Match": "play.match",
    "Rules": "rules.ruleset",
    "load": "rules.assembly",
    "State": "rules.state",
    "compare": "notebook.comparison",
    "design": "notebook.design",
    "content": "notebook.content",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(_import_module(f"{__name__}.core.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
