"""Names of this game that other people's code may still import, and what they are called now."""

RENAMED = {
    "activating": "activations",
    "captions": "gone: texts of drawings are messages, `show.KEY`",
    "dealing": "deals",
    "early": "early_steps",
    "extending": "module_tiles",
    "gaining": "gains",
    "handing": "cube_payment",
    "land": "placing_rules",
    "leaving": "member_departure",
    "moving": "movement",
    "ness": "loch_ness",
    "owing": "debt",
    "paying": "cost_payment",
    "picture": "show.tiles",
    "prospects": "position_worth",
    "rates": "tile_rates",
    "sheets": "files",
    "taking": "tile_taking",
    "tally": "checks",
}
