"""SVG to PNG, with what the extra `render` installs."""

from __future__ import annotations

from ..errors import UsageError


def to_png(svg: str, zoom: float = 2.0) -> bytes:
    """The picture as PNG, by default two pixels for each unit of the SVG. UsageError without the extra `render`."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UsageError(
            'PNG needs the extra "render": python -m pip install "tilewright[render]"; SVG works without it'
        ) from None
    return bytes(svg_to_bytes(svg_string=svg, zoom=zoom))
