"""Commands of those who study rules and bots."""
