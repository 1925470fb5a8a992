"""Where a decision that cost points is explained: a page of the lesson, and a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from ..base.errors import TilewrightError
from .lesson import lesson

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..rules.ruleset import Rules
    from .face_texts import Texts
    from .puzzle import Puzzle


@attrs.frozen
class FurtherReading:
    """A rule, and the page that explains it."""

    rules: Rules
    rule: str
    number: int = 0
    """The number of the page, from 1; 0 if no page is about it."""
    title: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command that shows it."""
        game, modules = self.rules.game.name, ",".join(module.name for module in self.rules.modules)
        more = ("--with", modules) if modules else ()
        if not self.number:
            return ("tilewright", "rules", game, self.rule, *more)
        return ("tilewright", "learn", game, *more, "--page", str(self.number))

    def said(self, said: Texts) -> str:
        """The page and the rule in a sentence."""
        key = "learn.more" if self.number else "learn.more.rule"
        return said(key, n=self.number, title=self.title, rule=self.rule)


def further_reading(puzzle: Puzzle, lang: str) -> FurtherReading | None:
    """Return what explains the points that the move cost: what costs most is looked for first; None for nothing."""
    rules = puzzle.position.rules
    try:
        pages = lesson(rules.game.name, [module.name for module in rules.modules]).pages
    except TilewrightError:  # the game is not one of those that are installed
        pages = ()
    wanted = [*dict.fromkeys(_rules(puzzle))]
    for rule in wanted:
        for number, page in enumerate(pages, 1):
            if rule in page.content.rules:
                return FurtherReading(rules, rule, number, page.title(lang))
    return FurtherReading(rules, wanted[0]) if wanted else None


def _rules(puzzle: Puzzle) -> Iterator[str]:
    """The rules that it was about, as far as they hold: those of the points that it cost, then those of its step."""
    rules, (_, verdict) = puzzle.position.rules, puzzle.reveal()
    sources, held = verdict.gap.sources, rules.rule_texts()
    for key in sorted(sources, key=lambda key: -abs(sources[key][0])):
        rule = rules.reasons[rules.reason[key]].rule if key in rules.reason else ""
        if rule in held:
            yield rule
    step = puzzle.position.step
    yield from rules.decision_rules(step) if step is not None else ()
