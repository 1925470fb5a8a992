"""The rooms of the module Ireland; its front is `ireland.py` next to this folder."""
