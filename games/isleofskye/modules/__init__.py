"""The modules (expansions) of Isle of Skye, one file each; a long one has a folder _NAME with its rooms."""
