"""What every function of the room needs of its surroundings: a folder for failed games, a seed, a place for notes."""

from __future__ import annotations

import logging
import secrets
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def drawn() -> int:
    """Return a random seed."""
    return secrets.randbits(128)


def note(text: str) -> None:
    """Say something that is no result: on stderr, unless the program has other plans for the log `tilewright`."""
    logging.getLogger("tilewright").warning(text)


def silent(blocks: int) -> None:
    """Say nothing of newly finished blocks."""


def failed(out: Path | None) -> str:
    """Return the folder for records of games that fail."""
    return str(((out or user_data_path("tilewright", appauthor=False) / "games").resolve()) / "failed")


def kept() -> Path:
    """Return the folder of players that were trained on this machine."""
    return (user_cache_path("tilewright", appauthor=False) / "learned").resolve()
