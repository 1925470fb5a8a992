"""Blocks of many settings, played where an engine plays them, and none of them twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby

from ..games.block import Span, span_rows
from ..games.engine import Engine
from .candidates import Candidate
from .estimates import Row
from .folder import SearchFolder
from .plan import SearchPlan


class Blocks:
    """All blocks that were played, by setting. Every setting plays block N with the same luck."""

    def __init__(
        self,
        plan: SearchPlan,
        engine: Engine,
        store: SearchFolder | None,
        failed: str,
        progress: Callable[[int], None],
    ) -> None:
        """`failed` is a folder for records of games that fail; `progress` is called with the number of new blocks."""
        self.plan, self.engine, self.store = plan, engine, store
        self.failed, self.progress = failed, progress
        self._rows: dict[str, dict[int, Row]] = {}
        for row in store.rows if store is not None else ():
            self._rows.setdefault(row["setting"], {})[row["block"]] = row
        progress(sum(map(len, self._rows.values())))

    def play(self, candidates: Iterable[Candidate], wanted: range) -> None:
        """Play these blocks under each of the settings, unless they have been played."""
        spans: list[Span] = []
        for one in candidates:
            work, there = self.plan.work(one, self.failed), self._rows.setdefault(one.key, {})
            missing = [block for block in wanted if block not in there]
            # Stretches of neighbouring blocks: their distance from their places in the list is the same.
            for _, stretch in groupby(enumerate(missing), lambda pair: pair[1] - pair[0]):
                (_, first), *others = stretch
                spans.append((one.key, work, first, 1 + len(others)))
        total = sum(count for *_, count in spans)
        playing = self.engine.playing(partial(span_rows, tuple(spans)))
        for row in playing.rows(0, total, self.progress):
            if self.store is not None:
                self.store.add(row)
            self._rows[row["setting"]][row["block"]] = row

    def rows(self, candidate: Candidate, wanted: range) -> list[Row]:
        """Return the rows of these blocks, all of which were played."""
        there = self._rows[candidate.key]
        return [there[block] for block in wanted]

    def everything(self) -> Iterator[tuple[str, Row]]:
        """Yield every block with the key of its setting, in the order of settings and blocks."""
        for key, there in self._rows.items():
            for block in sorted(there):
                yield key, there[block]

    @property
    def count(self) -> int:
        """The number of blocks that were played."""
        return sum(map(len, self._rows.values()))
