"""The report of a comparison: lines for the terminal, a page for people, JSON for programs, pieces for notebooks.

The page begins with `opening`, whose sentences are in `answer`. Each section has its own file: `relearning`, `factors`,
`changed`, `games`, `provenance`, `verdicts`, `forest`, `parts`, `shifts`, `curves`, `bars`, `luck`, `validity`,
`limits`. They use `plot` (charts), `sprite` (drawn positions), `markup` (escaping) and `digits` (rounding). Notebooks
show `embedded` and single pictures from `chart` and `rows`.
"""

from .answer import answer as answer
from .embedded import embedded as embedded
from .json import as_json as as_json
from .json import plain as plain
from .page import page as page
from .row_charts import answered as answered
from .row_charts import shares as shares
from .svg_chart import chart as chart
from .terminal import terminal as terminal
