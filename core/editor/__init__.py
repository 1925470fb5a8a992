"""JSON schemas for editors: of data files, scenes, plans and options.

Reading order: `docstrings` and `class_schema` (a type), `option_schema` and `scene_schema` (what a ruleset adds),
`file_types` and `ruleset_schema` (what its data comes to), `package_schemas` (all of it).
"""
