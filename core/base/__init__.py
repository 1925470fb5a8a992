"""What everything stands on: errors with exit codes, limits, files, chance, clones, HTML."""
