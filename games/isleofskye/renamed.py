"""Names of this game that other people's code may still import, and what they are called now."""

RENAMED = {
    "bidding": "appraise.bidding",
    "captions": "gone: texts of drawings are messages, `show.KEY`",
    "catalogue.assemble": "assemble",
    "landscape": "printed",
    "laying": "appraise.laying",
    "outlook": "appraise.outlook",
    "picture": "show.tiles",
    "sheets": "files",
    "surveying": "meters.land",
    "tally": "checks (LETTERS are in files)",
    "worth": "appraise.worth",
}
