"""The printed components of Isle of Skye, as the rules use them: tiles, castles, round tracks, scoring tiles.

A tile is an index into `Printed.tiles`, a castle one into `Printed.castles`, a scoring tile one into
`Printed.scoring`. The options say which reading of the 13 disputed tiles is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from tilewright.authoring import (
    Document,
    Folder,
    InvalidFile,
    Message,
    Path,
    Problem,
    Provenance,
    Texts,
    UsageError,
    beyond,
    beyond_rulebook,
    stop,
)

from .checks import (
    check_castles,
    check_ids,
    check_landscape,
    check_scoring,
    check_scrolls,
    check_totals,
    check_tracks,
)
from .files import Box, Castle, Drawn, Landscape, Round, ScoringTile, Scroll, Track, Tracks
from .options import Options
from .scoring import SCORING
from .tiles import SCROLL, Kinds, Tile, read_drawing

FIXED = (0,)
"""The rotations of a castle tile: its castle points to its owner (IS-SETUP-6)."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Printed:
    """Everything that is printed, by number."""

    box: Box
    tiles: tuple[Tile, ...]
    """The landscape tiles, in the order of the file."""
    castles: tuple[Tile, ...]
    tracks: Mapping[int, tuple[Round, ...]]
    """By number of players, the rounds (IS-SETUP-1)."""
    scoring: tuple[ScoringTile, ...]
    scrolls: Mapping[str, Scroll]
    """The kinds of scroll by id, as `Tile.scrolls` names them."""
    names: Mapping[str, Texts]
    """Names of marks, terrains, castles, scrolls and scoring tiles, by mark, letter or id."""
    otherwise: tuple[str, ...]
    """The disputed tiles that are read the other way (IS-AMB-25)."""
    side_provenance: Mapping[str, Provenance]
    """By side of the board."""

    def __repr__(self) -> str:
        return f"<printed: {len(self.tiles)} tiles, {len(self.castles)} castles, {len(self.scoring)} scoring tiles>"

    def provenance(self) -> Iterator[Message]:
        """Yields messages about what the rulebook does not state."""
        yield from beyond_rulebook("provenance.landscape", [tile.provenance for tile in self.tiles])
        yield from beyond_rulebook("provenance.castles", [tile.provenance for tile in self.castles])
        disputed = sum(tile.disputed for tile in self.tiles)
        if disputed and self.otherwise:
            these = ", ".join(self.otherwise)
            yield Message("provenance.otherwise", {"count": disputed, "tiles": these})
        elif disputed:
            yield Message("provenance.disputed", {"count": disputed})
        for side, origin in self.side_provenance.items():
            yield from beyond(f"provenance.{side}", origin)
        copies = [scroll.copies_provenance for scroll in self.scrolls.values()]
        yield from beyond_rulebook("provenance.scrolls", copies)


def load_printed(folder: Folder, options: Options | None = None) -> Printed:
    """Reads the folder's files under these options, or under the options' defaults.

    InvalidFile names every mistake in the files; UsageError a tile in `disputed_tiles` that is not disputed.
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
    chosen, other, problems = _read_landscape(land_file, records, kinds)
    castles, slips = _read_castles(castle_file, castle_records, kinds)
    problems += slips
    if not problems:  # otherwise the counts would be wrong as well
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
    problems += check_ids(land_file, ids)
    problems += check_ids(castle_file, [record.id for record in castle_records], taken=ids)
    problems += check_scoring(scoring_file, scoring, SCORING)
    problems += check_tracks(track_file, tracks, box)
    stop(problems)
    otherwise = _read_otherwise([tile.id for tile in chosen if tile.disputed], options)
    tiles = tuple(b if a.id in otherwise else a for a, b in zip(chosen, other, strict=True))
    return Printed(
        box=box,
        tiles=tiles,
        castles=tuple(castles),
        tracks={
            players: _rounds(track, options)
            for track in (tracks.front, tracks.back)
            for players in range(track.players[0], track.players[1] + 1)
        },
        scoring=scoring,
        scrolls={scroll.id: scroll for scroll in scrolls},
        names={
            **{mark: total.names for mark, total in box.marks.items()},
            **{terrain: sides.names for terrain, sides in box.terrains.items()},
            **{castle.id: castle.names for castle in castle_records},
            **{scroll.id: scroll.names for scroll in scrolls},
            **{tile.id: tile.names for tile in scoring},
            **{f"{tile.id}.text": tile.text for tile in scoring},
        },
        otherwise=otherwise,
        side_provenance={"front": tracks.front.provenance, "back": tracks.back.provenance},
    )


def _rounds(track: Track, options: Options) -> tuple[Round, ...]:
    """Returns the rounds of a track, with the letters that the option chooses (IS-AMB-22)."""
    if options.track != "alternative" or track.alternative is None:
        return track.rounds
    pairs = zip(track.rounds, track.alternative.score, strict=True)
    return tuple(attrs.evolve(line, score=letters) for line, letters in pairs)


def _read_landscape(
    document: Document, records: Sequence[Landscape], kinds: Kinds
) -> tuple[list[Tile], list[Tile], list[Problem]]:
    """Returns the tiles as chosen, the tiles with the other reading of the disputed ones, and all problems."""
    chosen: list[Tile] = []
    other: list[Tile] = []
    problems: list[Problem] = []
    for at, record in enumerate(records):
        tiles: list[Tile] = []
        readings: list[tuple[Path, Drawn]] = [((at,), record)]
        if record.alternative is not None:
            readings.append(((at, "alternative"), record.alternative))
        for path, drawn in readings:
            try:
                face, symbols = read_drawing(document, path, record.id, drawn, kinds)
            except InvalidFile as slip:
                problems += slip.problems
                continue
            tiles.append(
                Tile(
                    record.id,
                    face,
                    record.provenance,
                    symbols,
                    copies=record.copies,
                    bridge=record.bridge,
                    disputed=len(readings) > 1,
                )
            )
        chosen += tiles[:1]
        other += tiles[-1:]
    return chosen, other, problems


def _read_castles(
    document: Document, records: Sequence[Castle], kinds: Kinds
) -> tuple[list[Tile], list[Problem]]:
    """Returns the castle tiles, and all problems."""
    castles: list[Tile] = []
    problems: list[Problem] = []
    for at, record in enumerate(records):
        try:
            face, symbols = read_drawing(document, (at,), record.id, record, kinds, FIXED)
            castles.append(Tile(record.id, face, record.provenance, symbols))
        except InvalidFile as slip:
            problems += slip.problems
    return castles, problems


def _read_otherwise(disputed: Sequence[str], options: Options) -> tuple[str, ...]:
    """Returns the tiles that are read the other way: all disputed ones or none, except those that an option names."""
    named = options.disputed_tiles.replace(",", " ").split()
    for name in named:
        if name not in disputed:
            known = ", ".join(disputed) or "none"
            raise UsageError(f"option disputed_tiles: {name!r} is not a disputed tile; these are: {known}")
    everywhere = options.disputed == "alternative"
    return tuple(name for name in disputed if (name in named) != everywhere)
