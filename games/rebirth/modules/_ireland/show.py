"""The module drawn: round towers with their bonuses and owners, missions, tiles that may come back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from tilewright.authoring import (
    About,
    At,
    Diagram,
    Goal,
    Ink,
    Look,
    Panel,
    Picture,
    Piece,
    Plate,
    Rules,
    Show,
    Spot,
    View,
    hook,
)

from ...files import KINDS, SETTLEMENT
from ...show.board import Wording
from ...show.goal_pictures import drawn
from ...show.goals import begun
from ...show.sheets import named
from .actions import ChooseTile, UseBonus
from .files import BONUSES
from .state import NAME, printed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tilewright.authoring import Hex, Offer

    from ...printed import Printed
    from .files import Card, Condition

SIGNS = "sdmxtp"
LABELS = ("II", "III", "M", "x2", "13", "3")
"""The bonuses by number, where there is room for one letter, and where there is room for more."""
LOOKS = {
    "offshore": Look(icon="anchor"),
    "second_tile": Look(icon="tile-more"),
    "draw_three": Look(icon="tiles-three"),
    "mission_card": Look(icon="mission"),
}


@attrs.frozen
class TowerSpots:
    """What is known of the spots, and the bonus that a viewer who has touched a tower may try to use."""

    show: Show
    seat: int | None
    codes: dict[At, str]

    def about(self, board: int, at: At) -> About:
        """Return what is known of a spot."""
        found = self.show.about(board, at) if self.show.about is not None else About()
        if at not in self.codes or self.seat is None:
            return found
        return attrs.evolve(found, tries=(UseBonus(self.seat, self.codes[at]), *found.tries))


@hook
def extend_show(show: Show, view: View, lang: str) -> Show:
    """The drawing with everything of the module that the view shows."""
    wording = Wording(view.rules, lang, view.seats)
    here = view.slice(NAME)
    board = show.boards[0]
    towers = printed(view.rules).towers
    places = {(site.hex.q, site.hex.r): number for number, site in enumerate(towers)}
    spots = [
        _tower(spot, places[spot.at], here, wording) if spot.at in places else spot for spot in board.spots
    ]
    codes = {site.code: site.hex for site in towers}
    offers = [_about(offer, view, codes) for offer in show.offers]
    legend = []
    for sign, label, bonus in zip(SIGNS, LABELS, BONUSES, strict=True):
        said = wording.name(bonus)
        legend.append((Ink(f"{sign} {label}", "", "tower", said, inks=(Ink(label, bonus),)), said))
    return attrs.evolve(
        show,
        about=TowerSpots(show, view.seat, {at: towers[n].code for at, n in places.items()}).about,
        boards=(attrs.evolve(board, spots=spots), *show.boards[1:]),
        panels=(
            *_panels(view, here, wording),
            *(
                _ends(one, view, here, wording) if one.players and not view.over else one
                for one in show.panels
            ),
        ),
        looks={**show.looks, **LOOKS},
        offers=offers,
        legend=[*show.legend, *legend, *_touched(wording)],
    )


def _about(offer: Offer, view: View, codes: Mapping[str, Hex]) -> Offer:
    """An offer with its spot: the round tower whose bonus is used, the tile in hand that is chosen."""
    action = offer.action
    if isinstance(action, UseBonus):
        return attrs.evolve(offer, at=(codes[action.tower].q, codes[action.tower].r))
    if isinstance(action, ChooseTile) and view.seat is not None:
        return attrs.evolve(offer, board=1, at=(view.hand[view.seat].index(KINDS.index(action.tile)), 0))
    return offer


def _tower(spot: Spot, number: int, here: dict[str, Any], wording: Wording) -> Spot:
    site = printed(wording.rules).towers[number]
    owners = [seat for seat in range(len(wording.seats)) if here["touched"][number] >> seat & 1]
    bonus = here["bonuses"][number]
    key = "tower_of" if owners else "tower_bonus"
    said = wording.say(
        key,
        code=site.code,
        name=site.name,
        bonus=wording.name(BONUSES[bonus]),
        owners=", ".join(wording.seats[seat] for seat in owners),
    )
    return attrs.evolve(
        spot,
        face=((Ink(LABELS[bonus]),),),
        picture=attrs.evolve(
            spot.picture or Picture(),
            plates=(Plate(get=(Ink(LABELS[bonus], BONUSES[bonus]),), said=wording.name(BONUSES[bonus])),),
        ),
        short=(Ink(SIGNS[bonus]), *_owners(owners, wording.signs)),
        pieces=tuple(Piece(wording.signs[seat], f"seat {seat}", "church") for seat in owners),
        said=said,
    )


def _owners(owners: list[int], signs: tuple[str, ...]) -> tuple[Ink, ...]:
    """Returns who has touched a round tower, in two letters at most: `A`, `AB`, `-C` for all except C, `*` for all."""
    if len(owners) <= 2:
        return tuple(Ink(signs[seat], f"seat {seat}") for seat in owners)
    missing = [seat for seat in range(len(signs)) if seat not in owners]
    return (Ink("-"), Ink(signs[missing[0]], f"seat {missing[0]}")) if missing else (Ink("*"),)


def _touched(wording: Wording) -> Iterator[tuple[Ink, str]]:
    """Returns how a round tower says who has touched it, explained."""
    bonus, (a, b, *others) = SIGNS[0], wording.signs
    chips = [Ink(sign, f"seat {seat}") for seat, sign in enumerate(wording.signs)]
    found = [(f"{bonus}{a}{b}", chips[:2], wording.say("touched_by", owners=f"{a}, {b}"))]
    if len(others) == 2:
        said = wording.say("touched_by_others", sign=others[0])
        found.append((f"{bonus}-{others[0]}", [*chips[:2], chips[3]], said))
    if others:
        found.append((f"{bonus}*", chips, wording.say("touched_by_all")))
    for text, owners, said in found:
        yield Ink(text, "", "tower", said, inks=(Ink("", "tower"), *owners)), said


def _ends(players: Panel, view: View, here: dict[str, Any], wording: Wording) -> Panel:
    """The players' table with private missions in what each would have if the game ended now."""
    at, rows = [ink.text for ink in players.head].index(wording.say("ends_at")), list(players.rows)
    for seat in range(len(view.seats)):
        known = here["private"][seat] if seat == view.seat else ()
        won = [printed(view.rules).cards[n].first for n in known or () if here["fulfilled"][n] >> seat & 1]
        unseen = 0 if seat == view.seat else view.count("private", seat, NAME)
        ink, more = rows[seat][at], wording.say("unseen_cards", count=unseen) if unseen else ""
        own = attrs.evolve(ink, text=str(int(ink.text) + sum(won)), more=more)
        if won:
            own = attrs.evolve(own, said=f"{ink.said}, {wording.say('ireland.ends', points=sum(won))}")
        rows[seat] = (*rows[seat][:at], own, *rows[seat][at + 1 :])
    return attrs.evolve(players, rows=rows)


def _picture(asked: Condition, seat: int) -> Diagram:
    """What a card asks for, on a few hexes: places and the tiles that touch them."""
    count = asked.count
    if asked.type == "link":
        places = "T " * asked.towers + "K " * asked.castles
        return drawn(f"{places.strip()} / {'O* ' * (asked.towers + asked.castles - 1)}".strip(), seat)
    if asked.type == "around":
        near = ["O*" if n < count else "O" for n in range(6)]
        middle = "K" if asked.what == "castle" else "T"
        return drawn(f". {near[0]} {near[1]} / {near[5]} {middle} {near[2]} / . {near[4]} {near[3]}", seat)
    if asked.type == "control":
        return drawn(" ".join(["K*"] * min(count, 4)), seat)
    if asked.type == "touch":
        return drawn("T O* T / O* T O*", seat)
    if asked.type == "settlements":
        return drawn("S* . M* / . . M", seat)
    if asked.type == "influence":
        first, second = min(4, max(1, count // 2)), min(4, max(1, count - count // 2))
        return drawn(f"L{first}* L{second}* / L", seat)
    tile = "Ff*" if asked.what == "food" else "Ee*"
    half = (count + 1) // 2
    return drawn(f"{' '.join([tile] * half)} / {' '.join([tile] * (count - half))}".rstrip(" /"), seat)


def _goal(card: Card, wording: Wording, seat: int | None, done: list[int], worth: int, marked: bool) -> Goal:
    """A mission as a card; `done` are the seats that are known to have fulfilled it."""
    others = done and done != [seat]
    notes = [wording.say("ireland.done", names=", ".join(wording.seats[n] for n in done))] if others else []
    notes += [wording.say("ireland.marker")] if marked else []
    return Goal(
        title=begun(wording.name(card.id)),
        said=wording.text(card.id),
        picture=_picture(card.condition, seat or 0),
        worth=str(worth),
        met=seat in done,
        note=", ".join(notes),
        where=()
        if seat is None
        else tuple((0, (at.q, at.r)) for at in _where(card.condition, wording.rules)),
    )


def _where(asked: Condition, rules: Rules) -> list[Hex]:
    """The round towers, castles or fields of settlements that a card is about; none where none are certain."""
    land: Printed = rules.data
    towers, castles = ([site.hex for site in sites] for sites in (printed(rules).towers, land.castles))
    if asked.type in ("settlements", "influence"):
        return [at for at, kind in zip(land.hexes, land.kind, strict=True) if kind == SETTLEMENT]
    if asked.type == "link":
        return towers * bool(asked.towers) + castles * bool(asked.castles)
    if asked.type == "group":
        return []
    return castles if asked.type == "control" or asked.what == "castle" else towers


def _panels(view: View, here: dict[str, Any], wording: Wording) -> Iterator[Panel]:
    """The cards on display, the viewer's private missions and tiles that may come back."""
    cards, seats = printed(view.rules).cards, range(len(view.seats))
    rows, goals = [], []
    for number in here["display"]:
        card = cards[number]
        done = [seat for seat in seats if here["fulfilled"][number] >> seat & 1]
        marked = [seat for seat in seats if here["doubled"][number] >> seat & 1]
        signs = [wording.who(seat) for seat in done] + [
            Ink(f"x2{wording.signs[seat]}", f"seat {seat}", said=wording.say("ireland.marker"))
            for seat in marked
        ]
        worth = card.later if done else card.first
        goals.append(_goal(card, wording, view.seat, done, worth, view.seat in marked))
        rows.append(
            (
                Ink(str(worth)),
                Ink(wording.name(card.id), said=wording.text(card.id)),
                *signs,
            )
        )
    if rows:
        yield Panel(title=wording.say("ireland.cards"), rows=rows, named_by=1, now=True, goals=goals)
    seat = view.seat
    if seat is None:
        return
    private = here["private"][seat] or ()
    if private:
        yield Panel(
            title=wording.say("ireland.private", seat=seat),
            rows=[
                (Ink(str(cards[n].first)), Ink(wording.name(cards[n].id), said=wording.text(cards[n].id)))
                for n in private
            ],
            named_by=1,
            goals=[
                _goal(
                    cards[n],
                    wording,
                    seat,
                    [seat] if here["fulfilled"][n] >> seat & 1 else [],
                    cards[n].first,
                    False,
                )
                for n in private
            ],
        )
    apart = view.known("apart", seat, NAME)
    if apart:
        names = ", ".join(wording.name(KINDS[kind]) for kind in apart)
        yield Panel(title=wording.say("ireland.apart", seat=seat), rows=[(Ink(names),)])


@hook
def extend_sheet(show: Show, sheet: str, rules: Rules, lang: str) -> Show:
    """The sheets of tiles and of missions with every public mission, and every bonus with what it does."""
    show = attrs.evolve(show, looks={**show.looks, **LOOKS})
    if sheet not in ("tiles", "missions"):
        return show
    wording = Wording(rules, lang)
    cards: list[tuple[Ink, ...]] = [
        (Ink(str(card.first)), Ink(str(card.later)), named(wording, card.id)) for card in printed(rules).cards
    ]
    bonuses: list[tuple[Ink, ...]] = [
        (Ink(str(bonus.copies)), Ink(wording.name(bonus.id)), Ink(wording.text(bonus.id)))
        for bonus in printed(rules).bonuses
    ]
    panels = (
        Panel(
            title=wording.say("ireland.cards"),
            head=wording.head("ireland.first", "ireland.later", ""),
            rows=cards,
            goals=[_goal(card, wording, None, [], card.first, False) for card in printed(rules).cards],
        ),
        Panel(title=wording.say("ireland.bonuses"), head=wording.head("copies", "", ""), rows=bonuses),
    )
    return attrs.evolve(show, panels=(*show.panels, *panels))
