"""The options, score reasons and streams that random games use, in as many settings of a ruleset as needed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from ..base.errors import InvalidFile, UsageError
from ..rules.actions import Action
from ..rules.game import dealt
from ..rules.ruleset import Rules
from .option_reads import watched
from .random_games import Moment, Subject, random_game
from .setting_checks import values

REFUSED = 4
"""So many actions that were legal at other times are tried at a position, to hear why they are refused."""
SELDOM = 64
"""With other than the usual settings, all faces are asked at both ends of a game and at one decision in this many."""
OTHERS = 3
"""So many other seeds show whether a stream decides something about the set-up."""


@attrs.define(kw_only=True)
class Trial:
    """Plays until everything that is wanted has been used, or every setting was tried."""

    subject: Subject
    options: set[str]
    """Options that nothing has read so far; likewise score reasons and streams."""
    reasons: set[str]
    streams: set[str]
    games: int = 0
    settings: int = 0

    def play(self) -> None:
        """Try the ruleset as it is, then with each other value of each option, then each edition."""
        subject = self.subject
        few = dict.fromkeys((subject.players[0], subject.players[-1]))
        for rules in self._settings():
            first = not self.settings
            self.settings += 1
            _asked(rules)
            if not first:
                subject = attrs.evolve(self.subject, games=1, every=SELDOM)
            for players in subject.players if first else few:
                for seed in range(subject.seed, subject.seed + subject.games):
                    if self.left:
                        self._game(subject, rules, players, seed)

    @property
    def left(self) -> bool:
        """True while something that is wanted has not been used."""
        return bool(self.options or self.reasons or self.streams)

    @property
    def said(self) -> str:
        """Description of what was tried."""
        games = f"{self.games} random {'game' if self.games == 1 else 'games'}"
        return f"{games} under {self.settings} {'setting' if self.settings == 1 else 'settings'}"

    def _settings(self) -> Iterator[Rules]:
        rules = self.subject.rules
        wanted: list[dict[str, object]] = [{}]
        for option in rules.declared:
            usual = rules.option_values[option.name]
            wanted += [{option.name: value} for value in values(option) if value != usual]
        defaults = {option.name: option.default for option in rules.declared}
        wanted += [{**defaults, **{k: str(v) for k, v in one.items()}} for one in rules.editions.values()]
        for given in wanted:
            if self.left:
                try:
                    found = self.subject.again(given, plugin=self._watched)
                except (UsageError, InvalidFile):
                    continue
                yield found

    def _watched(self, plugin: Any) -> Any:
        return watched(plugin, self.options.discard)

    def _game(self, subject: Subject, rules: Rules, players: int, seed: int) -> None:
        try:
            state = rules.new(players, seed)
        except UsageError:
            return
        self.games += 1
        dealt(state)
        for name in self.streams & state.streams.keys():
            for other in range(seed + 1, seed + 1 + OTHERS):
                again = rules.new(players, seed, apart={name: other})
                again.streams[name] = state.streams[name]
                if again != state:
                    self.streams.discard(name)
        tried: dict[Action, None] = {}
        for moment in random_game(subject, players, seed, rules=rules, played=lambda moment, log: None):
            state = moment.state
            for seat in state.to_act:
                tried.update(dict.fromkeys(state.legal(seat)[:REFUSED]))
            if moment.costly():
                _looked_at(moment, list(tried))
        self.reasons -= {rules.reasons[line[2]].key for line in state.ledger}
        self.streams -= {name for name, (_, count) in state.streams.items() if count}


def _asked(rules: Rules) -> None:
    """Ask what needs no position."""
    rules.provenance()
    rules.game.levels(rules)
    rules.game.meters(rules)
    for name in rules.game.sheets:
        rules.sheet(name)


def _looked_at(moment: Moment, pool: list[Action]) -> None:
    """Ask everything that faces and bots ask of a position."""
    state, rules = moment.state, moment.state.rules
    for _ in range(min(REFUSED, len(pool))):
        state.check(moment.stream.pick(pool))
    state.ranking()
    state.standing()
    if rules.game.ended is not None:
        rules.ended(state)
    views = [state.view(seat) for seat in range(len(state.seats))]
    for view in [*views, state.view(None)]:
        if rules.game.show is not None:
            rules.show(view)
    for seat, view in enumerate(views):
        if rules.game.choices is not None and len(view.legal()):
            rules.choices(view)
        if rules.game.appraise is not None:
            rules.appraise(view, seat)
    rules.features(views[0])
