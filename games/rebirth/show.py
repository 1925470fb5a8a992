"""Rebirth as boards and panels to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.core.draw.model import Show

if TYPE_CHECKING:
    from tilewright.core.views import View


def show(view: View) -> Show:
    return Show(title="Rebirth", boards=[])
