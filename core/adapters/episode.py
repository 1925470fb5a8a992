"""One game after the other under the same rules, in numbers: shared by the environments of all projects."""

from __future__ import annotations

import operator
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.chance import Stream
from ..base.errors import UsageError
from ..play.match import names_of
from ..rules.actions import Action
from ..rules.assembly import load
from ..rules.ruleset import Rules
from ..rules.state import State
from ..rules.teams import sides_of
from . import missing
from .action_numbers import numbering
from .observations import Observer

REWARDS = ("win", "score")
RENDERS = ("human", "ansi", "rgb_array", "svg")
FRAME = (1280, 960)
"""Width and height of every picture of `rgb_array`, so that those of a game make a film."""


class IllegalNumber(UsageError):
    """The number does not belong to a legal action; nothing has changed."""


def agent(seat: int) -> str:
    """Return the name of a seat in environments."""
    return f"player_{seat}"


class Episode:
    """A game in progress, and the seeds of the following ones. `rules` may be the name of a game.

    `reward` is `win` (at the end 1 for the winner and its partners, 0 for those that share the victory with others, -1
    for the others, also if nobody has won) or `score` (every change of a side's points when it happens, so that rewards
    add up to the score). A game that is played for points alone gives them at the end as well as with `score`.
    """

    state: State
    seed: int
    """Seed of the game in progress."""
    decisions: int

    def __init__(
        self,
        rules: Rules | str,
        players: int = 2,
        seed: int = 0,
        *,
        reward: str = "win",
        numbers: str = "notation",
        actions: int | None = None,
        radius: int = 7,
        render_mode: str | None = None,
    ) -> None:
        self.rules = load(rules) if isinstance(rules, str) else rules
        for what, given, known in (("reward", reward, REWARDS), ("render mode", render_mode, RENDERS)):
            if given is not None and given not in known:
                raise UsageError(f"there is no {what} '{given}'; known: {', '.join(known)}")
        self.players = players
        self.reward = reward
        self.render_mode = render_mode
        self.numbering = numbering(numbers, actions)
        self.observer = Observer(self.rules, players, radius)
        self.begin(seed)

    def begin(self, seed: int | None = None) -> None:
        """Begin a new game with this seed, or with the next one that follows from the last seed given.

        The deal is the same as anywhere else under this seed.
        """
        if seed is not None:
            self._seeds = Stream(seed, "episodes")
        self.seed = self._seeds.below(1 << 31) if seed is None else seed
        self.state = self.rules.new(names_of(self.players), self.seed)
        self.decisions = 0

    @property
    def cut(self) -> bool:
        """True if the game has reached its limit of decisions without an end."""
        return not self.state.over and self.decisions >= self.rules.game.turn_limit

    @property
    def done(self) -> bool:
        return self.state.over or self.cut

    def observation(self, seat: int) -> dict[str, NDArray[Any]]:
        """Return the seat's row (`observation`) and the `action_mask`: 1 for the number of each legal action."""
        return {"observation": self.observer.row(self.state.view(seat)), "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return 1 for the number of each action that the seat may take now, 0 for all others."""
        mask = np.zeros(self.numbering.size, np.int8)
        if not self.done:
            mask[self.numbering.numbers(self.state.legal(seat))] = 1
        return mask

    def notations(self, seat: int) -> dict[int, str]:
        """Return number to notation for all actions that the seat may take now."""
        legal = self.state.legal(seat)
        return dict(zip(self.numbering.numbers(legal), map(str, legal), strict=True))

    def number(self, seat: int, notation: str) -> int:
        """Return the number of a legal action. UsageError if the action is not legal now."""
        for number, text in self.notations(seat).items():
            if text == notation:
                return number
        raise UsageError(f"'{notation}' is not legal for {agent(seat)} now")

    def everything(self) -> NDArray[np.float32]:
        """Return the rows of all seats, one after the other: what they know together."""
        return np.concatenate([self.observer.row(self.state.view(seat)) for seat in range(self.players)])

    def play(self, seat: int, number: Any) -> list[float]:
        """Carry out the seat's action with this number; return every seat's reward for it.

        Raises IllegalNumber and changes nothing if the number does not belong to a legal action.
        """
        legal = self.state.legal(seat)
        numbers = [] if self.done else self.numbering.numbers(legal)
        try:
            at = numbers.index(operator.index(number))
        except (TypeError, ValueError):
            raise IllegalNumber(
                f"{number} is not the number of an action that {agent(seat)} may take now; see the action mask"
            ) from None
        return self.carry_out(legal[at])

    def carry_out(self, action: Action) -> list[float]:
        """Carry out the action, which must be legal; return every seat's reward for it."""
        before = list(self.state.standing())
        self.state.apply(action)
        self.decisions += 1
        if self.reward == "score":
            return [float(now - then) for now, then in zip(self.state.standing(), before, strict=True)]
        return final(self.state)

    def render(self, seat: int | None) -> str | NDArray[np.uint8] | None:
        """Draw what the seat (None: the spectator) sees; None without a render mode, and for `human`, who reads it."""
        mode = self.render_mode
        if mode is None:
            return None
        show = self.rules.show(self.state.view(seat))
        if mode in ("svg", "rgb_array"):
            from ..draw.svg import draw_svg

            return draw_svg(show) if mode == "svg" else _pixels(draw_svg(show))
        from ..draw.text import draw_text

        text = draw_text(show)
        if mode == "human":
            print(text)
        return text if mode == "ansi" else None


def _pixels(svg: str) -> NDArray[np.uint8]:
    """Return the picture as pixels of three colours, shrunk into `FRAME` if it is larger, on white."""
    from ..draw.png import to_png

    png = to_png(svg, 1)
    try:
        from PIL import Image
    except ImportError:
        raise missing("render", "pillow") from None
    picture = Image.open(BytesIO(png)).convert("RGBA")
    picture.thumbnail(FRAME)
    frame = Image.new("RGB", FRAME, "white")
    left, top = ((whole - part) // 2 for whole, part in zip(FRAME, picture.size, strict=True))
    frame.paste(picture, (left, top), picture)
    return np.array(frame)


def final(state: State) -> list[float]:
    """Return by seat 1 for a victory of its side alone, 0 for a shared one, -1 for none; the points where nothing else
    counts; 0 for all before the end."""
    if not state.over:
        return [0.0] * len(state.seats)
    return sides_of(state).utilities(state.winners, state.standing())
