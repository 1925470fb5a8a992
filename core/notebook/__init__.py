"""The laboratory as Python functions: compare, design, content.

`keywords` turns arguments into the request that a plan file or the command line makes; `comparison`, `search` and
`study` have one function each and what it returns: tables (`frame`) for other libraries, pictures (`picture`), a page.
"""

from ..lab.games.libraries import installed

# Said here, since what follows cannot even be imported without them.
installed("the laboratory")
