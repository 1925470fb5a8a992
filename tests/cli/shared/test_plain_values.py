"""Plain values are read as typer reads them, and whatever is wrong is said in its words."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand
from typer.testing import CliRunner

from tilewright.core.cli.app import app
from tilewright.core.cli.author.game_list import listing
from tilewright.core.cli.shared.options import read_seed
from tilewright.core.cli.shared.plain_values import PlainCommand

from ..shell import environment

Option: Any = typer.Option


class Colour(StrEnum):
    red = "red"
    sea = "sea-green"


def read(kind: type[TyperCommand], words: list[str]) -> tuple[int, str, list[Any]]:
    """The exit code, what is printed, and the values that a command of this kind has read."""
    app, found = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False), list[Any]()

    @app.command(cls=kind)
    def command(
        names: Annotated[list[str] | None, typer.Argument()] = None,
        text: str = "usual",
        whole: Annotated[int, Option(min=-3, max=30)] = 7,
        part: Annotated[float, Option(min=0)] = 0.5,
        seed: Annotated[int | None, Option(parser=read_seed)] = None,
        path: Path | None = None,
        colour: Colour = Colour.sea,
        many: Annotated[list[str] | None, Option()] = None,
        sure: bool = False,
    ) -> None:
        found.extend([names, text, whole, part, seed, path, colour, many, sure])

    ran = CliRunner().invoke(app, words)
    return ran.exit_code, ran.output, [(type(one), one) for one in found]


@pytest.mark.parametrize(
    "words",
    [
        "", "a b", "--text=", "--text x", "--whole 30", "--whole -3", "--whole 31", "--whole -4", "--whole 007",
        "--whole 1_0", "--whole 1.5", "--whole ten", "--part 0", "--part 1", "--part -0.5", "--part 1e2",
        "--part nan", "--part inf", "--part .5", "--part 5.", "--seed 12", "--seed twelve", "--path /", "--path /none",
        "--path a//b", "--colour red", "--colour RED", "--colour sea", "--many a --many b", "--sure", "--sure=x",
        f"--whole {'9' * 400}", "--nothing 3",
    ],
)  # fmt: skip
def test_a_value_is_read_as_typer_reads_it(words: str) -> None:
    assert read(PlainCommand, words.split()) == read(TyperCommand, words.split())


def ran(words: str) -> str:
    done = CliRunner().invoke(app, shlex.split(words))
    assert done.exit_code == 2
    return " ".join(done.output.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("compare rebirth --b castle=6 --b port=2",
         "--b is given twice, as castle=6 and as port=2: all changes of a variant go into one text, "
         '--b "castle=6 port=2"; '
         "compare takes further variants by name: --variant NAME:port=2"),
        ("compare rebirth --b x --bots greedy --bots random",
         '--bots "greedy,random" for one cast, --bots "greedy;random" for two'),
        ("compare rebirth --b x --aim score=max --aim win=min", "as score=max and as win=min: leave one of them out"),
        ("compare rebirth --b x --primary win --primary score", "write them in one, --primary win,score"),
        ("play rebirth --with a --with b", "write them in one, --with a,b"),
        ("play rebirth --set castle=3 --set castle=4", "--set castle is given twice, as 3 and as 4: leave"),
        ("simulate rebirth -n 3 --games 4", "--games is given twice, as 3 and as 4: leave one of them out"),
        ("check rebirth --checks views --checks undo", "write them in one, --checks views,undo"),
    ],
)  # fmt: skip
def test_a_second_value_is_refused_where_only_one_can_count(words: str, said: str) -> None:
    assert said in ran(words)


def test_what_can_be_said_again_is_taken() -> None:
    words = ["--text", "x", "--text=x", "--many", "a", "--many", "b", "--sure", "--sure"]
    assert read(PlainCommand, words) == read(TyperCommand, words)


@pytest.mark.quick
def test_the_overview_assembles_nothing_and_says_the_same(home: Path) -> None:
    whole, _ = listing([])
    short, broken = listing([], short=True)
    assert not broken
    for one, other in zip(short, whole, strict=True):
        for what in ("modules", "editions"):
            assert [each["name"] for each in one.pop(what)] == [each["name"] for each in other[what]]
        assert one == {name: other[name] for name in one}
    code = (
        "import json, sys, tilewright.core.cli.app as c, tilewright.core.rules.assembly as a\n"
        "for words in ('games', 'compare rebirth --b nosuch=1'):\n"
        "    try: c.app(words.split(), standalone_mode=words != 'games')\n"
        "    except SystemExit: pass\n"
        "print(json.dumps([len(a._KEPT), *({'pydantic', 'numpy'} & {*sys.modules})]), file=sys.stderr)"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, env=environment(home), capture_output=True, text=True, timeout=120)
    assert json.loads(done.stderr.splitlines()[-1]) == [0] and "nosuch" in done.stderr, done
