"""What is told of a comparison: lines for the terminal, a page for people, JSON for programs.

The page's sections each have a room: `head`, `verdicts`, `forest`, `factors`, `parts`, `shifts`, `curves`, `bars`,
`games`, `validity`, `limits`. They draw with `plot` (charts), `markup` (escaping) and `digits` (rounding).
"""

from .json import as_json as as_json
from .page import page as page
from .terminal import terminal as terminal
