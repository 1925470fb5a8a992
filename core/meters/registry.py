"""The metrics that there are: those of every game, of one game, of its modules, and of other people's plugins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase

from ..base import plugin_errors
from ..base.errors import InvalidFile, PluginError, TilewrightError, UsageError
from ..rules import hooks, plugins
from ..rules.ruleset import Rules
from ..text.options import unknown
from . import choices, endings, information, items, pace, tension
from .metrics import MakesMeters, Meter, Metric, meter

GENERIC: tuple[MakesMeters, ...] = (
    endings.meters,
    pace.meters,
    tension.meters,
    choices.meters,
    information.meters,
    items.meters,
)
"""The metrics of every game."""

OnError = Callable[[str, str], None]
"""Called with the name of a plugin that does not work, and what is wrong."""


def _ignore(plugin: str, error: str) -> None:
    pass


def meters_of(rules: Rules, names: Sequence[str] | None = None, on_error: OnError = _ignore) -> list[Meter]:
    """Return meters for exactly these metrics; without names, for all that are not costly.

    A name may contain `*`: `source.*`. Costly metrics are measured only if their full name is given. Raises UsageError
    for an unknown name, and PluginError if the game or its modules declare a name twice. Third-party plugins that do
    not work are left out and reported to `on_error`.
    """
    known = _known(rules, on_error)
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
    return [
        meter(kept, one.watch, one.events)
        for one in known
        if (kept := [metric for metric in one.metrics if metric.name in wanted])
    ]


def metrics_of(rules: Rules, on_error: OnError = _ignore) -> dict[str, Metric]:
    """Return every metric by its name, including the costly ones, in the order of reports."""
    return {metric.name: metric for one in _known(rules, on_error) for metric in one.metrics}


def _known(rules: Rules, on_error: OnError) -> list[Meter]:
    """Return every meter; each metric is declared once."""
    found: list[Meter] = []
    givers: dict[str, str] = {}
    for giver, make in _own(rules):
        found += _given(giver, make, rules, givers)
    for plugin in plugins.found("metric").values():
        giver = f"metric {plugin.name} ({plugin.source})"
        try:
            found += _given(giver, plugin.load(), rules, givers)
        except TilewrightError as error:
            on_error(giver, str(error))
    return found


def _own(rules: Rules) -> Iterator[tuple[str, MakesMeters]]:
    """Yield the names and functions that make meters: core, the game, then its modules in their order."""
    for make in GENERIC:
        yield "core", make
    yield f"game {rules.game.name}", rules.game.meters
    for module, function in hooks.named_calls(rules.plugins, "add_meters"):
        yield f"module {module}", function


def _given(giver: str, make: MakesMeters, rules: Rules, givers: dict[str, str]) -> list[Meter]:
    """Return the function's meters and note their names in `givers`; PluginError, noting none, if it does not work."""
    with plugin_errors.running(giver, (UsageError, InvalidFile)):
        found = list(make(rules))
        names = [metric.name for one in found for metric in one.metrics]
    for name in names:
        if name in givers or names.count(name) > 1:
            said = f"{givers[name]} already declares it" if name in givers else "it is declared twice"
            raise PluginError(f"{giver}: metric '{name}': {said}")
    givers.update(dict.fromkeys(names, giver))
    return found
