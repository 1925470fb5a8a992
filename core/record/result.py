"""The end of a match, as records have it."""

from __future__ import annotations

import attrs

from ..rules.teams import divided
from ..text.strict import EXACT, Slip, Slips, structure


@attrs.frozen(kw_only=True)
class MatchResult:
    """The end of a match, by seat."""

    scores: tuple[int, ...]
    standing: tuple[int, ...] | None = None
    """Who is ahead, where the game says so in the place of points."""
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    """Empty if nobody has won."""
    turns: int
    sides: tuple[tuple[int, ...], ...] | None = None
    """Who plays together, where not every seat plays for itself."""
    resigned: tuple[int, ...] = ()
    """The seats that have given the match up, the first one first."""
    bots: tuple[int, ...] = ()
    """Seats of people for which a bot has decided something: what they reached says little about the people."""
    scored: bool = False
    """True if all play together, or one alone, and only the points count: nobody wins or loses."""

    @property
    def shares(self) -> list[float]:
        """By seat its part of the victory: sides that win share it, and every seat of a side has the whole."""
        return divided(self.sides or [(seat,) for seat in range(len(self.scores))], self.winners)

    @property
    def ahead(self) -> tuple[int, ...]:
        """The numbers that say who is ahead: points, or what the game counts in their place."""
        return self.scores if self.standing is None else self.standing


def checked(content: object, seats: int) -> MatchResult:
    """Return a result as it was read from a file; Slips if it is not one of a match of so many seats."""
    found = structure(content, MatchResult, EXACT)
    wrong = [
        Slip((name,), f"expected {seats} numbers, one for each seat")
        for name, numbers in (("scores", found.scores), ("standing", found.ahead))
        if len(numbers) != seats
    ]
    if sorted(seat for place in found.ranking for seat in place) != [*range(seats)]:
        wrong.append(Slip(("ranking",), f"expected the seats 0 to {seats - 1}, each once"))
    first = found.ranking[0] if found.ranking else ()
    if any(not 0 <= seat < seats for seat in found.winners) or (not found.winners and first):
        wrong.append(Slip(("winners",), f"expected seats from 0 to {seats - 1}"))
    if found.sides is not None and sorted(seat for side in found.sides for seat in side) != [*range(seats)]:
        wrong.append(Slip(("sides",), f"expected the seats 0 to {seats - 1}, each once"))
    for name, seats_of in (("resigned", found.resigned), ("bots", found.bots)):
        if len({*seats_of}) < len(seats_of) or any(not 0 <= seat < seats for seat in seats_of):
            wrong.append(Slip((name,), f"expected seats from 0 to {seats - 1}, each once at most"))
    if wrong:
        raise Slips(wrong)
    return found
