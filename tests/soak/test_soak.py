"""Random whole games of every ruleset in every setting, for as long as you like.

    pytest -m soak tests/soak/test_soak.py --soak-hours 8 --soak-seed 7      # over night, on all cores
    pytest -m soak tests/soak/test_soak.py --soak-only glenmore:812 --soak-seed 7    # what was found, once more

It is `tilewright soak` with what each of our games promises beyond what every ruleset must do (watches.py).
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from tilewright.core.cli.author.soak import ENOUGH
from tilewright.core.testing import soak as soaks
from tilewright.core.testing.soak_settings import ImportedPackage, SoakedGame
from tilewright.core.testing.soak_tally import BlockTally, SoakBook, SoakFailure

from .watches import WATCHES

CARCASSONNE = Path(__file__).parents[2] / "examples" / "carcassonne"
GAMES = ("glenmore", "isleofskye", "rebirth", "carcassonne")
MODULES = {"isleofskye": ("bonus", "druids", "outskirts", "tunnel"), "rebirth": ("ireland",)}


def ground(name: str) -> SoakedGame:
    """The game with the modules that are ours; others may be installed."""
    if name == "carcassonne":
        if str(CARCASSONNE) not in sys.path:
            sys.path.append(str(CARCASSONNE))
        return SoakedGame(name=name, game=ImportedPackage(name))
    modules = {module: module for module in MODULES.get(name, ())}
    return SoakedGame(name=name, game=name, modules=modules, watch=WATCHES[name])


def complaint(tally: BlockTally, seed: int) -> str:
    """Every failure with the command that repeats it."""

    def command(failure: SoakFailure) -> str:
        only = f"--soak-seed {seed} --soak-only {failure.game}:{failure.only}"
        return f"pytest -n 0 -m soak tests/soak/test_soak.py {only}"

    said = [
        f"{failure.game}, game {failure.number}: {failure.check} is broken: {failure.said}\n"
        f"  to repeat it: {command(failure)}"
        for failure in tally.failures
    ]
    return "\n".join(said)


@pytest.mark.parametrize("name", GAMES)
def test_a_few_blocks_of_games(name: str) -> None:
    """Every number of players, without modules and with one, and one block with options drawn."""
    here = ground(name)
    tally = soaks.play(here, 3, 0, 2 * here.block)
    assert not tally.failures, complaint(tally, 3)
    assert tally.total().games + tally.total().refused == 2 * here.block
    drawn = soaks.play(here, 3, 200 * here.block, 201 * here.block)
    assert not drawn.failures, complaint(drawn, 3)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_soak(name: str, pytestconfig: pytest.Config, capsys: pytest.CaptureFixture[str]) -> None:
    seed, only = pytestconfig.getoption("--soak-seed"), pytestconfig.getoption("--soak-only")
    here = ground(name)
    book = SoakBook(seed=seed)
    if only is not None:
        game, _, numbers = only.partition(":")
        if game not in GAMES:
            pytest.fail(f"--soak-only {only}: write it as GAME:NUMBER, with one of {', '.join(GAMES)}")
        if game != name:
            pytest.skip(f"--soak-only names {game}")
        book.add(soaks.only(here, seed, numbers))
    else:
        hours, games = pytestconfig.getoption("--soak-hours"), pytestconfig.getoption("--soak-games")
        # One test for each game; so many of them run at once.
        share = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")) / len(GAMES)
        end = time.monotonic() + (hours or 0) * 3600 * min(1.0, share)

        def more(book: SoakBook) -> bool:
            if len(book.failures) >= ENOUGH:
                return False
            return time.monotonic() < end if hours is not None else book.total().games < games

        soaks.soak([here], book, more)
    with capsys.disabled():
        whole = book.total()
        print(f"\n{name}: {whole.games} games, {whole.decisions} decisions, {whole.checks} further checks")
    assert not book.failures, complaint(book, seed)
