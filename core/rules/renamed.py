"""Names that other people's code may still import, and what they are called now.

Nothing answers to an old name. A plugin that imports one cannot be loaded, and is listed with the sentence from here.
The engine's names are here; each game lists its own in a `renamed.py` like this one.
"""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

RENAMED: dict[str, str] = {
    "checks.BEYOND": "checks.beyond",
    "draw.model.Area": "draw.model.Ground",
    "draw.model.Board": "draw.model.Diagram",
    "draw.tables": "draw.panels",
    "lab.frame": "notebook.frame",
    "lab.notebook": "notebook.comparison",
    "majority.clockwise": "majority.seats_after",
    "meanings.listed": "meanings.sequence",
    "record.Writer": "writing.Writer",
    "record.finished_bytes": "writing.finished_bytes",
    "record.held": "writing.held",
    "scene.Outcome": "scene.Run",
    "scene.Told": "scene.Verdict",
    "schedule.end_turn": "gone: drop the frames above the phase's own from state.stack",
    "schedule.last_on_track": "gone: write the policy `(state, seat) -> seat` of the phase yourself",
}
"""Old name to the new one, as seen from `tilewright.core`, or to what to do instead."""
_MISSING = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_HOMES = re.compile(r"tilewright\.(core|games\.\w+)\.")


def hint(error: ImportError) -> str:
    """The sentence that names the new name of what could not be imported; "" if it never had another one."""
    missing = _MISSING.match(error.msg or "")
    for wanted in ([f"{missing[2]}.{missing[1]}"] if missing else []) + [error.name or ""]:
        found = _HOMES.match(wanted)
        if found is None or find_spec(f"{found[0]}renamed") is None:
            continue
        table: dict[str, str] = import_module(f"{found[0]}renamed").RENAMED
        name = wanted.removeprefix(found[0])
        while name:
            if name in table:
                return f"; {name} is now {table[name]}"
            name = name.rpartition(".")[0]
    return ""
