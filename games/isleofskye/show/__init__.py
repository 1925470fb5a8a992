"""Draws what a view of Isle of Skye shows, as boards and panels: territories, the market, scoring previews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.authoring import Ink, Show, View

from ..actions import PassTurn
from .boards import market, stalls, territory_board, turned
from .decide import decision, market_table
from .offers import offered
from .players import next_income, player_panels
from .regions import Surroundings
from .scores import previews, round_points, score_panels
from .sight import Sight
from .tiles import legend


def show(view: View, lang: str = "en") -> Show:
    """Draws all that the view's seat may know; positions that differ only in hidden things look the same."""
    sight = Sight(view, lang)
    own, *others = sight.order
    boards = [territory_board(sight, own), *([turned(sight)] if sight.building else [])]
    boards += [territory_board(sight, seat, small=True) for seat in others]
    first = len(boards)
    boards += [market(sight, group) for group in stalls(sight)]
    found = previews(sight)
    preview, *scores = score_panels(sight, found)
    now = round_points(sight, found)
    return Show(
        title=_title(sight),
        boards=boards,
        panels=[*decision(sight), preview, *market_table(sight), *scores, *player_panels(sight, now)],
        offers=list(offered(sight, first)),
        looks=sight.looks,
        legend=[*sight.player_legend(), *legend(sight), *_hidden(sight)],
        caption=view.rules.provenance(lang),
        lang=lang,
        asks=_asks(sight) if sight.acts else "",
        status=tuple(_status(sight, view.seat, now)) if view.seat is not None else (),
        players=sight.players_signs,
        steps=_steps(sight),
        progress=_progress(sight),
        about=Surroundings(sight, boards).about,
    )


def _hidden(sight: Sight) -> Iterator[tuple[Ink, str]]:
    """Yields what a question mark stands for, if the viewer does not know the gold of all (IS-PRICE-5)."""
    if None in sight.view.gold:
        yield Ink("?"), sight.say("gold_hidden")


def _title(sight: Sight) -> str:
    """Returns the title: round, players to move, and what they have to do."""
    view, title = sight.view, sight.view.rules.game.title
    if view.over:
        return sight.say("finished", title=title)
    said = {"round": view.round + 1, "rounds": len(sight.rounds), "who": sight.movers}
    text = sight.say("to_move", title=title, **said)
    key = f"step_{sight.step}"
    return f"{text} ({sight.say(key)})" if sight.has(key) else text


def _steps(sight: Sight) -> list[Ink]:
    """Returns the steps of a round in which players decide."""
    steps = ("price", "buy", "build")
    return [Ink(sight.name(f"step.{step}"), "strong" if step == sight.step else "dim") for step in steps]


def _progress(sight: Sight) -> str:
    """Returns the round, and the tiles that the viewer has to build."""
    view = sight.view
    if view.over:
        return ""
    said = sight.say("round_of", round=view.round + 1, rounds=len(sight.rounds))
    waiting = len(view.waiting[sight.turn]) if sight.building else 0
    return sight.say("round_with", round=said, n=waiting) if waiting else said


def _asks(sight: Sight) -> str:
    """Returns what the viewer has to do now."""
    view, key = sight.view, f"step_{sight.step}"
    if sight.building:
        count = len(view.waiting[sight.turn])
        return sight.say("asks_build", n=count) if count else sight.say("asks_more")
    if sight.pricing is not None and not sight.pricing.drops:
        return sight.say("asks_price")
    if all(isinstance(action, PassTurn) for action in view.legal()):
        return sight.say("asks_pass")
    return sight.say(key) if sight.has(key) else ""


def _status(sight: Sight, seat: int, now: Sequence[int | None]) -> Iterator[Ink]:
    """Yields the seat's gold, what of it is free while prices are set, points, those of this round, the next income."""
    view, pricing = sight.view, sight.pricing
    yield Ink(f"{sight.say('gold')} {view.gold[seat]}")
    if pricing is not None:
        yield Ink(sight.say("free_gold", free=pricing.free))
    yield Ink(f"{sight.say('points')} {view.scores[seat]}")
    if not view.over:
        points = "?" if now[seat] is None else str(now[seat])
        yield Ink(sight.say("this_round_brings", points=points))
    coming = next_income(sight, seat)
    if coming:
        yield Ink(f"{sight.say('income')} {coming}")
