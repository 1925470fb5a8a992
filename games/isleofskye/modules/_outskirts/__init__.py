"""The rooms of the module Outskirts; its front is `outskirts.py` next to this folder."""
