"""Checks of moves: the legal list, refusals and their reasons, the notation; and that queries change nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

import attrs

from ..base.errors import Unreadable
from ..land.board import spot
from ..land.polyomino import placements
from ..rules.actions import Action, Illegal, Slot, read_action
from ..rules.events import Log
from ..rules.placing import ROTATIONS, PlacingStep
from ..rules.state import State
from ..text.languages import shipped
from .field_walk import snapshot
from .random_games import Broken, Moment, Subject, moments
from .sealed_check import sealed
from .secrecy_checks import altered

GARBAGE = ("", "xyzzy", "-1", "0", "9999,9999", "1,x", "r9", ",", "=", ";", "'", "ß", "1" * 30)


def legality(subject: Subject) -> None:
    """The legal actions are exactly those that check accepts, in a sequence with a stable order."""
    for moment in moments(subject):
        state = moment.state
        moment.need(len(set(state.to_act)) == len(state.to_act), f"to_act names a seat twice: {state.to_act}")
        moment.need(
            state.over == (not state.to_act),
            "to_act is empty before the end of the game, or not empty after it",
        )
        for seat in range(len(state.seats)):
            if seat not in state.to_act:
                moment.need(
                    not len(state.legal(seat)), f"{state.seats[seat]} is not to act but has legal actions"
                )
                continue
            _sequence(moment, seat)


def _sequence(moment: Moment, seat: int) -> None:
    state = moment.state
    legal = state.legal(seat)
    actions = list(legal)
    moment.need(actions, f"{state.seats[seat]} is to act but has no legal actions")
    moment.need(
        len(legal) == len(actions),
        f"len() of the legal list is {len(legal)}, but it holds {len(actions)} actions",
    )
    moment.need(len(set(actions)) == len(actions), "the legal list holds an action twice")
    moment.need(
        [legal[n] for n in range(len(legal))] == actions,
        "indexing the legal list gives other actions than iterating",
    )
    moment.need(legal[-1] == actions[-1], "legal[-1] is not the last action")
    moment.need(list(legal[1:3]) == actions[1:3], "a slice of the legal list differs")
    moment.need(list(state.legal(seat)) == actions, "the legal list differs when asked for again")
    moment.need(
        list(state.clone().legal(seat)) == actions, "a clone lists other actions, or a different order"
    )
    try:
        legal[len(actions)]
    except IndexError:
        pass
    else:
        moment.need(False, "the legal list has an action beyond its end")
    for action in actions:
        moment.need(
            action.seat == seat,
            f"{action} is listed for {state.seats[seat]} but belongs to seat {action.seat}",
        )
        moment.need(action in legal, f"{action} is listed, but `in` does not find it")
        refusal = state.check(action)
        moment.need(refusal is None, f"{action} is listed but refused: {refusal and refusal.rules}")
    if isinstance(state.step, PlacingStep):
        _placements(moment, state.step, seat)
    sealed(moment, actions)
    middle = actions[moment.stream.below(len(actions))]
    moment.need(legal.index(middle) == actions.index(middle), f"legal.index({middle}) is wrong")
    moment.need(legal.count(middle) == 1, f"legal.count({middle}) is not 1")


def _placements(moment: Moment, step: PlacingStep[Any], seat: int) -> None:
    """Check that the step's `allows` and `forbids` agree on every placement that touches and matches."""
    state, board = moment.state, step.board(moment.state, seat)
    allows = step.allows(state, seat)
    if allows is None:
        return
    for piece in dict.fromkeys(step.pieces(state, seat)):
        for key, rotation in map(spot, placements(board, step.tiles[piece])):
            allowed, reasons = (
                allows(piece, key, rotation),
                list(step.forbids(state, seat, piece, key, rotation)),
            )
            moment.need(
                allowed != bool(reasons),
                f"step {step.name}: allows says {allowed} to {step.things.codes[piece]} on {board.grid.text(key)} "
                f"{ROTATIONS[rotation]}, but forbids gives {[reason.rule for reason in reasons]}",
            )


SOME = 4
"""Now and then so many actions of each kind are tried at a decision, whether they are legal or not."""


def refusals(subject: Subject) -> None:
    """An action is refused exactly if it is not listed, with reasons that name the rules and nothing hidden.

    Actions of every kind are tried, also of those that random games do not meet.
    """
    for players in subject.players:
        one = attrs.evolve(subject, seats=(players,))
        pool: dict[Action, None] = {}
        for moment in moments(one):
            for seat in moment.state.to_act:
                pool.update(dict.fromkeys(moment.state.legal(seat)))
        tried = list(pool)
        for moment in moments(one):
            state = moment.state
            actors = state.to_act or (0,)
            candidates: list[Action] = []
            for _ in range(min(24, len(tried))):
                action = moment.stream.pick(tried)
                candidates += [action, *(attrs.evolve(action, seat=seat) for seat in actors)]
            if moment.costly():
                for seat in actors:
                    for kind in state.rules.kinds:
                        every = list(_conceivable(state, kind, seat))
                        candidates += [moment.stream.pick(every) for _ in range(min(SOME, len(every)))]
                    for action in subject.conceivable(state, seat) if subject.conceivable is not None else ():
                        known = isinstance(action, Action) and 0 <= action.seat < len(state.seats)
                        moment.need(
                            known, f"conceivable gives {action!r}, which is no action of a seat of this game"
                        )
                        candidates.append(action)
            _refused(moment, candidates)
            if moment.costly():
                _reasons_hide(moment, candidates)


def _refused(moment: Moment, candidates: Iterable[Action]) -> None:
    state = moment.state
    rules = state.rules
    stated = rules.rule_texts()
    step = state.step
    here = {*rules.decision_rules(step)} if step is not None else set()
    # A module that names none of its rules is left alone, and so is a game.
    unnamed = {rule for some in rules.stated.values() if some.keys() & here for rule in some} - here
    legal = [state.legal(seat) for seat in range(len(state.seats))]
    refused = []
    for action in dict.fromkeys(candidates):
        listed = action in legal[action.seat]
        try:
            refusal = state.check(action)
        except AssertionError as error:
            raise Broken(f"{error} {moment.where()}") from error
        moment.need(
            listed == (refusal is None), f"{action} is {'' if listed else 'not '}listed, but check disagrees"
        )
        ours = step is not None and isinstance(action, step.all_actions) and action.seat in state.to_act
        if step is not None and ours:
            reasons = step.all_explain(state, action)
            said = [reason.rule for reason in reasons]
            moment.need(
                bool(reasons) != listed,
                f"{action} is {'' if listed else 'not '}listed, but explain gives {said}",
            )
        if refusal is None:
            continue
        refused.append(action)
        moment.need(refusal.action == action, "a refusal names another action")
        for reason in refusal.reasons:
            moment.need(reason.rule, f"{action} is refused for {reason.key} without a rule id")
            moment.need(
                reason.rule in stated or not stated,
                f"{reason.key} cites {reason.rule}, which is not in rules.yaml, or does not hold here",
            )
            moment.need(
                not ours or reason.rule not in unnamed,
                f"{reason.key} cites {reason.rule}, which is not among the rules of step {step and step.name}",
            )
            moment.need(reason.key in rules.words, f"there is no message '{reason.key}' for a refusal")
        rules.say_refusal(refusal, state.seats)
    if refused:
        _untouched(moment, refused[moment.stream.below(len(refused))])


def _reasons_hide(moment: Moment, candidates: Iterable[Action]) -> None:
    """Check that the reasons for refusals are the same wherever the seat that asks could be."""
    state = moment.state
    for seat in range(len(state.seats)):
        asked = [action for action in dict.fromkeys(candidates) if action.seat == seat]
        for other in (moment.world(state.view(seat)), altered(state, seat)) if asked else ():
            for action in asked:
                said, would = state.check(action), other.check(action)
                same = (said and said.reasons) == (would and would.reasons)
                mine, theirs = (
                    one and [(why.key, dict(why.args)) for why in one.reasons] for one in (said, would)
                )
                moment.need(
                    same,
                    f"what {state.seats[seat]} is told of {action} reveals hidden things: {mine}, but {theirs} "
                    "if only hidden things differ",
                )


def _untouched(moment: Moment, action: Action) -> None:
    copy = moment.state.clone()
    try:
        copy.play(action)
    except Illegal as error:
        moment.need(error.refusal.reasons, "Illegal has no reason")
    else:
        moment.need(False, f"play({action}) does what check refuses")
    moment.need(copy == moment.state, f"play({action}) is refused but changes the state")


def notation(subject: Subject) -> None:
    """Every legal action can be read back from its text, in any case and in every language that has words for it.

    Errors in other text say what may follow.

    Actions that random games do not meet are checked as well, as far as the readers list their values.
    """
    for moment in moments(subject):
        state = moment.state
        rules = state.rules
        if moment.decision == 0:
            _every(moment)
        for seat in state.to_act:
            texts: dict[str, Action] = {}
            for action in state.legal(seat):
                text = str(action)
                moment.need(text not in texts, f"two legal actions have the text '{text}'")
                texts[text] = action
            for text, action in texts.items():
                for typed in (text, f"  {text.replace(' ', '   ')} "):
                    _read(moment, typed, action)
                for typed in sorted({text.upper(), text.lower()} - {text}):
                    _read(moment, typed, action, ambiguous=True)
                _spoken(moment, action)
            if moment.costly():
                text = moment.stream.pick(list(texts))
                words = text.split()
                halves = [" ".join(words[:n]) for n in range(len(words))]
                spoilt = [f"{half} {wrong}" for half in [*halves, text] for wrong in GARBAGE]
                for typed in [*halves, *spoilt, *GARBAGE]:
                    _half(moment, state, typed, seat)
        moment.need(rules.kinds, "the game has no actions")


MOST = 2_000
"""Up to so many actions of one kind, all combinations of values are tried; beyond that, one slot varies at a time."""


def _every(moment: Moment) -> None:
    """Check that actions with every value that the readers list are read back, whether they are legal or not."""
    state = moment.state
    for kind in state.rules.kinds:
        for action in _conceivable(state, kind):
            text = str(action)
            try:
                found, used = read_action([kind], state.rules.readers, text.split(), state, 0)
            except Unreadable as error:
                raise Broken(f"'{text}' cannot be read back: {error} {moment.where()}") from error
            moment.need(
                found == action and used == len(text.split()),
                f"'{text}' is read as {found!r}, not as {action!r}",
            )


def _conceivable(state: State, kind: type[Action], seat: int = 0) -> Iterator[Action]:
    """Yield actions of a kind with values that the readers list, whether they are legal or not; none without a list."""
    readers = state.rules.readers
    slots = [part.name for part in kind.parts if isinstance(part, Slot)]
    if any(readers[slot].values is None for slot in slots):
        return
    every = [list(readers[slot].values(state)) for slot in slots]  # type: ignore[misc]
    if any(not values for values in every):
        return
    chosen: Iterable[Sequence[Any]] = product(*every)
    if prod(map(len, every)) > MOST:
        first = [values[0] for values in every]
        chosen = [(*first[:n], value, *first[n + 1 :]) for n, values in enumerate(every) for value in values]
    for values in chosen:
        yield kind(seat, **dict(zip(slots, values, strict=True)))


def _spoken(moment: Moment, action: Action) -> None:
    """Check that what people read of a move can be typed, in every language."""
    for lang in shipped()[1:]:
        said = moment.state.rules.say_move(action, action.seat, lang)
        if said != str(action):
            _read(moment, said, action, lang)


def _read(moment: Moment, typed: str, action: Action, lang: str = "en", *, ambiguous: bool = False) -> None:
    """Check that the text is read as the action; if `ambiguous`, a text that names several things may be refused."""
    state = moment.state
    try:
        found = state.rules.read(typed, state, action.seat, lang)
    except Unreadable as error:
        if ambiguous and any(things.alike for things in state.rules.things.values()):
            return
        said = f"'{typed}' ({lang}) cannot be read back: {error}{_mistyped(state, action)}"
        raise Broken(f"{said} {moment.where()}") from error
    moment.need(found == action, f"'{typed}' ({lang}) is read as {found!r}, not as {action!r}")


def _mistyped(state: State, action: Action) -> str:
    """Return which slot holds a value of another type than its reader gives, such as 2 in place of Rotation(2)."""
    for slot in (part.name for part in action.parts if isinstance(part, Slot)):
        values = state.rules.readers[slot].values
        known = next(iter(values(state)), None) if values is not None else None
        held = type(getattr(action, slot))
        if known is not None and held is not type(known):
            return f"; its {slot} is of type {held.__name__}, not {type(known).__name__}"
    return ""


def _half(moment: Moment, state: State, typed: str, seat: int) -> None:
    try:
        actions = state.rules.read_line(typed, state, seat)
    except Unreadable as error:
        moment.need(str(error), f"'{typed}' is not a move, and the error has no text")
        moment.need(error.expected, f"'{typed}' is not a move, and the error does not say what may follow")
    except (Exception, SystemExit) as error:
        raise Broken(f"reading '{typed}' raised {type(error).__name__}: {error} {moment.where()}") from error
    else:
        for action in actions:
            state.check(action)


def purity(subject: Subject) -> None:
    """Queries and logs change nothing, and playing on a clone leaves the original alone."""
    fresh: list[object] = []

    def played(moment: Moment, log: Log) -> None:
        fresh[:] = [snapshot(moment.state)]

    for moment in moments(subject, played=played):
        unasked = snapshot(moment.state)
        moment.need(moment.decision == 0 or fresh == [unasked], "legal changes the state")
        if moment.costly():
            _asked(moment)


def _asked(moment: Moment) -> None:
    state = moment.state
    before = snapshot(state)

    def same(what: str) -> None:
        moment.need(snapshot(state) == before, f"{what} changes the state")

    for seat in range(len(state.seats)):
        actions = list(state.legal(seat))
        same("legal")
        for action in actions[:5]:
            state.check(action)
            state.check(attrs.evolve(action, seat=(seat + 1) % len(state.seats)))
        same("check")
        if state.step is not None and actions:
            state.step.all_explain(state, actions[0])
            same("explain")
    for seat in [*range(len(state.seats)), None]:
        view = state.view(seat)
        view.to_dict()
        same("view.to_dict")
        view.determinize(moment.stream)
        same("view.determinize")
        if seat is not None and len(view.legal()) and state.rules.game.choices is not None:
            state.rules.choices(view)
            same("the game's choices")
        if seat is not None and state.rules.game.appraise is not None:
            state.rules.appraise(view, seat)
            same("the game's appraise")
        if state.rules.game.show is not None:
            state.rules.show(view)
            same("the game's show")
    for name in ("clone", "to_dict", "digest", "ranking", "score_lines", "concluded", "__repr__"):
        getattr(state, name)()
        same(name)
    if moment.action is not None:
        silent, logged = state.clone(), state.clone()
        silent.apply(moment.action)
        same("playing on a clone")
        logged.apply(moment.action, Log())
        moment.need(silent == logged, "the move has another result if a log is given")
        moment.need(silent != state, "the move changes nothing, so that it could be played for ever")
