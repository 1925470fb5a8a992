"""An event of a page: one key, click or text of a person, as its script sends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import attrs

from ..base.errors import UsageError
from ..text.strict import EXACT, structure

if TYPE_CHECKING:
    from ..draw.model import Where


def letters(most: int) -> Callable[[object, Any, str], None]:
    """A validator of texts of so many letters."""

    def check(_: object, field: Any, value: str) -> None:
        if len(value) > most:
            raise ValueError(f"{field.name}: expected at most {most} letters")
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise ValueError(f"{field.name}: expected text")  # half a letter could not be sent back

    return check


@attrs.frozen(kw_only=True)
class PageEvent:
    """One key, click or text of a person."""

    page: str = attrs.field(validator=letters(200))
    do: str = attrs.field(validator=letters(20))
    number: str = attrs.field(default="", validator=letters(20))
    """The choice that it was done for: what was meant for one decision never reaches another one."""
    at: tuple[int, int, int] | None = None
    """A board, and a place on it."""
    n: int = 0
    """A line of the list, or one of the amounts or moves at a spot."""
    key: str = attrs.field(default="", validator=letters(20))
    asked: int = 0
    """The question about a final move that the page showed, by its number; 0 for none."""
    hints: int = 0
    """How many hints the page had shown for this choice: Enter takes no hinted move that nobody has seen."""
    text: str = attrs.field(default="", validator=letters(2_000))

    @classmethod
    def of(cls, content: object) -> PageEvent:
        """The event in a request. Slips if the request does not hold one."""
        return structure(content, cls, EXACT)

    @property
    def where(self) -> Where:
        if self.at is None:
            raise UsageError(f"{self.do}: expected a place: at")
        return self.at[0], (self.at[1], self.at[2])
