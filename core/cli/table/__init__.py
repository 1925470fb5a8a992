"""Commands of people who play: play, replay, review, serve, history."""
