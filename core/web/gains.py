"""What the choices at hand surely bring, on their spots: found once a page has been drawn, so that nobody waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..table.preview import Gain, foresee_all, plates

if TYPE_CHECKING:
    from ..rules.actions import Action
    from ..table.face_texts import Texts
    from ..table.preview import MovePreview
    from .page_session import PageSession

MOST = 4
"""So many different gains are listed in a sentence."""


def wanted(session: PageSession) -> bool:
    """True if nobody has looked yet at what the moves of this page's decision bring."""
    return _told(session) and session.looked != session.number


def _told(session: PageSession) -> bool:
    return session.choice is not None and session.table.help_level != "none"


def look(session: PageSession) -> None:
    """Find what all moves bring, once for a decision; nothing is known if it fails or takes too long.

    It works on a copy, so other pages do not wait.
    """
    with session.served.lock:
        session.follow()
        if not wanted(session):
            return
        session.looked = number = session.number
        chair, table, revision = session.chair, session.table, session.table.revision
        view, hidden, bots = table.match.state.clone().view(chair.seat), chair.show.hidden, table.bots
        moves = [offer.action for offer in chair.show.offers]
    found: Mapping[Action, tuple[MovePreview, Gain]] = {}
    try:
        found = foresee_all(view, moves, bots, hidden)
    finally:
        with session.served.lock:
            if session.number == number:
                session.gains = {action: gain for action, (_, gain) in found.items()}
                session.done += 1
    with session.served.lock:
        if table.revision == revision:
            chair.foresees({action: seen for action, (seen, _) in found.items()})


def region(session: PageSession) -> dict[str, str]:
    """Return what spots, "board,x,y", and lines of the list, "line,n", bring above the others; "": a sentence on all.

    The sentence stands there from the beginning, so that nothing moves when the rest comes. Of several moves at a spot
    the best one counts.
    """
    choice, gains = session.choice, session.gains
    if choice is None or not _told(session):
        return {}
    if not gains:
        many = len(choice.choosing.lit)
        return (
            {"": session.said(f"table.gains.{'coming' if gains is None else 'none'}", n=many)}
            if many > 1
            else {}
        )
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
    """Return how many spots bring how much; "" where there is no choice between spots."""
    which = 0 if any(one.now for one in best.values()) else 1
    counts = Counter(one[which] for one in best.values())
    if len(best) < 2:
        return ""
    if not any(counts):
        return said("table.gains.none", n=len(best))
    ranked = sorted(counts.items(), reverse=True)
    if len(counts) == 1:
        parts = [said("table.gains.each", points=ranked[0][0])]
    else:
        *first, (last, rest) = ranked if len(ranked) <= MOST else [*ranked[: MOST - 1], (0, 0)]
        parts = [said("table.gains.some", n=n, points=points) for points, n in first]
        parts.append(said("table.gains.rest", n=rest, points=last) if rest else said("table.gains.less"))
    return said(f"table.gains.{'end' if which else 'now'}", n=len(best), parts=", ".join(parts))
