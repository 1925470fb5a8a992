"""The hooks that every ruleset has. A game adds hookspecs of its own (its moments, its contributions).

Hooks contribute; core sorts their results by (anchor, stated priority, module name), so that nothing depends on the
order in which modules were named or registered. Hook functions stand at the top level of a plugin's file and are marked
with `@hook`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from inspect import isfunction, ismodule, isroutine
from typing import TYPE_CHECKING, Any

import attrs
import pluggy

from ..base.errors import PluginError
from ..text.options import unknown
from ..text.strict import near

if TYPE_CHECKING:
    from ..bots.restrictions import Restriction
    from ..draw.model import Show
    from ..meters.metrics import Meter
    from .actions import Action
    from .events import Log
    from .game import Choice, Game, Module
    from .ruleset import Rules
    from .schedule import Extra, Insert
    from .state import State

PROJECT = "tilewright"
API = 1
"""Version of these hooks; a plugin that states another one in `tilewright_api` is refused."""

spec = pluggy.HookspecMarker(PROJECT)
"""Marks a hook that a game declares for its modules, a method of the class in `Game(specs=...)`."""
hook = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a game or module as its implementation of the hook of the same name."""


class Specs:
    """The hooks of core."""

    @spec(firstresult=True)
    def tilewright_game(self) -> Game:  # type: ignore[empty-body]
        """Declares the game that this plugin is. Called when a ruleset of the game is assembled."""

    @spec
    def tilewright_module(self) -> Module:  # type: ignore[empty-body]
        """Declares the module (expansion) that this plugin is. Called when a ruleset with it is assembled."""

    @spec
    def insert_steps(self, rules: Rules) -> Sequence[Insert]:  # type: ignore[empty-body]
        """Inserts steps before or after named steps. Called once, when the ruleset is assembled.

        Example: `return [Insert(Blessing(), anchor="buy")]`.
        """

    @spec
    def add_actions(self, rules: Rules) -> Sequence[Extra[Any]]:  # type: ignore[empty-body]
        """Adds actions, with their handlers, to existing steps. Called once, when the ruleset is assembled."""

    @spec
    def set_up(self, state: State, log: Log | None) -> None:
        """Sets up the module's part, after the game's own set-up. Called once per match."""

    @spec
    def appraise_lines(self, view: Any, seat: int) -> Sequence[tuple[str, float]]:  # type: ignore[empty-body]
        """Adds (label, points) lines to the game's own appraisal of a position for the seat.

        Called whenever a position is appraised: by bots that look ahead, and by hints.
        """

    @spec
    def appraise_actions(self, view: Any, actions: Sequence[Action]) -> Sequence[Choice]:  # type: ignore[empty-body]
        """Rates those legal actions of the view's seat that the module knows better than the game.

        Called whenever moves are rated: by greedy play, hints and previews.
        """

    @spec
    def add_features(self, view: Any) -> Mapping[str, Sequence[float]]:  # type: ignore[empty-body]
        """Adds named numbers by seat that describe a position; bots learn their worth.

        Called whenever a learned bot values a position, and in training.
        """

    @spec
    def add_restrictions(self, rules: Rules) -> Sequence[Restriction]:  # type: ignore[empty-body]
        """Adds restrictions of bots. One with the name of a known restriction forbids more under that name.

        Called when restrictions are listed, and when a bot with restrictions is made.
        """

    @spec
    def add_meters(self, rules: Rules) -> Sequence[Meter]:  # type: ignore[empty-body]
        """Adds meters of what the module does in a game. Called when metrics are listed or measured."""

    @spec
    def extend_show(self, show: Show, view: Any, lang: str) -> Show:  # type: ignore[empty-body]
        """Adds the module's boards, panels and legend to the drawing, from what the view may see.

        Called for each drawing, after the game and the modules before this one.
        """

    @spec
    def extend_sheet(self, show: Show, sheet: str, rules: Rules, lang: str) -> Show:  # type: ignore[empty-body]
        """Adds the module's panels to a drawing that needs no match, such as `tiles`; any other is returned as it is.

        Called for each such drawing, after the game and the modules before this one.
        """


class _Manager(pluggy.PluginManager):
    """Looks for hooks only among marked functions: most names in a file are not hooks, and pluggy is slow on each."""

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> Any:
        if ismodule(plugin):
            found = vars(plugin).get(name)
            if not isroutine(found) or not hasattr(found, f"{PROJECT}_impl"):
                return None
        return super().parse_hookimpl_opts(plugin, name)

    def parse_hookspec_opts(self, group: Any, name: str) -> Any:
        return None if name.startswith("_") else super().parse_hookspec_opts(group, name)


def manager(plugins: Sequence[tuple[str, Any]], specs: Sequence[type]) -> pluggy.PluginManager:
    """A fresh plugin manager with these specs and named plugins; PluginError for a wrong name or argument of a hook."""
    found = _Manager(PROJECT)
    for group in specs:
        found.add_hookspecs(group())
    for name, plugin in plugins:
        stated = getattr(plugin, "tilewright_api", API)
        if stated != API:
            raise PluginError(f"plugin {name} is made for hook API {stated}; this tilewright has {API}")
        try:
            found.register(plugin, name)
        except (pluggy.PluginValidationError, ValueError) as error:
            raise PluginError(f"plugin {name}: {error}") from error
        for caller in found.get_hookcallers(plugin) or ():
            for impl in caller.get_hookimpls():
                if impl.hookwrapper or impl.wrapper:
                    said = f"hook {caller.name} must be a plain function, not a wrapper"
                    raise PluginError(f"plugin {name}: {said}")
            if not caller.has_spec() and not any(impl.optionalhook for impl in caller.get_hookimpls()):
                raise PluginError(f"plugin {name}: {unknown('hook', caller.name, names(specs))}")
    found.check_pending()
    return found


def names(specs: Sequence[type]) -> set[str]:
    """The hooks of these specs."""
    return {each for group in specs for each in dir(group) if not each.startswith("_")}


def marked(name: str, plugin: Any, known: Collection[str], declared: Game | Module | None = None) -> None:
    """Raise PluginError if the plugin's file defines a function with the name of a known hook and does not mark it.

    A function that the plugin's declaration holds (`Game(set_up=set_up)`) is called through that and needs no mark.
    """
    held = attrs.asdict(declared, recurse=False).values() if declared is not None else ()
    for found, function in vars(plugin).items() if ismodule(plugin) else ():
        if found not in known or not isfunction(function) or function.__module__ != plugin.__name__:
            continue
        if not hasattr(function, f"{PROJECT}_impl") and not any(function is each for each in held):
            raise PluginError(
                f"plugin {name}: function {found} has the name of a hook but is not marked, so it is never "
                "called as one; write @hook above it, or give it another name"
            )


def calls(plugins: pluggy.PluginManager, name: str) -> tuple[Callable[..., Any], ...]:
    """The functions behind hook `name`, to be called directly with positional arguments in the spec's order.

    They are sorted by (priority, plugin name); a plugin states its priority as `PRIORITY = {"hook": 10}`.
    """
    return tuple(function for _, function in named_calls(plugins, name))


def named_calls(plugins: pluggy.PluginManager, name: str) -> list[tuple[str, Callable[..., Any]]]:
    """As `calls`, each with the name of its plugin."""
    caller = getattr(plugins.hook, name, None)
    if caller is None:
        raise PluginError(
            f"there is no hook '{name}'{near(name, vars(plugins.hook), 'Game(specs=...) adds some')}"
        )
    order = caller.spec.argnames
    found = []
    for impl in caller.get_hookimpls():
        priority = getattr(impl.plugin, "PRIORITY", {}).get(name, 0)
        found.append((priority, impl.plugin_name, _positional(impl.function, impl.argnames, order)))
    return [(plugin, function) for _, plugin, function in sorted(found, key=lambda f: f[:2])]


def _positional(
    function: Callable[..., Any], names: Sequence[str], order: Sequence[str]
) -> Callable[..., Any]:
    if tuple(names) == tuple(order):
        return function
    indexes = [order.index(name) for name in names]

    def fewer(*args: Any) -> Any:
        return function(*(args[i] for i in indexes))

    return fewer
