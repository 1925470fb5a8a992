"""A ruleset assembled: one game, its modules, options, data and hooks, immutable and shared by all its matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from ..base import plugin_errors
from ..base.chance import key_of
from ..base.errors import PluginError, TilewrightError, Unreadable, UsageError
from ..text.folder import Folder, Rule
from ..text.messages import Message, Words
from ..text.options import Made, Option
from ..text.phrases import Spoken, spoken
from ..text.seat_names import check_seat_names
from ..text.things import Things
from ..text.unreadable import Unclear
from . import handicap, hooks, rule_texts, typed_moves
from .actions import Action, Legal, Reader, Refusal
from .events import Event, Log
from .frozen import FrozenDict, refuse_setting
from .game import Choice, Game, Module, ScoreReason, enumerated
from .meanings import title
from .nouns import Noun
from .packing import pack, packed_rules, unpack
from .schedule import Decision, Node, Phase, advance
from .state import NOTHING, ScoreLine, State
from .views import Listed, View
from .weights import Weights
from .zones import Place, no_zone

if TYPE_CHECKING:
    from ..draw.model import Show


@attrs.define(eq=False, repr=False, on_setattr=refuse_setting)
class Rules:
    """A ruleset, made by `load` and never changed afterwards."""

    game: Game
    modules: tuple[Module, ...]
    edition: str | None
    given: Mapping[str, object]
    """The options that `load` was given."""
    loader: Callable[..., Rules]
    """`load`, which makes the same rules again in another process."""
    option_values: dict[str, int | bool | str]
    options: Any
    """The game's options class, filled."""
    module_options: dict[str, Any]
    made: dict[str, Made]
    """By option of the game, the change that a module makes to it, unless the user sets it."""
    handicaps: tuple[handicap.Handicap, ...]
    """What seats begin with beyond the rules."""
    overrides: dict[str, str]
    data_folder: str | None
    data: Any
    module_data: dict[str, Any]
    data_digest: str
    option_hash: str
    pieces: dict[str, tuple[str, ...]]
    things: dict[str, Things]
    """By family, the things that numbers stand for: kinds of piece, and everything else that the game counts."""
    words: Words
    declared: Sequence[Option]
    editions: dict[str, dict[str, object]]
    folder: Folder
    """The game's data files."""
    folders: tuple[Folder, ...]
    """The game's data files, then those of the modules."""
    stated: dict[str, dict[str, Rule]]
    """By owner, game or module with files: the rules of `rules.yaml` by id as written there, in force or not."""
    plugins: Any = None
    assembled: Any = None
    """The game's tables, built from its data, its options and contributions of its modules."""
    nodes: Sequence[Node[Any]] = ()
    by_name: dict[str, Node[Any]] = attrs.field(factory=dict)
    phases: Sequence[Phase] = ()
    reasons: Sequence[ScoreReason] = ()
    reason: dict[str, int] = attrs.field(factory=dict)
    """Number in ledgers by the key of a score reason."""
    kinds: Sequence[type[Action]] = ()
    readers: dict[str, Reader] = attrs.field(factory=dict)
    nouns: Sequence[Noun] = ()
    """The words of scenes, in the order in which a position is set up."""
    streams: tuple[str, ...] = ()
    places: dict[int, tuple[Place, ...]] = attrs.field(factory=dict)
    """Every place for pieces, by number of seats."""
    spots: dict[tuple[int, str, int, str], Place] = attrs.field(factory=dict)
    """The same by (number of seats, name of the zone, owner, module or "")."""
    weights: Weights = attrs.field(factory=Weights)
    """The weights by which moves are rated unless a view has others."""
    hooked: dict[str, tuple[Callable[..., Any], ...]] = attrs.field(factory=dict, init=False)
    """The modules' functions by hook, once the ruleset is assembled."""
    complete: bool = attrs.field(default=False, init=False)
    """True once the ruleset is assembled: from then on nothing in it can be set."""

    def fix(self) -> None:
        """Make the ruleset complete: all matches share it, with their bots and plugins."""
        self.hooked = {name: hooks.calls(self.plugins, name) for name in vars(self.plugins.hook)}
        for field in attrs.fields(Rules):
            value = getattr(self, field.name)
            if type(value) is dict:
                setattr(self, field.name, FrozenDict(value))
            elif type(value) is list:
                setattr(self, field.name, tuple(value))
        self.complete = True

    def __repr__(self) -> str:
        names = "+".join([self.game.name, *(m.name for m in self.modules)])
        return f"<rules of {names}, options {self.option_hash}>"

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return packed_rules(self)

    @property
    def overridden(self) -> dict[str, object]:
        """Values of the data that were overridden, by their names for `load`: `data:FILE.path`."""
        return {f"data:{name}": value for name, value in self.overrides.items()}

    @property
    def changed(self) -> dict[str, object]:
        """Options that differ from their defaults, or from the values that modules give them."""
        values, made = self.option_values, self.made
        return {
            o.name: values[o.name]
            for o in self.declared
            if values[o.name] != (made[o.name].value if o.name in made else o.default)
        }

    @property
    def plain(self) -> dict[str, int | bool | str]:
        """The values of options as they would be without the changes of modules."""
        values = self.option_values
        made = {name: one.before for name, one in self.made.items() if values[name] == one.value}
        return {**values, **made}

    # -- matches -------------------------------------------------------------------------------------------------

    def new(
        self,
        seats: Sequence[str] | int,
        seed: int = 0,
        log: Log | None = None,
        apart: Mapping[str, int] | None = None,
    ) -> State:
        """The state of a fresh match, set up under this seed. `seats` are the players' names, or their number. `apart`
        gives streams of chance seeds of their own. PluginError names the plugin whose set-up fails."""
        state = self.blank(seats, seed)
        for name, own in (apart or {}).items():
            state.streams[name] = (key_of(own, name), 0)
        try:
            self.game.set_up(state, log)
            for function in self.calls("set_up"):
                function(state, log)
            self.start(state, log)
            handicap.give(state)
        except TilewrightError:
            raise
        except (Exception, SystemExit) as error:
            said = plugin_errors.describe(error, self.plugins)
            raise PluginError(f"the set-up with seed {seed} failed: {said}") from error
        return state

    def blank(self, seats: Sequence[str] | int, seed: int = 0) -> State:
        """A state before set-up, with seats, streams and the modules' slices. UsageError for wrong seats."""
        count, known = seats if isinstance(seats, int) else len(seats), self.game.seat_counts
        if count not in known:
            raise UsageError(f"{self.game.title} is for {enumerated(known)} players, not {count}")
        handicap.fits(self, count)
        if isinstance(seats, int):
            seats = [f"player{n + 1}" for n in range(seats)]
        try:
            check_seat_names(tuple(seats))
        except ValueError as error:
            raise UsageError(str(error)) from None
        state = self.game.state(self, tuple(seats))
        state.scores = [0] * len(seats)
        state.sealed = [()] * len(seats)
        state.streams = {name: (key_of(seed, name), 0) for name in self.streams}
        for module in self.modules:
            if module.slice is not None:
                state.slices[module.name] = module.slice(state)
        return state

    def start(self, state: State, log: Log | None = None) -> None:
        """Begin the first phase and advance to the first decision."""
        first = self.phases[0]
        state.stack[:] = [(first.index, -1, 0)]
        first.pass_on(state, -1)
        advance(state, log)

    def restore(self, packed: Mapping[str, Any]) -> State:
        """The state from which `to_dict` made `packed`, unchecked. Use `validation.admitted` for data from outside."""
        return unpack(self, packed)

    def pack(self, state: State) -> dict[str, Any]:
        return pack(self, state)

    def places_of(self, state: State) -> tuple[Place, ...]:
        """The places for pieces that exist with this state's number of seats."""
        return self.places[len(state.seats)]

    def place(self, state: State, name: str, owner: int = -1, holder: str = "") -> Place:
        """The place of this zone: a seat's own if `owner` is one, in the part of the module `holder`, if any.

        KeyError says which zones there are if there is none.
        """
        found = self.spots.get((len(state.seats), name, owner, holder))
        return found or no_zone(state, name, owner, holder)

    # -- notation ------------------------------------------------------------------------------------------------

    def read(self, text: str, state: State, seat: int, lang: str = "en") -> Action:
        """The action that `text` stands for, legal or not; raises Unreadable, naming what may follow.

        It understands the notation itself in every language, and its translation by `say_move` in this one.
        """
        actions = self.read_line(text, state, seat, lang)
        if len(actions) > 1:
            raise Unreadable(Unclear("read.several", text=text, count=len(actions)))
        return actions[0]

    def read_line(self, text: str, state: State, seat: int, lang: str = "en") -> list[Action]:
        """One or more actions, separated by `;` or by a comma before a space, or only by their verbs."""
        return typed_moves.read_line(self, text, state, seat, lang)

    # -- words ---------------------------------------------------------------------------------------------------

    def say(self, key: str, args: Mapping[str, object], seats: Sequence[str] = (), lang: str = "en") -> str:
        own = f"not_now.{args.get('step')}" if key == "not_now" else key
        return self.words.say(own if own in self.words else key, args, seats, lang)

    def say_refusal(self, refusal: Refusal, seats: Sequence[str], lang: str = "en") -> str:
        """One line: every reason with its rule id."""
        said = "; ".join(
            self.say(r.key, r.args, seats, lang) + (f" ({r.rule})" if r.rule else "") for r in refusal.reasons
        )
        return f"{self.say_move(refusal.action, refusal.action.seat, lang)}: {said}"

    def spoken(self, lang: str) -> Spoken:
        """The words in which people read and type moves in this language."""
        return spoken(self.words, lang)

    def say_move(self, action: Action, seat: int | None, lang: str = "en") -> str:
        """The move in words of this language, as this seat may read it (None: the spectator)."""
        return self.spoken(lang).say(action.told_to(seat))

    def say_event(self, event: Event, seats: Sequence[str], seat: int | None, lang: str = "en") -> str:
        """The event as this seat may read it."""
        key, args = event.told_to(seat)
        return self.say(key, args, seats, lang)

    def score_line(self, line: tuple[int, ...], state: State, *, ended: bool = False) -> ScoreLine:
        """The line decoded; `ended`: it is one that `Game.ended` has added, and says what it counts."""
        seat, amount, number, source, turn = line
        reason = self.reasons[number]
        named = "" if reason.source is None or source == NOTHING else title(reason.source, state, source)
        because = reason.because(state, seat) if ended and reason.because else None
        return ScoreLine(seat, amount, reason.key, named, reason.rule, turn, because)

    def ended(self, state: State) -> list[ScoreLine]:
        """The lines that the end of the game would add if it came now; none if it is over. The state stays as it is.

        UsageError if the game does not declare `ended`. Hidden things count as well, such as others' missions: for a
        player, call it on some states that its seat could be in (`View.determinize`), and keep what all of them have.
        """
        if self.game.ended is None:
            raise UsageError(f"{self.game.title} does not say what its end would bring")
        copy = state.concluded()
        return [self.score_line(line, copy, ended=True) for line in copy.ledger[len(state.ledger) :]]

    def rule_texts(self, of: str = "", lang: str = "en") -> dict[str, Rule]:
        """The rules that hold, by id, with the numbers in force, of the game and its modules or `of` one of them."""
        return rule_texts.in_force(self, of, lang)

    def decision_rules(self, step: Decision[Any]) -> list[str]:
        """The ids of the rules that this step names for its decision, with those of modules, as far as they hold."""
        return rule_texts.of_decision(self, step)

    def provenance(self, lang: str = "en", of: Game | Module | None = None) -> list[str]:
        """Sentences about data that does not come from the printed game: of the game and its modules, or `of` one."""
        said = list(self.game.provenance(self.data)) if of is None or of is self.game else []
        for module in self.modules:
            if of is None or of is module:
                said += module.provenance(self.module_data.get(module.name))
            for name, one in self.made.items() if of in (None, module) else ():
                if one.module == module.name and one.value == self.option_values[name] != one.before:
                    args = {"module": module.title, "option": name, "value": one.value, "before": one.before}
                    said.append(Message("provenance.made", args))
        said += [one.told() for one in self.handicaps if of is None]
        return [self.words.told(message, lang) for message in said]

    # -- worth and drawing -------------------------------------------------------------------------------------------

    def choices(self, view: View) -> list[Choice]:
        """The worth of each legal action to the view's seat, in the order of the actions.

        The game rates them, and modules those that they know better. UsageError if the game does not rate moves.
        """
        rate = self.game.choices
        if rate is None:
            raise UsageError(f"{self.game.title} does not rate moves")
        found = list(rate(view))
        hook = self.calls("appraise_actions")
        if hook:
            actions = [choice.action for choice in found]
            better = {choice.action: choice for function in hook for choice in function(view, actions)}
            found = [better.get(choice.action, choice) for choice in found]
        return found

    def worths(self, view: View, legal: Legal) -> Sequence[float]:
        """The worths of `choices` alone, quicker; `legal` are the view's legal actions."""
        rate = self.game.worths
        if rate is None:
            return [choice.worth for choice in self.choices(Listed.of(view, legal))]
        found = rate(view, legal)
        hook = self.calls("appraise_actions")
        if hook:
            actions = list(legal)
            better = {choice.action: choice.worth for function in hook for choice in function(view, actions)}
            if better:
                return [better.get(action, worth) for action, worth in zip(actions, found, strict=True)]
        return found

    def counted(self, lang: str = "en") -> str:
        """The unit of `Game.standing`, in words; "" if points decide who is ahead."""
        return "" if self.game.standing is None else self.words.name("standing", lang)

    def totals(self, views: Sequence[View]) -> list[float]:
        """The sum of the lines of `appraise` for each seat, from the views of all seats in order."""
        each = self.game.totals
        if each is None:
            return [sum(points for _, points in self.appraise(view, n)) for n, view in enumerate(views)]
        found = list(each(views))
        for function in self.calls("appraise_lines"):
            for n, view in enumerate(views):
                for _, points in function(view, n):
                    found[n] += points
        return found

    def features(self, view: View) -> dict[str, Sequence[float]]:
        """By name, the numbers by seat with which the game and its modules describe a position; see `Game.features`."""
        if self.game.features is not None:
            found = dict(self.game.features(view))
        elif self.game.appraise is not None:
            found = {}
            for seat in range(len(view.seats)):
                for label, points in self.game.appraise(view, seat):
                    by_seat: Any = found.setdefault(label, [0.0] * len(view.seats))
                    by_seat[seat] += points
        else:
            found = {}
        for function in self.calls("add_features"):
            found |= function(view)
        return found

    def appraise(self, view: View, seat: int) -> list[tuple[str, float]]:
        """The worth of the position to the seat, as (label, points) lines of the game and its modules."""
        if self.game.appraise is None:
            raise UsageError(f"{self.game.title} does not appraise positions")
        lines = list(self.game.appraise(view, seat))
        for function in self.calls("appraise_lines"):
            lines += function(view, seat)
        return lines

    def show(self, view: View, lang: str = "en") -> Show:
        """The drawing of a view: boards and panels of the game and its modules. UsageError if the game has none."""
        if self.game.show is None:
            raise UsageError(f"{self.game.title} does not draw a board")
        show = self.game.show(view, lang)
        for function in self.calls("extend_show"):
            show = function(show, view, lang)
        return show

    def sheet(self, name: str, lang: str = "en") -> Show:
        """The drawing of this name in `Game.sheets`, with what modules add to it. KeyError if there is none."""
        show = self.game.sheets[name](self, lang)
        for function in self.calls("extend_sheet"):
            show = function(show, name, self, lang)
        return show

    # -- hooks ---------------------------------------------------------------------------------------------------

    def calls(self, name: str) -> tuple[Callable[..., Any], ...]:
        """The modules' functions behind a hook, sorted; call them with positional arguments."""
        # Called whenever moves are rated, and search does little else.
        return self.hooked[name] if self.complete else hooks.calls(self.plugins, name)


CARRIED_OVER = ScoreReason("carried_over", "")
