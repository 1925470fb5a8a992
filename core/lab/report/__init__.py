"""The report of a comparison: lines for the terminal, a page for people, JSON for programs, pieces for notebooks.

`page` begins with the first screen, whose sentences are in `answer`; each of its sections has a file of its own.
"""

from .answer import answer as answer
from .json import as_json as as_json
from .json import plain as plain
from .page import embedded as embedded
from .page import page as page
from .svg_chart import answered as answered
from .svg_chart import chart as chart
from .svg_chart import shares as shares
from .terminal import terminal as terminal
