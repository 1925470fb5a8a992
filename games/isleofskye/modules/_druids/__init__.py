"""The rooms of the module Druids; its front is `druids.py` next to this folder."""
