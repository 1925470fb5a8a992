"""What the choices at hand surely bring, on their spots: found once a page has been drawn, so that nobody waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..table.preview import Gain, foresee_all, plates

if TYPE_CHECKING:
    from ..table.face_texts import Texts
    from .page_session import PageSession

MOST = 4
"""So many different gains are listed in a sentence."""


def wanted(session: PageSession) -> bool:
    """True if nobody has looked yet at what the moves of this page's decision bring."""
    return session.choice is not None and session.gains is None and session.table.help_level != "none"


def look(session: PageSession) -> None:
    """Find what all moves bring, once for a decision. It works on a copy, so other pages do not wait."""
    with session.served.lock:
        session.follow()
        if not wanted(session):
            return
        session.gains, number = {}, session.number
        chair, table, revision = session.chair, session.table, session.table.revision
        view, hidden, bots = table.match.state.clone().view(chair.seat), chair.show.hidden, table.bots
        moves = [offer.action for offer in chair.show.offers]
    found = foresee_all(view, moves, bots, hidden)
    with session.served.lock:
        if session.number == number:
            session.gains = {action: gain for action, (_, gain) in found.items()}
            session.done += 1
        if table.revision == revision:
            chair.foresees({action: seen for action, (seen, _) in found.items()})


def region(session: PageSession) -> dict[str, str]:
    """Return what spots, "board,x,y", and lines of the list, "line,n", bring above the others; "": a sentence on all.

    Of several moves at a spot the best one counts.
    """
    choice, gains = session.choice, session.gains
    if choice is None or not gains:
        return {}
    left, spots = choice.choosing.left, choice.choosing.spots
    at = {
        where: spots.get(where) or [one for one in left if one.piece == where]
        for where in choice.choosing.lit
    }
    moves = {f"{board},{x},{y}": offers for (board, (x, y)), offers in at.items()}
    ringed = [*moves]
    moves |= {f"line,{n}": target.offers for n, target in enumerate(choice.listed)}
    best = {
        key: max((gains[one.action] for one in offers), key=sum) for key, offers in moves.items() if offers
    }
    said = sentence({key: best[key] for key in ringed if key in best}, session.said)
    return plates(best) | ({"": said} if said else {})


def sentence(best: Mapping[str, Gain], said: Texts) -> str:
    """Return how many spots bring how much; "" where that says nothing."""
    which = 0 if any(one.now for one in best.values()) else 1
    counts = Counter(one[which] for one in best.values())
    if len(best) < 2 or not any(counts):
        return ""
    ranked = sorted(counts.items(), reverse=True)
    if len(counts) == 1:
        parts = [said("table.gains.each", points=ranked[0][0])]
    else:
        *first, (last, rest) = ranked if len(ranked) <= MOST else [*ranked[: MOST - 1], (0, 0)]
        parts = [said("table.gains.some", n=n, points=points) for points, n in first]
        parts.append(said("table.gains.rest", n=rest, points=last) if rest else said("table.gains.less"))
    return said(f"table.gains.{'end' if which else 'now'}", n=len(best), parts=", ".join(parts))
