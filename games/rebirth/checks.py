"""Reading Rebirth's files, which have to add up. Each check returns every problem that it finds, at its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from tilewright.authoring import (
    Document,
    Folder,
    Problem,
    UsageError,
    english,
    known,
    near,
    players,
    stop,
    twice,
    unless_printed,
)

from .conditions import REGIONAL
from .files import ENERGY, FIELDS, KINDS, SIZES, Box, Deck, MapFile, Tiles
from .map_reader import FARMS, LOCH, SEA, read, settlements
from .missions import METRICS
from .printed import numbered
from .renaming import retold

if TYPE_CHECKING:
    from .files import Mission, Mix, Removal
    from .map_reader import Marks, Place, Slip
    from .printed import Printed


def load_printed(folder: Folder, map_name: str = "default", mix_name: str | None = None) -> Printed:
    """The map `map_name` with everything else in the game's folder, checked.

    Without `mix_name` it is played with the mix that the map is made for. Raises UsageError for an unknown name,
    InvalidFile naming every place where the data does not work out.
    """
    document = folder.document("box.yaml")
    box = document.structure(Box)
    stop(check_box(document, box))
    stop(check_setup(document, box))
    document = folder.document("tiles.yaml")
    tiles = document.structure(Tiles)
    stop(check_tiles(document, tiles, box))

    maps = [name[5:-5] for name in folder.names() if name.startswith("maps/")]
    if map_name not in maps:
        raise UsageError(f"there is no map {map_name!r}{near(map_name, maps)}")
    if folder.brought("box.yaml") and not folder.brought(f"maps/{map_name}.yaml"):
        said = f"map '{map_name}' does not go with a module in play, which brings a box and a map of its own"
        raise UsageError(f"{said}; leave out the option map")
    document = folder.document(f"maps/{map_name}.yaml")
    map_file = document.structure(MapFile)
    stop(check_letters(document, map_file))
    marks, slips = read(map_file.picture, map_file.letters)
    stop(check_picture(document, map_file.picture, slips))
    groups = settlements(marks, map_file.letters)
    stop(check_map(document, map_file, marks, groups, tiles, box))
    mix_name = mix_name or map_file.fits
    if mix_name not in tiles.mixes:
        raise UsageError(f"there is no mix {mix_name!r}{near(mix_name, tiles.mixes)}")
    mix = tiles.mixes[mix_name]
    stop(check_room(document, map_file, mix_name, mix, tiles.removal))

    document = folder.document("missions.yaml")
    deck = document.structure(Deck)
    stop(check_missions(document, deck, box, map_name, map_file))
    deck = retold(folder, deck, map_name, map_file)
    return numbered(map_name, map_file, marks, groups, box, tiles, mix_name, deck)


def check_box(document: Document, box: Box) -> list[Problem]:
    """The box has the pieces that the other checks ask for, and its colours make up its totals."""
    problems = twice(document, [piece.id for piece in box.pieces], ("pieces",))
    named = {piece.id for piece in box.pieces}
    for needed in ("tiles", "castles", "cathedrals", "missions"):
        if needed not in named:
            problems.append(document.problem(("pieces",), f"there is no piece {needed!r}"))
    for at, piece in enumerate(box.pieces):
        if piece.per_colour is not None and piece.per_colour * box.colours != piece.total:
            made = piece.per_colour * box.colours
            said = f"{box.colours} colours of {piece.per_colour} make {made}, not {piece.total}"
            right = unless_printed(piece.provenance, made)
            problems.append(document.problem(("pieces", at, "total"), said, right=right))
    return problems


def check_setup(document: Document, box: Box) -> list[Problem]:
    """For each number of players, what is played follows from what is in the box."""
    problems = players(document, ("setup",), box.setup, *box.players)
    for count, setup in box.setup.items():
        path = ("setup", str(count))
        played = box.each("tiles") - setup.removed - setup.set_aside
        if setup.played != played:
            said = f"{box.each('tiles')} tiles less {setup.removed} and {setup.set_aside} leave {played}"
            right = unless_printed(box.setup_provenance.get("played", "derived"), played)
            problems.append(document.problem((*path, "played"), said, right=right))
        elif setup.on_board != (laid := count * played + setup.neutral_tiles):
            said = f"{count} x {played} + {setup.neutral_tiles} = {laid}"
            right = unless_printed(box.setup_provenance.get("on_board", "derived"), laid)
            problems.append(document.problem((*path, "on_board"), said, right=right))
    return problems


def check_tiles(document: Document, tiles: Tiles, box: Box) -> list[Problem]:
    """The kinds are those of the game, each mix has as many tiles as a colour, and the removal leaves some."""
    problems = []
    if tuple(kind.id for kind in tiles.kinds) != KINDS:
        problems.append(document.problem(("kinds",), f"expected {', '.join(KINDS)}, in this order"))
    for at, kind in enumerate(tiles.kinds):
        if (kind.symbols > 0) != (at > ENERGY):
            said = "a settlement has symbols and a farm has none"
            problems.append(document.problem(("kinds", at, "symbols"), said))
    problems += known(document, ("default_mix",), tiles.default_mix, tiles.mixes, "mix")
    removed = tiles.removal.by_kind
    if sum(removed) != tiles.removal.total:
        problems.append(document.problem(("removal", "total"), f"the tiles above are {sum(removed)}"))
    for name, mix in tiles.mixes.items():
        if sum(mix.by_kind) != box.each("tiles"):
            said = f"{sum(mix.by_kind)} tiles; a colour has {box.each('tiles')}"
            problems.append(document.problem(("mixes", name), said))
        short = [kind for kind, have, gone in zip(KINDS, mix.by_kind, removed, strict=True) if have < gone]
        if short:
            said = f"fewer tiles than the removal takes: {', '.join(short)}"
            problems.append(document.problem(("mixes", name), said))
    return problems


# -- a map ---------------------------------------------------------------------------------------------------------


def check_letters(document: Document, map_file: MapFile) -> list[Problem]:
    """Returns what the map declares beyond the game has letters and names of its own."""
    problems = []
    taken = set(FARMS).union(SIZES, "KC")
    for sort, sites in map_file.sites.items():
        first = {site.code[:1] for site in sites}
        if len(first) != 1 or not all(letter.isascii() and letter.isupper() for letter in first - taken):
            said = "the codes of one sort of places begin with one capital letter"
            problems.append(document.problem(("sites", sort), said))
        elif first & taken:
            problems.append(document.problem(("sites", sort), f"the letter {first.pop()} is taken"))
        taken |= first
    for letter, size in map_file.settlements.items():
        path = ("settlements", letter)
        if not (len(letter) == 1 and letter.isascii() and letter.isupper()):
            problems.append(document.problem(path, "expected a capital letter", at_key=True))
        elif letter in taken:
            problems.append(document.problem(path, f"the letter {letter} is taken", at_key=True))
        others = [one for other, one in map_file.sizes.items() if other != letter]
        if any(size.fields == one.fields or size.name == one.name for one in others):
            said = "there is another size of that name or with as many fields"
            problems.append(document.problem(path, said))
        taken.add(letter)
    for letter in map_file.marks:
        if len(letter) != 1 or letter in ".pn~ ":
            said = "expected one letter that has no meaning yet"
            problems.append(document.problem(("marks", letter), said, at_key=True))
    names = [*map_file.marks.values(), *map_file.sites]
    if len(set(names)) < len(names):
        problems.append(document.problem(("marks",), "two sorts of marks or places have the same name"))
    return problems


def check_picture(document: Document, picture: str, slips: Collection[Slip]) -> list[Problem]:
    """The picture has rows, and no mistakes were found in reading them."""
    found = [document.problem(("picture",), said, row=row, letter=letter) for row, letter, said in slips]
    return found if picture else [document.problem(("picture",), "the picture is empty")]


def check_map(
    document: Document,
    map_file: MapFile,
    marks: Marks,
    groups: Collection[tuple[Place, ...]],
    tiles: Tiles,
    box: Box,
) -> list[Problem]:
    """The settlements, sites, counts and areas of the map, and the mix that it is made for."""
    return [
        *_groups(document, map_file, marks, groups),
        *_sites(document, map_file, marks, box),
        *_counts(document, map_file, counts(map_file, marks, groups), box),
        *_areas(document, map_file, len({row for row, _ in marks})),
        *known(document, ("fits",), map_file.fits, tiles.mixes, "mix"),
    ]


def counts(map_file: MapFile, marks: Marks, groups: Collection[tuple[Place, ...]]) -> dict[str, int]:
    """Returns what the picture has, by the names of a map's `expected_counts`."""
    inside = map_file.letters.settlements
    letters = Counter(mark[0] for mark in marks.values() if mark not in (SEA, LOCH))
    sizes = Counter(marks[group[0]][0] for group in groups)
    fields = sum(letters[letter] for letter in inside)
    farms = sum(letters[letter] for letter in FARMS)
    neutral = [mark for mark in marks.values() if mark[1] == "n" and mark[0] in FARMS + inside]
    on_settlements = sum(mark[0] in inside for mark in neutral)
    return {
        "playable": fields + farms,
        **{name: letters[letter] for name, letter in zip(FIELDS, FARMS, strict=False)},
        **{f"{size.name}_settlements": sizes[letter] for letter, size in map_file.sizes.items()},
        "settlement_fields": fields,
        "farm_fields": farms,
        **{sort: letters[letter] for letter, (sort, _) in map_file.places.items()},
        "ports": sum(mark[1] == "p" and mark[0] in inside for mark in marks.values()),
        **{
            name: sum(mark[1] == letter and mark[0] in FARMS + inside for mark in marks.values())
            for letter, name in map_file.marks.items()
        },
        "neutral": len(neutral),
        "neutral_on_settlement_fields": on_settlements,
        "neutral_on_farm_fields": len(neutral) - on_settlements,
        "lochs": sum(mark == LOCH for mark in marks.values()),
    }


def _groups(
    document: Document, map_file: MapFile, marks: Marks, groups: Collection[tuple[Place, ...]]
) -> list[Problem]:
    """Every settlement has the size of its letter; two of one size that touch look like one too large."""
    problems = []
    for group in groups:
        size = map_file.sizes[marks[group[0]][0]]
        if len(group) != size.fields:
            fields = " ".join(f"[{row}, {column}]" for row, column in group)
            hint = "; two of one size may not touch" if len(group) > size.fields else ""
            said = f"a {size.name} settlement has {size.fields}, not {len(group)} fields: {fields}{hint}"
            problems.append(_here(document, group[0], said))
    return problems


def _here(document: Document, place: Place, message: str) -> Problem:
    """A problem at a hex of the picture."""
    row, column = place
    return document.problem(("picture",), message, row=row, letter=4 * column + row % 2 * 2)


def _sites(document: Document, map_file: MapFile, marks: Marks, box: Box) -> list[Problem]:
    """Castles, cathedrals and further places have one entry each and are drawn once; a colour has pieces enough."""
    problems = []
    for letter, (kind, sites) in map_file.places.items():
        at_list = ("sites", kind) if kind in map_file.sites else (kind,)
        codes = [site.code for site in sites]
        drawn: dict[str, Place] = {}
        for place, mark in sorted(marks.items()):
            if mark[0] == letter and mark in drawn:
                problems.append(_here(document, place, f"{mark} stands here a second time"))
            elif mark[0] == letter:
                drawn[mark] = place
                if mark not in codes:
                    problems.append(_here(document, place, f"{mark} is not among the {kind}"))
        problems += twice(document, codes, at_list, "code")
        for number, site in enumerate(sites):
            if site.code in codes[:number]:
                continue
            if site.code not in drawn:
                said = f"{site.code} is not in the picture"
                problems.append(document.problem((*at_list, number, "code"), said))
            elif site.at != drawn[site.code]:
                said = f"{site.code} stands at {list(drawn[site.code])} in the picture"
                problems.append(document.problem((*at_list, number, "at"), said))
        if kind not in map_file.sites and len(sites) > box.each(kind):
            said = f"{len(sites)} {kind}; a colour has pieces for {box.each(kind)}"
            problems.append(document.problem((kind,), said))
    for code in map_file.tie_breakers:
        if code not in {castle.code for castle in map_file.castles}:
            said = f"{code} is missing; it breaks ties (RB-END-6)"
            problems.append(document.problem(("castles",), said))
    return problems


def _counts(document: Document, map_file: MapFile, found: Mapping[str, int], box: Box) -> list[Problem]:
    """The map has the counts that its file states, and the neutral fields that the box asks for."""
    problems = []
    expected = map_file.expected_counts
    for name, count in found.items():
        if name not in expected:
            problems.append(document.problem(("expected_counts",), f"key {name!r} is missing"))
        elif expected[name] != count:
            said = f"the picture has {count}"
            problems.append(document.problem(("expected_counts", name), said, right=count))
    for name in expected:
        if name not in found:
            said = f"unknown key{near(name, found)}"
            problems.append(document.problem(("expected_counts", name), said, at_key=True))
    needed = box.setup[2].neutral_tiles if 2 in box.setup else found["neutral"]
    if found["neutral"] != needed:
        said = f"{found['neutral']} fields are marked n; two players need {needed}"
        problems.append(document.problem(("picture",), said))
    return problems


def _areas(document: Document, map_file: MapFile, rows: int) -> list[Problem]:
    """Each row of the picture lies in exactly one area."""
    held = Counter(row for first, last in map_file.areas.values() for row in range(first, last + 1))
    wrong = [str(row) for row in sorted({*range(rows), *held}) if held[row] != (0 <= row < rows)]
    said = f"rows 0 to {rows - 1} must each lie in one area; wrong: {', '.join(wrong)}"
    return [document.problem(("areas",), said)] if wrong else []


def check_room(
    document: Document, map_file: MapFile, mix_name: str, mix: Mix, removal: Removal
) -> list[Problem]:
    """Problems if the map has fewer fields than tiles can come: those of three players, of four after the removal, of
    two and the neutral tiles. The tiles set aside may all be of the other sort, so they save nothing."""
    problems = []
    found = map_file.expected_counts
    for name, kinds in (("settlement_fields", slice(2, 6)), ("farm_fields", slice(0, 2))):
        each, removed = sum(mix.by_kind[kinds]), sum(removal.by_kind[kinds])
        needed = max(3 * each, 4 * (each - removed), 2 * each + found[f"neutral_on_{name}"])
        if found[name] < needed:
            said = f"{found[name]} are too few for mix {mix_name!r}, which needs {needed}"
            problems.append(document.problem(("expected_counts", name), said))
    return problems


# -- mission cards -------------------------------------------------------------------------------------------------


def check_missions(
    document: Document, deck: Deck, box: Box, map_name: str, map_file: MapFile
) -> list[Problem]:
    """The cards make up the deck, and what each asks for is on the map and can be counted."""
    problems = twice(document, [card.id for card in deck.cards], ("cards",))
    copies = sum(card.copies for card in deck.cards)
    if deck.deck != box.total("missions"):
        said = f"the box holds {box.total('missions')} mission cards"
        problems.append(document.problem(("deck",), said, right=box.total("missions")))
    if copies != deck.deck:
        said = f"{copies} cards with all copies; the deck has {deck.deck}"
        problems.append(document.problem(("cards",), said))
    castles = [castle.code for castle in map_file.castles]
    for at, card in enumerate(deck.cards):
        path = ("cards", at)
        wanted = {"unconditional": "", "most": "metric", "control_any": "castles"}[card.kind]
        for field in ("metric", "castles"):
            if bool(getattr(card, field)) != (field == wanted):
                said = f"a card of kind {card.kind!r} {'needs' if field == wanted else 'has no'} {field!r}"
                problems.append(document.problem(path, said))
        if (card.kind == "unconditional") != (card.points == 0):
            said = "a card has points, except a bonus card: those are the option cathedral_bonus"
            problems.append(document.problem(path, said))
        for number, code in enumerate(card.castles):
            if code not in castles:
                said = f"map {map_name!r} has no castle {code!r}{near(code, castles)}"
                problems.append(document.problem((*path, "castles", number), said))
        if card.metric and card.metric not in METRICS:
            problems += known(document, (*path, "metric"), card.metric, METRICS, "metric")
        elif card.area:
            problems += _area(document, at, card, map_file.areas)
        problems += english(document, (*path, "text"), card.text)
    return problems


def _area(document: Document, at: int, card: Mission, areas: Collection[str]) -> list[Problem]:
    path = ("cards", at, "area")
    if card.metric not in REGIONAL:
        return [document.problem(path, f"an area goes with {' and '.join(REGIONAL)} only")]
    if card.area not in areas:
        return [document.problem(path, f"the map has no area {card.area!r}{near(card.area, areas)}")]
    return []
