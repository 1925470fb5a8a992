"""Checks of the files of data/glenmore: each record by itself, and the totals of the box."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import attrs

from tilewright.authoring import Document, Problem, english, known, near, players, twice, unless_printed

from .files import RESOURCES, Addition, Box, Card, Does, Each, Number, Stack, Tile

NEEDED: dict[Does, tuple[str, ...]] = {
    "nothing": (),
    "produce": ("cube",),
    "move": ("points",),
    "score": ("vp",),
    "exchange": ("give",),
    "several": ("cube", "vp"),
    "different": ("vp",),
    "any": ("count", "vp"),
}
"""The fields that each word of `does` needs. Others are refused; an exchange brings either `vp` or `whisky`."""
HANDING_IN = ("exchange", "several", "different", "any")
"""Words for which cubes are handed in."""
DEALERS = ("butcher", "fair", "grocer", "bridge")
"""Kinds of tile that give points for cubes."""
TABLES = ("several", "different")
"""Words whose `vp` is a table by number of cubes."""
STACKS: tuple[Stack, ...] = ("start", 0, 1, 2, 3)

Slip = tuple[tuple[str, ...], str]
"""The place in a record where something is wrong, and what is wrong."""


def check_tiles(
    document: Document, tiles: Sequence[Tile | Addition], options: Collection[str]
) -> list[Problem]:
    """Return what is wrong within records of tiles.yaml; `options` are the names that may stand for a number."""
    problems = twice(document, [tile.id for tile in tiles])
    for at, tile in enumerate(tiles):
        problems += english(document, (at, "names"), tile.names)
        if tile.cost.different > len(RESOURCES):
            problems.append(document.problem((at, "cost", "different"), "there are five kinds of cube"))
        slips = _each(tile.each)
        if tile.each.does in HANDING_IN and not tile.each.whisky and tile.kind not in DEALERS:
            said = f"points for cubes are given by {', '.join(DEALERS)}, not by {tile.kind}"
            slips.append((("does",), said))
        for path, number in _numbers(tile.each):
            if isinstance(number, str) and number not in options:
                said = f"{number!r} is neither a whole number nor an option{near(number, options)}"
                slips.append((path, said))
        problems += [document.problem((at, "each", *path), message) for path, message in slips]
    return problems


def _each(each: Each) -> list[Slip]:
    does, table = each.does, each.vp if isinstance(each.vp, dict) else None
    unset = attrs.asdict(Each(does))
    given = [name for name, value in attrs.asdict(each).items() if value != unset[name]]
    brings = ("vp", "whisky") if does == "exchange" else ()
    slips: list[Slip] = []
    slips += [
        ((name,), f"{does!r} has no {name!r}") for name in given if name not in (*NEEDED[does], *brings)
    ]
    slips += [((), f"{does!r} needs {name!r}") for name in NEEDED[does] if name not in given]
    if brings and sum(name in given for name in brings) != 1:
        slips.append(((), "'exchange' needs either 'vp' or 'whisky'"))
    if does == "several" and each.cube == "any":
        slips.append((("cube",), "expected one kind of cube"))
    if "vp" in given and (table is not None) != (does in TABLES):
        slips.append(
            (("vp",), "expected points by number of cubes" if does in TABLES else "expected one number")
        )
    elif table is not None and sorted(table) != list(range(1, len(table) + 1)):
        slips.append((("vp",), "expected points for 1, 2, 3 ... cubes, none left out"))
    elif table is not None and does == "different" and len(table) > len(RESOURCES):
        slips.append((("vp",), "there are five kinds of cube"))
    return slips


def _numbers(each: Each) -> list[tuple[tuple[str, ...], Number]]:
    if isinstance(each.vp, dict):
        return [(("vp", str(key)), number) for key, number in each.vp.items()]
    return [(("vp",), each.vp)]


def check_cards(
    document: Document, cards: Sequence[Card], of_tiles: Document, tiles: Sequence[Tile | Addition]
) -> list[Problem]:
    """Return what is wrong in cards.yaml, or between cards and tiles: each card has exactly one tile."""
    problems = twice(document, [card.id for card in cards])
    ids = [card.id for card in cards]
    for at, card in enumerate(cards):
        problems += english(document, (at, "names"), card.names)
        if card.final and (card.final.frame is None) == (card.final.kind is None):
            problems.append(document.problem((at, "final"), "expected either 'frame' or 'kind'"))
        if card.id not in [tile.card for tile in tiles]:
            problems.append(document.problem((at, "id"), "no tile brings this card"))
    seen: set[str] = set()
    for at, tile in enumerate(tiles):
        if not tile.card:
            continue
        path = (at, "card")
        if tile.card not in ids:
            problems += known(of_tiles, path, tile.card, ids, "card")
        elif tile.card in seen:
            problems.append(of_tiles.problem(path, f"another tile brings {tile.card!r} already"))
        elif tile.count > 1:
            problems.append(
                of_tiles.problem(path, f"{tile.count} tiles bring {tile.card!r}, which is a single card")
            )
        elif tile.names != cards[ids.index(tile.card)].names:
            problems.append(of_tiles.problem((at, "names"), "the card has other names"))
        seen.add(tile.card)
    return problems


def check_totals(
    document: Document, box: Box, tiles: tuple[Tile, ...], cards: tuple[Card, ...]
) -> list[Problem]:
    """Return where box.yaml does not agree with itself or with the other two files."""
    problems: list[Problem] = []
    for needed in ("tiles", "cards", "members"):
        if needed not in box.pieces:
            problems.append(document.problem(("pieces",), f"no piece {needed!r}"))
    for stack in STACKS:
        if stack not in box.stacks:
            problems.append(document.problem(("stacks",), f"no stack {stack!r}"))
    if problems:
        return problems
    laid = [tile for tile in tiles if tile.stack != "start"]
    found = sum(total.count for total in box.stacks.values())
    if box.pieces["tiles"].count != found:
        right = unless_printed(box.pieces["tiles"].provenance, found)
        problems.append(
            document.problem(("pieces", "tiles", "count"), f"the stacks make {found}", right=right)
        )
    for stack in STACKS:
        found = sum(tile.count for tile in tiles if tile.stack == stack)
        if box.stacks[stack].count != found:
            said = f"tiles.yaml has {found} of this stack"
            right = unless_printed(box.stacks[stack].provenance, found)
            problems.append(document.problem(("stacks", str(stack), "count"), said, right=right))
    for name, total, found in (
        ("rivers", box.rivers, sum(tile.count for tile in laid if tile.river)),
        ("roads", box.roads, sum(tile.count for tile in laid if tile.road)),
    ):
        if total.count != found:
            said = f"tiles.yaml has {found}, start villages left out"
            right = unless_printed(total.provenance, found)
            problems.append(document.problem((name, "count"), said, right=right))
    if box.pieces["cards"].count != len(cards):
        said, right = (
            f"cards.yaml has {len(cards)}",
            unless_printed(box.pieces["cards"].provenance, len(cards)),
        )
        problems.append(document.problem(("pieces", "cards", "count"), said, right=right))
    out = sum(tile.count * tile.once.member for tile in tiles) + sum(c.once.member for c in cards)
    if out > box.pieces["members"].count:
        said = f"tiles and cards can bring {out} members into play (GM-AMB-13)"
        problems.append(document.problem(("pieces", "members", "count"), said))
    starts = sum(tile.stack == "start" for tile in tiles)
    if starts != 1:
        said = f"expected one kind of start village in tiles.yaml, which has {starts}"
        problems.append(document.problem(("stacks", "start"), said))
    if any(low >= high for low, high in pairwise(box.prices.values)):
        problems.append(document.problem(("prices", "values"), "expected the cheapest space first"))
    if min(box.die.values) < 1:
        problems.append(document.problem(("die", "values"), "the die moves by one tile or more (GM-DIE-4)"))
    return [*problems, *_setup(document, box)]


def _setup(document: Document, box: Box) -> list[Problem]:
    """Return where the set-up does not fill the circuit (GM-SETUP-10), or needs more than the box holds."""
    fewest, most = box.players
    problems = players(document, ("setup",), box.setup, fewest, most)
    if box.stacks["start"].count < most:
        said = f"{most} players need as many start villages (GM-SETUP-3)"
        problems.append(document.problem(("stacks", "start", "count"), said))
    for number, setup in box.setup.items():
        path = ("setup", str(number))
        occupied = number + setup.die + setup.stack0 + setup.stack1
        if occupied != box.spaces.count - 1:
            said = f"{occupied} of {box.spaces.count} spaces are occupied; all but one must be (GM-SETUP-9)"
            problems.append(document.problem(path, said))
        for name, tiles, total in (
            ("stack0", setup.stack0, box.stacks[0]),
            ("stack1", setup.stack1, box.stacks[1]),
        ):
            if tiles > total.count:
                problems.append(document.problem((*path, name), f"the stack has {total.count}"))
        if setup.stack1 and setup.stack0 < box.stacks[0].count:
            said = "tiles of stack 0 come first (GM-SETUP-8), and some are left"
            problems.append(document.problem((*path, "stack1"), said))
    return problems
