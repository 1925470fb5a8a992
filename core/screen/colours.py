"""The colours of the terminal."""

from __future__ import annotations

import os


def theme() -> str:
    """The theme that goes with the terminal's ground, as far as the terminal says whether it is light."""
    return "ansi-light" if os.environ.get("COLORFGBG", "").endswith((";7", ";15")) else "ansi-dark"
