"""Programs of other people in processes of their own: a channel of JSON Lines, and checks of both ends."""
