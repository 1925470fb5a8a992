"""A ruleset in the reader's browser: the folder of static files, and what runs in it. docs/prototype.md has more."""
