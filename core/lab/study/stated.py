"""The rulesets that a request names. They are looked up before anything is imported that plays or calculates."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.errors import TilewrightError, UsageError
from ...box import owner_data
from ..games.variants import AGAIN, Blamed, Variant, variant
from .requests import ComparisonRequest, StudyRequest


def looked_up(asked: StudyRequest) -> None:
    """Raise what is wrong with the rulesets that are named; those that a study makes itself are left to its plan."""
    if not isinstance(asked, ComparisonRequest):
        shared(asked)
    elif asked.from_ is None:  # otherwise the position says under which rules
        common = _shared(asked, "A")
        try:
            variant("A", asked.a or "", common)
            list(named(asked, common))
        except Blamed:  # before anything is assembled
            raise
        except TilewrightError:
            common.rules()  # what is wrong with the shared ruleset is no fault of a variant
            raise
        common.rules()


def shared(asked: StudyRequest, name: str = "A") -> Variant:
    """Return the ruleset that all variants or settings start from."""
    common = _shared(asked, name)
    common.rules()
    return common


def _shared(asked: StudyRequest, name: str) -> Variant:
    if asked.game is None:
        raise UsageError("name the game to compare variants of")
    return Variant(
        name=name,
        game=asked.game,
        modules=tuple(asked.with_ or ()),
        options=dict(asked.set_ or {}),
        edition=asked.edition,
        data=owner_data.effective(asked.game, asked.data),
        given=asked.data,
    )


def named(asked: ComparisonRequest, common: Variant) -> Iterator[Variant]:
    """Yield the variants of `--b` and `--variant`; UsageError names what is wrong with one."""
    texts = {} if asked.b is None else {"B": asked.b}
    for name, text in (asked.variants or {}).items():
        if name in ("A", AGAIN, *texts):
            raise UsageError(f"--variant {name}: that name is taken; choose another one")
        texts[name] = text
    for name, text in texts.items():
        yield variant(name, text, common)
