"""The version of the package, at the bottom, so that every file can name it."""

__version__ = "1.0.0"
