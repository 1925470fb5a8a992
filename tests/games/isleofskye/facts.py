"""What is known of Isle of Skye's tiles, copied from the list of components: edges, areas with their marks, roads.

`PPMM | P:NE sheep=1, M:SW broch=1 | ES`: the edges from north clockwise; for each area its terrain, the sides that it
reaches (none: it lies wholly on the tile) and its marks, in the words of that list; for each road its sides.
"""

from __future__ import annotations

from pathlib import Path

import yaml

KNOWN: dict[str, dict[str, str]] = yaml.safe_load(Path(__file__).with_name("facts.yaml").read_text("utf-8"))
FACTS, CASTLES, OTHER = KNOWN["facts"], KNOWN["castles"], KNOWN["other"]
