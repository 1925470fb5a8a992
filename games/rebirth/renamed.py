"""Names of this game that other people's code may still import, and what they are called now."""

RENAMED = {
    "captions": "gone: texts of drawings are messages, `show.KEY`",
    "chances": "prize_odds",
    "chart": "printed (its class is Printed; kinds of tile are in files)",
    "deck": "files",
    "mapping": "map_reader",
    "moves": "seat_moves",
    "origins": "gone: ask `rules.provenance()`",
    "outcome": "meters.ending",
    "printed.Sheet": "files.MapFile",
    "rating": "move_rating",
    "retelling": "renaming",
    "sheets": "show.sheets",
    "survey": "map_reader",
    "telling": "descriptions",
}
