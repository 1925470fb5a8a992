"""What can be measured under a ruleset: of every game, of this one, of its modules, and by other people's plugins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import attrs

from .. import hooks, plugins
from ..errors import PluginError, TilewrightError, UsageError
from ..options import unknown
from . import choosing, course, ending, sight, sources

if TYPE_CHECKING:
    from ..metrics import MakesMeters, Meter, Metric, Watcher
    from ..rules import Rules
    from ..state import State

GENERIC: tuple[MakesMeters, ...] = (
    ending.meters,
    course.meters,
    choosing.meters,
    sight.meters,
    sources.meters,
)
"""What can be measured of every game."""

Told = Callable[[str, str], None]
"""Hears of a plugin that does not work: its name, and what is wrong."""


def _unheard(plugin: str, error: str) -> None:
    pass


def meters_of(rules: Rules, names: Sequence[str] | None = None, told: Told = _unheard) -> list[Meter]:
    """The meters that give these metrics, and their `metrics` no others; without names all that cost little.

    A name may hold `*`: `source.*`. What is costly is measured only where its full name is given. UsageError for a
    name that nobody gives; PluginError where the game or its modules give one name twice. Other people's plugins
    that do not work are left out, and `told`.
    """
    known = _known(rules, told)
    metrics = {metric.name: metric for one in known for metric in one.metrics}
    wanted = {name for name, metric in metrics.items() if not metric.costly}
    if names is not None:
        wanted = set()
        for name in names:
            found = {name} & {*metrics}
            if "*" in name:
                found = {n for n, metric in metrics.items() if fnmatchcase(n, name) and not metric.costly}
            if not found:
                raise unknown("metric", name, metrics)
            wanted |= found
    return [_Part(one, kept) for one in known if (kept := [m for m in one.metrics if m.name in wanted])]


def metrics_of(rules: Rules, told: Told = _unheard) -> dict[str, Metric]:
    """Every metric by its name, the costly ones too; in the order in which reports show them."""
    return {metric.name: metric for one in _known(rules, told) for metric in one.metrics}


@attrs.frozen(eq=False)
class _Part:
    """A meter of which only some metrics are wanted."""

    _whole: Meter
    metrics: Sequence[Metric]

    @property
    def events(self) -> bool:
        return self._whole.events

    def watch(self, state: State) -> Watcher[Any]:
        return self._whole.watch(state)


def _known(rules: Rules, told: Told) -> list[Meter]:
    """Every meter; no metric is given twice."""
    found: list[Meter] = []
    givers: dict[str, str] = {}
    for giver, make in _own(rules):
        found += _given(giver, make, rules, givers)
    for plugin in plugins.found("metric").values():
        giver = f"metric {plugin.name} ({plugin.source})"
        try:
            found += _given(giver, plugin.load(), rules, givers)
        except TilewrightError as error:
            told(giver, str(error))
    return found


def _own(rules: Rules) -> Iterator[tuple[str, MakesMeters]]:
    """Yield who gives meters, and the function: core, the game, then its modules in their order."""
    for make in GENERIC:
        yield "core", make
    yield f"game {rules.game.name}", rules.game.meters
    for module, function in hooks.named_calls(rules.plugins, "add_meters"):
        yield f"module {module}", function


def _given(giver: str, make: MakesMeters, rules: Rules, givers: dict[str, str]) -> list[Meter]:
    """What the function gives, its names noted as this giver's; PluginError, and none noted, if it does not work."""
    try:
        found = list(make(rules))
        names = [metric.name for one in found for metric in one.metrics]
    except UsageError:
        raise
    except Exception as error:
        raise PluginError(f"{giver}: {type(error).__name__}: {error}") from error
    for name in names:
        if name in givers or names.count(name) > 1:
            said = f"{givers[name]} gives it already" if name in givers else "it is given twice"
            raise PluginError(f"{giver}: metric '{name}': {said}")
    givers.update(dict.fromkeys(names, giver))
    return found
