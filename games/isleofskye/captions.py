"""The words with which Isle of Skye is shown: key, then language. Names stand in the data, other texts in messages."""

from __future__ import annotations

from tilewright.core.words import Words

CAPTIONS: dict[str, dict[str, str]] = {
    # the title
    "to_move": {
        "en": "{title}, round {round} of {rounds}: {who} to move",
        "de": "{title}, Runde {round} von {rounds}, dran: {who}",
    },
    "finished": {"en": "{title}: the game is over", "de": "{title}: das Spiel ist zu Ende"},
    "step_price": {
        "en": "mark one tile, price the others",
        "de": "ein Plättchen markieren, die anderen bepreisen",
    },
    "step_buy": {"en": "buy a tile, or pass", "de": "ein Plättchen kaufen oder passen"},
    "step_build": {"en": "build", "de": "bauen"},
    # boards
    "territory": {"en": "Territory of {seat}", "de": "Gebiet von {seat}"},
    "free": {"en": "free, {sides} wanted", "de": "frei, verlangt {sides}"},
    "market": {"en": "Market", "de": "Markt"},
    "waiting": {"en": "Tiles to be built", "de": "Zu bauende Plättchen"},
    "turned": {"en": "To build, as they can be turned", "de": "Zu bauen, und wie sie sich drehen lassen"},
    "offered": {"en": "{seat}'s {tile}, {price}: {shows}", "de": "{tile} von {seat}, {price}: {shows}"},
    "to_build": {"en": "{seat} has to build {tile}: {shows}", "de": "{seat} muss {tile} bauen: {shows}"},
    # tiles in words
    "land": {"en": "{land} {sides}", "de": "{land} {sides}"},
    "land_within": {"en": "{land} within", "de": "{land} innen"},
    "land_with": {"en": "{land} with {marks}", "de": "{land} ({marks})"},
    "road": {"en": "road {sides}", "de": "Straße {sides}"},
    "several_sheep": {"en": "{count} sheep", "de": "{count} Schafe"},
    "several_cattle": {"en": "{count} cattle", "de": "{count} Rinder"},
    "several_farm": {"en": "{count} farms", "de": "{count} Bauernhöfe"},
    "several_broch": {"en": "{count} brochs", "de": "{count} Brochs"},
    "several_lighthouse": {"en": "{count} lighthouses", "de": "{count} Leuchttürme"},
    "several_ship": {"en": "{count} ships", "de": "{count} Schiffe"},
    # prices
    "price_of": {"en": "{gold} gold", "de": "{gold} Gold"},
    "marked": {"en": "marked", "de": "markiert"},
    "undecided": {"en": "to decide", "de": "offen"},
    "secret": {"en": "not known yet", "de": "noch geheim"},
    "bought": {"en": "bought", "de": "gekauft"},
    "pricing": {"en": "Prices of {seat}", "de": "Preise von {seat}"},
    "how_to_price": {
        "en": "Type: {example}. All in secret until everybody is done; undo takes a step back.",
        "de": "Eingabe: {example}. Alles bleibt geheim, bis alle fertig sind; undo nimmt einen Schritt zurück.",
    },
    "left_to_stake": {
        "en": "Gold still to lay: {free}; at most {most} at the next tile.",
        "de": "Noch zu legen: {free} Gold; höchstens {most} am nächsten Plättchen.",
    },
    "all_decided": {
        "en": "All is decided; the others still are not.",
        "de": "Alles entschieden; andere noch nicht.",
    },
    # the market table
    "market_table": {"en": "What is offered", "de": "Was angeboten wird"},
    "tile": {"en": "tile", "de": "Pl."},
    "price": {"en": "price", "de": "Preis"},
    "shows": {"en": "shows", "de": "zeigt"},
    "places": {"en": "places {seat}", "de": "Plätze {seat}"},
    "places_note": {
        "en": "Under each player: on how many cells the tile could be built now.",
        "de": "Unter jedem Spieler: an wie vielen Stellen das Plättchen jetzt passt.",
    },
    # placing
    "placing": {"en": "Where tiles fit", "de": "Wo die Plättchen passen"},
    "placing_note": {
        "en": "* closes a region, = connects to the castle, o gives more income",
        "de": "* schließt ein Gebiet ab, = verbindet mit der Burg, o bringt mehr Einkommen",
    },
    "nowhere": {"en": "nowhere: it goes back to the bag", "de": "nirgends: zurück in den Beutel"},
    # scoring
    "preview": {
        "en": "Scoring tiles, if they were scored now",
        "de": "Wertungsplättchen, würden sie jetzt gewertet",
    },
    "left": {"en": "left", "de": "noch"},
    "counted": {"en": "  counted", "de": "  gezählt"},
    "this_round": {"en": "this round: {letters}", "de": "diese Runde: {letters}"},
    "sources": {"en": "Where {seat}'s points come from", "de": "Woher die Punkte von {seat} kommen"},
    "amounts": {"en": "counted: {sources}", "de": "gezählt: {sources}"},
    "source": {"en": "{points} at {cells}", "de": "{points} auf {cells}"},
    "texts": {"en": "What they score", "de": "Was sie werten"},
    "scrolls": {"en": "Scrolls, as they count now", "de": "Schriftrollen, wie sie jetzt zählen"},
    "scroll": {"en": "scroll", "de": "Schriftrolle"},
    "cell": {"en": "at", "de": "auf"},
    "region": {"en": "region", "de": "Gebiet"},
    "closed": {"en": "closed, x{times}", "de": "abgeschlossen, x{times}"},
    "open": {"en": "open", "de": "offen"},
    "points": {"en": "points", "de": "Punkte"},
    # players and rounds
    "players": {"en": "Players", "de": "Spieler"},
    "gold": {"en": "gold", "de": "Gold"},
    "income": {"en": "income", "de": "Eink."},
    "tiles": {"en": "tiles", "de": "Plättchen"},
    "in_bag": {"en": "in the bag", "de": "im Beutel"},
    "scroll_count": {"en": "scrolls", "de": "Schriftrollen"},
    "rounds": {"en": "Rounds", "de": "Runden"},
    "round": {"en": "round", "de": "Runde"},
    "now": {"en": "now", "de": "jetzt"},
    "letters": {"en": "scored", "de": "gewertet"},
    "catch_up": {"en": "gold*", "de": "Gold*"},
    "catch_up_said": {"en": "gold for each player ahead", "de": "Gold für jeden Spieler davor"},
    "catch_up_note": {"en": "* for each player ahead", "de": "* für jeden Spieler davor"},
    "order": {"en": "Turn order: {order}", "de": "Reihenfolge: {order}"},
    # the legend
    "a_road": {"en": "road", "de": "Straße"},
    "a_scroll": {
        "en": "scroll, with the sign of what it counts",
        "de": "Schriftrolle, mit dem Zeichen dessen, was sie zählt",
    },
    # the sheets
    "tiles_of": {
        "en": "{title}: landscape tiles and castles",
        "de": "{title}: Landschaftsplättchen und Burgen",
    },
    "scoring_of": {"en": "{title}: scoring tiles", "de": "{title}: Wertungsplättchen"},
    "track_of": {"en": "{title}: round tracks", "de": "{title}: Rundenleisten"},
    "landscape": {"en": "{count} landscape tiles, unturned", "de": "{count} Landschaftsplättchen, ungedreht"},
    "castles": {"en": "{count} castles", "de": "{count} Burgen"},
    "disputed": {"en": "disputed", "de": "umstritten"},
    "read_otherwise": {"en": "disputed, read the other way", "de": "umstritten, anders gelesen"},
    "bridge": {"en": "bridge", "de": "Brücke"},
    "copies": {"en": "{count} copies", "de": "{count}-mal"},
    "a_dispute": {
        "en": "two transcriptions differ on this tile (IS-AMB-25)",
        "de": "zwei Abschriften zeigen dieses Plättchen verschieden (IS-AMB-25)",
    },
    "rule": {"en": "rule", "de": "Regel"},
    "scores": {"en": "scores", "de": "wertet"},
    "front": {"en": "Front, {players} players", "de": "Vorderseite, {players} Spieler"},
    "back": {"en": "Back, {players} players", "de": "Rückseite, {players} Spieler"},
    "public-source": {"en": "public source", "de": "öffentliche Quelle"},
    "rulebook": {"en": "rulebook", "de": "Spielregel"},
    "derived": {"en": "derived", "de": "abgeleitet"},
    "reconstructed": {"en": "reconstructed", "de": "rekonstruiert"},
}

WORDS = Words(CAPTIONS)
