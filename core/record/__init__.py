"""A match as JSON Lines: the format, the writer, and the check of what comes from outside."""
