"""Names of this game that other people's code may still import, and what they are called now."""

RENAMED = {
    "captions": "gone: texts of drawings are messages, `show.KEY`",
    "chart": "printed (its class is Printed; kinds of tile are in files)",
    "deck": "files",
    "origins": "gone: ask `rules.provenance()`",
    "outcome": "meters.ending",
    "printed.Sheet": "files.MapFile",
    "sheets": "show.sheets",
    "survey": "mapping",
}
