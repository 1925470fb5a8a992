"""What `tilewright --version` prints. Nothing that a command needs is imported for it."""

from __future__ import annotations

from ...base.version import __version__
from . import output


def print_versions() -> None:
    """Print the version, and that of each plugin of other packages."""
    from ...rules.plugins import GROUPS, found

    output.say(f"tilewright {__version__}")
    for kind in GROUPS:
        for plugin in found(kind).values():
            if plugin.source != "tilewright":
                output.say(f"  {kind} {plugin.name}: {plugin.source}")
