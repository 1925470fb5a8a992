"""A comparison from its request to its findings."""
