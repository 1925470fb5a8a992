"""What is measured of Isle of Skye's modules, on positions of their scenes."""

from __future__ import annotations

from tilewright.core.rules.state import State

from ....meters.watched import ordered, placed


def begun(module: str, given: str) -> State:
    return placed(f"{{game: isleofskye, modules: [{module}], players: [anna, bruno], given: {{{given}}}}}")


def test_the_second_buying_pass() -> None:
    """Anna takes a tile from the dolmen, bruno passes."""
    given = "step: dolmen, start: anna, gold: {anna: 6, bruno: 9}, druids.dolmen: [D02, D09, D10, D17, D36]"
    values = ordered(begun("druids", given), ["take D10", "pass"])
    assert values["dolmen_bought"] == [1, 0] and values["bag_bought"] == [0, 0]
    assert values["second_pass_rate"] == [0, 1] and values["tablets"] == [0, 0]
    values = ordered(begun("druids", given), ["bag"])
    assert values["bag_bought"] == [1, 0] and values["second_pass_rate"] == [0, None]
    # A `pass` while buying of other players is none of this pass.
    values = ordered(begun("druids", "step: buy, start: anna, gold: {anna: 6, bruno: 9}"), ["pass"])
    assert values["second_pass_rate"] == [None, None] and values["pass_rate"] == [1, None]


def test_outskirts() -> None:
    given = "step: build, start: anna, waiting: {anna: [L44], bruno: [L31]}"
    values = ordered(begun("outskirts", given), ["outskirt O1 1,0 r3"])
    assert values["outskirts_built"] == [1, 0] and values["outskirts_turned"] == [0, None]


def test_tunnels() -> None:
    """The scene of IS-TUN-2: one range joins two roads; with the tunnel tile in the north alone there is none."""
    given = "step: income, gold: {anna: 0, bruno: 0}, territories: {anna: {%s}}"
    five = '"-1,0": T04, "-1,-1": T03, "0,-1": L21, "-2,0": L06 r2, "1,0": T05'
    values = ordered(begun("tunnel", given % five), [])
    assert values["tunnel_joins"] == [1, 0] and values["point_barrels"] == [0, 0]
    values = ordered(begun("tunnel", given % '"0,1": T02, "0,2": L31'), [])
    assert values["tunnel_joins"] == [0, 0]
