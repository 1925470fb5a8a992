"""Otter: tiles have two different sides. Place one either side up, swim on, and turn over the tile under your otter."""

from bisect import insort
from collections import Counter

import attrs

from tilewright import authoring as tw

SIDES = (("MMMMWW", "WWWWWW"), ("MMWWWW", "MMMMMM"), ("MWMWMW", "MMWMMW"))  # a and b of each tile, clockwise
TILES = [tw.edge_face(f"T{n}{ab}", one) for n, both in enumerate(SIDES) for ab, one in zip("ab", both)]
NUMBER = {face.name: number for number, face in enumerate(TILES)}  # 2n is side a of tile n, 2n + 1 its side b
LOOKS = {"M": tw.Look("green", "tufts"), "W": tw.Look("blue", "waves")}
RULES = {
    "OT-TURN": "A turn is a tile and a move of the otter. A round is a turn of each player, then perhaps a flood.",
    "OT-BAG": "The bag holds {copies} of each tile. One more begins the land.",
    "OT-PLACE": "A tile lies on a free cell beside another one, either side up. Without such a place it is laid aside.",
    "OT-MATCH": "Sides that meet are equal.",
    "OT-SWIM": "An otter swims to a tile beside its own, turns its own over if that fits, or rests.",
    "OT-SCORE": "An otter scores a point for each side with water of a tile that it turns up.",
    "OT-FLOOD": "A die is rolled after each round: at 1 of {faces} all otters are back at the first tile.",
}
MESSAGES = {
    "turned": "water turned up", "flood": "a flood: all otters are back at the first tile",
    "apart": "{cell} is no tile beside the otter", "unfit": "the other side does not fit so",
    "show.drawn": "drawn, either side", "show.players": "", "show.points": "points",
    "show.place": "place the tile, either side up", "show.swim": "move your otter",
}  # fmt: skip


@attrs.frozen(kw_only=True)
class Options:
    copies: int = tw.option(3, rule="OT-BAG", doc="tiles of each kind", low=1, high=9)
    faces: int = tw.option(4, rule="OT-FLOOD", doc="faces of the die", low=2, high=9)


@attrs.define(eq=False)
class Otter(tw.State):
    bag: list[int] = tw.zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = tw.zone("tile", "all", "row", per_seat=False, factory=list)
    aside: list[int] = tw.zone("tile", "all", "row", per_seat=False, factory=list)
    below: list[int] = tw.zone("tile", "all", per_seat=False, factory=list)  # the sides that lie down
    land: tw.Board = tw.placed("tile", lambda rules: TILES, factory=lambda: tw.Board(tw.HEX))
    otters: list[int] = tw.public(means=tw.by_seat(tw.CELL), factory=list)


def turned_over(state, side):  # the other side comes out of `below`, which takes this one
    state.below.remove(side ^ 1)
    insort(state.below, side)
    return side ^ 1


def settle(position, nothing):  # in a scene that lays side b, side a leaves the bag; `below` follows
    state = position.state
    up = [NUMBER[face.name] for face in state.land.faces().values()] + state.drawn + state.aside
    for tile, count in Counter(side >> 1 for side in up + state.bag).items():
        for _ in range(count - state.rules.options.copies - (tile == 0)):
            if 2 * tile not in state.bag:
                raise tw.Given(f"there are too few tiles T{tile}")
            state.bag.remove(2 * tile)
    state.below = sorted(side ^ 1 for side in up + state.bag)


def set_up(state, log):
    named = [(f"T{n}#{copy}", 2 * n) for n in range(len(SIDES)) for copy in range(state.rules.options.copies)]
    state.bag = tw.ordered(named, state.streams["bag"][0])
    state.land.place(0, TILES[0])
    state.below = sorted([1, *(side + 1 for side in state.bag)])
    state.otters = [0 for _ in state.seats]


def draw_tile(state, seat, log):
    if state.bag:
        state.drawn.append(tw.draw(state, "bag", log))


class PlaceStep(tw.PlacingStep[Otter]):
    name, onto, hand, aside, actions = "place", "land", "drawn", "aside", (tw.PlaceOneOf,)
    held, touching, matching = "OT-PLACE", "OT-PLACE", "OT-MATCH"

    def pieces(self, state, seat):  # the last one is that which is laid aside
        return [one for side in state.drawn for one in (side ^ 1, side)]

    def play(self, state, action, log):
        if self.piece(state, action) not in state.drawn:
            state.drawn = [turned_over(state, side) for side in state.drawn]
        return super().play(state, action, log)


@attrs.frozen(cache_hash=True)
class Swim(tw.Action):
    """Swim to a tile beside your otter."""

    parts = tw.notation("swim {cell}")
    cell: tw.Hex


@attrs.frozen(cache_hash=True)
class TurnOver(tw.Action):
    """Turn over the tile under your otter."""

    parts = tw.notation("turn {rotation}")
    rotation: tw.Rotation


@attrs.frozen(cache_hash=True)
class Rest(tw.Action):
    """Stay where you are."""

    parts = tw.notation("rest")


def fitting(board, key):  # the rotations in which the other side of a tile fits between its neighbours
    near = [(n, board.face(at)) for n, at in enumerate(tw.HEX.neighbours(key)) if at in board]
    meets = {n: face.edges[tw.HEX.opposite[n]] for n, face in near}
    other = TILES[NUMBER[board.face(key).name] ^ 1]
    every = [r for r in range(tw.HEX.turns) if other.first_alike(r) == r]
    return [r for r in every if all(other.turned(r).edges[n] == edge for n, edge in meets.items())]


class SwimStep(tw.Decision[Otter]):
    name, actions, rules = "swim", (Swim, TurnOver, Rest), ("OT-SWIM",)

    def legal(self, state, seat):
        here = state.otters[seat]
        near = [Swim(seat, tw.HEX.at(key)) for key in tw.HEX.neighbours(here) if key in state.land]
        turns = [TurnOver(seat, tw.Rotation(r)) for r in fitting(state.land, here)]  # not the number alone
        return tw.listed([*near, *turns, Rest(seat)])

    def explain(self, state, action):
        if action in self.legal(state, action.seat):
            return []
        if isinstance(action, Swim):
            return [tw.Reason("apart", "OT-SWIM", {"cell": str(action.cell)})]
        return [tw.Reason("unfit", "OT-SWIM")]

    def play(self, state, action, log):
        here = state.otters[action.seat]
        if isinstance(action, Swim):
            state.otters[action.seat] = tw.HEX.key(action.cell)
        elif isinstance(action, TurnOver):
            side = turned_over(state, NUMBER[state.land.face(here).name])
            state.land.replace(here, TILES[side], action.rotation)
            if water := TILES[side].edges.count("W"):
                state.gain(action.seat, water, state.rules.reason["turned"], here)
        return False


def flood(state, seat, log):  # a phase of its own: after each round
    if tw.roll(state, "die", [str(n + 1) for n in range(state.rules.options.faces)], log) == 0:
        state.otters = [0 for _ in state.seats]
        if log is not None:
            log.add("flood")
    state.over = not state.bag


def appraise(view, seat):
    water = TILES[NUMBER[view.land.face(view.otters[seat]).name] ^ 1].edges.count("W")
    return [("points", view.scores[seat] + water / 4)]


def show(view, lang="en"):
    captions = tw.Captions(view.rules, lang, view.seats)

    def spot(at, face, **more):
        return tw.Spot(at=at, areas=tw.areas(face, str, tw.HEX), **more)

    def lying(key):  # what stands on a tile is said as well: `look` reads nothing else
        here = [seat for seat, at in enumerate(view.otters) if at == key]
        face, said = view.land.face(key), "".join(f", otter of {view.seats[seat]}" for seat in here)
        pieces = [tw.Piece(captions.players_signs[seat].text, f"seat {seat}", "pawn") for seat in here]
        return spot(tuple(tw.HEX.at(key)), face, said=face.name + said, pieces=tuple(pieces))

    faces = [TILES[one] for side in view.drawn for one in (side, side ^ 1)]
    land = tw.Diagram(grid="hex", spots=[lying(key) for key in view.land], now=True)
    hand = [spot((n, 0), face, name=face.name, said=face.name) for n, face in enumerate(faces)]
    drawn = tw.Diagram(title=captions.say("drawn"), grid="row", spots=hand, kind="hand", now=True)
    taken = {face.name: (1, (n, 0)) for n, face in enumerate(faces)}
    here = tuple(tw.HEX.at(view.otters[view.seat])) if view.seat is not None else None
    offers = tw.offers(
        view,
        lambda action: here if isinstance(action, TurnOver) else tw.at_cell(action),
        piece=lambda action: taken[action.tile] if isinstance(action, tw.PlaceOneOf) else None,
    )
    return tw.Show(
        title="Otter", boards=[land, drawn] if faces else [land], panels=[captions.players({"points": view.scores})],
        offers=offers, looks=LOOKS, players=captions.players_signs,
        asks=captions.say("place" if faces else "swim") if offers else "",
    )  # fmt: skip


@tw.hook
def tilewright_game():
    turn = tw.Phase("turn", tw.clockwise(), [tw.Run("draw", draw_tile), PlaceStep(), SwimStep()], turns=True)
    return tw.Game(
        name="otter", title="Otter", version="1", seats=(1, 4), grid=tw.HEX,
        state=Otter, options=Options, streams=("bag", "die"), set_up=set_up,
        phases=lambda rules: [turn, tw.Phase("flood", tw.once, [tw.Run("flood", flood)])],
        folder=lambda: tw.inline_files(rules=RULES, messages=MESSAGES), load=lambda folder, options: None,
        pieces=lambda data: {"tile": tuple(face.name for face in TILES)}, conserved=tw.lying,
        nouns=[tw.Noun(name="", put=settle)],
        reasons=[tw.ScoreReason("turned", "OT-SCORE", tw.CELL)], turn_rule="OT-TURN",
        choices=tw.by_trial, appraise=appraise, show=show,
    )  # fmt: skip
