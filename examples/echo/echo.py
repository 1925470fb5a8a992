"""Echo: each round a number is drawn, and all write it in secret into squares of their own. Equal neighbours score."""

import attrs

from tilewright import authoring as tw

WIDE, NUMBERS = 3, 6
CELLS = [tw.SQUARE4.key(tw.Cell(x, y)) for y in range(WIDE) for x in range(WIDE)]
RULES = {
    "EC-ROUND": "In each round a number is drawn, and all write it at the same time, until all squares are full.",
    "EC-BAG": "The bag holds {copies} of each number.",
    "EC-WRITE": "A number is written on a free cell.",
    "EC-SCORE": "A number scores a point for each equal number beside it.",
}
MESSAGES = {
    "equal": "equal numbers beside it", "not_free": "{cell} is no free cell",
    "show.drawn": "drawn", "show.players": "", "show.points": "points",
}  # fmt: skip


@attrs.frozen(kw_only=True)
class Options:
    copies: int = tw.option(4, rule="EC-BAG", doc="pieces of each number", low=2, high=9)


@attrs.define(eq=False)
class Echo(tw.State):
    bag: list[int] = tw.zone("number", "none", "pile", per_seat=False, factory=list)
    drawn: list[int] = tw.zone("number", "all", "row", per_seat=False, factory=list)  # called for all
    past: list[int] = tw.zone("number", "all", "row", per_seat=False, factory=list)
    squares: list[dict[int, int]] = tw.public(means=tw.by_seat(tw.at_cells("number")), factory=list)  # copies


@attrs.frozen(cache_hash=True)
class Write(tw.Action):
    parts = tw.notation("write {cell}")
    cell: tw.Cell


def set_up(state, log):
    copies = range(state.rules.options.copies)
    named = [(f"{n + 1}#{copy}", n) for n in range(NUMBERS) for copy in copies]
    state.bag = tw.ordered(named, state.streams["bag"][0])
    state.squares = [{} for _ in state.seats]  # by seat


def call(state, seat, log):
    state.drawn.append(tw.draw(state, "bag", log))


def equal(square, key, number):
    return sum(square.get(near) == number for near in tw.SQUARE4.neighbours(key))


class WriteStep(tw.Sealed[Echo]):
    name, actions, rules = "write", (Write,), ("EC-WRITE",)

    def legal(self, state, seat):
        free = [key for key in CELLS if key not in state.squares[seat]]
        return tw.listed([Write(seat, tw.SQUARE4.at(key)) for key in free])

    def explain(self, state, action):
        key = tw.SQUARE4.key(action.cell)
        free = key in CELLS and key not in state.squares[action.seat]
        return [] if free else [tw.Reason("not_free", "EC-WRITE", {"cell": tw.SQUARE4.text(key)})]

    def code(self, state, action):  # what is kept in state.sealed[seat] until all have chosen
        return tw.SQUARE4.key(action.cell)

    def reveal(self, state, log):  # all have chosen: the piece goes away once, its copies are written
        number = state.drawn.pop()
        state.past.append(number)
        for seat, (key,) in enumerate(state.sealed):
            points = equal(state.squares[seat], key, number)
            state.squares[seat][key] = number
            if points:
                state.gain(seat, points, state.rules.reason["equal"], key)
        state.over = len(state.squares[0]) == len(CELLS)


def seen(view, seat):  # with what the viewer has sealed; view.sealed is empty for all others
    own = seat == view.seat and view.sealed
    return {**view.squares[seat], view.sealed[0]: view.drawn[0]} if own else view.squares[seat]


def appraise(view, seat):
    square = seen(view, seat)
    return [("points", sum(equal(square, key, number) for key, number in square.items()) / 2)]


def show(view, lang="en"):
    def spot(at, text):
        return tw.Spot(at=at, face=((tw.Ink(text),),), said=text.replace(".", "free"))

    captions = tw.Captions(view.rules, lang, view.seats)
    drawn = [spot((n, 0), str(number + 1)) for n, number in enumerate(view.drawn)]
    boards = []
    for seat in sorted(range(len(view.seats)), key=lambda seat: seat != view.seat):  # the own one first
        square = {key: str(number + 1) for key, number in seen(view, seat).items()}
        spots = [spot(tuple(tw.SQUARE4.at(key)), square.get(key, ".")) for key in CELLS]
        own, name = seat == view.seat, view.seats[seat]
        boards.append(tw.Diagram(title=name, grid="square4", spots=spots, seat=seat, now=own))
    hand = tw.Diagram(title=captions.say("drawn"), grid="square4", spots=drawn, kind="hand", now=True)
    boards.insert(1, hand)
    panel = captions.players({"points": view.scores})
    return tw.Show(title="Echo", boards=boards, panels=[panel], offers=tw.offers(view))


@tw.hook
def tilewright_game():
    # A passage of this phase is a round. After the last phase the first begins again, until a step sets `over`.
    rounds = tw.Phase("round", tw.once, [tw.Run("call", call), WriteStep()], turns=True)
    return tw.Game(
        name="echo", title="Echo", version="1", seats=(1, 6), grid=tw.SQUARE4,
        state=Echo, options=Options, streams=("bag",), set_up=set_up, phases=lambda rules: [rounds],
        folder=lambda: tw.inline_files(rules=RULES, messages=MESSAGES), load=lambda folder, options: None,
        pieces=lambda data: {"number": tuple(str(n + 1) for n in range(NUMBERS))}, conserved=tw.lying,
        reasons=[tw.ScoreReason("equal", "EC-SCORE", tw.CELL)], turn_rule="EC-ROUND",
        round_of=lambda state: len(state.past), choices=tw.by_trial, appraise=appraise, show=show,
    )  # fmt: skip
