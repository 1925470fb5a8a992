"""The result of a match in words: who has won, alone or together, and who is in which place."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from ..play.match import Match
from ..record.result import MatchResult
from ..rules.ruleset import Rules
from ..rules.teams import Sides
from .face_texts import Texts, listed


@attrs.frozen(eq=False, repr=False, kw_only=True)
class ResultText:
    """A result, ready to be told in one language."""

    rules: Rules
    seats: Sequence[str]
    ranking: Sequence[Sequence[int]]
    winners: Sequence[int]
    standing: Sequence[int]
    lang: str
    resigned: Sequence[int] = ()
    bots: Sequence[int] = ()
    """Seats of people for which a bot has decided something."""
    days: int = 0
    """The days after which the match was given up; 0 if it was played to its end."""

    @classmethod
    def of(cls, match: Match, lang: str = "en") -> ResultText:
        """Return the result of a finished match."""
        state, left = match.state, match.left
        return cls(
            rules=match.rules,
            seats=state.seats,
            ranking=match.result["ranking"],
            winners=match.winners,
            standing=state.standing(),
            lang=lang,
            resigned=left.resigned,
            bots=sorted(left.decided),
            days=left.given_up.days if left.given_up is not None else 0,
        )

    @property
    def sides(self) -> Sides:
        """Who wins together."""
        return self.rules.game.sides(len(self.seats))

    def named(self, seats: Sequence[int]) -> str:
        """Return the names of these seats."""
        return listed([self.seats[seat] for seat in seats], self.lang)

    def places(self) -> list[str]:
        """Return lines such as `1. anna  97`; after a tie places are skipped (1, 1, 3). Partners share a line."""
        if self.days:
            return []
        found, place = [], 1
        for group in self.ranking:
            for side in self.sides.named(group):
                number = f"{place}. " if self.sides.rivals else ""
                found.append(f"{number}{self.named(side)}  {self.standing[side[0]]}")
            place += max(1, len(self.sides.named(group)))
        return found

    def place_line(self) -> str:
        """Return the same in one line: `1. anna 97, 2. bruno 90`."""
        return ", ".join(one.replace("  ", " ") for one in self.places())

    def sentence(self) -> str:
        """Return a sentence that names the winners, or says what was reached, and then who has left."""
        said = Texts(self.lang)
        if self.days:
            return said("table.given_up", n=self.days)
        return self.then_leavers(self._won(said))

    def then_leavers(self, won: str) -> str:
        """Return this sentence, and behind it who resigned, and for whom a bot has decided something."""
        said, played_for = Texts(self.lang), [seat for seat in self.bots if seat not in self.resigned]
        for key, seats in (("table.resigned", self.resigned), ("table.bot.decided", played_for)):
            if seats:
                won = f"{won.removesuffix('.')}; {said(key, who=self.named(seats), n=len(seats))}"
        return won

    def _won(self, said: Texts) -> str:
        all_seats = [*range(len(self.seats))]
        if self.sides.scored and self.winners:
            unit = self.rules.counted(self.lang)
            key = "table.reached.counted" if unit else "table.reached"
            args = {"who": self.named(all_seats), "seats": len(self.seats), "n": self.standing[0]}
            return said(key, **args, counted=unit)
        won = self.sides.named(self.winners)
        if not won:
            if self.sides.rivals:
                return said("table.nobody")
            return said("table.loses", who=self.named(all_seats), n=len(self.seats))
        if len(won) == 1:
            key = "table.together" if len(won[0]) > 1 else "table.wins"
            return said(key, who=self.named(won[0]))
        names = [" + ".join(self.seats[seat] for seat in side) for side in won]
        return said("table.share", who=", ".join(names[:-1]), last=names[-1])


def over(result: MatchResult | None, seats: Sequence[str], lang: str) -> str:
    """Return the end of a saved game in a few words: `over, anna won`. Without a result it was given up."""
    said = Texts(lang)
    if result is None:
        return said("saves.over.given_up")
    if not result.winners:
        return said("saves.over.nobody")
    if result.scored:
        return said("saves.over.points", n=result.ahead[0])
    names, gone = ([seats[seat] for seat in some] for some in (result.winners, result.resigned))
    won = said("saves.over", who=listed(names, lang), n=len(names))
    return won + (f", {said('saves.over.resigned', who=listed(gone, lang), n=len(gone))}" if gone else "")
