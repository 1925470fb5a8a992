"""Finds the first decision where two implementations of a game differ: random games, then counts to a depth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import attrs

from ..base.chance import Stream
from ..base.errors import TilewrightError
from .differences import PositionDifference, differences
from .faults import Fault
from .implementations import EngineReferee, GameStart, Move, Referee, StatedPosition
from .json_lines import shown

T = TypeVar("T")
EVERY = 10
"""Counts begin at every tenth decision of a game; at which, its seed says."""
LIMIT = 10_000
"""Decisions after which a game without rules of ours is given up."""


@attrs.frozen(kw_only=True)
class DeviationPlan:
    """The games to be played by both."""

    seats: tuple[str, ...]
    games: int
    seed: int
    """The first game's; each game takes the next one."""
    depth: int = 0
    """Decisions that are looked ahead by counting; 0 for none."""


@attrs.frozen
class Deviation:
    """The shortest way found to a position where the two differ."""

    start: GameStart
    moves: tuple[Move, ...]
    differences: tuple[PositionDifference, ...]
    counted: bool = False
    """True if a count led there, not a game."""


@attrs.define
class DeviationResult:
    """The games that were compared, and the deviation that was found."""

    games: int = 0
    decisions: int = 0
    counted: int = 0
    """Sequences of decisions that both have counted."""
    finding: Deviation | None = None


class Breach(TilewrightError):
    """An implementation does not do what the protocol asks; the text says which one, and where in which game."""

    exit_code = 3

    def __init__(
        self, title: str, start: GameStart | None, moves: Sequence[Move], error: TilewrightError
    ) -> None:
        self.title, self.start, self.moves, self.error = title, start, tuple(moves), error
        self.word = error.word if isinstance(error, Fault) else "refused"
        where = ""
        if start is not None:
            last = f"after {shown(moves[-1].action)}, decision {len(moves)}" if moves else "at the set-up"
            where = f", {last} of the game with seed {start.seed}"
        stderr = error.stderr.strip() if isinstance(error, Fault) else ""
        more = "".join(f"\n    {shown(line, 200)[1:-1]}" for line in stderr.splitlines()[-8:])
        super().__init__(f"{title}{where}: {error}{more and f'; its stderr ends with:{more}'}")

    def as_json(self) -> dict[str, Any]:
        """Return the fault as plain data."""
        return {
            "side": self.title,
            "kind": self.word,
            "text": str(self.error),
            "seed": self.start.seed if self.start is not None else None,
            "moves": [[seat, action] for seat, action in self.moves],
        }


def compare(
    a: Referee,
    b: Referee,
    plan: DeviationPlan,
    on_game: Callable[[], object] = lambda: None,
    limit: int = LIMIT,
) -> DeviationResult:
    """Play the games of the plan in both, and return the shortest way found to a difference.

    `on_game` is called after each game. Games of odd seeds mostly follow what the game itself rates highest; the
    others are random. Breach if one of the two breaks the protocol or contradicts itself.
    """
    result = DeviationResult()
    search = _Search(a, b, plan, result, limit)
    for seed in range(plan.seed, plan.seed + plan.games):
        found = search.game(GameStart(plan.seats, seed))
        result.games += 1
        on_game()
        if found is not None:
            result.finding = found
            if not found.moves:
                break
    return result


class _Search:
    def __init__(
        self, a: Referee, b: Referee, plan: DeviationPlan, result: DeviationResult, limit: int
    ) -> None:
        self.both = (a, b)
        self.plan, self.result, self.limit = plan, result, limit
        self.hashes = bool(a.hashing) and a.hashing == b.hashing
        self.counting = plan.depth > 0 and a.counting and b.counting
        self.ours = [one for one in self.both if isinstance(one, EngineReferee)]
        self.known: list[dict[str, int]] = [{}, {}]
        """By implementation, what each hash stood for."""

    def game(self, start: GameStart) -> Deviation | None:
        """Play one game, as long as it can lead to a shorter finding than the best so far."""
        best = self.result.finding
        most = self.limit if best is None else len(best.moves) - 1
        stream = Stream(start.seed, "compare")
        moves: list[Move] = []
        found = self._both(start, moves, lambda one: one.new(start))
        while True:
            told = self._told(found)
            if told:
                return Deviation(start, tuple(moves), told)
            if found[0].over:
                self._again(start, moves, found)
                return None
            ahead = min(self.plan.depth, most - len(moves))
            if self.counting and ahead > 0 and len(moves) % EVERY == start.seed % EVERY:
                finding = self._descend(start, moves, ahead)
                if finding is not None:
                    return finding
            if len(moves) >= most:
                if best is None:
                    raise TilewrightError(
                        f"the game with seed {start.seed} has not ended after {most} decisions"
                    )
                return None
            move = self._choose(found[0], stream, guided=start.seed % 2 == 1)
            moves.append(move)
            found = self._both(start, moves, lambda one, move=move: one.play(move))  # type: ignore[misc]
            self.result.decisions += 1

    def _told(self, found: Sequence[StatedPosition]) -> tuple[PositionDifference, ...]:
        def same(move: Move) -> str:
            return self.ours[0].spelling(move) if self.ours else move.action

        return tuple(differences(found[0], found[1], hashes=self.hashes, same=same))

    def _choose(self, here: StatedPosition, stream: Stream, *, guided: bool) -> Move:
        if guided and self.ours and stream.below(5):
            best = self.ours[0].favourites()
            if best:
                return stream.pick(best)
        seat = stream.pick(here.to_act)
        return Move(seat, stream.pick(sorted(here.legal[seat])))

    # -- asking both -----------------------------------------------------------------------------------------------

    def _both(
        self, start: GameStart, moves: Sequence[Move], ask: Callable[[Referee], StatedPosition]
    ) -> list[StatedPosition]:
        found = []
        for one, known in zip(self.both, self.known, strict=True):
            here = self._one(one, start, moves, ask)
            if here.hash:
                open_to = frozenset((seat, one) for seat, actions in here.legal.items() for one in actions)
                public = hash((here.to_act, open_to, here.scores, here.ranking))
                if known.setdefault(here.hash, public) != public:
                    said = f"it gives the hash {shown(here.hash)} to two positions that differ"
                    raise Breach(one.title, start, moves, TilewrightError(said))
            found.append(here)
        return found

    def _one(self, one: Referee, start: GameStart, moves: Sequence[Move], ask: Callable[[Referee], T]) -> T:
        try:
            return ask(one)
        except TilewrightError as error:
            raise Breach(one.title, start, moves, error) from error
        except Exception as error:
            if not isinstance(one, EngineReferee):
                raise
            raise Breach(one.title, start, moves, one.failed(error)) from error

    def _again(self, start: GameStart, moves: Sequence[Move], found: Sequence[StatedPosition]) -> None:
        """Play the same game a second time; Breach if an implementation comes to another position."""
        for one, last in zip(self.both, found, strict=True):
            again = self._one(one, start, moves, lambda referee: referee.new(start, moves))
            told = differences(last, again, hashes=True, same=lambda move: move.action)
            if told:
                fields = ", ".join(dict.fromkeys(one.field for one in told))
                said = f"the same moves, sent with 'new', lead it to another position (in {fields})"
                raise Breach(one.title, start, moves, TilewrightError(said))

    # -- counting --------------------------------------------------------------------------------------------------

    def _descend(self, start: GameStart, moves: Sequence[Move], depth: int) -> Deviation | None:
        """Both stand after these moves and agree about the position; find where their counts part."""
        a, b = (self._one(one, start, moves, lambda referee: referee.count(depth)) for one in self.both)
        self.result.counted += sum(a.values())
        for one, count in zip(self.both, (a, b), strict=True):
            if depth == 1 and set(count.values()) - {1}:
                said = "to a depth of 1 it counts a move other than once"
                raise Breach(one.title, start, moves, TilewrightError(said))
        differing = sorted(move for move in a if a[move] != b[move])
        for move in differing:
            then = [*moves, move]
            told = self._told(self._both(start, then, lambda one, then=then: one.new(start, then)))  # type: ignore[misc]
            if told:
                return Deviation(start, tuple(then), told, counted=True)
        if not differing:
            return None
        then = [*moves, differing[0]]
        self._both(start, then, lambda one: one.new(start, then))
        for one, count in zip(self.both, (a, b), strict=True):
            below = sum(self._one(one, start, then, lambda referee: referee.count(depth - 1)).values())
            if below != count[differing[0]]:
                said = f"to a depth of {depth - 1} it counts {below}, but {count[differing[0]]} one decision earlier"
                raise Breach(one.title, start, then, TilewrightError(said))
        return self._descend(start, then, depth - 1)
