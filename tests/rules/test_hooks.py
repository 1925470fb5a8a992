"""Plugins: hooks checked by name and arguments, order that depends on nobody, broken ones set apart and listed."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Callable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import attrs
import pluggy
import pytest

import tilewright as tw
from tilewright.core.base.errors import PluginError, UsageError
from tilewright.core.rules import hooks, plugins
from tilewright.core.rules.game import ScoreReason
from tilewright.core.rules.hooks import Specs, calls, hook, manager, spec
from tilewright.core.rules.schedule import Extra, Insert
from tilewright.core.simulation import games
from tilewright.core.simulation.games import SimulationPlan
from tilewright.core.text.messages import Words

from ..cases import cases
from ..toys import drought, meadow, nim
from ..toys.harvest_dist import harvest
from ..toys.harvest_dist.harvest import storm
from ..toys.paper import folder, plugin

pytestmark = pytest.mark.quick

HARVEST = Path(harvest.__file__).resolve().parents[1]


class Moments:
    """Two hookspecs of a game."""

    @spec
    def placed(self, state: Any, seat: int, cell: int) -> None:
        """A tile lies on the cell."""

    @spec
    def prices(self, state: Any) -> Any:
        """What things cost."""


def made(name: str, **functions: Any) -> Any:
    return types.SimpleNamespace(__name__=name, **functions)


def known(*given: tuple[str, Any]) -> pluggy.PluginManager:
    return manager(given, [Specs, Moments])


# -- what a plugin may do --------------------------------------------------------------------------------------------


def test_functions_are_called_with_the_arguments_they_ask_for() -> None:
    @hook
    def placed(cell: int, state: Any) -> tuple[Any, int]:
        return state, cell

    @hook
    def prices() -> int:
        return 3

    found = known(("m", made("m", placed=placed, prices=prices)))
    assert [function("state", 1, 7) for function in calls(found, "placed")] == [("state", 7)]
    assert [function("state") for function in calls(found, "prices")] == [3]


def test_functions_in_the_specs_own_order_are_called_directly() -> None:
    @hook
    def placed(state: Any, seat: int, cell: int) -> None: ...

    assert calls(known(("m", made("m", placed=placed))), "placed") == (placed,)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_the_order_of_functions_depends_on_priority_and_name_alone(order: tuple[int, ...]) -> None:
    def answering(name: str) -> Callable[[], str]:
        def prices() -> str:
            return name

        return hook(prices)

    parts = [(name, made(name, prices=answering(name))) for name in ("d", "b", "a", "c")]
    parts[0][1].PRIORITY = {"prices": -1}
    parts[1][1].PRIORITY = {"prices": 5, "placed": -9}
    found = known(*(parts[n] for n in order))
    assert [function("state") for function in calls(found, "prices")] == ["d", "a", "c", "b"]


def unknown_hook() -> dict[str, Any]:
    def plased(state: Any) -> None: ...

    return {"plased": hook(plased)}


def wrong_arguments() -> dict[str, Any]:
    def placed(state: Any, place: int) -> None: ...

    return {"placed": hook(placed)}


def old_wrapper() -> dict[str, Any]:
    def placed() -> Iterator[None]:
        yield

    return {"placed": pluggy.HookimplMarker("tilewright")(hookwrapper=True)(placed)}


def new_wrapper() -> dict[str, Any]:
    def prices() -> Iterator[None]:
        return (yield)

    return {"prices": pluggy.HookimplMarker("tilewright")(wrapper=True)(prices)}


@pytest.mark.parametrize(
    ("functions", "said"),
    [
        (unknown_hook, "there is no hook 'plased'; did you mean 'placed'?"),
        (
            wrong_arguments,
            "Argument(s) {'place'} are declared in the hookimpl but can not be found in the hookspec",
        ),
        (old_wrapper, "plugin flood: hook placed must be a plain function, not a wrapper"),
        (new_wrapper, "plugin flood: hook prices must be a plain function, not a wrapper"),
        (lambda: {"tilewright_api": 2}, "plugin flood is made for hook API 2; this tilewright has 1"),
    ],
)
def test_a_plugin_that_does_not_fit_is_named(functions: Callable[[], dict[str, Any]], said: str) -> None:
    with pytest.raises(PluginError) as error:
        known(("flood", made("some.flood", **functions())))
    assert str(error.value).startswith("plugin flood") and said in str(error.value), str(error.value)
    assert error.value.exit_code == 3


def written(name: str, text: str) -> types.ModuleType:
    """A plugin's file with this text."""
    file = types.ModuleType(name)
    exec(text, vars(file))
    return file


MODULE: str = cases(__file__, "module")
GAME: str = cases(__file__, "game")
UNMARKED = (
    "has the name of a hook but is not marked, so it is never called as one; "
    "write @hook above it, or give it another name"
)


@pytest.mark.parametrize("function", ["insert_steps", "tile_placed", "set_up"])
def test_a_hook_without_its_mark_is_named(function: str) -> None:
    """Core's hooks and the game's, in a module's file."""
    file = written("dry", MODULE.format(more="") + f"\ndef {function}(*args): ...\n")
    with pytest.raises(PluginError) as error:
        tw.load(harvest, modules=[file])
    assert str(error.value) == f"plugin drought: function {function} {UNMARKED}"
    assert error.value.exit_code == 3


def test_the_declaration_itself_wants_its_mark() -> None:
    with pytest.raises(PluginError, match="plugin field: function tilewright_game has the name of a hook"):
        tw.load(written("field", GAME.format(mark="")))
    with pytest.raises(PluginError, match="plugin dry: function tilewright_module has the name of a hook"):
        tw.load(harvest, modules=[written("dry", MODULE.replace("@hook", "").format(more=""))])


@pytest.mark.parametrize("text", cases(__file__, "what_is_no_hook_of_the_file_wants_no_mark"))
def test_what_is_no_hook_of_the_file_wants_no_mark(text: str) -> None:
    """Imported functions, other names, what is no function, and what is marked."""
    assert (
        tw.load(harvest, modules=[written("dry", MODULE.format(more="") + text)]).modules[0].name == "drought"
    )


def test_a_function_that_the_declaration_calls_wants_no_mark() -> None:
    """`Game(set_up=set_up)` has the name of a hook, and is no hook; so may a module's `slice` have."""
    assert tw.load(written("field", GAME.format(mark="@hook"))).game.name == "meadow"
    text = MODULE.format(more="slice=set_up") + "\ndef set_up(state): return drought.Dry()\n"
    assert tw.load(harvest, modules=[written("dry", text)]).modules[0].name == "drought"


def test_the_api_version_may_be_stated() -> None:
    assert known(("m", made("m", tilewright_api=hooks.API))).has_plugin("m")


def test_two_plugins_of_one_name() -> None:
    with pytest.raises(PluginError, match="plugin m: "):
        known(("m", made("m")), ("m", made("other")))


def test_managers_do_not_know_each_other() -> None:
    one, other = tw.load(harvest), tw.load(harvest, modules=[storm])
    assert not one.calls("forbid_cells") and len(other.calls("forbid_cells")) == 1
    assert one.plugins is not other.plugins


def test_the_same_ruleset_is_assembled_once() -> None:
    """However its options are said; another option, module, edition or data folder makes another one."""
    one, plain = tw.load(harvest, modules=[storm]), tw.load("isleofskye")
    assert tw.load(harvest, modules=[storm], options={}) is one
    assert tw.load("isleofskye", ["tunnel"]) is not plain and tw.load("isleofskye") is plain
    assert tw.load(harvest) is not one
    made = tw.load(harvest, modules=[storm], options={"goal": 3})
    assert made is not one
    with pytest.raises(AttributeError, match="'options' cannot be set"):
        made.options = None


def test_a_data_folder_that_has_changed_is_read_anew(tmp_path: Path) -> None:
    theirs = tmp_path / "messages.yaml"
    theirs.write_text('fits_somewhere: {en: "one"}\n', "utf-8")
    before = tw.load(harvest, data=tmp_path)
    assert tw.load(harvest, data=tmp_path) is before
    theirs.write_text('fits_somewhere: {en: "another"}\n', "utf-8")
    after = tw.load(harvest, data=tmp_path)
    assert (before.say("fits_somewhere", {}), after.say("fits_somewhere", {})) == ("one", "another")


def test_own_messages_replace_single_texts(tmp_path: Path) -> None:
    """Those that a user's file leaves out, keys or languages, stay ours."""
    (tmp_path / "messages.yaml").write_text('castle: {en: "stronghold"}\n', "utf-8")
    rules = tw.load("rebirth", data=tmp_path)
    said = [rules.say("castle", {}, lang=lang) for lang in ("en", "de")]
    assert said == ["stronghold", "Burg"]
    assert rules.say("mission", {}) == tw.load("rebirth").say("mission", {})
    assert rules.data_digest == tw.load("rebirth").data_digest


def test_a_plugin_that_has_changed_is_assembled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    before = tw.load(harvest, modules=[storm])
    monkeypatch.setattr(storm, "PRIORITY", {"forbid_cells": 10}, raising=False)
    assert tw.load(harvest, modules=[storm]) is not before
    monkeypatch.undo()
    assert tw.load(harvest, modules=[storm]) is before


# -- assembling --------------------------------------------------------------------------------------------------


def raising(*args: Any) -> Any:
    raise ZeroDivisionError("oh")


def module_with(name: str = "drought", *, extra: dict[str, Any] | None = None, **changes: Any) -> Any:
    given = {**drought.HOOKS, **(extra or {})}
    return plugin(attrs.evolve(drought.MODULE, name=name, **changes), **given)


def bad_step(rules: Any) -> list[Any]:
    class Lost(Extra[Any]):
        step = "plaec"

    return [Lost()]


@pytest.mark.parametrize(
    ("game", "modules", "said"),
    [
        (made("empty"), [], "plugin empty declares no game (hook tilewright_game)"),
        (made("sad", tilewright_game=hook(lambda: raising())), [], "plugin sad, hook tilewright_game: Zero"),
        (harvest, [made("empty")], "plugin empty declares no module (hook tilewright_module)"),
        (harvest, [made("sad", tilewright_module=raising)], "plugin sad, hook tilewright_module: Zero"),
        (harvest, [storm, storm], "a module is given twice: storm, storm"),
        (meadow.PLUGIN, [storm], "module storm belongs to harvest, not to meadow"),
        (harvest, ["strom"], "there is no module 'strom'; harvest has no modules"),
        (
            harvest,
            [module_with(extra={"insert_steps": lambda rules: raising()})],
            "harvest+drought cannot be assembled: plugin drought, hook insert_steps (test_hooks.py:",
        ),
        (
            harvest,
            [module_with(extra={"add_actions": bad_step})],
            "module drought: no step 'plaec' takes actions",
        ),
        (
            harvest,
            [module_with(streams=("bag",))],
            "two streams are called bag, in harvest and drought; a module's is named module:NAME",
        ),
        (
            harvest,
            [module_with(readers={"tile": raising})],
            "module drought: tile already has a reader in this ruleset",
        ),
        (harvest, [module_with(reasons=(ScoreReason("goal", "X"),))], "the key goal, in harvest and drought"),
        (
            harvest,
            [module_with(folder=lambda: folder({"neighbours": "rain"}, {}))],
            "harvest and drought both have a message with the key neighbours; give that of drought another key",
        ),
        (
            harvest,
            [module_with(folder=lambda: folder({"storm_rages": "hot"}, {})), storm],
            "drought and storm both have a message with the key storm_rages; give that of storm another key",
        ),
        (
            harvest,
            [module_with(names=lambda data: {"wheat": {"en": "rye"}})],
            "harvest and drought both have a message with the key name.wheat",
        ),
        (
            harvest,
            [module_with(extra={"insert_steps": lambda rules: [Insert(storm.StormStep(), "place")]}), storm],
            "two steps or phases are called storm; one is inserted by drought and by storm",
        ),
        (
            plugin(attrs.evolve(meadow.GAME, phases=raising)),
            [],
            "meadow cannot be assembled: ZeroDivisionError: oh",
        ),
    ],
)
def test_what_cannot_be_assembled_is_said(game: Any, modules: list[Any], said: str) -> None:
    with pytest.raises((PluginError, UsageError)) as error:
        tw.load(game, modules=modules)
    assert said in str(error.value), str(error.value)


def test_a_module_adds_steps_actions_reasons_streams_and_pieces() -> None:
    rules = tw.load(harvest, modules=[storm])
    assert [node.name for node in rules.phases[0].steps] == ["place", "refill", "storm"]
    assert [kind.__name__ for kind in rules.kinds] == ["PlaceOneOf", "Discard", "Wait"]
    assert (
        "omen" in rules.reason
        and "module:storm" in rules.streams
        and rules.pieces["weather"] == ("calm", "gale")
    )
    assert "HV-STORM-1" in rules.rule_texts() and "HV-PLACE-1" in rules.rule_texts()
    assert rules.words.say("storm_rages", {"row": 1}) == "a storm rages in row 1"


def test_messages_that_say_the_same_do_not_clash() -> None:
    """Two modules may both call a thing what it is called; what one says twice is as it says last."""
    hail = {"name.hail": {"en": "hail", "de": "Hagel"}}
    assert Words.of([("one", hail), ("two", hail)]).name("hail", "de") == "Hagel"
    assert Words.of([("one", hail), ("one", {"name.hail": {"en": "sleet"}})]).name("hail") == "sleet"


def test_a_modules_action_is_played_by_its_own_handler() -> None:
    rules = tw.load(harvest, modules=[storm])
    state = rules.new(["anna", "bruno"], 3)
    seat = state.to_act[0]
    storm.sky(state).row = 0
    wait = rules.read("wait", state, seat)
    assert wait in state.legal(seat) and str(list(state.legal(seat))[-1]) == "wait"
    cells = [action for action in state.legal(seat) if hasattr(action, "cell")]
    assert cells and all(action.cell.y != 0 for action in cells)
    east = rules.read("place wheat 1,0", state, seat)
    refusal = state.check(east)
    assert refusal is not None and refusal.rules[-1] == "HV-STORM-1"
    state.play(wait)
    assert state.to_act == (seat,) and wait not in state.legal(seat)
    again = state.check(wait)
    assert again is not None and again.rules == ("HV-STORM-2", "HV-STORM-2")
    assert rules.say_refusal(again, state.seats).startswith(
        "wait: there is no storm to wait for (HV-STORM-2); "
    )


def test_a_modules_lines_are_in_the_score() -> None:
    rules = tw.load(harvest, modules=[storm, drought.PLUGIN])
    state = rules.new(2, 3)
    while not state.over:
        state.play(state.legal(state.to_act[0])[0])
    lines = {(line.reason, line.rule) for line in state.score_lines()}
    assert ("endured", "HV-DRY-1") in lines and {"neighbours", "goal"} <= {reason for reason, _ in lines}
    omens = [line for line in state.score_lines() if line.reason == "omen"]
    assert {line.source for line in omens} <= set(storm.WEATHER)


def test_without_its_module_the_game_is_as_before() -> None:
    """The same seed gives the same tiles, whatever modules draw from their own streams."""
    plain, stormy = tw.load(harvest).new(3, 8), tw.load(harvest, modules=[storm, drought.PLUGIN]).new(3, 8)
    for name in ("bag", "offer", "deck", "goals", "start"):
        assert getattr(plain, name) == getattr(stormy, name), name


# -- other people's packages -----------------------------------------------------------------------------------------


def installed(folder: Path, name: str, points: str) -> None:
    """A distribution's metadata, as an installer leaves it."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packages, and Harvest installed beside them."""
    points = "[tilewright.games]\nharvest = harvest\n\n[tilewright.modules]\nharvest.storm = harvest.storm\n"
    installed(tmp_path, "tilewright_harvest", points)
    monkeypatch.syspath_prepend(str(HARVEST))
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.split(".")[0] in ("harvest", "broken"):
            del sys.modules[name]


def test_a_distribution_is_found_by_its_entry_points(site: Path) -> None:
    found = plugins.found("game")
    assert found["harvest"].source == "tilewright_harvest 1.0" and found["rebirth"].source == "tilewright"
    assert found["harvest"].homes == {"harvest", "tilewright_harvest"}
    assert found["rebirth"].homes == {"tilewright"}
    assert "harvest" not in sys.modules  # not loaded before it is named
    rules = tw.load("harvest", modules=["storm"])
    assert rules.game.title == "Harvest" and rules.modules[0].name == "storm"
    state = rules.new(2, 7)
    assert state.digest() == tw.load(harvest, modules=[storm]).new(2, 7).digest()


def test_what_is_installed_later_is_found(site: Path) -> None:
    os.utime(site, ns=(0, 0))  # two changes of a folder in one tick of the clock cannot be told apart
    assert "late" not in plugins.found("bot")
    installed(site, "latecomer", "[tilewright.bots]\nlate = late:Bot\n")
    assert plugins.found("bot")["late"].source == "latecomer 1.0"


def test_a_game_given_as_an_object_takes_its_modules_by_name(site: Path) -> None:
    assert tw.load(harvest, modules=["storm"]).modules[0].name == "storm"


def test_workers_find_the_distribution_too(site: Path) -> None:
    plan = SimulationPlan(game="harvest", modules=("storm",), bots=("random", "greedy"), seed=3, games=4)
    alone = list(games.run(plan))
    assert list(games.run(plan, workers=2)) == alone
    assert len(alone) == 4 and not any("error" in row for row in alone)


def test_the_kit_plays_an_installed_game_in_other_processes(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tilewright.core import testing
    from tilewright.core.testing import other_processes, replay_checks

    asked: list[object] = []
    play = other_processes.same_elsewhere

    def counted(subject: Any) -> None:
        asked.append(subject.rules)
        play(subject)

    monkeypatch.setattr(replay_checks, "same_elsewhere", counted)
    rules = tw.load("harvest", modules=["storm"])
    [finding] = testing.run(rules, ["workers"], seats=[2], games=1)
    assert finding.outcome == "holds" and asked == [rules], finding.said


def test_a_broken_plugin_is_named_and_the_others_work(site: Path) -> None:
    installed(site, "broken", "[tilewright.games]\nbroken = broken\nlost = nowhere:game\nneedy = needy\n")
    (site / "needy.py").write_text("\nimport no_such_library\n")
    (site / "broken.py").write_text("from tilewright.authoring import ScoreReason\n\nScoreReason('castle')\n")
    found = plugins.found("game")
    assert {"broken", "lost", "harvest", "rebirth"} <= set(found)
    with pytest.raises(
        PluginError, match=r"game broken \(broken 1.0\): TypeError: .*missing.*'rule' \(broken.py:3\)"
    ):
        tw.load("broken")
    with pytest.raises(
        PluginError, match=r"game lost \(broken 1.0\): ModuleNotFoundError: No module named 'nowhere'"
    ):
        tw.load("lost")
    with pytest.raises(PluginError, match=r"No module named 'no_such_library' \(needy.py:2\)"):
        tw.load("needy")
    assert tw.load("harvest").game.name == "harvest"


def test_a_name_that_is_taken_is_not_taken_again(site: Path) -> None:
    installed(site, "thief", "[tilewright.games]\nrebirth = thief\nharvest = aaa_thief\n")
    assert plugins.found("game")["rebirth"].source == "tilewright"
    clashes = dict(plugins.clashes("game"))
    assert clashes["rebirth (thief 1.0)"] == "the name is taken by tilewright"
    assert len(clashes) == 2 and any(name.startswith("harvest") for name in clashes)


def test_names_that_nobody_has() -> None:
    with pytest.raises(UsageError, match="there is no game 'rebrith'; did you mean 'rebirth'"):
        tw.load("rebrith")
    with pytest.raises(UsageError, match=r"there is no game 'zzz'; known: .*rebirth"):
        tw.load("zzz")
    assert nim.PLUGIN.tilewright_game().name == "nim"
