"""The rooms of the module Druids; its front is `druids.py` beside this folder."""
