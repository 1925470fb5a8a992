"""Everything that people see, do and ask at a match, below every face, without a terminal or a page."""
