"""The table full screen, with Textual. Only play, replay and the menu import it, and only when a screen opens."""
