"""A match: state, record, bots, undo; replays, copies for one seat, and bots of other people."""
