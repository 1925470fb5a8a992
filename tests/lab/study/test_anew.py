"""The command of a new run: the words of the first one, with other blocks, another seed and another folder."""

from __future__ import annotations

import pytest

from tilewright.core.lab.study.anew import anew, following

from ...cases import cases


@pytest.mark.parametrize(("command", "said"), cases(__file__, "a_new_run_takes_over_what_was_asked"))
def test_a_new_run_takes_over_what_was_asked(command: str, said: str) -> None:
    assert anew(command, {"--blocks": "90", "--seed": "41"}) == said


def test_flags_can_be_left_out() -> None:
    swept = "tilewright compare rebirth --players 3 --sweep 'castle=0 to 9' --aim margin=min --confirm 20 --seed 1"
    change = {"--sweep": None, "--aim": None, "--confirm": None, "--b": "castle=3", "--seed": "90"}
    assert anew(swept, change) == "tilewright compare rebirth --players 3 --b castle=3 --seed 90"


@pytest.mark.parametrize(("folder", "said"), [("a", "a-2"), ("a-2", "a-3"), ("a/", "a-2"), ("x-9", "x-10")])
def test_another_folder_follows(folder: str, said: str) -> None:
    assert following(folder) == said
