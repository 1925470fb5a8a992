"""Blocks of many settings, played where an engine plays them, and none of them twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any

from ..games.block import Span, span_rows
from ..games.engine import Engine
from ..study.crew import Crew
from .candidates import Candidate
from .estimates import Row
from .folder import SearchFolder
from .plan import SearchPlan


class Blocks:
    """All blocks that were played, by setting. Every setting plays block N with the same luck."""

    def __init__(self, plan: SearchPlan, engine: Engine, crew: Crew[SearchFolder]) -> None:
        self.plan, self.engine, self.crew = plan, engine, crew
        self._rows: dict[str, dict[int, Row]] = {}
        for row in crew.store.rows if crew.store is not None else ():
            self._rows.setdefault(row["setting"], {})[row["block"]] = row
        crew.progress(self.count)

    def play(self, candidates: Iterable[Candidate], wanted: range) -> None:
        """Play these blocks under each of the settings, unless they have been played."""
        spans: list[Span] = []
        for one in candidates:
            work, there = self.plan.work(one, self.crew.failed), self._rows.setdefault(one.key, {})
            missing = [block for block in wanted if block not in there]
            # Stretches of neighbouring blocks: their distance from their places in the list is the same.
            for _, stretch in groupby(enumerate(missing), lambda pair: pair[1] - pair[0]):
                (_, first), *others = stretch
                spans.append((one.key, work, first, 1 + len(others)))
        total = sum(count for *_, count in spans)
        playing = self.engine.playing(partial(span_rows, tuple(spans)))
        for row in playing.rows(0, total, self.crew.progress):
            if self.crew.store is not None:
                self.crew.store.add(row)
            self._rows[row["setting"]][row["block"]] = row

    def asked(self, line: Mapping[str, Any]) -> None:
        """Note in the folder what the search asks for; InvalidFile if it asked for something else before."""
        if self.crew.store is not None:
            self.crew.store.ask(line)

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
