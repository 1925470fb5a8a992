"""The texts of a drawing in one language: its captions, the names of things, and the players' signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.ruleset import Rules
from .cells import begin
from .model import Ink, Panel
from .signs import letters

NAMES = 11
"""Letters of a player's name in a table."""


class Captions:
    """Captions are the messages `show.KEY` of the game and its modules; see `messages.yaml`."""

    taken = ""
    """Capital letters that mean something in the game's drawings, so that no player gets one of them."""

    def __init__(self, rules: Rules, lang: str = "en", seats: Sequence[str] = ()) -> None:
        self.rules = rules
        self.lang = lang
        self.seats = seats
        """The players' names; none for what is drawn without a match."""
        self.signs = letters(seats, self.taken)
        """A letter for each player."""

    def say(self, key: str, **args: object) -> str:
        """The caption `show.KEY`. A text among the arguments stands as it is: `n` stays a letter."""
        return self.rules.words.say(f"show.{key}", args, self.seats, self.lang, literal=True)

    def has(self, key: str) -> bool:
        """True if there is a caption `show.KEY`."""
        return f"show.{key}" in self.rules.words

    def name(self, word: str) -> str:
        """The name of a thing; the word itself if it has none."""
        return self.rules.words.name(word, self.lang)

    def text(self, word: str, **numbers: object) -> str:
        """Return the text printed on a thing: the message `name.WORD.text`, or its name if it has no text."""
        key = f"name.{word}.text"
        words = self.rules.words
        return words.say(key, numbers, (), self.lang, literal=True) if key in words else self.name(word)

    def who(self, seat: int) -> Ink:
        """A player's letter in the player's colour."""
        return Ink(self.signs[seat], f"seat {seat}", said=self.seats[seat])

    @property
    def players_signs(self) -> tuple[Ink, ...]:
        """The letters of all players, by seat, for `Show.players`."""
        return tuple(self.who(seat) for seat in range(len(self.seats)))

    def player_legend(self) -> list[tuple[Ink, str]]:
        """Return the meaning of the players' letters, for a legend: also in the heads of columns."""
        return [(Ink(sign, f"seat {seat}"), self.seats[seat]) for seat, sign in enumerate(self.signs)]

    def head(self, *keys: str) -> tuple[Ink, ...]:
        """The captions of columns; "" for the column that names the row."""
        return tuple(Ink(self.say(key) if key else "", "dim") for key in keys)

    def players(self, columns: Mapping[str, Sequence[object]]) -> Panel:
        """A table of the players: under each caption the values of these columns, by seat."""
        rows = [
            (
                self.who(seat),
                Ink(begin(name, NAMES), said=name),
                *(Ink(str(by_seat[seat])) for by_seat in columns.values()),
            )
            for seat, name in enumerate(self.seats)
        ]
        return Panel(title=self.say("players"), head=self.head("", "", *columns), rows=rows, players=True)
