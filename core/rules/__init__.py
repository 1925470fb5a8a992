"""What a ruleset is made of: actions, steps, zones, views, state, hooks; and how it is assembled."""
