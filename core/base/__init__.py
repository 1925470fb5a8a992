"""The base of everything: errors with exit codes, limits, files, chance, clones, HTML."""
