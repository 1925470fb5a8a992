"""Faults of states: fields, clones, equality, the packed form, scenes."""

from __future__ import annotations

from typing import Any, cast

import attrs

import tilewright as tw
from tilewright.core.land.grid import HEX
from tilewright.core.rules.containers import sequence
from tilewright.core.rules.events import Log
from tilewright.core.rules.game import ScoreReason
from tilewright.core.rules.meanings import SEAT, reader, thing
from tilewright.core.rules.nouns import Noun
from tilewright.core.rules.ruleset import Rules
from tilewright.core.rules.schedule import Phase
from tilewright.core.rules.state import State
from tilewright.core.rules.zones import public, referee, zone

from .. import auction, drought, meadow, nim, river
from ..harvest_dist import harvest
from ..harvest_dist.harvest import storm
from ..paper import plugin
from .plant import auction_steps, auction_with, fault, meadow_steps, meadow_with


@fault("fields", "field Undeclared.colour is not declared")
def an_undeclared_field() -> Rules:
    @attrs.define(eq=False)
    class Undeclared(meadow.Meadow):
        colour: int = 0

    return meadow_with(state=Undeclared)


@fault("fields", "field Secretive.next is the referee's")
def a_secret_in_a_referees_field() -> Rules:
    @attrs.define(eq=False)
    class Secretive(meadow.Meadow):
        next: int = referee(default=0)

    return meadow_with(state=Secretive)


@fault("fields", "Loose is not slotted")
def a_class_with_room_for_anything() -> Rules:
    class Loose(meadow.Meadow):
        pass

    return meadow_with(state=Loose)


@fault(
    "fields",
    "the source of score reason swap means things of family 'tiel', which does not exist; did you mean 'tile'?",
)
def a_score_reason_of_a_family_that_nobody_has() -> Rules:
    return meadow_with(reasons=(meadow.GAME.reasons(None)[0], ScoreReason("swap", "MD-SWAP-2", "tiel")))


@fault(
    "fields",
    "the reader of slot tile reads things of family 'tiel', which does not exist; did you mean 'tile'?",
)
def a_reader_of_a_family_that_nobody_has() -> Rules:
    return meadow_with(readers={**meadow.GAME.readers, "tile": reader("tiel")})


@fault("fields", "zone Auction.hand holds pieces of family 'card', which is not in the game's pieces")
def a_family_without_names() -> Rules:
    return auction_with(pieces=lambda data: {"cards": auction.KINDS})


@fault(
    "fields", "field Ranked.ranks means things of family 'crad', which does not exist; did you mean 'card'?"
)
def a_meaning_of_a_family_that_nobody_has() -> Rules:
    @attrs.define(eq=False)
    class Ranked(auction.Auction):
        ranks: list[int] = public(means=sequence(thing("crad")), factory=list)

    return auction_with(state=Ranked)


@fault("fields", "field Wet.depth is not declared")
def an_undeclared_field_in_a_slice() -> Rules:
    @attrs.define
    class Wet:
        column: int = public(default=9)
        depth: int = 0

        def clone(self) -> Wet:
            return Wet(self.column, self.depth)

    module = attrs.evolve(drought.MODULE, slice=lambda state: Wet(), slice_type=Wet)
    return tw.load(harvest, modules=[plugin(module, **drought.HOOKS)])


@fault("clones", "clone() shares swapped with its original")
def a_clone_that_shares_a_list() -> Rules:
    @attrs.define(eq=False)
    class Sharing(meadow.Meadow):
        def clone(self) -> Sharing:
            copy = super().clone()
            copy.swapped = self.swapped
            return copy

    return meadow_with(state=Sharing)


@fault("clones", "clone() shares own[0] with its original")
def a_clone_that_shares_a_list_within_a_list() -> Rules:
    @attrs.define(eq=False)
    class Shallow(river.River):
        def clone(self) -> Shallow:
            copy = super().clone()
            copy.own = self.own.copy()
            return copy

    return tw.load(plugin(attrs.evolve(river.GAME, state=Shallow)))


@fault("clones", "clone() forgets field weather")
def a_clone_without_a_field() -> Rules:
    @attrs.define(eq=False)
    class Forgetful(meadow.Meadow):
        def clone(self) -> Forgetful:
            copy = super().clone()
            del copy.weather
            return copy

    return meadow_with(state=Forgetful)


@fault("clones", "clone() forgets weather")
def a_clone_with_a_default_in_place_of_a_field() -> Rules:
    @attrs.define(eq=False)
    class Forgetful(meadow.Meadow):
        def clone(self) -> Forgetful:
            copy = super().clone()
            if not copy.cells:
                copy.weather = 0  # right whenever it is 0
            return copy

    return meadow_with(state=Forgetful)


@fault("clones", "clone() shares slices['storm'].past with its original")
def a_slice_whose_clone_shares_a_list() -> Rules:
    @attrs.define
    class Sharing(storm.Sky):
        def clone(self) -> Sharing:
            copy = super().clone()
            copy.past = self.past
            return copy

    module = attrs.evolve(storm.tilewright_module(), slice=lambda state: Sharing(), slice_type=Sharing)
    names = ("insert_steps", "add_actions", "set_up", "forbid_cells", "final_lines", "action_worth")
    return tw.load(harvest, modules=[plugin(module, **{name: getattr(storm, name) for name in names})])


@fault("clones", "== does not see a change of weather")
def an_equality_that_ignores_a_field() -> Rules:
    @attrs.define(eq=False)
    class Blind(meadow.Meadow):
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            copy = self.clone()
            copy.weather = cast(Blind, other).weather
            return State.__eq__(copy, other)

    return meadow_with(state=Blind)


@fault("clones", "to_dict() forgets weather")
def a_packed_form_that_leaves_something_out() -> Rules:
    @attrs.define(eq=False)
    class Silent(meadow.Meadow):
        def to_dict(self) -> dict[str, Any]:
            return super().to_dict() | {"weather": 0}

    return meadow_with(state=Silent)


# Fields whose parts lie in many clones at once.


@attrs.define(eq=False)
class Rows(meadow.Meadow):
    """The meadow with a list of the cells that each seat has laid; a list is replaced, never changed."""

    rows: list[list[int]] = public(shared=True, factory=list)


class Noting(meadow.LayStep):
    def play(self, state: meadow.Meadow, action: Any, log: Log | None) -> bool:
        if isinstance(action, meadow.LayTile):
            self.note(cast(Rows, state).rows, action)
        return super().play(state, action, log)

    def note(self, rows: list[list[int]], action: meadow.LayTile) -> None:
        rows[action.seat] = [*rows[action.seat], HEX.key(action.cell)]


def meadow_rows(laying: type[Noting] = Noting, state: type[Rows] = Rows) -> Rules:
    """The meadow with such rows; nothing is wrong with it."""

    def set_up(state: Any, log: Log | None) -> None:
        meadow.set_up(state, log)
        state.rows = [[] for _ in state.seats]

    return meadow_steps(laying=laying, state=state, set_up=set_up)


@fault("clones", "playing on a clone changes the original")
def a_shared_part_that_is_changed_in_place() -> Rules:
    class Scribbling(Noting):
        def note(self, rows: list[list[int]], action: meadow.LayTile) -> None:
            rows[action.seat].append(HEX.key(action.cell))

    return meadow_rows(laying=Scribbling)


@fault("clones", "playing on a clone changes the original")
def a_shared_field_whose_list_is_not_copied() -> Rules:
    @attrs.define(eq=False)
    class Lazy(Rows):
        def clone(self) -> Lazy:
            copy = super().clone()
            copy.rows = self.rows
            return copy

    return meadow_rows(state=Lazy)


@fault("clones", "clone() shares rows[0] with its original")
def a_part_that_is_shared_and_not_declared_so() -> Rules:
    @attrs.define(eq=False)
    class Silent(Rows):
        rows: list[list[int]] = public(factory=list)

        def clone(self) -> Silent:
            copy = super().clone()
            copy.rows = self.rows.copy()
            return copy

    return meadow_rows(state=Silent)


@fault("saving", "to_dict() is not plain data")
def a_packed_form_that_is_not_plain_data() -> Rules:
    @attrs.define(eq=False)
    class Odd(meadow.Meadow):
        def to_dict(self) -> dict[str, Any]:
            return super().to_dict() | {"weather": {self.weather}}

    return meadow_with(state=Odd)


@fault("saving", "restore(to_dict()) differs in start")
def a_field_that_comes_back_as_something_else() -> Rules:
    @attrs.define(eq=False)
    class Reread(meadow.Meadow):
        start: int = public(default=0, read=lambda rules, packed: packed + 1)

    return meadow_with(state=Reread)


@fault("saving", "to_dict() returns lists or dicts of the state itself")
def a_packed_form_that_is_the_state_itself() -> Rules:
    @attrs.define(eq=False)
    class Open(meadow.Meadow):
        def to_dict(self) -> dict[str, Any]:
            return super().to_dict() | {"swapped": self.swapped}

    return meadow_with(state=Open)


@attrs.define(eq=False)
class Heaped(meadow.Meadow):
    heap: list[int] = zone("tile", "all", per_seat=False, factory=list)


@fault("scenes", "(the order of heap means nothing: keep it sorted, or declare the zone a 'row')")
def a_zone_without_order_that_is_not_kept_sorted() -> Rules:
    def set_up(state: Any, log: Any) -> None:
        meadow.set_up(state, log)
        state.heap = [2, 0, 1]

    return meadow_with(state=Heaped, set_up=set_up)


@fault("scenes", "an exported scene gives a different state: weather")
def a_noun_that_covers_a_field_and_does_not_write_it() -> Rules:
    said = Noun(name="sky", write=lambda state: "blue", put=lambda position, text: None, fields=("weather",))
    return meadow_with(nouns=(said,))


@fault("fields", "field latest is 4, which is no value of a player")
def a_seat_that_nobody_has() -> Rules:
    """Nothing reads it, so nothing fails."""

    @attrs.define(eq=False)
    class Noting(nim.Nim):
        latest: int = public(means=SEAT, default=4)

    return tw.load(nim.bent(state=Noting))


@fault("fields", "step bid, to act: seat 4")
def a_step_that_waits_for_a_seat_that_nobody_has() -> Rules:
    """What fails is said with the place, though nobody can be named there."""
    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", lambda state, seat: 4, [Bid()])]))


class Bid(nim.TakeStep):
    name = "bid"


@fault("fields", "field round is -1, which is no value of a whole number")
def a_number_below_its_least() -> Rules:
    """It is so for one decision only, at which no position may happen to be exported."""

    class Counting(auction.BidStep):
        def reveal(self, state: auction.Auction, log: Log | None) -> None:
            super().reveal(state, log)
            state.round -= 2 * (state.round == 1)

    return auction_steps(bid=Counting)
