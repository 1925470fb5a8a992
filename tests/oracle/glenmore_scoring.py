"""Glen More's scorings, final accounting and ranking a second time (GM-SCORE, GM-FINAL)."""

from __future__ import annotations

from typing import Any, NamedTuple

from .glenmore import BOX, CARDS, TILES, Player


class Line(NamedTuple):
    """Points, to whom and for what; the source is a tile, a card, the number of a scoring, or nothing."""

    seat: int
    points: int
    reason: str
    source: str = ""


def bonnets(player: Player, options: dict[str, Any]) -> int:
    """The bonnets on a player's cards (GM-AMB-10)."""
    if options["bonnets"] == "cawdor_only":
        return 3 * ("cawdor_castle" in player.cards)
    return sum(CARDS[card].get("bonnets", 0) for card in player.cards)


def scoring(players: list[Player], number: int, options: dict[str, Any]) -> list[Line]:
    """One of the three scorings (GM-SCORE-3 to GM-SCORE-5, GM-SP-12, GM-SP-13)."""
    counts: dict[str, list[int]] = {
        "scoring_whisky": [player.barrels for player in players],
        "scoring_chieftains": [],
        "scoring_cards": [len(player.cards) for player in players],
    }
    for player in players:
        chieftains = player.chieftains
        if "castle_of_mey" in player.cards:
            chieftains = 2 * chieftains
        counts["scoring_chieftains"].append(chieftains + bonnets(player, options))
    lines = []
    for reason, amounts in counts.items():
        for seat, amount in enumerate(amounts):
            lead = amount - min(amounts)
            lines.append(
                Line(seat, 8 if lead >= 5 else BOX["difference_vp"]["values"][lead], reason, str(number))
            )
    return lines


def final(players: list[Player], scores: list[int], options: dict[str, Any]) -> list[Line]:
    """The final accounting (GM-FINAL-2 to GM-FINAL-4, GM-AMB-11, GM-AMB-15)."""
    lines = []
    fewest = min(len(player.display) for player in players)
    for seat, player in enumerate(players):
        mine = []
        tiles = [TILES[tile] for at, tile in player.display.items() if at != (0, 0)]
        start = TILES[player.display[0, 0]]
        counted = tiles + [start] if options["start_village_counts"] else tiles
        if "iona_abbey" in player.cards:
            yellow = sum(tile["frame"] == "yellow" for tile in counted)
            mine.append(Line(seat, 2 * yellow, "special_place", "iona_abbey"))
        if "loch_morar" in player.cards:
            green = sum(tile["frame"] == "green" for tile in counted)
            mine.append(Line(seat, 2 * green, "special_place", "loch_morar"))
        if "duart_castle" in player.cards:
            villages = sum(tile["kind"] == "village" for tile in counted)
            mine.append(Line(seat, 3 * villages, "special_place", "duart_castle"))
        mine.append(Line(seat, player.coins * options["coin_vp"], "coins"))
        surplus = len(player.display) - fewest
        mine.append(Line(seat, -surplus * options["tile_penalty"], "tile_penalty"))
        total = scores[seat] + sum(line.points for line in mine)
        if options["final_floor"] == "zero" and total < 0:
            mine.append(Line(seat, -total, "floor"))
        lines += mine
    return lines


def ranking(players: list[Player], scores: list[int]) -> list[set[int]]:
    """Who stands where: by points, then by cubes, then together (GM-FINAL-6)."""
    keys = [(scores[seat], sum(player.owned())) for seat, player in enumerate(players)]
    return [
        {seat for seat, key in enumerate(keys) if key == best} for best in sorted(set(keys), reverse=True)
    ]
