"""The warehouse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tilewright.core.nouns import EMPTY, Noun, mapping, whole_number

from ..files import RESOURCES
from ..state import GlenMoreState
from .reading import RESOURCE, here, resource_of

if TYPE_CHECKING:
    from tilewright.core.position import Position


def put_warehouse(position: Position, rows: Any) -> None:
    """So many spaces of each row hold coins, the cheapest first; rows that are not named hold none."""
    state = here(position)
    state.warehouse = [0] * len(RESOURCES)
    said = {} if rows == EMPTY else mapping(rows, "a mapping from resource to spaces with coins: {wood: 2}")
    for name, number in said.items():
        row = resource_of(name, name)
        state.warehouse[row] = whole_number(number, name, least=0, most=len(state.printed.prices))


def tell_warehouse(state: GlenMoreState, key: str) -> str:
    if key not in RESOURCE:
        raise ValueError(f"there is no row '{key}'; rows are {', '.join(RESOURCES)}")
    return str(state.warehouse[RESOURCE[key]])


WAREHOUSE = Noun(
    name="warehouse",
    put=put_warehouse,
    write=lambda state: dict(zip(RESOURCES, state.warehouse, strict=True)),
    tell=tell_warehouse,
    fields=("warehouse",),
)
