"""What a plugin says about itself: a `Game`, or a `Module` of one. Declarations only; rules are made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Protocol

import attrs

from .actions import Action, Reader, readers
from .data import Folder
from .grid import HEX, Grid
from .meanings import Meaning, meaning
from .state import State, by_score
from .things import Thing

if TYPE_CHECKING:
    from .draw.model import Show
    from .events import Log
    from .metrics import MakesMeters
    from .restrictions import Restriction
    from .rules import Rules
    from .scene import Noun
    from .schedule import Node, Phase
    from .views import View


@attrs.frozen
class ScoreReason:
    """A reason for points: its message key, its rule, and what a line's source number stands for."""

    key: str
    rule: str
    source: Meaning | None = attrs.field(default=None, converter=attrs.converters.optional(meaning))
    """A family of things (`"castle"`) or a meaning (`CELL`); None where a line has no single source."""


@attrs.frozen
class Choice:
    """One action with what it is worth to its seat, in points, and the lines that make it up."""

    action: Action
    worth: float
    lines: tuple[tuple[str, float], ...] = ()


class Shows(Protocol):
    """Draws what a view may see, in one language."""

    def __call__(self, view: View, lang: str = "en") -> Show: ...


class Sheet(Protocol):
    """Draws something of a ruleset that needs no match: the empty map, the tiles."""

    def __call__(self, rules: Rules, lang: str = "en") -> Show: ...


@attrs.frozen(kw_only=True)
class Game:
    """A ruleset, declared. Everything that varies is an option or data; nothing here changes in play."""

    name: str
    title: str
    version: str
    """Of the ruleset: changes whenever a recorded game could go another way."""
    seats: tuple[int, int]
    """Fewest and most players."""
    state: type[State]
    options: type
    folder: Callable[[], Traversable]
    """Where the game's data lies."""
    load: Callable[[Folder, Any], Any]
    """(folder, options) to the game's tables, `rules.data`."""
    assemble: Callable[[Rules], Any] = lambda rules: None
    """From the data, the options and what modules contribute, to what steps look things up in: `rules.assembled`."""
    phases: Callable[[Rules], Sequence[Phase]]
    pushed: Callable[[Rules], Sequence[Node[Any]]] = lambda rules: ()
    """Steps that stand in no phase's list because others push them."""
    pieces: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda data: {}
    """From the data: family to the names of its kinds of piece; a piece is an index into them."""
    things: Callable[[Any], Mapping[str, Sequence[Thing]]] = lambda data: {}
    """From the data: family to its things by number, for all that is not a piece; pieces may get names here."""
    names: Callable[[Any], Mapping[str, Mapping[str, str]]] = lambda data: {}
    """From the data: word to its name by language, for things whose names are not in `messages.yaml`."""
    set_up: Callable[[Any, Log | None], None]
    """Fills a fresh state for its seats; draws are outcomes for the log."""
    streams: tuple[str, ...] = ()
    reasons: tuple[ScoreReason, ...] = ()
    readers: Mapping[str, Reader] = attrs.field(factory=dict, converter=readers)
    """How the slots of notations are read."""
    ranking: Callable[[Any], list[tuple[int, ...]]] = lambda state: by_score(state.scores)
    turn_rule: str = ""
    """The id of the rule that says whose turn it is, for refusals."""
    turn_limit: int = 10_000
    """Decisions after which a match is stopped and reported as an error."""
    choices: Callable[[View], Sequence[Choice]] | None = None
    """What each legal action is worth to the view's seat, from what it can see: greedy play, hints, previews."""
    appraise: Callable[[View, int], Sequence[tuple[str, float]]] | None = None
    """What the position is worth to a seat, as (label, points) lines."""
    restrictions: Sequence[Restriction] = ()
    """What bots can be forbidden, beyond what they can be in every game."""
    meters: MakesMeters = lambda rules: ()
    """What can be measured of it, beyond what can be of every game."""
    round_of: Callable[[Any], int] = lambda state: state.turns // len(state.seats)
    """The round that a position is in, from 0, for what is told round by round."""
    conserved: Callable[[Any], object] | None = None
    """State to what must stay the same from set-up to end, as every piece wherever it lies; the kit checks it."""
    show: Shows | None = None
    """The view as boards and panels to draw."""
    sheets: Mapping[str, Sheet] = attrs.field(factory=dict)
    """By name (`map`, `tiles`), what can be shown of the rules without a match."""
    nouns: Sequence[Noun] = ()
    """Words that the game adds to scenes."""
    specs: Sequence[type] = ()
    """Hookspecs that the game adds."""
    grid: Grid[Any] = HEX
    provenance: Callable[[Any], Sequence[str]] = lambda data: ()
    """Sentences for players on what of the data is not the printed game."""


@attrs.frozen(kw_only=True)
class Module:
    """An expansion of a game, declared; what it does stands in the hooks of its plugin."""

    name: str
    game: str
    title: str
    version: str = "1"
    options: type | None = None
    slice: Callable[[Any], Any] | None = None
    """(state) to the module's own part of a fresh state: an attrs class with declared fields and `clone`."""
    slice_type: type | None = None
    folder: Callable[[], Traversable] | None = None
    load: Callable[[Folder, Any], Any] = lambda folder, options: None
    pieces: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda data: {}
    things: Callable[[Any], Mapping[str, Sequence[Thing]]] = lambda data: {}
    """From the module's data: family to things that it adds, numbered after those of the game."""
    names: Callable[[Any], Mapping[str, Mapping[str, str]]] = lambda data: {}
    """From the module's data: word to its name by language, for things whose names are not in `messages.yaml`."""
    streams: tuple[str, ...] = ()
    reasons: tuple[ScoreReason, ...] = ()
    readers: Mapping[str, Reader] = attrs.field(factory=dict, converter=readers)
    nouns: Sequence[Noun] = ()
    provenance: Callable[[Any], Sequence[str]] = lambda data: ()
    """Sentences for players on what of the module's data is not the printed game."""
