"""A bot that plays as it has learned to by `tilewright train`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from ..base.chance import Stream
from ..base.errors import UsageError
from ..rules.actions import Action, Legal
from ..rules.ruleset import Rules
from ..rules.views import View
from ..text.document import read_document
from . import learned_file
from .learned_file import Ruleset, flags, words
from .learned_moves import Mind


class LearnedBot:
    """`learned` plays by the file that comes with the game, `learned:FILE` by another one.

    A file that was trained under other rules is refused, unless the text allows it: `learned:anyway`,
    `learned:FILE:anyway`, or with `unaware` in this place, which ignores even that points are scaled. Then `learned`
    also plays by the files for fewer modules if that for the most of them lacks a number of players.
    """

    def __init__(self, rules: Rules, *settings: str) -> None:
        self.file = file = learned_file.file_of(":".join(("learned", *settings)))
        self.name = f"learned:{file}" if file else "learned"
        self.rules = rules
        unaware = settings[-1:] == (learned_file.UNAWARE,)
        anyway = unaware or settings[-1:] == (learned_file.ANYWAY,)
        documents = iter([read_document(Path(file))]) if file else learned_file.shipped(rules, anyway=anyway)
        self.rulesets: list[Ruleset] = []
        """Those of the files by which it plays."""
        self.minds: dict[int, Mind] = {}
        for document in documents:
            found = learned_file.loaded(document, rules, self.name, anyway=anyway)
            self.rulesets.append(found.ruleset)
            options = None if unaware else found.ruleset.options
            new = {int(count): one.lesson for count, one in found.players.items()}
            plays_out = found.format > 1
            self.minds = {
                count: Mind(rules, one, options, plays_out=plays_out) for count, one in new.items()
            } | self.minds
            if self.minds.keys() >= {*rules.game.seat_counts}:
                break
        if not self.rulesets:
            raise UsageError(
                f"nothing is trained for {Ruleset.of(rules)} yet; tilewright train {flags(rules)} "
                "makes a file, and learned:FILE plays by it"
            )

    def mind(self, players: int) -> Mind:
        """Return its thinking among so many players. UsageError, with the command that trains it, if there is none."""
        if players not in self.minds:
            *first, last = map(str, sorted(self.minds)) if self.minds else ("no",)
            known = " and ".join(filter(None, (", ".join(first), last)))
            learned = self.rulesets[0]
            of = words(self.rules) if learned.hash == self.rules.option_hash else learned.words()
            then = "to add them" if self.file else "learned:FILE plays by a file that you train with"
            command = ["tilewright", "train", *of, "--players", str(players)]
            command += ["--out", self.file] if self.file else []
            raise UsageError(
                f"{self.name} is trained for {known} players, not for {players}; {then}: {shlex.join(command)}"
            )
        return self.minds[players]

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action of the highest value to it."""
        return self.mind(len(view.seats)).choose(view, stream)

    def worths(self, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
        """Return the worths by which it chooses, in points, for each of these actions."""
        return self.mind(len(view.seats)).worths(view, legal, stream)
