"""Brook: draw a tile, place it so that all sides match, and score a point for each tile beside it."""

import attrs

from tilewright import authoring as tw

SIDES = ("MMMMWW", "MMMWWW", "MMWWWW", "MWMWMW", "MMWMMW", "WWWWWW")  # clockwise; M is meadow, W is water
TILES = [tw.edge_face(f"T{number}", sides) for number, sides in enumerate(SIDES)]
LOOKS = {"M": tw.Look("green", "tufts"), "W": tw.Look("blue", "waves")}
RULES = {
    "BR-TURN": "Players take turns clockwise until the bag is empty.",
    "BR-BAG": "The bag holds {copies} of each tile. One begins the land, and each turn one is drawn.",
    "BR-PLACE": "A tile lies on a free cell beside another one. Without such a place it is laid aside.",
    "BR-MATCH": "Sides that meet are equal.",
    "BR-SCORE": "A tile scores a point for each tile beside it.",
}
MESSAGES = {"beside": "tiles beside it", "show.drawn": "drawn", "show.players": "", "show.points": "points"}


@attrs.frozen(kw_only=True)
class Options:
    copies: int = tw.option(3, rule="BR-BAG", doc="tiles of each kind", low=1, high=9)


@attrs.define(eq=False)
class Brook(tw.State):  # each field says what it holds, and who may know it
    bag: list[int] = tw.zone("tile", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = tw.zone("tile", "all", "row", per_seat=False, factory=list)
    aside: list[int] = tw.zone("tile", "all", "none", per_seat=False, factory=list)
    land: tw.Board = tw.placed("tile", lambda rules: TILES, factory=lambda: tw.Board(tw.HEX))


def set_up(state, log):
    named = [(f"T{n}#{copy}", n) for n in range(len(TILES)) for copy in range(state.rules.options.copies)]
    state.bag = tw.ordered(named, state.streams["bag"][0])
    state.land.place(0, TILES[tw.draw(state, "bag", log)])


def draw_tile(state, seat, log):
    if state.bag:
        state.drawn.append(tw.draw(state, "bag", log))
    else:
        state.over = True


class PlaceStep(tw.PlacingStep[Brook]):  # what is legal, why not, `place 1,0 r2`: all of it is there
    name, onto, hand, aside, touching, matching = "place", "land", "drawn", "aside", "BR-PLACE", "BR-MATCH"

    def play(self, state, action, log):
        cell = self.grid.key(action.cell)
        beside = sum(near in state.land for near in self.grid.neighbours(cell))
        state.gain(action.seat, beside, state.rules.reason["beside"], cell)
        return super().play(state, action, log)


def show(view, lang="en"):
    def spot(at, face):
        return tw.Spot(at=tuple(at), areas=tw.areas(face, str, tw.HEX), said=face.name)

    captions = tw.Captions(view.rules, lang, view.seats)
    land = tw.Diagram(grid="hex", spots=[spot(tw.HEX.at(cell), view.land.face(cell)) for cell in view.land])
    drawn = [spot((n, 0), TILES[tile]) for n, tile in enumerate(view.drawn)]
    hand = tw.Diagram(title=captions.say("drawn"), grid="hex", spots=drawn, kind="hand")
    panel = captions.players({"points": view.scores})
    return tw.Show(title="Brook", boards=[land, hand], panels=[panel], offers=tw.offers(view), looks=LOOKS)


@tw.hook
def tilewright_game():
    turn = tw.Phase("turn", tw.clockwise(rounds=True), [tw.Run("draw", draw_tile), PlaceStep()], turns=True)
    return tw.Game(
        name="brook", title="Brook", version="1", seats=(1, 4), grid=tw.HEX,
        state=Brook, options=Options, streams=("bag",), set_up=set_up, phases=lambda rules: [turn],
        folder=lambda: tw.inline_files(rules=RULES, messages=MESSAGES), load=lambda folder, options: None,
        pieces=lambda data: {"tile": tuple(face.name for face in TILES)}, conserved=tw.lying,
        reasons=[tw.ScoreReason("beside", "BR-SCORE", tw.CELL)], turn_rule="BR-TURN",
        choices=tw.by_trial, appraise=lambda view, seat: [("points", view.scores[seat])], show=show,
    )  # fmt: skip
