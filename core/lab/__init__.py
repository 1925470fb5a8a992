"""Comparative rule testing: the same games under several rules, and what differs, with an interval around it.

The order of the rooms: `variants`, `asked`, `making` and `plan` (what is asked), `block`, `engine`, `run` and `store`
(what is played), `table` (what was seen), `stats`, `sequential`, `factorial` and `analysis` (what follows), `findings`
and `report` (what is told).
"""
