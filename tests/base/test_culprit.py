"""What fails in mid-game is told with the plugin in whose code it failed, its hook and the place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core import bots, testing
from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.base.plugin_errors import culprit, describe
from tilewright.core.rules.ruleset import Rules
from tilewright.core.simulation import games
from tilewright.core.simulation.games import SimulationPlan

from ..toys import drought
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import steps as room
from ..toys.harvest_dist.harvest import storm
from ..toys.paper import plugin

FILE = Path(__file__).name


def rules_with(**hooks: Callable[..., Any]) -> Rules:
    """Harvest with the storm, and with a drought whose hooks these are."""
    return tw.load(harvest, modules=[storm, plugin(drought.MODULE, **{**drought.HOOKS, **hooks})])


def late(state: Any, seat: int, cell: int, log: Any) -> None:
    """A hook that fails when some turns have gone by."""
    if state.turns == 5:
        raise ZeroDivisionError("oh")


def asking(state: Any, seat: int, cell: int, log: Any) -> None:
    """A hook that asks the game for what it cannot give."""
    if state.turns == 5:
        room.refill(None, seat, log)  # type: ignore[arg-type]


def outside(state: Any, seat: int, cell: int, log: Any) -> None:
    """A hook that fails in a library."""
    if state.turns == 5:
        Path("/nowhere/at/all").read_text("utf-8")


def row(rules: Rules, home: Path, **given: Any) -> dict[str, Any]:
    plan = attrs.evolve(
        SimulationPlan.of(rules), bots=("random", "random"), seed=4, failed=str(home), **given
    )
    return games.one(plan, rules, [bots.make("random", rules)] * 2, 4)


@pytest.mark.parametrize("out", [False, True])
@pytest.mark.parametrize(
    ("hook", "line", "said"),
    [
        (late, "raise Zero", "ZeroDivisionError: oh"),
        (asking, "room.refill(None", ""),
        (outside, "/nowhere/", "FileNotFoundE"),
    ],
)
def test_a_hook_that_fails_in_mid_game_is_named(
    tmp_path: Path, hook: Callable[..., Any], line: str, said: str, out: bool
) -> None:
    found = row(rules_with(tile_placed=hook), tmp_path, out=str(tmp_path) if out else None)
    lines = Path(__file__).read_text("utf-8").splitlines()
    number = next(n for n, text in enumerate(lines, 1) if line in text)
    assert found["error"].startswith(f"plugin drought, hook tile_placed ({FILE}:{number}): {said}"), found[
        "error"
    ]
    assert found["turns"] == 5 and Path(found["record"]).is_file()


def test_a_set_up_that_fails_is_a_row_with_an_error(tmp_path: Path) -> None:
    def set_up(state: Any, log: Any) -> None:
        raise ZeroDivisionError("oh")

    rules = rules_with(set_up=set_up)
    with pytest.raises(PluginError, match=r"the set-up with seed 4 failed: plugin drought, hook set_up \("):
        rules.new(2, 4)
    found = row(rules, tmp_path)
    assert found["error"].startswith("the set-up with seed 4 failed: plugin drought, hook set_up (")
    assert found["decisions"] == 0 and "record" not in found
    with pytest.raises(UsageError, match="2 to 4 players, not 9"):
        rules.new(9)


def test_the_kit_names_it_too() -> None:
    [finding] = testing.run(rules_with(tile_placed=late), ["scores"], seats=[2], games=1)
    assert finding.said.startswith(f"playing it failed: plugin drought, hook tile_placed ({FILE}:")
    [finding] = testing.run(rules_with(appraise_actions=lambda view, actions: 1 / 0), ["purity"], games=1)
    assert finding.said.startswith(f"plugin drought, hook appraise_actions ({FILE}:"), finding.said


def raised(function: Callable[[], object]) -> Exception:
    try:
        function()
    except Exception as error:
        return error
    raise AssertionError("it did not fail")


def test_what_a_game_or_its_own_module_raises() -> None:
    """By the package: steps are no hooks."""
    rules = tw.load(harvest, modules=[storm])
    state = rules.new(2, 3)
    alone = raised(lambda: room.refill(rules.options, 0, None))
    assert culprit(alone, rules.plugins).startswith("plugin harvest (steps.py:")
    del state.slices["storm"]
    error = raised(lambda: rules.by_name["storm"].advance(state, (0, 0), None))
    assert describe(error, rules.plugins).startswith(
        "plugin storm (storm.py:"
    ) and "KeyError: 'storm'" in describe(error, rules.plugins)


def test_what_nobody_plugged_in_raises_has_no_name() -> None:
    rules = tw.load(harvest)
    assert describe(raised(lambda: 1 / 0), rules.plugins) == "ZeroDivisionError: division by zero"


@pytest.fixture
def druids() -> Iterator[Rules]:
    yield tw.load("isleofskye", modules=["druids"])


def test_the_rooms_of_a_module_belong_to_it(druids: Rules) -> None:
    """A module of ours is a file with a folder of the same name and an underscore."""
    import tilewright.games.isleofskye.modules._druids.appraise as room

    error = raised(lambda: eval("1 / 0", vars(room)))
    assert culprit(error, druids.plugins).startswith("plugin druids (")
    # The place is the last one: where it was raised, and not where that was called.
    two = compile("def fail():\n    1 / 0\nfail()", "room.py", "exec")
    assert culprit(raised(lambda: exec(two, {**vars(room)})), druids.plugins) == "plugin druids (room.py:2)"
