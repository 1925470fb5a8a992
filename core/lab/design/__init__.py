"""The search for values of options that meet targets, and its confirmation on games that the search has not seen.

Reading order: `plan` (the question), `candidates` and `targets` (what can be set, what is wanted),
`search` and `estimates` (the figures of one setting), `confirmation` and `deviations` (fresh blocks), `run` (all of
it), `findings`.
"""

import warnings

from ..games.libraries import installed

# Said here, since what follows cannot even be imported without it.
installed("a search over options", "design", "optuna")
with warnings.catch_warnings():
    # In a notebook without widgets it warns of progress bars, which nobody sees here.
    warnings.filterwarnings("ignore", message="IProgress not found")
    import optuna as optuna
