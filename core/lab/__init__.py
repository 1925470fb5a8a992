"""Comparative rule testing: the same games under several rulesets, and how sure the differences are.

`games` plays blocks and keeps them, `stats` analyses them and knows no game, `study` is a comparison from its request
to its findings, `report` shows these. `design` searches options, `content` compares the items of a content.
"""

import os

# Read when numpy is loaded. The arrays here are small: more threads wait for each other, which doubles the CPU time of
# an analysis, and on another number of threads sums are rounded in another way.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
