"""Writes docs/options.md from the code and the data: every option and edition of every shipped game and module.

python docs/options.py            # writes the page again; a test compares the two
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import tilewright as tw
from tilewright.core.rules import plugins
from tilewright.core.rules.ruleset import Rules
from tilewright.core.text.options import Option

PAGE = Path(__file__).with_name("options.md")
HEAD = """# Options and editions

Every number in a rule, and every disputed ruling, is an option. `--set NAME=VALUE` changes one in any command,
`tw.load(GAME, options={NAME: VALUE})` does so from Python. An edition is a named set of options, `--edition NAME`;
`--set` overrides it. A module's options begin with its name and a dot. `tilewright games GAME` prints the same.

* **Rule** is the id of the rule in `data/GAME/rules.yaml`; ids with `AMB` are points on which rulebooks differ or are
  silent.
* Numbers printed on components are data, not options: `--set data:FILE.PATH=VALUE` changes one of them.
  `tilewright games GAME --find "catch up"` finds options and such numbers by words of the rules and labels, in English,
  German or Polish, and prints what to paste: `data:tracks.front.rounds.2.catch_up=1`. Places in a list count from 0.
* A handicap is an option of every game: `--set handicap.2=5` gives the second to play five points before the game
  begins, `--set handicap.2.coins=1` one coin more. Seats are counted in the order of play from the one that begins.
  NAME is the word of scenes for something of which every player has a number: `gold` in Isle of Skye, `coins`,
  `barrels` or `chieftains` in Glen More.
* The resolved options have a hash, which is part of every record and result.

This page is written by `python docs/options.py`.
"""


def word(value: object) -> str:
    """Write a value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def allowed(option: Option) -> str:
    """Describe the values that an option may have."""
    if option.ranged:
        return f"{option.values[0]} to {option.values[-1]}"
    if option.known:
        return "text: " + ", ".join(f"`{word(value)}`" for value in option.known if value) + " ..."
    return ", ".join(f"`{word(value)}`" for value in option.values) or "text"


def table(options: Iterable[Option]) -> str:
    """Return a Markdown table of options."""
    lines = ["| option | what it says | default | allowed | rule |", "| --- | --- | --- | --- | --- |"]
    for one in options:
        default = word(one.default)
        told = one.doc.replace("|", "\\|")
        lines.append(
            f"| `{one.name}` | {told} | {f'`{default}`' if default else ''} | {allowed(one)} | {one.rule} |"
        )
    return "\n".join(lines) + "\n"


def editions(rules: Rules) -> str:
    """Return a table of the editions and what they set."""
    document = rules.folder.document("editions.yaml").content
    lines = ["| edition | what it is | what it sets |", "| --- | --- | --- |"]
    for name, values in rules.editions.items():
        said = "; ".join(f"`{key}={word(value)}`" for key, value in values.items()) or "the defaults"
        lines.append(f"| `{name}` | {document[name]['title']} | {said} |")
    return "\n".join(lines) + "\n"


def games() -> Iterator[tuple[Rules, Mapping[str, Rules]]]:
    """Yield the rules of each shipped game, and those with each of its shipped modules."""
    modules = [full for full, plugin in plugins.found("module").items() if plugin.source == "tilewright"]
    for game, plugin in sorted(plugins.found("game").items()):
        if plugin.source == "tilewright":
            own = sorted(full.partition(".")[2] for full in modules if full.startswith(f"{game}."))
            yield tw.load(game), {name: tw.load(game, [name]) for name in own}


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    for rules, modules in games():
        title = rules.game.title
        parts.append(f"## {title}\n\n{table(rules.declared)}")
        if rules.editions:
            parts.append(f"### Editions of {title}\n\n{editions(rules)}")
        for name, whole in modules.items():
            own = [option for option in whole.declared if option.module == name]
            said = table(own) if own else "It has no options.\n"
            parts.append(f"### {title}: {whole.modules[0].title} (`--with {name}`)\n\n{said}")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
