"""The report of a comparison: lines for the terminal, a page for people, JSON for programs.

The page begins with `opening`, whose sentences are in `answer`. Each section has its own file: `relearning`, `factors`,
`changed`, `games`, `provenance`, `verdicts`, `forest`, `parts`, `shifts`, `curves`, `bars`, `luck`, `validity`,
`limits`. They use `plot` (charts), `sprite` (drawn positions), `markup` (escaping) and `digits` (rounding).
"""

from .json import as_json as as_json
from .page import page as page
from .terminal import terminal as terminal
