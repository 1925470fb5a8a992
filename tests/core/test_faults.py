"""Rulesets that are broken on purpose: each fault is caught by the check that is named after it, with its words."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, cast

import attrs
import pytest

import tilewright as tw
from tilewright.core import match as matches
from tilewright.core import schedule, testing, zones
from tilewright.core.actions import Legal, Reason, listed
from tilewright.core.chance import mix
from tilewright.core.events import Event, Log
from tilewright.core.game import Choice
from tilewright.core.grid import HEX
from tilewright.core.rules import Rules
from tilewright.core.schedule import Insert, Phase, clockwise
from tilewright.core.state import State, by_score
from tilewright.core.zones import KEY, draw, public, referee

from ..toys import auction, drought, meadow, nim, river
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm
from ..toys.paper import folder, plugin

Fault = Callable[[], Rules]
FAULTS: dict[str, tuple[str, str, Fault, dict[str, Any]]] = {}
"""Name to (check, words of the failure, the broken rules, what else the kit is given)."""


def fault(check: str, words: str, **given: Any) -> Callable[[Fault], Fault]:
    """The function makes rules whose fault `check` must report in these words."""

    def note(function: Fault) -> Fault:
        FAULTS[function.__name__] = check, words, function, given
        return function

    return note


def meadow_with(**changes: Any) -> Rules:
    return tw.load(plugin(attrs.evolve(meadow.GAME, **changes)))


def auction_with(**changes: Any) -> Rules:
    return tw.load(plugin(attrs.evolve(auction.GAME, **changes)))


def meadow_steps(
    drawing: type[meadow.DrawStep] = meadow.DrawStep, laying: type[meadow.LayStep] = meadow.LayStep
) -> Rules:
    def phases(rules: Rules) -> list[Phase]:
        first = clockwise(lambda state: cast(meadow.Meadow, state).start, rounds=True)
        return [Phase("turn", first, [drawing(), laying()], turns=True)]

    return meadow_with(phases=phases)


def auction_steps(**steps: type[schedule.Node]) -> Rules:
    """The auction with other classes of step, by their names."""

    def phases(rules: Rules) -> list[Phase]:
        found = auction.phases(rules)
        for phase in found:
            phase.steps = tuple(steps[s.name]() if s.name in steps else s for s in phase.steps)
        return found

    return auction_with(phases=phases)


# -- fields, clones, saving, scenes ------------------------------------------------------------------------------


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


@fault("fields", "zone Auction.hand holds pieces of family 'card', which the game's pieces do not name")
def a_family_without_names() -> Rules:
    return auction_with(pieces=lambda data: {"cards": auction.KINDS})


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
            copy = cast(Sharing, super().clone())
            copy.swapped = self.swapped
            return copy

    return meadow_with(state=Sharing)


@fault("clones", "clone() shares own[0] with its original")
def a_clone_that_shares_a_list_within_a_list() -> Rules:
    @attrs.define(eq=False)
    class Shallow(river.River):
        def clone(self) -> Shallow:
            copy = cast(Shallow, super().clone())
            copy.own = self.own.copy()
            return copy

    return tw.load(plugin(attrs.evolve(river.GAME, state=Shallow)))


@fault("clones", "clone() forgets field weather")
def a_clone_without_a_field() -> Rules:
    @attrs.define(eq=False)
    class Forgetful(meadow.Meadow):
        def clone(self) -> Forgetful:
            copy = cast(Forgetful, super().clone())
            del copy.weather
            return copy

    return meadow_with(state=Forgetful)


@fault("clones", "clone() forgets weather")
def a_clone_with_a_default_in_place_of_a_field() -> Rules:
    @attrs.define(eq=False)
    class Forgetful(meadow.Meadow):
        def clone(self) -> Forgetful:
            copy = cast(Forgetful, super().clone())
            if not copy.cells:
                copy.weather = 0  # right whenever it is 0
            return copy

    return meadow_with(state=Forgetful)


@fault("clones", "clone() shares slices['storm'].waited with its original")
def a_slice_whose_clone_shares_a_list() -> Rules:
    @attrs.define
    class Sharing(storm.Sky):
        def clone(self) -> Sharing:
            copy = super().clone()
            return Sharing(copy.pile, copy.past, copy.omens, copy.row, self.waited)

    module = attrs.evolve(storm.tilewright_module(), slice=lambda state: Sharing(), slice_type=Sharing)
    names = ("insert_steps", "add_actions", "set_up", "forbid_cells", "final_lines", "action_worth")
    return tw.load(harvest, modules=[plugin(module, **{name: getattr(storm, name) for name in names})])


@fault("clones", "== does not see a change of weather")
def an_equality_that_looks_away() -> Rules:
    @attrs.define(eq=False)
    class Blind(meadow.Meadow):
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            copy = cast(Blind, self.clone())
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


@fault("saving", "to_dict() is no plain data")
def a_packed_form_that_is_no_plain_data() -> Rules:
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


@fault("saving", "to_dict() hands out lists or dicts of the state itself")
def a_packed_form_that_is_the_state_itself() -> Rules:
    @attrs.define(eq=False)
    class Open(meadow.Meadow):
        def to_dict(self) -> dict[str, Any]:
            return super().to_dict() | {"swapped": self.swapped}

    return meadow_with(state=Open)


@fault("scenes", "an exported scene gives another state: weather")
def a_noun_that_covers_a_field_and_does_not_write_it() -> Rules:
    from tilewright.core.nouns import Noun

    said = Noun(name="sky", write=lambda state: "blue", put=lambda position, text: None, fields=("weather",))
    return meadow_with(nouns=(said,))


# -- moves -------------------------------------------------------------------------------------------------------


@fault("refusals", "is listed, explain says ['MD-LAY-1']")
def an_illegal_move_in_the_list() -> Rules:
    class Anywhere(meadow.LayStep):
        def legal(self, state: State, seat: int) -> Legal:
            taken = cast(meadow.Meadow, state).cells
            tile = meadow.KINDS[cast(meadow.Meadow, state).drawn[0]]
            wrong = [meadow.LayTile(seat, tile, HEX.at(cell)) for cell in list(taken)[:1]]
            return super().legal(state, seat) + listed(wrong)

    return meadow_steps(laying=Anywhere)


@fault("refusals", "refuses lay grass 1,0 without a reason", conceivable=lambda state, seat: [LAID(seat)])
def a_refusal_without_a_reason() -> Rules:
    class Mute(meadow.LayStep):
        def explain(self, state: State, action: Any) -> list[Reason]:
            return [] if action == LAID(action.seat) else super().explain(state, action)

    return meadow_steps(laying=Mute)


def LAID(seat: int) -> meadow.LayTile:
    return meadow.LayTile(seat, "grass", HEX.at(HEX.read("1,0")))


@fault("refusals", "is refused for swapped_before without a rule id")
def a_reason_without_a_rule() -> Rules:
    class Vague(meadow.LayStep):
        def explain(self, state: State, action: Any) -> list[Reason]:
            return [
                attrs.evolve(r, rule="") if "swap" in r.key else r for r in super().explain(state, action)
            ]

    return meadow_steps(laying=Vague)


@fault("refusals", "bag_empty cites MD-SWAP-9, which rules.yaml lacks")
def a_reason_with_a_rule_that_nobody_states() -> Rules:
    class Wrong(meadow.LayStep):
        def explain(self, state: State, action: Any) -> list[Reason]:
            found = super().explain(state, action)
            return [attrs.evolve(r, rule="MD-SWAP-9") if r.key == "bag_empty" else r for r in found]

    return meadow_steps(laying=Wrong)


@fault("legality", "is listed and yet not in the list")
def a_list_that_does_not_know_its_own() -> Rules:
    class Strict(meadow.LayStep):
        def legal(self, state: State, seat: int) -> Legal:
            found = super().legal(state, seat)
            actions = list(found)
            return Legal(range(len(actions)), actions.__getitem__, lambda action: None)

    return meadow_steps(laying=Strict)


@fault("legality", "the legal list has another order when asked again")
def a_list_in_another_order_each_time() -> Rules:
    class Restless(meadow.LayStep):
        asked = 0

        def legal(self, state: State, seat: int) -> Legal:
            self.asked += 1
            actions = list(super().legal(state, seat))
            return listed(actions[::-1] if self.asked % 2 else actions)

    return meadow_steps(laying=Restless)


@fault("legality", "the legal list holds an action twice")
def a_list_that_repeats_itself() -> Rules:
    class Twice(nim.TakeStep):
        def legal(self, state: State, seat: int) -> Legal:
            return super().legal(state, seat) + super().legal(state, seat)

    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [Twice()])]))


@fault("legality", "player1 must decide and nothing is legal")
def nothing_to_choose_from() -> Rules:
    class Stuck(nim.TakeStep):
        def legal(self, state: State, seat: int) -> Legal:
            return listed([])

    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [Stuck()])]))


@fault("notation", "is read as")
def a_notation_that_is_read_as_something_else() -> Rules:
    readers = {"count": lambda state, seat, text: nim.count(state, seat, text) % 3}
    return tw.load(nim.bent(readers=readers))


@fault("notation", "cannot be read back")
def a_notation_that_depends_on_the_case() -> Rules:
    def tile(state: State, seat: int, text: str) -> str:
        if text not in meadow.KINDS:
            raise ValueError(f"'{text}' is no tile")
        return text

    return meadow_with(readers={**meadow.GAME.readers, "tile": tile})


@fault("notation", "raised KeyError")
def a_reader_that_raises_something_else() -> Rules:
    return tw.load(nim.bent(readers={"count": lambda state, seat, text: {"1": 1, "2": 2, "3": 3}[text]}))


@fault("notation", "two legal actions are written 'lay")
def a_notation_that_leaves_something_out() -> Rules:
    @attrs.frozen(cache_hash=True)
    class Lay(meadow.LayTile):
        def __str__(self) -> str:
            return f"lay {self.tile} 0,0"

    class Short(meadow.LayStep):
        actions = (Lay,)  # type: ignore[assignment]

        def legal(self, state: State, seat: int) -> Legal:
            laid = [a for a in super().legal(state, seat) if isinstance(a, meadow.LayTile)]
            return listed([Lay(a.seat, a.tile, a.cell) for a in laid])

    return meadow_steps(laying=Short)


@fault("purity", "legal changes the state")
def a_question_that_changes_the_state() -> Rules:
    class Touching(meadow.LayStep):
        def legal(self, state: State, seat: int) -> Legal:
            cast(meadow.Meadow, state).weather = 1
            return super().legal(state, seat)

    return meadow_steps(laying=Touching)


@fault("purity", "the game's choices changes the state")
def choices_that_change_the_state() -> Rules:
    def choices(view: Any) -> Sequence[Choice]:
        view.swapped.append(True)
        return meadow.choices(view)

    return meadow_with(choices=choices)


@fault("purity", "the move goes another way when a log is given")
def a_move_that_depends_on_the_log() -> Rules:
    class Watched(meadow.LayStep):
        def play(self, state: State, action: Any, log: Log | None) -> bool:
            stays = super().play(state, action, log)
            if log is not None and log.events:
                cast(meadow.Meadow, state).swapped[action.seat] = True
            return stays

    return meadow_steps(laying=Watched)


# -- points, pieces, the end, words --------------------------------------------------------------------------------


@fault("scores", "points and lines for")
def points_without_a_line() -> Rules:
    class Generous(meadow.LayStep):
        def play(self, state: State, action: Any, log: Log | None) -> bool:
            state.scores[action.seat] += 1
            return super().play(state, action, log)

    return meadow_steps(laying=Generous)


@fault("pieces", "pieces are lost or made", conserved=lambda state: state.heap + sum(state.log))
def a_piece_that_is_lost() -> Rules:
    class Losing(nim.TakeStep):
        def play(self, state: State, action: Any, log: Log | None) -> bool:
            stays = super().play(state, action, log)
            cast(nim.Nim, state).log[-1] = 1
            return stays

    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [Losing()])]))


@fault("ending", "no end after 50 decisions, the game's turn limit")
def a_game_without_end() -> Rules:
    class Endless(nim.TakeStep):
        def play(self, state: State, action: Any, log: Log | None) -> bool:
            cast(nim.Nim, state).heap = 9
            return super().play(state, action, log)

    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [Endless()])]))


@fault("ending", "RuntimeError: 100000 steps without a decision or an end")
def a_schedule_that_goes_in_circles() -> Rules:
    class Idle(nim.TakeStep):
        def needed(self, state: State, seat: int) -> bool:
            return cast(nim.Nim, state).heap > 3

    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [Idle()])]))


@fault("ending", "does not place every seat once")
def a_ranking_that_loses_a_seat() -> Rules:
    return meadow_with(ranking=lambda state: by_score(state.scores)[:1])


@fault("ending", "the refusal after the end cites no rule")
def a_turn_without_a_rule() -> Rules:
    return tw.load(nim.bent(turn_rule="", folder=lambda: folder({"last": "won", "taken": "{count}"}, {})))


@fault("words", "event taken cannot be said")
def an_event_without_its_words() -> Rules:
    return tw.load(nim.bent(folder=lambda: folder({"last": "won"}, {})))


@fault("words", "event taken cannot be said: KeyError('player')")
def a_message_that_asks_for_too_much() -> Rules:
    return tw.load(nim.bent(folder=lambda: folder({"last": "won", "taken": "{player} takes {count}"}, {})))


@fault("words", "score reason last cites NM-END-1, which rules.yaml lacks")
def a_score_reason_with_a_rule_that_nobody_states() -> Rules:
    said = {"last": "won", "taken": "{count}"}
    return tw.load(nim.bent(folder=lambda: folder(said, {"NM-TURN-1": "Clockwise."})))


# -- secrets -----------------------------------------------------------------------------------------------------


@attrs.define(eq=False)
class Peeking(auction.Auction):
    """A public field that shows what is hidden: the top of the deck, or what was sealed."""

    peek: list[int] = public(factory=list)

    def clone(self) -> Peeking:
        copy = cast(Peeking, super().clone())
        copy.peek = self.peek.copy()
        return copy


@fault("telling", "tells of hidden things: peek: ", games=3)
def a_public_field_that_shows_the_deck() -> Rules:
    class Filling(auction.FillStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            here = cast(Peeking, state)
            here.peek = here.deck[-1:]

    rules = auction_steps(fill=Filling)
    return tw.load(plugin(attrs.evolve(rules.game, state=Peeking)))


@fault("telling", "tells of hidden things: peek", games=3)
def a_public_field_that_shows_what_is_sealed() -> Rules:
    class Bidding(auction.BidStep):
        def play(self, state: State, action: Any, log: Log | None) -> bool:
            cast(Peeking, state).peek.append(self.code(state, action))
            return super().play(state, action, log)

    rules = auction_steps(bid=Bidding)
    return tw.load(plugin(attrs.evolve(rules.game, state=Peeking)))


@fault("telling", "an event tells player", games=3)
def an_event_that_tells_all_what_one_drew() -> Rules:
    class Loud(auction.FillStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            own = Log() if log is not None else None
            super().run(state, seat, own)
            if own is not None and log is not None:
                log.outcomes += own.outcomes
                log.barrier = True
                log.events += [Event(e.secret_key, {**e.args, **e.secret}) for e in own.events]

    return auction_steps(fill=Loud)


@fault("telling", "an event tells", games=3)
def an_event_that_tells_of_a_sealed_step() -> Rules:
    class Loud(auction.BidStep):
        def play(self, state: State, action: Any, log: Log | None) -> bool:
            if log is not None and isinstance(action, auction.Pick):
                log.add("bid_shown", seat=action.seat, card=action.card, coins=0)
            return super().play(state, action, log)

    return auction_steps(bid=Loud)


@fault("telling", "everybody sees", games=3)
def a_draw_for_one_seat_that_does_not_say_so() -> Rules:
    """The record that is handed round would hold it."""

    class Careless(auction.FillStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            here = cast(auction.Auction, state)
            while len(here.hand[seat]) < 3 and here.deck:
                here.hand[seat].append(draw(here, self.decks[len(here.seats)], log))
            here.hand[seat].sort()

    return auction_steps(fill=Careless)


@fault("views", "the legal actions of player", games=3)
def a_legal_list_that_depends_on_the_bag() -> Rules:
    class Sly(meadow.LayStep):
        def legal(self, state: State, seat: int) -> Legal:
            here = cast(meadow.Meadow, state)
            found = list(super().legal(state, seat))
            return listed([a for a in found if not isinstance(a, meadow.Swap) or here.bag[-1] == 0])

    return meadow_steps(laying=Sly)


@fault("views", "the legal actions of player", games=3)
def a_legal_list_that_depends_on_what_others_sealed() -> Rules:
    class Sly(auction.BidStep):
        def legal(self, state: State, seat: int) -> Legal:
            found = list(super().legal(state, seat))
            offers = [codes[1] for codes in state.sealed if len(codes) == 2]
            return listed([a for a in found if not isinstance(a, auction.Offer) or a.coins not in offers])

    return auction_steps(bid=Sly)


@fault("views", "Greedy for player", games=3)
def choices_that_read_the_bag() -> Rules:
    def choices(view: Any) -> Sequence[Choice]:
        top = view._state.bag[-1:]
        return [attrs.evolve(c, worth=c.worth + n * sum(top)) for n, c in enumerate(meadow.choices(view))]

    return meadow_with(choices=choices)


@fault("views", "choices does not rate each legal action once, in order")
def choices_that_leave_some_out() -> Rules:
    return meadow_with(choices=lambda view: meadow.choices(view)[:2])


@fault("telling", "tells of hidden things: zones.deck", games=8)
def memories_that_fade_with_the_very_card() -> Rules:
    """Whoever slipped a card would learn from their own memory that somebody has drawn it."""

    class Remembering(auction.FillStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            here = cast(auction.Auction, state)
            place = self.decks[len(here.seats)]
            while len(here.hand[seat]) < 3 and here.deck:
                kept = here.seen.copy()
                card = draw(here, place, log, seat)
                here.hand[seat].append(card)
                here.seen[:] = kept
                for entry in kept:
                    if entry[1] == card:
                        here.seen.remove(entry)
                        break
            here.hand[seat].sort()

    return auction_steps(fill=Remembering)


# -- chance, matches, settings ---------------------------------------------------------------------------------------


@fault("streams", "an unused draw in stream 'start' changes the game")
def a_draw_that_depends_on_another_stream() -> Rules:
    class Coupled(meadow.DrawStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            key, count = state.streams["sky"]
            cast(meadow.Meadow, state).weather = mix(key, count + state.streams["start"][1]) & 1

    return meadow_steps(drawing=Coupled)


@fault("streams", "an unused draw in stream 'testing:spare' changes the game")
def a_draw_that_looks_at_all_streams() -> Rules:
    class Counting(meadow.DrawStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            cast(meadow.Meadow, state).weather = len(state.streams) & 1

    return meadow_steps(drawing=Counting)


@fault("streams", "the game draws from Python's own random numbers")
def chance_from_elsewhere() -> Rules:
    class Foreign(meadow.DrawStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            super().run(state, seat, log)
            cast(meadow.Meadow, state).weather = random.randrange(2)

    return meadow_steps(drawing=Foreign)


@fault("matches", "two matches share swapped")
def matches_that_share_a_list() -> Rules:
    everybody = [False] * 4

    def set_up(state: meadow.Meadow, log: Log | None) -> None:
        meadow.set_up(state, log)
        state.swapped = everybody

    return meadow_with(set_up=set_up)


@fault("matches", "matches played in turns influence each other")
def a_step_that_remembers() -> Rules:
    class Counting(meadow.DrawStep):
        calls = 0

        def run(self, state: State, seat: int, log: Log | None) -> None:
            self.calls += 1
            super().run(state, seat, log)
            cast(meadow.Meadow, state).weather = self.calls % 3 % 2

    return meadow_steps(drawing=Counting)


@fault("matches", "two assembled rulesets share the steps take")
def a_step_that_two_rulesets_share() -> Rules:
    step = nim.TakeStep()
    return tw.load(nim.bent(phases=lambda rules: [Phase("turn", clockwise(rounds=True), [step])]))


@fault("workers", "depend on those simulated before them")
def a_cache_that_outlives_its_game() -> Rules:
    class Cached(meadow.LayStep):
        def bind(self, rules: Rules) -> None:
            super().bind(rules)
            self.known: dict[int, int] = {}

        def worth(self, here: Any, cell: int) -> int:
            return self.known.setdefault(cell, super().worth(here, cell))

    return meadow_steps(laying=Cached)


@fault("modules", "the steps are")
def modules_that_depend_on_who_comes_first() -> Rules:
    order: list[str] = []

    def inserting(name: str, make: Callable[[], schedule.Node]) -> Callable[[Rules], Sequence[Insert]]:
        def insert_steps(rules: Rules) -> Sequence[Insert]:
            order.append(name)
            return [Insert(make(), anchor="refill", priority=len(order))]

        return insert_steps

    names = ("add_actions", "set_up", "forbid_cells", "final_lines", "action_worth")
    sky = {name: getattr(storm, name) for name in names}
    sky["insert_steps"] = inserting("storm", storm.StormStep)
    dry = {**drought.HOOKS, "insert_steps": inserting("drought", Swapping)}
    return tw.load(harvest, modules=[plugin(storm.tilewright_module(), **sky), plugin(drought.MODULE, **dry)])


class Swapping(drought.DroughtStep):
    """Named after how many of its kind there have been, so that each assembled ruleset differs from the last."""

    made = 0

    def __init__(self) -> None:
        Swapping.made += 1
        self.name = f"drought {Swapping.made}"  # type: ignore[misc]


@fault("options", "ZeroDivisionError")
def an_option_that_breaks_the_game() -> Rules:
    class Dividing(meadow.LayStep):
        def worth(self, here: Any, cell: int) -> int:
            return super().worth(here, cell) // self.options.neighbour

    return meadow_steps(laying=Dividing)


@fault("options", "with neighbour=5 a score is not the sum of its lines")
def an_option_that_scores_without_a_line() -> Rules:
    class Rich(meadow.LayStep):
        def play(self, state: State, action: Any, log: Log | None) -> bool:
            state.scores[action.seat] += self.options.neighbour == 5
            return super().play(state, action, log)

    return meadow_steps(laying=Rich)


# -- the tests ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_caught_by_the_check_that_names_it(name: str) -> None:
    check, words, rules, given = FAULTS[name]
    [finding] = testing.run(rules(), [check], **{"games": 2, "every": 4, **given})
    assert finding.outcome == "broken", f"{check} does not see {name}"
    assert words in finding.said, finding.said


def test_every_check_has_a_fault_that_it_catches() -> None:
    at_the_table = {"undo", "records"}  # below: what they look after is the engine's own work
    assert {check for check, *_ in FAULTS.values()} | at_the_table == set(testing.CHECKS)


PLACELESS = {"fields", "words", "workers", "modules"}
"""Checks whose first fault is found without playing, or over many games."""


@pytest.mark.parametrize("check", sorted({check for check, *_ in FAULTS.values()} - PLACELESS))
def test_a_failure_says_where(check: str) -> None:
    """Seed, players, options and the number of the decision."""
    _, _, rules, given = next(found for found in FAULTS.values() if found[0] == check)
    [finding] = testing.run(rules(), [check], **{"games": 3, "every": 4, **given, "seed": 40})
    assert "[seed 4" in finding.said and "players; " in finding.said, finding.said
    assert "decision " in finding.said and " with " in finding.said, finding.said


def undo_finding(rules: Rules) -> testing.Finding:
    return testing.run(rules, ["undo"], games=3)[0]


def test_undo_across_chance_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine with a match that sees neither outcomes nor zones."""
    rules = tw.load(river.PLUGIN)
    assert undo_finding(rules).outcome == "holds"
    monkeypatch.setattr(matches, "learnt", lambda before, after: False)
    monkeypatch.setattr(
        Log, "outcome", lambda log, source, value, to=-1: log.outcomes.append((source, value, to))
    )
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "in which chance decided" in finding.said, finding.said


def test_undo_across_shown_pieces_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Showing(auction.SlipStep):
        """A card is laid open instead of slipped."""

        def play(self, state: State, action: Any, log: Log | None) -> bool:
            here = cast(auction.Auction, state)
            if isinstance(action, auction.Slip):
                here.hand[action.seat].remove(auction.KINDS.index(action.card))
                here.played.append(auction.KINDS.index(action.card))
            return False

    class Still(auction.FillStep):
        def run(self, state: State, seat: int, log: Log | None) -> None:
            pass

    rules = auction_steps(slip=Showing, fill=Still)
    assert undo_finding(rules).outcome == "holds"
    monkeypatch.setattr(matches, "learnt", lambda before, after: False)
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "saw hidden pieces" in finding.said, finding.said


def test_undo_of_anothers_decision_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tw.load(nim.PLUGIN)
    assert undo_finding(rules).outcome == "holds"

    class Keeping(list[Any]):
        def clear(self) -> None:
            pass

    begin = matches.Match.__init__

    def keeping(match: matches.Match, *args: Any, **given: Any) -> None:
        begin(match, *args, **given)
        match._past = Keeping()

    monkeypatch.setattr(matches.Match, "__init__", keeping)
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "the decision of another seat" in finding.said, finding.said


def test_a_sealed_step_that_does_not_come_back_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = tw.load(auction.PLUGIN)

    def all_at_once(state: State, seat: int) -> None:
        state.sealed[seat] = ()

    monkeypatch.setattr(State, "retract", all_at_once)
    finding = undo_finding(rules)
    assert finding.outcome == "broken" and "taking back a sealed step" in finding.said, finding.said


@pytest.mark.parametrize("kind", ["draw", "to", "told"])
def test_a_record_that_is_written_wrongly_is_caught(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = matches.Match._lines

    def spoilt(match: matches.Match, played: Any, after: State) -> list[dict[str, Any]]:
        found = lines(match, played, after)
        if kind == "draw":
            return [line for line in found if "draw" not in line]
        for line in found:
            if kind == "to":
                line.pop("to", None)
            elif kind == "told":
                line.pop("told", None)
        return found

    monkeypatch.setattr(matches.Match, "_lines", spoilt)
    check = "records" if kind == "draw" else "telling"
    [finding] = testing.run(tw.load(auction.PLUGIN), [check], games=6)
    words = "and the record does not say so" if kind == "draw" else "tells of hidden things"
    assert finding.outcome == "broken" and words in finding.said, finding.said


def test_a_field_without_a_declaration_is_seen_by_nobody() -> None:
    """What the kit refuses would not leak either: a view shows declared fields alone."""
    rules = an_undeclared_field()
    view = rules.new(2).view(0)
    assert "colour" not in view.to_dict()
    with pytest.raises(AttributeError, match="a view shows no 'colour'"):
        _ = view.colour
    assert KEY not in attrs.fields_dict(type(rules.new(2)))["colour"].metadata
    assert zones.declared(type(rules.new(2))).keys() >= {"bag", "weather"}
