"""Sizes that input may have; anything larger is refused with a message."""

from __future__ import annotations

from .errors import UsageError

DIGITS = 80
"""Digits of a number in a record; seeds have up to 256 bits, and sets as bits up to that many members."""
SEED_BITS = 256
"""Width of a seed, without its sign."""
GAMES = 10_000_000
"""Games, blocks or seeds that one command plays."""
WORKERS = 1_000
TRAININGS = 100
"""Trainings of each ruleset of a comparison."""
"""Processes that one command starts."""
PLAYERS = 100
"""Players of one game, whatever it is."""
RECORD = 1 << 28
"""Bytes of a record; a match of 100,000 decisions takes a tenth of that."""
TEXT = 1 << 22
"""Bytes of any other file: data, a scene, a plan, a bot."""
FILES = 1_000
"""Entries of a folder with data files."""
SCENES = 20_000
"""Entries of a folder with scenes."""
VALUES = 200_000
"""Values in a text of JSON, and so in a position that a record begins from."""
NODES = 50_000
"""Values and keys in a text of YAML, whose places are kept."""
NESTED = 50
"""Levels of lists and mappings in a text of JSON or YAML."""
TYPED = 1_000
"""Letters of a line that is typed or pasted at the full screen."""
PACES = (0.0, 0.6, 2.0, 5.0)
"""Seconds for which a bot's move is shown: what a key takes, one after the other."""
FRAMES = 100
"""Steps that wait on each other in such a position."""


def within(what: str, number: int, most: int, least: int | None = None) -> int:
    """The number; UsageError if it is larger than `most`, or smaller than `least`."""
    if least is not None and number < least:
        raise UsageError(f"{what}: {number} is too few; at least {least} are needed")
    if number > most:
        # A number of thousands of digits cannot even be printed.
        said = str(number) if number.bit_length() <= SEED_BITS else "that number"
        raise UsageError(f"{what}: {said} is too many; at most {most:,} are possible")
    return number


def seed(text: str) -> int:
    """The seed that the text stands for; UsageError says what is allowed."""
    text = text.strip()
    digits = text.removeprefix("-").removeprefix("+")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
        raise UsageError(f"expected a whole number of at most {SEED_BITS} bits")
    return narrow(int(text))


def narrow(seed: int) -> int:
    """The seed; UsageError if it is wider than seeds are."""
    if seed.bit_length() > SEED_BITS:
        raise UsageError(f"a seed has at most {SEED_BITS} bits")
    return seed


def number(text: str) -> int | None:
    """The number that these digits stand for; None for other text, and for more digits than any count has."""
    return int(text) if text.isdecimal() and len(text) <= 18 else None
