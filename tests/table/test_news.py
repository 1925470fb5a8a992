"""News in whole games of every ruleset, counted by hand in the match: nothing is left out, and no secret is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from tilewright.core.draw.cells import cell_len
from tilewright.core.play.recorded_game import Played
from tilewright.core.table import commands
from tilewright.core.table.chair import Chair
from tilewright.core.table.narration import Narrator, label
from tilewright.core.table.news import tell
from tilewright.core.web.questions import ParagraphWriter

from ..toys import auction
from .games import ALL, decisions, seated, table

RULESETS: list[tuple[Any, tuple[str, ...], int]] = [
    ("rebirth", (), 2), ("rebirth", ("ireland",), 3), ("glenmore", (), 3), ("isleofskye", (), 2),
    *(("isleofskye", (module,), 3) for module in ALL), ("isleofskye", ALL, 4),
    ("dominoes", (), 2), ("paths", (), 3), ("carcassonne", (), 3), (auction.PLUGIN, (), 3),
]  # fmt: skip


def hidden(played: list[Played], n: int, seat: int | None) -> bool:
    """True if this decision of others waits for a reveal that is not among those played."""
    return played[n].seat != seat and played[n].sealed and not any(one.log.barrier for one in played[n:])


def untold(chair: Chair) -> Iterator[str]:
    """What the news of this chair leave out, or tell too early."""
    match, me, seats = chair.table.match, chair.seat, chair.table.seats
    rules, played, texts = match.rules, match.played, chair.news.texts
    own = [n for n, one in enumerate(played) if one.seat == me]
    start = own[-1] if own else 0
    new = [n for n in range(len(played)) if n >= start or hidden(played[:start], n, me)]
    of = {name: "\n".join(text for text in texts if text.startswith(f"{name}: ")) for name in seats}
    total: Counter[int] = Counter()
    for one in (played[n] for n in new if not hidden(played, n, me)):
        said = [rules.say_event(event, seats, me) for event in one.log.events]
        who, revealed = seats[one.seat], one.sealed and not one.log.barrier
        deeds = said or ([] if revealed else [rules.say_move(one.action, me)])
        yield from (
            deed
            for deed in deeds
            for name in [next((name for name in seats if deed.startswith(f"{name} ")), who)]
            if deed not in of[who] and deed.removeprefix(f"{name} ") not in of[name]
        )
        yield from [] if of[who] else [who]
        for line in one.lines if {line.seat for line in one.lines} - {one.seat} else ():
            total[line.seat] += line.amount
        every = "\n".join(texts)
        yield from (line.reason for line in one.lines if label(rules, line.reason, "en") not in every)
        own_view = [
            rules.say_event(event, seats, event.owner) for event in one.log.events if event.secret_key
        ]
        yield from (f"secret: {text}" for text in own_view if text not in said and text in every)
    yield from (f"{seats[n]} {sum:+}" for n, sum in total.items() if f"{seats[n]} {sum:+}" not in texts[0])
    for n, one in enumerate(played):
        if hidden(played, n, me):
            yield from (f"secret: {text}" for text in of.values() if str(one.action) in of[seats[one.seat]])


def squeezed(chair: Chair, width: int) -> None:
    """In few rows the points of others come first, and what is left out is counted."""
    said, news = chair.table.said, chair.news
    whole = news.rows(999, width, said, "news")
    for most in (1, 2, 4):
        rows = news.rows(most, width, said, "news")
        assert len(rows) == min(most, len(whole)) and all(cell_len(row) <= width for row in rows), rows
        if len(whole) > most:
            assert int(re.findall(r"(\d+) more lines?: news\)$", rows[-1])[0]) == len(whole) - most
        for first in news.first:
            assert rows[0].startswith(first.split(" (")[0])


@pytest.mark.parametrize("most", [18, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("game", "modules", "seats"), RULESETS)
def test_decisions_and_points_are_in_the_news(game: Any, modules: Any, seats: int, most: int) -> None:
    at = seated(game, modules, seats, 1 + (seats > 2), 5)
    for chair in decisions(at, most=most):
        assert not [*untold(chair)], chair.news.texts
        squeezed(chair, 78)
        commands.ANSWERS["changes"](commands.Pointing(chair, None, paper := ParagraphWriter()), "")
        assert paper.lines and (chair.last_own is None or paper.lines != [at.said("line.nothing_yet")])
        known = [one.number for one in Narrator(at.match, chair.seat).visible(at.match.played)]
        assert known == sorted(known)


def test_a_round_that_the_own_decision_ends_is_scored_first_and_has_changed_the_table() -> None:
    """IS-END: who built last sees what the round brought, and the new round and gold among the changes."""
    at, ended = table("isleofskye+"), 0
    for chair in decisions(at):
        own = [one for one in at.match.played if one.seat == chair.seat]
        if own and any(line.seat != chair.seat for line in own[-1].lines):
            commands.ANSWERS["changes"](commands.Pointing(chair, None, paper := ParagraphWriter()), "")
            assert "round" in paper.lines[0] and "gold" in paper.lines[1] and "(before: " in paper.lines[1]
            assert chair.news.texts[0].startswith("scored: ")
            ended += 1
    assert ended


def test_a_reveal_tells_the_secret_steps_of_all_in_their_lines_and_nothing_tells_them_twice() -> None:
    """IS-PRICE-2: all prices are told in one style, whoever came last."""
    at = table("isleofskye", people=0)
    while not (at.match.played and at.match.played[-1].log.barrier and at.match.played[-1].sealed):
        at.play(at.think())
    news = tell(Narrator(at.match, None), Narrator(at.match, None).visible(at.match.played))
    assert [line.split(":")[0] for line in news.texts] == [
        *dict.fromkeys(at.seats[one.seat] for one in at.match.played)
    ]
    for line in news.texts:
        assert line.count("offers") == 2 and line.count("drops") == 1, line
        assert not re.search("price |drop ", line), line


@pytest.mark.parametrize("kind", ["glenmore", "isleofskye+"])
def test_the_points_of_a_round_stand_first_even_if_only_the_mover_gets_some(kind: str) -> None:
    """GM-SCORE-3, IS-END-2: every scoring is played again so that all of its points are the mover's."""
    at, rounds = table(kind, people=0), 0
    while not at.over:
        one = at.play(at.think())
        alone = attrs.evolve(one, lines=tuple(attrs.evolve(line, seat=one.seat) for line in one.lines))
        scored = {"scoring", "letter_scored", "final_accounting", "final_scoring"} & {
            x.key for x in one.log.events
        }
        assert bool(tell(Narrator(at.match, None), [alone]).first) == bool(scored and one.lines)
        rounds += bool(scored and one.lines)
    assert rounds >= 3
