"""The choices around a lesson: it is offered before a first game, and a first game at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ..table.face_texts import Texts
from ..table.introduction import MINUTES
from .chooser import Chooser, Item


class LessonEnd(Chooser):
    """The choice at the end of a lesson: a first game, or nothing."""

    KEYS: ClassVar[Sequence[tuple[str, str]]] = (("enter", "choose"), ("q", "quit"))

    def __init__(self, title: str, said: Texts) -> None:
        about = said("learn.about.play", title=title)
        leave = Item(said("learn.do.leave"), False, "q", said("learn.about.leave"))
        items = [Item(said("learn.do.play"), True, "g", about), leave]
        super().__init__(said, said("learn.over", title=title), items)

    def press(self, key: str) -> None:
        if key in ("q", "escape"):
            self.dismiss(self.items[-1].value)
        else:
            super().press(key)


class LessonOffer(LessonEnd):
    """The choice before a first game: its lesson (`learn`), the game with a coach (`coach`), or alone ("")."""

    KEYS = (("enter", "choose"),)

    def __init__(self, title: str, about: str, said: Texts) -> None:
        learn = said("learn.offer.learn", minutes=MINUTES)
        items = [
            Item(learn, "learn", "l", f"{about} {said('menu.about.learn')}"),
            Item(said("learn.offer.coach"), "coach", "c", said("learn.about.play", title=title)),
            Item(said("learn.offer.play"), "", "q", said("learn.about.leave")),
        ]
        Chooser.__init__(self, said, said("learn.offer.title", title=title), items)
