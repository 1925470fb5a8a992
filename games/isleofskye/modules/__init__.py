"""The modules (expansions) of Isle of Skye, one file each; beside a long one a folder _NAME with its rooms."""
