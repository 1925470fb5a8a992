"""Names of this game that other people's code may still import, and what they are called now."""

RENAMED = {
    "captions": "gone: texts of drawings are messages, `show.KEY`",
    "chances": "prize_odds",
    "chart": "printed (its class is Printed; kinds of tile are in files)",
    "deck": "files",
    "files.Piece": "files.BoxPiece",
    "mapping": "map_reader",
    "missions.Metric": "missions.MissionMetric",
    "modules._ireland.state.Part": "modules._ireland.state.IrelandPart",
    "moves": "seat_moves",
    "origins": "gone: ask `rules.provenance()`",
    "outcome": "meters.ending",
    "printed.Sheet": "files.MapFile",
    "prize_odds.Board": "prize_odds.MapBits",
    "rating": "move_rating",
    "retelling": "renaming",
    "sheets": "show.sheets",
    "survey": "map_reader",
    "telling": "descriptions",
}
