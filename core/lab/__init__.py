"""Comparative rule testing: the same games are played under several rulesets, and differences get intervals.

Reading order: `variants`, `asked`, `making` and `plan` (the question), `block`, `engine`, `run` and `store` (playing),
`table` and `tabulate` (the data), `stats`, `sequential`, `factorial` and `analysis` (the statistics), `findings` and
`report` (the results). `design` is the search over options.
"""
