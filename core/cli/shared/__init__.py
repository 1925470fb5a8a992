"""Errors, options, seats and output, shared by all commands."""
