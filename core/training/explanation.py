"""Explains a learned bot in words: its rules, its training, its weights, its values of positions, how it looks ahead.

As plain paragraphs, and as Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ..bots.features import LearnedValue
from ..bots.learned_file import LearnedPlay, Trained, WinShare
from ..bots.learned_moves import DEFAULTS, RANDOM, WIDEST, Lesson, Lookahead
from ..rules.ruleset import Rules

MOST = 12
"""Weights and features that are told; the others moved or promise less."""
UNTIL = {
    "move": "right after the move",
    "turn": "when its turn is over",
    "reply": "when the others have replied and it has to decide again",
    "round": "at the end of the round",
    "end": "at the end of the game",
}


@attrs.frozen
class TextTable:
    """Columns of text with a head."""

    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


@attrs.frozen
class Command:
    """A command, which is never broken into lines."""

    text: str


@attrs.frozen
class PagePart:
    """A heading with what stands below it."""

    title: str
    said: Sequence[str | Command | TextTable]


@attrs.frozen
class Moved:
    """A weight that training has changed."""

    name: str
    before: float
    now: float
    way: float
    """As a part of its range; negative if it went down."""
    doc: str


def looks_ahead(look: Lookahead) -> str:
    """Return how the bot looks ahead, as a sentence."""
    if look.candidates < 1:
        return "It makes any move."
    if look.candidates < 2:
        return "It does not look ahead: it takes the move that it rates highest."
    when = "At the beginning of a turn" if look.opening else "Before every move"
    where = (
        "a position that it could be in"
        if look.worlds == 1
        else f"{look.worlds} positions that it could be in"
    )
    trust = f" The rating of the move itself counts {look.trust:g} times as much." if look.trust else ""
    points = f"{look.margin:g} point{'s' * (look.margin != 1)}"
    near = "" if look.margin >= WIDEST else f", as far as they are within {points} of the best,"
    return (
        f"{when} it tries its {look.candidates} best moves{near} in {where}, and values what has come of each "
        f"{UNTIL[look.until]}.{trust}"
    )


def outcome(one: LearnedPlay, rules: Rules, players: int, against: str = "") -> str:
    """Return what training has come to, without a full stop; `against` is the opponent of an adversary."""
    share = one.results[0]
    equal, part = share.even(players), f"{share.share:.2f} [{share.low:.2f}, {share.high:.2f}]"
    if not against and one.lesson in (DEFAULTS, RANDOM):
        usual = share.against if one.lesson == DEFAULTS else "random"
        return f"nothing was learned that is better than {usual}; the file plays like {usual}"
    told = "" if share.low > equal else f", which cannot be told from an equal's {equal:.2f}"
    if share.own is not None:
        usual = against or share.against
        better = (
            f"better than {usual} in {part} of the same deals{told}; {reached(share, usual, rules, players)}"
        )
        if not against:
            return f"learned: {better}"
        found = (
            f"the best play instead of {usual} found in {one.games:,} games"
            if one.games
            else "what was known"
        )
        return f"{found} is {better}"
    if against and not one.games:
        return f"there was no time to learn anything; against {against}, what was known wins {part}"
    if against:
        found = f"the best answer to {against} found in {one.games:,} games wins {part} of its games"
        shown = "" if share.low > equal else ", so no weakness is shown"
        return f"{found}; an equal would win {equal:.2f}{shown}"
    return f"learned: wins {part} against {share.against}{told}"


def reached(share: WinShare, usual: str, rules: Rules, players: int) -> str:
    """Return what the bot and the usual one reach where all play together: victories, or points."""
    own, its = share.own or 0.0, share.its or 0.0
    if rules.game.sides(players).scored:
        return f"it reaches {own:.1f} on average, {usual} {its:.1f}"
    return f"it wins {own:.2f} of the games, {usual} {its:.2f}"


def found_out(one: LearnedPlay, rules: Rules, begun: Lesson = DEFAULTS) -> str:
    """Return what training has changed of what was known, as a sentence."""
    weights, declared = len(moved(one, rules, begun)), len(rules.weights.declared())
    parts = [_moved(weights, declared)] if weights else []
    if one.value is not None:
        features = len(promises(one.value))
        parts += [f"positions are valued by {features} feature{'s' * (features != 1)}"]
    if parts:
        said = " and ".join(parts)
        return f"{said[:1].upper()}{said[1:]}."
    if begun.weights:
        return "All weights are those that were known before."
    if one.look.candidates < 2 and rules.game.choices is not None:
        return "It plays like greedy."
    return "Nothing was learned but how to look ahead."


def moved(one: LearnedPlay, rules: Rules, begun: Lesson = DEFAULTS) -> list[Moved]:
    """The weights that differ from their defaults or from what was known, those that moved furthest first."""
    found = []
    for weight in rules.weights.declared():
        before = begun.weights.get(weight.name, weight.default)
        now = one.weights.get(weight.name, weight.default)
        if now != before:
            way = (now - before) / (weight.high - weight.low)
            found.append(Moved(weight.name, before, now, way, weight.doc))
    return sorted(found, key=lambda one: -abs(one.way))


def promises(value: LearnedValue) -> dict[str, tuple[float, float]]:
    """By feature, the points that one more of it promises in all, at the beginning and the end; the largest first."""
    whole: dict[str, tuple[float, float]] = {}
    for parts in value.points.values():
        for name, (early, late) in parts.items():
            before = whole.get(name, (0.0, 0.0))
            whole[name] = (before[0] + early, before[1] + late)
    return dict(sorted(whole.items(), key=lambda item: -max(map(abs, item[1]))))


def parts(found: Trained, rules: Rules) -> Iterator[PagePart]:
    """Everything that the file says."""
    yield PagePart(str(found.ruleset), [])
    for count, one in found.players.items():
        yield PagePart(f"{count} players", list(_told(one, rules)))


def _told(one: LearnedPlay, rules: Rules) -> Iterator[str | Command | TextTable]:
    yield f"Trained on {one.games:,} games with tilewright {one.tilewright}:"
    yield Command(one.command)
    if one.unfinished:
        yield f"Its training was {one.unfinished}."
    if one.results:
        rows = [
            (share.against, f"{share.share:.3f}", f"{share.low:.3f} to {share.high:.3f}", f"{share.games:,}")
            for share in one.results
        ]
        yield TextTable(("against", "wins", "95 % interval", "games"), rows)
    yield looks_ahead(one.look)
    changed = moved(one, rules)
    declared = len(rules.weights.declared())
    if changed:
        yield f"{_moved(len(changed), declared)}{_most(len(changed))}:"
        weights = [
            (each.name, f"{each.before:g}", f"{each.now:g}", f"{100 * each.way:+.0f} %", each.doc)
            for each in changed[:MOST]
        ]
        yield TextTable(("weight", "default", "learned", "of its range", "what it is"), weights)
    else:
        few = "The only weight is the default." if declared else "The game declares no weights."
        yield few if declared < 2 else f"All {declared} weights are the defaults."
    if one.value is None:
        yield "It has learned no values of positions."
        return
    whole = promises(one.value)
    yield (
        f"What one more of a feature promises, in points to come ({len(whole)} in all{_most(len(whole))}; a game has "
        f"about {one.value.rounds:g} rounds):"
    )
    rows = [
        (name, f"{early:+.2f}", f"{late:+.2f}", _sources(one.value, name, rules))
        for name, (early, late) in list(whole.items())[:MOST]
    ]
    yield TextTable(("feature", "at the beginning", "at the end", "from"), rows)


def _moved(number: int, weights: int) -> str:
    return f"{number} of {weights} weight{'s' * (weights != 1)} {'has' if number == 1 else 'have'} moved"


def _most(number: int) -> str:
    return f"; the {MOST} largest" if number > MOST else ""


def _sources(value: LearnedValue, name: str, rules: Rules) -> str:
    """The score reasons to which a feature adds most, or from which it takes most."""
    by_reason: Mapping[str, float] = {
        reason: max(each[name], key=abs) for reason, each in value.points.items() if name in each
    }
    order = sorted(by_reason, key=lambda reason: -abs(by_reason[reason]))[:3]
    return ", ".join(f"{reason} {by_reason[reason]:+.2f}" for reason in order)


def markdown(found: Trained, rules: Rules) -> str:
    """Return the explanation in Markdown, as a part of a page."""
    lines: list[str] = []
    for level, part in enumerate(parts(found, rules)):
        lines += [f"{'##' if not level else '###'} {part.title}", ""]
        for one in part.said:
            if isinstance(one, str):
                lines += [one, ""]
                continue
            if isinstance(one, Command):
                lines += ["```sh", " ".join(one.text.split()), "```", ""]
                continue
            lines.append(_row(one.head))
            lines.append(_row(["---"] * len(one.head)))
            lines += [*map(_row, one.rows), ""]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"
