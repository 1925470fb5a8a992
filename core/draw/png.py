"""Turns SVG into PNG with the library of the extra `render`."""

from __future__ import annotations

from ..base.errors import UsageError, install


def to_png(svg: str, zoom: float = 2.0) -> bytes:
    """Return the picture as PNG, by default with two pixels per unit. UsageError if the extra `render` is missing."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UsageError(
            f'SVG works without it, but PNG needs the extra "render":{install("render")}'
        ) from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom))
