"""What a study is asked: one class for each, with a field for each setting.

Light to import: types are not kept as text, and requests have no methods that nothing calls.
"""

from collections.abc import Iterator
from typing import ClassVar

import attrs

BEATS = "beats"
"""Between two bots in a target or goal: `greedy beats random`."""


@attrs.frozen(kw_only=True, eq=False, repr=False)
class StudyRequest:
    """The settings that every study has; None where the user gave none."""

    COMMAND: ClassVar[str]
    """The command that plays it."""
    EXAMPLES: ClassVar[str]
    """Some keys of its plan files, for a message."""
    question: str | None = None
    game: str | None = None
    with_: list[str] | None = None
    edition: str | None = None
    set_: dict[str, str] | None = None
    data: str | None = None
    bots: str | None = None
    players: int | None = None
    workers: int | None = None
    engine: str | None = None
    out: str | None = None
    seed: int | None = None

    def programs(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield the settings that name bots, which may be code: the key, the bots, and the words that repeat it."""
        yield "bots", (self.bots or "").split(";"), ["--bots", str(self.bots)]


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ComparisonRequest(StudyRequest):
    """The settings of `compare`."""

    COMMAND = "compare"
    EXAMPLES = "game, b, bots, blocks"

    a: str | None = None
    b: str | None = None
    variants: dict[str, str] | None = None
    each: bool | None = None
    factorial: list[str] | None = None
    sweep: dict[str, str] | None = None
    aim: str | None = None
    confirm: int | None = None
    skill: list[str] | None = None
    rotate: bool | None = None
    blocks: int | None = None
    sequential: bool | None = None
    effect: float | None = None
    primary: list[str] | None = None
    margins: dict[str, float] | None = None
    smallest: dict[str, float] | None = None
    metrics: list[str] | None = None
    covariates: list[str] | None = None
    aa: bool | None = None
    adapt: float | None = None
    adapt_budget: str | None = None
    trainings: int | None = None
    fail_if: str | None = None
    from_: str | None = None
    shard: str | None = None
    parts: list[str] | None = None
    anew: bool | None = None

    def programs(self) -> Iterator[tuple[str, list[str], list[str]]]:
        yield from super().programs()
        yield "skill", self.skill or [], ["--skill", ",".join(self.skill or ())]


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ContentRequest(StudyRequest):
    """The settings of `content`."""

    COMMAND = "content"
    EXAMPLES = "game, kind, bots, blocks"

    kind: str | None = None
    rotate: bool | None = None
    blocks: int | None = None
    sets: int | None = None
    primary: list[str] | None = None
    metrics: list[str] | None = None

    def compared(self) -> ComparisonRequest:
        """Return the request to compare the ruleset with itself, which has these settings and no variant yet."""
        said = attrs.asdict(self, filter=lambda field, _: field.name not in ("kind", "sets"))
        return ComparisonRequest(**said)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class DesignRequest(StudyRequest):
    """The settings of `design`; the finer ones are stated in plan files and in Python alone."""

    COMMAND = "design"
    EXAMPLES = "game, factors, targets, bots, budget"

    factors: dict[str, str | list[str]] | None = None
    targets: list[str] | None = None
    goals: list[str] | None = None
    budget: int | None = None
    confirm: int | None = None
    baseline: bool | None = None
    rungs: list[int] | None = None
    width: int | None = None
    finalists: int | None = None
    alpha: float | None = None
    margins: dict[str, float] | None = None

    def programs(self) -> Iterator[tuple[str, list[str], list[str]]]:
        yield from super().programs()
        for key, flag in (("targets", "--target"), ("goals", "--goal")):
            texts = getattr(self, key) or ()
            yield (
                key,
                [bot for text in texts for bot in rivals(text)],
                [w for text in texts for w in (flag, text)],
            )


def rivals(text: str) -> list[str]:
    """Return the bots that a target or goal sets against each other."""
    first, beats, second = text.partition(f" {BEATS} ")
    return [*first.split()[-1:], *second.split()[:1]] if beats else []
