"""The words with which Rebirth is shown: key, then language. Names of tiles and missions stand in `messages.yaml`."""

from __future__ import annotations

from tilewright.core.words import Words

CAPTIONS: dict[str, dict[str, str]] = {
    # the title
    "to_move": {"en": "{title}, turn {turn}: {seat} to move", "de": "{title}, Zug {turn}: {seat} ist dran"},
    "finished": {"en": "{title}: the game is over", "de": "{title}: das Spiel ist zu Ende"},
    "map_of": {"en": "{title}: the map '{map}'", "de": "{title}: der Plan '{map}'"},
    "tiles_of": {"en": "{title}: tiles and missions", "de": "{title}: Plättchen und Missionen"},
    # what is on a hex
    "food": {"en": "food field", "de": "Nahrungsfeld"},
    "energy": {"en": "energy field", "de": "Energiefeld"},
    "open": {"en": "open field", "de": "leeres Feld"},
    "small": {"en": "small settlement", "de": "kleine Siedlung"},
    "medium": {"en": "field of a medium settlement", "de": "Feld einer mittleren Siedlung"},
    "large": {"en": "field of a large settlement", "de": "Feld einer großen Siedlung"},
    "port": {"en": "{field}, port", "de": "{field}, Hafen"},
    "free": {"en": "{field}, free", "de": "{field}, frei"},
    "tile": {"en": "{field}, {seat}'s {tile} tile", "de": "{field}, Plättchen {tile} von {seat}"},
    "neutral_tile": {"en": "{field}, a neutral tile", "de": "{field}, ein neutrales Plättchen"},
    "neutral_field": {
        "en": "{field}, with two players a neutral tile",
        "de": "{field}, zu zweit ein neutrales Plättchen",
    },
    "castle": {"en": "castle field {code}, {name}", "de": "Burgfeld {code}, {name}"},
    "castle_of": {
        "en": "castle field {code}, {name}: {seat}'s castle",
        "de": "Burgfeld {code}, {name}: Burg von {seat}",
    },
    "cathedral": {"en": "cathedral field {code}, {name}", "de": "Kathedralenfeld {code}, {name}"},
    "cathedral_of": {
        "en": "cathedral field {code}, {name}: cathedrals of {owners}",
        "de": "Kathedralenfeld {code}, {name}: Kathedralen von {owners}",
    },
    "loch": {"en": "loch", "de": "See"},
    "sea": {"en": "sea", "de": "Meer"},
    # the legend
    "a_port": {"en": "port", "de": "Hafen"},
    "a_castle": {"en": "castle field, and who holds it", "de": "Burgfeld, und wessen Burg dort steht"},
    "a_cathedral": {"en": "cathedrals, and whose", "de": "Kathedralen, und wessen"},
    "all_but": {"en": "of all but C", "de": "von allen außer C"},
    "of_all": {"en": "of all", "de": "von allen"},
    "a_farm": {"en": "tile of A: f food, e energy", "de": "Plättchen von A: f Nahrung, e Energie"},
    "a_settlement": {"en": "of B: settlement with 3 symbols", "de": "von B: Siedlung mit 3 Symbolen"},
    "neutral": {"en": "neutral tile", "de": "neutrales Plättchen"},
    "neutral_here": {"en": "neutral tile with two players", "de": "zu zweit ein neutrales Plättchen"},
    "code_castle": {"en": "castle field", "de": "Burgfeld"},
    "code_cathedral": {"en": "cathedral field", "de": "Kathedralenfeld"},
    # the panels
    "players": {"en": "Players", "de": "Spieler"},
    "player": {"en": "player", "de": "Name"},
    "points": {"en": "points", "de": "Punkte"},
    "marker": {"en": "marker", "de": "Marker"},
    "castles": {"en": "castles", "de": "Burgen"},
    "cathedrals": {"en": "cathedrals", "de": "Kathedralen"},
    "missions": {"en": "missions", "de": "Missionen"},
    "supply": {"en": "supply", "de": "Vorrat"},
    "deck": {"en": "Mission cards in the deck: {count}", "de": "Missionskarten im Stapel: {count}"},
    "own_tiles": {"en": "Tiles of {seat}", "de": "Plättchen von {seat}"},
    "hand": {"en": "hand", "de": "Hand"},
    "aside": {"en": "aside", "de": "verdeckt"},
    "own_missions": {"en": "Missions of {seat}", "de": "Missionen von {seat}"},
    "none": {"en": "none", "de": "keine"},
    "castles_held": {"en": "Castles", "de": "Burgen"},
    "unseen": {"en": "Tiles not seen", "de": "Nicht gesehen"},
    "laid_aside": {"en": "Laid aside, fitted nowhere", "de": "Beiseite gelegt, passten nirgends"},
    "all": {"en": "all", "de": "alle"},
    # the sheets
    "fields": {"en": "Fields", "de": "Felder"},
    "food_all": {"en": "food fields", "de": "Nahrungsfelder"},
    "energy_all": {"en": "energy fields", "de": "Energiefelder"},
    "open_all": {"en": "open fields", "de": "leere Felder"},
    "small_all": {"en": "small settlements, of 1 field", "de": "kleine Siedlungen, 1 Feld"},
    "medium_all": {"en": "medium settlements, of 2", "de": "mittlere Siedlungen, 2 Felder"},
    "large_all": {"en": "large settlements, of 3", "de": "große Siedlungen, 3 Felder"},
    "areas": {"en": "Areas", "de": "Gebiete"},
    "rows": {"en": "rows {first} to {last}", "de": "Zeilen {first} bis {last}"},
    "north": {"en": "north", "de": "Norden"},
    "middle": {"en": "middle", "de": "Landesmitte"},
    "south": {"en": "south", "de": "Süden"},
    "castle_fields": {"en": "Castle fields", "de": "Burgfelder"},
    "cathedral_fields": {"en": "Cathedral fields", "de": "Kathedralenfelder"},
    "of_a_colour": {"en": "Tiles of a colour", "de": "Plättchen einer Farbe"},
    "copies": {"en": "copies", "de": "Anzahl"},
    "removed": {"en": "returned", "de": "zurück"},
    "returned": {
        "en": "With {count} players each returns to the box as many as stand under 'returned'.",
        "de": "Zu {count} legt jeder so viele in die Schachtel zurück, wie unter 'zurück' stehen.",
    },
    "mission_cards": {"en": "Mission cards", "de": "Missionskarten"},
    "text": {"en": "condition", "de": "Bedingung"},
}

WORDS = Words(CAPTIONS)
