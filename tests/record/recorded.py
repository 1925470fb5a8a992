"""Recorded random matches of three players, for tests of records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import tilewright as tw
from tilewright.core.base.chance import Stream
from tilewright.core.play.match import Match
from tilewright.core.rules.ruleset import Rules

from ..cases import cases
from ..toys import auction, meadow, nim, river
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm

Lines = list[dict[str, Any]]
NAMES = ["anna", "bruno", "clara"]
RULES = {
    "nim": tw.load(nim.PLUGIN),
    "meadow": tw.load(meadow.PLUGIN),
    "river": tw.load(river.PLUGIN),
    "auction": tw.load(auction.PLUGIN),
    "storm": tw.load(harvest, modules=[storm]),
    "rebirth": tw.load("rebirth"),
}

HEAD = cases(__file__, "head")


def played(rules: Rules, path: Path, *, seed: int = 7, most: int = 10_000) -> Match:
    """A recorded random match of three, with decisions taken back now and then; closed after so many decisions."""
    match = Match(rules, NAMES, seed=seed, record=path)
    chooser = Stream(seed, "test")
    while not match.over and match.decisions < most:
        seat = chooser.pick(match.state.to_act)
        match.play(chooser.pick(match.state.legal(seat)))
        if match.can_undo(seat) and chooser.below(3) == 0:
            match.undo(seat)
    match.close()
    return match


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def write(path: Path, lines: Lines) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path
