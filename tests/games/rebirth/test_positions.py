"""Any position of Rebirth as a scene and back, and one on a map where a field touches two cathedrals."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tilewright.core.base.errors import Unreadable
from tilewright.core.scenes import scene as scenes

from ...cases import cases
from ...cli.shell import run as command
from ...oracle.rebirth_map import crowded
from ..scenery import back, run

# A map on which one field touches two cathedrals; ours have none

CHOICES = cases(__file__, "two_cathedrals")


def test_two_cathedrals(tmp_path: Path) -> None:
    """RB-AMB-8, RB-AMB-7: on a map where the energy field 3,7 touches the cathedrals C3 and C5."""
    data = crowded(tmp_path)
    for scene in scenes.read(CHOICES.replace("HEX", "3,7"), "choices.yaml"):
        for under in scene.expectations:
            own = dict(scene.content.get("options", {})) | dict(
                scene.content.get("variants", {}).get(under, {})
            )
            run(scene, under, tw.load("rebirth", options=own, data=data))


# Any position as a scene, and back


def test_export_of_a_position_set_up_by_hand() -> None:
    """What no game leads to is written and read back as well: castles without tiles, points, tiles laid aside."""
    text = cases(__file__, "by_hand")
    state = back(text)
    again = back(scenes.export(state))
    assert again == state
    assert (state.turns, state.scores, state.to_act) == (9, [12, 9], (1,))
    assert [(line.seat, line.reason) for line in state.score_lines()] == [(1, "castle"), (0, "carried_over")]


FOLLOWING = cases(__file__, "following")


def test_what_a_position_does_not_name() -> None:
    """Castles go to whoever has most beside them, at a full tie to nobody; cathedrals to all; no missions are dealt."""
    (scene,) = scenes.read(FOLLOWING, "following.yaml")
    run(scene, None)


# -- castles and cathedrals as they are typed ----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["default", "alternative"])
def test_every_castle_and_cathedral_is_read_as_itself(name: str) -> None:
    """`Ke` is Fyvie and `KE` is Edinburgh: codes that differ in nothing but the case of a letter are told apart."""
    rules = tw.load("rebirth", options={"map": name, "several_neighbours": "one"})
    state = rules.new(2, seed=1)
    for verb, sites in (("castle", rules.data.castles), ("cathedral", rules.data.cathedrals)):
        for site in sites:
            for typed in (site.code, site.name.replace(" ", "-"), site.name.lower().replace(" ", "-")):
                assert str(rules.read(f"{verb} {typed}", state, 0)) == f"{verb} {site.code}"
    with pytest.raises(Unreadable, match="'ke' can be KE, Ke; write it exactly"):
        rules.read("castle ke", state, 0)


@pytest.mark.parametrize("code", ["KE", "Ke", "fyvie"])
def test_why_answers_about_the_castle_that_is_typed(tmp_path: Path, code: str) -> None:
    """At the terminal, where moves are typed."""
    words = ["play", "rebirth", "-p", "anna", "-p", "bruno", "--save", str(tmp_path / "game"), "--plain"]
    said = command(*words, typed=f"why castle {code}\n").out
    assert f"castle {'KE' if code == 'KE' else 'Ke'} is refused:" in said
