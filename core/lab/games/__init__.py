"""Blocks of games, their variants, where they are played and kept."""
