"""What editors need: JSON schemas of data files, scenes, plans and options.

Reading order: `docs` and `classes` (a schema of a type, as `strict` structures it), `options` and `scenes` (what a
ruleset adds), `readings` (what its data comes to, and as which types its files are read), `package` (all of it).
"""
