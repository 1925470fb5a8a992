"""Drawing: from a game's `show(view)`, a model of boards and panels, to text, SVG and sentences."""
