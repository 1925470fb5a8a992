"""A bot that plays as it has learned to by `tilewright train`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..data import read_document
from ..errors import UsageError
from . import trained
from .mind import Mind
from .ruleset import Ruleset, flags

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..actions import Action, Legal
    from ..chance import Stream
    from ..rules import Rules
    from ..views import View


class Learned:
    """`learned` plays by the file that comes with the game, `learned:FILE` by another one.

    Trained under other rules, it is refused, unless the text says so: `learned:anyway`, `learned:FILE:anyway`, or
    `unaware` in this place, which does not even notice that points are scaled.
    """

    def __init__(self, rules: Rules, *settings: str) -> None:
        file = trained.file_of(":".join(("learned", *settings)))
        self.name = f"learned:{file}" if file else "learned"
        self.rules = rules
        unaware = settings[-1:] == (trained.UNAWARE,)
        anyway = unaware or settings[-1:] == (trained.ANYWAY,)
        document = read_document(Path(file)) if file else trained.shipped(rules, anyway=anyway)
        if document is None:
            raise UsageError(
                f"nothing is trained for {Ruleset.of(rules)} yet; tilewright train {flags(rules)} "
                "makes a file, and learned:FILE plays by it"
            )
        self.found = found = trained.loaded(document, rules, self.name, anyway=anyway)
        options = None if unaware else found.ruleset.options
        self.minds: Mapping[int, Mind] = {
            int(count): Mind(rules, one.lesson, options) for count, one in found.players.items()
        }

    def mind(self, players: int) -> Mind:
        """How it thinks among so many players. UsageError if it was not trained for them."""
        if players not in self.minds:
            *first, last = self.found.players or ["no"]
            known = " and ".join(filter(None, (", ".join(first), last)))
            raise UsageError(
                f"{self.name} is trained for {known} players, not for {players}; "
                f"train it: tilewright train {flags(self.rules)} --players {players}"
            )
        return self.minds[players]

    def choose(self, view: View, stream: Stream) -> Action:
        """Return the action of the highest value to it."""
        return self.mind(len(view.seats)).choose(view, stream)

    def worths(self, view: View, legal: Legal, stream: Stream) -> Sequence[float]:
        """Return by what it chooses, in points, for each of these actions."""
        return self.mind(len(view.seats)).worths(view, legal, stream)
