"""The examples of docs/drawing.md, some of other pages: a few lines for each class, which tests run.

python docs/symbols.py        # draws the pictures again; a test compares
python docs/listings.py       # shows these lines in the pages
"""

from __future__ import annotations

from tilewright import testing
from tilewright.authoring import (
    HEX,
    Captions,
    Diagram,
    Goal,
    Ground,
    Ink,
    Look,
    Offer,
    Panel,
    Picture,
    Piece,
    PlaceOneOf,
    PlacingStep,
    Plate,
    Round,
    Rules,
    Show,
    Spot,
    View,
    Way,
)


def spot_example() -> Show:
    village = Spot(at=(0, 0), face=((Ink("V"), Ink("2")),), ground="meadow", said="a village for two")
    free = Spot(at=(1, 0), face=((Ink("."),),), said="free")  # an empty cell of a bounded board
    named = Spot(at=(0, 1), face=((Ink("p"),),), name="north quay", group="harbour", said="a pier")
    beside = Spot(at=(1, 1), face=((Ink("p"),),), name="east quay", group="harbour", said="a pier")
    board = Diagram(grid="square4", spots=[village, free, named, beside])
    return Show(title="", boards=[board], looks={"meadow": Look("green", "tufts")})


def diagram_example() -> Show:
    stones = [Spot(at=(q, r), face=((Ink("s"),),), said="stone") for q, r in ((0, 0), (1, 0), (0, 1))]
    market = [
        Spot(at=(n, 0), name=f"place {n}", face=((Ink(code),),), said=code) for n, code in enumerate("DFK")
    ]
    return Show(
        title="",
        boards=[
            Diagram(title="anna's hill", grid="hex", spots=stones, seat=0),  # in her colour
            Diagram(title="on offer", grid="row", spots=market, kind="market"),  # large, each with its name
        ],
    )


def ink_example() -> Show:
    anna = Ink("A", "seat 0", said="anna")  # a sign, its role, and the word for it
    grain = Ink("3", "grain", said="3 grain")  # pictures show the symbol beside the 3
    wheat = Ink("w", on="wheat")  # a letter on ground of its own
    return Show(
        title="",
        boards=[Diagram(grid="square4", spots=[Spot(at=(0, 0), face=((wheat, Ink("l", on="lake")),))])],
        panels=[Panel(title="harvest", rows=[(anna, grain)])],
        looks={
            "grain": Look(icon="grain"),
            "wheat": Look("yellow", "furrows"),
            "lake": Look("blue", "waves"),
        },
    )


def look_example() -> Show:
    looks = {
        "meadow": Look("green", "tufts"),  # pale, as ground is
        "banner": Look("red", strong=True),  # in full colour, as pieces are
        "sheep": Look("green", "tufts", icon="sheep"),  # a symbol on the ground
    }
    spots = [Spot(at=(n, 0), ground=role, said=role, face=((Ink(role[0]),),)) for n, role in enumerate(looks)]
    return Show(title="", boards=[Diagram(grid="square4", spots=spots)], looks=looks)


def piece_example() -> Show:
    pawn = Piece("A", "seat 0", "pawn")
    sheep = Piece("s", "herd", symbol="sheep", count=3)  # drawn once, with its number
    road = Piece("B", "seat 1", "pawn", symbol="person", area=2)  # on the way, after the areas 0 and 1
    land = Ground("m", "meadow", ("n", "e", "s")), Ground("w", "water", ("w",))
    spots = [
        Spot(at=(0, 0), ground="meadow", pieces=(pawn, sheep), said="anna and three sheep"),
        Spot(at=(1, 0), areas=land, ways=(Way("road", ("n", "s")),), pieces=(road,), said="bruno on a road"),
    ]
    return Show(title="", boards=[Diagram(grid="square4", spots=spots)], looks=LOOKS)


def way_example() -> Show:
    land = (Ground("m", "meadow", ("n", "e", "s", "w")),)
    crossing = Spot(at=(0, 0), areas=land, ways=(Way("road", ("n", "e", "s")),), said="roads meet")
    river = Spot(at=(1, 0), areas=land, ways=(Way("river", ("w", "s")),), said="a river")
    lanes = Way("road", ("n1", "e2"), ports=2), Way("road", ("s1", "w2"), ports=2)  # from port to port
    ports = Spot(at=(2, 0), ground="meadow", ways=lanes, said="two lanes")
    return Show(title="", boards=[Diagram(grid="square4", spots=[crossing, river, ports])], looks=LOOKS)


def ground_example() -> Show:
    city = Ground("c", "city", ("n", "w"), marks=(Ink("", "shield"),))  # a mark without text: pictures only
    field = Ground("m", "meadow", ("e", "s"))
    yard = Ground("k", "city", ())  # without sides it lies within the tile
    spots = [
        Spot(at=(0, 0), areas=(city, field), said="a city with a shield"),
        Spot(at=(1, 0), areas=(Ground("m", "meadow", ("n", "e", "s", "w")), yard), said="a cloister"),
    ]
    return Show(title="", boards=[Diagram(grid="square4", spots=spots)], looks=LOOKS)


def picture_example() -> Show:
    price = Plate(pay=(Ink("3", "coins"),), corner="sw", said="costs 3 coins")
    brewing = Plate(pay=(Ink("", "grain"),), get=(Ink("2", "points"),), said="grain: 2 points")
    offered = Picture(what="village", title="Glen", plates=(price, brewing), badge="2")
    spot = Spot(at=(0, 0), ground="meadow", picture=offered, face=((Ink("V"),),), said="Glen for 3 coins")
    return Show(title="", boards=[Diagram(grid="row", spots=[spot], kind="market")], looks=LOOKS)


def panel_example() -> Show:
    signs = Ink("A", "seat 0", said="anna"), Ink("B", "seat 1", said="bruno")
    table = Panel(
        title="players",
        head=(Ink("", "dim"), Ink("coins", "dim"), Ink("points", "dim")),
        rows=[(signs[0], Ink("4"), Ink("11")), (signs[1], Ink("2"), Ink("9"))],
    )
    news = Panel(title="news", rows=[(Ink("The fair is in town."),)], now=True)  # a line of text, shown first
    return Show(title="", panels=[table, news], players=signs)


def goal_example() -> Show:
    sheep = Goal(title="most sheep", icon="sheep", worth="5", amounts={0: 3, 1: 1}, now=True)
    lakes = Goal(title="lakes", icon="water", worth="1 each", points={0: 2, 1: 4}, note="at the end")
    rounds = [Round(title="1", goals=(0,), over=True), Round(title="2", goals=(0, 1), now=True)]
    rows = [(Ink(goal.title), Ink(goal.worth)) for goal in (sheep, lakes)]  # the same for text
    panel = Panel(title="Goals", rows=rows, goals=[sheep, lakes], rounds=rounds)
    return Show(title="", panels=[panel], looks=LOOKS, players=(Ink("A", "seat 0"), Ink("B", "seat 1")))


def captions_example(view: View, lang: str = "en") -> Show:
    captions = Captions(view.rules, lang, view.seats)
    return Show(
        title=captions.say("drawn"),  # the message show.drawn
        panels=[
            captions.players({"points": view.scores})
        ],  # a row for each player; show.players, show.points
        status=[captions.who(view.seat or 0), Ink(captions.name("T0"))],
        players=captions.players_signs,  # a letter for each, the same in all drawings
    )


def offer_example(view: View, lang: str = "en") -> Show:
    land = [Spot(at=tuple(view.rules.game.grid.at(cell)), face=((Ink("t"),),)) for cell in view.land]
    return Show(
        title=view.rules.game.title,
        boards=[Diagram(grid="hex", spots=land, now=True)],
        offers=[Offer(action=move, at=tuple(move.cell)) for move in view.legal()],  # as offers(view) does
        asks="place the tile" if view.seat in view.to_act else "",
    )


def show_example(view: View, lang: str = "en") -> Show:
    captions = Captions(view.rules, lang, view.seats)
    return Show(
        title=view.rules.game.title,
        panels=[captions.players({"points": view.scores})],
        offers=[Offer(action=move) for move in view.legal()],  # without `at` each is a button, or a line
        asks="your turn" if view.seat in view.to_act else "",  # the first line, the head of the page
        status=[Ink(f"{view.count('bag')} tiles left")],
        steps=(Ink("draw"), Ink("place", "strong")),  # the step at hand is strong
        progress=f"{len(view.land)} tiles lie",
        last="this is the last tile" if not view.count("bag") else "",
        lang=lang,
        players=captions.players_signs,
    )


class ChooseStep(PlacingStep):
    """The seat chooses among the tiles of `drawn`: `place T1 1,0 r2`."""

    name, onto, hand = "place", "land", "drawn"
    actions = (PlaceOneOf,)
    held, touching, matching = "BR-BAG", "BR-PLACE", "BR-MATCH"


def play_out_example(rules: Rules) -> None:
    state = rules.new(["anna", "bruno"], seed=7)
    decisions = testing.play_out(rules, state, ["greedy", "random"], seed=7)  # in place, to the end
    assert state.over and decisions > 10
    assert sum(line.amount for line in state.score_lines()) == sum(state.standing())


def numbers_example() -> Show:
    looks = {"low": Look("yellow", strong=True), "high": Look("blue", strong=True)}
    land = [  # a wedge for each side of the hex, without a face
        Ground(letter=str(n), role="high" if n > 3 else "low", sides=(side,), marks=(Ink(str(n)),))
        for n, side in zip((4, 1, 5, 2, 6, 3), HEX.directions, strict=True)
    ]
    spot = Spot(at=(0, 0), areas=tuple(land), said="4-1-5-2-6-3")
    return Show(title="", boards=[Diagram(grid="hex", spots=[spot])], looks=looks)


DRAWN = (
    spot_example,
    diagram_example,
    ink_example,
    look_example,
    piece_example,
    way_example,
    ground_example,
    picture_example,
    panel_example,
    numbers_example,
)
"""Those whose pictures docs/drawing.md and docs/showing.md show, as docs/drawing/NAME.svg."""
LOOKS = {
    "meadow": Look("green", "tufts"),
    "water": Look("blue", "waves", icon="loch"),
    "city": Look("brown", "bricks"),
    "road": Look("white", strong=True),
    "river": Look("blue", strong=True),
    "herd": Look("white", strong=True),
    "shield": Look(icon="shield"),
    "person": Look(icon="member"),
    "sheep": Look(icon="sheep"),
    "village": Look(icon="village"),
    "grain": Look(icon="grain"),
    "points": Look(icon="vp"),
    "coins": Look(icon="coin"),
}
