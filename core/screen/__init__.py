"""The table at a terminal, full screen, with Textual. Only commands that open a screen import it."""
