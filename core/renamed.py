"""Names that other people's code may still import, and what they are called now.

Nothing answers to an old name. A plugin that imports one cannot be loaded, and is listed with the sentence from here.
"""

from __future__ import annotations

import re

RENAMED: dict[str, str] = {
    "tilewright.core.schedule.end_turn": "nothing: drop the frames above the phase's own from state.stack",
    "tilewright.core.schedule.last_on_track": "nothing: write the policy `(state, seat) -> seat` of the phase yourself",
    "tilewright.core.position.nouns": "the attribute `nouns` of the rules",
}
"""Old name in full to the new one, or to what to do instead. A file that has moved stands here once, for all in it."""
_MISSING = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def hint(error: ImportError) -> str:
    """The sentence that names the new name of what could not be imported; "" if it never had another one."""
    missing = _MISSING.match(error.msg or "")
    wanted = [f"{missing[2]}.{missing[1]}"] if missing else []
    wanted += [error.name] if error.name else []
    for name in wanted:
        while name:
            if name in RENAMED:
                return f"; {name} is now {RENAMED[name]}"
            name = name.rpartition(".")[0]
    return ""
