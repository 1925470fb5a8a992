"""How a position is drawn, from what a seat may know."""

from tilewright.authoring import (
    Captions,
    Diagram,
    Ink,
    Look,
    Piece,
    Rules,
    Show,
    Spot,
    View,
    offers,
    pack,
    ways,
)

from .state import PORTS, walking

LOOKS = {"way": Look("white", strong=True), "tile": Look("yellow"), "pawn": Look(icon="member")}


def show(view: View, lang: str = "en") -> Show:
    """The board with its ways and pawns, the own hand, and what became of each pawn."""
    captions, grid, size = Captions(view.rules, lang, view.seats), view.board.grid, view.options.size
    tiles = [] if view.seat is None else [view.rules.pieces["tile"][piece] for piece in view.hand[view.seat]]
    lies = {tile: (1, (n, 0)) for n, tile in enumerate(tiles)}
    hand = [
        Spot(at=at, name=tile, ways=ways(view.rules.data[tile], "way", grid), ground="tile")
        for tile, (_, at) in lies.items()
    ]
    cells = [cell(view, captions, x, y) for x in range(size) for y in range(size)]
    ahead = [tuple(grid.at(key)) for key in view.cells]
    held = [view.count("hand", seat) for seat in range(len(view.seats))]
    return Show(
        title=view.rules.game.title,
        boards=[
            Diagram(grid=grid.name, spots=cells, now=True),
            *(
                [
                    Diagram(
                        title=captions.say("hand"),
                        grid="row",
                        spots=hand,
                        now=True,
                        kind="hand",
                        seat=view.seat,
                    )
                ]
                if hand
                else []
            ),
        ],
        panels=[captions.players({"tiles": held, "fell": [turn or "-" for turn in view.fell]})],
        offers=offers(view, lambda move: ahead[move.seat], piece=lambda move: lies[move.tile]),
        asks=captions.say("asks") if view.seat in view.to_act else "",
        status=[Ink(captions.say("bag", n=view.count("bag")))],
        looks=LOOKS,
        lang=lang,
        players=captions.players_signs,
    )


def tiles_show(rules: Rules, lang: str = "en") -> Show:
    """Every tile, unturned."""
    grid = rules.game.grid
    spots = [
        Spot(at=(n, 0), name=tile, ways=ways(rules.data[tile], "way", grid), ground="tile")
        for n, tile in enumerate(rules.pieces["tile"])
    ]
    return Show(title=rules.game.title, boards=[Diagram(grid="row", spots=spots)], looks=LOOKS, lang=lang)


def cell(view: View, captions: Captions, x: int, y: int) -> Spot:
    """A tile, its ways in the colour of the pawn that came along them; or an empty cell with the pawns at its ports."""
    key, board = pack(x, y), view.board
    if key in board:
        face = board.face(key)
        came = {road: seat for seat in walking(view) for at, road in trail(view, seat) if at == key}
        drawn = ways(face, lambda road: f"seat {came[road]}" if road in came else "way", board.grid)
        return Spot(at=(x, y), ways=drawn, ground="tile", said=captions.say("tile", tile=face.name))
    here = [(seat, PORTS[view.ports[seat]]) for seat in walking(view) if view.cells[seat] == key]
    pawns = [
        Piece(captions.signs[seat], f"seat {seat}", "pawn", symbol="pawn", port=port, ports=2)
        for seat, port in here
    ]
    said = [captions.say("pawn", player=view.seats[seat], port=port) for seat, port in here]
    dot = () if here else ((), (Ink("   ."),))
    return Spot(at=(x, y), face=dot, pieces=tuple(pawns), said=", ".join(said) or captions.say("free"))


def trail(view: View, seat: int) -> list[tuple[int, int]]:
    """The way that a pawn has come, backwards: each cell with the number of the road there."""
    way = view.board.follow(*view.board.beyond(view.cells[seat], view.ports[seat]))
    return [(cell, view.board.face(cell).road_at[port]) for cell, port in way]
