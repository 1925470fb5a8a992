"""Comparative rule testing: the same games under several rulesets, and how sure the differences are.

Reading order: `variants`, `asked`, `shapes`, `making` and `plan` (the question), `block`, `engine`, `run` and `store`
(playing), `table` and `tabulate` (the data), `stats`, `strata`, `gaps`, `sequential`, `factorial` and `analysis` (the
statistics), `findings` and `report` (the results). `design` is the search over options.
"""

import os

# Read when numpy is loaded. The arrays here are small: more threads wait for each other, which doubles the CPU time of
# an analysis, and on another number of threads sums are rounded in another way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
