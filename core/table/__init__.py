"""Everything that people see, do and ask at a match, below every face. Nothing here knows a terminal or a page."""
