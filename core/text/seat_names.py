"""Names of players: which there can be, and which are one name in another spelling.

A name is made of letters and digits of any script with their marks, and of WITHIN. Two spellings are one name if
Unicode's compatibility caseless matching (D146) makes them equal: other normal forms, widths and cases, and letters
that only look otherwise. The joiners that Arabic and Indic scripts write with stand where UAX #31 has them (2.3.1, A1,
A2 and B); every other invisible character is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize

from ..base.sanitize import INVISIBLE, joins
from ..base.strict_json import short

WITHIN = "-_·་・"
"""The signs that names are written with: beside ours, those of Catalan, Tibetan and Japanese (UAX #31, table 3a)."""
SPECTATOR: Final = "spectator"
REFEREE: Final = "referee"
"""Those who look at a match without a seat; no player can have their names."""
STACKED, MARKS = 4, 8
"""The most marks above or below one letter (UTS #39, 5.4), and of all kinds after it."""
LONG = 1_000
"""The most letters of a name in a record; a new name has fewer. Longer ones are not compared in all spellings."""


def spelled(name: str) -> str:
    """The name as it is kept: without blanks around it, composed."""
    return normalize("NFC", name.strip())


@lru_cache(10_000)
def alike(name: str) -> str:
    """The text that all spellings of a name have in common; i with and without a dot are one letter.

    Names too long to be anyone's have one spelling: to work out the others takes thirty times their size in memory.
    """
    if len(name) > LONG:
        return name
    found = normalize("NFD", "".join(letter for letter in name.strip() if not _ignored(letter)))
    for _ in range(2):
        found = normalize("NFKD", found.casefold().replace("ı", "i").replace("i\u0307", "i"))
    return found


def find(name: str, seats: Sequence[str]) -> int | None:
    """The seat with this name in any spelling; None if there is none."""
    if name in seats:
        return seats.index(name)
    return next((n for n, known in enumerate(seats) if alike(known) == alike(name)), None)


@lru_cache(1_000)
def check_seat_names(seats: tuple[str, ...]) -> None:
    """Raise ValueError for a name that cannot be a player's, or that two players have."""
    for name in seats:
        if len(name) > LONG:
            raise ValueError(f"'{short(name, 20)}' cannot be a player's name: it has over {LONG:,} letters")
        if not _marked(name) or not any(letter.isalnum() for letter in name):
            raise ValueError(f"'{name}' cannot be a player's name; use letters, digits, - and _")
    for n, name in enumerate(seats):
        if (other := find(name, seats[:n])) is not None:
            said = "" if seats[other] == name else f"; {seats[other]} is the same name"
            raise ValueError(f"two players are called {name}{said}")


def _marked(name: str) -> bool:
    """Return True if the name has nothing but letters, digits, WITHIN, and marks and joiners in their places."""
    text = normalize("NFD", name)
    stacked, marks = 0, MARKS  # none may stand before the first letter
    for n, letter in enumerate(text):
        kind = category(letter)
        if _ignored(letter):
            if not joins(text, n):
                return False
        elif letter.isalnum():
            stacked, marks = 0, 0
        elif kind in ("Mn", "Mc"):
            stacked, marks = stacked + 1 if kind == "Mn" else 0, marks + 1
            if stacked > STACKED or marks > MARKS or (kind == "Mn" and text[n - 1] == letter):
                return False
        elif letter in WITHIN:
            marks = MARKS
        else:
            return False
    return True


def _ignored(letter: str) -> bool:
    """Return True for a character that is not seen by itself."""
    return category(letter) == "Cf" or "\ufe00" <= letter <= "\ufe0f" or INVISIBLE.match(letter) is not None
