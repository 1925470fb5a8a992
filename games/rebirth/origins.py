"""What of Rebirth's data is not known to be the printed game, in sentences for players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .chart import Chart


def sentences(chart: Chart) -> list[str]:
    """One for each part of the data that comes from anywhere but a rulebook."""
    said = []
    if chart.sheet.provenance != "rulebook":
        fields = "outline, fields, settlements, ports, neutral fields, places of castles and cathedrals"
        said.append(f"Map {chart.name!r}: {fields} are {chart.sheet.provenance}.")
    if chart.mix.provenance != "rulebook":
        said.append(
            f"Mix of tiles {chart.mix_name!r}: the split between food, energy and settlements is "
            f"{chart.mix.provenance} ({chart.mix.certainty} certainty), that between settlement values "
            f"{chart.mix.settlements_provenance} ({chart.mix.settlements_certainty} certainty)."
        )
    for what, names in (("castle", chart.castles), ("cathedral", chart.cathedrals)):
        ours = [place.name for place in names if place.name_provenance != "rulebook"]
        if ours:
            said.append(f"Names of {what}s given by us: {', '.join(ours)}.")
    cards = [card for card in chart.missions if card.provenance != "rulebook"]
    if cards:
        said.append(f"{len(cards)} of the {len(chart.missions)} different mission cards are reconstructed.")
    return said
