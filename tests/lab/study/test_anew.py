"""The command of a new run: the words of the first one, with other blocks, another seed and another folder."""

from __future__ import annotations

import pytest

from tilewright.core.lab.study.anew import anew, following


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            "tilewright compare rebirth --players 3 --b 'castle=8 port=1' --bots 'greedy;random' --workers 2 "
            "--blocks 40 --seed 1 --json",
            "tilewright compare rebirth --players 3 --b 'castle=8 port=1' --bots 'greedy;random' --workers 2 "
            "--blocks 90 --seed 41",
        ),
        (
            "tilewright compare rebirth --b castle=8 --blocks=40 --out=runs/a --csv a.csv --seed=1 --where",
            "tilewright compare rebirth --b castle=8 --where --blocks 90 --seed 41 --out runs/a-2",
        ),
        ("tilewright compare --plan castles.yaml --seed 1", ""),
        ("tilewright compare merge one two", ""),
        ("a study of somebody's", ""),
    ],
)
def test_a_new_run_takes_over_what_was_asked(command: str, said: str) -> None:
    assert anew(command, {"--blocks": "90", "--seed": "41"}) == said


def test_flags_can_be_left_out() -> None:
    swept = "tilewright compare rebirth --players 3 --sweep 'castle=0 to 9' --aim margin=min --confirm 20 --seed 1"
    change = {"--sweep": None, "--aim": None, "--confirm": None, "--b": "castle=3", "--seed": "90"}
    assert anew(swept, change) == "tilewright compare rebirth --players 3 --b castle=3 --seed 90"


@pytest.mark.parametrize(("folder", "said"), [("a", "a-2"), ("a-2", "a-3"), ("a/", "a-2"), ("x-9", "x-10")])
def test_another_folder_follows(folder: str, said: str) -> None:
    assert following(folder) == said
