"""Metrics: what is measured in games."""
