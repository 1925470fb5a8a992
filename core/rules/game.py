"""Declarations of plugins: a `Game`, or a `Module` of one. `Rules` are assembled from them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import attrs

from ..base.errors import UsageError
from ..base.plugin_errors import misdeclared
from ..land.grid import HEX, Grid
from ..text.folder import Folder
from ..text.messages import Message
from ..text.strict import near
from ..text.things import Thing
from .actions import Action, Legal, Reader, readers
from .events import Log
from .meanings import EXPECTED, Meaning, thing
from .schedule import Node, Phase
from .state import State, by_score
from .teams import Sides, Teams, sides
from .views import View

if TYPE_CHECKING:
    from ..bots.restrictions import Restriction
    from ..box.drawing import Drawing
    from ..draw.model import Show
    from ..meters.metrics import MakesMeters
    from ..scenes.scene import Noun
    from .ruleset import Rules


def _source(of: str | Meaning | None) -> Meaning | None:
    return thing(of) if isinstance(of, str) else of


@attrs.frozen
class ScoreReason:
    """A reason for points: its message key, its rule, and the meaning of a line's source number.

    A key without a message uses the name of a thing: `landings` uses `name.landings`.
    """

    key: str
    rule: str
    source: Meaning | None = attrs.field(default=None, converter=_source)
    """A family of things (`"castle"`) or a meaning (`CELL`); None if its lines have no single source."""
    scale: str = ""
    """The option that every amount of its lines is a multiple of (`tile_penalty`), or "". Where the option has another
    value than in training, a learned bot scales what it has learned about these points. So features about them must
    not be measured in such points themselves."""
    because: Callable[[Any, int], Message] | None = None
    """From a position that `Game.ended` has ended and a seat, what these points of its end count, in a few words: "8
    tiles, the fewest are 5". Score sheets and previews say it in the place of a source."""
    icon: str = ""
    """Its symbol in data/core/symbols.svg, where it is not called like the key."""
    for_all: bool = False
    """True if all seats are scored for it at once, as after a round: news tell these points first."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.source, Meaning | None):
            raise misdeclared(f"score reason '{self.key}': source: {EXPECTED}, got {self.source!r}")


Reasons: TypeAlias = Sequence[ScoreReason] | Callable[[Any], Sequence[ScoreReason]]
"""Score reasons, or a function that makes them from the data of the game or module."""


def _from_data(reasons: Reasons) -> Callable[[Any], Sequence[ScoreReason]]:
    return reasons if callable(reasons) else lambda data: reasons


@attrs.frozen
class Choice:
    """One action with its worth to its seat, in points, and the lines that add up to it."""

    action: Action
    worth: float
    lines: tuple[tuple[str, float], ...] = ()


class Shows(Protocol):
    """Draws everything that a view may see, in one language."""

    def __call__(self, view: View, lang: str = "en") -> Show: ...


class Sheet(Protocol):
    """Draws something of a ruleset that needs no match: the empty map, the tiles."""

    def __call__(self, rules: Rules, lang: str = "en") -> Show: ...


@attrs.frozen(kw_only=True)
class Content:
    """One kind of content: scoring tiles, missions."""

    name: str
    """Its name on the command line: `scoring`."""
    title: str
    """The words for one of its items: `scoring tile`."""
    items: Callable[[Rules], Sequence[str]]
    """The ids of all items of a ruleset; `Words.names` has their names."""
    number: Callable[[Rules, int], int]
    """How many different items are in play in a match with so many players."""
    deal: Callable[[Any, Sequence[str]], None]
    """Puts exactly these items into play, in this order where it matters, in a state in which no decision has been made
    yet. Everything else stays as chance made it, as far as possible."""
    scored: bool = False
    """True if each item has a score reason of its id: reports then show the points that the item itself gives."""
    held: Callable[[Any], Sequence[Collection[str]]] | None = None
    """From a finished state, by seat the ids of the items that it has of its own: cards it owns, missions it has
    fulfilled. Reports then show by how much it is ahead of the others. None if items are for all seats alike."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class RulesetPart:
    """What a game and a module declare alike; a module's things come after those of the game."""

    name: str
    title: str
    pieces: Callable[[Any], Mapping[str, tuple[str, ...]]] = lambda data: {}
    """From its data: family to the names of its kinds of piece; a piece is an index into them."""
    things: Callable[[Any], Mapping[str, Sequence[Thing]]] = lambda data: {}
    """From its data: family to its things by number, for everything that is not a piece; pieces may get names here."""
    names: Callable[[Any], Mapping[str, Mapping[str, str]]] = lambda data: {}
    """From its data: word to its name by language, for things that `messages.yaml` does not name."""
    contents: Sequence[Content] = ()
    """Things of which chance puts only some into play, for studies of what each of them does."""
    dealt: Callable[[Any], Mapping[str, float]] = lambda state: {}
    """From a state in which no decision has been made yet, numbers by name that describe the deal, hidden things
    included; the laboratory adjusts for them. Every deal to the same number of players has the same names, and a
    module's differ from those of the game and of other modules."""
    streams: tuple[str, ...] = ()
    pushed: Callable[[Rules], Sequence[Node[Any]]] = lambda rules: ()
    """Steps that are in no phase's list, and inserted nowhere, because other steps push them: choices that arise in the
    middle of a step."""
    reasons: Callable[[Any], Sequence[ScoreReason]] = attrs.field(
        default=lambda data: (), converter=_from_data
    )
    readers: Mapping[str, Reader] = attrs.field(factory=dict, converter=readers)
    """Readers of the slots of notations. A slot `cell`, `rotation`, or of the name of a family of things has one unless
    another one is given here."""
    weights: type | None = None
    """The judgements that `choices`, `worths` and `appraise` read from `view.weights`, and functions of a module from
    `view.weights_of("NAME")`: an attrs class whose fields are made with `weights.weight`."""
    nouns: Sequence[Noun] = ()
    """Words that it adds to scenes."""
    provenance: Callable[[Any], Iterable[Message | str]] = lambda data: ()
    """From its data: messages for players about what does not come from the printed game; a text is shown as it is."""
    drawings: Mapping[type, Drawing] = attrs.field(factory=dict)
    """By class of records in its data files, a drawing on which owners of the printed game change them by clicks.
    Modules use those of their game as well."""


def by_standing(state: State) -> list[tuple[int, ...]]:
    """Seats by standing only, equal ones together."""
    return by_score(state.standing())


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Game(RulesetPart):
    """A ruleset, declared. Everything that varies is an option or data; nothing here changes in play."""

    version: str
    """Version of the ruleset. It changes whenever a recorded game could go another way."""
    _seats: tuple[int, int] | Set[int]
    state: type[State]
    options: type
    folder: Callable[[], Traversable]
    """Returns the folder of the game's data."""
    load: Callable[[Folder, Any], Any]
    """(folder, options) to the game's tables, `rules.data`."""
    sets: Mapping[str, str] = attrs.field(factory=dict)
    """The files to which a player's set of tiles adds (`--with ./myset`), each with the key of the list in it, "" if it
    is one: `{"tiles.yaml": "tiles"}`. `load` reads the records of sets after the game's own."""
    assemble: Callable[[Rules], Any] = lambda rules: None
    """Builds `rules.assembled`, in which steps look things up, from data, options and contributions of modules."""
    phases: Callable[[Rules], Sequence[Phase]]
    set_up: Callable[[Any, Log | None], None]
    """Fills a fresh state for its seats; what it draws goes to the log as outcomes."""
    ended: Callable[[Any], None] | None = None
    """On a copy of a position that is not over: gives every seat the points that the end of the game would bring if it
    came now, without chance (see `Rules.ended`); `schedule.conclude` does so for games whose end is a phase."""
    standing: Callable[[Any], Sequence[int]] | None = None
    """From a state, a whole number for each seat, higher for a seat that is ahead, in games where points do not decide
    that, or not yet. Everyone sees it, so it reads only what all seats know. The message `name.standing` names its
    unit: "lives". `choices` and `appraise` count in the same unit. Without it points decide who is ahead, in teams
    those of all partners. Partners have the same number."""
    teams: Teams | None = None
    """From the number of seats, groups of seats that win together: `together` makes one of all, `opposite` pairs.
    Without it every seat plays for itself."""
    won: Callable[[Any], bool] | None = None
    """From a finished state, whether all have won together; asked where there is one group alone, or one seat. Without
    it such a game is played for points: nobody wins or loses."""
    ranking: Callable[[Any], list[tuple[int, ...]]] = by_standing
    """Seats by place, best first, with all tie-breaks; by default by standing alone. Partners share a place. An empty
    first place, `[(), (0, 1, 2)]`, says that nobody has won. It is not asked where all are one group. The message
    `name.tie_break` says by what ties are broken, in a few words: "the goods left"."""
    turn_rule: str = ""
    """The id of the rule that says whose turn it is, for refusals."""
    order_rule: str = ""
    """The id of the rule that says in what order the steps of a turn come, for refusals; else `turn_rule` is cited."""
    turn_limit: int = 10_000
    """Decisions after which a match is stopped and reported as an error."""
    choices: Callable[[View], Sequence[Choice]] | None = None
    """Rates each legal action for the view's seat, from what it can see; for greedy play, hints and previews."""
    appraise: Callable[[View, int], Sequence[tuple[str, float]]] | None = None
    """Appraises the position for a seat, as (label, points) lines."""
    worths: Callable[[View, Legal], Sequence[float]] | None = None
    """(view, its legal actions) to the worth of each in their order, exactly as in `choices`; only for speed."""
    totals: Callable[[Sequence[View]], Sequence[float]] | None = None
    """From the views of all seats, in order, the sum of the lines of `appraise` for each; only for speed."""
    features: Callable[[View], Mapping[str, Sequence[float]]] | None = None
    """From what the view can see, numbers by seat that describe the position, by name; bots learn their worth. Without
    it they learn from the lines of `appraise`. The points so far always count as they are."""
    levels: Callable[[Rules], Mapping[str, str]] = lambda rules: {}
    """Level for people (`hard`) to the bot that plays it, where measurements favour another bot than usual."""
    restrictions: Sequence[Restriction] = ()
    """Restrictions of bots, in addition to those of every game."""
    meters: MakesMeters = lambda rules: ()
    """Meters, in addition to those of every game."""
    round_of: Callable[[Any], int] = lambda state: state.turns // len(state.seats)
    """The round of a position, from 0, for reports by round."""
    last_turn: Callable[[View], bool] = lambda view: False
    """True if the view's seat, which is to decide, surely decides nothing after this turn; the kit checks it. People
    count then: bots with an error make none, and those that have learned play on to the end of the game."""
    conserved: Callable[[Any], object] | None = None
    """From a state, returns what stays the same from set-up to end, such as all pieces; the kit checks it."""
    show: Shows | None = None
    """Draws a view as boards and panels."""
    sheets: Mapping[str, Sheet] = attrs.field(factory=dict)
    """By name (`map`, `tiles`), drawings that need no match."""
    specs: Sequence[type] = ()
    """Hookspecs that the game adds."""
    grid: Grid[Any] = HEX

    def __attrs_post_init__(self) -> None:
        pair = isinstance(self._seats, tuple) and len(self._seats) == 2
        if not (pair or isinstance(self._seats, Set)) or not self.seat_counts or self.seat_counts[0] < 1:
            wanted = "(2, 4) says two to four players, {2, 4} says two or four"
            raise misdeclared(f"Game(seats=...): {wanted}; got {self._seats!r}")
        rivals = {self.sides(count).rivals for count in self.seat_counts}
        if self.teams is not None and rivals == {False} and self.ranking is not by_standing:
            raise misdeclared(
                "Game(ranking=...): all play together, so say with Game(won=...) if they have won"
            )
        if rivals == {True} and self.won is not None:
            raise misdeclared(
                "Game(won=...) is asked where all play together (Game(teams=together)) or one alone"
            )

    @property
    def seats(self) -> tuple[int, int]:
        """Fewest and most players. `Game(seats=(2, 4))` is for two to four, `Game(seats={2, 4})` for two or four."""
        return self.seat_counts[0], self.seat_counts[-1]

    @property
    def seat_counts(self) -> tuple[int, ...]:
        """Every number of players that the game is for, ascending."""
        given = self._seats
        return tuple(sorted(given) if isinstance(given, Set) else range(given[0], given[1] + 1))

    def fewest(self, least: int) -> int:
        """Return the fewest players that are at least so many; the most if the game is for fewer."""
        return at_least(least, self.seat_counts)

    def sides(self, seats: int) -> Sides:
        """Return who wins together among so many seats."""
        return sides(self.teams, seats, self.won is not None)


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Module(RulesetPart):
    """An expansion of a game, declared. Its behaviour is in the hooks of its plugin."""

    game: str
    version: str = "1"
    options: type | None = None
    changes: Callable[[Any], Mapping[str, int | bool | str]] = lambda options: {}
    """From the module's options: option of the game to the value that it has with the module, unless a user sets it."""
    slice: Callable[[Any], Any] | None = None
    """Makes the module's part of a fresh state: an object of an attrs class with declared fields and `clone`."""
    slice_type: type | None = None
    folder: Callable[[], Traversable] | None = None
    load: Callable[[Folder, Any], Any] = lambda folder, options: None
    """(its folder, its options) to the module's data. `folder.game` is the game's own data, so that a cell off the map
    or a piece that the game does not have is reported with its line in a file, and not as an error in play."""
    step_rules: Mapping[str, Sequence[str]] = attrs.field(factory=dict)
    """By name of a step of the game, the ids of rules that the module adds to its decisions, as in `Decision.rules`."""


def at_least(least: int, counts: Sequence[int]) -> int:
    """Return the first of these ascending numbers that is at least so many, else the last."""
    return next((count for count in counts if count >= least), counts[-1])


def enumerated(counts: Sequence[int], to: str = " to ", last: str = " or ") -> str:
    """Return ascending numbers of players in words: "2 to 4" for all of a range, else "2 or 4" or "2, 4 or 6"."""
    *first, end = map(str, counts)
    if len(first) == counts[-1] - counts[0]:
        return f"{first[0]}{to}{end}" if first else end
    return f"{', '.join(first)}{last}{end}"


def contents(rules: Rules) -> dict[str, Content]:
    """Return by name the contents of the game and its modules that have any items under these rules."""
    parts = (rules.game, *rules.modules)
    return {one.name: one for part in parts for one in part.contents if one.items(rules)}


def dealt(state: State) -> dict[str, float]:
    """Return numbers by name that describe the deal of a state in which no decision has been made yet."""
    found: dict[str, float] = {}
    for part in (state.rules.game, *state.rules.modules):
        found |= part.dealt(state)
    return found


def content(rules: Rules, name: str) -> Content:
    """Return the ruleset's content of this name; UsageError lists those that exist."""
    known = contents(rules)
    if name in known:
        return known[name]
    if not known:
        raise UsageError(f"{rules.game.title} has no content that chance deals")
    raise UsageError(
        f"{rules.game.title} has no content '{name}'{near(name, known)}; there is {', '.join(known)}"
    )
