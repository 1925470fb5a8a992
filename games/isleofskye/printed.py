"""What is printed on Isle of Skye's components, as the rules ask for it: tiles, castles, round tracks, scoring tiles.

A tile is an index into `Printed.tiles`, a castle one into `Printed.castles`, a scoring tile one into
`Printed.scoring`. Which reading of the 13 disputed tiles is played the options say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import attrs

from tilewright.core.data import Folder
from tilewright.core.errors import InvalidFile
from tilewright.core.faces import Face

from .checks import (
    LETTERS,
    check_castles,
    check_landscape,
    check_scoring,
    check_scrolls,
    check_totals,
    check_tracks,
    twice,
)
from .files import Box, Castle, Kind, Landscape, Names, Provenance, ScoringTile, Scroll, Track, Tracks
from .landscape import read_castles, read_landscape, read_otherwise
from .options import Options
from .tiles import SCROLL, Tile

SCORING: Mapping[str, Kind] = {
    "squares": "each",
    "closed_regions": "each",
    "all_sheep": "each",
    "large_regions": "each",
    "mountain_brochs": "table",
    "building_sets": "each",
    "most_barrels": "majority",
    "most_ships": "majority",
    "farm_animals": "each",
    "most_gold": "majority",
    "cattle_on_road": "each",
    "harbours": "each",
    "road_tiles": "each",
    "columns": "each",
    "largest_lake": "each",
    "closed_mountains": "each",
}
"""The scoring tiles in the order of their rules, IS-ST-1 to IS-ST-16, and what their points are for."""


@attrs.frozen
class Round:
    """A space of the round track."""

    scored: tuple[int, ...]
    """The scoring tiles of which places are scored, 0 to 3 for A to D (IS-END-1)."""
    catch_up: int
    """Gold for each player ahead (IS-INC-3)."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Printed:
    """Everything that is printed, by number."""

    box: Box
    tiles: tuple[Tile, ...]
    """The landscape tiles, in the order of the file."""
    tile_number: Mapping[str, int]
    """By id."""
    castles: tuple[Tile, ...]
    castle_number: Mapping[str, int]
    """By id."""
    faces: Mapping[str, Face]
    """Every face of tiles and castles by name, unturned, as `Board.from_dict` wants them."""
    tracks: Mapping[int, tuple[Round, ...]]
    """By number of players, the rounds (IS-SETUP-1)."""
    scoring: tuple[ScoringTile, ...]
    scoring_number: Mapping[str, int]
    """By id."""
    scrolls: Mapping[str, Scroll]
    """The kinds of scroll by id, as `Tile.scrolls` names them."""
    names: Mapping[str, Names]
    """What marks, terrains, castles, scrolls and scoring tiles are called, by mark, letter or id."""
    otherwise: tuple[str, ...]
    """The disputed tiles that are read the other way (IS-AMB-25)."""
    side_provenance: Mapping[str, Provenance]
    """By side of the board."""

    def __repr__(self) -> str:
        return f"<printed: {len(self.tiles)} tiles, {len(self.castles)} castles, {len(self.scoring)} scoring tiles>"

    def provenance(self) -> list[str]:
        """Sentences on what here is not stated by the rulebook."""
        said = []
        for what, tiles in (("landscape tiles", self.tiles), ("castle tiles", self.castles)):
            origins = [tile.provenance for tile in tiles]
            for origin in sorted({*origins} - {"rulebook"}):
                count = f"{origins.count(origin)} of the {len(tiles)} {what}"
                said.append(f"Terrain, roads and marks of {count} are {origin}.")
        disputed = sum(tile.disputed for tile in self.tiles)
        if disputed:
            those = ", ".join(self.otherwise) or "none"
            said.append(
                f"Two transcriptions differ on {disputed} landscape tiles; read the other way: {those}."
            )
        for side, origin in self.side_provenance.items():
            if origin != "rulebook":
                said.append(f"Letters and gold of the round track on the {side} of the board are {origin}.")
        origins = [scroll.copies_provenance for scroll in self.scrolls.values()]
        for origin in sorted({*origins} - {"rulebook"}):
            some = f"{origins.count(origin)} of the {len(origins)} kinds of scroll"
            said.append(f"How many scrolls there are of {some} is {origin}.")
        return said


def load_printed(folder: Folder, options: Options | None = None) -> Printed:
    """What the folder's files say under these options, or under the options' defaults.

    InvalidFile names every place where the files do not work out; UsageError a tile in `disputed_tiles` that is none.
    """
    options = options or Options()
    names = ("box", "landscape", "castles", "tracks", "scoring", "scrolls")
    box_file, land_file, castle_file, track_file, scoring_file, scroll_file = (
        folder.document(f"{name}.yaml") for name in names
    )
    box = box_file.structure(Box)
    records = land_file.structure(tuple[Landscape, ...])
    castle_records = castle_file.structure(tuple[Castle, ...])
    tracks = track_file.structure(Tracks)
    scoring = scoring_file.structure(tuple[ScoringTile, ...])
    scrolls = scroll_file.structure(tuple[Scroll, ...])
    kinds = {SCROLL: [scroll.id for scroll in scrolls]}
    chosen, other, problems = read_landscape(land_file, records, kinds)
    castles, slips = read_castles(castle_file, castle_records, kinds)
    problems += slips
    if not problems:  # else what is counted would be wrong as well
        pieces = {
            "tiles": sum(tile.copies for tile in chosen),
            "castles": len(castles),
            "scoring": len(scoring),
        }
        problems += check_landscape(land_file, records)
        problems += check_castles(castle_file, castle_records, castles)
        problems += check_scrolls(scroll_file, scrolls, chosen, other)
        problems += check_totals(box_file, box, pieces, chosen, other)
    ids = [record.id for record in records]
    problems += twice(land_file, ids)
    problems += twice(castle_file, [record.id for record in castle_records], taken=ids)
    problems += check_scoring(scoring_file, scoring, SCORING)
    problems += check_tracks(track_file, tracks, box)
    if problems:
        raise InvalidFile(problems)
    otherwise = read_otherwise([tile.id for tile in chosen if tile.disputed], options)
    tiles = tuple(b if a.id in otherwise else a for a, b in zip(chosen, other, strict=True))
    return Printed(
        box=box,
        tiles=tiles,
        tile_number={tile.id: number for number, tile in enumerate(tiles)},
        castles=tuple(castles),
        castle_number={castle.id: number for number, castle in enumerate(castles)},
        faces={tile.id: tile.face for tile in (*tiles, *castles)},
        tracks={
            players: _rounds(track, options)
            for track in (tracks.front, tracks.back)
            for players in range(track.players[0], track.players[1] + 1)
        },
        scoring=scoring,
        scoring_number={tile.id: number for number, tile in enumerate(scoring)},
        scrolls={scroll.id: scroll for scroll in scrolls},
        names={
            **{mark: total.names for mark, total in box.marks.items()},
            **{terrain: sides.names for terrain, sides in box.terrains.items()},
            **{castle.id: castle.names for castle in castle_records},
            **{scroll.id: scroll.names for scroll in scrolls},
            **{tile.id: tile.names for tile in scoring},
        },
        otherwise=otherwise,
        side_provenance={"front": tracks.front.provenance, "back": tracks.back.provenance},
    )


def _rounds(track: Track, options: Options) -> tuple[Round, ...]:
    letters: Sequence[Sequence[str]] = [line.score for line in track.rounds]
    if options.track == "alternative" and track.alternative is not None:
        letters = track.alternative.score
    return tuple(
        Round(tuple(sorted(LETTERS.index(letter) for letter in score)), line.catch_up)
        for score, line in zip(letters, track.rounds, strict=True)
    )
