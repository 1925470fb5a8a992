"""What people can change about a table while they play, the same in every face."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ..base.errors import UsageError

if TYPE_CHECKING:
    from .chair import Chair


def switch(chair: Chair, rest: str) -> None:
    """Change the setting that the words name; without any, none. UsageError for words that do not fit.

    The coach is each person's own; the others are the table's, and fixed where people sit apart.
    """
    table, said = chair.table, chair.texts
    yes, no = (said(f"line.{one}").split() for one in ("yes", "no"))
    name, _, value = rest.lower().partition(" ")
    if name == "coach" and value in ("on", "off", *yes, *no):
        chair.coach = value in ("on", *yes)
    elif rest and table.alone is None and not table.one_keyboard:
        raise UsageError(said("table.set.shared"))
    elif name == "confirm" and value in ("on", "off", *yes, *no):
        table.confirm = value in ("on", *yes)
    elif name == "pace" and re.fullmatch(r"[0-9]{1,2}([.][0-9]{1,3})?", value) and float(value) <= SLOWEST:
        table.pace = float(value)
    elif rest:
        raise UsageError(said("table.set.what", most=SLOWEST))


SLOWEST = 60
"""The most seconds for which a bot's move is shown."""


def settings(chair: Chair) -> tuple[str, str, str, str]:
    """Return whether final moves are asked about, how long a bot's move is shown, the help level, and the coach."""
    table, said = chair.table, chair.texts
    return (
        said(f"table.set.confirm_{'on' if table.confirm else 'off'}"),
        said("table.set.pace", n=f"{table.pace:g}"),
        said("table.set.help", level=table.help_level),
        said(f"table.set.coach_{'on' if chair.coach else 'off'}"),
    )
