"""Checks of what a game comes to: scores, the ending, and the words for all of it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

from ..base.errors import TilewrightError
from ..draw.symbols import SYMBOLS
from ..rules.actions import Action, verbs
from ..rules.events import Log
from ..rules.rule_texts import chapter, named, written
from ..rules.ruleset import Rules
from ..rules.schedule import Decision, passage
from ..rules.state import NOTHING, State
from ..rules.teams import sides_of
from ..text.languages import shipped
from ..text.strict import near
from .field_walk import changeable, line_totals, snapshot
from .random_games import Broken, Moment, Subject, moments, rated_moments
from .secrecy_checks import altered
from .value_checks import misfit


def scores(subject: Subject) -> None:
    """Each score is the sum of its lines, and each line has a reason; the standing of a game is open to all.

    What the end would bring now is said in such lines as well, without chance.
    """
    before: list[tuple[int, ...]] = []
    for moment in chain(moments(subject), rated_moments(subject)):
        _standing(moment)
        before = before if moment.decision else []
        kept = moment.state.ledger[: len(before)] == before
        moment.need(kept, "an earlier score line has changed or is gone; lines are only added")
        _lines(moment, len(before))
        before = [*moment.state.ledger]
        state = moment.state
        moment.need(len(state.scores) == len(state.seats), "there must be one score for each seat")
        for name, score, total in zip(state.seats, state.scores, line_totals(state), strict=True):
            said = f"{name} has {score} points but lines for {total}; give points with state.gain only"
            moment.need(score == total, said)
        if moment.costly() and not state.over and state.rules.game.ended is not None:
            _end_now(moment)


def _lines(moment: Moment, first: int, state: State | None = None) -> None:
    """Check the score lines from this one on: their seat, reason, source, rule and turn."""
    state = state or moment.state
    rules, stated = state.rules, state.rules.rule_texts()
    for seat, amount, number, source, turn in state.ledger[first:]:
        moment.need(0 <= number < len(rules.reasons), f"a score line has the reason {number}, which is none")
        moment.need(type(amount) is int, f"a score line gives {amount!r} points, not a whole number")
        reason = rules.reasons[number]
        unit = rules.option_values[reason.scale] if reason.scale else 1
        said = f"the line of {amount} points for {reason.key}"
        moment.need(reason.key in rules.words, f"there is no message '{reason.key}' for a score line")
        moment.need(0 <= seat < len(state.seats), f"{said} names seat {seat}")
        moment.need(0 <= turn <= state.turns, f"{said} names turn {turn}, but this is turn {state.turns}")
        scaled = not isinstance(unit, int) or (amount % unit == 0 if unit else not amount)
        moment.need(scaled, f"{said} is no multiple of {reason.scale}={unit}, as ScoreReason(scale=...) says")
        holds = not stated or not reason.rule or reason.rule in stated
        moment.need(holds, f"{said} cites {reason.rule}, which does not hold here")
        if source != NOTHING:
            none = f"{said} has the source {source}, but ScoreReason(source=...) does not say what that is"
            moment.need(reason.source is not None, none)
            wrong = misfit(reason.source, state, source) if reason.source is not None else ""
            moment.need(not wrong, f"{said}: its source {wrong}")


def _end_now(moment: Moment) -> None:
    """Check what `Game.ended` says that the end would bring: lines that add up, the same again, without chance."""
    state, before = moment.state, snapshot(moment.state)
    end, again = state.concluded(), state.concluded()
    moment.need(snapshot(state) == before, "ended changes the state that it was given a copy of")
    moment.need(end.ledger == again.ledger, "ended gives other points when it is asked again")
    moment.need(end.ledger[: len(state.ledger)] == state.ledger, "ended changes earlier score lines")
    totals = line_totals(end)
    moment.need(end.scores == totals, f"ended makes the scores {end.scores}, but the lines say {totals}")
    moment.need(
        end.streams == state.streams, "ended takes something from a stream; the end it shows knows no chance"
    )
    _lines(moment, len(state.ledger), end)
    for line in state.rules.ended(state):
        if line.because is not None:
            state.rules.words.told(line.because, "en")


def _standing(moment: Moment) -> None:
    """Check what the game says of who is ahead: whole numbers by seat, which follow from what everyone knows."""
    state = moment.state
    if state.rules.game.standing is None:
        return
    before = snapshot(state) if moment.costly() else None
    found = state.standing()
    fits = len(found) == len(state.seats) and all(type(one) is int for one in found)
    moment.need(fits, f"standing is {found}, not a whole number for each seat")
    for side in sides_of(state).groups:
        alike = len({found[seat] for seat in side}) == 1
        moment.need(alike, f"standing is {list(found)}, which parts seats that play together: {list(side)}")
    if before is None:
        return
    found = list(found)
    moment.need(found == list(state.standing()), "standing says something else when it is asked again")
    moment.need(before == snapshot(state), "standing changes the state")
    other = moment.world(state.view(None))
    said = "standing tells everyone of hidden things: with others in their place it is"
    moment.need(found == list(other.standing()), f"{said} {list(other.standing())}, not {found}")


def ending(subject: Subject) -> None:
    """Every game ends in time, with nothing left to decide, a ranking and winners; a last turn that is told is one."""
    last: Action | None = None
    rounds = turns = 0
    told: dict[int, tuple[object, int]] = {}
    for moment in moments(subject):
        if moment.decision == 0:
            last, rounds, turns = None, 0, 0
            told.clear()
        state = moment.state
        moment.need(state.turns >= turns, f"turn {turns} is followed by turn {state.turns}")
        turns, found = state.turns, state.rules.game.round_of(state)
        moment.need(type(found) is int and found >= rounds, f"round_of is {found!r} after round {rounds}")
        rounds = found
        if moment.action is None:
            finished(moment, last)
        else:
            _ranking(moment)
            moment.need(not moment.state.winners, "there are winners before the end")
            last = moment.action
            _last_turn(moment, last.seat, told)


def _last_turn(moment: Moment, seat: int, told: dict[int, tuple[object, int]]) -> None:
    """Check that no seat decides after the turn that was told to be its last, and that it can know which one that is.

    `told` notes by seat the turn that was told to be its last, and the decision at which it was.
    """
    state, last_turn = moment.state, moment.state.rules.game.last_turn
    name, turn, view = state.seats[seat], passage(state), state.view(seat)
    said = bool(last_turn(view))
    last, when = told.setdefault(seat, (turn, moment.decision)) if said else told.get(seat, (turn, 0))
    moment.need(
        last == turn,
        f"at decision {when} last_turn told {name} that it was the last turn, but {name} decides again",
    )
    if said or moment.costly():
        others = moment.world(view), altered(state, seat)
        same = all(bool(last_turn(other.view(seat))) == said for other in others)
        moment.need(same, f"last_turn tells {name} of hidden things")


def _ahead(moment: Moment) -> None:
    """Check that no seat ends in a place behind one that is less ahead."""
    state = moment.state
    standing, places = state.standing(), [place for place in state.ranking() if place]
    for better, worse in pairwise(places):
        wrong = [(one, other) for one in better for other in worse if standing[one] < standing[other]]
        one, other = wrong[0] if wrong else (0, 0)
        moment.need(
            not wrong,
            f"the ranking places {state.seats[one]} with {standing[one]} before {state.seats[other]} with "
            f"{standing[other]}; if points do not decide who is ahead, give Game(standing=...)",
        )


def _ranking(moment: Moment) -> Sequence[Sequence[int]]:
    """Return the ranking, which places every seat once."""
    ranking, sides = moment.state.ranking(), sides_of(moment.state).groups
    placed = sorted(seat for place in ranking for seat in place)
    once = placed == list(range(len(moment.state.seats)))
    moment.need(once, f"the ranking {ranking} does not place every seat once")
    moment.need(all(ranking[1:]), f"the ranking {ranking} has an empty place that is not the first")
    whole = all(side <= {*place} for place in ranking for side in map(set, sides) if side & {*place})
    moment.need(whole, f"the ranking {ranking} parts seats that play together: {sides}")
    return ranking


def finished(moment: Moment, last: Action | None) -> None:
    """Check the end: a ranking of all seats, winners, nothing left to decide; `last` was the last action."""
    _won(moment)
    state, ranking = moment.state, _ranking(moment)
    first = state.winners == ranking[0]
    _ahead(moment)
    moment.need(first, f"the winners are {state.winners}, but the ranking is {ranking}")
    moment.need(state.to_act == () and state.step is None, "the game is over, but a seat is to act")
    legal = any(len(state.legal(seat)) for seat in range(len(state.seats)))
    moment.need(not legal, "the game is over, but actions are legal")
    if last is not None:
        refusal = state.check(last)
        moment.need(refusal is not None, "the game is over, but an action is accepted")
        cited = refusal is not None and all(refusal.rules)
        moment.need(cited, "the refusal after the end cites no rule; set Game(turn_rule=...)")


def _won(moment: Moment) -> None:
    """Check what the game says of whether all have won: true or false, the same again, and nothing changes by it."""
    state, won = moment.state, moment.state.rules.game.won
    if won is None or sides_of(state).rivals:
        return
    before, found = snapshot(state), won(state)
    moment.need(type(found) is bool, f"won is {found!r}, not True or False")
    moment.need(found is won(state), "won says something else when it is asked again")
    moment.need(before == snapshot(state), "won changes the state")


def _verbs(rules: Rules) -> None:
    """Check that a move whose description is translated has a word that people read and type, unlike all others."""
    for lang in shipped()[1:]:
        typed: dict[str, str] = {}
        for verb in verbs(rules.kinds):
            does, key = f"move.{verb}", f"verb.{verb}"
            found = rules.words.texts(key).get(lang, "").split() if key in rules.words else []
            if not found and does in rules.words and lang in rules.words.texts(does):
                raise Broken(f"'{does}' has a text in {lang}, but there is no word to type: write '{key}'")
            for word in found:
                other = typed.setdefault(word.lower(), verb)
                if other != verb:
                    raise Broken(f"in {lang}, '{word}' is a word for '{other}' and for '{verb}'")


def words(subject: Subject) -> None:
    """Every message, score reason and rule id that is used exists; events and provenance can be put into words."""
    rules = subject.rules
    if rules.game.standing is not None and "name.standing" not in rules.words:
        raise Broken("there is no message 'name.standing', which says what Game(standing=...) counts")
    stated = written(rules)
    for reason in rules.reasons:
        if reason.key not in rules.words:
            raise Broken(f"there is no message '{reason.key}' for a score reason")
        if reason.icon not in ("", *SYMBOLS):
            all_of_them = near(reason.icon, SYMBOLS, "tilewright docs showing#symbols lists all")
            raise Broken(f"score reason {reason.key}: the icon '{reason.icon}' is unknown{all_of_them}")
        if stated and reason.rule and reason.rule not in stated:
            raise Broken(f"score reason {reason.key} cites {reason.rule}, which is not in rules.yaml")
    for lang in shipped():
        try:
            rules.provenance(lang)
        except TilewrightError as error:
            raise Broken(f"where the data comes from cannot be put into words: {error}") from error
    _verbs(rules)
    cited = [(f"option {option.name}", option.rule) for option in rules.declared]
    cited += [
        (name, getattr(rules.game, name) or rules.game.turn_rule) for name in ("turn_rule", "order_rule")
    ]
    for step in (node for node in rules.nodes if isinstance(node, Decision)):
        cited += [(f"step {step.name}", one) for one in named(rules, step)]
    for what, rule in cited:
        if stated and rule not in stated and not chapter(rule, stated):
            raise Broken(
                f"{what} cites {rule}, which is not in rules.yaml" if rule else f"{what} cites no rule"
            )

    def heard(moment: Moment, log: Log) -> None:
        for event in log.events:
            for name, value in {**event.args, **event.secret}.items():
                kept = changeable(value, name, {})
                moment.need(
                    not kept,
                    f"event {event.key} holds {name}, a {type(value).__name__} that may change later; give text or "
                    "numbers",
                )
            for seat in [*range(len(moment.state.seats)), None]:
                try:
                    text = rules.say_event(event, moment.state.seats, seat)
                except (TilewrightError, KeyError, IndexError, ValueError) as error:
                    said = f"event {event.key} cannot be put into words: {error!r}"
                    raise Broken(f"{said} {moment.where()}") from error
                moment.need(text, f"the message of event {event.key} is empty")

    for _ in moments(subject, played=heard):
        pass
