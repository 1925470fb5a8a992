"""Printed symbols for the `icon` of a look, hand-drawn around 0,0 and about 18 wide and high."""

from __future__ import annotations

ICONS = {
    "anchor": '<g fill="none" stroke="#1a1a1a" stroke-width="1.7" stroke-linecap="round">'
    '<circle cy="-7" r="2.2"/><path d="M0-5V8M-4-2H4M-7 3C-7 7-2 8 0 8S7 7 7 3"/></g>',
    "sheep": '<path d="M-4 3V8M4 3V8" stroke="#1a1a1a" stroke-width="1.8"/>'
    '<path d="M-6 4A3.6 3.6 0 0 1-7-2A3.6 3.6 0 0 1-2-5.5A3.8 3.8 0 0 1 4-5A3.6 3.6 0 0 1 7.5 0A3.4 3.4 0 0 1 5 4.5Z" '
    'fill="#ffffff" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<ellipse cx="-7.4" cy="-3" rx="2.6" ry="3.2" fill="#1a1a1a"/>',
    "cattle": '<path d="M-5 3V8M5 3V8" stroke="#1a1a1a" stroke-width="2"/>'
    '<path d="M-6-4H7Q8.6-4 8.6-2V3.5Q8.6 5 7 5H-5Q-7 5-7 3Z" fill="#7b3f14" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<path d="M-10-4L-6-5L-4-3V1.5L-6 3H-9L-10.4 0Z" fill="#a3561f" stroke="#1a1a1a" stroke-width="1.1"/>'
    '<path d="M-10.4-8Q-11-5-8.6-4.6M-4-8Q-3.4-5-5.8-4.6" fill="none" stroke="#1a1a1a" stroke-width="1.6"/>',
    "farm": '<path d="M-7-1V8H7V-1Z" fill="#ffffff" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<path d="M-9 0L0-8.5L9 0Z" fill="#c0392b" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<path d="M-2 8V3H2V8Z" fill="#1a1a1a"/>',
    "broch": '<path d="M-8 8L-5.4-7H5.4L8 8Z" fill="#8d8d8d" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<ellipse cy="-7" rx="5.4" ry="2" fill="#3c3c3c" stroke="#1a1a1a"/>'
    '<path d="M-6-2H6M-7 3H7M-1-5V-2M3-2V3M-3-2V3M-5 3V8" stroke="#4a4a4a" stroke-width="0.9"/>'
    '<path d="M-1 8V4H2.4V8Z" fill="#1a1a1a"/>',
    "lighthouse": '<path d="M-4.4 9L-2.8-4H2.8L4.4 9Z" fill="#ffffff" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<path d="M-3.4 1L-3.1-2H3.1L3.4 1ZM-4.2 7L-3.8 4H3.8L4.2 7Z" fill="#c0392b"/>'
    '<path d="M-3-4V-7H3V-4ZM-3.6-7L0-10L3.6-7Z" fill="#f0e442" stroke="#1a1a1a" stroke-width="1.1"/>'
    '<path d="M-5-6L-9-7.6M-5-5L-9-3.6M5-6L9-7.6M5-5L9-3.6" stroke="#1a1a1a" stroke-width="1.1"/>',
    "ship": '<path d="M-0.6-9V4" stroke="#1a1a1a" stroke-width="1.5"/>'
    '<path d="M0.6-8.6Q9-4 6.4 2H0.6ZM-1.8-7Q-7-3-6.4 2H-1.8Z" fill="#ffffff" stroke="#1a1a1a" stroke-width="1.1"/>'
    '<path d="M-9 3.6H9L6 8.6H-6Z" fill="#7b4b23" stroke="#1a1a1a" stroke-width="1.2"/>',
    "barrel": '<path d="M-5-8H5Q8.4 0 5 8H-5Q-8.4 0-5-8Z" fill="#b5792f" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<path d="M-5.9-4.6H5.9M-5.9 4.6H5.9" stroke="#1a1a1a" stroke-width="1.7"/>'
    '<path d="M-2-8Q-3.2 0-2 8M2-8Q3.2 0 2 8" fill="none" stroke="#6d4415" stroke-width="0.9"/>',
    "arch": '<path d="M-9 8V-1A9 9 0 0 1 9-1V8Z" fill="#d9d9d9" stroke="#1a1a1a" stroke-width="1.3"/>'
    '<path d="M-5.4 8V-0.4A5.4 5.4 0 0 1 5.4-0.4V8Z" fill="#1a1a1a"/>'
    '<path d="M0-10V-5.8M-8-5L-4.6-3.4M8-5L4.6-3.4" stroke="#1a1a1a" stroke-width="1.1"/>',
    "plus": '<circle r="8" fill="#7b3fa0" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<path d="M-4.4 0H4.4M0-4.4V4.4" stroke="#ffffff" stroke-width="2.6"/>',
    "keep": '<path d="M-11 10V-6H-13V-12H-9V-9.4H-6.6V-12H-2V-9.4H2V-12H6.6V-9.4H9V-12H13V-6H11V10Z" '
    'fill="#d9d9d9" stroke="#1a1a1a" stroke-width="1.3"/><path d="M-3 10V4A3 3 0 0 1 3 4V10Z" fill="#1a1a1a"/>'
    '<path d="M-8-3V1M8-3V1" stroke="#1a1a1a" stroke-width="1.6"/>',
    "crown": '<path d="M-9 7V-5L-4.6-0.6L0-8L4.6-0.6L9-5V7Z" fill="#f0c419" stroke="#1a1a1a" stroke-width="1.3" '
    'stroke-linejoin="round"/><path d="M-9 4H9" stroke="#1a1a1a" stroke-width="1.1"/>',
    "scroll": '<path d="M-11-8H11V8H-11Z" fill="#f6e7b8" stroke="#1a1a1a" stroke-width="1.2"/>'
    '<path d="M-13-9.4H-9.4V9.4H-13ZM9.4-9.4H13V9.4H9.4Z" fill="#d9b865" stroke="#1a1a1a" stroke-width="1.1"/>',
}
"""Name to drawing, as SVG elements."""
