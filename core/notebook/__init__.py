"""The laboratory as Python functions: compare, design, content.

`keywords` turns arguments into the request that a plan file or the command line makes; `comparison`, `design` and
`content` have one function each and what it returns: tables for other libraries, pictures, a page (`result`).
"""

from ..lab.games.libraries import installed

# Said here, since what follows cannot even be imported without them.
installed("the laboratory")
