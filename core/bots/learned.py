"""A bot that plays as it has learned to by `tilewright train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from ..errors import UsageError
from . import trained
from .mind import Mind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..actions import Action, Legal
    from ..chance import Stream
    from ..rules import Rules
    from ..views import View

ANYWAY = "anyway"
"""The last setting of a bot that plays under other rules than it was trained under."""


def file(text: str) -> Path | None:
    """The file that a bot's text names: `learned:FILE`, `learned:FILE:anyway`; None if it names none."""
    word, _, rest = text.partition(":")
    path = "" if rest == ANYWAY else rest.removesuffix(f":{ANYWAY}")
    return Path(path) if word == "learned" and path else None


class Learned:
    """`learned` plays by the file that comes with the game, `learned:FILE` by another one.

    Trained under other rules, it is refused, unless the text says so: `learned:anyway`, `learned:FILE:anyway`.
    """

    def __init__(self, rules: Rules, *settings: str) -> None:
        anyway = settings[-1:] == (ANYWAY,)
        file = ":".join(settings[: len(settings) - anyway])  # a path may have colons
        self.name = f"learned:{file}" if file else "learned"
        self.rules = rules
        found = trained.read(Path(file)) if file else trained.shipped(rules)
        if found is None:
            raise UsageError(
                f"nothing is trained for {trained.Ruleset.of(rules)} yet; tilewright train {trained.flags(rules)} "
                "makes a file, and learned:FILE plays by it"
            )
        if not anyway:
            trained.fit(found, rules, self.name)
        self.found = found
        self._minds: dict[int, Mind] = {}
        known = {one.name for one in rules.weights.declared()}
        for count, one in found.players.items():
            lesson = one.lesson
            if anyway:
                # A module that is not in play has no weights here.
                kept = {name: value for name, value in lesson.weights.items() if name in known}
                lesson = attrs.evolve(lesson, weights=kept)
            self._minds[int(count)] = Mind(rules, lesson, found.ruleset.options)

    def mind(self, players: int) -> Mind:
        """How it thinks among so many players. UsageError if it was not trained for them."""
        if players not in self._minds:
            known = ", ".join(self.found.players)
            raise UsageError(
                f"{self.name} is trained for {known} players, not for {players}; "
                f"train it: tilewright train {trained.flags(self.rules)} --players {players}"
            )
        return self._minds[players]

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action of the highest value to it."""
        return self.mind(len(view.seats)).choose(view, stream)

    def worths(self, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
        """Return by what it chooses, in points, for each of these actions."""
        return self.mind(len(view.seats)).worths(view, legal, stream)
