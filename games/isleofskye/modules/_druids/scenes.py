"""Words that the module adds to scenes: tablets, prices on the dolmen, the longest road.

`druids.dolmen`, `druids.pile`, `druids.drawn` and `druids.gone` are zones like others. A dolmen that is not named has
lost what the position names elsewhere, and is full. Tablets that are not named were built in an earlier round.
"""

from __future__ import annotations

from typing import Any

from tilewright.authoring import Given, Noun, Position, by, by_seat, mapping, seat_of, whole, whole_number

from ...state import IsleOfSkyeState, catalogue, tile_named
from ...territory import territory
from .dolmen import DolmenStep, KeepStep
from .road import longest_road
from .state import NAME, options, part, printed, spaces, tablets_on

EXAMPLE = "{D01: 2}"


def put_tablets(position: Position[IsleOfSkyeState], rounds: Any) -> None:
    """Gives each tablet to the player who has built its tile: since the round given, or since an earlier one."""
    state = position.state
    names, known = state.rules.pieces["tile"], catalogue(state)
    since: dict[tuple[int, str], int] = {}
    for player, tiles in mapping(rounds, f"a mapping from player: {{anna: {EXAMPLE}}}").items():
        seat = seat_of(state, player, player)
        for tile, number in mapping(tiles, f"a mapping from tile: {EXAMPLE}", player).items():
            # Tablets that a scene does not date were built in the round before, which may be round 0.
            since[seat, str(tile)] = whole_number(number, player, tile, least=0, most=state.round + 1) - 1
    for seat, board in enumerate(state.territories):
        built = part(state).tablets[seat] = []
        for cell in board:
            name = known.by_face[board.face(cell).name].id
            if name in names and any(tablets_on(state, tile_named(state, name))):
                built.append((tile_named(state, name), since.pop((seat, name), state.round - 1)))
    for seat, name in since:
        said = f"{state.seats[seat]} has built no {name} with a tablet (IS-TAB-1)"
        raise Given(said, state.seats[seat], name)


def write_tablets(state: IsleOfSkyeState) -> dict[str, dict[str, int]]:
    names = state.rules.pieces["tile"]
    return {
        player: {names[tile]: number + 1 for tile, number in part(state).tablets[seat]}
        for seat, player in enumerate(state.seats)
    }


def count_tablets(state: IsleOfSkyeState, seat: int) -> int:
    return sum(1 for tile, _ in part(state).tablets[seat] for _ in tablets_on(state, tile))


def tell_price(state: IsleOfSkyeState, tile: str) -> str:
    """Answers `dolmen price D07 is 4`."""
    for space in spaces(state):
        if state.rules.pieces["tile"][space.tile] == tile:
            return str(space.cost)
    raise ValueError(f"{tile} does not lie on the dolmen")


def check(position: Position[IsleOfSkyeState], nothing: Any) -> None:
    """Fills the dolmen as far as the stacks go; checks that tiles lie drawn only when one of them is to be kept."""
    state = position.state
    here = part(state)
    surcharges = printed(state.rules).surcharges
    if not {"modules", "tablets"} & position.words:
        put_tablets(position, None)
    if "modules" not in position.words and not any(
        place.name == "dolmen" and place.holder == NAME for place in position.named
    ):
        while len(here.dolmen) < len(surcharges) and here.pile:
            here.dolmen.insert(0, here.pile.pop())
    if len(here.dolmen) > len(surcharges):
        raise Given(f"the dolmen has {len(surcharges)} spaces (IS-DR-3)", f"{NAME}.dolmen")
    step = "" if state.over else state.rules.nodes[state.stack[-1][0]].name
    if bool(here.drawn) != (step == KeepStep.name):
        said = "tiles lie drawn from the bag in the step `keep`, and only there (IS-DR-16)"
        raise Given(said, f"{NAME}.drawn")
    if step in (DolmenStep.name, KeepStep.name) and (any(state.offers) or any(state.stakes)):
        raise Given("unsold tiles are taken back before the second pass (IS-DR-5)", "offers")
    druids = set(printed(state.rules).prices)
    wrong = [state.rules.pieces["tile"][tile] for tile in (*here.pile, *here.dolmen)]
    for name in wrong:
        if name not in druids:
            raise Given(f"{name} is not a Druid tile (IS-DR-3)", f"{NAME}.pile")


NOUNS = (
    Noun(
        name="tablets",
        put=put_tablets,
        write=write_tablets,
        count=count_tablets,
        fields=("druids.tablets",),
        means=by_seat(by("tile", whole(0))),
    ),
    Noun(name="dolmen prices", tell=tell_price),
    Noun(
        name="tiles on the longest road",
        count=lambda state, seat: len(longest_road(territory(state, seat), options(state.rules))),
    ),
    Noun(name="", put=check),
)
