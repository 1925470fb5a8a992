"""Writes docs/learned.md and the curves beside it from the files in data/GAME/trained.

python docs/learned.py            # writes them again; a test compares
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

import tilewright as tw
from tilewright.core.bots import learned_file
from tilewright.core.text.folder import TRAINED
from tilewright.core.training.curve import curve_svg
from tilewright.core.training.explanation import markdown

PAGE = Path(__file__).with_name("learned.md")
CURVES = Path(__file__).with_name("learned")
WORDS = CURVES / "words"
"""A person's remarks on each game's bots, by game."""
GAMES = ("rebirth", "glenmore", "isleofskye")
HEAD = """# What the bots have learned

`learned` plays by the files that come with the games (data/GAME/trained). Each was made by `tilewright train`
([training.md](training.md)); the file has the command that makes it again. The shares are of games against `greedy`
in all other seats, on seeds on which nothing was trained, with Wilson's 95 % interval; *equal* is the share of a bot
that is as strong as `greedy`. `python docs/learned.py` writes this page from the files; for more numbers of players and
modules: `tilewright bot read FILE`.
"""


def files(game: str) -> list[tuple[learned_file.Trained, tw.Rules]]:
    """The shipped files of a game with their rules, that of the base game first."""
    folder = Path(str(tw.load(game).game.folder())) / TRAINED
    names = sorted((file.stem for file in folder.glob("*.yaml")), key=lambda name: (name != "base", name))
    found = []
    for name in names:
        rules = tw.load(game, [] if name == "base" else name.split("+"))
        found.append((learned_file.read(folder / f"{name}.yaml"), rules))
    return found


def rows(game: str) -> Iterator[str]:
    """The lines of a game in the table of results."""
    for found, rules in files(game):
        for count, one in found.players.items():
            (share,) = (share for share in one.results if share.against == "greedy")
            name = " + ".join([rules.game.title, *(module.name for module in rules.modules)])
            even = share.even(int(count))
            yield (
                f"| {name} | {count} | {even:.2f} | {share.share:.3f} | {share.low:.3f} to {share.high:.3f} "
                f"| {share.games:,} | {one.games:,} |"
            )


def curves() -> dict[str, str]:
    """The learning curves, by name of their files."""
    return {f"{game}.svg": curve_svg(files(game)[0][0], files(game)[0][1].game.title) for game in GAMES}


def page() -> str:
    """The page."""
    parts = [HEAD.strip()]
    head = "| game | players | equal | share | 95 % interval | games | trained on |"
    parts.append("\n".join([head, "| --- " * 7 + "|", *(row for game in GAMES for row in rows(game))]))
    for game in GAMES:
        found, rules = files(game)[0]
        two = attrs.evolve(found, players={"2": found.players["2"]})
        said = markdown(two, rules).split("\n", 2)[2].strip()  # without its heading
        title = rules.game.title
        parts += [f"## {title}", (WORDS / f"{game}.md").read_text("utf-8").strip(), said]
        parts.append(f"![Learning curves of {title}](learned/{game}.svg)")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    for name, drawn in curves().items():
        (CURVES / name).write_text(drawn, "utf-8")
