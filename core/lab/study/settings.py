"""The settings of every command and study, each said once in data/core/settings.toml: flags, plan files, Python
arguments, schemas and pages follow from it.

Light to import, since the command line reads it before it knows which command will run: types are not kept as text,
and requests have no methods that nothing calls.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, NamedTuple, get_args

import attrs

from ...base import limits

BEATS = "beats"
"""Between two bots in a target or goal: `greedy beats random`."""


class Setting(NamedTuple):
    """One setting: what it is for, and how it is written where it is not written as its name and type say."""

    help: str
    metavar: str | None = None
    """What stands for the value in the help."""
    flag: str | None = None
    """The flag, if it is not `--NAME`."""
    positional: bool = False
    """True if the value is written without a flag."""
    plan_only: bool = False
    """True if the command line cannot state it."""
    least: int | None = None
    most: int | None = None
    unit: list[str] | None = None
    """Of a number with a fraction: what it counts, and an example."""
    variable: str | None = None
    """The environment variable that states it, too."""
    path: bool = False
    """True if the text names a file or a folder."""
    repeated: bool = False
    """True if the flag is repeated for each text of a list; other lists are separated by commas."""
    sign: str = "="
    """What separates name and value, if there are several of them."""
    form: str | None = None
    """How they are written, if the metavar does not say so."""
    argument: str | None = None
    """Its name in Python, if it is not that of the field."""
    changes: bool = False
    """True if it is a text of changes to rules; in Python it may be a mapping."""


@cache
def _sections() -> Mapping[str, str]:
    """Return the file of settings as text, by the first word of its headings."""
    whole = (files("tilewright.data") / "core" / "settings.toml").read_text("utf-8")
    found: dict[str, str] = {}
    for section in re.split(r"^(?=\[)", whole, flags=re.MULTILINE)[1:]:
        name = re.split(r"[].]", section[1:], maxsplit=1)[0]
        found[name] = found.get(name, "") + section
    return found


@cache
def _declared(command: str) -> Mapping[str, Any]:
    """Return what the file of settings says of a command: each start of a command needs a tenth of the file."""
    found: Mapping[str, Any] = tomllib.loads(_sections().get(command, "")).get(command, {})
    return found


def commands() -> Mapping[str, Mapping[str, Any]]:
    """Return where every command is, in the order of the help, with what is said of it and its heading (`under`)."""
    return {
        place: {**told, "under": heading}
        for heading, places in _declared("commands").items()
        for place, told in places.items()
    }


def groups() -> Mapping[str, str]:
    """Return the commands that have commands of their own, each with its help."""
    return _declared("groups")


def about(command: str) -> str:
    """Return the help of a command after its first sentence; "" if it needs none."""
    return str(_declared(command).get("about", ""))


def setting_of(command: str, name: str) -> Setting:
    """Return a setting of a command: what the file says of it there, over what several commands share.

    A bound may be the name of one in `limits`; `none` takes a shared one away.
    """
    every, own = _declared("shared"), _declared(command).get(name, {})
    shared = every.get(name, {})
    given = {**every.get(shared.get("like", ""), {}), **shared, **own}
    for bound in ("least", "most"):
        if isinstance(given.get(bound), str):
            given[bound] = {"none": None, **vars(limits)}[given[bound]]
    return Setting(**{key: value for key, value in given.items() if key != "like"})


def settings_of(kind: Any) -> dict[str, Setting]:
    """Return the settings of a request by the name of their field, in the order of its help."""
    fields = {one.name for one in attrs.fields(kind)}
    return {name: setting_of(kind.COMMAND, name) for name in order_of(kind.COMMAND) if name in fields}


def order_of(command: str) -> list[str]:
    """Return the parameters of a command in the order of its help; [] if they stand in it already."""
    return list(_declared(command).get("order", ()))


def key_of(name: str) -> str:
    """Return the key in plan files of a field."""
    return name.removesuffix("_")


def flag_of(name: str, setting: Setting) -> str:
    """Return how the command line names the setting of this field."""
    if setting.positional:
        return (setting.metavar or name).strip("[]")
    return (setting.flag or f"--{key_of(name).replace('_', '-')}").partition("/")[0]


def member_of(hint: Any) -> Any:
    """Return the type of a setting that is given, from that of its field."""
    return next((one for one in get_args(hint) if one is not type(None)), hint)


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
