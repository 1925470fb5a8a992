"""Writes docs/provenance.md from the data: where the data of every shipped game and module comes from.

python docs/provenance.py            # writes the page again; a test compares the two
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import tilewright as tw
from tilewright.core.rules import plugins
from tilewright.core.text.folder import OVER, Folder

PAGE = Path(__file__).with_name("provenance.md")
HEAD = """# Where the data comes from

A reconstruction must not be mistaken for the printed game. So every piece of data says where it comes from:

| provenance | meaning |
| --- | --- |
| `rulebook` | a rulebook states it |
| `public-source` | others read it off the printed components and published it; we took facts, not pictures |
| `derived` | we computed or inferred it from other facts |
| `reconstructed` | we made it to fill a gap; **not the printed game** |
| `owner` | an owner of the game has put it in the place of ours ([box.md](box.md)); nothing that is shipped is |

For each game, the sections below repeat what `tilewright games GAME` prints, which is taken from the data itself, and
count the provenances in each file. The page on the [notation of the data](notation.md) names the sources; the scripts
that made the files from lists of components are in `docs/provenance/`. The rules are in `data/GAME/rules.yaml`, in our
own words and with their place in the rulebook.

If you own a game, `tilewright box GAME` puts what is printed in the place of ours, for every command
([box.md](box.md)); `--data DIR` replaces every file of the same name for one command.
This page is written by `python docs/provenance.py`.
"""


def stated(content: object) -> Iterator[str]:
    """Yield every provenance in the content of a data file, at any depth."""
    if isinstance(content, Mapping):
        for key, value in content.items():
            if str(key).endswith("provenance") and isinstance(value, str):
                yield value
            else:
                yield from stated(value)
    elif isinstance(content, Sequence) and not isinstance(content, str):
        for value in content:
            yield from stated(value)


def counts(folders: Mapping[str, Folder]) -> str:
    """Return a Markdown table that counts the provenances in each file that states any; folders by prefix."""
    kinds = ("rulebook", "public-source", "derived", "reconstructed")  # `owner` is in no shipped file
    lines = [f"| file | {' | '.join(kinds)} |", f"| --- {'| ---: ' * len(kinds)}|"]
    for prefix, name in (
        (prefix, name) for prefix, folder in folders.items() for name in sorted(folder.names())
    ):
        found = Counter(stated(folders[prefix].document(name).content))
        if found:
            assert set(found) <= set(kinds), f"{name}: {sorted(set(found) - set(kinds))}"
            lines.append(f"| `{prefix}{name}` | {' | '.join(str(found[kind] or '') for kind in kinds)} |")
    return "\n".join(lines) + "\n"


def section(heading: str, said: Sequence[str], folders: Mapping[str, Folder]) -> str:
    """Return the section of a game or module: its notes and the counts."""
    sentences = (
        "\n".join(f"* {sentence}" for sentence in said) or "No differences from the printed game are known."
    )
    return f"{heading}\n\n{sentences}\n\n{counts(folders)}"


def page() -> str:
    """Return the whole page."""
    parts = [HEAD]
    modules = [full for full, plugin in plugins.found("module").items() if plugin.source == "tilewright"]
    for game, plugin in sorted(plugins.found("game").items()):
        if plugin.source != "tilewright":
            continue
        rules = tw.load(game)
        parts.append(section(f"## {rules.game.title}", rules.provenance(), {"": rules.folder}))
        for full in sorted(modules):
            if full.startswith(f"{game}."):
                whole = tw.load(game, [full.partition(".")[2]])
                said = [one for one in whole.provenance() if one not in rules.provenance()]
                heading = f"### {rules.game.title}: {whole.modules[0].title}"
                folders = {"": whole.folders[-1]} | {f"{OVER}/": brought for brought in whole.folder.over}
                parts.append(section(heading, said, folders))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
