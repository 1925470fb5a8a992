"""A scene under several editions side by side: what differs, and because of which option."""

from __future__ import annotations

from tilewright.core.scenes import scene
from tilewright.core.scenes.editions import contrast

from ...cases import cases

GROCER = cases(__file__, "grocer")


def test_the_scene_passes_in_both_editions() -> None:
    """GM-EV-1: the Polish text gives 7 points."""
    [found] = scene.read(GROCER, "grocer.yaml")
    for edition in found.expectations:
        assert scene.run(found, edition).problems == ()


def test_what_differs_and_why() -> None:
    [found] = scene.read(GROCER, "grocer.yaml")
    sides = contrast(found, ["alea-de", "polish"])
    assert ("anna scores 8 for grocer (GM-BRN-7)", "anna scores 7 for grocer (GM-BRN-7)") in sides.differing
    assert [(cause.option, cause.rule, cause.values) for cause in sides.causes] == [
        ("grocer_vp", "GM-EV-1", ("8", "7"))
    ]


def test_nothing_differs_where_the_editions_agree() -> None:
    [found] = scene.read(GROCER, "grocer.yaml")
    sides = contrast(found, ["alea-de", "yucata"])
    assert sides.differing == () and sides.causes == ()
