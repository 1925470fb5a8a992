"""A type of texts whose choices are found when a value is read, such as the available languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, get_args, get_origin

import attrs


@attrs.frozen
class Choices:
    """Marks a type of text whose choices are known only when it is read: `Annotated[str, Choices(find)]`."""

    find: Callable[[], Sequence[str]]


def choices(kind: Any) -> tuple[str, ...]:
    """The texts that a type with this mark allows; none for other types."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    return tuple(text for mark in marks if isinstance(mark, Choices) for text in mark.find())
