"""Programs of other people in processes of their own: a channel of JSON Lines, a bot behind it, a check of it."""
