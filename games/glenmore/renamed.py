"""Names of this game that other people's code may still import, and what they are called now."""

RENAMED = {
    "captions": "gone: texts of drawings are messages, `show.KEY`",
    "picture": "show.tiles",
    "sheets": "files",
    "tally": "checks",
}
