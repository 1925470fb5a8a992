"""The command line: one file for each command, in folders by who types it. No file names a game."""
