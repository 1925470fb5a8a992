"""The text of a fault: what happened, and what the protocol asks for."""

from __future__ import annotations

from .faults import Fault, Garbled
from .json_lines import shown

ASKS = {
    "missing": "it must be executable and begin with a line such as '#!/usr/bin/env python3', or follow what runs it",
    "ended": "it must run until 'quit' or the end of its stdin",
    "memory": "it stays within memory=MB, with all that it starts",
    "unwatched": "it leaves its parent process alone",
    "silent": "every question is answered on one line, written and flushed within the time",
    "garbled": "an answer is one line of JSON in UTF-8 with 'type' and the question's 'id'",
    "flooded": "at most 1,000 info lines and 8 MB come before an answer, in lines of at most 4 MB",
    "unasked": "only questions are answered, each once; anything else is a message of the type 'info'",
    "refused": "'error' is for games and values that the program cannot take",
    "illegal": "'action' is one of the texts in 'legal', letter by letter",
}
"""What the protocol asks for, by the word of the fault."""


def explained(fault: Fault) -> str:
    """Return the fault with what the protocol asks for, and the last line of stderr."""
    last = fault.stderr.strip().rpartition("\n")[2]
    said = (
        f"{fault}; {ASKS[fault.word]}"
        if not isinstance(fault, Garbled) or "must" not in str(fault)
        else str(fault)
    )
    return f"{said} (the last line of its stderr: {shown(last, 200)})" if last else said
