"""Writes docs/hooks.md from the code: every hook of core and of each shipped game, with an example that a test plays.

python docs/hooks.py            # writes the page again; a test compares the two
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import tilewright as tw
from tilewright.core.rules import plugins
from tilewright.core.rules.hooks import API, Specs

PAGE = Path(__file__).with_name("hooks.md")
ROOT = PAGE.parents[1]
HARVEST, CAUSEWAY = "tests/toys/harvest_dist/harvest", "tests/toys/causeway_dist/causeway/__init__.py"
SMITHS = "tests/toys/smiths_dist/smiths/__init__.py"
IRELAND = "games/rebirth/modules"
RAIDS, MODULES = "tests/toys/raids.py", "games/isleofskye/modules"
SHOWN: dict[str, dict[str, str]] = {
    "": {
        "tilewright_game": "examples/carcassonne/carcassonne/__init__.py",
        "tilewright_module": f"{HARVEST}/storm.py",
        "insert_steps": f"{HARVEST}/storm.py",
        "add_actions": f"{HARVEST}/storm.py",
        "set_up": f"{HARVEST}/storm.py",
        "appraise_lines": RAIDS,
        "appraise_actions": RAIDS,
        "add_features": f"{MODULES}/_druids/appraise.py",
        "add_restrictions": RAIDS,
        "add_meters": f"{MODULES}/tunnel.py",
        "extend_show": f"{MODULES}/tunnel.py",
        "extend_sheet": f"{IRELAND}/_ireland/show.py",
    },
    "glenmore": {
        "tile_placed": SMITHS,
        "tile_activated": SMITHS,
        "stand_ins": SMITHS,
        "final_lines": SMITHS,
    },
    "isleofskye": {
        "landscape_tiles": CAUSEWAY,
        "scoring_tiles": "",
        "scroll_kinds": f"{MODULES}/druids.py",
        "tile_looks": f"{MODULES}/tunnel.py",
        "side_rules": f"{MODULES}/outskirts.py",
        "turned_tiles": f"{MODULES}/_outskirts/building.py",
        "joined_roads": CAUSEWAY,
        "territory_lines": f"{MODULES}/tunnel.py",
        "only_entrances": f"{MODULES}/tunnel.py",
        "promises": f"{MODULES}/tunnel.py",
        "income_lines": "tests/toys/tithe.py",
        "price_lines": CAUSEWAY,
        "sold_later": f"{MODULES}/_druids/appraise.py",
        "tile_built": f"{MODULES}/druids.py",
        "tile_unbuildable": f"{MODULES}/druids.py",
    },
    "rebirth": {
        "tile_placed": RAIDS,
        "castle_taken": RAIDS,
        "turn_ends": f"{IRELAND}/_ireland/drawing.py",
        "forbid_cells": RAIDS,
        "settlement_prizes": f"{IRELAND}/ireland.py",
        "hand_size": f"{IRELAND}/ireland.py",
        "cell_worths": f"{IRELAND}/_ireland/appraise.py",
        "break_tie": f"{IRELAND}/_ireland/ending.py",
        "final_scoring": RAIDS,
    },
}
"""The place of each hook's example, "" if it has none; the game "" is core."""
ANSWERS = {
    "tilewright_game": "One plugin answers.",
    "tilewright_module": "Each module answers for itself.",
    "extend_show": "Each module is given what the one before it returned.",
    "extend_sheet": "Each module is given what the one before it returned.",
    "tile_unbuildable": "The first module that returns True ends it.",
}
"""The use of results, where they are not simply combined."""
HEAD = f"""# Hooks

A hook is a point where a plugin (a game, or a module of one) can add code. A plugin is a Python module (or any object)
with functions of these names at its top level, marked with `tilewright.authoring.hook`. This page lists all hooks of
core, which every game supports, and those that the shipped games add for their modules. Your own game can add hookspecs
in the same way: methods marked with `tilewright.authoring.spec`, in a class named in `Game(specs=...)`.

These rules apply to all hooks:

* **Names and arguments are checked** when a ruleset is assembled. A function may take fewer arguments than its hook
  has, but no others. An unmarked function with the name of a hook in a plugin's file is refused, unless the declaration
  itself uses it (`Game(set_up=set_up)`). This is version {API} of the hooks; a plugin may state it as
  `tilewright_api = {API}`.
* **Hooks contribute, core combines.** The results of several modules are sorted by (anchor, stated priority, name of
  the module). No result depends on the order in which modules were named. `PRIORITY = {{"insert_steps": 10}}` in a
  plugin states a priority; the default is 0, and lower numbers come first.
* **A hook that returns nothing is a moment**: something has happened, and the module may change the state. It gets
  plain arguments and a log, which is None if no log is kept.
* **A hook that returns something contributes** and must not change anything. With nothing to add it returns an empty
  sequence or mapping.
* **Hooks that only bots, hints or drawings need get a view**, so they cannot reveal what their seat does not know.
* **Errors are reported** with the plugin, the hook and the line.

Use the simplest means that works: data, then lines (prices, income, scores, worths), then actions added to a step, then
a step of your own, then a moment, then forbidding. `tilewright games GAME` lists the hooks that each module uses. This
page is written by `python docs/hooks.py`; the examples are code of modules that the tests play.
"""


def described(specs: type) -> Iterator[tuple[str, inspect.Signature, str]]:
    """Yield the name, signature and docstring of each hook in a class of hookspecs, in their order."""
    for name, function in vars(specs).items():
        if not name.startswith("_") and callable(function):
            yield name, inspect.signature(function), inspect.getdoc(function) or ""


def example(path: str, name: str) -> str:
    """Return the source of this function in that file, including its decorator."""
    text = (ROOT / path).read_text("utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            first = min([node.lineno, *(line.lineno for line in node.decorator_list)])
            return "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    raise LookupError(f"{path} has no function {name}")


def entry(name: str, signature: inspect.Signature, doc: str, path: str) -> str:
    """Return a hook's part of the page."""
    own = [one for one in signature.parameters.values() if one.name != "self"]
    asked = ", ".join(f"{one.name}: {one.annotation}" for one in own)
    given = signature.return_annotation
    heading = f"### {name}"
    called = f"```python\ndef {name}({asked}) -> {given}\n```"
    if given == "None":
        answer = "A moment: nothing is returned."
    else:
        answer = f"Returns `{given}`. {ANSWERS.get(name, 'The results of all modules are combined.')}"
    shown = [f"From `{path}`:\n\n```python\n{example(path, name)}\n```"] if path else []
    return "\n\n".join([heading, called, doc, answer, *shown]) + "\n"


def section(title: str, said: str, specs: Sequence[type], paths: dict[str, str]) -> str:
    """Return the section on the hooks of core or of one game."""
    entries = [
        entry(name, signature, doc, paths[name])
        for group in specs
        for name, signature, doc in described(group)
    ]
    return "\n".join([f"## {title}\n\n{said}\n", *entries])


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, section("Hooks of every game", "In `tilewright.core.rules.hooks`.", [Specs], SHOWN[""])]
    for name in sorted(one for one, plugin in plugins.found("game").items() if plugin.source == "tilewright"):
        game: Any = tw.load(name).game
        if game.specs:
            where = ", ".join(sorted({f"`{group.__module__}`" for group in game.specs}))
            parts.append(section(game.title, f"In {where}.", game.specs, SHOWN[name]))
        else:
            said = "It adds no hooks; its modules use those of every game."
            parts.append(f"## {game.title}\n\n{said}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
