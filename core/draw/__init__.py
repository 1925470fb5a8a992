"""A position as text, SVG and sentences, from the model that a game makes of it."""
