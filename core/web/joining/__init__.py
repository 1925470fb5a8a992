"""One link for a whole table: who is awaited, who sits down, who is here, and what the lobby shows of it."""
