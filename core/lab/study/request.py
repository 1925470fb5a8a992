"""The request for a study, from the command line or a plan file; the two must not contradict each other."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import attrs
import yaml

from ... import bots
from ...base.errors import InvalidFile, UsageError
from ...text.document import Document, read_document
from .requests import ComparisonRequest, StudyRequest
from .settings import flag_of, key_of, settings_of

R = TypeVar("R", bound=StudyRequest)
HERE = ("out", "anew", "workers", "engine", "fail_if", "adapt", "shard")
"""Settings that are not kept with a run, since no block depends on them, or only on what they have come to."""


def read(kind: type[R], path: Path) -> tuple[R, Document]:
    """Read a plan file: YAML with the settings of the request, written `with`, `set`, `from`. InvalidFile names the
    line."""
    document = read_document(path)
    if not isinstance(document.content, dict):
        raise InvalidFile([document.problem((), f"a plan is a mapping: {kind.EXAMPLES} ...")])
    return document.structure(kind), document


def merged(said: R, path: Path | None) -> tuple[R, Document | None]:
    """Merge the command line with the plan file. Raises UsageError where they give different values."""
    if path is None:
        return said, None
    planned, document = read(type(said), path)
    for key, named, again in planned.programs():
        if getattr(said, key) is None:
            trusted(named, document, key, again)
    if said.engine is None:
        here(planned.engine, document)
    return agreed(said, planned, document), document


def agreed(said: R, planned: R, document: Document) -> R:
    """Return the settings of both; UsageError where they give different values."""
    found: dict[str, Any] = {}
    for name, setting in settings_of(type(said)).items():
        mine, theirs = getattr(said, name), getattr(planned, name)
        if mine is not None and theirs is not None and mine != theirs:
            here_said = f"{flag_of(name, setting)} on the command line {_plain(mine)}"
            place = document.problem((key_of(name),), f"the plan says {_plain(theirs)}, {here_said}")
            raise UsageError(f"{place}; leave one of them out")
        found[name] = theirs if mine is None else mine
    return type(said)(**found)


def wanted(asked: ComparisonRequest) -> bool:
    """True if players are to be trained. UsageError if only the number of trainings is said."""
    found = asked.adapt is not None or asked.adapt_budget is not None
    if asked.trainings is not None and not found:
        raise UsageError(f"--trainings {asked.trainings}: nobody is trained without --adapt MINUTES")
    return found


def once(said: ComparisonRequest, asked: ComparisonRequest) -> None:
    """Raise UsageError if both minutes and a budget say how long to train; `said` is what a plan file does not say.

    A budget goes with the minutes of a plan file: so a run with this plan is repeated exactly.
    """
    if asked.adapt is None or asked.adapt_budget is None:
        return
    if said.adapt is not None or said.adapt_budget is None:
        raise UsageError(
            f"--adapt {asked.adapt:g} and --adapt-budget {asked.adapt_budget} both say how long to train; leave "
            "--adapt out to train exactly this budget, or --adapt-budget to train for minutes"
        )


def command(asked: StudyRequest, seed: int, name: str) -> str:
    """Return the command of this name that plays what was asked, with this seed."""
    words, flags = ["tilewright", name], list[str]()
    for field, setting in settings_of(type(asked)).items():
        value = seed if field == "seed" else getattr(asked, field)
        flag = flag_of(field, setting)
        if value is None or value is False:
            continue
        if setting.positional:
            words.append(str(value))
        elif value is True:
            flags.append(flag)
        elif isinstance(value, Mapping):
            flags += [word for key, one in value.items() for word in (flag, f"{key}{setting.sign}{one}")]
        elif setting.repeated and isinstance(value, list):
            flags += [word for one in value for word in (flag, str(one))]
        else:
            flags += [flag, ",".join(value) if isinstance(value, list) else str(value)]
    return shlex.join([*words, *flags])


def kept(asked: StudyRequest, plan: Any) -> str:
    """Return the request of this plan as a plan file that is planned again alike: with its seed, and its training."""
    said = {key_of(name): getattr(asked, name) for name in settings_of(type(asked)) if name not in HERE}
    said["seed"] = plan.seed
    if (made := getattr(plan, "adaptation", None)) is not None:
        said |= {"adapt_budget": made.budget, "trainings": len(made.seeds)}
    said = {key: value for key, value in said.items() if value not in (None, False)}
    return yaml.safe_dump(said, sort_keys=False, allow_unicode=True, width=110)


def unsaid(asked: StudyRequest, folder: str | None) -> str | None:
    """Return the folder of the owner's data that a request got without naming it, of that which its base has; or None.

    A command that repeats the request names it, since the owner may put something else in place.
    """
    return folder if asked.data is None and getattr(asked, "from_", None) is None else None


def pinned(asked: R, folder: str | None) -> R:
    """Return the request with that folder named."""
    found: Any = asked
    own = unsaid(asked, folder)
    made: R = attrs.evolve(found, data=own) if own is not None else found
    return made


def trusted(casts: Sequence[str], document: Document, key: str, again: Sequence[str]) -> None:
    """Raise InvalidFile if one of the plan's casts would start code that is not installed.

    `again` are the words by which the command line would name it.
    """
    parts = [text for part in casts for text in bots.several(part)]
    refused = [text for text in parts if bots.uninstalled(text) or bots.learned_from(text)]
    if refused:
        why = f"a plan cannot start {refused[0]}, which is not installed; if you trust it, name the bots yourself"
        raise InvalidFile([document.problem((key,), f"{why}: add {shlex.join(again)}")])


def here(engine: str | None, document: Document) -> None:
    """Raise InvalidFile if the plan would connect to a scheduler of its choice."""
    if ":" in (engine or ""):
        why = (
            "a plan cannot connect to a scheduler, which can run code here; if you trust it, name it yourself"
        )
        again = shlex.join(["--engine", str(engine)])
        raise InvalidFile([document.problem(("engine",), f"{why}: add {again}")])


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={one}" for key, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else repr(value)
