"""Checks of secrets: states that look equal to a seat must give it the same views, events and legal actions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from .. import bots
from ..base.chance import Stream
from ..base.errors import Diverged
from ..play.match import Match
from ..play.redaction import shared
from ..record import format
from ..record.writer import Writer
from ..rules.actions import Action, Slot
from ..rules.events import Log, Outcome, script_of
from ..rules.schedule import Sealed
from ..rules.state import State
from ..rules.views import View, state_behind
from ..rules.zones import PUBLIC, Kept, Zone, declared, known
from .field_walk import alike, apart
from .random_games import Moment, Subject, moments, play_on

Seat = int | None


def views(subject: Subject) -> None:
    """determinize redraws what a seat cannot know; its view, legal moves, their worth and bots' choices stay equal."""
    players = [bots.make("random", subject.rules)]
    if subject.rules.game.choices is not None:
        players.append(bots.make("greedy", subject.rules))
    for moment in filter(Moment.costly, moments(subject)):
        state = moment.state
        for seat in [*range(len(state.seats)), None]:
            view = state.view(seat)
            seed = moment.stream.below(1 << 30)
            world = view.determinize(Stream(seed, "world"))
            who = named(state, seat)
            _look(moment, state, world, seat)
            _keeps(moment, state, seat)
            again = world.view(seat).determinize(Stream(seed, "world"))
            moment.need(
                again == world, f"determinize for {who} depends on where the hidden pieces really are"
            )
            other = world.view(seat)
            _worth(moment, view, other)
            if seat is not None and len(view.legal()):
                for bot in players:
                    mine = bot.choose(view, Stream(seed, "bot"))
                    moment.need(
                        mine in view.legal(), f"{type(bot).__name__} chooses {mine}, which is not legal"
                    )
                    theirs = bot.choose(other, Stream(seed, "bot"))
                    said = (
                        f"{type(bot).__name__} for {who} chooses {mine}, but {theirs} if hidden things differ"
                    )
                    moment.need(mine == theirs, said)
            world.concluded()
            _ends(moment, world, who)


def _worth(moment: Moment, view: View, other: View) -> None:
    """Check that moves and positions are worth the same to the seat in both views, each move rated once."""
    rules = view.rules
    if view.seat is None:
        return
    who = view.seats[view.seat]
    if rules.game.choices is not None and len(view.legal()):
        rated = list(rules.choices(view))
        once = [choice.action for choice in rated] == list(view.legal())
        moment.need(once, "choices does not rate each legal action once, in order")
        odd = next((choice for choice in rated if not isfinite(choice.worth)), None)
        moment.need(odd is None, f"choices says that {odd and odd.action} is worth {odd and odd.worth}")
        same = alike(rated, list(rules.choices(other)))
        moment.need(same, f"choices rates the moves of {who} using hidden things")
    if rules.game.appraise is not None:
        for judged, name in enumerate(view.seats):
            odd_line = next((line for line in rules.appraise(view, judged) if not isfinite(line[1])), None)
            moment.need(odd_line is None, f"appraise for {who} has the line {odd_line}")
            same = alike(rules.appraise(view, judged), rules.appraise(other, judged))
            moment.need(
                same, f"appraise for {who} uses hidden things to say what the position is worth to {name}"
            )


def altered(state: State, seat: Seat) -> State:
    """Return a position that differs in what others keep hidden from the seat; an equal one if there is none of it."""
    other = state.clone()
    for name, kind in declared(type(state)).items():
        # Who may see it is decided here anew, since the view's own answer is what is being checked.
        if isinstance(kind, Kept) and not state.over and not kind.open(state.rules):
            values = getattr(other, name)
            values[:] = [v if owner == seat else v + 1 for owner, v in enumerate(values)]
    return other


def _keeps(moment: Moment, state: State, seat: Seat) -> None:
    """Check that the seat's view does not depend on what others keep hidden."""
    other = altered(state, seat)
    if other != state:
        who = named(state, seat)
        _same(
            moment, state.view(seat), other.view(seat), f"the view of {who} reveals what others keep hidden"
        )
        same = list(state.view(seat).legal()) == list(other.view(seat).legal())
        moment.need(same, f"the legal actions of {who} depend on what others keep hidden")


def given_out(view: View) -> dict[str, Any]:
    """Return all that a view gives out about the position, in the order in which it gives it out."""
    state = state_behind(view)
    found: dict[str, Any] = dict(view.to_dict())
    kinds = declared(type(state))
    found["read"] = {
        name: getattr(view, name)
        for name, kind in kinds.items()
        if kind == PUBLIC or isinstance(kind, (Kept, Zone))
    }
    found["slices"] = {module: view.slice(module) for module in state.slices}
    places = state.rules.places_of(state)
    found["pools"] = {family: view.unseen(family) for family in sorted({place.family for place in places})}
    found["memory"] = {
        place.label(state.seats): view.known(place.name, place.owner, place.holder) for place in places
    }
    return found


def _same(moment: Moment, view: View, other: View, said: str) -> None:
    """Check that two views give out the same, in the same order."""
    shown, seen = given_out(view), given_out(other)
    if not alike(shown, seen):
        parts = [apart(key, shown[key], seen[key]) for key in shown if shown[key] != seen[key]]
        where = "; ".join(parts) or f"the order of {_out_of_order(shown, seen)}"
        moment.need(False, f"{said}: {where}")


def _out_of_order(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Return the path to the first part that is equal in both, but lists its content in another order."""
    for key in one:
        if not alike(one[key], other[key]):
            within = isinstance(one[key], dict) and list(one[key]) == list(other[key])
            return f"{key}.{_out_of_order(one[key], other[key])}" if within else f"{key}: {one[key]}"
    return ""


def _ends(moment: Moment, world: State, who: str) -> None:
    """Now and then, check that the world can be played to its end."""
    if moment.stream.below(6) == 0:
        play_on(world, Stream(moment.seed, "world"), world.rules.game.turn_limit)
        moment.need(world.over, f"a world that {who} could be in does not end")


def _look(moment: Moment, state: State, world: State, seat: Seat) -> None:
    """Check that the seat sees the same in both states, and nothing that is hidden from it."""
    who, view, other = named(state, seat), state.view(seat), world.view(seat)
    json.dumps(view.to_dict())
    _same(moment, view, other, f"the view of {who} reveals hidden things")
    moment.need(
        list(view.legal()) == list(other.legal()), f"the legal actions of {who} depend on hidden things"
    )
    moment.need(
        view.score_lines() == other.score_lines(), f"the score lines of {who} depend on hidden things"
    )
    for place in state.rules.places_of(state):
        both = len(place.pieces(state)), len(place.pieces(world))
        moment.need(
            both[0] == both[1],
            f"determinize changes the number of pieces in {place.label(state.seats)} from {both[0]} to {both[1]}",
        )
    for name, kind in declared(type(state)).items():
        if isinstance(kind, Zone) and kind.sees != "all" and not (kind.shown and state.over):
            found = getattr(view, name)
            spied = [n for n, part in enumerate(found) if part is not None] if kind.per_seat else []
            allowed = [seat] if kind.sees == "owner" else []
            hidden = found is None if not kind.per_seat else spied == [n for n in allowed if n is not None]
            moment.need(hidden, f"the view of {who} shows the hidden zone {name}")


def telling(subject: Subject) -> None:
    """Events, views and records are the same for a seat if only what it cannot know differs, before a move or in it."""
    with TemporaryDirectory() as folder:
        for moment in moments(subject):
            if moment.action is None:
                continue
            for seat in [*range(len(moment.state.seats)), None]:
                if moment.costly():
                    _compared(moment, seat, Path(folder))


def _compared(moment: Moment, seat: Seat, folder: Path) -> None:
    state, action = moment.state, moment.action
    assert action is not None
    world = moment.world(state.view(seat))
    heard = _heard(state, action, seat)
    same = [other for other in world.legal(action.seat) if _heard(state, other, seat) == heard]
    if not same:
        # The move names a piece of a hand that this world has elsewhere.
        _hand_over(world, state, action.seat, seat)
        same = [other for other in world.legal(action.seat) if other == action]
    if not same or world.view(seat).to_dict() != state.view(seat).to_dict():
        return
    other = moment.stream.pick(same)
    here, there = state.clone(), world.clone()
    log = Log()
    here.apply(action, log)
    _public_draws(moment, state, here, log, seat)
    _named_pieces(moment, state, here, seat)
    script = script_of(_public(log, seat))
    theirs = Log(script)
    try:
        there.apply(other, theirs)
    except Diverged:
        return
    if log.revealed or theirs.revealed or _public(log, seat) != _public(theirs, seat):
        return
    if here.to_act != there.to_act or _sight(here, seat) != _sight(there, seat):
        return  # different pieces were shown
    who = named(state, seat)
    told, would = ([event.told_to(seat) for event in one.events] for one in (log, theirs))
    said = f"an event reveals hidden things to {who}: {told}, but {would} if only hidden things differ"
    moment.need(alike(told, would), said)
    said = f"after the move the view of {who} reveals hidden things"
    _same(moment, here.view(seat), there.view(seat), said)
    listed = list(here.view(seat).legal()) == list(there.view(seat).legal())
    moment.need(listed, f"after the move the legal actions of {who} depend on hidden things")
    if moment.stream.below(REDACTED) == 0:
        written = _redacted(state, action, {}, seat, folder)
        read = _redacted(world, other, script, seat, folder)
        moment.need(
            alike(written, read), f"the record for {who} reveals hidden things: {written[1:]} and {read[1:]}"
        )


def _hand_over(world: State, state: State, actor: int, seat: Seat) -> None:
    """Give the actor the pieces that it has in the state, in exchange for others that are hidden from the seat."""
    places = [place for place in state.rules.places_of(state) if not place.seen_by(seat, state)]
    for place in [place for place in places if place.owner == actor]:
        here, wanted = place.pieces(world), place.pieces(state)
        lacking = (Counter(wanted) - Counter(here)).elements()
        for missing, extra in zip(lacking, (Counter(here) - Counter(wanted)).elements()):
            for other in places:
                held = other.pieces(world)
                if other.zone.family == place.zone.family and other.owner != actor and missing in held:
                    held[held.index(missing)] = extra
                    if other.zone.order == "none":
                        held.sort()
                    break
        here[:] = wanted


REDACTED = 16
"""One comparison in this many is also made of the records for the seat, which takes as long as all the rest."""


def _heard(state: State, action: Action, seat: Seat) -> object:
    """Return what the seat hears of an action: only its seat if it is another's sealed one."""
    if isinstance(state.step, Sealed) and action.seat != seat:
        return action.seat
    return action.told_to(seat)


def _public(log: Log, seat: Seat) -> list[Outcome]:
    return [outcome for outcome in log.outcomes if outcome.to in (-1, seat)]


def _public_draws(moment: Moment, before: State, after: State, log: Log, seat: Seat) -> None:
    """Check that a piece drawn for all to see does not go where it is hidden from the seat and not remembered."""
    spots = before.rules.places_of(before)
    gains = {spot: Counter(spot.pieces(after)) - Counter(spot.pieces(before)) for spot in spots}
    sources = {spot.label(before.seats): spot for spot in spots}
    for outcome in log.outcomes:
        source = sources.get(outcome.source)
        if source is None or outcome.to != -1:
            continue
        piece = before.rules.pieces[source.zone.family].index(outcome.value)
        found = [spot for spot in spots if spot.zone.family == source.zone.family and gains[spot][piece]]
        hidden = [spot for spot in found if spot is not source and not spot.seen_by(seat, after)]
        if len(hidden) == len(found) == 1 and piece not in known(after, hidden[0], seat):
            place = hidden[0].label(before.seats)
            said = f"everyone sees {outcome.value} drawn from {outcome.source}, but it goes to {place}, "
            moment.need(
                False, f"{said}hidden from {named(before, seat)}: use draw(..., to=SEAT) to say who sees it"
            )


def _named_pieces(moment: Moment, before: State, after: State, seat: Seat) -> None:
    """Check that a move does not tell the seat which piece it hides from it, unless the seat then remembers it."""
    action, rules = moment.action, before.rules
    if action is None or action.seat == seat:
        return
    for slot in [
        part.name for part in action.parts if isinstance(part, Slot) and part.name not in action.secret
    ]:
        means = rules.readers[slot].of
        family = getattr(means, "family", "")
        code = str(getattr(action, slot))
        if family not in rules.pieces or code not in rules.pieces[family]:
            continue
        piece = rules.pieces[family].index(code)
        spots = [spot for spot in rules.places_of(before) if spot.zone.family == family]
        gains = [spot for spot in spots if spot.pieces(after).count(piece) > spot.pieces(before).count(piece)]
        hidden = [spot for spot in gains if not spot.seen_by(seat, after)]
        if len(hidden) == len(gains) == 1 and piece not in known(after, hidden[0], seat):
            said = f"'{action.told_to(seat)}' tells {named(before, seat)} what goes to {hidden[0].label(before.seats)}"
            moment.need(
                False, f"{said}, where it is hidden: name the slot {slot} in `secret`, or remember the piece"
            )


def _sight(state: State, seat: Seat) -> object:
    """Return the pieces that the seat sees, place by place, and those hidden from it, wherever they are."""
    seen: list[list[int]] = []
    hidden: dict[str, Counter[int]] = {}
    for spot in state.rules.places_of(state):
        if spot.seen_by(seat, state):
            # Where pieces have just been shown, another order of theirs is another thing that was hidden.
            opened = spot.zone.shown and state.over and spot.zone.order == "row"
            seen.append(list(spot.pieces(state)) if opened else sorted(spot.pieces(state)))
        else:
            hidden.setdefault(spot.family, Counter()).update(spot.pieces(state))
    return seen, hidden


def _redacted(
    state: State, action: Action, script: dict[str, list[str]], seat: Seat, folder: Path
) -> list[Any]:
    path = folder / "match.jsonl"
    path.unlink(missing_ok=True)
    match = Match(state.rules, state.seats, start=state, record=Writer(path, sync="never"), script=script)
    match.play(action)
    match.close()
    return shared(format.read(path), seat, state.rules)


def named(state: State, seat: Seat) -> str:
    """Return the name of a view's seat, for failures."""
    return "the spectator" if seat is None else state.seats[seat]
