"""The names that people outside import."""

from __future__ import annotations

import subprocess
import sys

import tilewright as tw
from tilewright import testing


def test_the_kit_is_there_under_the_name_that_authors_use() -> None:
    [found] = testing.run(tw.load("rebirth"), ["scores"], games=1)
    assert (found.check, found.outcome) == ("scores", "holds")
    assert set(testing.CHECKS) >= {"legality", "views", "undo", "records"}


def test_a_first_user_needs_five_names() -> None:
    rules = tw.load("rebirth", options={"castle": 6})
    state = rules.new(seats=["anna", "bruno"], seed=7)
    action = state.legal(state.to_act[0])[0]
    assert rules.read(str(action), state, state.to_act[0]) == action
    assert state.check(action) is None
    state.play(action)
    assert rules.restore(state.to_dict()) == state
    assert isinstance(tw.Match(rules, ["anna", "bruno"], seed=7).state, tw.State)


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys; before = {*sys.modules}; import tilewright; print({*sys.modules} - before)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    homes = {name.split(".")[0] for name in eval(ran.stdout)}
    assert homes <= {"tilewright", *sys.stdlib_module_names}
    assert {"compare", "design", "content", "load", "Match"} <= {*dir(tw)}
