"""Comparative rule testing: the same games under several rules, and what differs, with an interval around it.

The order of the rooms: `variants` and `plan` (what is asked), `block`, `engine`, `run`, `store` (what is played),
`table` (what was seen), `stats`, `sequential`, `factorial`, `analysis` (what follows), `report` (what is told).
"""
