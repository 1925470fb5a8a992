"""The parts of a ruleset (actions, steps, zones, views, state, hooks), and their assembly."""
