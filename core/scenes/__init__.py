"""Positions as text, and rule tests that people can read."""
