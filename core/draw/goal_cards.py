"""What is scored, as cards on a page: a picture of what counts, its worth, a bar for each player, when it is scored.

The script of a table adds to the bars what the move under the cursor would change, by the place of a card.
"""

from __future__ import annotations

from ..base.html import Html, short, tag
from .colours import SEATS
from .html_boards import picture
from .html_parts import ink, seat_chip, words
from .model import Goal, Ink, Panel, Show


def cards(show: Show, one: Panel) -> Html:
    """Return the goals of a panel as cards, equal ones once, and below them the rounds in which they are scored."""
    drawn = [_drawn(show, goal) for goal in one.goals]
    first = [n for n, goal in enumerate(one.goals) if goal not in one.goals[:n]]
    made = [_card(show, one, n, drawn[n], one.goals.count(one.goals[n])) for n in first]
    rounds = [
        tag(
            "li",
            tag("span", each.title),
            [drawn[n] for n in each.goals],
            cls="past" if each.over else None,
            aria_current="step" if each.now else None,
        )
        for each in one.rounds
    ]
    return tag(
        "section",
        tag("h3", one.title) if one.title else None,
        tag("div", made, cls="cards few" if len(made) < 5 and one.goals[0].picture else "cards"),
        tag("ol", rounds, cls="rounds") if rounds else None,
        cls="panel goals",
    )


def _card(show: Show, one: Panel, n: int, drawn: Html, copies: int) -> Html:
    goal = one.goals[n]
    values = goal.amounts or goal.points
    top = max([*map(abs, values.values()), 1])
    spots = " ".join(f"{board},{x},{y}" for board, (x, y) in goal.where)
    met = tag("span", "\u2713", cls="tick", aria_hidden="true") if goal.met else None
    worth = tag(
        "b",
        met,
        goal.worth,
        f" \u00d7{copies}" * (copies > 1),
        cls="worth" if len(goal.worth) < 4 else "worth long",
    )
    return tag(
        "article",
        tag("div", drawn, cls="what"),
        tag("h4", words(goal.title)),
        worth if goal.worth or met or copies > 1 else None,
        tag("ul", [_bar(show, goal, seat, top) for seat in sorted(values)], cls="bars") if values else None,
        tag("p", goal.note, cls="note") if goal.note else None,
        cls="goal" + " met" * goal.met + " now" * goal.now,
        title=goal.said or None,
        data_goal=f"{one.title}|{goal.title}",
        data_spots=spots or None,
        tabindex=0 if spots else None,
        data_top=top,
    )


def _bar(show: Show, goal: Goal, seat: int, top: int) -> Html:
    """A player's chip, a bar for what he has, and the number; the points for it stand behind the amount."""
    value = (goal.amounts or goal.points)[seat]
    wide = short(100 * abs(value) / top)
    bar = tag("rect", width=wide, height=8)
    more = tag("path", cls="more", d="")
    points = f" {goal.points[seat]:+d}" if goal.amounts and goal.points.get(seat) else ""
    return tag(
        "li",
        seat_chip(show, seat),
        tag("svg", bar, more, viewBox="0 0 100 8", preserveAspectRatio="none", aria_hidden="true"),
        tag("b", str(value), tag("small", points) if points else None),
        cls=f"seat-{seat % len(SEATS)}",
        data_seat=seat,
    )


def _drawn(show: Show, goal: Goal) -> Html:
    if goal.picture is not None:
        return picture(show, goal.picture)
    return ink(show, Ink("", goal.icon)) if goal.icon else Html("")
