"""The search for values of options that meet targets, and its confirmation on games that the search has not seen.

Reading order: `asked` and `plan` (the question), `candidates` and `targets` (what can be set, what is wanted), `values`
(one setting's figures with their errors), `kept` and `playing` (blocks, and where they are kept), `ranking` and
`search` (ask and tell), `confirm` and `deviations` (fresh blocks), `run` (all of it), `found`, `words`, `picture`,
`page` and `terminal` (the results).
"""

import warnings

from ..games.libraries import installed

# Said here, since what follows cannot even be imported without it.
installed("a search over options", "design")
with warnings.catch_warnings():
    # In a notebook without widgets it warns of progress bars, which nobody sees here.
    warnings.filterwarnings("ignore", message="IProgress not found")
    import optuna as optuna
