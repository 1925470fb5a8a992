"""The settings of every study, each said once: flags, plan files, Python arguments, schemas and pages follow from them.

Light to import, since the command line reads it before it knows which command will run: types are not kept as text,
and requests have no methods that nothing calls.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple, get_args

import attrs

from ...base import limits

KEY = "setting"
"""The metadata of a field with its `Setting`."""
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
    unit: tuple[str, str] | None = None
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
    unique: bool = False
    """True if no name may be given twice; otherwise the last one counts."""
    argument: str | None = None
    """Its name in Python, if it is not that of the field."""
    changes: bool = False
    """True if it is a text of changes to rules; in Python it may be a mapping."""


def field(shared: Setting | None = None, **more: Any) -> Any:
    """Make the field of a request that has this setting, or a shared one with changes; without a value it is None."""
    setting = Setting(**more) if shared is None else shared._replace(**more)
    return attrs.field(default=None, metadata={KEY: setting})


def settings_of(kind: type) -> dict[str, Setting]:
    """Return the settings of a request by the name of their field, in the order of its help."""
    return {one.name: one.metadata[KEY] for one in attrs.fields(kind)}


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


GAME = Setting(metavar="GAME", help="The game; a plan file can name it instead.", positional=True)
QUESTION = Setting(metavar="TEXT", help="Your question; it becomes the title of the report.")
MODULES = Setting(
    flag="--with", metavar="M1,M2", help="Modules (expansions), separated by commas.", argument="modules"
)
EDITION = Setting(metavar="NAME", help="A named set of options; see the games command.")
OPTIONS = Setting(
    flag="--set",
    metavar="NAME=VALUE",
    help="Set an option, or a value in the data: data:FILE.PATH=VALUE; repeatable.",
    argument="options",
)
DATA = Setting(
    metavar="DIR",
    path=True,
    help="A folder with files that replace the game's files of the same name; none: the shipped files, even if "
    "you have put your own in place (see the box command).",
)
START = Setting(
    flag="--from",
    metavar="SCENE|RECORD@N",
    help="Begin from a position: a scene file, or RECORD@N (the record after N decisions).",
)
PANEL = Setting(metavar="PANEL", help="Casts separated by ; and the bots of a cast by a comma.")
PLAYERS = Setting(metavar="N", help="Number of players.", least=1, most=limits.PLAYERS)
ROTATE = Setting(help="Rotate seats even if all bots are the same.")
BLOCKS = Setting(metavar="N", help="Number of blocks (400).", most=limits.GAMES)
PRIMARY = Setting(metavar="M1,M2", help="The metrics that answer the question (at most three).")
METRICS = Setting(metavar="M1,M2", help="What to measure (by default everything).")
OUT = Setting(
    metavar="DIR",
    path=True,
    help="A folder for blocks, report and failed games; a run can be continued there.",
)
WORKERS = Setting(
    metavar="N", help="Number of processes (1); it does not change the results.", least=1, most=limits.WORKERS
)
ENGINE = Setting(metavar="ENGINE", help="local, dask, or dask:ADDRESS of a scheduler.")
SEED = Setting(metavar="N", help="The same seed gives the same blocks.", variable="TILEWRIGHT_SEED")


class StudyRequest:
    """The settings that every study has; None where the user gave none."""

    EXAMPLES: ClassVar[str]
    """Some keys of its plan files, for a message."""
    question: str | None
    game: str | None
    with_: list[str] | None
    edition: str | None
    set_: dict[str, str] | None
    data: str | None
    bots: str | None
    players: int | None
    workers: int | None
    engine: str | None
    out: str | None
    seed: int | None

    def programs(self) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield the settings that name bots, which may be code: the key, the bots, and the words that repeat it."""
        yield "bots", (self.bots or "").split(";"), ["--bots", str(self.bots)]


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ComparisonRequest(StudyRequest):
    """The settings of `compare`."""

    EXAMPLES = "game, b, bots, blocks"

    game: str | None = field(GAME)
    a: str | None = field(
        metavar="WORDS",
        help="Changes that make the base, written as for --b (none by default).",
        changes=True,
    )
    b: str | None = field(
        metavar="WORDS",
        help="The variant: NAME=VALUE with=M1,M2 without=M edition=E data=DIR game=G, separated by spaces.",
        changes=True,
    )
    variants: dict[str, str] | None = field(
        flag="--variant",
        metavar="NAME:WORDS",
        sign=":",
        unique=True,
        help="Another variant, with its own name; repeatable.",
        changes=True,
    )
    question: str | None = field(QUESTION)
    each: bool | None = field(help="Try every single change to the base: each option and each module.")
    factorial: list[str] | None = field(
        metavar="F1,F2", help="All combinations of modules or NAME=VALUE, with their interactions."
    )
    bots: str | None = field(
        PANEL, help="Casts separated by ; and the bots of a cast by , as in greedy;random;greedy,search:40."
    )
    players: int | None = field(PLAYERS)
    rotate: bool | None = field(ROTATE)
    blocks: int | None = field(BLOCKS, help="Number of blocks (400); with --sequential at most (2000).")
    sequential: bool | None = field(help="Stop as soon as the evidence suffices; needs one primary metric.")
    effect: float | None = field(
        metavar="SD",
        unit=("standard deviations", "0.1"),
        help="With --sequential: the smallest effect to detect (0.1 SD).",
    )
    primary: list[str] | None = field(PRIMARY)
    margins: dict[str, float] | None = field(
        flag="--margin",
        metavar="METRIC=X",
        form="METRIC=NUMBER",
        help="Differences up to X do not matter: test for equivalence; repeatable.",
    )
    smallest: dict[str, float] | None = field(
        metavar="METRIC=X",
        form="METRIC=NUMBER",
        help="The smallest difference worth finding, for the forecast; repeatable.",
    )
    metrics: list[str] | None = field(
        METRICS, help="What to measure, such as score,source.* (by default everything)."
    )
    covariates: list[str] | None = field(
        metavar="C1,C2", help="Adjust means for what was dealt, such as scoring.* (docs/laboratory.md)."
    )
    aa: bool | None = field(help="Also compare the base with itself, on blocks with different luck.")
    adapt: float | None = field(
        metavar="[MINUTES]",
        unit=("minutes", "5"),
        help="Train players for each ruleset, so long each (5): adapted ones play, and those trained as printed.",
    )
    adapt_budget: str | None = field(
        metavar="TEXT", help="The games of that training, as an earlier run said, to repeat it exactly."
    )
    out: str | None = field(OUT)
    workers: int | None = field(WORKERS)
    engine: str | None = field(ENGINE)
    fail_if: str | None = field(
        metavar="EXPR", help="Exit code 6 if this holds: differs, not equivalent, METRIC > X ..."
    )
    from_: str | None = field(START)
    with_: list[str] | None = field(MODULES)
    edition: str | None = field(EDITION)
    set_: dict[str, str] | None = field(OPTIONS)
    data: str | None = field(DATA)
    seed: int | None = field(SEED)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class ContentRequest(StudyRequest):
    """The settings of `content`."""

    EXAMPLES = "game, kind, bots, blocks"

    game: str | None = field(GAME)
    kind: str | None = field(
        metavar="[KIND]", help="The kind of content, if there are several.", positional=True
    )
    bots: str | None = field(PANEL)
    players: int | None = field(PLAYERS)
    rotate: bool | None = field(ROTATE)
    blocks: int | None = field(BLOCKS)
    sets: int | None = field(
        metavar="N",
        help="Sets of items that play with the same luck (as many as have no item in common, at least 2).",
    )
    primary: list[str] | None = field(PRIMARY)
    metrics: list[str] | None = field(METRICS)
    question: str | None = field(QUESTION)
    out: str | None = field(OUT, help="A folder for design, blocks and report; a run can be continued there.")
    workers: int | None = field(WORKERS)
    engine: str | None = field(ENGINE)
    with_: list[str] | None = field(MODULES)
    edition: str | None = field(EDITION)
    set_: dict[str, str] | None = field(OPTIONS)
    data: str | None = field(DATA)
    seed: int | None = field(SEED, help="The same seed gives the same design and the same blocks.")

    def compared(self) -> ComparisonRequest:
        """Return the request to compare the ruleset with itself, which has these settings and no variant yet."""
        said = attrs.asdict(self, filter=lambda field, _: field.name not in ("kind", "sets"))
        return ComparisonRequest(**said)


@attrs.frozen(kw_only=True, eq=False, repr=False)
class DesignRequest(StudyRequest):
    """The settings of `design`; the finer ones are stated in plan files and in Python alone."""

    EXAMPLES = "game, factors, targets, bots, budget"

    factors: dict[str, str | list[str]] | None = field(
        flag="--factor",
        metavar="NAME=VALUES",
        form="NAME=VALUES, such as NAME=1 to 9",
        help="An option, module:M or data:FILE.PATH with values: 1 to 9, 2 to 8 by 2, all, or a,b,c; repeatable.",
    )
    targets: list[str] | None = field(
        flag="--target",
        metavar="TEXT",
        repeated=True,
        help='What must hold: "seat_gap under 5 %", "decisions between 90 and 110", "BOT beats BOT over 60 %"; '
        "repeatable.",
    )
    goals: list[str] | None = field(
        flag="--goal",
        metavar="TEXT",
        repeated=True,
        help='What to make small or large: "minimise METRIC", "maximise METRIC"; repeatable.',
    )
    game: str | None = field(GAME, help="The game, if the plan does not name it.", positional=False)
    bots: str | None = field(
        PANEL, help="Casts separated by ; and the bots of a cast by , as in greedy;greedy,random."
    )
    players: int | None = field(PLAYERS, least=2)
    budget: int | None = field(
        metavar="N", help="Blocks of the search (2000), each of one setting.", least=1, most=limits.GAMES
    )
    confirm: int | None = field(
        metavar="N", help="Fresh blocks for each finalist (1000).", least=2, most=limits.GAMES
    )
    baseline: bool | None = field(
        flag="--baseline/--no-baseline", help="Also search at random with as many blocks (yes)."
    )
    out: str | None = field(OUT)
    workers: int | None = field(WORKERS)
    engine: str | None = field(ENGINE)
    seed: int | None = field(SEED, help="The same seed gives the same search.")
    question: str | None = field(
        QUESTION, plan_only=True, help="Your question; it becomes the title of the page."
    )
    with_: list[str] | None = field(
        MODULES, plan_only=True, help="Modules that are in play in every setting."
    )
    edition: str | None = field(EDITION, plan_only=True, help="A named set of options.")
    set_: dict[str, str] | None = field(
        OPTIONS, plan_only=True, help="Options that are the same in every setting."
    )
    data: str | None = field(
        DATA, plan_only=True, help="A folder with files that replace the game's files of the same name."
    )
    rungs: list[int] | None = field(
        plan_only=True, help="Blocks after which only the best settings of a round go on (12, 36, 108)."
    )
    width: int | None = field(plan_only=True, help="New settings in each round (9).")
    finalists: int | None = field(plan_only=True, help="Settings that are confirmed (3).")
    alpha: float | None = field(plan_only=True, help="The error of all intervals together (0.05).")
    margins: dict[str, float] | None = field(
        plan_only=True,
        help="By quantity, the difference that does not matter between neighbours (0.03 for shares, else 0.2 SD of "
        "a block).",
    )

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
