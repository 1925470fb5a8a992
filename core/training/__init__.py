"""Training: bots learn any ruleset by playing it."""
