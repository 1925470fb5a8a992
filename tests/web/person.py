"""A person at a page, who plays with the mouse, with keys or with a finger: real input, and nothing but that."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tilewright.core.draw.model import Offer
from tilewright.core.rules.actions import Action
from tilewright.core.table.choice_cursor import ChoiceCursor
from tilewright.core.table.choosing import amounts_of, form, spot, unturned
from tilewright.core.web.hosted_match import HostedMatch
from tilewright.core.web.live_match import LiveMatch
from tilewright.core.web.page_session import PageSession

from ..cases import cases
from .house import House, faults, until

STEPS = 3
"""Places on its way at which the mouse is seen."""
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LONG = ("panels", "layout")
SENT = """async () => {
  while (resting) await new Promise((then) => setTimeout(then, 5));
  await line;
}"""
SHOWN = """() => {
  const long = (name) => ["panels", "layout"].includes(name) || name.startsWith("board");
  const found = [...regions].map(([name, html]) => [name, long(name) ? html.length : html]);
  return {...Object.fromEntries(found), state, cursor, gains, last: motion.last()};
}"""
MIDDLE = """(one) => {
  one.scrollIntoView({block: "center", inline: "center"});
  const box = (one.querySelector(".ring") || one).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}"""


class Person:
    """Somebody at the page of a seat, whose second press is always meant."""

    def __init__(self, house: House, entry: HostedMatch, name: str, context: Any, page: Any = None) -> None:
        """`page` shows the seat already, if it is given."""
        self.house, self.entry, self.name = house, entry, name
        self.page = page or context.new_page()
        self._known: PageSession | None = None
        self.errors = faults(self.page)
        self.page.on("response", self._answered)
        if page is None:
            self.page.goto(house.address(entry, name))
        self.id = self._begun()
        self.seat: int | None = entry.kept.seats.index(name) if name else None
        self.settled()

    def _begun(self) -> str:
        """Leave out the pause before a question is answered; return the name of the page.

        The page shows something by then: its session is made in the server's loop, not by who tests it.
        """
        self.page.wait_for_function("() => regions.size")
        name: str = self.page.evaluate("() => { pause = 0; return page; }")
        return name

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self._begun()
        self.settled()

    def _answered(self, response: Any) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.status} {response.url}")

    # -- what is there -------------------------------------------------------------------------------------------

    @property
    def served(self) -> LiveMatch:
        found = self.entry.opened
        assert found is not None, "the match is at rest"
        return found

    @property
    def session(self) -> PageSession:
        """What the server knows of this page."""
        if self._known is None or self._known.served is not self.served:
            self._known = self.served.session(self.seat, self.id, self.page.evaluate("across"))
        return self._known

    @property
    def choice(self) -> ChoiceCursor:
        found = self.session.choice
        assert found is not None, "nothing is asked"
        return found

    def settled(self) -> None:
        """Everything that was done has arrived, and the page shows what the server wants it to show."""
        self.page.evaluate(SENT)
        try:
            until(lambda: not self._differs(), "the page does not show what it should")
        except AssertionError as error:
            error.add_note(f"{self.name}: {self._differs()}; {self.errors}")
            raise

    def _differs(self) -> list[str]:
        """What the page does not show yet, or is not known yet."""
        if self.entry.opened is None:
            return ["the match is at rest"]
        known = self.session.gains is not None or self.served.table.help_level == "none"
        if self.session.choice is not None and not known:
            return ["what choices bring is not known"]
        data, _ = self.session.message_since(0)
        want: Mapping[str, Any] = json.loads(data.removeprefix(b"data: "))
        have = self.page.evaluate(SHOWN)
        long = {name for name in want if name in LONG or name.startswith("board")}
        return [
            name for name, html in want.items() if have.get(name) != (len(html) if name in long else html)
        ]

    def asked(self) -> bool:
        """True as soon as this person is asked something, False if the match is over."""

        def ready() -> bool:
            table = self.served.table
            return table.over or (table.next_bot() is None and self.seat in table.to_act)

        until(ready, "nobody is asked")
        self.settled()
        return not self.served.table.over

    def text(self, selector: str) -> str:
        found: str = self.page.inner_text(selector)
        return found

    # -- the mouse -----------------------------------------------------------------------------------------------

    def middle(self, selector: str) -> tuple[float, float]:
        """The middle of what is there, once it is in view."""
        found = self.page.locator(selector).first
        x, y = found.evaluate(MIDDLE)
        return x, y

    def hover(self, selector: str) -> None:
        x, y = self.middle(selector)
        self.page.mouse.move(x - 1, y, steps=STEPS)
        self.page.mouse.move(x, y)
        self.settled()

    def jump(self, selector: str) -> None:
        """Be there with the mouse without having been anywhere between: on a slow machine it would rest there."""
        self.page.mouse.move(*self.middle(selector))
        self.settled()

    def click(self, selector: str, button: str = "left") -> None:
        x, y = self.middle(selector)
        self.page.mouse.move(x, y, steps=STEPS)
        self.settled()
        self.page.mouse.click(x, y, button=button)
        self.settled()

    def tap(self, selector: str) -> None:
        self.page.touchscreen.tap(*self.middle(selector))
        self.settled()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.settled()


def at(choice: ChoiceCursor, action: Action) -> str:
    """The spot of this move on the page, "" if it has none."""
    offer = next(one for one in choice.choosing.left if one.action == action)
    where = spot(offer)
    return (
        "" if where is None else f'.spot.lit[data-board="{where[0]}"][data-at="{where[1][0]},{where[1][1]}"]'
    )


def line(choice: ChoiceCursor, action: Action) -> int:
    """The line of the list behind which this move is; -1 if there is none."""
    return next((n for n, one in enumerate(choice.listed) if action in [o.action for o in one.offers]), -1)


def done(person: Person, action: Action, step: Callable[[Person, ChoiceCursor, Action], None]) -> None:
    """Step after step, until the move is played."""
    before = person.served.table.revision
    for _ in range(60):
        if person.served.table.revision != before:
            return
        step(person, person.choice, action)
    raise AssertionError(f"{action} cannot be reached: {person.text('#controls')}")


def number(offers: Sequence[Offer], action: Action) -> int:
    """Which of these moves it is, -1 if none."""
    return next((n for n, one in enumerate(offers) if one.action == action), -1)


def clicked(person: Person, choice: ChoiceCursor, action: Action) -> None:
    """One step with the mouse: to the spot, which way it is turned, which form or amount it has, or to its line."""
    spotted, ready = at(choice, action), choice.action == action and not choice.picks
    here = choice.here if choice.line is None else ()
    if ready or choice.pending == action:
        person.click(spotted if spotted and choice.line is None else "#move button.main")
    elif number(here, action) >= 0 and not choice.picks:
        if turned(choice, action):
            person.click(spotted, button="right")
        elif person.session.held != choice.where:
            person.click(spotted)
        else:
            person.click(beside(choice, action))
    elif spotted:
        (person.click if number(here, action) >= 0 else person.hover)(spotted)
    else:
        person.click(listed(choice, action))


def tapped(person: Person, choice: ChoiceCursor, action: Action) -> None:
    """One step with a finger."""
    spotted, ready = at(choice, action), choice.action == action and not choice.picks
    here = choice.here if choice.line is None else ()
    if ready or choice.pending == action:
        person.tap(spotted if spotted and choice.line is None else "#move button.main")
    elif number(here, action) >= 0 and not choice.picks:
        person.tap('#move [data-key="r"]' if turned(choice, action) else beside(choice, action))
    else:
        person.tap(spotted or listed(choice, action))


def turned(choice: ChoiceCursor, action: Action) -> bool:
    """True if the move is the one under the cursor, with its tile turned."""
    under = choice.action
    return under is not None and form(under) != form(action) and unturned(under) == unturned(action)


def beside(choice: ChoiceCursor, action: Action) -> str:
    """The button towards this amount of the move here, or of the moves here that differ in their turn only."""
    if number(choice.amounts(), action) >= 0:
        return towards(choice, action)
    kinds = [unturned(one.action) for one in choice.forms]
    return f'#move [data-form="{kinds.index(unturned(action))}"]'


def towards(choice: ChoiceCursor, action: Action) -> str:
    """The button for more or for less, or that of the move itself once it has this amount."""
    amounts = choice.amounts()
    at = next((n for n, one in enumerate(amounts) if one is choice.offer), 0)
    more = number(amounts, action) - at
    return f'#move [data-key="{"+" if more > 0 else "-"}"]' if more else "#move button.main"


def listed(choice: ChoiceCursor, action: Action) -> str:
    """The button of the line behind which this move is."""
    if number(choice.amounts(), action) >= 0 and choice.line == line(choice, action):
        return towards(choice, action)
    return f'#choice [data-line="{line(choice, action)}"]'


def keyed(person: Person, choice: ChoiceCursor, action: Action) -> None:
    """One step with the keyboard: arrows, r, digits, letters, Enter."""
    spotted = at(choice, action)
    here = choice.here if choice.line is None else ()
    if choice.pending == action or (choice.action == action and not choice.picks):
        person.press("Enter")
    elif number(here, action) >= 0 and not choice.picks:
        if number(choice.amounts(), action) >= 0:
            person.press(*str(amounts_of(action)[-1]))
        else:
            person.press("r")
    elif number(here, action) >= 0:
        person.press("Enter")
    elif spotted:
        walk(person, spotted)
    else:
        n = line(choice, action)
        if choice.line == n and choice.picks:
            person.press("Enter")
        elif choice.line == n:
            person.press(*str(amounts_of(action)[-1]))
        else:
            person.press(*choice.labels[n])


def walk(person: Person, spotted: str) -> None:
    """Go to this spot with arrow keys."""
    way = person.page.evaluate(WAY, spotted)
    assert way is not None, f"arrows do not lead to {spotted}"
    person.press(*way)


WAY: str = cases(__file__, "way")
"""The shortest way there with the arrow keys, as the page sees the spots; null if there is none."""


def whole(
    person: Person, step: Callable[[Person, ChoiceCursor, Action], None], *, seed: int = 1, most: int = 10_000
) -> list[str]:
    """Play until the match is over, any legal move; each must be in the record as it was meant. All moves."""
    meant, draw = list[str](), random.Random(seed)
    begun = len(recorded(person))
    while len(meant) < most and person.asked():
        action = draw.choice(person.served.table.chair(person.seat).view.legal())
        done(person, action, step)
        meant.append(str(action))
    assert not person.errors
    own = [move for seat, move in recorded(person)[begun:] if seat == person.seat]
    assert own == meant
    return meant


def recorded(person: Person) -> list[tuple[int, str]]:
    """The decisions in the record file: seat and move."""
    lines = [json.loads(one) for one in person.entry.record.read_text("utf-8").splitlines()]
    return [(one["seat"], one["move"]) for one in lines if "move" in one]
