"""The module's YAML files as attrs classes."""

from __future__ import annotations

import attrs

from tilewright.authoring import Provenance, Texts

from ...files import Drawn, Total

CURVE = "R"
"""The letter of the curved (rounded) edge, which is not land; A to D are places for scoring tiles."""


@attrs.frozen(kw_only=True)
class Side(Drawn):
    """A drawing of one side of an outskirt."""

    pays: bool = True


@attrs.frozen(kw_only=True)
class Outskirt:
    """A record of outskirts.yaml."""

    id: str
    names: Texts
    front: Side
    back: Side
    provenance: Provenance


@attrs.frozen
class Box:
    """The contents of box.yaml."""

    outskirts: Total
    sets: Total
