"""Draws a game's `show(view)`, a model of boards and panels, as text, SVG and sentences."""
