"""Tile-laying games: a shared core and rulesets that plug into it."""

import os as _os

TYPE_CHECKING = False  # known to type checkers; until more is imported, Ctrl-C would print a traceback

# In a checkout the code lies in core/, games/ and data/ at the repository's root;
# in an installed wheel it lies beside this file.
_root = _os.path.dirname(_os.path.dirname(_os.path.dirname(_os.path.realpath(__file__))))
if all(map(_os.path.isfile, (f"{_root}/pyproject.toml", f"{_root}/core/__init__.py"))):
    __path__.insert(0, _root)

from .core.base.version import __version__ as __version__  # noqa: E402  (found once the path is set)

if TYPE_CHECKING:
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
    from importlib import import_module

    found: object = getattr(import_module(f"{__name__}.core.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
