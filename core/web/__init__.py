"""The table in a browser: matches under secret addresses, replays, a lobby."""
