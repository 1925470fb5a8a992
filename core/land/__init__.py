"""Tiles and boards without rules: grids, faces, regions, polyominoes, and majorities."""
