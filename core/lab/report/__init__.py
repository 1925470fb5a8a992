"""The report of a comparison: lines for the terminal, a page for people, JSON for programs.

Each section of the page has its own file: `head`, `verdicts`, `relearning`, `forest`, `factors`, `parts`, `shifts`,
`curves`, `bars`, `luck`, `games`, `validity`, `limits`. They use `plot` (charts), `sprite` (drawn positions), `markup`
(escaping) and `digits` (rounding).
"""

from .json import as_json as as_json
from .page import page as page
from .terminal import terminal as terminal
