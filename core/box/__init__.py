"""The owner's box: reconstructed and disputed data, corrected and put in place.

`claims` lists what a ruleset's data says of where it comes from, `draft` holds the corrections of one owner, `check`
loads them as a game would, and `owner_data` is the folder that every command then uses.
"""
