"""Games that depend on the order of a set of texts, which is another one in each process."""

from __future__ import annotations

from tilewright.core.rules.ruleset import Rules

from .plant import fault, package

FIELD = "    start: int = public("
NAMES = '{f"{tile.name} {n}" for tile in state.rules.data for n in range(4)}'
"""Twelve texts: hardly two processes have them in the same order."""


@fault("workers", "in the set-up the field market differs: market is [", games=1)
def a_set_that_is_iterated_in_the_set_up() -> Rules:
    filled = f"    state.market = list({NAMES})\n"
    first = "    state.start = roll("
    return package(
        ("state.py", FIELD, "    market: list[str] = public(factory=list)\n" + FIELD),
        ("__init__.py", first, filled + first),
    )


@fault("workers", "after decision 0, 'lay 0,0', the field rumours differs: rumours is [", games=1)
def a_set_that_is_iterated_in_a_step() -> Rules:
    heard = f"        state.rumours = list({NAMES})\n"
    first = "        state.tiles[cell] = kind\n"
    return package(
        ("state.py", FIELD, "    rumours: list[str] = public(factory=list)\n" + FIELD),
        ("steps.py", first, first + heard),
    )


@fault("workers", "the field legal.player2 differs", games=1)
def a_set_that_is_iterated_in_a_list_of_legal_actions() -> Rules:
    listed = "Legal([GRID.read(cell) for cell in {GRID.text(each) for each in openings(state)}],"
    return package(("steps.py", "Legal(openings(state),", listed))


@fault("workers", "(the order within prices differs from decision 0 on)", games=1)
def a_mapping_that_is_filled_from_a_set() -> Rules:
    filled = f"    state.prices = dict.fromkeys({NAMES}, 0)\n"
    first = "    state.start = roll("
    spent = "        state.cheapest = min(state.prices, key=lambda tile: state.prices[tile])\n"
    laid = "        state.tiles[cell] = kind\n"
    fields = '    prices: dict[str, int] = public(factory=dict)\n    cheapest: str = public(default="")\n'
    return package(
        ("state.py", FIELD, fields + FIELD),
        ("__init__.py", first, filled + first),
        ("steps.py", laid, laid + spent),
    )
