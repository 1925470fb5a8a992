"""The owner's box: reconstructed and disputed data, corrected and put in place.

`claims` lists what a ruleset's data says of where it comes from, `draft` holds the corrections of one owner, `checking`
loads them as a game would, `owned` is the folder of an owner's data that every command then uses.
"""
