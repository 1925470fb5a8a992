"""The modules (expansions) of Rebirth, one file each; a long one has a folder _NAME with its rooms."""
