"""Training: bots learn any ruleset by playing it. What they have learned plays without anything from here."""
