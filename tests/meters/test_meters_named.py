"""Which meters there are: by name, with wildcards, from modules and other people's plugins, no name twice."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.meters.metrics import Metric, Watch, at_end
from tilewright.core.meters.registry import meters_of, metrics_of
from tilewright.core.rules import plugins
from tilewright.core.rules.ruleset import Rules

from ..cases import cases
from ..cli.shell import run
from ..rules.test_hooks import installed
from ..toys import drought, meadow, nim
from ..toys.harvest_dist import harvest
from ..toys.paper import plugin

HEAP = Metric(name="heap_left", title="left on the heap", group="content")


def nimble(**changes: Any) -> Rules:
    return tw.load(plugin(attrs.evolve(nim.GAME, **changes)))


def asked(rules: Rules, *names: str) -> list[str]:
    return [metric.name for one in meters_of(rules, names) for metric in one.metrics]


def test_names_choose_the_meters_that_are_needed() -> None:
    rules = tw.load("rebirth")
    assert asked(rules, "margin") == ["margin"]
    assert asked(rules, "turns", "margin", "rounds") == ["turns", "rounds", "margin"]
    assert len(meters_of(rules, ["turns", "rounds"])) == 1
    assert meters_of(rules, []) == []
    state = rules.new(2, 1)
    watch = Watch(meters_of(rules, ["turns"]), state)
    assert watch.values(state) == {"turns": 0}


def test_wildcards() -> None:
    rules = tw.load("rebirth")
    sources = asked(rules, "source.*")
    assert sources == [f"source.{reason.key}" for reason in rules.reasons]
    assert asked(rules, "*_settlements") == ["contested_settlements", "tied_settlements"]
    assert asked(rules, "*") == asked(rules, *[n for n, m in metrics_of(rules).items() if not m.costly])


def test_what_is_costly_is_asked_for_by_its_full_name() -> None:
    rules = tw.load("rebirth")
    costly = {name for name, metric in metrics_of(rules).items() if metric.costly}
    assert costly == {"chance", "choice_gap", "choice_range"}
    usual = meters_of(rules)
    assert not costly & {metric.name for one in usual for metric in one.metrics}
    assert not any(one.events for one in usual)
    assert asked(rules, "choice_gap") == ["choice_gap"]
    assert Watch(meters_of(rules, ["chance"]), rules.new(2)).log() is not None
    with pytest.raises(UsageError, match=r"there is no metric 'choice_\*'"):
        meters_of(rules, ["choice_*"])


def test_a_name_that_nobody_has() -> None:
    with pytest.raises(UsageError, match="there is no metric 'margn'; did you mean 'margin'"):
        meters_of(tw.load("rebirth"), ["margn"])
    with pytest.raises(UsageError, match=r"there is no metric 'sauce\.\*'"):
        meters_of(tw.load("rebirth"), ["sauce.*"])


def test_games_that_say_nothing_of_worth_or_pieces_are_measured_all_the_same() -> None:
    known = metrics_of(tw.load(nim.PLUGIN))
    assert "margin" in known and "choice_gap" not in known and "visible" not in known
    assert "choice_gap" in metrics_of(tw.load(meadow.PLUGIN))


def test_a_games_and_a_modules_own_meters() -> None:
    def heap(rules: Rules) -> list[Any]:
        return [at_end([HEAP], lambda state: {"heap_left": state.heap})]

    def dry(rules: Rules) -> list[Any]:
        dryness = Metric(name="dryness", title="dryness", group="content")
        return [at_end([dryness], lambda state: {"dryness": 3})]

    rules = nimble(meters=heap)
    state: Any = rules.new(2)
    assert Watch(meters_of(rules, ["heap_left"]), state).values(state) == {"heap_left": state.heap}
    module = plugin(drought.MODULE, **drought.HOOKS, add_meters=dry)
    rules = tw.load(harvest, modules=[module])
    assert "dryness" in metrics_of(rules) and "dryness" not in metrics_of(tw.load(harvest))


@pytest.mark.parametrize(
    ("meters", "said"),
    [
        (
            lambda rules: [at_end([attrs.evolve(HEAP, name="margin")], lambda state: {})],
            "game nim: metric 'margin': core already declares it",
        ),
        (
            lambda rules: [at_end([HEAP, HEAP], lambda state: {})],
            "game nim: metric 'heap_left': it is declared twice",
        ),
        (lambda rules: [at_end([HEAP], lambda state: {})] * 2, "metric 'heap_left': it is declared twice"),
        (lambda rules: 1 // 0, "game nim: ZeroDivisionError: "),
        (lambda rules: [7], "game nim: AttributeError: "),
    ],
)
def test_a_name_given_twice_and_other_mistakes(meters: Any, said: str) -> None:
    with pytest.raises(PluginError) as error:
        metrics_of(nimble(meters=meters))
    assert said in str(error.value), str(error.value)


# -- other people's plugins ------------------------------------------------------------------------------------------

WORKING: str = cases(__file__, "working")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in ("skywatch", "cloudy"):
        sys.modules.pop(name, None)


def test_a_plugins_metrics_are_measured(site: Path) -> None:
    installed(site, "skywatch", "[tilewright.metrics]\nmoons = skywatch:moons\n")
    (site / "skywatch.py").write_text(WORKING)
    assert plugins.found("metric")["moons"].source == "skywatch 1.0"
    rules = tw.load("rebirth")
    state = rules.new(3)
    assert Watch(meters_of(rules, ["moons"]), state).values(state) == {"moons": 3}
    assert "moons" not in metrics_of(tw.load("glenmore"))


def test_a_broken_plugin_is_told_of_and_the_others_work(site: Path) -> None:
    points = "moons = skywatch:moons\nthief = skywatch:thief\nlate = skywatch:late\ncloud = cloudy:all\n"
    installed(site, "skywatch", f"[tilewright.metrics]\n{points}")
    (site / "skywatch.py").write_text(WORKING)
    (site / "cloudy.py").write_text("1 / 0\n")
    told: dict[str, str] = {}
    metrics = metrics_of(tw.load("rebirth"), told.__setitem__)
    assert metrics["moons"].title == "moons" and metrics["margin"].title != "mine"
    assert told["metric thief (skywatch 1.0)"].endswith("metric 'margin': core already declares it")
    assert "no_such_thing" in told["metric late (skywatch 1.0)"]
    assert "ZeroDivisionError" in told["metric cloud (skywatch 1.0)"] and len(told) == 3
    assert len(meters_of(tw.load("rebirth"))) > 5  # nobody has to listen
    listed = {one["plugin"]: one["error"] for one in json.loads(run("games", "--json").out)["broken"]}
    assert "ZeroDivisionError" in listed["metric cloud (skywatch 1.0)"]
